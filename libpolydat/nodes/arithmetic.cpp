// Integer arithmetic and bits on u64.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

void prepare_clamp(PrepareContext& c) {
  if (c.u64(0) > c.u64(1)) c.refuse(0, "min is above max");
  c.add_all_literals();
}

void prepare_mixed_radix(PrepareContext& c) {
  if (c.size() == 0) return c.refuse(0, "mixed_radix needs at least one radix");
  std::vector<std::uint64_t> radixes;
  for (std::size_t i = 0; i < c.size(); ++i) {
    radixes.push_back(c.u64(i));
    if (c.u64(i) == 0 && i + 1 < c.size()) c.refuse(i, "only the last radix may be 0, which stands for what remains");
  }
  c.add_table(std::move(radixes));
}

// As many outputs as radixes; the constants are the address and the length of their table.
std::uint32_t mixed_radix(const Call& call) noexcept {
  const std::uint64_t* constants = call.args + call.wire_words;
  const std::uint64_t* radixes = view_data<std::uint64_t>(constants[0]);
  std::uint64_t rest = call.args[0];
  for (std::uint64_t i = 0; i < constants[1]; ++i) {
    const std::uint64_t radix = radixes[i];
    call.out[i] = radix == 0 ? rest : rest % radix;
    rest = radix == 0 ? 0 : rest / radix;
  }
  return 0;
}

constexpr NodeDef kRows[] = {
    native_row<&n::u64_add>({.signature = "u64_add(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "The sum, wrapping modulo 2^64. The operator + on two u64.",
                             .example = "input cycle: u64\nout := u64_add(cycle, 7)\n"}),
    native_row<&n::u64_sub>({.signature = "u64_sub(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "The difference, wrapping modulo 2^64. The operator - on two u64.",
                             .example = "input cycle: u64\nout := u64_sub(1000, cycle)\n"}),
    native_row<&n::u64_mul>({.signature = "u64_mul(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "The product, wrapping modulo 2^64. The operator * on two u64.",
                             .example = "input cycle: u64\nout := u64_mul(cycle, cycle)\n"}),
    native_row<&n::u64_div>({.signature = "u64_div(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "The quotient, and 0 where b is 0. The operator / on two u64.",
                             .example = "input cycle: u64\nout := u64_div(100, cycle)\n"}),
    native_row<&n::u64_mod>({.signature = "u64_mod(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "The remainder, and 0 where b is 0. The operator % on two u64.",
                             .example = "input cycle: u64\nout := u64_mod(100, cycle)\n"}),
    native_row<&n::u64_and>({.signature = "u64_and(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "Bitwise and. The operator &.",
                             .example = "input cycle: u64\nout := u64_and(cycle, 3)\n"}),
    native_row<&n::u64_or>({.signature = "u64_or(a: u64, b: u64) -> u64",
                            .family = "arithmetic",
                            .doc = "Bitwise or. The operator |.",
                            .example = "input cycle: u64\nout := u64_or(cycle, 8)\n"}),
    native_row<&n::u64_xor>({.signature = "u64_xor(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "Bitwise exclusive or. The operator ^.",
                             .example = "input cycle: u64\nout := u64_xor(cycle, 5)\n"}),
    native_row<&n::u64_not>({.signature = "u64_not(input: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "All bits inverted. The prefix operator !.",
                             .example = "input cycle: u64\nout := u64_not(cycle)\n"}),
    native_row<&n::u64_shl>({.signature = "u64_shl(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "a shifted left by b modulo 64 bits. The operator <<.",
                             .example = "input cycle: u64\nout := u64_shl(1, cycle)\n"}),
    native_row<&n::u64_shr>({.signature = "u64_shr(a: u64, b: u64) -> u64",
                             .family = "arithmetic",
                             .doc = "a shifted right by b modulo 64 bits, zeros moving in. The operator >>.",
                             .example = "input cycle: u64\nout := u64_shr(1024, cycle)\n"}),
    native_row<&n::add>({.signature = "add(input: u64, const addend: u64) -> u64",
                         .family = "arithmetic",
                         .doc = "The input plus a constant, wrapping modulo 2^64.",
                         .example = "input cycle: u64\nout := add(cycle, 1000)\n"}),
    native_row<&n::mul>({.signature = "mul(input: u64, const factor: u64) -> u64",
                         .family = "arithmetic",
                         .doc = "The input times a constant, wrapping modulo 2^64.",
                         .example = "input cycle: u64\nout := mul(cycle, 3)\n"}),
    native_row<&n::div>({.signature = "div(input: u64, const divisor: u64 nonzero) -> u64",
                         .family = "arithmetic",
                         .doc = "The input divided by a constant, rounded down.",
                         .example = "input cycle: u64\nout := div(cycle, 3)\n"}),
    native_row<&n::mod>({.signature = "mod(input: u64, const modulus: u64 nonzero) -> u64",
                         .family = "arithmetic",
                         .doc = "The remainder of the input by a constant. The input is not hashed: feed it hash(...) for a spread value.",
                         .example = "input cycle: u64\nout := mod(hash(cycle), 100)\n"}),
    native_row<&n::div_wire>({.signature = "div_wire(input: u64, divisor: u64 nonzero) -> u64",
                              .family = "arithmetic",
                              .doc = "The quotient of two wires; fails where the divisor is 0.",
                              .example = "input cycle: u64\nout := div_wire(100, add(cycle, 1))\n",
                              .failures = {"divisor is 0"}}),
    native_row<&n::mod_wire>({.signature = "mod_wire(input: u64, divisor: u64 nonzero) -> u64",
                              .family = "arithmetic",
                              .doc = "The remainder of two wires; fails where the divisor is 0.",
                              .example = "input cycle: u64\nout := mod_wire(100, add(cycle, 1))\n",
                              .failures = {"divisor is 0"}}),
    native_row<&n::checked_add>({.signature = "checked_add(a: u64, b: u64) -> u64",
                                 .family = "arithmetic",
                                 .doc = "The sum, or 0 where it passes 2^64 - 1.",
                                 .example = "input cycle: u64\nout := checked_add(cycle, 18446744073709551612)\n"}),
    native_row<&n::checked_sub>({.signature = "checked_sub(a: u64, b: u64) -> u64",
                                 .family = "arithmetic",
                                 .doc = "The difference, or 0 where b is above a.",
                                 .example = "input cycle: u64\nout := checked_sub(5, cycle)\n"}),
    native_row<&n::checked_mul>({.signature = "checked_mul(a: u64, b: u64) -> u64",
                                 .family = "arithmetic",
                                 .doc = "The product, or 0 where it passes 2^64 - 1.",
                                 .example = "input cycle: u64\nout := checked_mul(cycle, 4611686018427387904)\n"}),
    native_row<&n::clamp>({.signature = "clamp(input: u64, const min: u64, const max: u64) -> u64",
                           .family = "arithmetic",
                           .doc = "The input brought into [min, max].",
                           .example = "input cycle: u64\nout := clamp(cycle, 2, 5)\n",
                           .prepare = prepare_clamp}),
    native_row<&n::ceil_to_multiple>(
        {.signature = "ceil_to_multiple(value: u64, multiple: u64) -> u64",
         .family = "arithmetic",
         .doc = "The smallest multiple that is not below the value, at most 2^64 - 1; the value itself for the multiple 0.",
         .example = "input cycle: u64\nout := ceil_to_multiple(cycle, 4)\n"}),
    native_row<&n::multiples_at_least>({.signature = "multiples_at_least(value: u64, multiple: u64) -> u64",
                                        .family = "arithmetic",
                                        .doc = "How many times the multiple must be taken to reach the value; 0 for the multiple 0.",
                                        .example = "input cycle: u64\nout := multiples_at_least(cycle, 4)\n"}),
    native_row<&n::set_or_get>({.signature = "set_or_get(current: u64, fallback: u64) -> u64",
                                .family = "arithmetic",
                                .doc = "The first value unless it is 0, else the second.",
                                .example = "input cycle: u64\nout := set_or_get(cycle, 99)\n"}),
    native_row<&n::interleave>(
        {.signature = "interleave(a: u64, b: u64) -> u64",
         .family = "arithmetic",
         .doc =
             "The bits of the two low halves in turn (a Morton code): bit 2i is bit i of a, bit 2i + 1 is bit i of b. The high halves are dropped.",
         .example = "input cycle: u64\nout := interleave(cycle, 3)\n"}),
    {.signature = "mixed_radix(input: u64, const radix: u64...) -> u64...",
     .family = "arithmetic",
     .doc =
         "The digits of the input in the given radixes, lowest first: one output a radix. The last radix may be 0, which gives what remains.",
     .example = "input cycle: u64\n(unit, ten, rest) := mixed_radix(cycle, 4, 2, 0)\n",
     .why_closure = "its number of outputs varies",
     .row = mixed_radix,
     .prepare = prepare_mixed_radix},
};

}  // namespace

std::span<const NodeDef> arithmetic_nodes() { return kRows; }

}  // namespace polydat
