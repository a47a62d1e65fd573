// Mistakes in the arguments of calls.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {301,
     "too-few-arguments",
     "a call lacks a wire argument",
     "The note shows the signature: the parameters in their order, constants with their kind. `polydat nodes NAME` says what each means.",
     {R"(a := u64_add(cycle)
)"},
     {R"(a := u64_add(cycle, 1)
)"}},
    {302,
     "too-many-arguments",
     "a call has more arguments than the function has parameters",
     "Surplus arguments are never ignored. The note shows the signature.",
     {R"(a := hash(cycle, 7)
)"},
     {R"(a := hash(cycle)
)"}},
    {303,
     "missing-constant",
     "a call lacks a constant argument",
     "A constant parameter must be given, by position or by name, unless it has a default.",
     {R"(a := mod(cycle)
)"},
     {R"(a := mod(cycle, 7)
)"}},
    {304,
     "wire-as-constant",
     "a wire is given where a constant is wanted",
     "A constant parameter shapes the function when the graph is built, so it takes a literal: no wire, no const, no expression. For some "
     "functions there is a second one, with `_wire` at the end of its name, that takes a wire there.",
     {R"(input cycle: u64
n := 7
a := mod(cycle, n)
)"},
     {R"(input cycle: u64
n := 7
a := mod_wire(cycle, n)
)"}},
    {305,
     "bad-literal",
     "a constant argument is a literal of another kind",
     "A constant of type u64 takes an integer, one of type f64 an integer or a float, one of type str a string. Nothing is converted, because a "
     "fraction given for an integer is a mistake more often than not.",
     {R"(a := mod(cycle, 7.5)
)"},
     {R"(a := mod(cycle, 7)
)"}},
    {306,
     "constraint",
     "a constant argument is not allowed",
     "Constants are checked when the graph is built: divisors are not 0, probabilities lie in [0, 1], sizes are within their limits, texts "
     "that describe something (weights, formats, regular expressions) can be read. The message says what the parameter takes.",
     {R"(a := mod(cycle, 0)
)"},
     {R"(a := mod(cycle, 10)
)"}},
    {307,
     "unknown-parameter",
     "a named argument names no parameter",
     "The note shows the signature with the names of the parameters.",
     {R"(a := mod(cycle, modulo: 7)
)"},
     {R"(a := mod(cycle, modulus: 7)
)"}},
    {308,
     "duplicate-argument",
     "a parameter is given twice",
     "A named argument takes its parameter; positional arguments fill those that are not named, in order.",
     {R"(a := mod(cycle, modulus: 7, modulus: 8)
)"},
     {R"(a := mod(cycle, modulus: 7)
)"}},
};

}  // namespace

std::span<const DiagnosticCode> argument_codes() { return kRows; }

}  // namespace polydat::lang
