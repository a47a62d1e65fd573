// Alias tables (Vose's method): a weighted choice in one look-up, whatever the weights. Sampled by native::alias_pick.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nodes/native/probability.h"

namespace polydat {

// The table that gives values[i] with probability weights[i] / sum. Each weight is finite and not negative, at least one is
// above 0, and there are as many values as weights.
std::vector<native::AliasCell> build_alias_table(std::span<const double> weights, std::span<const std::uint64_t> values);
// The same with the index as the value.
std::vector<native::AliasCell> build_alias_table(std::span<const double> weights);

// The weights, scaled by a power of two where their sum would overflow, or would be so small that its reciprocal does.
std::vector<double> scaled_weights(std::span<const double> weights);

}  // namespace polydat
