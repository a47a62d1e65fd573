// Nodes of the family "strings": text made from text and from numbers.
#include "nodes/case_mapping.h"
#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/number_text.h"
#include "nodes/number_words.h"
#include "nodes/text_forms.h"
#include "nodes/text_row.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "works on text in memory";

void str_concat(ArgList parts, StrOut& out) {
  for (const ArgList::Item part : parts) {
    if (part.type == PortType::F64) {  // the plain form, unlike the display form
      const double v = native::Codec<double>::get(part.words);
      if (char* at = out.buffer.reserve(kPlainTextRoom)) out.buffer.commit(static_cast<std::size_t>(put_f64_plain(at, v) - at));
    } else if (part.type == PortType::Bytes) {
      append_valid_utf8(out.buffer, view_text(part.words));
    } else {
      append_display(out.buffer, part.type, part.words);
    }
  }
}

void str_upper(std::string_view input, StrOut& out) { append_upper(out.buffer, input); }
void str_lower(std::string_view input, StrOut& out) { append_lower(out.buffer, input); }

std::uint64_t str_to_u64(std::string_view input) { return parse_integer<std::uint64_t>(trim_white_space(input)).value_or(0); }

std::uint64_t str_digit_suffix(std::string_view input) {
  input = trim_white_space_end(input);
  std::size_t start = input.size();
  while (start != 0 && input[start - 1] >= '0' && input[start - 1] <= '9') --start;
  return parse_integer<std::uint64_t>(input.substr(start)).value_or(0);
}

constexpr NodeDef kRows[] = {
    closure_row<&str_concat>(
        {.signature = "str_concat(parts: any...) -> str",
         .family = "strings",
         .doc = "The texts of all parts, one after the other; f64 without exponent and without \".0\", bytes read as UTF-8.",
         .example = "input cycle: u64\nout := str_concat(\"row \", cycle, \" of \", to_f64(cycle))\n",
         .text = TextContent::OfParts,
         .why_closure = kText}),
    closure_row<&str_upper>({.signature = "str_upper(input: str) -> str",
                             .family = "strings",
                             .doc = "Upper case by the full Unicode mapping, without a locale.",
                             .example = "input cycle: u64\nout := str_upper(number_to_words(cycle))\n",
                             .text = TextContent::OfParts,
                             .why_closure = kText}),
    closure_row<&str_lower>(
        {.signature = "str_lower(input: str) -> str",
         .family = "strings",
         .doc = "Lower case by the full Unicode mapping, without a locale; a capital sigma at the end of a word becomes the final one.",
         .example = "input cycle: u64\nout := str_lower(\"ROW\")\n",
         .text = TextContent::OfParts,
         .why_closure = kText}),
    closure_row<&str_to_u64>(
        {.signature = "str_to_u64(input: str digits) -> u64",
         .family = "strings",
         .doc = "The number that the text, white space around it removed, spells in decimal; 0 when it is none or too large.",
         .example = "input cycle: u64\nout := str_to_u64(\" 42 \")\n",
         .why_closure = kText}),
    closure_row<&str_digit_suffix>(
        {.signature = "str_digit_suffix(input: str) -> u64",
         .family = "strings",
         .doc = "The number that the longest run of digits at the end of the text spells; 0 when there is none or it is too large.",
         .example = "input cycle: u64\nout := str_digit_suffix(printf(\"row-{}\", cycle))\n",
         .why_closure = kText}),
    text_row<&put_number_words, kNumberWordsRoom>({.signature = "number_to_words(input: u64) -> str",
                                                   .family = "strings",
                                                   .doc = "The number in English words.",
                                                   .example = "input cycle: u64\nout := number_to_words(cycle)\n",
                                                   .text = TextContent::Plain,
                                                   .why_closure = kText}),
};

}  // namespace

std::span<const NodeDef> string_nodes() { return kRows; }

}  // namespace polydat
