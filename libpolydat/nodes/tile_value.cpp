// Values in holes (nodes/tile_value.h).
#include "nodes/tile_value.h"

#include <cstring>

#include "nodes/csv_text.h"
#include "nodes/format_spec.h"
#include "nodes/json_text.h"
#include "nodes/native/half.h"
#include "nodes/number_text.h"
#include "nodes/text_forms.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

double as_double(PortType type, const std::uint64_t* words) {
  if (type == PortType::F16) return native::half_to_double(native::Codec<native::f16>::get(words));
  if (type == PortType::F32) return static_cast<double>(native::Codec<float>::get(words));
  if (type == PortType::F64) return std::bit_cast<double>(words[0]);
  if (type == PortType::U128) return static_cast<double>(native::Codec<native::u128>::get(words));
  if (type == PortType::I128) return static_cast<double>(native::Codec<native::i128>::get(words));
  return is_signed_int(type) ? static_cast<double>(static_cast<std::int64_t>(words[0])) : static_cast<double>(words[0]);
}

bool is_finite(const ArgList::Item& item) {
  const double value = as_double(item.type, item.words);
  return value - value == 0;
}

// Blanks behind what follows `start`, or on both sides of it.
void pad_right(Buffer& to, std::size_t start, std::uint32_t width, bool centred) {
  if (to.overflowed()) return;
  const std::size_t have = count_code_points(to.view().substr(start));
  if (have >= width) return;
  const std::size_t missing = width - have;
  if (centred) pad_left(to, start, static_cast<std::uint32_t>(have + missing / 2), false);
  to.append_fill(centred ? missing - missing / 2 : missing, ' ');
}

void append_laid_out(Buffer& to, const ArgList::Item& item, const TilePiece& hole) {
  const std::size_t start = to.size();
  FormatSpec spec;
  switch (hole.layout) {
    case '.':
      if (!is_integer(item.type) && !is_float(item.type)) break;
      if (char* at = to.reserve(kFixedTextRoom + hole.size))
        to.commit(static_cast<std::size_t>(put_f64_fixed(at, as_double(item.type, item.words), hole.size) - at));
      return;
    case 'x': spec.radix = Radix::HexLower; return append_formatted(to, item, spec);
    case 'X': spec.radix = Radix::HexUpper; return append_formatted(to, item, spec);
    case 'b': spec.radix = Radix::Binary; return append_formatted(to, item, spec);
    case 'o': spec.radix = Radix::Octal; return append_formatted(to, item, spec);
    default: break;  // a character, not an enumeration
  }
  if (item.type == PortType::Json && item.words[1] != 0) {
    const JsonTree& tree = view_data<JsonBox>(item.words[0])->tree;
    if (tree.is_string()) to.append(tree.get_ref<const std::string&>());
    else append_json_tree(to, tree);
  } else {
    append_display(to, item.type, item.words);
  }
  if (hole.layout == '0') pad_left(to, start, hole.size, true);
  if (hole.layout == '>') pad_left(to, start, hole.size, false);
  if (hole.layout == '<' || hole.layout == '^') pad_right(to, start, hole.size, hole.layout == '^');
}

// The value laid out in `work`, escaped from there.
template <class Escape>
void append_escaped(Buffer& to, const ArgList::Item& item, const TilePiece& hole, Buffer& work, const Escape& escape) {
  work.clear();
  work.set_limit(to.limit());
  append_laid_out(work, item, hole);
  if (work.overflowed()) (void)to.reserve(work.limit() + 1);  // overflows as well: escapes only add
  else escape(to, work.view());
}

bool is_bare_in_json(PortType type) { return is_integer(type) || is_float(type) || type == PortType::Bool; }

void append_json_hole(Buffer& to, const ArgList::Item& item, const TilePiece& hole, Buffer& work) {
  if (!hole.in_string) {
    if (is_float(item.type) && !is_finite(item)) return to.append("null");
    if (hole.layout == 0 && item.type == PortType::Json) return append_json(to, item.type, item.words);
    if (is_bare_in_json(item.type)) {
      if (hole.layout == 0) append_display(to, item.type, item.words);
      else append_laid_out(to, item, hole);
      return;
    }
    to.push_back('"');
  }
  if (hole.layout == 0 && item.type == PortType::Str) {
    append_json_escaped(to, view_text(item.words));
  } else if (is_bare_in_json(item.type)) {  // numbers hold nothing to escape
    append_laid_out(to, item, hole);
  } else {
    append_escaped(to, item, hole, work, append_json_escaped);
  }
  if (!hole.in_string) to.push_back('"');
}

}  // namespace

bool tile_truth(const ArgList::Item& item) {
  if (item.none) return false;
  if (item.type == PortType::Str) {
    const std::string_view text = view_text(item.words);
    return !text.empty() && text != "0" && text != "false";
  }
  if (is_float(item.type)) {
    const double value = as_double(item.type, item.words);
    return value != 0 && value == value;
  }
  if (color_of(item.type) == SlotColor::Ref2) return true;
  return item.words[0] != 0 || (words_of(item.type) == 2 && item.words[1] != 0);
}

std::string_view tile_none(const TilePiece& hole) {
  return hole.encoding == TileEncoding::Json && !hole.in_string && !hole.raw ? "null" : "";
}

void append_tile_value(Buffer& to, const ArgList::Item& item, const TilePiece& hole, Buffer& work) {
  if (item.none) return to.append(tile_none(hole));
  if (hole.raw || hole.encoding == TileEncoding::Text) {
    if (hole.layout == 0) append_display(to, item.type, item.words);
    else append_laid_out(to, item, hole);
    return;
  }
  if (hole.encoding == TileEncoding::Json) return append_json_hole(to, item, hole, work);
  if (hole.layout == 0 && item.type == PortType::Str) return append_csv_text(to, view_text(item.words), false);
  const bool may_end_blank = hole.layout == '>' || hole.layout == '<' || hole.layout == '^';
  if (is_bare_in_json(item.type) && !may_end_blank) return append_laid_out(to, item, hole);
  append_escaped(to, item, hole, work, [](Buffer& out, std::string_view text) { append_csv_text(out, text, false); });
}

}  // namespace polydat
