// One row of the catalog: everything the program knows about a node (design D3).
//
// nodes/ holds the node library, one file a family, and the catalog that everything derives from. It knows values, ports and
// scratch; it must not know graphs, plans or kernels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/call.h"
#include "nodes/prepare.h"
#include "polydat/port_type.h"

namespace polydat {

enum class NativeId : std::uint16_t;  // nodes/native/native_id.h
inline constexpr NativeId kNoNative{0xffff};

enum class Purity : std::uint8_t {
  Pure,
  Nondeterministic,  // its value is not a function of its wires: never folded, merged or cached between reads
  SideChannel,       // its run is observable (log lines): kept even when nothing reads it, never merged
};

// How native code computes a node, if it can.
enum class NativeShape : std::uint8_t {
  None,   // closure only; NodeDef::why_closure says why
  Plain,  // one call of the native function: all wire words, then all constant words
  Fold,   // the native function is binary; a variadic node applies it left to right, from `fold_identity`
};

// What is known of the characters of a text output (nodes/plain_text.h, plan/mark_plain_text.h).
enum class TextContent : std::uint8_t {
  Any,
  Plain,    // always plain, whatever the wires and constants
  OfParts,  // plain when its constants are (ConstBlock::plain_text), and what its wires display
};

struct NodeDef {
  // Parsed by parse_signature (signature.h). Parameters in call order, constants marked `const`:
  //   "lerp(t: f64, const a: f64 = 0.0, const b: f64 = 1.0) -> f64"
  //   "printf(const format: str, parts: any...) -> str"      "mixed_radix(input: u64, const radix: u64...) -> u64..."
  //   "div_wire(input: u64, divisor: u64 nonzero) -> u64"     "identity(input: any) -> same"
  //   "date_components(input: u64) -> (year: u64, month: u64, ...)"
  // Constraint words after a type: nonzero, positive (finite and > 0), finite, probability ([0, 1]), below N, filled (not empty), digits
  // (an integer in decimal). They hold for constants, and for wires as nodes/constraint.h says.
  std::string_view signature;
  std::string_view aliases = {};               // names that mean the same node, separated by blanks
  std::string_view family;                     // "arithmetic"
  std::string_view doc;                        // one or two sentences; says whether the input is hashed where that matters
  std::string_view example;                    // a complete graph text that runs; its rows are generated
  std::array<std::string_view, 3> failures{};  // text for each bit of the error word: "divisor is 0"; {name}: that constant
  TextContent text = TextContent::Any;
  Purity purity = Purity::Pure;
  bool accepts_none = false;         // runs with None inputs and sees them (types page, section 7)
  std::uint8_t private_scratch = 0;  // private Scratch entries after the publishing ones
  NativeShape native_shape = NativeShape::None;
  NativeId native = kNoNative;
  std::uint64_t fold_identity = 0;
  std::string_view why_closure = {};  // "calls the JSON library"; required when native_shape is None
  RowFn row = nullptr;                // the row closure; always there
  ColumnFn column = nullptr;          // the same for many rows; closures with one text, bytes or list output have it
  PrepareFn prepare = nullptr;        // literals -> constant words; null: each literal becomes its words, in order
  // Output types for wires and constants of these types and count; null: what the signature says.
  std::vector<PortType> (*infer)(std::span<const PortType> wires, std::size_t constants) = nullptr;

  bool can_fail() const { return !failures[0].empty(); }
};

}  // namespace polydat
