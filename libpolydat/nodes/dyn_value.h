// What a `dyn` wire carries: a value of any type, as one object (language 3.1). Its words hold the object's address.
#pragma once

#include "nodes/ext_value.h"
#include "nodes/node_def.h"
#include "polydat/value.h"

namespace polydat {

struct DynBox final : ExtBox {
  explicit DynBox(Value held);
  std::string_view type_name() const override { return "dyn"; }
  std::string display() const override;
  JsonTree to_json() const override;

  const Value value;  // neither None nor `dyn`
  std::uint64_t words[2];
};

// A value as what a `dyn` wire carries, and back. None and a value that is there already stay what they are, but for the type of None.
Value to_dyn(const Value& value);
Value from_dyn(const Value& value);

// A boundary conversion of what the wire holds, whatever its type is, into the type of the output (types page, 4.5). Bit 0: there is no such
// conversion, or the value does not fit.
std::uint32_t convert_dyn(const Call& call);

}  // namespace polydat
