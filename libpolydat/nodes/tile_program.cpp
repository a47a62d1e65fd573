// Pieces as text, and the text of values in holes (language 4.8, data nodes page, tile_encode).
#include "nodes/tile_program.h"

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

constexpr const char* kEncodings[] = {"text", "csv", "json"};

// Fields of a piece in its JSON array, by kind.
JsonTree piece_tree(const TilePiece& piece) {
  switch (piece.kind) {
    case TilePieceKind::Text: return piece.text;
    case TilePieceKind::Hole: {
      std::string flags;
      if (piece.in_string) flags += 's';
      if (piece.raw) flags += 'r';
      return JsonTree::array({"hole", kEncodings[static_cast<std::size_t>(piece.encoding)], flags, piece.format});
    }
    case TilePieceKind::Test: return JsonTree::array({"test", piece.skip});
    case TilePieceKind::Jump: return JsonTree::array({"jump", piece.skip});
    case TilePieceKind::Comma: return JsonTree::array({"comma"});
    case TilePieceKind::Member: return JsonTree::array({"member"});
  }
  return {};
}

bool read_piece(const JsonTree& tree, TilePiece& piece, std::string& why) {
  if (tree.is_string()) {
    piece.text = tree.get_ref<const std::string&>();
    return true;
  }
  const auto text = [&](std::size_t i) -> std::string_view {
    return tree.is_array() && tree.size() > i && tree[i].is_string() ? std::string_view(tree[i].get_ref<const std::string&>())
                                                                     : std::string_view();
  };
  const std::string_view word = text(0);
  if (word == "hole") {
    piece.kind = TilePieceKind::Hole;
    piece.encoding = text(1) == "json" ? TileEncoding::Json : text(1) == "csv" ? TileEncoding::Csv : TileEncoding::Text;
    piece.in_string = text(2).find('s') != std::string_view::npos;
    piece.raw = text(2).find('r') != std::string_view::npos;
    piece.format = text(3);
    return read_tile_format(piece, why);
  }
  if (word == "comma" || word == "member") {
    piece.kind = word == "comma" ? TilePieceKind::Comma : TilePieceKind::Member;
    return true;
  }
  if ((word == "test" || word == "jump") && tree.size() == 2 && tree[1].is_number_unsigned()) {
    piece.kind = word == "test" ? TilePieceKind::Test : TilePieceKind::Jump;
    piece.skip = tree[1].get<std::uint32_t>();
    return true;
  }
  why = "a piece of the tile is neither text nor an array of a known kind";
  return false;
}

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

// Replaces what follows `start` by its escaped form.
template <class Escape>
void escape_from(Buffer& to, std::size_t start, const Escape& escape) {
  if (to.overflowed()) return;
  const std::size_t size = to.size() - start;
  // The text moves up by its own length, so that the escaped form may begin where it began.
  Buffer plain;
  plain.set_limit(~std::size_t{0} / 4);
  plain.append(to.view().substr(start, size));
  to.commit(0 - size);
  escape(plain.view());
}

bool is_bare_in_json(PortType type) { return is_integer(type) || is_float(type) || type == PortType::Bool; }

void append_json_hole(Buffer& to, const ArgList::Item& item, const TilePiece& hole) {
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
  } else {
    const std::size_t start = to.size();
    append_laid_out(to, item, hole);
    // Numbers hold nothing to escape.
    if (!is_bare_in_json(item.type)) escape_from(to, start, [&](std::string_view text) { append_json_escaped(to, text); });
  }
  if (!hole.in_string) to.push_back('"');
}

}  // namespace

bool read_tile_format(TilePiece& hole, std::string& why) {
  hole.layout = 0;
  std::string_view format = hole.format;
  if (format.empty()) return true;
  if (format.size() == 1 && std::string_view("xXbo").find(format[0]) != std::string_view::npos) {
    hole.layout = format[0];
    return true;
  }
  hole.layout = '>';
  if (format[0] == '.' || format[0] == '>' || format[0] == '<' || format[0] == '^' || (format[0] == '0' && format.size() > 1)) {
    hole.layout = format[0];
    format.remove_prefix(1);
  }
  hole.size = 0;
  bool digits = !format.empty();
  for (const char c : format) {
    digits = digits && c >= '0' && c <= '9';
    if (digits) hole.size = hole.size * 10 + static_cast<std::uint32_t>(c - '0');
    if (hole.size <= kMaxWidth) continue;
    why = "the format `" + hole.format + "` is wider than the limit of " + std::to_string(kMaxWidth);
    return false;
  }
  if (digits) return true;
  why = "`" + hole.format + "` is not a format; they are .N, 0N, N, >N, <N, ^N, x, X, b and o";
  return false;
}

std::string tile_program_text(const std::vector<TilePiece>& pieces) {
  JsonTree all = JsonTree::array();
  for (const TilePiece& piece : pieces) all.push_back(piece_tree(piece));
  Buffer text;
  text.set_limit(~std::size_t{0} / 4);
  append_json_tree(text, all);
  return std::string(text.view());
}

std::optional<std::vector<TilePiece>> read_tile_program(std::string_view text, std::string& why) {
  JsonTree all;
  if (!read_json(text, all, why)) return std::nullopt;
  if (!all.is_array()) {
    why = "the pieces of a tile are an array";
    return std::nullopt;
  }
  std::vector<TilePiece> pieces;
  for (const JsonTree& tree : all)
    if (!read_piece(tree, pieces.emplace_back(), why)) return std::nullopt;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].skip <= pieces.size() - i) continue;
    why = "a branch of the tile leads past its end";
    return std::nullopt;
  }
  return pieces;
}

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

void append_tile_value(Buffer& to, const ArgList::Item& item, const TilePiece& hole) {
  if (item.none) {
    if (hole.encoding == TileEncoding::Json && !hole.in_string && !hole.raw) to.append("null");
    return;
  }
  if (hole.layout == 0 && item.type == PortType::U64) {
    if (char* at = to.reserve(kIntegerTextRoom)) to.commit(static_cast<std::size_t>(put_u64(at, item.words[0]) - at));
    return;
  }
  if (hole.raw || hole.encoding == TileEncoding::Text) {
    if (hole.layout == 0) append_display(to, item.type, item.words);
    else append_laid_out(to, item, hole);
    return;
  }
  if (hole.encoding == TileEncoding::Json) return append_json_hole(to, item, hole);
  if (hole.layout == 0 && item.type == PortType::Str) return append_csv_text(to, view_text(item.words), false);
  const std::size_t start = to.size();
  append_laid_out(to, item, hole);
  if (!is_bare_in_json(item.type)) escape_from(to, start, [&](std::string_view text) { append_csv_text(to, text, false); });
  else if (hole.layout == '>' || hole.layout == '<' || hole.layout == '^')
    escape_from(to, start, [&](std::string_view text) { append_csv_text(to, text, false); });
}

}  // namespace polydat
