// A program as code that runs without polydat.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/code_generator.h"
#include "polydat/program.h"

namespace polydat {

// A value that an exported function takes or gives.
struct ExportedValue {
  std::string name;
  PortType type = PortType::U64;
  std::uint32_t first_word = 0;  // of its one or two words
};

struct ExportedProgram {
  ExportRequest request;  // complete but for name, cpu and form
  std::vector<ExportedValue> inputs, outputs;
};

// Nothing, and a sentence in `why`, when it cannot: something of it has no native form, an output is text or a list, a value is None.
// What depends on no coordinate is computed here, once, and baked in. The program's engine is hybrid.
std::optional<ExportedProgram> export_program(std::shared_ptr<const Program> program, std::string& why);

}  // namespace polydat
