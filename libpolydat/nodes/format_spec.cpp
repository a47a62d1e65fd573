// Parsing and rendering of printf formats.
#include "nodes/format_spec.h"

#include <bit>
#include <cstring>

#include "nodes/native/half.h"
#include "nodes/number_text.h"
#include "nodes/text_forms.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class FormatParser {
 public:
  FormatParser(std::string_view text, std::string& why) : text_(text), why_(why) {}

  bool parse(PreparedFormat& format) {
    FormatPiece piece;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
      if ((c == '{' || c == '}') && next == c) {
        piece.text += c;
        at_ += 2;
      } else if (c == '{') {
        if (!placeholder(piece.spec)) return false;
        piece.placeholder = true;
        ++format.placeholders;
        format.pieces.push_back(std::move(piece));
        piece = {};
      } else {
        piece.text += c;
        ++at_;
      }
    }
    if (!piece.text.empty()) format.pieces.push_back(std::move(piece));
    return true;
  }

 private:
  bool fail(std::size_t at, std::string_view message) {
    why_ = std::string(message) + " at character " + std::to_string(count_code_points(text_.substr(0, at)) + 1) + " of the format";
    return false;
  }

  // A run of digits; `limit` also bounds what has to be held.
  bool number(std::size_t end, std::uint32_t& value, std::string_view what) {
    std::uint64_t v = 0;
    const std::size_t start = at_;
    for (; at_ < end && is_digit(text_[at_]); ++at_) {
      v = v * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
      if (v > kMaxWidth) return fail(start, std::string(what) + " above the limit of " + std::to_string(kMaxWidth));
    }
    value = static_cast<std::uint32_t>(v);
    return true;
  }

  bool placeholder(FormatSpec& spec) {
    const std::size_t open = at_++;
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return fail(open, "'{' without '}'");
    if (at_ < end && text_[at_] == ':') ++at_;
    if (at_ + 1 < end && text_[at_] == '0' && is_digit(text_[at_ + 1])) {
      spec.zero_fill = true;
      ++at_;
    }
    if (!number(end, spec.width, "a width")) return false;
    if (at_ < end && text_[at_] == '.') {
      ++at_;
      spec.has_precision = at_ < end && is_digit(text_[at_]);
      if (!number(end, spec.precision, "a precision")) return false;
    }
    if (at_ < end) {
      constexpr std::string_view letters = "boxX";
      constexpr Radix radixes[] = {Radix::Binary, Radix::Octal, Radix::HexLower, Radix::HexUpper};
      if (const std::size_t k = letters.find(text_[at_]); k != std::string_view::npos) {
        spec.radix = radixes[k];
        ++at_;
      }
    }
    if (at_ != end) return fail(at_, "a placeholder is {[:][0][width][.precision][x|X|b|o]}: unexpected text");
    ++at_;
    return true;
  }

  std::string_view text_;
  std::string& why_;
  std::size_t at_ = 0;
};

double as_double(PortType type, std::uint64_t word) {
  if (type == PortType::F16) return native::half_to_double(native::Codec<native::f16>::get(&word));
  if (type == PortType::F32) return static_cast<double>(native::Codec<float>::get(&word));
  return std::bit_cast<double>(word);
}

void append_integer(Buffer& to, const ArgList::Item& item, Radix radix) {
  if (radix == Radix::Decimal) return append_display(to, item.type, item.words);
  char* const begin = to.reserve(1 + kRadixTextRoom);
  if (begin == nullptr) return;
  char* end = begin;
  if (is_unsigned_int(item.type)) {
    end = put_radix(end, item.type == PortType::U128 ? native::Codec<native::u128>::get(item.words) : item.words[0], radix);
  } else {
    const native::i128 value =
        item.type == PortType::I128 ? native::Codec<native::i128>::get(item.words) : static_cast<std::int64_t>(item.words[0]);
    const native::u128 bits = static_cast<native::u128>(value);
    if (value < 0) *end++ = '-';
    end = put_radix(end, value < 0 ? 0 - bits : bits, radix);
  }
  to.commit(static_cast<std::size_t>(end - begin));
}

}  // namespace

bool parse_format(std::string_view text, PreparedFormat& format, std::string& why) { return FormatParser(text, why).parse(format); }

char* put_radix(char* to, native::u128 magnitude, Radix radix) {
  const std::uint32_t shift = radix == Radix::Binary ? 1 : radix == Radix::Octal ? 3 : 4;
  const char* const digits = radix == Radix::HexUpper ? "0123456789ABCDEF" : "0123456789abcdef";
  const auto high = static_cast<std::uint64_t>(magnitude >> 64), low = static_cast<std::uint64_t>(magnitude);
  const std::uint32_t bits =
      high != 0 ? 128 - static_cast<std::uint32_t>(std::countl_zero(high)) : 64 - static_cast<std::uint32_t>(std::countl_zero(low | 1));
  char* const end = to + (bits + shift - 1) / shift;
  for (char* at = end; at != to; magnitude >>= shift) *--at = digits[static_cast<std::uint32_t>(magnitude) & ((1u << shift) - 1)];
  return end;
}

void pad_left(Buffer& to, std::size_t start, std::uint32_t width, bool zeros) {
  if (to.overflowed()) return;
  const std::size_t size = to.size() - start;
  if (size >= std::size_t{4} * width) return;  // at most four bytes a code point
  const std::size_t have = count_code_points(to.view().substr(start));
  if (have >= width) return;
  const std::size_t missing = width - have;
  if (to.reserve(missing) == nullptr) return;
  char* from = to.data() + start;
  std::size_t moved = size;
  if (zeros && size != 0 && *from == '-') {
    ++from;
    --moved;
  }
  std::memmove(from + missing, from, moved);
  std::memset(from, zeros ? '0' : ' ', missing);
  to.commit(missing);
}

void append_formatted(Buffer& to, const ArgList::Item& item, const FormatSpec& spec) {
  const std::size_t start = to.size();
  bool zeros = false;
  if (is_integer(item.type)) {
    append_integer(to, item, spec.radix);
    zeros = spec.zero_fill;
  } else if (is_float(item.type)) {
    zeros = spec.zero_fill;
    if (!spec.has_precision) {
      append_display(to, item.type, item.words);
    } else if (char* at = to.reserve(kFixedTextRoom + spec.precision)) {
      to.commit(static_cast<std::size_t>(put_f64_fixed(at, as_double(item.type, item.words[0]), spec.precision) - at));
    }
  } else {
    append_interpolated(to, item.type, item.words);
    if (item.type == PortType::Bool || item.type == PortType::Ext) return;
  }
  if (spec.width != 0) pad_left(to, start, spec.width, zeros);
}

}  // namespace polydat
