// Mistakes in comprehensions, cursors and traversals.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {601,
     "bad-comprehension",
     "what stands after `for` cannot be read or cannot be traversed",
     "A comprehension is clauses `name in source`, or a union of comprehensions in brackets, or a producer; then `where`, then `order`. Values of a "
     "source are of one kind, sources of a zip are of one length, and a continuous source needs an order that samples it.",
     {R"(input cycle: u64
for k in 1..4 order spiral { v := k }
)",
      "polydat eval example.polydat"},
     {R"(input cycle: u64
for k in 1..4 order reverse_lex { v := k }
)",
      "polydat eval example.polydat"}},
    {602,
     "unbound-reference",
     "nothing binds a name that a comprehension reads",
     "A warning, and under `pragma strict` an error. The name reads None: a source that reads None yields nothing, and a predicate that reads None rejects "
     "the tuple.",
     {R"(pragma strict
input cycle: u64
for k in 1..4 where {limit} > 1 { v := k }
)"},
     {R"(input cycle: u64
extern limit: u64 = 3
for k in 1..4 where {limit} > 1 { v := k }
)"}},
    {603,
     "body-input",
     "the body of a `for` declares an input",
     "A body has one input of its own, `cycle`, which counts from 0 in every activation. Whatever else it reads comes from the scope around.",
     {R"(input cycle: u64
for k in 1..3 {
  input lane: u64
  v := k
}
)"},
     {R"(input (cycle: u64, lane: u64)
for k in 1..3 { v := k + lane }
)"}},
    {604,
     "bad-cursor",
     "the domain of a cursor cannot be read",
     "A cursor walks over `range(a, b)`.",
     {R"(input cycle: u64
cursor c = hash(3)
v := c.ordinal + cycle
)"},
     {R"(input cycle: u64
cursor c = range(0, 3)
v := c.ordinal + cycle
)"}},
};

}  // namespace

std::span<const DiagnosticCode> comprehension_codes() { return kRows; }

}  // namespace polydat::lang
