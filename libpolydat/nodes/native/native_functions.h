// All native functions: the headers and the list of their names. Adding a family is one include and one line.
#pragma once

#include "nodes/native/arithmetic.h"
#include "nodes/native/assertions.h"
#include "nodes/native/comparison.h"
#include "nodes/native/conversions.h"
#include "nodes/native/datetime.h"
#include "nodes/native/distribution.h"
#include "nodes/native/hashing.h"
#include "nodes/native/interpolation.h"
#include "nodes/native/math.h"
#include "nodes/native/noise.h"
#include "nodes/native/permutation.h"
#include "nodes/native/probability.h"
#include "nodes/native/registers.h"
#include "nodes/native/round_numbers.h"
#include "nodes/native/scalar_adapters.h"

#define POLYDAT_NATIVE_FUNCTIONS(X) \
  POLYDAT_NATIVE_ARITHMETIC(X)      \
  POLYDAT_NATIVE_ASSERTIONS(X)      \
  POLYDAT_NATIVE_COMPARISON(X)      \
  POLYDAT_NATIVE_CONVERSIONS(X)     \
  POLYDAT_NATIVE_HASHING(X)         \
  POLYDAT_NATIVE_ADAPTERS(X)        \
  POLYDAT_NATIVE_DATETIME(X)        \
  POLYDAT_NATIVE_DISTRIBUTION(X)    \
  POLYDAT_NATIVE_INTERPOLATION(X)   \
  POLYDAT_NATIVE_MATH(X)            \
  POLYDAT_NATIVE_NOISE(X)           \
  POLYDAT_NATIVE_PERMUTATION(X)     \
  POLYDAT_NATIVE_PROBABILITY(X)     \
  POLYDAT_NATIVE_REGISTERS(X)       \
  POLYDAT_NATIVE_ROUND_NUMBERS(X)
