// The outline is built from the events of the library's parser, which is iterative. The library tells no places; they are found
// by an iterator that counts what the parser has taken, and by skipping blanks and separators after the value before.
#include "graph/json_outline.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lang/utf8.h"

namespace polydat {

namespace {

// Walks over a text and leaves its offset where the observer can see it.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(std::string_view text, std::size_t* at) : text_(text), at_(at) {}
  const char& operator*() const { return text_[*at_]; }
  CountingIterator& operator++() {
    ++*at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*at_;
    return before;
  }
  // Only ever compared with the end.
  bool operator==(const CountingIterator&) const { return *at_ >= text_.size(); }
  bool operator!=(const CountingIterator& end) const { return !(*this == end); }

 private:
  std::string_view text_;
  std::size_t* at_;
};

bool is_number_char(char c) { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

// Receives the library's events; each returns whether to go on.
class OutlineBuilder {
 public:
  using json = nlohmann::json;

  OutlineBuilder(std::string_view text, const std::size_t& at, const Limits& limits, Diagnostics& diagnostics, JsonOutline& outline)
      : text_(text), at_(at), limits_(limits), diagnostics_(diagnostics), outline_(outline) {}

  bool null() { return word(JsonKind::Null, false); }
  bool boolean(bool value) { return word(JsonKind::Boolean, value); }
  bool number_integer(json::number_integer_t) { return number(); }
  bool number_unsigned(json::number_unsigned_t) { return number(); }
  bool number_float(json::number_float_t, const std::string&) { return number(); }
  bool binary(json::binary_t&) { return false; }
  bool string(std::string& value) {
    JsonItem item;
    item.kind = JsonKind::String;
    item.range = quoted_range();
    if (has_escapes(item.range)) item.text = keep(value);
    return add(item);
  }
  bool key(std::string& value) {
    key_ = quoted_range();
    key_text_ = has_escapes(key_) ? keep(value) : JsonItem::kNone;
    return true;
  }
  bool start_object(std::size_t) { return open(JsonKind::Object); }
  bool start_array(std::size_t) { return open(JsonKind::Array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing value - invalid literal; ..."
    std::string_view what = e.what();
    if (const std::size_t place = what.find("parse error"); place != std::string_view::npos) {
      const std::size_t colon = what.find(": ", place);
      if (colon != std::string_view::npos) what.remove_prefix(colon + 2);
    }
    const auto end = static_cast<std::uint32_t>(text_.size());
    const auto at = static_cast<std::uint32_t>(position == 0 ? 0 : std::min<std::size_t>(position - 1, end));
    Diagnostic& d = diagnostics_.error("bad-json", {at, std::min(at + 1, end)}, "this is not JSON");
    d.notes.emplace_back(what);
    return false;
  }

 private:
  SourceRange quoted_range() {
    const SourceRange range{skip_separators(), static_cast<std::uint32_t>(at_)};
    last_end_ = range.end;
    return range;
  }
  // Where the value that was just read begins: after the value before, blanks and separators.
  std::uint32_t skip_separators() const {
    std::size_t begin = last_end_;
    while (begin < text_.size() && std::string_view(" \t\r\n,:").find(text_[begin]) != std::string_view::npos) ++begin;
    return static_cast<std::uint32_t>(begin);
  }
  bool has_escapes(SourceRange range) const {
    return text_.substr(range.begin, range.end - range.begin).find('\\') != std::string_view::npos;
  }
  std::uint32_t keep(std::string& value) {
    outline_.decoded.push_back(std::move(value));
    return static_cast<std::uint32_t>(outline_.decoded.size() - 1);
  }
  bool word(JsonKind kind, bool value) {
    JsonItem item;
    item.kind = kind;
    item.boolean = value;
    item.range.begin = skip_separators();
    item.range.end = item.range.begin + (kind == JsonKind::Null || value ? 4 : 5);
    last_end_ = item.range.end;
    return add(item);
  }
  bool number() {
    JsonItem item;
    item.kind = JsonKind::Number;
    item.range.begin = item.range.end = skip_separators();
    while (item.range.end < text_.size() && is_number_char(text_[item.range.end])) ++item.range.end;
    last_end_ = item.range.end;
    return add(item);
  }
  bool open(JsonKind kind) {
    JsonItem item;
    item.kind = kind;
    item.range.begin = skip_separators();
    item.range.end = item.range.begin + 1;
    last_end_ = item.range.end;
    // How deep a graph nests is for its reader to say, who knows what is flat; what nests in its own kind is in any case
    // no chain. Around the levels of a graph stand a statement and its value.
    const bool same = !open_.empty() && outline_.items[open_.back().index].kind == kind;
    if (same && ++nested_ > limits_.max_nesting + 2) {
      diagnostics_.limit(item.range, fmt::format("this is nested deeper than the limit of {} levels", limits_.max_nesting),
                         "--max-nesting");
      return false;
    }
    if (!add(item)) return false;
    open_.push_back({static_cast<std::uint32_t>(outline_.items.size() - 1), JsonItem::kNone, same});
    return true;
  }
  bool close() {
    outline_.items[open_.back().index].range.end = static_cast<std::uint32_t>(at_);
    last_end_ = outline_.items[open_.back().index].range.end;
    if (open_.back().same) --nested_;
    open_.pop_back();
    return true;
  }
  bool add(JsonItem item) {
    // A graph within --max-nodes needs few values a node.
    if (outline_.items.size() / 16 >= limits_.max_nodes) {
      diagnostics_.limit(item.range, fmt::format("the text holds more values than a graph of {} nodes can need", limits_.max_nodes),
                         "--max-nodes");
      return false;
    }
    const auto index = static_cast<std::uint32_t>(outline_.items.size());
    item.key = key_;
    item.key_text = key_text_;
    key_ = {};
    key_text_ = JsonItem::kNone;
    outline_.items.push_back(item);
    if (!open_.empty()) {
      Open& around = open_.back();
      (around.last == JsonItem::kNone ? outline_.items[around.index].first : outline_.items[around.last].next) = index;
      around.last = index;
    }
    return true;
  }

  struct Open {
    std::uint32_t index;
    std::uint32_t last;  // last member so far
    bool same;           // directly inside a container of its kind
  };
  std::string_view text_;
  const std::size_t& at_;  // of the parser: after the token of a string or a bracket, one further after a number
  const Limits& limits_;
  Diagnostics& diagnostics_;
  JsonOutline& outline_;
  std::uint32_t last_end_ = 0;
  std::uint64_t nested_ = 0;  // open containers directly inside one of their kind
  SourceRange key_;
  std::uint32_t key_text_ = JsonItem::kNone;
  std::vector<Open> open_;
};

}  // namespace

std::optional<JsonOutline> read_json_outline(const Source& source, const Limits& limits, Diagnostics& diagnostics) {
  const std::string_view text = source.text();
  if (const std::optional<std::size_t> bad = lang::find_invalid_utf8(text)) {
    const auto begin = static_cast<std::uint32_t>(*bad);
    diagnostics.error("invalid-utf8", {begin, begin + lang::utf8_at(text, *bad).size}, "this is not UTF-8")
        .notes.push_back("a graph is UTF-8 text");
    return std::nullopt;
  }
  // The library would take a zero byte for the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    const auto begin = static_cast<std::uint32_t>(zero);
    diagnostics.error("bad-json", {begin, begin + 1}, "this is not JSON").notes.push_back("a zero byte");
    return std::nullopt;
  }
  JsonOutline outline;
  outline.source = text;
  std::size_t at = 0;
  OutlineBuilder builder(text, at, limits, diagnostics, outline);
  if (!nlohmann::json::sax_parse(CountingIterator(text, &at), CountingIterator(text, &at), &builder)) return std::nullopt;
  return outline;
}

}  // namespace polydat
