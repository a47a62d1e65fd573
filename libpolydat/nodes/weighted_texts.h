// A weighted choice among texts: an alias table (alias_table.h) that names the places of the texts, with the draw as an integer.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nodes/padded_text.h"
#include "nodes/remainder.h"
#include "nodes/row_form.h"

namespace polydat {

class WeightedTexts : public Prepared {
 public:
  WeightedTexts() = default;  // of nothing: there is no pick
  // As many weights as texts; the weights as build_alias_table wants them.
  WeightedTexts(PaddedTexts texts, std::span<const double> weights);

  bool empty() const { return cells_.empty(); }
  const PaddedTexts& texts() const { return texts_; }
  // The text that native::alias_pick gives.
  char* put_pick(char* to, std::uint64_t input) const {
    const Cell& cell = cells_[column_.of(input)];
    return texts_.put(to, cell.places[(input >> 32) >= cell.first_other]);
  }

 private:
  struct Cell {
    std::uint64_t first_other;  // from this draw on, out of 2^32, the choice is the other one
    std::array<PaddedTexts::Place, 2> places;
  };
  PaddedTexts texts_;
  std::vector<Cell> cells_;
  Remainder column_;
};

}  // namespace polydat
