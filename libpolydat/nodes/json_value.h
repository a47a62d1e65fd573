// The JSON tree that a `json` wire carries: object members in insertion order, number leaves u64, i64 or f64.
//
// A box is immutable and always owned by a shared_ptr: a wire's words hold its address, and Value::from_words shares it again.
#pragma once

#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

namespace polydat {

using JsonTree = nlohmann::ordered_json;

struct JsonBox : std::enable_shared_from_this<JsonBox> {
  explicit JsonBox(JsonTree t) : tree(std::move(t)) {}
  JsonTree tree;
};

inline std::shared_ptr<const JsonBox> make_json_box(JsonTree tree) { return std::make_shared<const JsonBox>(std::move(tree)); }

// Same structure, member order and leaves: floats by bits, and 1 is not 1.0. Iterative.
bool same_json(const JsonTree& a, const JsonTree& b);

}  // namespace polydat
