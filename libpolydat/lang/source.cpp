// Source and Sources: offsets to files, lines and columns. Lines are indexed once; a column is counted when it is asked for.
#include <algorithm>

#include "polydat/diagnostic.h"

namespace polydat {

Source::Source(std::string name, std::string text) {
  // A byte-order mark is no part of the text, so that it shifts no column.
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  Content content{std::move(name), std::move(text), {0}};
  for (std::size_t at = content.text.find('\n'); at != std::string::npos; at = content.text.find('\n', at + 1)) {
    content.line_starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  content_ = std::make_shared<const Content>(std::move(content));
}

Location Source::location(std::uint32_t offset) const {
  const std::string_view text = content_->text;
  const std::vector<std::uint32_t>& starts = content_->line_starts;
  offset = std::min(offset, static_cast<std::uint32_t>(text.size()));
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  Location place;
  place.line = static_cast<std::uint32_t>(after - starts.begin());
  for (std::uint32_t at = *(after - 1); at < offset; ++at) {
    // Every byte but the continuation bytes of UTF-8 begins a character.
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) ++place.column;
  }
  return place;
}

std::string_view Source::line(std::uint32_t number) const {
  const std::string_view text = content_->text;
  const std::vector<std::uint32_t>& starts = content_->line_starts;
  if (number == 0 || number > starts.size()) return {};
  const std::size_t begin = starts[number - 1];
  std::size_t end = number < starts.size() ? starts[number] - 1 : text.size();
  if (end > begin && text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

std::optional<std::uint32_t> Sources::add(Source source) {
  for (std::size_t f = 1; f < files_.size(); ++f)
    if (files_[f].source.name() == source.name() && files_[f].source.text() == source.text()) return files_[f].base;
  // One offset past each text belongs to it: its end is a place too.
  const std::uint64_t base = std::uint64_t{files_.back().base} + files_.back().source.text().size() + 1;
  if (base + source.text().size() > ~std::uint32_t{0}) return std::nullopt;
  files_.push_back({static_cast<std::uint32_t>(base), std::move(source)});
  return files_.back().base;
}

const Sources::File& Sources::file_at(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(files_.begin(), files_.end(), offset, [](std::uint32_t at, const File& file) { return at < file.base; });
  return *(after - 1);
}

}  // namespace polydat
