// Lists of texts made at build, from which a row picks one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nodes/native/probability.h"
#include "nodes/prepare.h"
#include "nodes/row_form.h"

namespace polydat {

// Never empty.
struct TextList : Prepared {
  std::vector<std::string> texts;
};

// Texts behind an alias table of their indexes.
struct WeightedTexts : Prepared {
  std::vector<std::string> texts;
  std::vector<native::AliasCell> cells;
  const std::string& pick(std::uint64_t input) const { return texts[native::alias_pick(input, {cells.data(), cells.size()})]; }
};

// Gathers the literals from the first on as a TextList; refuses an empty list.
void prepare_text_list(PrepareContext& context);

}  // namespace polydat
