// Interpolation between two ends.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

constexpr NodeDef kRows[] = {
    native_row<&n::lerp>({.signature = "lerp(t: f64, const a: f64 = 0.0, const b: f64 = 1.0) -> f64",
                          .family = "interpolation",
                          .doc = "a + t*(b - a): from a at t = 0 to b at t = 1, and on beyond both. The end b itself can be reached.",
                          .example = "input cycle: u64\nout := lerp(unit_interval(hash(cycle)), 5.0, 10.0)\n"}),
    native_row<&n::scale_range>(
        {.signature = "scale_range(input: u64, const min: f64 = 0.0, const max: f64 = 1.0) -> f64",
         .family = "interpolation",
         .doc = "The whole u64 range mapped to [min, max); max itself is never reached. The input is not hashed: feed it hash(...).",
         .example = "input cycle: u64\nout := scale_range(hash(cycle), -90.0, 90.0)\n"}),
    native_row<&n::inv_lerp>({.signature = "inv_lerp(x: f64, const a: f64 = 0.0, const b: f64 = 1.0) -> f64",
                              .family = "interpolation",
                              .doc = "Where x lies between a and b, clamped to [0, 1]. With a = b: NaN at x = a, else 0 or 1.",
                              .example = "input cycle: u64\nout := inv_lerp(to_f64(cycle), 2.0, 6.0)\n"}),
    native_row<&n::remap>({.signature = "remap(x: f64, const in_min: f64 = 0.0, const in_max: f64 = 1.0, const out_min: f64 = 0.0, "
                                        "const out_max: f64 = 1.0) -> f64",
                           .family = "interpolation",
                           .doc = "x moved linearly from [in_min, in_max] to [out_min, out_max]; not clamped.",
                           .example = "input cycle: u64\nout := remap(to_f64(cycle), 32.0, 212.0, 0.0, 100.0)\n"}),
    native_row<&n::quantize>({.signature = "quantize(x: f64, const step: f64 = 1.0) -> f64",
                              .family = "interpolation",
                              .doc = "The multiple of step nearest to x, halves away from zero. Step 0 gives NaN.",
                              .example = "input cycle: u64\nout := quantize(f64_div(to_f64(cycle), 3.0), 0.25)\n"}),
};

}  // namespace

std::span<const NodeDef> interpolation_nodes() { return kRows; }

}  // namespace polydat
