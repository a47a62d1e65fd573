// Pieces as text (nodes/tile_program.h).
#include "nodes/tile_program.h"

#include <utility>

#include "nodes/format_spec.h"
#include "nodes/json_text.h"

namespace polydat {
namespace {

constexpr const char* kEncodings[] = {"text", "csv", "json"};

// Fields of a piece in its JSON array, by kind.
JsonTree piece_tree(TilePiece piece) {
  switch (piece.kind) {
    case TilePieceKind::Text: return std::move(piece.text);
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

bool read_piece(JsonTree& tree, TilePiece& piece, std::string& why) {
  if (tree.is_string()) {
    piece.text = std::move(tree.get_ref<std::string&>());
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

std::string tile_program_text(std::vector<TilePiece> pieces) {
  Buffer text;
  text.set_limit(~std::size_t{0} / 4);
  text.push_back('[');
  for (TilePiece& piece : pieces) {
    if (text.size() != 1) text.push_back(',');
    append_json_tree(text, piece_tree(std::move(piece)));  // one of them may be as large as a file
  }
  text.push_back(']');
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
  for (JsonTree& tree : all)
    if (!read_piece(tree, pieces.emplace_back(), why)) return std::nullopt;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].skip < pieces.size() - i) continue;
    why = "a branch of the tile leads past its end";
    return std::nullopt;
  }
  return pieces;
}

std::string tile_outline(std::string_view text) {
  std::string why;
  const auto pieces = read_tile_program(text, why);
  if (!pieces.has_value()) return std::string(text);
  std::string out;
  const auto comma = [&] { out += out.ends_with('{') ? "" : ","; };
  std::vector<std::size_t> ends(pieces->size() + 1, 0);  // branches that end before a piece
  for (std::size_t i = 0; i < pieces->size(); ++i) {
    const TilePiece& piece = (*pieces)[i];
    out.append(ends[i], '}');
    switch (piece.kind) {
      case TilePieceKind::Text: out += piece.text; break;
      case TilePieceKind::Hole: out += piece.format.empty() ? "${}" : "${|" + piece.format + "}"; break;
      case TilePieceKind::Test: {
        out += "@if {";
        const std::size_t second = i + 1 + piece.skip;
        if (piece.skip == 0 || (*pieces)[second - 1].kind != TilePieceKind::Jump) ++ends[second];
        break;
      }
      case TilePieceKind::Jump:
        out += "} @else {";
        ++ends[i + 1 + piece.skip];
        break;
      case TilePieceKind::Comma: comma(); break;
      case TilePieceKind::Member:
        comma();
        out += "${}";
        break;
    }
  }
  return out.append(ends.back(), '}');
}

}  // namespace polydat
