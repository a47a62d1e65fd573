// Mistakes in the JSON form of a graph (docs/graph.schema.json).
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr CodeExample kRight = {R"({"polydat": 1, "statements": [
  {"names": ["a"], "value": {"call": "hash", "args": [{"wire": "cycle"}]}}
]}
)"};

constexpr DiagnosticCode kRows[] = {
    {801,
     "bad-json",
     "a JSON graph is not JSON",
     "The note says what is wrong at this place. Comments, trailing commas and other extensions are not JSON.",
     {R"({"polydat": 1, "statements": [
  {"names": ["a"], "value": {"wire": "cycle"}},
]}
)"},
     kRight},
    {802,
     "bad-shape",
     "a part of a JSON graph is of another kind than its place wants",
     "docs/graph.schema.json describes every statement and every expression. Many editors check a file against it while it is written.",
     {R"({"polydat": 1, "statements": [{"names": "a", "value": {"wire": "cycle"}}]}
)"},
     kRight},
    {803,
     "unknown-key",
     "an object has a member that means nothing",
     "A member that nobody reads is nearly always misspelt, so it is an error.",
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"wire": "cycle"}, "valu": 1}]}
)"},
     kRight},
    {804,
     "duplicate-key",
     "an object has a member twice",
     "JSON readers disagree which of the two counts.",
     {R"({"polydat": 1, "polydat": 1, "statements": [{"names": ["a"], "value": {"wire": "cycle"}}]}
)"},
     kRight},
    {805,
     "missing-key",
     "an object lacks a member",
     "The message names the member. docs/graph.schema.json lists what each kind of object needs.",
     {R"({"polydat": 1, "statements": [{"names": ["a"]}]}
)"},
     kRight},
    {806,
     "bad-name",
     "a text is no name",
     "Names are letters, digits and `_`, and do not begin with a digit. Some words cannot be bound, since the language could not write them.",
     {R"({"polydat": 1, "statements": [{"names": ["a b"], "value": {"wire": "cycle"}}]}
)"},
     kRight},
    {807,
     "bad-version",
     "a JSON graph is of another version",
     "The member `polydat` is the version of the format, 1.",
     {R"({"polydat": 2, "statements": [{"names": ["a"], "value": {"wire": "cycle"}}]}
)"},
     kRight},
    {808,
     "bad-modifier",
     "a modifier does not exist",
     "The modifiers are const, shared and volatile.",
     {R"({"polydat": 1, "statements": [{"names": ["a"], "modifiers": ["constant"], "value": {"u64": 7}}]}
)"},
     {R"({"polydat": 1, "statements": [{"names": ["a"], "modifiers": ["const"], "value": {"u64": 7}}]}
)"}},
    {809,
     "bad-for-text",
     "a comprehension could not be written in the language",
     "The text of a `for` is what the language captures after the word: outside brackets and strings it holds no line end, no comment and no brace, "
     "and nothing in it is left open.",
     {R"({"polydat": 1, "statements": [{"names": ["g"], "value": {"for": "x in [1, 2"}}]}
)"},
     kRight},
    {810,
     "unknown-operator",
     "an operator does not exist",
     "The operators are those of the language, `neg` for the minus sign, and `!`.",
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"op": "plus", "args": [{"wire": "cycle"}, {"u64": 1}]}}]}
)"},
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"op": "+", "args": [{"wire": "cycle"}, {"u64": 1}]}}]}
)"}},
    {811,
     "bad-integer",
     "an integer literal is none",
     "{\"u64\": ...} holds decimal digits in a string, or a JSON integer from 0 to 18446744073709551615.",
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"u64": -1}}]}
)"},
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"u64": "18446744073709551615"}}]}
)"}},
    {812,
     "bad-float",
     "a float literal is none",
     "{\"f64\": ...} holds a JSON number, or a text such as \"1.5\" or \"-2e3\". Infinity and NaN are not allowed.",
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"f64": "inf"}}]}
)"},
     {R"({"polydat": 1, "statements": [{"names": ["a"], "value": {"f64": "1.5"}}]}
)"}},
};

}  // namespace

std::span<const DiagnosticCode> json_codes() { return kRows; }

}  // namespace polydat::lang
