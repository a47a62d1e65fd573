// Nodes of the family "registers": 128-bit words seen as lanes.
#include <string>

#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

constexpr std::string_view kNoLane = "there is no such lane";

void prepare_shuffle(PrepareContext& context) {
  if (context.size() != 16) return context.refuse(0, "the mask has " + std::to_string(context.size()) + " entries, not 16");
  std::uint64_t mask[2] = {0, 0};
  for (std::size_t k = 0; k < 16; ++k) {
    if (context.u64(k) >= 16) return context.refuse(k, "entry " + std::to_string(context.u64(k)) + " of the mask is not below 16");
    mask[k / 8] |= context.u64(k) << (8 * (k % 8));
  }
  context.add_u64(mask[0]);
  context.add_u64(mask[1]);
}

void vec_to_reg_f32(VecView<float> v, n::Reg& out, std::uint32_t* err) {
  if (v.size() != 4) {
    *err |= 1;
    return;
  }
  out = n::reg_of(n::Lanes<float>{{v[0], v[1], v[2], v[3]}});
}
void reg_to_vec_f32(n::Reg r, VecOut<float>& out) {
  const n::Lanes<float> lanes = n::lanes_of<float>(r);
  if (float* at = out.resize(4)) {
    for (const float lane : lanes.lane) *at++ = lane;
  }
}
void reg_gather_f32(VecView<float> v, std::uint64_t offset, n::Reg& out, std::uint32_t* err) {
  if (v.size() < 4 || offset > v.size() - 4) {
    *err |= 1;
    return;
  }
  const float* at = v.data() + offset;
  out = n::reg_of(n::Lanes<float>{{at[0], at[1], at[2], at[3]}});
}

#define SPLAT(view, type, number, what)                                                         \
  native_row<&n::reg_splat_##view>({.signature = "reg_splat_" #view "(k: " number ") -> " type, \
                                    .family = "registers",                                      \
                                    .doc = what " in every lane.",                              \
                                    .example = "input cycle: u64\nout := reg_splat_" #view "(cycle)\n"})
#define LANES(op, view, type, word)                                             \
  native_row<&n::reg_##op##_##view>(                                            \
      {.signature = "reg_" #op "_" #view "(a: " type ", b: " type ") -> " type, \
       .family = "registers",                                                   \
       .doc = word " of both words lane by lane; integers wrap.",               \
       .example = "input cycle: u64\nout := reg_" #op "_" #view "(reg_splat_" #view "(cycle), reg_splat_" #view "(3))\n"})
#define OPERATIONS(view, type) LANES(add, view, type, "Sum"), LANES(sub, view, type, "Difference"), LANES(mul, view, type, "Product")
#define VIEW(view, type)                                                                \
  native_row<&n::reg_view>({.signature = "__reg_view_" view "(input: reg128) -> " type, \
                            .family = "registers",                                      \
                            .doc = "The same word seen as " type ".",                   \
                            .example = "input cycle: u64\nout := __reg_view_" view "(reg_splat_i64(hash(cycle)))\n"})

constexpr NodeDef kRows[] = {
    SPLAT(i8, "reg_i8x16", "u64", "The number's low 8 bits"),
    SPLAT(i16, "reg_i16x8", "u64", "The number's low 16 bits"),
    SPLAT(i32, "reg_i32x4", "u64", "The number's low 32 bits"),
    SPLAT(i64, "reg_i64x2", "u64", "The number"),
    SPLAT(f32, "reg_f32x4", "f64", "The number as f32"),
    SPLAT(f64, "reg_f64x2", "f64", "The number"),
    OPERATIONS(i8, "reg_i8x16"),
    OPERATIONS(i16, "reg_i16x8"),
    OPERATIONS(i32, "reg_i32x4"),
    OPERATIONS(i64, "reg_i64x2"),
    OPERATIONS(f32, "reg_f32x4"),
    OPERATIONS(f64, "reg_f64x2"),
    native_row<&n::reg_dot_f32>({.signature = "reg_dot_f32(a: reg_f32x4, b: reg_f32x4) -> f64",
                                 .family = "registers",
                                 .doc = "The dot product of four lanes, computed in f32.",
                                 .example = "input cycle: u64\nout := reg_dot_f32(reg_splat_f32(cycle), reg_splat_f32(0.5))\n"}),
    native_row<&n::reg_lane_f32>({.signature = "reg_lane_f32(r: reg_f32x4, i: u64 below 4) -> f64",
                                  .family = "registers",
                                  .doc = "Lane i.",
                                  .example = "input cycle: u64\nout := reg_lane_f32(reg_splat_f32(cycle), 3)\n",
                                  .failures = {kNoLane}}),
    native_row<&n::reg_lane_i16>({.signature = "reg_lane_i16(r: reg_i16x8, i: u64 below 8) -> i16",
                                  .family = "registers",
                                  .doc = "Lane i.",
                                  .example = "input cycle: u64\nout := reg_lane_i16(reg_splat_i16(cycle), 7)\n",
                                  .failures = {kNoLane}}),
    native_row<&n::reg_lane_i64>({.signature = "reg_lane_i64(r: reg_i64x2, i: u64 below 2) -> i64",
                                  .family = "registers",
                                  .doc = "Lane i.",
                                  .example = "input cycle: u64\nout := reg_lane_i64(reg_splat_i64(cycle), 1)\n",
                                  .failures = {kNoLane}}),
    native_row<&n::reg_with_lane_f32>({.signature = "reg_with_lane_f32(r: reg_f32x4, i: u64 below 4, v: f64) -> reg_f32x4",
                                       .family = "registers",
                                       .doc = "The word with lane i replaced by the number as f32.",
                                       .example = "input cycle: u64\nout := reg_with_lane_f32(reg_splat_f32(cycle), 0, 0.5)\n",
                                       .failures = {kNoLane}}),
    native_row<&n::shuffle_bytes>({.signature = "reg_shuffle_bytes(x: reg128, const mask: u64...) -> reg128",
                                   .family = "registers",
                                   .doc = "Byte k of the result is byte mask[k] of the input; 16 entries below 16.",
                                   .example = "input cycle: u64\nout := reg_shuffle_bytes(reg_splat_i64(cycle), "
                                              "7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)\n",
                                   .prepare = prepare_shuffle}),
    closure_row<&vec_to_reg_f32>({.signature = "vec_to_reg_f32(v: vec_f32) -> reg_f32x4",
                                  .family = "registers",
                                  .doc = "A list of four as a word.",
                                  .example = "input cycle: u64\nout := vec_to_reg_f32(hash_vec(cycle, 4))\n",
                                  .failures = {"the list is not four elements long"},
                                  .why_closure = "reads a list"}),
    closure_row<&reg_to_vec_f32>({.signature = "reg_to_vec_f32(r: reg_f32x4) -> vec_f32",
                                  .family = "registers",
                                  .doc = "The four lanes as a list.",
                                  .example = "input cycle: u64\nout := reg_to_vec_f32(reg_splat_f32(cycle))\n",
                                  .why_closure = "writes a list"}),
    closure_row<&reg_gather_f32>({.signature = "reg_gather_f32(v: vec_f32, offset: u64) -> reg_f32x4",
                                  .family = "registers",
                                  .doc = "Four elements of the list from the offset on.",
                                  .example = "input cycle: u64\nout := reg_gather_f32(hash_vec(cycle, 8), 2)\n",
                                  .failures = {"offset + 4 is past the end of the list"},
                                  .why_closure = "reads a list"}),
    VIEW("raw", "reg128"),
    VIEW("i8x16", "reg_i8x16"),
    VIEW("i16x8", "reg_i16x8"),
    VIEW("i32x4", "reg_i32x4"),
    VIEW("i64x2", "reg_i64x2"),
    VIEW("f16x8", "reg_f16x8"),
    VIEW("f32x4", "reg_f32x4"),
    VIEW("f64x2", "reg_f64x2"),
};
#undef SPLAT
#undef LANES
#undef OPERATIONS
#undef VIEW

}  // namespace

std::span<const NodeDef> register_nodes() { return kRows; }

}  // namespace polydat
