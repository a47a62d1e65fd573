// Nodes of the family "formatting": values to text with a layout that the graph asks for.
#include <cstring>
#include <memory>
#include <string>

#include "nodes/families.h"
#include "nodes/format_spec.h"
#include "nodes/native_row.h"
#include "nodes/number_text.h"
#include "nodes/padded_text.h"
#include "nodes/text_forms.h"
#include "nodes/text_row.h"

namespace polydat {
namespace {

constexpr std::string_view kWritesText = "writes text into a buffer";

struct PreparedPrintf : Prepared {
  PreparedFormat format;
  PaddedTexts texts;     // of the pieces
  bool bounded = false;  // every placeholder takes a one-word value as it is, and needs at most `room` with the texts around them
  std::size_t room = 0;
};

void prepare_printf(PrepareContext& context) {
  auto printf = std::make_shared<PreparedPrintf>();
  PreparedFormat& format = printf->format;
  std::string why;
  if (!parse_format(context.str(0), format, why)) return context.refuse(0, why);
  const std::size_t given = context.wires().size();
  if (format.placeholders > given) {
    return context.refuse(0, "the format has " + std::to_string(format.placeholders) + " placeholders, but " + std::to_string(given) +
                                 (given == 1 ? " value is given" : " values are given"));
  }
  if (format.placeholders < given) {
    context.warn("printf: " + std::to_string(given - format.placeholders) + " of " + std::to_string(given) +
                 " values have no placeholder in the format");
  }
  printf->bounded = true;
  std::size_t wire = 0;
  for (const FormatPiece& piece : format.pieces) {
    printf->texts.add(piece.text);
    printf->room += piece.text.size() + kScalarTextRoom;
    if (piece.placeholder)
      printf->bounded = printf->bounded && piece.spec == FormatSpec{} && color_of(context.wires()[wire++]) == SlotColor::Imm1;
  }
  context.set_plain_text(printf->texts.all_plain());
  context.add_object<PreparedPrintf>(std::move(printf));
}

char* put_bounded(char* to, ArgList parts, const PreparedPrintf& printf) {
  auto part = parts.begin();
  for (std::size_t i = 0; i < printf.format.pieces.size(); ++i) {
    to = printf.texts.put(to, i);
    if (!printf.format.pieces[i].placeholder) continue;
    const ArgList::Item item = *part;
    to = item.type == PortType::U64 ? put_u64(to, item.words[0]) : put_scalar_display(to, item.type, item.words[0]);
    ++part;
  }
  return to;
}
std::size_t room_of(ArgList, const PreparedPrintf& printf) { return printf.room; }

void append_pieces(ArgList parts, const PreparedPrintf& printf, StrOut& out) {
  auto part = parts.begin();
  for (const FormatPiece& piece : printf.format.pieces) {
    out.append(piece.text);
    if (!piece.placeholder) continue;
    append_formatted(out.buffer, *part, piece.spec);
    ++part;
  }
}

bool is_bounded(const Call& call) { return view_data<PreparedPrintf>(call.args[call.wire_words])->bounded; }
std::uint32_t printf_row(const Call& call) noexcept {
  return is_bounded(call) ? text_row_form<&put_bounded, &room_of>(call) : row_form<&append_pieces>(call);
}
std::uint32_t printf_column(ColumnCall& column) noexcept {
  return is_bounded(column.call) ? text_column_form<&put_bounded, &room_of>(column) : column_form<&append_pieces>(column);
}

void prepare_format_u64(PrepareContext& context) {
  const std::uint64_t radix = context.u64(0);
  if (radix != 2 && radix != 8 && radix != 10 && radix != 16) {
    return context.refuse(0, "radix " + std::to_string(radix) + " is not one of 2, 8, 10, 16");
  }
  context.add_u64(radix);
}
char* format_u64(char* to, std::uint64_t input, std::uint64_t radix) {
  if (radix == 10) return put_u64(to, input);
  *to++ = '0';
  *to++ = radix == 2 ? 'b' : radix == 8 ? 'o' : 'x';
  return put_radix(to, input, radix == 2 ? Radix::Binary : radix == 8 ? Radix::Octal : Radix::HexLower);
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
char* zero_pad_u64(char* to, std::uint64_t input, std::uint64_t width) {
  const std::uint32_t digits = count_digits(input);
  if (width > digits) {
    std::memset(to, '0', width - digits);
    to += width - digits;
  }
  return put_u64(to, input);
}
std::size_t room_of_padded(std::uint64_t, std::uint64_t width) { return width + kIntegerTextRoom; }
char* format_f64(char* to, double input, std::uint64_t precision) {
  return put_f64_fixed(to, input, static_cast<std::uint32_t>(precision));
}
std::size_t room_of_fixed(double, std::uint64_t precision) { return kFixedTextRoom + precision; }

constexpr NodeDef kRows[] = {
    {.signature = "printf(const format: str, parts: any...) -> str",
     .family = "formatting",
     .doc = "The format with its placeholders {[:][0][width][.precision][x|X|b|o]} replaced by the values in order; "
            "{{ and }} are braces.",
     .example = "input cycle: u64\nout := printf(\"{:08x} {:.2}\", hash(cycle), to_f64(cycle))\n",
     .text = TextContent::OfParts,
     .why_closure = kWritesText,
     .row = &printf_row,
     .column = &printf_column,
     .prepare = prepare_printf},
    text_row<&format_u64, kRadixTextRoom + 2>({.signature = "format_u64(input: u64, const radix: u64 = 10) -> str",
                                               .family = "formatting",
                                               .doc = "The number in radix 2 (0b...), 8 (0o...), 16 (0x...) or 10.",
                                               .example = "input cycle: u64\nout := format_u64(cycle, 16)\n",
                                               .text = TextContent::Plain,
                                               .why_closure = kWritesText,
                                               .prepare = prepare_format_u64}),
    text_row<&format_f64, &room_of_fixed>(
        {.signature = "format_f64(input: f64, const precision: u64 = 2) -> str",
         .family = "formatting",
         .doc = "The number with exactly that many digits after the point, rounded from its exact value, ties to even.",
         .example = "input cycle: u64\nout := format_f64(unit_interval(hash(cycle)), 3)\n",
         .text = TextContent::Plain,
         .why_closure = kWritesText,
         .prepare = prepare_size<false>}),
    text_row<&zero_pad_u64, &room_of_padded>({.signature = "zero_pad_u64(input: u64, const width: u64 = 10) -> str",
                                              .family = "formatting",
                                              .doc = "The number in decimal, filled with zeros on the left up to the width, never cut.",
                                              .example = "input cycle: u64\nout := zero_pad_u64(cycle, 6)\n",
                                              .text = TextContent::Plain,
                                              .why_closure = kWritesText,
                                              .prepare = prepare_size<true>}),
};

}  // namespace

std::span<const NodeDef> formatting_nodes() { return kRows; }

}  // namespace polydat
