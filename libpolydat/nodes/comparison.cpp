// Comparison and selection.
#include "nodes/families.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

namespace n = native;

std::uint64_t str_eq(std::string_view a, std::string_view b) { return a == b ? 1 : 0; }
std::uint64_t str_ne(std::string_view a, std::string_view b) { return a != b ? 1 : 0; }

void select_str(std::uint64_t cond, std::string_view if_true, std::string_view if_false, StrOut& out) {
  out.append(cond != 0 ? if_true : if_false);
}

// b0..bN-1, then v0..vN-1.
void pick(ArgList list, AnyOut& out, std::uint32_t* err) {
  const std::uint32_t half = list.size() / 2;
  std::uint32_t chosen = half;
  std::uint32_t at = 0;
  for (const ArgList::Item item : list) {
    if (at < half) {
      if (item.words[0] != 0) {
        if (chosen != half) *err |= 2;
        chosen = at;
      }
    } else if (at - half == chosen) {
      out.copy(item);
    }
    ++at;
  }
  if (chosen == half) *err |= 1;
}

std::vector<PortType> infer_pick(std::span<const PortType> wires, std::size_t) {
  return {wires.size() < 2 ? PortType::U64 : wires[wires.size() / 2]};
}

// A wrong count or type has no constant to point at; the whole call is meant.
void prepare_pick(PrepareContext& c) {
  c.set_plain_text(true);
  const std::span<const PortType> wires = c.wires();
  const std::size_t half = wires.size() / 2;
  if (wires.size() % 2 != 0 || half == 0) return c.refuse(0, "pick takes as many conditions as values: pick(b0, b1, v0, v1)");
  for (std::size_t i = 0; i < half; ++i) {
    if (wires[i] != PortType::Bool && wires[i] != PortType::U64) {
      return c.refuse(0, "condition " + std::to_string(i + 1) + " of pick is " + std::string(display_name(wires[i])) + ", not bool or u64");
    }
    if (wires[half + i] != wires[half]) {
      return c.refuse(0, "the values of pick have different types: " + std::string(display_name(wires[half])) + " and " +
                             std::string(display_name(wires[half + i])));
    }
  }
}

#define POLYDAT_UNSIGNED(name, text)                                  \
  native_row<&n::name>({.signature = #name "(a: u64, b: u64) -> u64", \
                        .family = "comparison",                       \
                        .doc = "1 where a " text " b, else 0.",       \
                        .example = "input cycle: u64\nout := " #name "(cycle, 3)\n"})
#define POLYDAT_IEEE(name, text)                                                                                              \
  native_row<&n::name>({.signature = #name "(a: f64, b: f64) -> u64",                                                         \
                        .family = "comparison",                                                                               \
                        .doc = "1 where a " text " b as IEEE doubles, else 0. -0.0 equals 0.0; with a NaN only f64_ne is 1.", \
                        .example = "input cycle: u64\nout := " #name "(to_f64(cycle), 3.0)\n"})

constexpr NodeDef kRows[] = {
    POLYDAT_UNSIGNED(u64_eq, "equals"),
    POLYDAT_UNSIGNED(u64_ne, "differs from"),
    POLYDAT_UNSIGNED(u64_lt, "is below"),
    POLYDAT_UNSIGNED(u64_gt, "is above"),
    POLYDAT_UNSIGNED(u64_le, "is at most"),
    POLYDAT_UNSIGNED(u64_ge, "is at least"),
    POLYDAT_IEEE(f64_eq, "equals"),
    POLYDAT_IEEE(f64_ne, "differs from"),
    POLYDAT_IEEE(f64_lt, "is below"),
    POLYDAT_IEEE(f64_gt, "is above"),
    POLYDAT_IEEE(f64_le, "is at most"),
    POLYDAT_IEEE(f64_ge, "is at least"),
    closure_row<&str_eq>({.signature = "str_eq(a: str, b: str) -> u64",
                          .family = "comparison",
                          .doc = "1 where the two texts have the same bytes, else 0.",
                          .example = "input cycle: u64\nout := str_eq(format_u64(cycle), \"3\")\n",
                          .why_closure = "reads text"}),
    closure_row<&str_ne>({.signature = "str_ne(a: str, b: str) -> u64",
                          .family = "comparison",
                          .doc = "1 where the two texts differ in a byte, else 0.",
                          .example = "input cycle: u64\nout := str_ne(format_u64(cycle), \"3\")\n",
                          .why_closure = "reads text"}),
    native_row<&n::select_u64>({.signature = "select_u64(cond: u64, if_true: u64, if_false: u64) -> u64",
                                .aliases = "select",
                                .family = "comparison",
                                .doc = "The second argument where the condition is not 0, else the third. Both are computed.",
                                .example = "input cycle: u64\nout := select(mod(cycle, 2), 100, 200)\n"}),
    native_row<&n::select_f64>(
        {.signature = "select_f64(cond: u64, if_true: f64, if_false: f64) -> f64",
         .family = "comparison",
         .doc = "The second argument where the condition is not 0, else the third; the bits pass unchanged. Both are computed.",
         .example = "input cycle: u64\nout := select_f64(mod(cycle, 2), 0.5, 1.5)\n"}),
    closure_row<&select_str>({.signature = "select_str(cond: u64, if_true: str, if_false: str) -> str",
                              .family = "comparison",
                              .doc = "The second argument where the condition is not 0, else the third. Both are computed.",
                              .example = "input cycle: u64\nout := select_str(mod(cycle, 2), \"odd\", \"even\")\n",
                              .text = TextContent::OfParts,
                              .why_closure = "copies text"}),
    closure_row<&pick>(
        {.signature = "pick(values: any...) -> same",
         .family = "comparison",
         .doc = "Conditions, then as many values of one type: the value whose condition is true. Exactly one condition must be.",
         .example = "input cycle: u64\nlow := u64_lt(cycle, 3)\nout := pick(low, u64_eq(low, 0), \"low\", \"high\")\n",
         .failures = {"no condition is true", "more than one condition is true"},
         .text = TextContent::OfParts,
         .why_closure = "passes values of any type",
         .prepare = prepare_pick,
         .infer = infer_pick}),
};

#undef POLYDAT_UNSIGNED
#undef POLYDAT_IEEE

}  // namespace

std::span<const NodeDef> comparison_nodes() { return kRows; }

}  // namespace polydat
