// Mistakes about types and conversions.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {201,
     "unknown-type",
     "a type does not exist",
     "The types are u64, f64, str, bool, json, bytes, the other integers and floats by their size (i64, u8, f32, ...), vectors (vec_f32, ...) "
     "and registers.",
     {R"(input cycle: u46
a := cycle
)"},
     {R"(input cycle: u64
a := cycle
)"}},
    {202,
     "type-mismatch",
     "an argument has a type that does not become the parameter's",
     "A wire is converted without being asked only where no value can be lost: to a wider number, to f64, to text, from bool. Text never becomes a "
     "number by itself, and a float never an integer: a function says how. A conversion takes one step; there is no search for chains.",
     {R"(a := mod(sin(cycle), 10)
)"},
     {R"(a := mod(f64_to_u64(sin(cycle) * 100.0), 10)
)"}},
    {203,
     "bad-cast",
     "`as` does not convert between these types",
     "`as` takes one of the conversions that lose nothing, or parses text as u64. Other conversions have functions with a name that says "
     "what they do: `f64_to_u64` truncates, `round_to_u64`, `floor_to_u64` and `ceil_to_u64` round.",
     {R"(a := sin(cycle) as u64
)"},
     {R"(a := round_to_u64(sin(cycle) + 1.0)
)"}},
    {204,
     "operand-type",
     "an operator does not take an operand of this type",
     "`- * / % **` and `+` take numbers, the bitwise operators and shifts take u64 and what widens to it.",
     {R"(input cycle: u64
name := "row {cycle}"
a := name * 2
)"},
     {R"(input cycle: u64
name := "row {cycle}"
a := cycle * 2
)"}},
    {205,
     "comparison-type",
     "two operands cannot be compared",
     "A comparison takes place in text when either side is text, else in f64 when either side is f64, else in u64. Here one side does not "
     "become the other's type.",
     {R"(input cycle: i64
a := cycle == 5
)"},
     {R"(input cycle: i64
a := cycle as f64 == 5
)"}},
    {206,
     "string-ordering",
     "text is ordered",
     "Text is compared with `==` and `!=` only.",
     {R"(input cycle: u64
name := "row {cycle}"
a := name < "row 5"
)"},
     {R"(input cycle: u64
name := "row {cycle}"
a := name == "row 5"
)"}},
    {207,
     "condition-type",
     "a condition is no truth value",
     "The condition of `if` is a bool or an integer. Compare a float or a text to get one.",
     {R"(a := if sin(cycle) { 1 } else { 2 }
)"},
     {R"(a := if sin(cycle) != 0.0 { 1 } else { 2 }
)"}},
    {208,
     "branch-type",
     "the branches of an `if` have no common type",
     "`if` gives text when either branch is text, else f64 when either is f64, else u64. Each branch must become that type.",
     {R"(input cycle: i64
a := if mod(hash(7), 2) { cycle } else { 1 }
)"},
     {R"(input cycle: i64
a := if mod(hash(7), 2) { cycle as f64 } else { 1 }
)"}},
    {209,
     "if-arity",
     "`if` takes three arguments",
     "`if(condition, then, else)`: a condition and two values.",
     {R"(a := if(cycle > 5, 1)
)"},
     {R"(a := if(cycle > 5, 1, 0)
)"}},
    {210,
     "list-as-argument",
     "a list stands inside an expression",
     "A list may only be the whole value of a binding, where it is a text of its elements.",
     {R"(a := hash([1, 2])
)"},
     {R"(a := [1, 2]
)"}},
    {211,
     "bad-input-type",
     "no coordinate converts to the type of an input",
     "A coordinate is a u64. An input of another type converts it: integers and floats, bool, str and json can be made from a number, vectors, "
     "bytes and opaque values cannot.",
     {R"(input point: vec_f32
a := 1
)"},
     {R"(input point: f32
a := point
)"}},
    {212,
     "default-not-allowed",
     "an extern of this type takes no default",
     "Only externs of type u64, f64, str and bool have defaults. Others are None until the host sets them.",
     {R"(extern blob: bytes = "00"
a := 1
)"},
     {R"(extern blob: str = "00"
a := 1
)"}},
    {213,
     "bad-default",
     "the default of an extern is not of its type",
     "The default is a literal: an integer for u64 and f64, a float for f64, a string for str, `true` or `false` for bool. A string is read as "
     "the type. Expressions and negative numbers are not allowed.",
     {R"(extern base: u64 = 1.5
a := u64_add(cycle, base)
)"},
     {R"(extern base: u64 = 1
a := u64_add(cycle, base)
)"}},
    {214,
     "bad-assignment",
     "a text on the command line is no value of the input's or extern's type",
     "NAME=VALUE is read for the declared type: decimal digits for u64, a number for f64, `true`, `false`, 1 or 0 for bool, any text for str.",
     {R"(extern base: u64 = 1
a := u64_add(cycle, base)
)",
      "polydat eval example.polydat base=ten"},
     {R"(extern base: u64 = 1
a := u64_add(cycle, base)
)",
      "polydat eval example.polydat base=10"}},
    {215,
     "not-a-probability",
     "an integer wire is given as a probability",
     "The function takes a number from 0 to 1. A u64 is nearly always above 1, so widening it would hide a mistake. `unit_interval` maps all of "
     "u64 to [0, 1).",
     {R"(a := icd_normal(hash(cycle), 0.0, 1.0)
)"},
     {R"(a := icd_normal(unit_interval(hash(cycle)), 0.0, 1.0)
)"}},
};

}  // namespace

std::span<const DiagnosticCode> type_codes() { return kRows; }

}  // namespace polydat::lang
