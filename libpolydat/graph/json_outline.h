// The structure of a JSON text, with source ranges: what graph/json_reader reads graphs from.
//
// Values lie in one vector in the order of the text, a container before its members; they name each other by index, so nothing
// recurses on depth. Strings and numbers stay in the source; only strings with escapes are kept decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/diagnostic.h"
#include "polydat/limits.h"

namespace polydat {

enum class JsonKind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

struct JsonItem {
  static constexpr std::uint32_t kNone = ~0U;

  JsonKind kind = JsonKind::Null;
  bool boolean = false;
  SourceRange range;               // of the whole value
  SourceRange key;                 // in an object: the member's name, quotes included
  std::uint32_t key_text = kNone;  // into decoded, when the name holds escapes
  std::uint32_t text = kNone;      // String: the same
  std::uint32_t first = kNone;     // Array, Object: first member
  std::uint32_t next = kNone;      // the next member of the same container
};

struct JsonOutline {
  std::vector<JsonItem> items;  // items[0] is the document
  std::vector<std::string> decoded;
  std::string_view source;

  std::string_view key(const JsonItem& item) const { return unquoted(item.key, item.key_text); }
  std::string_view text(const JsonItem& item) const { return unquoted(item.range, item.text); }
  std::string_view slice(const JsonItem& item) const { return source.substr(item.range.begin, item.range.end - item.range.begin); }

 private:
  std::string_view unquoted(SourceRange range, std::uint32_t index) const {
    if (index != JsonItem::kNone) return decoded[index];
    return source.substr(range.begin + 1, range.end - range.begin - 2);
  }
};

// Strict RFC 8259, so a text that is not UTF-8 and an escape of half a surrogate pair are refused. Nothing, and an error with its
// place, when the text is not JSON, nests more than max_nesting arrays in arrays or objects in objects, or has more values than a graph of max_nodes can need.
std::optional<JsonOutline> read_json_outline(const Source& source, const Limits& limits, Diagnostics& diagnostics);

}  // namespace polydat
