// Constants.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

void const_str(std::string_view value, StrOut& out) { out.append(value); }

constexpr NodeDef kRows[] = {
    native_row<&n::const_u64>({.signature = "const_u64(const value: u64) -> u64",
                               .family = "constants",
                               .doc = "The constant.",
                               .example = "input cycle: u64\nout := const_u64(7)\n"}),
    native_row<&n::const_f64>({.signature = "const_f64(const value: f64 = 0.0) -> f64",
                               .family = "constants",
                               .doc = "The constant.",
                               .example = "input cycle: u64\nout := const_f64(-0.5)\n"}),
    native_row<&n::const_bool>({.signature = "const_bool(const value: bool = false) -> bool",
                                .family = "constants",
                                .doc = "The constant.",
                                .example = "input cycle: u64\nout := const_bool(true)\n"}),
    closure_row<&const_str>({.signature = "const_str(const value: str = \"\") -> str",
                             .family = "constants",
                             .doc = "The constant.",
                             .example = "input cycle: u64\nout := const_str(\"text\")\n",
                             .why_closure = "holds text"}),
};

}  // namespace

std::span<const NodeDef> constant_nodes() { return kRows; }

}  // namespace polydat
