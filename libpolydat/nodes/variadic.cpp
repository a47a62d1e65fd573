// Folds of any number of u64 wires.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

constexpr NodeDef kRows[] = {
    fold_row<&n::u64_add, 0>({.signature = "sum(values: u64...) -> u64",
                              .family = "variadic",
                              .doc = "The sum of all wires, wrapping modulo 2^64; 0 for none.",
                              .example = "input cycle: u64\nout := sum(cycle, hash(cycle), 7)\n"}),
    fold_row<&n::u64_mul, 1>({.signature = "product(values: u64...) -> u64",
                              .family = "variadic",
                              .doc = "The product of all wires, wrapping modulo 2^64; 1 for none.",
                              .example = "input cycle: u64\nout := product(cycle, cycle, 3)\n"}),
    fold_row<&n::u64_min, ~std::uint64_t{0}>({.signature = "min(values: u64...) -> u64",
                                              .family = "variadic",
                                              .doc = "The smallest wire; 2^64 - 1 for none.",
                                              .example = "input cycle: u64\nout := min(cycle, 5, mul(cycle, 2))\n"}),
    fold_row<&n::u64_max, 0>({.signature = "max(values: u64...) -> u64",
                              .family = "variadic",
                              .doc = "The largest wire; 0 for none.",
                              .example = "input cycle: u64\nout := max(cycle, 5)\n"}),
};

}  // namespace

std::span<const NodeDef> variadic_nodes() { return kRows; }

}  // namespace polydat
