#include "nodes/csv_text.h"

namespace polydat {

void append_csv_text(Buffer& to, std::string_view text, bool quote_empty) {
  const bool quoted = text.empty() ? quote_empty : has_blank_end(text) || text.find_first_of(",\"\r\n") != std::string_view::npos;
  if (!quoted) {
    to.append(text);
    return;
  }
  to.push_back('"');
  while (true) {
    const std::size_t quote = text.find('"');
    to.append(text.substr(0, quote));
    if (quote == std::string_view::npos) break;
    to.append("\"\"");
    text.remove_prefix(quote + 1);
  }
  to.push_back('"');
}

}  // namespace polydat
