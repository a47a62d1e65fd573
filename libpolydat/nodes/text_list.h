// Lists of texts made at build, from which a row picks one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nodes/native/probability.h"
#include "nodes/padded_text.h"
#include "nodes/prepare.h"
#include "nodes/row_form.h"

namespace polydat {

// Never empty.
struct TextList : Prepared {
  std::vector<std::string> texts;
};

// Texts behind an alias table of their indexes.
struct WeightedTexts : Prepared {
  PaddedTexts texts;
  std::vector<native::AliasCell> cells;
  void append_pick(Buffer& to, std::uint64_t input) const { texts.append(to, native::alias_pick(input, {cells.data(), cells.size()})); }
};

// Gathers the literals from the first on as a TextList; refuses an empty list.
void prepare_text_list(PrepareContext& context);

}  // namespace polydat
