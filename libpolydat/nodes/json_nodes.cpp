// Nodes of the family "json": trees made, merged, looked into, read and written.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "nodes/families.h"
#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/number_text.h"
#include "nodes/row_form_json.h"
#include "nodes/text_forms.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kLibrary = "calls the JSON library";
constexpr std::string_view kTooDeep = "the result would be nested more than 1000 levels deep";
static_assert(kJsonDepth == 1000);

bool fits_under(const JsonTree& child, std::uint32_t* err) {
  const bool fits = json_depth(child) < kJsonDepth;
  *err |= fits ? 0u : 1u;
  return fits;
}

void json_with(ArgList value, std::string_view key, JsonOut& out, std::uint32_t* err) {
  JsonTree child = value_tree(value[0]);
  if (!fits_under(child, err)) return;
  JsonTree tree = JsonTree::object();
  set_member(tree, key, std::move(child));
  out.set(std::move(tree));
}

void merge_into(JsonTree& object, const JsonTree& more) {
  for (const auto& member : *more.get_ptr<const JsonTree::object_t*>()) set_member(object, member.first, member.second);
}
void json_object(ArgList parts, JsonOut& out) {
  JsonTree tree = JsonTree::object();
  for (const ArgList::Item part : parts) {
    if (part.type == PortType::Json && tree_of(part.words).is_object()) merge_into(tree, tree_of(part.words));
  }
  out.set(std::move(tree));
}
void json_merge(const JsonTree& left, const JsonTree& right, JsonOut& out) {
  JsonTree tree = left;
  if (left.is_object() && right.is_object()) merge_into(tree, right);
  out.set(std::move(tree));
}

void json_array(ArgList elements, JsonOut& out, std::uint32_t* err) {
  JsonTree::array_t list;
  list.reserve(elements.size());
  for (const ArgList::Item element : elements) {
    list.push_back(value_tree(element));
    if (!fits_under(list.back(), err)) return;
  }
  out.set(JsonTree(std::move(list)));
}

void to_json(ArgList input, JsonOut& out) { out.set(value_tree(input[0])); }

void json_to_str(const JsonTree& input, StrOut& out) { append_json_tree(out.buffer, input); }
void json_to_str_pretty(const JsonTree& input, StrOut& out) { append_json_tree_pretty(out.buffer, input); }

void str_to_json(std::string_view input, JsonOut& out) {
  JsonTree tree;
  std::string why;
  if (!read_json(input, tree, why)) tree = nullptr;
  out.set(std::move(tree));
}

void escape_json(std::string_view input, StrOut& out) { append_json_escaped(out.buffer, input); }

void json_field(const JsonTree& input, std::string_view key, JsonOut& out) {
  const JsonTree* member = find_member(input, key);
  out.set(member == nullptr ? JsonTree(nullptr) : *member);
}

// Depth first, in order: the children of a container are pushed from the last to the first.
void json_text(ArgList input, StrOut& out) {
  const ArgList::Item item = input[0];
  if (item.type != PortType::Json || item.none) return append_display(out.buffer, item.type, item.words, item.none);
  std::vector<const JsonTree*> open{&tree_of(item.words)};
  bool first = true;
  while (!open.empty() && !out.buffer.overflowed()) {
    const JsonTree& node = *open.back();
    open.pop_back();
    if (node.is_null()) continue;
    if (node.is_structured()) {
      for (auto child = node.crbegin(); child != node.crend(); ++child) open.push_back(&*child);
      continue;
    }
    if (!first) out.push_back('\n');
    first = false;
    if (node.is_string()) out.append(string_leaf(node));
    else append_json_tree(out.buffer, node);
  }
}

std::optional<std::int32_t> column_cell(const JsonTree& cell) {
  constexpr std::int64_t low = INT32_MIN;
  constexpr std::int64_t high = INT32_MAX;
  if (const auto v = signed_leaf(cell)) return static_cast<std::int32_t>(std::clamp(*v, low, high));
  if (unsigned_leaf(cell)) return INT32_MAX;
  if (const auto v = number_leaf(cell)) {
    if (std::isnan(*v)) return 0;
    return static_cast<std::int32_t>(std::clamp(std::trunc(*v), static_cast<double>(low), static_cast<double>(high)));
  }
  if (cell.is_string()) return parse_integer<std::int32_t>(trim_white_space(string_leaf(cell)));
  return std::nullopt;
}

void body_column_i32(ArgList body, std::string_view column, VecOut<std::int32_t>& out) {
  const ArgList::Item item = body[0];
  if (item.type != PortType::Json || item.none) return;
  const JsonTree* rows = &tree_of(item.words);
  if (const JsonTree* inner = find_member(*rows, "rows"); inner != nullptr && inner->is_array()) rows = inner;
  std::int32_t* at = out.resize(rows->is_array() ? rows->size() : 1);
  if (at == nullptr) return;
  const std::int32_t* const start = at;
  const auto add = [&](const JsonTree& row) {
    const JsonTree* cell = find_member(row, column);
    if (const auto v = cell == nullptr ? std::nullopt : column_cell(*cell)) *at++ = *v;
  };
  if (!rows->is_array()) add(*rows);
  else
    for (const JsonTree& row : *rows) add(row);
  out.resize(static_cast<std::size_t>(at - start));
}

// The only cell of a JSON body: [row] or row, then {name: cell} or cell.
const JsonTree* only_cell(const JsonTree& body) {
  const JsonTree* cell = &body;
  if (cell->is_array()) {
    if (cell->size() != 1) return nullptr;
    cell = &cell->front();
  }
  if (cell->is_object()) {
    if (cell->size() != 1) return nullptr;
    cell = &cell->front();
  }
  return cell->is_structured() || cell->is_null() ? nullptr : cell;
}

void append_word(StrOut& out, PortType type, std::uint64_t word) { append_display(out.buffer, type, &word); }

void exactly_one_value(ArgList body, StrOut& out, std::uint32_t* err) {
  const ArgList::Item item = body[0];
  if (item.none) {
    *err |= 1;
    return;
  }
  if (is_vector(item.type)) {
    if (item.words[1] != 1) {
      *err |= 1;
      return;
    }
    const JsonTree element = value_tree(item).front();  // floats widened to f64
    if (const auto v = signed_leaf(element)) return append_word(out, PortType::I64, std::bit_cast<std::uint64_t>(*v));
    return append_word(out, PortType::F64, std::bit_cast<std::uint64_t>(number_leaf(element).value_or(std::nan(""))));
  }
  if (item.type != PortType::Json) return append_display(out.buffer, item.type, item.words);
  const JsonTree* cell = only_cell(tree_of(item.words));
  if (cell == nullptr) {
    *err |= 1;
  } else if (cell->is_string()) {
    out.append(string_leaf(*cell));
  } else if (cell->is_number_float()) {
    append_word(out, PortType::F64, std::bit_cast<std::uint64_t>(*number_leaf(*cell)));
  } else {
    append_json_tree(out.buffer, *cell);
  }
}

constexpr NodeDef kRows[] = {
    closure_row<&json_with>({.signature = "json_with(const key: str, value: any) -> json",
                             .family = "json",
                             .doc = "An object with one member; bytes become base64.",
                             .example = "input cycle: u64\nout := json_with(\"row\", cycle)\n",
                             .failures = {kTooDeep},
                             .accepts_none = true,
                             .why_closure = kLibrary}),
    closure_row<&json_object>(
        {.signature = "json_object(parts: any...) -> json",
         .family = "json",
         .doc = "The objects among the parts merged from left to right: the first place and the last value of each key.",
         .example = "input cycle: u64\nout := json_object(json_with(\"a\", cycle), json_with(\"b\", hash(cycle)))\n",
         .why_closure = kLibrary}),
    closure_row<&json_merge>({.signature = "json_merge(left: json, right: json) -> json",
                              .family = "json",
                              .doc = "Both objects merged, the right one's values first; the left one unchanged when one is no object.",
                              .example = "input cycle: u64\nout := json_merge(json_with(\"a\", cycle), json_with(\"b\", 1))\n",
                              .why_closure = kLibrary}),
    closure_row<&json_array>({.signature = "json_array(elems: any...) -> json",
                              .family = "json",
                              .doc = "An array of the values; bytes become base64.",
                              .example = "input cycle: u64\nout := json_array(cycle, \"text\", to_f64(cycle))\n",
                              .failures = {kTooDeep},
                              .why_closure = kLibrary}),
    closure_row<&to_json>({.signature = "to_json(input: any) -> json",
                           .family = "json",
                           .doc = "The value as JSON; bytes become base64, numbers that are not finite and None become null.",
                           .example = "input cycle: u64\nout := to_json(to_f64(cycle))\n",
                           .accepts_none = true,
                           .why_closure = kLibrary}),
    closure_row<&json_to_str>({.signature = "json_to_str(input: json) -> str",
                               .family = "json",
                               .doc = "JSON text without blanks.",
                               .example = "input cycle: u64\nout := json_to_str(json_array(cycle, \"a\"))\n",
                               .why_closure = kLibrary}),
    closure_row<&json_to_str_pretty>({.signature = "json_to_str_pretty(input: json) -> str",
                                      .family = "json",
                                      .doc = "JSON text over several lines, two blanks a level.",
                                      .example = "input cycle: u64\nout := json_to_str_pretty(json_with(\"a\", cycle))\n",
                                      .why_closure = kLibrary}),
    closure_row<&str_to_json>({.signature = "str_to_json(input: str) -> json",
                               .family = "json",
                               .doc = "The text read as JSON; null when it is none.",
                               .example = "input cycle: u64\nout := str_to_json(printf(\"[{}]\", cycle))\n",
                               .why_closure = kLibrary}),
    closure_row<&escape_json>({.signature = "escape_json(input: str) -> str",
                               .family = "json",
                               .doc = "The text as it stands between the quotes of a JSON string.",
                               .example = "input cycle: u64\nout := escape_json(printf(\"row\\t{}\", cycle))\n",
                               .why_closure = "works on text in memory"}),
    closure_row<&json_field>({.signature = "json_field(input: json, const key: str) -> json",
                              .family = "json",
                              .doc = "The member of an object; null when there is none.",
                              .example = "input cycle: u64\nout := json_field(json_with(\"a\", cycle), \"a\")\n",
                              .why_closure = kLibrary}),
    closure_row<&json_text>({.signature = "json_text(input: any) -> str",
                             .family = "json",
                             .doc = "All strings, numbers and booleans of a JSON value, one a line; other types: display text.",
                             .example = "input cycle: u64\nout := json_text(json_array(cycle, \"a\"))\n",
                             .accepts_none = true,
                             .why_closure = kLibrary}),
    closure_row<&body_column_i32>(
        {.signature = "body_column_i32(body: any, const column: str) -> vec_i32",
         .family = "json",
         .doc = "The integers of one column of a JSON body: an array of rows, an object with an array `rows`, or one row.",
         .example = "input cycle: u64\nout := body_column_i32(json_array(json_with(\"k\", cycle)), \"k\")\n",
         .accepts_none = true,
         .why_closure = kLibrary}),
    closure_row<&exactly_one_value>(
        {.signature = "exactly_one_value(body: any) -> str",
         .family = "json",
         .doc = "The text of the only value in a list or a JSON body; fails when there is none or more than one.",
         .example = "input cycle: u64\nout := exactly_one_value(json_array(json_with(\"k\", cycle)))\n",
         .failures = {"body does not hold exactly one value"},
         .accepts_none = true,
         .why_closure = kLibrary}),
};

}  // namespace

std::span<const NodeDef> json_nodes() { return kRows; }

}  // namespace polydat
