// List nodes for each element type: search and sets over integers, equality by bits, reading from text.
#include "nodes/vector_rows.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/native_row.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

using native::f16;
using native::i16;
using native::i32;
using native::i64;
using native::i8;
using native::u64;

constexpr std::string_view kLists = "works on lists";

template <class T>
u64 vec_len(VecView<T> v) {
  return v.size();
}
template <class T>
i64 vec_at(VecView<T> v, u64 i) {
  return i < v.size() ? i64{v[i]} : 0;
}
template <class T>
i64 vec_max(VecView<T> v) {
  return v.empty() ? 0 : i64{*std::max_element(v.begin(), v.end())};
}
template <class T>
i64 vec_min(VecView<T> v) {
  return v.empty() ? 0 : i64{*std::min_element(v.begin(), v.end())};
}
template <class T>
u64 vec_position(VecView<T> v, i64 x) {
  return static_cast<u64>(std::find_if(v.begin(), v.end(), [x](T e) { return i64{e} == x; }) - v.begin());
}
template <class T>
u64 vec_contains(VecView<T> v, i64 x) {
  return vec_position<T>(v, x) < v.size() ? 1 : 0;
}
template <class T>
u64 vec_count_below(VecView<T> v, i64 x) {
  return static_cast<u64>(std::count_if(v.begin(), v.end(), [x](T e) { return i64{e} < x; }));
}

template <class T>
std::vector<T> sorted_set(VecView<T> v) {
  std::vector<T> set(v.begin(), v.end());
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}
template <class T>
u64 vec_intersect_count(VecView<T> a, VecView<T> b) {
  const std::vector<T> x = sorted_set<T>(a);
  const std::vector<T> y = sorted_set<T>(b);
  u64 common = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    common += x[i] == y[j] ? 1 : 0;
    const bool first_moves = x[i] <= y[j];
    j += y[j] <= x[i] ? 1 : 0;
    i += first_moves ? 1 : 0;
  }
  return common;
}
template <class T>
u64 vec_set_eq(VecView<T> a, VecView<T> b) {
  return sorted_set<T>(a) == sorted_set<T>(b) ? 1 : 0;
}

// By bits: -0 is not 0, a NaN equals the same NaN.
template <class T>
bool vec_eq(VecView<T> a, VecView<T> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

template <class T>
void str_to_vec(std::string_view input, VecOut<T>& out, std::uint32_t* err) {
  JsonTree tree;
  std::string why;
  if (!read_json(trim_white_space(input), tree, why) || !tree.is_array()) {
    *err |= 1;
    return;
  }
  T* at = out.resize(tree.size());
  if (at == nullptr) return;
  for (const JsonTree& leaf : tree) {
    if constexpr (std::is_same_v<T, double>) {
      const auto v = number_leaf(leaf);
      *err |= v ? 0u : 1u;
      *at++ = v.value_or(0.0);
    } else {
      const auto v = signed_leaf(leaf);
      const bool fits = v && i64{static_cast<T>(*v)} == *v;
      *err |= fits ? 0u : 1u;
      *at++ = fits ? static_cast<T>(*v) : T{0};
    }
  }
}

#define INTEGER_ROW(node, T, parameters, result, text, arguments)                                 \
  closure_row<&node<T>>({.signature = #node "_" #T "(" parameters ") -> " result,                 \
                         .family = "vectors",                                                     \
                         .doc = text,                                                             \
                         .example = "input cycle: u64\nout := " #node "_" #T "(" arguments ")\n", \
                         .why_closure = kLists})
#define INTEGER_ROWS(T)                                                                                                              \
  INTEGER_ROW(vec_len, T, "v: vec_" #T, "u64", "The number of elements.", "str_to_vec_" #T "(\"[3,1,2]\")"),                         \
      INTEGER_ROW(vec_at, T, "v: vec_" #T ", i: u64", "i64", "Element i; 0 past the end.", "str_to_vec_" #T "(\"[3,1,2]\"), cycle"), \
      INTEGER_ROW(vec_max, T, "v: vec_" #T, "i64", "The largest element; 0 for an empty list.", "str_to_vec_" #T "(\"[3,1,2]\")"),   \
      INTEGER_ROW(vec_min, T, "v: vec_" #T, "i64", "The smallest element; 0 for an empty list.", "str_to_vec_" #T "(\"[3,1,2]\")"),  \
      INTEGER_ROW(vec_contains, T, "v: vec_" #T ", x: i64", "u64", "1 when x is in the list, else 0.",                               \
                  "str_to_vec_" #T "(\"[3,1,2]\"), to_i64(cycle)"),                                                                  \
      INTEGER_ROW(vec_position, T, "v: vec_" #T ", x: i64", "u64", "The first index of x; the length when x is not in the list.",    \
                  "str_to_vec_" #T "(\"[3,1,2]\"), to_i64(cycle)"),                                                                  \
      INTEGER_ROW(vec_count_below, T, "v: vec_" #T ", x: i64", "u64", "How many elements are below x.",                              \
                  "str_to_vec_" #T "(\"[3,1,2]\"), to_i64(cycle)"),                                                                  \
      INTEGER_ROW(vec_intersect_count, T, "a: vec_" #T ", b: vec_" #T, "u64", "How many distinct values both lists have.",           \
                  "str_to_vec_" #T "(\"[3,1,2]\"), str_to_vec_" #T "(\"[1,2,2]\")"),                                                 \
      INTEGER_ROW(vec_set_eq, T, "a: vec_" #T ", b: vec_" #T, "u64", "1 when both lists have the same distinct values, else 0.",     \
                  "str_to_vec_" #T "(\"[1,2]\"), str_to_vec_" #T "(\"[2,1,2]\")")
#define EQUAL_ROW(T)                                                                                                          \
  closure_row<&vec_eq<T>>(                                                                                                    \
      {.signature = "vec_eq_" #T "(a: vec_" #T ", b: vec_" #T ") -> bool",                                                    \
       .family = "vectors",                                                                                                   \
       .doc = "True when both lists have the same length and bits.",                                                          \
       .example = "input cycle: u64\nout := vec_eq_" #T "(__str_to_vec_" #T "(\"[1,2]\"), __str_to_vec_" #T "(\"[1,2]\"))\n", \
       .why_closure = kLists})
#define READ_ROW(T)                                                                                    \
  closure_row<&str_to_vec<T>>({.signature = "str_to_vec_" #T "(input: str) -> vec_" #T,                \
                               .family = "vectors",                                                    \
                               .doc = "A JSON array of numbers as a list.",                            \
                               .example = "input cycle: u64\nout := str_to_vec_" #T "(\"[1,2,3]\")\n", \
                               .failures = {"input is not a JSON array of numbers that fit " #T},      \
                               .why_closure = "calls the JSON library"})

using f32 = float;
using f64 = double;

constexpr NodeDef kRows[] = {
    INTEGER_ROWS(i32), INTEGER_ROWS(i64), EQUAL_ROW(i8),  EQUAL_ROW(i16), EQUAL_ROW(i32), EQUAL_ROW(i64),
    EQUAL_ROW(f16),    EQUAL_ROW(f32),    EQUAL_ROW(f64), READ_ROW(i32),  READ_ROW(i64),  READ_ROW(f64),
};

#undef INTEGER_ROW
#undef INTEGER_ROWS
#undef EQUAL_ROW
#undef READ_ROW

}  // namespace

void add_list_rows(std::vector<NodeDef>& rows) { rows.insert(rows.end(), std::begin(kRows), std::end(kRows)); }

}  // namespace polydat
