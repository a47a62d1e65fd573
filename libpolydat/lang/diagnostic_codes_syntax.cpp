// Mistakes of form: what the grammar does not allow.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {20,
     "unexpected-token",
     "something stands where the grammar allows something else",
     "The message says what could stand here and what does. The place is the first token that cannot continue what was read before it; the "
     "mistake may lie a little earlier.",
     {R"(extern base u64
a := u64_add(base, cycle)
)"},
     {R"(extern base: u64 = 1
a := u64_add(base, cycle)
)"}},
    {21,
     "not-a-statement",
     "no statement begins like this",
     "A statement begins with a name that is bound (`name := ...`), with `(a, b) := ...`, or with one of the words const, shared, volatile, "
     "input, extern, cursor, pragma, for and tile. Statements need no separator: `;` and `,` are mistakes.",
     {R"(a := hash(cycle),
b := a
)"},
     {R"(a := hash(cycle)
b := a
)"}},
    {22,
     "missing-operand",
     "an expression is missing",
     "An operator, a bracket or `:=` must be followed by an expression. Here it is followed by something that begins none.",
     {R"(a := cycle +
b := hash(cycle)
)"},
     {R"(a := cycle + 1
b := hash(cycle)
)"}},
    {23,
     "missing-close",
     "a bracket is not closed",
     "A `(` or `[` is still open, and what stands here can neither continue its contents nor close it. Often a comma is missing between two "
     "arguments.",
     {R"(a := mod(hash(cycle) 1000)
)"},
     {R"(a := mod(hash(cycle), 1000)
)"}},
    {24,
     "missing-brace",
     "a brace is missing",
     "The branches of `if c { a } else { b }`, the body of a module and the body of a `for` stand between braces.",
     {R"(a := if cycle > 5 { 1 else { 2 }
)"},
     {R"(a := if cycle > 5 { 1 } else { 2 }
)"}},
    {25,
     "missing-bind",
     "`:=` is missing",
     "A name at the beginning of a statement is bound: `name := expression`.",
     {R"(const limit 100
a := mod(cycle, 7)
)"},
     {R"(const limit := 100
a := mod(cycle, 7)
)"}},
    {26,
     "equals-for-bind",
     "a binding is written with `:=`",
     "`=` appears only in the default of an extern and in the declaration of a cursor.",
     {R"(a = hash(cycle)
)"},
     {R"(a := hash(cycle)
)"}},
    {27,
     "bind-for-equals",
     "a default or a cursor is written with `=`",
     "`extern name: type = default` and `cursor name = range(a, b)` declare something that a host or a driver may change. `:=` binds a name "
     "to an expression for good.",
     {R"(extern base: u64 := 5
a := u64_add(cycle, base)
)"},
     {R"(extern base: u64 = 5
a := u64_add(cycle, base)
)"}},
    {28,
     "bare-expression",
     "an expression alone is not a statement",
     "Every value has a name, which is also the name of its column. Bind the expression; a name that begins with `__` is hidden.",
     {R"(a := cycle
hash(a)
)"},
     {R"(a := cycle
b := hash(a)
)"}},
    {29,
     "missing-name",
     "a name is missing",
     "A declaration, a target list, a parameter list and a field access need a name here. Reserved words (const, input, extern, shared, "
     "volatile, cursor, over, pragma, for, tile) are no names.",
     {R"(input 5
a := 1
)"},
     {R"(input five
a := five
)"}},
    {30,
     "missing-type",
     "a type is missing",
     "A type is one word, such as u64, f64, str or bool. It follows the `:` of a declaration and the word `as`.",
     {R"(input cycle: 64
a := cycle
)"},
     {R"(input cycle: u64
a := cycle
)"}},
    {31,
     "missing-string",
     "a string is missing",
     "The options and the bodies of tiles are strings: `sigil \"%\"`, `delims \"<<\" \">>\"`.",
     {R"(tile row : text (sigil %) := "x"
)"},
     {R"(tile row : text (sigil "%") := "x"
)"}},
    {32,
     "missing-else",
     "an `if` has no `else`",
     "`if` selects one of two values, so it needs both. Both are always computed.",
     {R"(a := if cycle > 5 { 1 }
)"},
     {R"(a := if cycle > 5 { 1 } else { 0 }
)"}},
    {33,
     "named-if",
     "the parts of `if` have no names",
     "`if(condition, then, else)` takes its three parts by position.",
     {R"(a := if(cycle > 5, then: 1, else_: 2)
)"},
     {R"(a := if(cycle > 5, 1, 2)
)"}},
    {34,
     "trailing-comma",
     "a comma ends a list",
     "A comma separates two arguments, list elements, inputs or targets; none stands before the closing bracket.",
     {R"(a := mod(cycle, 7,)
)"},
     {R"(a := mod(cycle, 7)
)"}},
    {35,
     "leading-dot",
     "a number begins with a digit",
     "`.5` is no number; write `0.5`.",
     {R"(a := cycle * .5
)"},
     {R"(a := cycle * 0.5
)"}},
    {36,
     "digit-separator",
     "numbers have no digit separators",
     "`10_000` is the number 10 followed by the name `_000`. Write 10000 or 10K.",
     {R"(a := mod(cycle, 7) b := 10_000
)"},
     {R"(a := mod(cycle, 7) b := 10K
)"}},
    {37,
     "reserved-word",
     "a reserved word cannot be bound",
     "`input`, `cursor` and `over` may be read like other names, but a statement that begins with one of them declares an input or a cursor. "
     "`tile` and the other reserved words are never names.",
     {R"(input := hash(cycle)
)"},
     {R"(entry := hash(cycle)
)"}},
    {38,
     "empty-input",
     "an input list names no input",
     "`input (a: u64, b: u64)` declares at least one coordinate. A program that needs none has no input statement.",
     {R"(input ()
a := 1
)"},
     {R"(input (x, y)
a := u64_add(x, y)
)"}},
    {39,
     "duplicate-modifier",
     "a modifier is written twice",
     "Each of const, shared and volatile may stand once before a name.",
     {R"(const const a := hash(7)
)"},
     {R"(const a := hash(7)
)"}},
    {40,
     "modifier-conflict",
     "const excludes shared and volatile",
     "A const is computed once before the first row. A shared cell may be written by the host, a volatile binding is computed at every read: "
     "both contradict const.",
     {R"(const volatile a := hash(7)
)"},
     {R"(const a := hash(7)
)"}},
    {41,
     "modifier-on-tuple",
     "a modifier precedes a list of targets",
     "const, shared and volatile stand before a single name.",
     {R"(const (a, b) := ephemeral(cycle)
)"},
     {R"(const a := hash(7)
)"}},
    {42,
     "annotation-without-shared",
     "only a shared binding takes a type",
     "The type of a binding follows from its expression. To convert, write `expression as type`.",
     {R"(a: f64 := cycle
)"},
     {R"(a := cycle as f64
)"}},
    {43,
     "tuple-needs-call",
     "several names are bound to something that is no call",
     "Only a call of a function or a module has several outputs, so only a call stands behind `(a, b) :=`.",
     {R"((a, b) := cycle + 1
)"},
     {R"(a := cycle + 1
b := cycle + 1
)"}},
    {44,
     "missing-for-text",
     "nothing follows `for`",
     "`for` is followed by what it runs over: `for x in 0..10 { ... }`.",
     {R"(input cycle: u64
for {
  a := cycle
}
)"},
     {R"(input cycle: u64
for x in 0..3 {
  a := hash(x)
}
)"}},
    {45,
     "missing-for-block",
     "a `for` statement has no block",
     "A `for` that is a statement runs the block behind it once per tuple. Without a block, bind it: `name := for x in 0..10`.",
     {R"(input cycle: u64
for x in 0..10
a := cycle
)"},
     {R"(input cycle: u64
for x in 0..3 {
  a := hash(x)
}
)"}},
    {46,
     "bare-producer",
     "the name of a producer alone is not a producer",
     "`h := for g` would only rename `g`. Derive something from it with `where` or `order`, or use `g` itself.",
     {R"(input cycle: u64
g := for h
)"},
     {R"(input cycle: u64
g := for x in 0..10
)"}},
    {47,
     "producer-in-expression",
     "a `for` stands inside an expression",
     "A producer may only be the whole value of a binding.",
     {R"(input cycle: u64
g := 1 + for x in 0..10
)"},
     {R"(input cycle: u64
g := for x in 0..10
)"}},
    {48,
     "no-module-outputs",
     "a module has no outputs",
     "A module says after `->` which of its bindings the caller sees, with their types.",
     {R"(twice(x: u64) -> () := {
  y := u64_add(x, x)
}
a := 1
)"},
     {R"(twice(x: u64) -> (y: u64) := {
  y := u64_add(x, x)
}
a := twice(cycle)
)"}},
    {49,
     "unknown-encoding",
     "a tile has an unknown encoding",
     "The encodings are json, text and csv. They decide how the value of a hole is written.",
     {R"(tile row : xml := "${cycle}"
)"},
     {R"(tile row : text := "${cycle}"
)"}},
    {50,
     "unknown-tile-option",
     "a tile has an unknown option",
     "The options of a tile are delims, sigil, strict and instring; of a polytile call open, close, sigil, strict and instring.",
     {R"(tile row : text (sigl "%") := "x"
)"},
     {R"(tile row : text (sigil "%") := "x"
)"}},
    {51,
     "missing-tile-body",
     "a tile has no body",
     "After `:=` on the line of `tile` follows the template: a `{` or `[` block, a heredoc `<<< ... >>>`, or a string.",
     {R"(tile row : text := 5
)"},
     {R"(tile row : text := "5"
)"}},
};

}  // namespace

std::span<const DiagnosticCode> syntax_codes() { return kRows; }

}  // namespace polydat::lang
