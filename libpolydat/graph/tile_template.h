// The template of a tile as a tree (language 2.11): text, holes, repeats, branches. Nothing is resolved; expressions and
// comprehensions stay text.
//
// Needs:   the statement of a tile without errors of form.
// Ensures: the pieces and all mistakes. Blocks nest at most kMostTileDepth deep, so the tree may be walked and
//          destroyed by recursion.
// Cost:    linear in the template.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/text_map.h"

namespace polydat {

inline constexpr std::size_t kMostTileDepth = 64;

struct TemplatePiece {
  enum class Kind : unsigned char {
    Text,     // `text`
    Hole,     // `text`: the expression
    Repeat,   // `text`: the comprehension; `separator`; `body`
    Branch,   // `text`: the condition; `body`, `otherwise`
    Comma,    // structural: a member follows
    Members,  // structural: a Repeat in `body` that may give nothing
  };
  Kind kind = Kind::Text;
  std::string text;
  lang::TextMap map;      // where the characters of `text` stand in the template
  lang::TextRange range;  // Hole: from its opening to its closing delimiter; Repeat, Branch: the directive without its block
  // Hole
  std::string type, format;
  bool raw = false;
  bool in_string = false;  // json: inside a quoted string
  // Repeat, Branch
  std::optional<std::string> separator;
  bool is_structural = false;  // Repeat: texts that are empty are left out, with their separators
  std::vector<TemplatePiece> body, otherwise;
};

struct TemplateOptions {
  std::string_view open = "${", close = "}", sigil = "@";
  bool is_json = false;
  bool in_string = false;  // where the text begins
};

struct TemplateFault {
  std::string message;
  std::optional<lang::TextRange> place;  // in the template
  bool by_limit = false;                 // nested too deep
};

// Mistakes are added to `faults`; a hole with one is left out. Nothing when what follows a mistake cannot be read.
std::optional<std::vector<TemplatePiece>> read_template(std::string_view text, const TemplateOptions& options,
                                                        std::vector<TemplateFault>& faults);

// A structural template, a JSON document in which strings define holes (language 4.8.7), as one of the other sort.
std::optional<std::vector<TemplatePiece>> read_structural_template(std::string_view text, const TemplateOptions& options,
                                                                   std::vector<TemplateFault>& faults);

// The JSON text that the template gives when every hole is 0, every repeat written once and every branch by its first arm. `map`: of that
// text, into the template.
std::string json_skeleton(const std::vector<TemplatePiece>& pieces, lang::TextMap& map);

}  // namespace polydat
