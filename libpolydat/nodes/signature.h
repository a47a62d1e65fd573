// The parsed form of NodeDef::signature.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/prepare.h"
#include "polydat/port_type.h"

namespace polydat {

enum class Constraint : std::uint8_t { None, Nonzero, Positive, Finite, Probability, Below, Filled, Digits };

struct Parameter {
  std::string name;
  bool constant = false;
  bool any = false;               // a wire of any type, no conversion
  PortType type = PortType::U64;  // u64, f64, bool or str for constants
  bool variadic = false;          // the last parameter of its sort; any number, also none
  Constraint constraint = Constraint::None;
  std::uint64_t bound = 0;               // of Below
  std::optional<Literal> default_value;  // constants only
};

struct OutputPort {
  std::string name;       // "value" when the signature names none
  bool same = false;      // the type of the first wire of type any
  bool repeated = false;  // as many outputs as constants (mixed_radix)
  PortType type = PortType::U64;
};

struct Signature {
  std::string name;
  std::vector<Parameter> parameters;  // in call order
  std::vector<OutputPort> outputs;
};

// Aborts on a signature that does not parse: a catalog row is our text, and the completeness test parses them all.
Signature parse_signature(std::string_view text);

}  // namespace polydat
