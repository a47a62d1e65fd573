// The code generator for tests of the JIT object.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "plan/jit_loader.h"

namespace polydat::testing {

// Null only in a build without JIT, where these tests have nothing to say. An object that is there and does not load is a failure.
inline CodeGenerator* generator() {
  std::string error;
  CodeGenerator* made = load_code_generator(error);
#ifdef POLYDAT_JIT
  REQUIRE_MESSAGE(made != nullptr, error);
#else
  if (made == nullptr) MESSAGE("skipped: " << error);
#endif
  return made;
}

}  // namespace polydat::testing
