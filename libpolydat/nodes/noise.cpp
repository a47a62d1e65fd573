// Gradient noise.
#include <numeric>

#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

// 0..255 shuffled by the seed: the table that turns lattice points into gradients.
void add_permutation(PrepareContext& c, std::uint64_t seed) {
  std::vector<std::uint8_t> table(256);
  std::iota(table.begin(), table.end(), std::uint8_t{0});
  std::uint64_t s = seed;
  for (std::size_t i = 255; i > 0; --i) {
    s = n::xxh3(s);
    std::swap(table[i], table[s % (i + 1)]);
  }
  c.add_table(std::move(table));
}

void prepare_noise(PrepareContext& c) {
  add_permutation(c, c.u64(0));
  c.add_f64(c.f64(1));
}

void prepare_fractal(PrepareContext& c) {
  constexpr std::uint64_t most = 64;
  if (c.u64(2) < 1 || c.u64(2) > most) return c.refuse(2, "octaves must be 1 to 64");
  prepare_noise(c);
  c.add_u64(c.u64(2));
}

constexpr NodeDef kRows[] = {
    native_row<&n::perlin_1d>(
        {.signature = "perlin_1d(input: u64, const seed: u64, const frequency: f64) -> f64",
         .family = "noise",
         .doc = "Perlin noise along a line: smooth in input*frequency, and 0 where that is whole. The input is not hashed.",
         .example = "input cycle: u64\nout := perlin_1d(cycle, 42, 0.1)\n",
         .prepare = prepare_noise}),
    native_row<&n::perlin_2d>({.signature = "perlin_2d(x: u64, y: u64, const seed: u64, const frequency: f64) -> f64",
                               .family = "noise",
                               .doc = "Perlin noise over a plane; both coordinates are multiplied by frequency. They are not hashed.",
                               .example = "input cycle: u64\nout := perlin_2d(mod(cycle, 10), div(cycle, 10), 42, 0.13)\n",
                               .prepare = prepare_noise}),
    native_row<&n::simplex_2d>({.signature = "simplex_2d(x: u64, y: u64, const seed: u64, const frequency: f64) -> f64",
                                .family = "noise",
                                .doc = "Simplex noise over a plane; both coordinates are multiplied by frequency. They are not hashed.",
                                .example = "input cycle: u64\nout := simplex_2d(mod(cycle, 10), div(cycle, 10), 42, 0.13)\n",
                                .prepare = prepare_noise}),
    native_row<&n::fractal_noise_1d>(
        {.signature = "fractal_noise_1d(input: u64, const seed: u64, const frequency: f64, const octaves: "
                      "u64 = 4) -> f64",
         .family = "noise",
         .doc = "Octaves of perlin_1d, each of twice the frequency and half the weight, over the sum of weights. The input is not hashed.",
         .example = "input cycle: u64\nout := fractal_noise_1d(cycle, 42, 0.03, 4)\n",
         .prepare = prepare_fractal}),
    native_row<&n::fractal_noise_2d>(
        {.signature = "fractal_noise_2d(x: u64, y: u64, const seed: u64, const frequency: f64, const "
                      "octaves: u64 = 4) -> f64",
         .family = "noise",
         .doc = "Octaves of perlin_2d, each of twice the frequency and half the weight, over the sum of weights. The coordinates are not "
                "hashed.",
         .example = "input cycle: u64\nout := fractal_noise_2d(mod(cycle, 10), div(cycle, 10), 42, 0.07)\n",
         .prepare = prepare_fractal}),
};

}  // namespace

std::span<const NodeDef> noise_nodes() { return kRows; }

}  // namespace polydat
