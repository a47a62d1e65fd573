// Quantiles of the measures that continuous sources may have.
#pragma once

#include <span>

#include "graph/comprehension.h"

namespace polydat {

// The value below which the part `u` of the measure lies; 0 <= u <= 1. Parameters as the source holds them. Ends that are infinite
// are infinite.
double measure_quantile(Measure measure, std::span<const double> parameters, double u);
// The part of the measure below `x`.
double measure_below(Measure measure, std::span<const double> parameters, double x);

}  // namespace polydat
