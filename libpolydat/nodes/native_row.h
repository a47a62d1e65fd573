// Completes a catalog row from the node's C++ function: the row closure, and for native functions the number and the shape.
//
//   native_row<&native::u64_add>({.signature = "u64_add(a: u64, b: u64) -> u64", .family = "arithmetic", ...})
//   closure_row<&concat>({.signature = ..., .why_closure = "writes text", ...})
//   fold_row<&native::u64_add, 0>({.signature = "sum(values: u64...) -> u64", ...})
#pragma once

#include "nodes/native/native_functions.h"
#include "nodes/native/native_id.h"
#include "nodes/node_def.h"
#include "nodes/row_form.h"

namespace polydat {

// The number of a native function; `none` for any other function.
template <auto F>
inline constexpr NativeId native_id_of = NativeId::none;
#define POLYDAT_ID_OF(name) \
  template <>               \
  inline constexpr NativeId native_id_of<&native::name> = NativeId::name;
POLYDAT_NATIVE_FUNCTIONS(POLYDAT_ID_OF)
#undef POLYDAT_ID_OF

template <auto F>
constexpr NodeDef native_row(NodeDef row) {
  static_assert(native_id_of<F> != NativeId::none, "not in the list of native functions");
  row.native_shape = NativeShape::Plain;
  row.native = native_id_of<F>;
  row.row = &row_form<F>;
  return row;
}

template <auto F>
constexpr NodeDef closure_row(NodeDef row) {
  row.row = &row_form<F>;
  if constexpr (detail::RowCaller<decltype(F)>::only_output != 0) row.column = &column_form<F>;
  return row;
}

// F over all wires, left to right, from the identity.
template <auto F, std::uint64_t Identity>
std::uint32_t fold_form(const Call& call) noexcept {
  std::uint64_t value = Identity;
  for (std::uint32_t w = 0; w < call.wire_count; ++w) value = F(value, call.args[w]);
  call.out[0] = value;
  return 0;
}

template <auto F, std::uint64_t Identity>
constexpr NodeDef fold_row(NodeDef row) {
  static_assert(native_id_of<F> != NativeId::none, "not in the list of native functions");
  row.native_shape = NativeShape::Fold;
  row.native = native_id_of<F>;
  row.fold_identity = Identity;
  row.row = &fold_form<F, Identity>;
  return row;
}

}  // namespace polydat
