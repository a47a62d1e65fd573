// Nodes of the family "tiles": documents made from templates.
#include <algorithm>
#include <memory>
#include <string>

#include "nodes/cell_text.h"
#include "nodes/compiler_families.h"
#include "nodes/native_row.h"
#include "nodes/number_text.h"
#include "nodes/padded_text.h"
#include "nodes/text_forms.h"
#include "nodes/tile_value.h"

namespace polydat {
namespace {

// How a hole is written for wires of its type.
enum class HoleForm : std::uint8_t {
  Scalar,     // the display form
  JsonFloat,  // the display form, or null
  Fixed,      // an f64 with a number of places
  Text,       // as it is
  JsonText,   // a string
  JsonPiece,  // within a string
  CsvText,    // a cell
  General,    // append_tile_value
};

// What happens behind a text: the pieces of the tile with their texts in front, and the wires they take.
struct Step {
  TilePieceKind kind = TilePieceKind::Text;  // Text: nothing
  HoleForm form = HoleForm::General;
  PortType type = PortType::U64;
  bool null_if_not_finite = false;   // Fixed
  std::uint32_t wire = 0, word = 0;  // word: where the wire's words begin
  std::uint32_t skip_to = 0;         // Test, Jump: a step
  std::uint32_t piece = 0;           // General, Fixed, and None
  PaddedTexts::Place before{0, 0};
};

struct PreparedTile : Prepared {
  std::vector<TilePiece> pieces;
  std::vector<Step> steps;
  PaddedTexts texts;
  std::size_t room = 0;  // of all texts and of holes with a longest form
};

bool takes_wire(const TilePiece& piece) {
  return piece.kind == TilePieceKind::Hole || piece.kind == TilePieceKind::Test || piece.kind == TilePieceKind::Member;
}

HoleForm form_of(const TilePiece& hole, PortType type) {
  const bool is_text = hole.raw || hole.encoding == TileEncoding::Text;
  const bool is_scalar = color_of(type) == SlotColor::Imm1;
  if (hole.layout == '.' && type == PortType::F64) return HoleForm::Fixed;
  if (hole.layout != 0) return HoleForm::General;
  const bool json_value = !is_text && hole.encoding == TileEncoding::Json && !hole.in_string;
  if (is_scalar) return json_value && is_float(type) ? HoleForm::JsonFloat : HoleForm::Scalar;
  if (type != PortType::Str) return HoleForm::General;
  if (is_text) return HoleForm::Text;
  if (hole.encoding == TileEncoding::Csv) return HoleForm::CsvText;
  return json_value ? HoleForm::JsonText : HoleForm::JsonPiece;
}

std::size_t room_of(const Step& step, const TilePiece& piece) {
  switch (step.form) {
    case HoleForm::Scalar:
    case HoleForm::JsonFloat: return kScalarTextRoom;
    case HoleForm::Fixed: return kFixedTextRoom + piece.size;
    case HoleForm::Text:
    case HoleForm::JsonText:
    case HoleForm::JsonPiece:
    case HoleForm::CsvText:
    case HoleForm::General: break;  // asked for when the value is seen
  }
  return 0;
}

// A text piece becomes the text before the next step, unless a branch leads between them.
// The texts of the pieces move on: one of them may be as large as a file.
void make_steps(PreparedTile& tile, std::span<const PortType> types) {
  std::vector<TilePiece>& pieces = tile.pieces;
  std::vector<bool> is_target(pieces.size() + 1, false);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i].kind == TilePieceKind::Test || pieces[i].kind == TilePieceKind::Jump) is_target[i + 1 + pieces[i].skip] = true;
  std::vector<std::uint32_t> step_of(pieces.size() + 1, 0);  // the first step that is not before the piece
  std::string text;
  const auto add = [&](Step step) {
    step.before.begin = static_cast<std::uint32_t>(tile.texts.size());
    tile.texts.add(std::exchange(text, {}));
    step.before = tile.texts.place(step.before.begin);
    tile.steps.push_back(step);
  };
  std::uint32_t wire = 0, word = 0;
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    if (is_target[i] && !text.empty()) add({});
    step_of[i] = static_cast<std::uint32_t>(tile.steps.size());
    tile.room += pieces[i].text.size();
    if (pieces[i].kind == TilePieceKind::Text) {
      if (text.empty()) text.swap(pieces[i].text);
      else text += pieces[i].text;
      std::string().swap(pieces[i].text);
      continue;
    }
    Step step;
    step.kind = pieces[i].kind;
    step.piece = i;
    if (takes_wire(pieces[i])) {
      step.type = types[wire];
      step.wire = wire++;
      step.word = word;
      word += words_of(step.type);
    }
    if (step.kind == TilePieceKind::Hole) {
      step.form = form_of(pieces[i], step.type);
      step.null_if_not_finite = tile_none(pieces[i]) == "null";
      tile.room += room_of(step, pieces[i]);
    }
    add(step);
  }
  add({});
  step_of[pieces.size()] = static_cast<std::uint32_t>(tile.steps.size());
  for (Step& step : tile.steps)
    if (step.kind == TilePieceKind::Test || step.kind == TilePieceKind::Jump)
      step.skip_to = step_of[step.piece + 1 + pieces[step.piece].skip];
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
  make_steps(*tile, context.wires());
  context.add_object<PreparedTile>(std::move(tile));
}

// One row. There is always room for the texts and the holes of known length that are still to come.
class Rendering {
 public:
  Rendering(ArgList parts, const PreparedTile& tile, Buffer& out, Buffer& work) : parts_(parts), tile_(tile), out_(out), work_(work) {
    take_room(0);
  }

  void run() {
    for (std::uint32_t i = 0; i < tile_.steps.size(); ++i) {
      const Step& step = tile_.steps[i];
      to_ = tile_.texts.put(to_, step.before);
      switch (step.kind) {
        case TilePieceKind::Text: break;
        case TilePieceKind::Hole: hole(step); break;
        case TilePieceKind::Test:
          if (!tile_truth(item(step))) i = step.skip_to - 1;
          break;
        case TilePieceKind::Jump: i = step.skip_to - 1; break;
        case TilePieceKind::Comma: comma(); break;
        case TilePieceKind::Member: member(item(step)); break;
      }
    }
    give_room_back();
    out_.check_limit();
  }

 private:
  // Of a `dyn` wire, what it holds.
  ArgList::Item item(const Step& step) const {
    const ArgList::Item item{step.type, parts_.is_none(step.wire), parts_.words() + step.word};
    if (item.type != PortType::Dyn || item.none) return item;
    const DynWords held = held_by_dyn(item.words);
    return {held.type, false, held.words};
  }

  void take_room(std::size_t more) {
    begin_ = to_ = out_.reserve_widest(more + tile_.room);
    end_ = begin_ + more;  // `room` behind it stays
  }
  void give_room_back() { out_.commit(static_cast<std::size_t>(to_ - begin_)); }
  void need(std::size_t more) {
    if (static_cast<std::ptrdiff_t>(more) <= end_ - to_) return;
    give_room_back();
    take_room(std::max<std::size_t>(more, 512));
  }

  void hole(const Step& step) {
    const std::uint64_t* const words = parts_.words() + step.word;
    if (parts_.is_none(step.wire)) return put(tile_none(tile_.pieces[step.piece]));
    switch (step.form) {
      case HoleForm::JsonFloat: to_ = put_scalar_json_or_display(step.type, words[0]); return;
      case HoleForm::Scalar:
        to_ = step.type == PortType::U64 ? put_u64(to_, words[0]) : put_scalar_display(to_, step.type, words[0]);
        return;
      case HoleForm::Fixed: {
        const double value = std::bit_cast<double>(words[0]);
        if (step.null_if_not_finite && value - value != 0) return put("null");
        to_ = put_f64_fixed(to_, value, tile_.pieces[step.piece].size);
        return;
      }
      case HoleForm::Text: return put(view_text(words));
      case HoleForm::JsonText:
      case HoleForm::JsonPiece:
      case HoleForm::CsvText: return escaped(step, view_text(words));
      case HoleForm::General: return general(step);
    }
  }

  // Bare numbers of JSON tiles have the display form; what JSON cannot say is null.
  char* put_scalar_json_or_display(PortType type, std::uint64_t word) const {
    char* const end = put_scalar_display(to_, type, word);
    const bool is_finite = end[-1] >= '0' && end[-1] <= '9';  // not NaN or inf
    if (is_finite) return end;
    std::memcpy(to_, "null", 4);
    return to_ + 4;
  }

  void put(std::string_view text) {
    need(text.size() + kChunk);
    to_ = put_plain_text(to_, text);
  }
  void escaped(const Step& step, std::string_view text) {
    if (text.size() > kLongText) return general(step);
    need(text.size() * kJsonTextFactor + kQuotesRoom + kChunk);
    if (step.form == HoleForm::CsvText) to_ = put_csv_text(to_, text, false);
    else to_ = step.form == HoleForm::JsonText ? put_json_text(to_, text) : put_json_escaped(to_, text);
  }
  void general(const Step& step) {
    give_room_back();
    append_tile_value(out_, item(step), tile_.pieces[step.piece], work_);
    take_room(0);
  }

  void comma() {
    const std::string_view text(out_.data(), out_.size() + static_cast<std::size_t>(to_ - begin_));
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last != std::string_view::npos && text[last] != '{' && text[last] != '[') put(",");
  }
  void member(const ArgList::Item& item) {
    if (item.none || item.type != PortType::Str || view_text(item.words).empty()) return;
    comma();
    put(view_text(item.words));
  }

  ArgList parts_;
  const PreparedTile& tile_;
  Buffer& out_;
  Buffer& work_;
  char* begin_ = nullptr;
  char* to_ = nullptr;
  char* end_ = nullptr;
};

void tile_render(ArgList parts, const PreparedTile& tile, StrOut& out, Work& work) {
  Rendering(parts, tile, out.buffer, work.buffer).run();
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
         .private_scratch = 1,
         .why_closure = "writes text into a buffer",
         .prepare = prepare_tile}),
};

}  // namespace

std::span<const NodeDef> tile_nodes() { return kRows; }

}  // namespace polydat
