// The JSON tree that a `json` wire carries: object members in insertion order, number leaves u64, i64 or f64.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

namespace polydat {

using JsonTree = nlohmann::ordered_json;

struct JsonBox {
  JsonTree tree;
};

inline std::shared_ptr<const JsonBox> make_json_box(JsonTree tree) {
  return std::make_shared<const JsonBox>(JsonBox{std::move(tree)});
}

}  // namespace polydat
