// Nodes of the family "names": codes and names out of tables that are compiled in.
#include <algorithm>
#include <vector>

#include "nodes/alias_table.h"
#include "nodes/families.h"
#include "nodes/name_tables.h"
#include "nodes/native/hashing.h"
#include "nodes/native/probability.h"
#include "nodes/native_row.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "writes text into a buffer";

template <const NameTable& Table>
void uniform_name(std::uint64_t input, StrOut& out) {
  out.append(Table[input % Table.size]);
}

// Made once a process: every graph draws from the same names.
template <const NameTable& Table>
std::string_view weighted_name(std::uint64_t input) {
  static const std::vector<native::AliasCell> cells = build_alias_table({Table.weights, Table.size});
  return Table[native::alias_pick(input, {cells.data(), cells.size()})];
}
template <const NameTable& Table>
void first_name(std::uint64_t input, StrOut& out) {
  out.append(weighted_name<Table>(input));
}

void full_name(std::uint64_t input, StrOut& out) {
  const std::uint64_t first = native::xxh3(input);
  const std::uint64_t last = native::xxh3(first);
  out.append(first % 2 == 0 ? weighted_name<kFemaleNames>(first) : weighted_name<kMaleNames>(first));
  out.push_back(' ');
  out.append(kSurnames[last % kSurnames.size]);
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
    closure_row<&uniform_name<kCountryNames>>({.signature = "country_names(input: u64) -> str",
                                               .family = "names",
                                               .doc = "The English name of a country as of about 2008, the one whose code country_codes gives.",
                                               .example = "input cycle: u64\nout := country_names(hash(cycle))\n",
                                               .why_closure = kText}),
    closure_row<&uniform_name<kNationalities>>({.signature = "nationalities(input: u64) -> str",
                                                .family = "names",
                                                .doc = "What the people of a country are called in English: entry input % 226, not hashed.",
                                                .example = "input cycle: u64\nout := nationalities(hash(cycle))\n",
                                                .why_closure = kText}),
    closure_row<&first_name<kFemaleNames>>({.signature = "first_names(input: u64) -> str",
                                            .family = "names",
                                            .doc = "A female first name, as often as in the US Census of 1990. The input is not hashed.",
                                            .example = "input cycle: u64\nout := first_names(hash(cycle))\n",
                                            .why_closure = kText}),
    closure_row<&first_name<kMaleNames>>({.signature = "first_names_male(input: u64) -> str",
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
