// Finds and loads the JIT object, once, on demand.
#pragma once

#include <string>

#include "plan/code_generator.h"

namespace polydat {

// The code generator, or null and a reason (built without JIT, object not found, wrong ABI). The object is looked for in
// $POLYDAT_JIT_OBJECT, beside the program, and in ../lib/polydat of it. Thread-safe; the outcome is remembered.
CodeGenerator* load_code_generator(std::string& error);

// Whether there is an object to load, without loading it: a few system calls where that takes milliseconds. Thread-safe.
bool has_code_generator(std::string& error);

}  // namespace polydat
