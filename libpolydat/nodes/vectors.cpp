// Nodes of the family "vectors": lists of numbers. f32 arithmetic is single precision, in the order written, never fused.
#include <algorithm>
#include <cmath>

#include "nodes/families.h"
#include "nodes/native/column_loops.h"
#include "nodes/native/hashing.h"
#include "nodes/native_row.h"
#include "nodes/vector_rows.h"

namespace polydat {
namespace {

constexpr std::string_view kLists = "works on lists";
constexpr std::string_view kLengths = "the lists have different lengths";

float signed_unit(std::uint64_t hashed) { return static_cast<float>(static_cast<double>(hashed) / 0x1p64 * 2.0 - 1.0); }

void hash_vec(std::uint64_t seed, std::uint64_t dim, VecOut<float>& out) {
  float* at = out.resize(dim);
  if (at == nullptr) return;
  // The hashes by the column loop, since that has the instructions of this CPU.
  constexpr std::uint64_t kAtOnce = 64, kStep = 0x9e3779b97f4a7c15ull;
  const ColumnLoop loop = column_loops()[static_cast<std::size_t>(NativeId::hash)];
  std::uint64_t seeds[kAtOnce], hashes[kAtOnce];
  const std::uint64_t* const from = seeds;
  std::uint64_t* const to = hashes;
  for (std::uint64_t begin = 0; begin < dim; begin += kAtOnce) {
    const std::uint64_t count = std::min(kAtOnce, dim - begin);
    for (std::uint64_t i = 0; i < count; ++i) seeds[i] = seed + (begin + i) * kStep;
    loop(&from, 1, nullptr, &to, count);
    for (std::uint64_t i = 0; i < count; ++i) at[begin + i] = signed_unit(hashes[i]);
  }
}
void xxhash3_vec(std::uint64_t seed, std::uint64_t dim, VecOut<float>& out) {
  float* at = out.resize(dim);
  if (at == nullptr) return;
  for (std::uint64_t i = 0; i < dim; ++i) { at[i] = signed_unit(native::xxh3_pair(seed, i)); }
}

void vec_add(VecView<float> a, VecView<float> b, VecOut<float>& out, std::uint32_t* err) {
  if (a.size() != b.size()) {
    *err |= 1;
    return;
  }
  float* at = out.resize(a.size());
  if (at == nullptr) return;
  for (std::size_t i = 0; i < a.size(); ++i) at[i] = a[i] + b[i];
}
void scale_into(VecView<float> a, float factor, VecOut<float>& out) {
  float* at = out.resize(a.size());
  if (at == nullptr) return;
  for (std::size_t i = 0; i < a.size(); ++i) at[i] = a[i] * factor;
}
void vec_scale(VecView<float> a, double k, VecOut<float>& out) { scale_into(a, static_cast<float>(k), out); }

// Four lane sums over whole groups of four, (l0 + l1) + (l2 + l3), then the rest one by one.
template <class Term>
float sum_of_terms(VecView<float> a, VecView<float> b, Term term) {
  float lanes[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  const std::size_t whole = a.size() - a.size() % 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t j = 0; j < 4; ++j) lanes[j] = lanes[j] + term(a[i + j], b[i + j]);
  }
  float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  for (std::size_t i = whole; i < a.size(); ++i) sum = sum + term(a[i], b[i]);
  return sum;
}
float dot(VecView<float> a, VecView<float> b) {
  return sum_of_terms(a, b, [](float x, float y) { return x * y; });
}
double norm(VecView<float> a) { return std::sqrt(static_cast<double>(dot(a, a))); }

bool same_length(VecView<float> a, VecView<float> b, std::uint32_t* err) {
  const bool same = a.size() == b.size();
  *err |= same ? 0u : 1u;
  return same;
}
double vec_dot(VecView<float> a, VecView<float> b, std::uint32_t* err) {
  return same_length(a, b, err) ? static_cast<double>(dot(a, b)) : 0.0;
}
double vec_l2(VecView<float> a, VecView<float> b, std::uint32_t* err) {
  if (!same_length(a, b, err)) return 0.0;
  const float sum = sum_of_terms(a, b, [](float x, float y) {
    const float d = x - y;
    return d * d;
  });
  return std::sqrt(static_cast<double>(sum));
}
double vec_cosine(VecView<float> a, VecView<float> b, std::uint32_t* err) {
  if (!same_length(a, b, err)) return 0.0;
  const double na = norm(a);
  const double nb = norm(b);
  return na == 0.0 || nb == 0.0 ? 0.0 : static_cast<double>(dot(a, b)) / (na * nb);
}
void vec_norm(VecView<float> a, VecOut<float>& out) {
  const double m = norm(a);
  scale_into(a, m == 0.0 ? 1.0f : static_cast<float>(1.0 / m), out);
}

constexpr NodeDef kRows[] = {
    closure_row<&hash_vec>({.signature = "hash_vec(seed: u64, dim: u64) -> vec_f32",
                            .family = "vectors",
                            .doc = "dim numbers in [-1, 1], hashed from the seed and their index.",
                            .example = "input cycle: u64\nout := hash_vec(cycle, 4)\n",
                            .why_closure = kLists}),
    closure_row<&xxhash3_vec>({.signature = "xxhash3_vec(seed: u64, dim: u64) -> vec_f32",
                               .family = "vectors",
                               .doc = "dim numbers in [-1, 1], from XXH3 of the seed and their index.",
                               .example = "input cycle: u64\nout := xxhash3_vec(cycle, 4)\n",
                               .why_closure = kLists}),
    closure_row<&vec_add>({.signature = "vec_add(a: vec_f32, b: vec_f32) -> vec_f32",
                           .family = "vectors",
                           .doc = "Element-wise sum of two lists of one length.",
                           .example = "input cycle: u64\nout := vec_add(hash_vec(cycle, 3), hash_vec(1, 3))\n",
                           .failures = {kLengths},
                           .why_closure = kLists}),
    closure_row<&vec_scale>({.signature = "vec_scale(a: vec_f32, k: f64) -> vec_f32",
                             .family = "vectors",
                             .doc = "Every element times k, which is rounded to f32 first.",
                             .example = "input cycle: u64\nout := vec_scale(hash_vec(cycle, 3), 2.0)\n",
                             .why_closure = kLists}),
    closure_row<&vec_norm>({.signature = "vec_norm(a: vec_f32) -> vec_f32",
                            .family = "vectors",
                            .doc = "The list scaled to length 1; unchanged when its length is 0.",
                            .example = "input cycle: u64\nout := vec_norm(hash_vec(cycle, 3))\n",
                            .why_closure = kLists}),
    closure_row<&vec_dot>({.signature = "vec_dot(a: vec_f32, b: vec_f32) -> f64",
                           .family = "vectors",
                           .doc = "The dot product.",
                           .example = "input cycle: u64\nout := vec_dot(hash_vec(cycle, 3), hash_vec(1, 3))\n",
                           .failures = {kLengths},
                           .why_closure = kLists}),
    closure_row<&vec_l2>({.signature = "vec_l2(a: vec_f32, b: vec_f32) -> f64",
                          .family = "vectors",
                          .doc = "The Euclidean distance.",
                          .example = "input cycle: u64\nout := vec_l2(hash_vec(cycle, 3), hash_vec(1, 3))\n",
                          .failures = {kLengths},
                          .why_closure = kLists}),
    closure_row<&vec_cosine>({.signature = "vec_cosine(a: vec_f32, b: vec_f32) -> f64",
                              .family = "vectors",
                              .doc = "The cosine of the angle between two lists; 0 when one has length 0.",
                              .example = "input cycle: u64\nout := vec_cosine(hash_vec(cycle, 3), hash_vec(1, 3))\n",
                              .failures = {kLengths},
                              .why_closure = kLists}),
};

}  // namespace

std::span<const NodeDef> vector_nodes() {
  static const std::vector<NodeDef> rows = [] {
    std::vector<NodeDef> all(std::begin(kRows), std::end(kRows));
    add_list_rows(all);
    return all;
  }();
  return rows;
}

}  // namespace polydat
