// Sampling of a distribution by linear interpolation in a table of its quantiles.
#pragma once

#include "nodes/native/doubles.h"

POLYDAT_NATIVE_BEGIN

// The quantile at `u`, which is clamped to [0, 1]; NaN gives NaN. The table has at least two points: checked at build.
inline f64 sample_quantiles(f64 u, Table<f64> points) {
  const f64 clamped = clamp_double(u, 0.0, 1.0);
  const f64 position = clamped * static_cast<f64>(points.size - 1);
  const u64 truncated = saturate(position);
  const u64 last = points.size - 2;
  const u64 i = truncated < last ? truncated : last;
  const f64 fraction = position - static_cast<f64>(i);
  return points.data[i] * (1.0 - fraction) + points.data[i + 1] * fraction;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_DISTRIBUTION(X) X(sample_quantiles)
