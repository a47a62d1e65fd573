// Values as JSON trees, as the json-making nodes see them: bytes are base64, numbers that are not finite are null.
#pragma once

#include <optional>

#include "nodes/json_value.h"
#include "nodes/row_form.h"

namespace polydat {

JsonTree value_tree(const ArgList::Item& item);

// The tree that the words of a json wire denote; null words give the JSON null.
const JsonTree& tree_of(const std::uint64_t* words);

// Number leaves: a float leaf is not an integer, whatever its value.
std::optional<std::uint64_t> unsigned_leaf(const JsonTree& leaf);
std::optional<std::int64_t> signed_leaf(const JsonTree& leaf);
std::optional<double> number_leaf(const JsonTree& leaf);
std::string_view string_leaf(const JsonTree& leaf);  // the text of a string leaf

// The member of an object, or null. A repeated key does not occur.
const JsonTree* find_member(const JsonTree& object, std::string_view key);
// Adds a member or replaces its value in place. `object` is an object.
void set_member(JsonTree& object, std::string_view key, JsonTree value);

}  // namespace polydat
