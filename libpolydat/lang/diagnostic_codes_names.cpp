// Mistakes about names: wires, functions, outputs, assignments.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {101,
     "unknown-wire",
     "a name is read that nothing binds",
     "A program with an `input` statement declares all its inputs, so a name that is neither bound nor declared is a mistake. Without any "
     "`input` statement every unbound name becomes an input of type u64.",
     {R"(input cycle: u64
user := hash(cycle)
bucket := mod(usr, 64)
)"},
     {R"(input cycle: u64
user := hash(cycle)
bucket := mod(user, 64)
)"}},
    {102,
     "unknown-function",
     "a function is called that does not exist",
     "The name is neither a module nor a function of the library. `polydat nodes WORD` searches the library.",
     {R"(a := hsh(cycle)
)"},
     {R"(a := hash(cycle)
)"}},
    {103,
     "left-out-function",
     "a function is called that this library leaves out",
     "The function exists in other implementations of the language. The message says why it is not here.",
     {R"(a := debug_repr(cycle)
)"},
     {R"(a := "{cycle}"
)"}},
    {104,
     "unknown-field",
     "a wire has no such field",
     "`a.b` reads the wire `a__b`. No wire of that name is bound.",
     {R"(input cycle: u64
user := hash(cycle)
a := user.name
)"},
     {R"(input cycle: u64
user__name := hash(cycle)
a := user.name
)"}},
    {105,
     "duplicate-name",
     "a name is bound twice",
     "Every name has one meaning in its scope, whatever the order of the statements. With -v a note shows the first binding.",
     {R"(a := hash(cycle)
a := mod(cycle, 7)
)"},
     {R"(a := hash(cycle)
b := mod(cycle, 7)
)"}},
    {106,
     "binds-input",
     "an input is bound",
     "An input gets its values from outside. To work with a changed value, give it another name.",
     {R"(input cycle: u64
cycle := hash(cycle)
)"},
     {R"(input cycle: u64
hashed := hash(cycle)
)"}},
    {107,
     "dependency-cycle",
     "bindings depend on each other",
     "The message shows the names of the loop. A value cannot be computed from itself; a graph has no state. To follow a sequence, compute "
     "each element from the coordinate.",
     {R"(input cycle: u64
a := u64_add(b, cycle)
b := hash(a)
)"},
     {R"(input cycle: u64
a := u64_add(cycle, 1)
b := hash(a)
)"}},
    {108,
     "const-cycle",
     "consts depend on each other",
     "Consts are computed in the order of their dependencies before the first row, so there must be one.",
     {R"(const a := b + 1
const b := a + 1
)"},
     {R"(const a := 1
const b := a + 1
)"}},
    {109,
     "bad-placeholder",
     "a placeholder names no wire and is no expression",
     "A string that is the whole value of a binding is examined once more when some placeholder in it does not read as an expression: then "
     "each `{body}` must be the name of a wire. Width and precision belong into `printf`; `{{` and `}}` are braces.",
     {R"(input cycle: u64
a := "{cycle:05}"
)"},
     {R"(input cycle: u64
a := printf("{05}", cycle)
)"}},
    {110,
     "unknown-output",
     "an output is selected that the program does not have",
     "--outputs and --where may name bindings, inputs and externs of the program, hidden ones included.",
     {R"(bucket := mod(cycle, 64)
)",
      "polydat eval example.polydat --outputs buckt"},
     {R"(bucket := mod(cycle, 64)
)",
      "polydat eval example.polydat --outputs bucket"}},
    {111,
     "unknown-assignment",
     "a value is assigned to something that is no input and no extern",
     "NAME=VALUE and --set fix an input or an extern. A binding cannot be assigned: make it an extern with a default.",
     {R"(input cycle: u64
limit := 10
a := u64_add(cycle, limit)
)",
      "polydat eval example.polydat limit=5"},
     {R"(input cycle: u64
extern limit: u64 = 10
a := u64_add(cycle, limit)
)",
      "polydat eval example.polydat limit=5"}},
    {112,
     "duplicate-output",
     "an output is selected twice",
     "Columns have distinct names, so each output is selected once.",
     {R"(bucket := mod(cycle, 64)
)",
      "polydat provenance example.polydat bucket bucket"},
     {R"(bucket := mod(cycle, 64)
)",
      "polydat provenance example.polydat bucket"}},
};

}  // namespace

std::span<const DiagnosticCode> name_codes() { return kRows; }

}  // namespace polydat::lang
