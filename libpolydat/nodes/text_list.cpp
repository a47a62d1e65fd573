// Gathering text literals (nodes/text_list.h).
#include "nodes/text_list.h"

#include "nodes/plain_text.h"

namespace polydat {

void prepare_text_list(PrepareContext& context) {
  if (context.size() == 0) return context.refuse(0, "the list of values is empty; give at least one");
  auto list = std::make_shared<TextList>();
  list->texts.reserve(context.size());
  bool plain = true;
  for (std::size_t i = 0; i < context.size(); ++i) plain = plain && is_plain_text(list->texts.emplace_back(context.str(i)));
  context.set_plain_text(plain);
  context.add_object<TextList>(std::move(list));
}

}  // namespace polydat
