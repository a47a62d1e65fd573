// Nodes of the family "formatting": values to text with a layout that the graph asks for.
#include <cstring>
#include <memory>
#include <string>

#include "nodes/families.h"
#include "nodes/format_spec.h"
#include "nodes/native_row.h"
#include "nodes/number_text.h"

namespace polydat {
namespace {

constexpr std::string_view kWritesText = "writes text into a buffer";

void prepare_printf(PrepareContext& context) {
  auto format = std::make_shared<PreparedFormat>();
  std::string why;
  if (!parse_format(context.str(0), *format, why)) return context.refuse(0, why);
  const std::size_t given = context.wires().size();
  if (format->placeholders > given) {
    return context.refuse(0, "the format has " + std::to_string(format->placeholders) + " placeholders, but " + std::to_string(given) +
                                 (given == 1 ? " value is given" : " values are given"));
  }
  if (format->placeholders < given) {
    context.warn("printf: " + std::to_string(given - format->placeholders) + " of " + std::to_string(given) +
                 " values have no placeholder in the format");
  }
  format->plain_u64 = true;
  for (std::size_t i = 0, wire = 0; i < format->pieces.size(); ++i) {
    const FormatPiece& piece = format->pieces[i];
    format->room += piece.text.size() + kIntegerTextRoom;
    if (piece.placeholder) format->plain_u64 = format->plain_u64 && piece.plain && context.wires()[wire++] == PortType::U64;
  }
  context.add_object<PreparedFormat>(std::move(format));
}

// The usual format, with one reservation.
void print_numbers(ArgList parts, const PreparedFormat& format, StrOut& out) {
  char* const begin = out.buffer.reserve(format.room);
  if (begin == nullptr) return;
  char* to = begin;
  auto part = parts.begin();
  for (const FormatPiece& piece : format.pieces) {
    if (piece.text.size() <= 32) copy_short(to, piece.text.data(), piece.text.size());
    else std::memcpy(to, piece.text.data(), piece.text.size());
    to += piece.text.size();
    if (!piece.placeholder) continue;
    to = put_u64(to, (*part).words[0]);
    ++part;
  }
  out.buffer.commit(static_cast<std::size_t>(to - begin));
}

void print_formatted(ArgList parts, const PreparedFormat& format, StrOut& out) {
  if (format.plain_u64) return print_numbers(parts, format, out);
  auto part = parts.begin();
  for (const FormatPiece& piece : format.pieces) {
    out.append(piece.text);
    if (!piece.placeholder) continue;
    append_formatted(out.buffer, *part, piece.spec);
    ++part;
  }
}

void prepare_format_u64(PrepareContext& context) {
  const std::uint64_t radix = context.u64(0);
  if (radix != 2 && radix != 8 && radix != 10 && radix != 16) {
    return context.refuse(0, "radix " + std::to_string(radix) + " is not one of 2, 8, 10, 16");
  }
  context.add_u64(radix);
}
void format_u64(std::uint64_t input, std::uint64_t radix, StrOut& out) {
  if (radix == 10) {
    if (char* at = out.buffer.reserve(kIntegerTextRoom)) out.buffer.commit(static_cast<std::size_t>(put_u64(at, input) - at));
    return;
  }
  out.append(radix == 2 ? "0b" : radix == 8 ? "0o" : "0x");
  append_radix(out.buffer, input, radix == 2 ? Radix::Binary : radix == 8 ? Radix::Octal : Radix::HexLower);
}

// For a constant that is a width or a precision.
template <bool IsWidth>
void prepare_size(PrepareContext& context) {
  if (context.u64(0) > kMaxWidth) {
    return context.refuse(0, std::string(IsWidth ? "width " : "precision ") + std::to_string(context.u64(0)) + " is above the limit of " +
                                 std::to_string(kMaxWidth));
  }
  context.add_u64(context.u64(0));
}
void zero_pad_u64(std::uint64_t input, std::uint64_t width, StrOut& out) {
  const std::uint32_t digits = count_digits(input);
  if (width > digits) out.buffer.append_fill(width - digits, '0');
  if (char* at = out.buffer.reserve(kIntegerTextRoom)) out.buffer.commit(static_cast<std::size_t>(put_u64(at, input) - at));
}
void format_f64(double input, std::uint64_t precision, StrOut& out) {
  const std::uint32_t places = static_cast<std::uint32_t>(precision);
  if (char* at = out.buffer.reserve(kFixedTextRoom + places)) {
    out.buffer.commit(static_cast<std::size_t>(put_f64_fixed(at, input, places) - at));
  }
}

constexpr NodeDef kRows[] = {
    closure_row<&print_formatted>(
        {.signature = "printf(const format: str, parts: any...) -> str",
         .family = "formatting",
         .doc = "The format with its placeholders {[:][0][width][.precision][x|X|b|o]} replaced by the values in order; "
                "{{ and }} are braces.",
         .example = "input cycle: u64\nout := printf(\"{:08x} {:.2}\", hash(cycle), to_f64(cycle))\n",
         .why_closure = kWritesText,
         .prepare = prepare_printf}),
    closure_row<&format_u64>({.signature = "format_u64(input: u64, const radix: u64 = 10) -> str",
                              .family = "formatting",
                              .doc = "The number in radix 2 (0b...), 8 (0o...), 16 (0x...) or 10.",
                              .example = "input cycle: u64\nout := format_u64(cycle, 16)\n",
                              .why_closure = kWritesText,
                              .prepare = prepare_format_u64}),
    closure_row<&format_f64>(
        {.signature = "format_f64(input: f64, const precision: u64 = 2) -> str",
         .family = "formatting",
         .doc = "The number with exactly that many digits after the point, rounded from its exact value, ties to even.",
         .example = "input cycle: u64\nout := format_f64(unit_interval(hash(cycle)), 3)\n",
         .why_closure = kWritesText,
         .prepare = prepare_size<false>}),
    closure_row<&zero_pad_u64>({.signature = "zero_pad_u64(input: u64, const width: u64 = 10) -> str",
                                .family = "formatting",
                                .doc = "The number in decimal, filled with zeros on the left up to the width, never cut.",
                                .example = "input cycle: u64\nout := zero_pad_u64(cycle, 6)\n",
                                .why_closure = kWritesText,
                                .prepare = prepare_size<true>}),
};

}  // namespace

std::span<const NodeDef> formatting_nodes() { return kRows; }

}  // namespace polydat
