// Mistakes in the text of a graph, below its grammar.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {1,
     "invalid-utf8",
     "the text is not UTF-8",
     "A graph is UTF-8 text, in the language and in JSON. The message points at the first byte that cannot be part of it. Save the "
     "file as UTF-8, or remove the byte.",
     {"", R"(printf 'a := "\377"' | polydat check -)"},
     {"", R"(printf 'a := "\303\277"' | polydat check -)"}},
    {2,
     "unexpected-character",
     "no token begins with this character",
     "Outside strings and comments only ASCII has a meaning. Characters such as `$`, `?` or a typographic quote begin no token. They may "
     "stand in a string or in a comment.",
     {R"(input cycle: u64
price := cycle $ 2
)"},
     {R"(input cycle: u64
price := "{cycle} $"
)"}},
    {3,
     "unterminated-comment",
     "a comment is never closed",
     "`/*` begins a comment that runs to the first `*/`. Without one it would swallow the rest of the text. Comments do not nest.",
     {R"(a := hash(cycle)
/* the rest is a note
b := a
)"},
     {R"(a := hash(cycle)
/* a note */
b := a
)"}},
    {4,
     "unterminated-string",
     "a string is never closed",
     "A string ends at the quote character it began with and may hold line ends. Write `\\\"` for the quote itself.",
     {R"(a := "row {cycle}
)"},
     {R"(a := "row {cycle}"
)"}},
    {5,
     "unterminated-heredoc",
     "a heredoc is never closed",
     "`<<<` begins a text that runs to the first `>>>`.",
     {R"(a := <<<
one line
)"},
     {R"(a := <<<
one line
>>>
)"}},
    {6,
     "unterminated-tile-block",
     "the body of a tile is never closed",
     "A tile body that begins with `{` or `[` ends at the bracket that matches it. Brackets inside double quotes do not count.",
     {R"(tile row : json := { "id": ${cycle}
)"},
     {R"(tile row : json := { "id": ${cycle} }
)"}},
    {7,
     "unterminated-for",
     "a bracket or a string in the text after `for` is never closed",
     "The text after `for` runs to the end of the line or to the `{` of its block, but not inside brackets or strings. One that is "
     "never closed would take in the rest of the program.",
     {R"(input cycle: u64
g := for x in [1, 2
)"},
     {R"(input cycle: u64
g := for x in [1, 2]
x := hash(cycle)
)"}},
    {8,
     "integer-too-large",
     "an integer does not fit in 64 bits",
     "Integers are `u64`, at most 18446744073709551615. A larger number can be written as a float, which is not exact.",
     {R"(a := mod(cycle, 18446744073709551616)
)"},
     {R"(a := mod(cycle, 18446744073709551615)
)"}},
    {9,
     "bad-hex",
     "a hexadecimal number has no digit",
     "`0x` begins a hexadecimal number, so a digit must follow.",
     {R"(a := cycle & 0x
)"},
     {R"(a := cycle & 0xff
)"}},
    {10,
     "bad-exponent",
     "the exponent of a float has no digit",
     "`e` or `E` after digits begins an exponent, with a sign or without.",
     {R"(a := cycle * 3e
)"},
     {R"(a := cycle * 3e2
)"}},
    {11,
     "suffix-overflow",
     "an integer does not fit in 64 bits once its suffix is applied",
     "`K`, `M`, `G`, `T`, `P` multiply by powers of 1000, `Ki`, `Mi`, `Gi`, `Ti`, `Pi` by powers of 1024. The product of an integer stays "
     "an integer and must be at most 18446744073709551615.",
     {R"(a := mod(cycle, 20000P)
)"},
     {R"(a := mod(cycle, 20P)
)"}},
    {12,
     "float-too-large",
     "a number is larger than any float",
     "Floats are IEEE doubles, at most about 1.8e308.",
     {R"(a := cycle * 1e999
)"},
     {R"(a := cycle * 1e300
)"}},
};

}  // namespace

std::span<const DiagnosticCode> text_codes() { return kRows; }

}  // namespace polydat::lang
