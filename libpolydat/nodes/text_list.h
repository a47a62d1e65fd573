// Lists of texts made at build, from which a row picks one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nodes/prepare.h"
#include "nodes/row_form.h"

namespace polydat {

// Never empty.
struct TextList : Prepared {
  std::vector<std::string> texts;
};

// Gathers the literals from the first on as a TextList; refuses an empty list.
void prepare_text_list(PrepareContext& context);

}  // namespace polydat
