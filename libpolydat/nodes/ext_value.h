// Reflected library objects: what an `ext` or `handle` wire carries (partitions, partition lists, producers).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "nodes/json_value.h"

namespace polydat {

// Immutable, and always owned by a shared_ptr (a wire's words hold its address). Two objects are equal when their type name
// and display text are.
struct ExtBox : std::enable_shared_from_this<ExtBox> {
  virtual ~ExtBox() = default;
  virtual std::string_view type_name() const = 0;
  virtual std::string display() const = 0;
  virtual JsonTree to_json() const = 0;
};

}  // namespace polydat
