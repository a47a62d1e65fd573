// Coordinates as text, one row a line (coordinate_source.h; the rules are those of the design's "Coordinates from a stream").
//
// Two paths read the same language. The fast one takes a line of plain decimal columns with single separators that lies whole in
// the buffer. Whatever is not that goes, from its first character, to the slow one: it reads a character at a time, across
// refills, keeps nothing of a line but the start of the current field, and makes the messages.
#include <algorithm>
#include <cstring>
#include <utility>

#include "stream/byte_reader.h"
#include "stream/coordinate_source.h"
#include "stream/decimal_fast_path.h"
#include "stream/number_field.h"

namespace polydat {
namespace {

constexpr std::size_t kMostNamesShown = 8;
constexpr int kEnd = -1;     // what peek() gives at the end of the stream
constexpr int kBroken = -2;  // and when it cannot go on: outcome_ says why

enum class Separator : std::uint8_t { Undecided, Comma, Tab, Blanks };

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

class TextSource final : public CoordinateSource {
 public:
  TextSource(int fd, bool owns_fd, std::string name, std::vector<std::string> inputs, const Limits& limits)
      : in_(fd, owns_fd, std::move(name)), inputs_(std::move(inputs)), max_line_(limits.max_line) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      order_.push_back(i);
      most_kept_ = std::max(most_kept_, inputs_[i].size() + 1);
    }
  }

  Status next(std::span<std::uint64_t> coords) override {
    if (in_.current() < complete_ && !first_line_ && read_plain_line([&](std::size_t i, std::uint64_t v) { coords[i] = v; })) {
      return Status::Row;
    }
    return read_slow_line(coords);
  }

  Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) override {
    rows = 0;
    while (rows < most) {
      if (in_.current() < complete_ && !first_line_ && read_plain_line([&](std::size_t i, std::uint64_t v) { columns[i][rows] = v; })) {
        ++rows;
        continue;
      }
      if (rows != 0 && !ready()) return Status::Row;
      slow_row_.resize(inputs_.size());
      const Status status = read_slow_line(slow_row_);
      if (status != Status::Row) return status;
      for (std::size_t i = 0; i < inputs_.size(); ++i) columns[i][rows] = slow_row_[i];
      ++rows;
    }
    return Status::Row;
  }

  bool ready() override {
    while (true) {
      skip_blank_lines();
      if (in_.current() < complete_) return true;
      if (in_.full()) return false;  // a very long line: nobody knows when it ends
      switch (refill(false)) {
        case ByteReader::Fill::More: break;
        case ByteReader::Fill::WouldWait: return false;
        case ByteReader::Fill::End:
        case ByteReader::Fill::Failed:
        case ByteReader::Fill::Stopped: return true;
      }
    }
  }

  const std::string& message() const override { return message_; }
  std::optional<u128> size() const override { return std::nullopt; }
  void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also) override { in_.set_stop(stop, also); }

 private:
  // --- the buffer ---

  ByteReader::Fill refill(bool wait) {
    const std::size_t known = in_.unread();  // holds no LF, or the slow path is in the middle of a line
    const ByteReader::Fill filled = in_.fill(wait);
    if (filled == ByteReader::Fill::More) {
      const char* const fresh = in_.current() + known;
      const void* const last = memrchr(fresh, '\n', static_cast<std::size_t>(in_.end() - fresh));
      complete_ = last == nullptr ? in_.current() : static_cast<const char*>(last) + 1;
    } else {
      complete_ = in_.current();
    }
    return filled;
  }

  void skip_blank_lines() {
    const char* p = in_.current();
    while (p < complete_ && (*p == '\n' || *p == '\r' || *p == ' ' || *p == '\t')) {
      const char* const line = p;
      while (*p == ' ' || *p == '\t') ++p;  // ends at the line's LF at the latest
      if (*p == '\r') ++p;
      if (*p != '\n' || static_cast<std::uint64_t>(p - line) > max_line_) return;
      in_.consume_to(++p);
      ++line_;
    }
  }

  // --- the fast path ---

  template <class Store>
  bool read_plain_line(const Store& store) {
    const char* const line = in_.current();
    const char* p = line;
    const std::size_t columns = order_.size();
    for (std::size_t i = 0; i < columns; ++i) {
      std::uint64_t value;
      p = read_decimal(p, value);
      if (p == nullptr) return false;
      store(order_[i], value);
      if (i + 1 < columns && *p++ != plain_separator_) return false;
    }
    const char* const last = p;
    if (*p == '\r') ++p;
    if (columns == 0 || *p != '\n' || p >= complete_ || static_cast<std::uint64_t>(last - line) > max_line_) return false;
    in_.consume_to(p + 1);
    ++line_;
    return true;
  }

  // --- the slow path ---

  struct Field {
    std::uint64_t column = 0;  // where it begins
    std::string kept;          // its first most_kept_ bytes
    bool is_name = true;
    NumberReader number;
  };

  int peek() {
    if (in_.current() == in_.end()) {
      switch (refill(true)) {
        case ByteReader::Fill::More: break;
        case ByteReader::Fill::End: return kEnd;
        case ByteReader::Fill::WouldWait:
        case ByteReader::Fill::Failed:
          message_ = in_.message();
          outcome_ = Status::Failed;
          return kBroken;
        case ByteReader::Fill::Stopped: outcome_ = Status::End; return kBroken;
      }
    }
    if (length_ >= max_line_ && *in_.current() != '\n' && *in_.current() != '\r') {
      message_ = place(1) + "the line is longer than " + std::to_string(max_line_) + " bytes (--max-line)";
      outcome_ = Status::Limit;
      return kBroken;
    }
    return static_cast<unsigned char>(*in_.current());
  }

  // After a peek() that gave a character.
  void advance() {
    const auto byte = static_cast<unsigned char>(*in_.current());
    in_.consume_to(in_.current() + 1);
    ++length_;
    column_ += (byte & 0xc0u) == 0x80u ? 0u : 1u;
  }

  std::string place(std::uint64_t column) const { return in_.name() + ':' + std::to_string(line_) + ':' + std::to_string(column) + ": "; }
  Status bad(std::uint64_t column, const std::string& sentence) {
    message_ = place(column) + sentence;
    return Status::Bad;
  }

  std::string expected_columns() const {
    std::string text = std::to_string(inputs_.size()) + (inputs_.size() == 1 ? " column (" : " columns (");
    for (std::size_t i = 0; i < inputs_.size() && i < kMostNamesShown; ++i) text += (i == 0 ? "" : ", ") + inputs_[i];
    return text + (inputs_.size() > kMostNamesShown ? ", ...)" : ")");
  }

  void skip_byte_order_mark() {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    while (in_.unread() < kMark.size() && kMark.starts_with(std::string_view(in_.current(), in_.unread()))) {
      if (refill(true) != ByteReader::Fill::More) return;
    }
    if (std::string_view(in_.current(), in_.unread()).starts_with(kMark)) in_.consume_to(in_.current() + kMark.size());
  }

  Status read_slow_line(std::span<std::uint64_t> coords) {
    if (!started_) {
      started_ = true;
      skip_byte_order_mark();
    }
    while (true) {
      column_ = 1;
      length_ = 0;
      bool is_row = false;
      const Status status = read_line(coords, is_row);
      if (status != Status::Row) return status;
      ++line_;
      if (is_row) return Status::Row;
    }
  }

  // Blanks; the number of tabs among them. The next character in `c`.
  std::uint64_t skip_blanks(int& c) {
    std::uint64_t tabs = 0;
    for (c = peek(); c == ' ' || c == '\t'; c = peek()) {
      tabs += c == '\t' ? 1u : 0u;
      advance();
    }
    return tabs;
  }

  // Whether the line ends here; its end is then consumed. A CR counts only before an LF or the end of the stream.
  bool at_line_end(int& c) {
    if (c == '\r') {
      const std::uint64_t column = column_;
      advance();
      c = peek();
      if (c >= 0 && c != '\n') {
        outcome_ = bad(column, "a carriage return inside a line");
        c = kBroken;
      }
    }
    if (c == kEnd) return true;
    if (c != '\n') return false;
    in_.consume_to(in_.current() + 1);
    return true;
  }

  void read_field(Field& field, int& c) {
    field.column = column_;
    field.kept.clear();
    field.number = NumberReader();
    field.is_name = c >= 0 && is_name_start(static_cast<char>(c));
    for (; c >= 0 && c != ',' && c != ' ' && c != '\t' && c != '\r' && c != '\n'; c = peek()) {
      const char byte = static_cast<char>(c);
      if (field.kept.size() < most_kept_) field.kept.push_back(byte);
      field.is_name = field.is_name && is_name_part(byte);
      field.number.feed(byte);
      advance();
    }
  }

  // One line, blank and header lines included: `is_row` tells. Row means that the line was fine.
  Status read_line(std::span<std::uint64_t> coords, bool& is_row) {
    int c = 0;
    skip_blanks(c);
    if (c == kEnd) return Status::End;
    if (c == kBroken) return outcome_;
    if (at_line_end(c)) return Status::Row;
    if (c == kBroken) return outcome_;
    const bool may_be_header = std::exchange(first_line_, false);
    bool header = may_be_header;
    std::vector<std::pair<std::uint64_t, std::string>> titles;  // of the header, one more than there are inputs at most
    Status fault = Status::Row;                                 // of a field of the first line, if it is no header
    Separator separator = separator_;
    Field field;
    for (std::size_t index = 0;; ++index) {
      read_field(field, c);
      if (c == kBroken) return outcome_;
      header = header && field.is_name;
      if (header && titles.size() <= inputs_.size()) titles.emplace_back(field.column, field.kept);
      if (fault == Status::Row) fault = take_field(field, index, coords);
      if (fault != Status::Row && !header) return fault;

      const std::uint64_t gap = column_;
      const std::uint64_t tabs = skip_blanks(c);
      if (c == kBroken) return outcome_;
      if (c != ',' && at_line_end(c)) {
        if (header) break;
        if (fault != Status::Row) return fault;
        if (index + 1 < inputs_.size()) return bad(gap, "expected " + expected_columns() + ", found " + std::to_string(index + 1));
        separator_ = separator;
        plain_separator_ = separator == Separator::Comma ? ',' : separator == Separator::Tab ? '\t' : ' ';
        is_row = true;
        return Status::Row;
      }
      if (c == kBroken) return outcome_;
      const Separator found = c == ',' ? Separator::Comma : tabs != 0 ? Separator::Tab : Separator::Blanks;
      if (separator == Separator::Undecided) separator = found;
      if (separator == Separator::Comma && found != Separator::Comma) return bad(gap, "expected a comma between two columns");
      if (separator == Separator::Tab && found != Separator::Tab) return bad(gap, "expected a tab between two columns");
      if (separator == Separator::Blanks && found == Separator::Comma) return bad(gap, "expected blanks between two columns");
      if (separator == Separator::Tab && tabs > 1) return bad(gap, "a column is empty between two tabs");
      if (found == Separator::Comma) {
        advance();
        skip_blanks(c);
        if (c == kBroken) return outcome_;
      }
    }
    return take_header(titles);
  }

  Status take_field(const Field& field, std::size_t index, std::span<std::uint64_t> coords) {
    if (index >= inputs_.size()) return bad(field.column, "expected " + expected_columns() + ", found more");
    if (!field.number.good()) {
      const std::string quoted = field.kept.empty() ? "the column" : quote_for_message(field.kept);
      return bad(field.column, quoted + ' ' + field.number.complaint());
    }
    coords[order_[index]] = field.number.value();
    return Status::Row;
  }

  Status take_header(const std::vector<std::pair<std::uint64_t, std::string>>& titles) {
    std::vector<bool> named(inputs_.size());
    for (std::size_t i = 0; i < titles.size(); ++i) {
      const auto& [column, title] = titles[i];
      const auto input = std::find(inputs_.begin(), inputs_.end(), title);
      if (input == inputs_.end()) {
        return bad(column, quote_for_message(title) + " is neither a number nor one of the inputs; expected " + expected_columns());
      }
      const auto at = static_cast<std::size_t>(input - inputs_.begin());
      if (named[at]) return bad(column, "the header names " + quote_for_message(title) + " twice");
      named[at] = true;
      order_[i] = at;
    }
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (!named[i]) return bad(1, "the header does not name " + quote_for_message(inputs_[i]) + "; expected " + expected_columns());
    }
    return Status::Row;
  }

  ByteReader in_;
  std::vector<std::string> inputs_;
  std::uint64_t max_line_;
  std::vector<std::size_t> order_;  // the input that a column of the stream drives
  std::size_t most_kept_ = 41;      // of a field: enough for a message and to tell a name
  const char* complete_ = nullptr;  // behind the last LF of the buffer
  bool started_ = false;
  bool first_line_ = true;  // no line but blank ones so far
  Separator separator_ = Separator::Undecided;
  char plain_separator_ = ' ';
  std::vector<std::uint64_t> slow_row_;
  std::uint64_t line_ = 1;        // of the next character
  std::uint64_t column_ = 1;      // in code points; kept by the slow path only
  std::uint64_t length_ = 0;      // bytes of the line so far; likewise
  Status outcome_ = Status::End;  // why peek() gave kBroken
  std::string message_;
};

}  // namespace

std::unique_ptr<CoordinateSource> make_text_source(int fd, bool owns_fd, std::string source_name, std::vector<std::string> names,
                                                   const Limits& limits) {
  return std::make_unique<TextSource>(fd, owns_fd, std::move(source_name), std::move(names), limits);
}

}  // namespace polydat
