// What a tile prints, as a list of pieces: made by the compiler from a template, carried by the node `tile_render` as one constant
// text, and run by it for every row.
//
// Each Hole, Test and Member takes the next wire of the node. The arms of a branch lie behind each other: a Test that fails goes
// `skip` pieces on (to the second arm), a Jump at the end of the first arm goes over the second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polydat {

enum class TileEncoding : std::uint8_t { Text, Csv, Json };

enum class TilePieceKind : std::uint8_t {
  Text,  // `text` as it is
  Hole,  // a value
  Test,  // a condition
  Jump,
  Comma,   // `,` between members of an object, unless nothing precedes
  Member,  // text that may be empty: a Comma and the text when it is not
};

struct TilePiece {
  TilePieceKind kind = TilePieceKind::Text;
  std::string text;
  // Hole
  TileEncoding encoding = TileEncoding::Text;
  bool in_string = false;  // json: inside a quoted string
  bool raw = false;        // no escaping
  std::string format;      // empty: none
  char layout = 0;         // what `format` asks for: . 0 > < ^ x X b o; 0: nothing
  std::uint32_t size = 0;  // its digits or width
  // Test, Jump
  std::uint32_t skip = 0;
};

// Reads hole.format: `.N`, `0N`, `N`, `>N`, `<N`, `^N`, `x`, `X`, `b` or `o`. False: `why` says what is wrong.
bool read_tile_format(TilePiece& hole, std::string& why);

std::string tile_program_text(std::vector<TilePiece> pieces);
// The reverse. Nothing: not such a text, `why` says why.
std::optional<std::vector<TilePiece>> read_tile_program(std::string_view text, std::string& why);

// The pieces as a person would write the template, holes without what they show. A text that read_tile_program refuses stays as it is.
std::string tile_outline(std::string_view text);

}  // namespace polydat
