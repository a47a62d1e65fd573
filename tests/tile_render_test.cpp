// Tiles as tile_render writes them, against a plain walk over their pieces, by rows and by columns.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "nodes/catalog.h"
#include "nodes/json_value.h"
#include "nodes/tile_value.h"
#include "support/random_graph.h"

using namespace polydat;

namespace {

constexpr std::array kTypes{PortType::U64, PortType::I64, PortType::Bool, PortType::F64,  PortType::F32,    PortType::Str,
                            PortType::Str, PortType::Str, PortType::U128, PortType::Json, PortType::VecF32, PortType::Bytes};

// Values of the wires of one row. Texts and trees live as long as this.
struct Row {
  std::vector<std::uint64_t> words;
  std::vector<std::uint8_t> none;
};

class Values {
 public:
  explicit Values(std::uint64_t seed) : random_(seed) {}

  void add(Row& row, PortType type) {
    const std::uint64_t word = random_.next() >> random_.below(64);
    row.none.push_back(random_.chance(8) ? 1 : 0);
    if (type == PortType::F64) {
      row.words.push_back(std::bit_cast<std::uint64_t>(number()));
    } else if (type == PortType::F32) {
      row.words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(number())));
    } else if (type == PortType::Bool) {
      row.words.push_back(word & 1);
    } else if (type == PortType::U128) {
      row.words.insert(row.words.end(), {word, random_.chance(50) ? 0 : word});
    } else if (type == PortType::Json) {
      trees_.push_back(make_json_box(random_.chance(50) ? JsonTree("say \"hi\"") : JsonTree::array({word, nullptr, "a\\b"})));
      row.words.insert(row.words.end(), {address_of(trees_.back().get()), 1});
    } else if (type == PortType::VecF32 || type == PortType::Bytes) {
      texts_.push_back(std::make_unique<std::string>(random_.below(4) * 4, '\x41'));
      row.words.insert(row.words.end(), {address_of(texts_.back()->data()), texts_.back()->size() / (type == PortType::Bytes ? 1 : 4)});
    } else if (type == PortType::Str) {
      texts_.push_back(std::make_unique<std::string>(text()));
      row.words.insert(row.words.end(), {address_of(texts_.back()->data()), texts_.back()->size()});
    } else {
      row.words.push_back(word);
    }
  }

 private:
  double number() {
    constexpr std::array kOdd{0.0,
                              -0.0,
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN(),
                              1e300,
                              5e-324};
    if (random_.chance(20)) return kOdd[random_.below(kOdd.size())];
    return static_cast<double>(random_.below(2000000)) / 100.0 - 5000.0;
  }
  std::string text() {
    constexpr std::array<std::string_view, 12> kPieces{"a", "word", " ", ",", "\"", "\\", "\n", "\x01", "\xc3\xa9", "\xff", "0", "{"};
    if (random_.chance(2)) return std::string(20000 + random_.below(3), '"');
    std::string made;
    const std::uint64_t pieces = random_.below(random_.chance(10) ? 90 : 9);
    for (std::uint64_t i = 0; i < pieces; ++i) made += kPieces[random_.below(random_.chance(60) ? 2 : kPieces.size())];
    return made;
  }
  testing::Random random_;
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<std::shared_ptr<const JsonBox>> trees_;
};

TilePiece random_hole(testing::Random& random) {
  constexpr std::array kFormats{"", "", "", ".2", ".0", ".9", "08", ">6", "<6", "^7", "x", "b"};
  TilePiece hole;
  hole.kind = TilePieceKind::Hole;
  hole.encoding = static_cast<TileEncoding>(random.below(3));
  hole.in_string = random.chance(40);
  hole.raw = random.chance(15);
  hole.format = kFormats[random.below(kFormats.size())];
  std::string why;
  REQUIRE(read_tile_format(hole, why));
  return hole;
}

bool takes_wire(const TilePiece& piece) {
  return piece.kind == TilePieceKind::Hole || piece.kind == TilePieceKind::Test || piece.kind == TilePieceKind::Member;
}

std::vector<TilePiece> random_pieces(testing::Random& random) {
  const std::size_t count = random.below(14);
  std::vector<TilePiece> pieces;
  for (std::size_t i = 0; i < count; ++i) {
    TilePiece piece;
    switch (random.below(10)) {
      case 0:
      case 1:
      case 2:
      case 3: piece = random_hole(random); break;
      case 4: piece.kind = TilePieceKind::Comma; break;
      case 5: piece.kind = TilePieceKind::Member; break;
      case 6: piece.kind = random.chance(50) ? TilePieceKind::Test : TilePieceKind::Jump; break;
      default: piece.text = std::string(random.below(60), random.chance(20) ? '{' : 'x'); break;
    }
    if (piece.kind == TilePieceKind::Test || piece.kind == TilePieceKind::Jump)
      piece.skip = static_cast<std::uint32_t>(random.below(count - i));
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::string walk(const std::vector<TilePiece>& pieces, const std::vector<PortType>& types, const Row& row) {
  Buffer out, work;
  std::size_t wire = 0, word = 0;
  const auto next = [&] {
    const ArgList::Item item{types[wire], row.none[wire] != 0, row.words.data() + word};
    word += words_of(types[wire++]);
    return item;
  };
  const auto comma = [&] {
    const std::size_t last = out.view().find_last_not_of(" \t\r\n");
    if (last != std::string_view::npos && out.view()[last] != '{' && out.view()[last] != '[') out.push_back(',');
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::uint32_t skip = 0;
    switch (pieces[i].kind) {
      case TilePieceKind::Text: out.append(pieces[i].text); break;
      case TilePieceKind::Hole: append_tile_value(out, next(), pieces[i], work); break;
      case TilePieceKind::Test: skip = tile_truth(next()) ? 0 : pieces[i].skip; break;
      case TilePieceKind::Jump: skip = pieces[i].skip; break;
      case TilePieceKind::Comma: comma(); break;
      case TilePieceKind::Member: {
        const ArgList::Item item = next();
        if (item.none || item.type != PortType::Str || view_text(item.words).empty()) break;
        comma();
        out.append(view_text(item.words));
        break;
      }
    }
    for (; skip > 0; --skip)
      if (takes_wire(pieces[++i])) next();
  }
  return std::string(out.view());
}

// The node tile_render, prepared for these pieces and types.
class Tile {
 public:
  Tile(const std::vector<TilePiece>& pieces, std::vector<PortType> types) : def_(*find_node("tile_render")), types_(std::move(types)) {
    const std::vector<Literal> literals{{Literal::Kind::Str, 0, 0, tile_program_text(pieces)}};
    PrepareContext context(literals, types_, Limits{}, OutsideWorld{});
    def_.prepare(context);
    REQUIRE_MESSAGE(!context.refused(), context.refusal());
    block_ = context.take();
  }

  std::string row(const Row& row) {
    std::vector<std::uint64_t> words = row.words;
    words.insert(words.end(), block_.words.begin(), block_.words.end());
    Call call = call_of(words, row.words.size());
    call.in_none = row.none.data();
    CHECK(def_.row(call) == 0);
    return std::string(view_text(out_.data()));
  }

  // None of the rows has None.
  std::vector<std::string> column(const std::vector<Row>& rows) {
    const std::size_t count = rows.front().words.size();
    std::vector<std::vector<std::uint64_t>> columns(count);
    for (const Row& row : rows)
      for (std::size_t w = 0; w < count; ++w) columns[w].push_back(row.words[w]);
    std::vector<std::uint64_t> words(count);
    words.insert(words.end(), block_.words.begin(), block_.words.end());
    std::vector<ColumnCall::Word> gather;
    for (std::size_t w = 0; w < count; ++w) gather.push_back({words.data() + w, columns[w].data()});
    std::vector<std::uint64_t> addresses(rows.size()), sizes(rows.size());
    const Call call = call_of(words, count);
    ColumnCall many{call, gather, addresses.data(), sizes.data(), rows.size(), ~std::size_t{0}};
    CHECK(def_.column(many) == 0);
    std::vector<std::string> texts;
    for (std::size_t r = 0; r < rows.size(); ++r) texts.emplace_back(view_data<char>(addresses[r]), sizes[r]);
    own_[0].bytes.release_kept();
    return texts;
  }

 private:
  Call call_of(const std::vector<std::uint64_t>& words, std::size_t wire_words) {
    Call call;
    call.args = words.data();
    call.out = out_.data();
    call.own = own_.data();
    call.in_types = types_.data();
    call.out_types = &out_type_;
    call.wire_count = static_cast<std::uint32_t>(types_.size());
    call.wire_words = static_cast<std::uint32_t>(wire_words);
    call.out_none = &out_none_;
    return call;
  }
  const NodeDef& def_;
  std::vector<PortType> types_;
  ConstBlock block_;
  std::array<Scratch, 2> own_;
  std::array<std::uint64_t, 2> out_{};
  PortType out_type_ = PortType::Str;
  std::uint8_t out_none_ = 0;
};

}  // namespace

TEST_CASE("random tiles are what a walk over their pieces gives") {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    testing::Random random(seed);
    const std::vector<TilePiece> pieces = random_pieces(random);
    std::vector<PortType> types;
    for (const TilePiece& piece : pieces)
      if (takes_wire(piece)) types.push_back(piece.kind == TilePieceKind::Member ? PortType::Str : kTypes[random.below(kTypes.size())]);
    INFO("seed " << seed << ": " << tile_program_text(pieces));
    Tile tile(pieces, types);
    Values values(seed);
    std::vector<Row> rows(8);
    for (Row& row : rows)
      for (const PortType type : types) values.add(row, type);
    for (const Row& row : rows) CHECK(tile.row(row) == walk(pieces, types, row));
    for (Row& row : rows) row.none.assign(types.size(), 0);
    const std::vector<std::string> texts = tile.column(rows);
    for (std::size_t r = 0; r < rows.size(); ++r) CHECK(texts[r] == walk(pieces, types, rows[r]));
  }
}

TEST_CASE("a branch that leads past the end of its tile is refused") {
  std::string why;
  CHECK(read_tile_program(R"([["jump", 0]])", why).has_value());
  CHECK(read_tile_program(R"([["jump", 1], "a"])", why).has_value());
  CHECK_FALSE(read_tile_program(R"([["jump", 1]])", why).has_value());
  CHECK_FALSE(read_tile_program(R"(["a", ["test", 2], "b"])", why).has_value());
}
