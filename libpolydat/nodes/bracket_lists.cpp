// Nodes of the family "lists as text": lists written "[a,b]", and lists of lines. Nesting and quotes are not understood.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "nodes/families.h"
#include "nodes/native/hashing.h"
#include "nodes/native_row.h"
#include "nodes/number_parse.h"
#include "nodes/number_text.h"
#include "nodes/text_list.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "writes text into a buffer";

// What stands between the brackets; nothing without them.
std::optional<std::string_view> inside_brackets(std::string_view text) {
  text = trim_white_space(text);
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  return text.substr(1, text.size() - 2);
}

std::uint64_t count_elements(std::string_view inside) {
  if (inside.empty()) return 0;
  return 1 + static_cast<std::uint64_t>(std::count(inside.begin(), inside.end(), ','));
}

// Calls `use` with each element, white space around it removed; stops when it gives false.
template <class Use>
void for_each_element(std::string_view inside, const Use& use) {
  for (;;) {
    const std::size_t comma = inside.find(',');
    if (!use(trim_white_space(inside.substr(0, comma))) || comma == std::string_view::npos) return;
    inside.remove_prefix(comma + 1);
  }
}

std::uint64_t array_len(std::string_view input) {
  const auto inside = inside_brackets(input);
  return inside ? count_elements(*inside) : 0;
}

void array_at(std::string_view array, std::uint64_t index, StrOut& out) {
  const auto inside = inside_brackets(array);
  if (!inside || inside->empty()) return;
  std::uint64_t left = index % count_elements(*inside);
  for_each_element(*inside, [&](std::string_view element) {
    if (left == 0) out.append(element);
    return left-- != 0;
  });
}

void append_plain(StrOut& out, double v) {
  if (char* at = out.buffer.reserve(kPlainTextRoom)) out.buffer.commit(static_cast<std::size_t>(put_f64_plain(at, v) - at));
}

// Elements that are not numbers are dropped.
void normalize_vector(std::string_view vector, StrOut& out) {
  const auto inside = inside_brackets(vector);
  double squares = 0.0;
  if (inside) {
    for_each_element(*inside, [&](std::string_view element) {
      if (const auto v = parse_f64(element)) squares += *v * *v;
      return true;
    });
  }
  const double length = std::sqrt(squares);
  if (!inside || length < 1e-15) return out.append(vector);
  char separator = '[';
  for_each_element(*inside, [&](std::string_view element) {
    if (const auto v = parse_f64(element)) {
      out.push_back(separator);
      separator = ',';
      append_plain(out, *v / length);
    }
    return !out.buffer.overflowed();
  });
  out.push_back(']');
}

void random_vector(std::uint64_t seed, std::uint64_t dim, double min, double max, StrOut& out) {
  out.push_back('[');
  std::uint64_t h = seed;
  for (std::uint64_t i = 0; i < dim && !out.buffer.overflowed(); ++i) {
    if (i != 0) out.push_back(',');
    h = native::xxh3(h);
    append_plain(out, native::half_open(min + (max - min) * native::unit(h), min, max));
  }
  out.push_back(']');
}
void prepare_random_vector(PrepareContext& context) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (!std::isfinite(context.f64(i))) return context.refuse(i, "the bound is not a finite number");
  }
  context.add_all_literals();
}

void prepare_lines(PrepareContext& context) {
  auto list = std::make_shared<TextList>();
  for (std::string_view rest = context.str(0); !rest.empty();) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (end != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) list->texts.emplace_back(line);
  }
  if (list->texts.empty()) return context.refuse(0, "the text has no line that is not empty");
  context.add_object<TextList>(std::move(list));
}
void hashed_line_to_string(std::uint64_t input, const TextList& lines, StrOut& out) { out.append(lines.texts[input % lines.texts.size()]); }

constexpr NodeDef kRows[] = {
    closure_row<&array_len>({.signature = "array_len(input: str) -> u64",
                             .family = "lists as text",
                             .doc = "How many elements a list like [a,b] has: its commas and one more; 0 for [] and for other text.",
                             .example = "input cycle: u64\nout := array_len(random_vector(cycle, 3))\n",
                             .why_closure = "reads text"}),
    closure_row<&array_at>({.signature = "array_at(array: str, index: u64) -> str",
                            .family = "lists as text",
                            .doc = "An element of a list like [a,b], by number, which wraps around; empty for [] and for other text.",
                            .example = "input cycle: u64\nout := array_at(\"[red, green, blue]\", cycle)\n",
                            .why_closure = kText}),
    closure_row<&normalize_vector>(
        {.signature = "normalize_vector(vector: str) -> str",
         .family = "lists as text",
         .doc = "A list of numbers like [3,4] scaled to length 1; elements that are no numbers are dropped. Other text, and "
                "lists of length below 1e-15, stay as they are.",
         .example = "input cycle: u64\nout := normalize_vector(random_vector(cycle, 3))\n",
         .why_closure = kText}),
    closure_row<&random_vector>(
        {.signature = "random_vector(seed: u64, dim: u64, const min: f64 = 0.0, const max: f64 = 1.0) -> str",
         .family = "lists as text",
         .doc = "dim numbers from min up to max, max not included, hashed from the seed one after the other, as a list like [0.5,0.25].",
         .example = "input cycle: u64\nout := random_vector(cycle, 3, 0.0, 10.0)\n",
         .why_closure = kText,
         .prepare = &prepare_random_vector}),
    closure_row<&hashed_line_to_string>(
        {.signature = "hashed_line_to_string(input: u64, const source: str) -> str",
         .family = "lists as text",
         .doc = "A line of the text given, empty ones not counted: line input % count. Despite its name it does not hash.",
         .example = "input cycle: u64\nout := hashed_line_to_string(cycle, \"red\\ngreen\\nblue\")\n",
         .why_closure = kText,
         .prepare = &prepare_lines}),
};

}  // namespace

std::span<const NodeDef> bracket_list_nodes() { return kRows; }

}  // namespace polydat
