// Constants and pass-through.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

void identity(ArgList input, AnyOut& out) { out.copy(input[0]); }
void const_str(std::string_view value, StrOut& out) { out.append(value); }

constexpr NodeDef kRows[] = {
    native_row<&n::const_u64>({.signature = "const_u64(const value: u64) -> u64", .family = "constants",
        .doc = "The constant.", .example = "input cycle: u64\nout := const_u64(7)\n"}),
    native_row<&n::const_f64>({.signature = "const_f64(const value: f64 = 0.0) -> f64", .family = "constants",
        .doc = "The constant.", .example = "input cycle: u64\nout := const_f64(-0.5)\n"}),
    native_row<&n::const_bool>({.signature = "const_bool(const value: bool = false) -> bool", .family = "constants",
        .doc = "The constant.", .example = "input cycle: u64\nout := const_bool(true)\n"}),
    closure_row<&const_str>({.signature = "const_str(const value: str = \"\") -> str", .family = "constants",
        .doc = "The constant.", .example = "input cycle: u64\nout := const_str(\"text\")\n", .why_closure = "holds text"}),
    closure_row<&identity>({.signature = "identity(input: any) -> same", .family = "constants",
        .doc = "The input, of any type; None stays None.", .example = "input cycle: u64\nout := identity(cycle)\n",
        .accepts_none = true, .why_closure = "passes values of any type"}),
    native_row<&n::limit>({.signature = "limit(input: u64, const max_items: u64) -> u64", .family = "constants",
        .doc = "The input unchanged; a cursor that reads it takes at most max_items items.",
        .example = "input cycle: u64\nout := limit(cycle, 10)\n"}),
};

}  // namespace

std::span<const NodeDef> constant_nodes() { return kRows; }

}  // namespace polydat
