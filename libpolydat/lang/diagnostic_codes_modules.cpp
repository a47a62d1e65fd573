// Mistakes and warnings about modules.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {501,
     "recursion",
     "modules call each other in a circle",
     "A call of a module is expanded in place, and nothing could end such an expansion: both branches of an `if` are computed.",
     {R"(input cycle: u64
down(n: u64) -> (value: u64) := { value := down(n - 1) }
a := down(cycle)
)"},
     {R"(input cycle: u64
down(n: u64) -> (value: u64) := { value := n - 1 }
a := down(down(cycle))
)"}},
    {502,
     "module-body",
     "a statement cannot stand in a module",
     "A module computes outputs from its parameters. What the world gives comes in as an argument, so inputs, externs and cursors belong to the "
     "program, and so do `for` statements.",
     {R"(input cycle: u64
scaled(n: u64) -> (value: u64) := {
  extern factor: u64 = 3
  value := n * factor
}
a := scaled(cycle)
)"},
     {R"(input cycle: u64
extern factor: u64 = 3
scaled(n: u64, factor: u64) -> (value: u64) := { value := n * factor }
a := scaled(cycle, factor)
)"}},
    {503,
     "output-not-bound",
     "a module does not bind one of its outputs",
     "Every output in the list after `->` needs a binding of its name in the body; a parameter does not count.",
     {R"(input cycle: u64
twice(n: u64) -> (value: u64) := { result := n * 2 }
a := twice(cycle)
)"},
     {R"(input cycle: u64
twice(n: u64) -> (value: u64) := { value := n * 2 }
a := twice(cycle)
)"}},
    {504,
     "hidden-function",
     "a module has the name of a library function",
     "A warning. In this program the name means the module, so that a later version of the library cannot change what the program computes.",
     {R"(input cycle: u64
hash(n: u64) -> (value: u64) := { value := n * 7 }
a := hash(cycle)
)"},
     {R"(input cycle: u64
times_seven(n: u64) -> (value: u64) := { value := n * 7 }
a := times_seven(cycle)
)"}},
    {505,
     "nothing-provided",
     "a file does not define the module of its name",
     "A call of a module that the program does not define opens the file of that name beside the program. It must define a module of "
     "that name, or bind it.",
     {R"(input cycle: u64
a := scaled(cycle)
)",
      "echo 'scale(n: u64) -> (value: u64) := { value := n * 3 }' > scaled.polydat; polydat check example.polydat"},
     {R"(input cycle: u64
a := scaled(cycle)
)",
      "echo 'scaled(n: u64) -> (value: u64) := { value := n * 3 }' > scaled.polydat; polydat check example.polydat"}},
    {506,
     "positional-argument",
     "strict mode: an argument of a module has no name",
     "With --strict the arguments of modules are named, so that a parameter added later changes no call.",
     {R"(input cycle: u64
twice(n: u64) -> (value: u64) := { value := n * 2 }
a := twice(cycle)
)",
      "polydat check --strict example.polydat"},
     {R"(input cycle: u64
twice(n: u64) -> (value: u64) := { value := n * 2 }
a := twice(n: cycle)
)",
      "polydat check --strict example.polydat"}},
};

}  // namespace

std::span<const DiagnosticCode> module_codes() { return kRows; }

}  // namespace polydat::lang
