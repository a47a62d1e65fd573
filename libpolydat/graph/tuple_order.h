// The orders of a comprehension as sequences of points in a lattice (language 4.7): which index each discrete axis has, and where in
// its interval each continuous axis is.
//
// Needs:   axes that an order of that strategy takes (3.13).
// Ensures: every point once. Lexicographic and geometric orders keep no more than one point; those that sample keep what they must
//          know to repeat nothing, and refuse, naming the limit, when that is more than `most` bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graph/comprehension.h"

namespace polydat {

struct AxisShape {
  std::uint64_t size = 0;  // continuous axes: 2, the ends of the interval
  bool continuous = false;
};

struct LatticePoint {
  std::vector<std::uint64_t> index;  // one an axis; of continuous ones only where `is_unit` is not set
  std::vector<double> unit;          // one an axis, [0, 1): continuous axes of sampling orders
  std::uint64_t stratum = 0;         // extrema
};

struct OrderRequest {
  OrderStrategy strategy = OrderStrategy::Lex;
  std::optional<std::uint64_t> count;  // tuples asked for; extrema: strata
  std::optional<std::uint64_t> seed;
  bool filtered = false;   // a filter drops points: the count is of those that stay
  std::uint64_t most = 0;  // bytes that may be kept
};

class PointSequence {
 public:
  virtual ~PointSequence() = default;
  // False: no more points.
  virtual bool next(LatticePoint& point) = 0;
};

// Null and a fault past a limit. Not for Lex.
std::unique_ptr<PointSequence> make_points(const OrderRequest& request, std::vector<AxisShape> axes, ComprehensionFault& fault);

}  // namespace polydat
