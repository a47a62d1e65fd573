// Nodes of the family "tiles": documents made from templates.
#include <memory>

#include "nodes/compiler_families.h"
#include "nodes/native_row.h"
#include "nodes/tile_program.h"

namespace polydat {
namespace {

struct PreparedTile : Prepared {
  std::vector<TilePiece> pieces;
};

bool takes_wire(const TilePiece& piece) {
  return piece.kind == TilePieceKind::Hole || piece.kind == TilePieceKind::Test || piece.kind == TilePieceKind::Member;
}

void prepare_tile(PrepareContext& context) {
  auto tile = std::make_shared<PreparedTile>();
  std::string why;
  std::optional<std::vector<TilePiece>> pieces = read_tile_program(context.str(0), why);
  if (!pieces) return context.refuse(0, why);
  tile->pieces = std::move(*pieces);
  std::size_t wires = 0;
  for (const TilePiece& piece : tile->pieces) wires += takes_wire(piece) ? 1 : 0;
  if (wires != context.wires().size())
    return context.refuse(
        0, "the tile has " + std::to_string(wires) + " holes, but " + std::to_string(context.wires().size()) + " values are given");
  context.add_object<PreparedTile>(std::move(tile));
}

void append_comma(Buffer& to) {
  const std::string_view text = to.view();
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last != std::string_view::npos && text[last] != '{' && text[last] != '[') to.push_back(',');
}

void tile_render(ArgList parts, const PreparedTile& tile, StrOut& out) {
  auto part = parts.begin();
  const std::vector<TilePiece>& pieces = tile.pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const TilePiece& piece = pieces[i];
    std::uint32_t skip = 0;
    switch (piece.kind) {
      case TilePieceKind::Text: out.append(piece.text); break;
      case TilePieceKind::Hole:
        append_tile_value(out.buffer, *part, piece);
        ++part;
        break;
      case TilePieceKind::Test:
        if (!tile_truth(*part)) skip = piece.skip;
        ++part;
        break;
      case TilePieceKind::Jump: skip = piece.skip; break;
      case TilePieceKind::Comma: append_comma(out.buffer); break;
      case TilePieceKind::Member: {
        const ArgList::Item item = *part;
        ++part;
        if (item.none || item.type != PortType::Str || view_text(item.words).empty()) break;
        append_comma(out.buffer);
        out.append(view_text(item.words));
        break;
      }
    }
    for (; skip > 0; --skip)
      if (takes_wire(pieces[++i])) ++part;
  }
}

constexpr NodeDef kRows[] = {
    closure_row<&tile_render>(
        {.signature = "tile_render(const pieces: str, parts: any...) -> str",
         .family = "tiles",
         .doc = "What a `tile` statement becomes: fixed text and encoded values in turn. The pieces are a JSON array of texts and of "
                "[\"hole\", encoding, flags, format], [\"test\", skip], [\"jump\", skip], [\"comma\"] and [\"member\"]; each hole, "
                "test and member takes the next value.",
         .example = "input cycle: u64\nout := tile_render(\"[\\\"n=\\\", [\\\"hole\\\", \\\"text\\\", \\\"\\\", \\\"03\\\"]]\", cycle)\n",
         .accepts_none = true,
         .why_closure = "writes text into a buffer",
         .prepare = prepare_tile}),
};

}  // namespace

std::span<const NodeDef> tile_nodes() { return kRows; }

}  // namespace polydat
