// Nodes of the family "names": codes and names out of tables that are compiled in.
#include <algorithm>
#include <vector>

#include "nodes/alias_table.h"
#include "nodes/families.h"
#include "nodes/name_tables.h"
#include "nodes/native/hashing.h"
#include "nodes/native/probability.h"
#include "nodes/native_row.h"
#include "nodes/padded_text.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "writes text into a buffer";

template <const NameTable& Table>
void uniform_name(std::uint64_t input, StrOut& out) {
  out.append(Table[input % Table.size]);
}

PaddedTexts padded(const NameTable& table) {
  PaddedTexts texts;
  for (std::size_t i = 0; i < table.size; ++i) texts.add(table[i]);
  return texts;
}

struct WeightedNames {
  explicit WeightedNames(const NameTable& table) : texts(padded(table)), cells(build_alias_table({table.weights, table.size})) {}
  void append_pick(Buffer& to, std::uint64_t input) const { texts.append(to, native::alias_pick(input, {cells.data(), cells.size()})); }
  PaddedTexts texts;
  std::vector<native::AliasCell> cells;
};

// Made once a process, when first used: every graph draws from the same names.
struct AllNames {
  WeightedNames first[2]{WeightedNames(kFemaleNames), WeightedNames(kMaleNames)};
  PaddedTexts last = padded(kSurnames);
};
const AllNames& all_names() {
  static const AllNames names;
  return names;
}

template <std::size_t Which>
void first_name(std::uint64_t input, StrOut& out) {
  all_names().first[Which].append_pick(out.buffer, input);
}

void full_name(std::uint64_t input, StrOut& out) {
  const AllNames& names = all_names();
  const std::uint64_t first = native::xxh3(input);
  const std::uint64_t last = native::xxh3(first);
  names.first[first % 2].append_pick(out.buffer, first);
  out.push_back(' ');
  names.last.append(out.buffer, last % names.last.size());
}

constexpr NodeDef kRows[] = {
    closure_row<&uniform_name<kStateCodes>>({.signature = "state_codes(input: u64) -> str",
                                             .family = "names",
                                             .doc = "The postal code of a US state, DC or PR: entry input % 52, not hashed.",
                                             .example = "input cycle: u64\nout := state_codes(hash(cycle))\n",
                                             .why_closure = kText}),
    closure_row<&uniform_name<kCountryCodes>>({.signature = "country_codes(input: u64) -> str",
                                               .family = "names",
                                               .doc = "The two-letter code of a country as of about 2008: entry input % 241, not hashed.",
                                               .example = "input cycle: u64\nout := country_codes(hash(cycle))\n",
                                               .why_closure = kText}),
    closure_row<&uniform_name<kCountryNames>>(
        {.signature = "country_names(input: u64) -> str",
         .family = "names",
         .doc = "The English name of a country as of about 2008, the one whose code country_codes gives.",
         .example = "input cycle: u64\nout := country_names(hash(cycle))\n",
         .why_closure = kText}),
    closure_row<&uniform_name<kNationalities>>({.signature = "nationalities(input: u64) -> str",
                                                .family = "names",
                                                .doc = "What the people of a country are called in English: entry input % 226, not hashed.",
                                                .example = "input cycle: u64\nout := nationalities(hash(cycle))\n",
                                                .why_closure = kText}),
    closure_row<&first_name<0>>({.signature = "first_names(input: u64) -> str",
                                 .family = "names",
                                 .doc = "A female first name, as often as in the US Census of 1990. The input is not hashed.",
                                 .example = "input cycle: u64\nout := first_names(hash(cycle))\n",
                                 .why_closure = kText}),
    closure_row<&first_name<1>>({.signature = "first_names_male(input: u64) -> str",
                                 .family = "names",
                                 .doc = "A male first name, as often as in the US Census of 1990. The input is not hashed.",
                                 .example = "input cycle: u64\nout := first_names_male(hash(cycle))\n",
                                 .why_closure = kText}),
    closure_row<&full_name>({.signature = "full_names(input: u64) -> str",
                             .family = "names",
                             .doc = "A first name of the US Census of 1990, female or male, and one of 50 surnames, hashed from the input.",
                             .example = "input cycle: u64\nout := full_names(cycle)\n",
                             .why_closure = kText}),
};

}  // namespace

std::span<const NodeDef> name_nodes() { return kRows; }

}  // namespace polydat
