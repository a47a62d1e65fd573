// Nodes of the family "assertions": the value passes through unchanged, or the evaluation fails; and their neighbours, which
// replace a missing value.
#include <string>

#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/regex.h"

namespace polydat {
namespace {

namespace n = native;

// The name is for the reader of the graph; the failure shows the node's inputs and its place.
void prepare_name_only(PrepareContext&) {}

void prepare_in_range(PrepareContext& context) {
  if (context.u64(0) > context.u64(1)) {
    return context.refuse(0, "lo " + std::to_string(context.u64(0)) + " is above hi " + std::to_string(context.u64(1)));
  }
  context.add_all_literals();
}

void prepare_is_one_of(PrepareContext& context) {
  if (context.size() == 0) return context.refuse(0, "no value is allowed: the list is empty");
  std::vector<std::uint64_t> allowed;
  for (std::size_t k = 0; k < context.size(); ++k) allowed.push_back(context.u64(k));
  context.add_table(std::move(allowed));
}

std::uint64_t required(Maybe<std::uint64_t> input, std::uint32_t* err) {
  *err |= input.none ? 1u : 0u;
  return input.value;
}

std::uint64_t this_or(Maybe<std::uint64_t> primary, Maybe<std::uint64_t> fallback, std::uint32_t* err) {
  *err |= fallback.none ? 1u : 0u;
  return primary.none ? fallback.value : primary.value;
}

void default_or(ArgList wires, AnyOut& out) {
  const ArgList::Item value = wires[0];
  out.copy(value.none ? wires[1] : value);
}
void prepare_default_or(PrepareContext& context) {
  const auto wires = context.wires();
  if (wires[0] != wires[1] && wires[0] != PortType::Dyn) {
    context.refuse(0,
                   "the fallback is " + std::string(display_name(wires[1])) + ", but the value is " + std::string(display_name(wires[0])));
  }
}

void prepare_matches(PrepareContext& context) {
  std::string why;
  auto regex = compile_regex(context.str(0), why);
  if (regex == nullptr) return context.refuse(0, "the pattern does not compile: " + why);
  context.add_object<PreparedRegex>(std::move(regex));
}
void matches(std::string_view input, const PreparedRegex& pattern, StrOut& out, std::uint32_t* err) {
  if (!regex_finds(pattern, input)) *err |= 1;
  out.append(input);
}

constexpr NodeDef kRows[] = {
    closure_row<&required>({.signature = "required(input: u64, const name: str = \"value\") -> u64",
                            .family = "assertions",
                            .doc = "The input; fails when there is none.",
                            .example = "extern limit: u64 = 5\nout := required(limit, \"limit\")\n",
                            .failures = {"input has no value"},
                            .accepts_none = true,
                            .why_closure = "sees None",
                            .prepare = prepare_name_only}),
    native_row<&n::is_positive>({.signature = "is_positive(input: u64, const name: str = \"value\") -> u64",
                                 .family = "assertions",
                                 .doc = "The input; fails when it is 0.",
                                 .example = "input cycle: u64\nout := is_positive(add(cycle, 1))\n",
                                 .failures = {"input is 0"},
                                 .prepare = prepare_name_only}),
    native_row<&n::in_range>({.signature = "in_range(input: u64, const lo: u64 = 0, const hi: u64 = 18446744073709551615) -> u64",
                              .family = "assertions",
                              .doc = "The input; fails when it is below lo or above hi.",
                              .example = "input cycle: u64\nout := in_range(cycle, 0, 100)\n",
                              .failures = {"input is outside lo..hi"},
                              .prepare = prepare_in_range}),
    native_row<&n::is_one_of>({.signature = "is_one_of(input: u64, const allowed: u64...) -> u64",
                               .family = "assertions",
                               .doc = "The input; fails when it is not in the list.",
                               .example = "input cycle: u64\nout := is_one_of(mod(cycle, 2), 0, 1)\n",
                               .failures = {"input is not in the list of allowed values"},
                               .prepare = prepare_is_one_of}),
    closure_row<&matches>({.signature = "matches(input: str, const pattern: str) -> str",
                           .family = "assertions",
                           .doc = "The input; fails when the regular expression matches nowhere in it.",
                           .example = "input cycle: u64\nout := matches(printf(\"id-{}\", cycle), \"^id-[0-9]+$\")\n",
                           .failures = {"input does not match the pattern"},
                           .why_closure = "calls the regular expression library",
                           .prepare = prepare_matches}),
    closure_row<&this_or>({.signature = "this_or(primary: u64, default: u64) -> u64",
                           .family = "assertions",
                           .doc = "The first input, or the second when the first has no value.",
                           .example = "extern override: u64\nout := this_or(override, 7)\n",
                           .failures = {"default has no value"},
                           .accepts_none = true,
                           .why_closure = "sees None"}),
    closure_row<&default_or>({.signature = "default_or(value: any, fallback: any) -> same",
                              .family = "assertions",
                              .doc = "The first input, or the second, of the same type, when the first has no value.",
                              .example = "extern label: str\nout := default_or(label, \"none\")\n",
                              .accepts_none = true,
                              .why_closure = "sees None",
                              .prepare = prepare_default_or}),
};

}  // namespace

std::span<const NodeDef> assertion_nodes() { return kRows; }

}  // namespace polydat
