// Mistakes and warnings about a program as a whole: its outputs, consts, constants, externs and pragmas.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {401,
     "no-outputs",
     "a program has no outputs",
     "The outputs are the names that a program binds, but for those that begin with `__`. At least one must be left.",
     {R"(input cycle: u64
__hidden := hash(cycle)
)"},
     {R"(input cycle: u64
__hidden := hash(cycle)
a := mod(__hidden, 7)
)"}},
    {402,
     "too-many-targets",
     "more names are bound than the call has outputs",
     "`(a, b) := f(...)` binds the first output to `a`, the second to `b`. Fewer names than outputs are allowed.",
     {R"((a, b) := hash(cycle)
)"},
     {R"((a, b, c) := mixed_radix(cycle, 10, 10, 10)
)"}},
    {403,
     "const-reads-coordinate",
     "a const depends on a coordinate",
     "A const is computed once before the first row, when no coordinate has a value. It may read literals, externs and other consts.",
     {R"(input cycle: u64
const a := hash(cycle)
)"},
     {R"(input cycle: u64
const seed := hash(7)
a := hash(u64_add(cycle, seed))
)"}},
    {404,
     "fold-failure",
     "an expression fails for the constants it is given",
     "What depends on no input is computed once, while the graph is built. A failure there would be the failure of every row, so it is an "
     "error of the graph.",
     {R"(input cycle: u64
a := "twelve" as u64
b := cycle
)"},
     {R"(input cycle: u64
a := "12" as u64
b := cycle
)"}},
    {406,
     "extern-without-default",
     "an extern has no default",
     "A warning. Until the host or NAME=VALUE sets it the extern is None, and so is what depends on it: an empty cell in csv, null in "
     "JSON. `default_or` replaces a None.",
     {R"(input cycle: u64
extern base: u64
a := u64_add(cycle, base)
)"},
     {R"(input cycle: u64
extern base: u64 = 0
a := u64_add(cycle, base)
)"}},
    {407,
     "nondeterministic",
     "a value differs from run to run",
     "A warning. The function reads a clock, a counter or random numbers, so the same coordinate gives another row next time. `volatile` (once a "
     "read) or `const` (once a kernel) before the name says that this is meant.",
     {R"(input cycle: u64
now := current_epoch_millis()
)"},
     {R"(input cycle: u64
volatile now := current_epoch_millis()
)"}},
    {408,
     "unused-argument",
     "a format does not use all its arguments",
     "A warning. Each placeholder of `printf` takes one argument; what is left over appears nowhere.",
     {R"(a := printf("{}", cycle, cycle)
)"},
     {R"(a := printf("{} {}", cycle, cycle)
)"}},
    {409,
     "unknown-pragma",
     "a pragma does not exist",
     "A warning: the pragma has no effect. The pragmas are strict, strict_values and strict_types.",
     {R"(pragma strict_type
a := hash(cycle)
)"},
     {R"(pragma strict_types
a := hash(cycle)
)"}},
    {410,
     "shared-reads-coordinate",
     "a shared cell starts with a value that depends on a coordinate",
     "A shared cell has its starting value before the first row, when no coordinate has one.",
     {R"(input cycle: u64
shared floor := cycle + 1
a := cycle * floor
)"},
     {R"(input cycle: u64
shared floor := 1
a := cycle * floor
)"}},
    {411,
     "shared-type",
     "a shared cell starts with a value of another type",
     "The type after the name of a shared cell is that of its starting value. Only an integer literal widens, to f64.",
     {R"(input cycle: u64
shared floor: u64 := 2.5
a := cycle * floor
)"},
     {R"(input cycle: u64
shared floor: f64 := 2
a := cycle * floor
)"}},
    {412,
     "value-round-trip",
     "a value is converted to another type and back",
     "A warning; an error under `pragma strict_values`. The way there and back costs time, and may fail or change the value: use the value itself.",
     {R"(input cycle: u64
s := cycle as str
a := s as u64
)"},
     {R"(input cycle: u64
s := cycle as str
a := cycle
)"}},
    {413,
     "undeclared-input",
     "strict mode: a coordinate is not declared",
     "With --strict a name that nothing binds is no coordinate, because it may be misspelled. An `input` statement declares it.",
     {R"(a := hash(cycle)
)",
      "polydat check --strict example.polydat"},
     {R"(input cycle: u64
a := hash(cycle)
)",
      "polydat check --strict example.polydat"}},
    {414,
     "implicit-conversion",
     "strict mode: a value is converted without being asked to",
     "With --strict every argument has the type of its parameter. `as` converts, and says so. Operators widen all the same.",
     {R"(input cycle: u64
a := sin(cycle)
)",
      "polydat check --strict example.polydat"},
     {R"(input cycle: u64
a := sin(cycle as f64)
)",
      "polydat check --strict example.polydat"}},
    {415,
     "unread-binding",
     "strict mode: nothing reads a binding, and it is no output",
     "With --strict what has no effect is an error: a hidden binding (its name begins with `__`), or one in a module, that nothing reads.",
     {R"(input cycle: u64
__half := cycle / 2
a := hash(cycle)
)",
      "polydat check --strict example.polydat"},
     {R"(input cycle: u64
__half := cycle / 2
a := hash(__half)
)",
      "polydat check --strict example.polydat"}},
};

}  // namespace

std::span<const DiagnosticCode> program_codes() { return kRows; }

}  // namespace polydat::lang
