// The grid behind the normal and the exponential distribution.
#pragma once

#include <cstdint>

#include "nodes/lookup_table.h"

namespace polydat {

struct QuantileGridPoint {
  std::uint64_t probit;       // bits of the normal quantile at i/1000; -inf and +inf at the ends
  std::uint64_t exponential;  // bits of -ln(1 - i/1000); +inf at the end
};
extern const QuantileGridPoint kQuantileGrid[kQuantilePoints];

}  // namespace polydat
