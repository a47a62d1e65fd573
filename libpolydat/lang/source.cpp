// Source: offsets to lines and columns. Lines are indexed once; a column is counted when it is asked for.
#include <algorithm>

#include "polydat/diagnostic.h"

namespace polydat {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  // A byte-order mark is no part of the text, so that it shifts no column.
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  line_starts_.push_back(0);
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

Location Source::location(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  Location place;
  place.line = static_cast<std::uint32_t>(after - line_starts_.begin());
  for (std::uint32_t at = *(after - 1); at < offset; ++at) {
    // Every byte but the continuation bytes of UTF-8 begins a character.
    if ((static_cast<unsigned char>(text_[at]) & 0xC0U) != 0x80U) ++place.column;
  }
  return place;
}

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::size_t begin = line_starts_[number - 1];
  std::size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

}  // namespace polydat
