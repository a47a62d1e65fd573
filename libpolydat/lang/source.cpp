// Source and Sources: offsets to files, lines and columns. Lines, and the columns of every so many bytes, are indexed once.
#include <algorithm>

#include "polydat/diagnostic.h"

namespace polydat {

namespace {

// Every byte but the continuation bytes of UTF-8 begins a character.
std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

Source::Source(std::string name, std::string text) {
  // A byte-order mark is no part of the text, so that it shifts no column.
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  Content content{std::move(name), std::move(text), {0}, {0}};
  for (std::size_t at = content.text.find('\n'); at != std::string::npos; at = content.text.find('\n', at + 1)) {
    content.line_starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  const std::string_view whole = content.text;
  for (std::size_t at = kColumnStep; at <= whole.size(); at += kColumnStep)
    content.columns_before.push_back(content.columns_before.back() + count_characters(whole.substr(at - kColumnStep, kColumnStep)));
  content_ = std::make_shared<const Content>(std::move(content));
}

// How many bytes before `offset` begin a character.
std::uint32_t Source::columns_to(std::uint32_t offset) const {
  const std::uint32_t step = offset / kColumnStep;
  return content_->columns_before[step] + count_characters(text().substr(step * kColumnStep, offset % kColumnStep));
}

Location Source::location(std::uint32_t offset) const {
  const std::string_view text = content_->text;
  const std::vector<std::uint32_t>& starts = content_->line_starts;
  offset = std::min(offset, static_cast<std::uint32_t>(text.size()));
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  Location place;
  place.line = static_cast<std::uint32_t>(after - starts.begin());
  place.column += columns_to(offset) - columns_to(*(after - 1));
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
  const auto [from, to] = by_name_.equal_range(source.name());
  for (auto known = from; known != to; ++known)
    if (files_[known->second].source.text() == source.text()) return files_[known->second].base;
  // One offset past each text belongs to it: its end is a place too.
  const std::uint64_t base = std::uint64_t{files_.back().base} + files_.back().source.text().size() + 1;
  if (base + source.text().size() > ~std::uint32_t{0}) return std::nullopt;
  by_name_.emplace(source.name(), files_.size());
  files_.push_back({static_cast<std::uint32_t>(base), std::move(source)});
  return files_.back().base;
}

const Sources::File& Sources::file_at(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(files_.begin(), files_.end(), offset, [](std::uint32_t at, const File& file) { return at < file.base; });
  return *(after - 1);
}

}  // namespace polydat
