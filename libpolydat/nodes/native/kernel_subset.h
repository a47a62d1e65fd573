// The subset of C++ in which native node functions are written, and its value types.
//
// nodes/native/ holds the functions that exist in every form: row closure, column loop, and LLVM bitcode inlined into
// generated code. All forms are compiled from these headers, so bit parity holds by construction (design D2).
//
// Rules of the subset: inline functions of plain values; total, or `*err |= bit` with a defined result; no exceptions, no
// allocation, no static locals, no virtual calls, no library calls but the runtime functions of runtime.h. Unsigned
// arithmetic only where it can wrap; no shift by 64 or more, no division by zero, no float to integer conversion out of range
// (undefined in C++ and poison in LLVM). f64 arithmetic exactly as written: every form is built with -ffp-contract=off.
//
// A function takes its wires in port order, then its constants, then `u32* err` if it can fail; it returns its only output, or
// takes references for its outputs in port order.
#pragma once

#include <bit>
#include <cstdint>

// The same inline functions are compiled for several CPU levels into one program; the inline namespace keeps them apart.
#ifndef POLYDAT_ISA
#define POLYDAT_ISA base
#endif

namespace polydat::native {
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using f32 = float;
using f64 = double;
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;

// IEEE binary16 as its bits.
struct f16 {
  u16 bits;
};
// A 128-bit register word, low limb first; lane 0 in the lowest bytes. The view is in the port's type only.
struct Reg {
  u64 low, high;
};
// A constant table: an address and a count.
template <class T>
struct Table {
  const T* data;
  u64 size;
};
}  // namespace polydat::native

#define POLYDAT_NATIVE_BEGIN  \
  namespace polydat::native { \
  inline namespace POLYDAT_ISA {
#define POLYDAT_NATIVE_END \
  }                        \
  }
