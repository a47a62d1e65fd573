// The two families of orders, for make_points alone.
#pragma once

#include "graph/tuple_order.h"

namespace polydat {

// reverse_lex, diagonal, antidiagonal, extrema, shells.
std::unique_ptr<PointSequence> make_geometric_points(OrderStrategy strategy, std::vector<AxisShape> axes);
// halton, sobol, lhs, shuffle.
std::unique_ptr<PointSequence> make_sampled_points(const OrderRequest& request, std::vector<AxisShape> axes, ComprehensionFault& fault);

}  // namespace polydat
