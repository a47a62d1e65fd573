// Reflected library objects: what an `ext` or `handle` wire carries (partitions, partition lists, producers).
#pragma once

#include <string>
#include <string_view>

#include "nodes/json_value.h"

namespace polydat {

// Immutable. Two objects are equal when their type name and display text are.
struct ExtBox {
  virtual ~ExtBox() = default;
  virtual std::string_view type_name() const = 0;
  virtual std::string display() const = 0;
  virtual JsonTree to_json() const = 0;
};

}  // namespace polydat
