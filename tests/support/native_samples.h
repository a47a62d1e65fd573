// Every native row of the catalog with constants that its node accepts, and words that its wires may carry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nodes/catalog.h"
#include "nodes/native/native_id.h"
#include "nodes/prepare.h"

namespace polydat::testing {

struct NativeSample {
  const NodeDef* row = nullptr;
  std::string name;
  std::vector<PortType> wires;  // two for a fold
  std::vector<PortType> outputs;
  std::vector<PortType> input_words;  // the type of each wire's words
  std::vector<PortType> output_words;
  ConstBlock constants;  // owns the tables whose addresses are among its words
};

// All native rows, in catalog order. A row whose constants no sample suits fails the test that asks.
std::vector<NativeSample> all_native_samples();

// Set `n` of wire words for a sample: edges in changing combination, then random words.
std::vector<std::uint64_t> sample_words(const NativeSample& sample, std::size_t n);

// The row closure's error word; `out` gets its result words.
std::uint32_t run_row_closure(const NativeSample& sample, const std::vector<std::uint64_t>& words, std::vector<std::uint64_t>& out);

// Any word brought into the form that slots of the type have.
std::uint64_t as_slot(PortType type, std::uint64_t w);

// Equal bits, or both NaN: which NaN comes out of two is the processor's choice by operand order.
bool same_word(PortType type, std::uint64_t a, std::uint64_t b);

}  // namespace polydat::testing
