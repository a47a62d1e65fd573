// JSON text: writers.
#include "nodes/json_text.h"

#include <bit>
#include <cstring>
#include <vector>

#include "nodes/number_text.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

// The first byte that cannot be copied as it is: a control, `"`, `\` or a non-ASCII byte.
const char* find_special(const char* at, const char* end) {
  constexpr std::uint64_t ones = 0x0101010101010101ull;
  constexpr std::uint64_t tops = 0x8080808080808080ull;
  while (end - at >= 8) {
    std::uint64_t w;
    std::memcpy(&w, at, 8);
    const std::uint64_t quote = w ^ (ones * '"');
    const std::uint64_t slash = w ^ (ones * '\\');
    // A borrow can mark a byte above a special one as well, never below it: the first mark is exact (little-endian).
    const std::uint64_t marks = (w | ((w - ones * 0x20) | (quote - ones) | (slash - ones))) & tops;
    if (marks != 0) {
      if constexpr (std::endian::native == std::endian::little) return at + (std::countr_zero(marks) >> 3);
      break;
    }
    at += 8;
  }
  for (; at != end; ++at) {
    const unsigned char c = static_cast<unsigned char>(*at);
    if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') break;
  }
  return at;
}

void append_leaf(Buffer& to, const JsonTree& leaf) {
  switch (leaf.type()) {
    case JsonTree::value_t::string: return append_json_string(to, *leaf.get_ptr<const std::string*>());
    case JsonTree::value_t::boolean: return to.append(leaf.get<bool>() ? "true" : "false");
    case JsonTree::value_t::number_unsigned:
      if (char* at = to.reserve(kIntegerTextRoom)) to.commit(static_cast<std::size_t>(put_u64(at, leaf.get<std::uint64_t>()) - at));
      return;
    case JsonTree::value_t::number_integer:
      if (char* at = to.reserve(kIntegerTextRoom)) to.commit(static_cast<std::size_t>(put_i64(at, leaf.get<std::int64_t>()) - at));
      return;
    case JsonTree::value_t::number_float:
      if (char* at = to.reserve(kShortestTextRoom)) to.commit(static_cast<std::size_t>(put_f64_json(at, leaf.get<double>()) - at));
      return;
    case JsonTree::value_t::null:
    case JsonTree::value_t::discarded:
    case JsonTree::value_t::binary: return to.append("null");
    case JsonTree::value_t::array:
    case JsonTree::value_t::object: return to.append(leaf.is_array() ? "[]" : "{}");
  }
}

// The containers on the way to the current element.
struct Level {
  JsonTree::const_iterator at;
  JsonTree::const_iterator end;
  bool object;
  bool first;
};

void append_line(Buffer& to, std::size_t levels) {
  to.push_back('\n');
  to.append_fill(2 * levels, ' ');
}

void append_tree(Buffer& to, const JsonTree& tree, bool pretty) {
  std::vector<Level> open;
  const auto enter = [&](const JsonTree& node) {
    if (!node.is_structured() || node.empty()) return append_leaf(to, node);
    to.push_back(node.is_object() ? '{' : '[');
    open.push_back({node.cbegin(), node.cend(), node.is_object(), true});
  };
  enter(tree);
  while (!open.empty() && !to.overflowed()) {
    Level& level = open.back();
    if (level.at == level.end) {
      const char close = level.object ? '}' : ']';
      open.pop_back();
      if (pretty) append_line(to, open.size());
      to.push_back(close);
      continue;
    }
    if (!level.first) to.push_back(',');
    level.first = false;
    if (pretty) append_line(to, open.size());
    if (level.object) {
      append_json_string(to, level.at.key());
      to.append(pretty ? ": " : ":");
    }
    const JsonTree& node = *level.at;
    ++level.at;
    enter(node);  // may move `open`
  }
}

}  // namespace

char* put_json_escape(char* to, char c) {
  *to++ = '\\';
  switch (c) {
    case '"':
    case '\\': *to++ = c; return to;
    case '\b': *to++ = 'b'; return to;
    case '\f': *to++ = 'f'; return to;
    case '\n': *to++ = 'n'; return to;
    case '\r': *to++ = 'r'; return to;
    case '\t': *to++ = 't'; return to;
  }
  const unsigned char byte = static_cast<unsigned char>(c);
  std::memcpy(to, "u00", 3);
  to[3] = static_cast<char>('0' + (byte >> 4));
  to[4] = "0123456789abcdef"[byte & 15];
  return to + 5;
}

void append_json_escaped(Buffer& to, std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const stop = find_special(at, end);
    to.append({at, static_cast<std::size_t>(stop - at)});
    at = stop;
    char* out = to.reserve(8);
    if (out == nullptr || at == end) return;
    if (static_cast<unsigned char>(*at) < 0x80) {
      to.commit(static_cast<std::size_t>(put_json_escape(out, *at) - out));
      ++at;
      continue;
    }
    const Utf8Step step = decode_utf8(at, end);
    if (step.valid) {
      std::memcpy(out, at, step.length);
      to.commit(step.length);
    } else {
      std::memcpy(out, "\xef\xbf\xbd", 3);
      to.commit(3);
    }
    at += step.length;
  }
}

void append_json_string(Buffer& to, std::string_view text) {
  to.push_back('"');
  append_json_escaped(to, text);
  to.push_back('"');
}

void append_json_tree(Buffer& to, const JsonTree& tree) {
  if (!tree.is_structured()) return append_leaf(to, tree);
  append_tree(to, tree, false);
}
void append_json_tree_pretty(Buffer& to, const JsonTree& tree) { append_tree(to, tree, true); }

std::size_t json_depth(const JsonTree& tree) {
  std::vector<std::pair<const JsonTree*, std::size_t>> open;
  if (tree.is_structured()) open.emplace_back(&tree, 1);
  std::size_t most = 0;
  while (!open.empty()) {
    const auto [node, depth] = open.back();
    open.pop_back();
    if (depth > most) most = depth;
    for (const JsonTree& child : *node) {
      if (child.is_structured()) open.emplace_back(&child, depth + 1);
    }
  }
  return most;
}

}  // namespace polydat
