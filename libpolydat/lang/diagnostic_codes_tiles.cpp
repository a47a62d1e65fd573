// Mistakes in tiles.
#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

namespace {

constexpr DiagnosticCode kRows[] = {
    {701,
     "bad-tile",
     "the template of a tile cannot be read",
     "Holes are closed and hold one expression; directives have a block; a tile of encoding json is JSON when every hole is replaced by 0.",
     {R"(input cycle: u64
tile doc : json := { "a": ${cycle} "b": 1 }
)"},
     {R"(input cycle: u64
tile doc : json := { "a": ${cycle}, "b": 1 }
)"}},
    {702,
     "hole-type",
     "a hole declares a type that its value does not have",
     "A declared type is reached by one conversion that loses nothing, in a tile with the option strict by none.",
     {R"(input cycle: u64
s := "7"
tile doc := "${s: u64}"
)"},
     {R"(input cycle: u64
s := "7"
tile doc := "${s as u64}"
)"}},
};

}  // namespace

std::span<const DiagnosticCode> tile_codes() { return kRows; }

}  // namespace polydat::lang
