// Gradient noise over a permutation table of 256 bytes: Perlin in one and two dimensions, simplex in two, fractal sums.
//
// Only + - * and floor in the written order, so results are the same on every host. Index sums wrap as 32-bit integers; only
// their low 8 bits matter.
#pragma once

#include "nodes/native/doubles.h"

POLYDAT_NATIVE_BEGIN

// The lattice cell of a coordinate: the floor as a 32-bit integer, saturating; NaN is cell 0.
inline u32 noise_cell(f64 x) {
  const f64 whole = __builtin_floor(x);
  const f64 inside = whole > -2147483648.0 && whole < 2147483647.0 ? whole : 0.0;
  const u32 cell = static_cast<u32>(static_cast<i32>(inside));
  return whole >= 2147483647.0 ? 0x7fffffffu : whole <= -2147483648.0 ? 0x80000000u : cell;
}
inline f64 noise_fade(f64 t) { return ((t * t) * t) * (t * (t * 6.0 - 15.0) + 10.0); }
inline f64 noise_mix(f64 t, f64 a, f64 b) { return a + t * (b - a); }
inline u32 noise_hash(Table<u8> p, u32 i) { return p.data[i & 255]; }
inline f64 noise_gradient1(u32 h, f64 x) { return (h & 1) == 0 ? x : -x; }
inline f64 noise_gradient2(u32 h, f64 x, f64 y) {
  const f64 a = (h & 1) == 0 ? x : -x;
  return (h & 2) == 0 ? a + y : a - y;
}

inline f64 perlin1(Table<u8> p, f64 x) {
  const u32 cell = noise_cell(x);
  const f64 f = x - __builtin_floor(x);
  return noise_mix(noise_fade(f), noise_gradient1(noise_hash(p, cell), f), noise_gradient1(noise_hash(p, cell + 1), f - 1.0));
}

inline f64 perlin2(Table<u8> p, f64 x, f64 y) {
  const u32 cell_x = noise_cell(x), cell_y = noise_cell(y);
  const f64 f = x - __builtin_floor(x), g = y - __builtin_floor(y);
  const f64 u = noise_fade(f), v = noise_fade(g);
  const u32 a = noise_hash(p, cell_x) + cell_y, b = noise_hash(p, cell_x + 1) + cell_y;
  return noise_mix(
      v, noise_mix(u, noise_gradient2(noise_hash(p, a), f, g), noise_gradient2(noise_hash(p, b), f - 1.0, g)),
      noise_mix(u, noise_gradient2(noise_hash(p, a + 1), f, g - 1.0), noise_gradient2(noise_hash(p, b + 1), f - 1.0, g - 1.0)));
}

inline f64 simplex_corner(u32 h, f64 a, f64 b) {
  const f64 t = (0.5 - a * a) - b * b;
  return t > 0.0 ? ((t * t) * (t * t)) * noise_gradient2(h, a, b) : 0.0;
}

inline f64 simplex2(Table<u8> p, f64 x, f64 y) {
  constexpr f64 F = 0.3660254037844386, G = 0.21132486540518713;  // (sqrt(3) - 1) / 2 and (3 - sqrt(3)) / 6
  const f64 s = (x + y) * F;
  const u32 i = noise_cell(x + s), j = noise_cell(y + s);
  const f64 t = static_cast<f64>(static_cast<i32>(i + j)) * G;
  const f64 x0 = x - (static_cast<f64>(static_cast<i32>(i)) - t);
  const f64 y0 = y - (static_cast<f64>(static_cast<i32>(j)) - t);
  const bool lower = x0 > y0;
  const u32 i1 = lower ? 1 : 0, j1 = lower ? 0 : 1;
  const f64 x1 = (x0 - (lower ? 1.0 : 0.0)) + G, y1 = (y0 - (lower ? 0.0 : 1.0)) + G;
  const f64 x2 = (x0 - 1.0) + 2.0 * G, y2 = (y0 - 1.0) + 2.0 * G;
  const f64 c0 = simplex_corner(noise_hash(p, i + noise_hash(p, j)), x0, y0);
  const f64 c1 = simplex_corner(noise_hash(p, i + i1 + noise_hash(p, j + j1)), x1, y1);
  const f64 c2 = simplex_corner(noise_hash(p, i + 1 + noise_hash(p, j + 1)), x2, y2);
  return 70.0 * ((c0 + c1) + c2);
}

inline f64 perlin_1d(u64 input, Table<u8> p, f64 frequency) { return perlin1(p, static_cast<f64>(input) * frequency); }
inline f64 perlin_2d(u64 x, u64 y, Table<u8> p, f64 frequency) {
  return perlin2(p, static_cast<f64>(x) * frequency, static_cast<f64>(y) * frequency);
}
inline f64 simplex_2d(u64 x, u64 y, Table<u8> p, f64 frequency) {
  return simplex2(p, static_cast<f64>(x) * frequency, static_cast<f64>(y) * frequency);
}

// `octaves` is 1..64: checked at build.
inline f64 fractal_noise_1d(u64 input, Table<u8> p, f64 frequency, u64 octaves) {
  f64 total = 0.0, amplitude = 1.0, reach = 0.0;
  for (u64 o = 0; o < octaves; ++o) {
    total += perlin1(p, static_cast<f64>(input) * frequency) * amplitude;
    reach += amplitude;
    frequency *= 2.0;
    amplitude *= 0.5;
  }
  return total / reach;
}
inline f64 fractal_noise_2d(u64 x, u64 y, Table<u8> p, f64 frequency, u64 octaves) {
  f64 total = 0.0, amplitude = 1.0, reach = 0.0;
  for (u64 o = 0; o < octaves; ++o) {
    total += perlin2(p, static_cast<f64>(x) * frequency, static_cast<f64>(y) * frequency) * amplitude;
    reach += amplitude;
    frequency *= 2.0;
    amplitude *= 0.5;
  }
  return total / reach;
}

POLYDAT_NATIVE_END

#define POLYDAT_NATIVE_NOISE(X) X(perlin_1d) X(perlin_2d) X(simplex_2d) X(fractal_noise_1d) X(fractal_noise_2d)
