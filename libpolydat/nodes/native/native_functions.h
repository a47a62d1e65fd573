// All native functions: the headers and the list of their names. Adding a family is one include and one line.
#pragma once

#include "nodes/native/arithmetic.h"
#include "nodes/native/hashing.h"

#define POLYDAT_NATIVE_FUNCTIONS(X) \
  POLYDAT_NATIVE_ARITHMETIC(X)      \
  POLYDAT_NATIVE_HASHING(X)
