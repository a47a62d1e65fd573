// Gathering text literals (nodes/text_list.h).
#include "nodes/text_list.h"

namespace polydat {

void prepare_text_list(PrepareContext& context) {
  if (context.size() == 0) return context.refuse(0, "the list of values is empty; give at least one");
  auto list = std::make_shared<TextList>();
  list->texts.reserve(context.size());
  for (std::size_t i = 0; i < context.size(); ++i) list->texts.emplace_back(context.str(i));
  context.add_object<TextList>(std::move(list));
}

}  // namespace polydat
