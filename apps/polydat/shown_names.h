// Bindings as people see them: what the compiler binds for the repeats of a tile has names with an `@`, which no program can write.
// An element of a repeat is shown by its own name; bodies, texts and calls are not shown, and what they read counts for their readers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/resolve_names.h"

namespace polydat::app {

// An element of a tile's repeat.
bool is_element(const Names& names, const Symbol& symbol);
// A field of a cursor's partition.
bool is_cursor_field(const Names& names, const Symbol& symbol);
bool is_shown(const Names& names, const Symbol& symbol);
std::string_view shown_name(const Symbol& symbol);
// The text of an expression, with the names in it as they are shown.
std::string shown_expression(std::string_view text);
// The shown symbols that a binding reads, each once, in the order of the text.
std::vector<std::uint32_t> symbols_read(const Names& names, const Binding& binding);

}  // namespace polydat::app
