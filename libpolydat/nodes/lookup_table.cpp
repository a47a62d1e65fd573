// Making quantile tables finite (nodes/lookup_table.h).
#include "nodes/lookup_table.h"

#include <cmath>

namespace polydat {

void fill_gaps(std::vector<double>& points) {
  bool seen = false;
  double last = 0.0;
  for (double& point : points) {
    if (std::isfinite(point)) {
      seen = true;
      last = point;
    } else if (seen) {
      point = last;
    }
  }
  double next = 0.0;
  for (auto point = points.rbegin(); point != points.rend(); ++point) {
    if (std::isfinite(*point)) next = *point;
    else *point = next;
  }
}

}  // namespace polydat
