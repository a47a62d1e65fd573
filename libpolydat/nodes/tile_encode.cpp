// The node tile_encode: one value as a tile would print it, by a spec "encoding|position|type|format|flags".
#include <algorithm>
#include <array>
#include <memory>

#include "nodes/compiler_families.h"
#include "nodes/native_row.h"
#include "nodes/tile_value.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

enum class DeclaredType : std::uint8_t { None, Number, Bool, Str, Other };

struct PreparedEncoding : Prepared {
  TilePiece hole;
  DeclaredType type = DeclaredType::None;
  bool condition = false;
};

DeclaredType declared_type(std::string_view keyword) {
  if (keyword.empty()) return DeclaredType::None;
  const auto type = type_from_keyword(keyword);
  if (!type) return DeclaredType::Other;
  if (is_integer(*type) || is_float(*type)) return DeclaredType::Number;
  return *type == PortType::Bool ? DeclaredType::Bool : *type == PortType::Str ? DeclaredType::Str : DeclaredType::Other;
}

void prepare_encoding(PrepareContext& context) {
  std::array<std::string_view, 5> parts;
  std::string_view rest = context.str(0);
  for (std::string_view& part : parts) {
    const std::size_t bar = std::min(rest.find('|'), rest.size());
    part = rest.substr(0, bar);
    rest.remove_prefix(std::min(bar + 1, rest.size()));
  }
  auto encoding = std::make_shared<PreparedEncoding>();
  TilePiece& hole = encoding->hole;
  hole.kind = TilePieceKind::Hole;
  hole.encoding = parts[0] == "json" ? TileEncoding::Json : parts[0] == "csv" ? TileEncoding::Csv : TileEncoding::Text;
  hole.in_string = hole.encoding == TileEncoding::Json && parts[1] != "value";
  if (parts[1] != "value" && parts[1] != "string" && hole.encoding == TileEncoding::Json) hole.encoding = TileEncoding::Text;
  encoding->type = declared_type(parts[2]);
  hole.format = trim_white_space(parts[3]);
  hole.raw = parts[4].find('r') != std::string_view::npos;
  encoding->condition = parts[4].find('c') != std::string_view::npos;
  // A format that is none leaves the value as it is; one that is too wide is refused.
  std::string why;
  if (!read_tile_format(hole, why)) {
    if (hole.size != 0) return context.refuse(0, why);
    hole.layout = 0;
  }
  if (std::string_view("^bo").find(hole.layout) != std::string_view::npos) hole.layout = 0;
  context.add_object<PreparedEncoding>(std::move(encoding));
}

void tile_encode(ArgList value, const PreparedEncoding& encoding, StrOut& out, Work& work) {
  ArgList::Item item = value[0];
  if (encoding.condition) return out.push_back(tile_truth(item) ? '1' : '0');
  const std::uint64_t truth = tile_truth(item) ? 1 : 0;
  if (encoding.type == DeclaredType::Bool && !item.none) item = {PortType::Bool, false, &truth};
  const bool json_value = encoding.hole.encoding == TileEncoding::Json && !encoding.hole.in_string && !encoding.hole.raw && !item.none;
  if (json_value && encoding.type == DeclaredType::Str) {
    TilePiece inside = encoding.hole;
    inside.in_string = true;
    out.push_back('"');
    append_tile_value(out.buffer, item, inside, work.buffer);
    return out.push_back('"');
  }
  if (json_value && encoding.type == DeclaredType::Number && item.type == PortType::Str) {
    TilePiece bare = encoding.hole;
    bare.raw = true;
    return append_tile_value(out.buffer, item, bare, work.buffer);
  }
  append_tile_value(out.buffer, item, encoding.hole, work.buffer);
}

constexpr NodeDef kRows[] = {
    closure_row<&tile_encode>(
        {.signature = "tile_encode(value: any, const spec: str) -> str",
         .family = "tiles",
         .doc = "The value as a tile prints it: spec is encoding|position|type|format|flags, as in \"json|value|str\" or \"csv|text||.2\". "
                "The flag c gives 1 or 0 by truth, r leaves out the escapes.",
         .example = "input cycle: u64\nout := tile_encode(printf(\"say \\\"{}\\\"\", cycle), \"json|value\")\n",
         .accepts_none = true,
         .private_scratch = 1,
         .why_closure = "writes text into a buffer",
         .prepare = &prepare_encoding}),
};

}  // namespace

std::span<const NodeDef> tile_encode_nodes() { return kRows; }

}  // namespace polydat
