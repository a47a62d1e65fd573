// Nodes of the family "names": codes and names out of tables that are compiled in.
#include <algorithm>
#include <array>

#include "nodes/families.h"
#include "nodes/name_tables.h"
#include "nodes/native/hashing.h"
#include "nodes/text_row.h"
#include "nodes/weighted_texts.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "writes text into a buffer";

PaddedTexts padded(const NameTable& table) {
  PaddedTexts texts;
  for (std::size_t i = 0; i < table.size; ++i) texts.add(table[i]);
  return texts;
}

// Each table is made once a process, when first used: every graph draws from the same names.
struct UniformNames {
  explicit UniformNames(const NameTable& table) : texts(padded(table)), index(table.size) {}
  char* put_pick(char* to, std::uint64_t input) const { return texts.put(to, index.of(input)); }
  PaddedTexts texts;
  Remainder index;
};
template <const NameTable& Table>
const UniformNames& uniform_names() {
  static const UniformNames names(Table);
  return names;
}
template <const NameTable& Table>
char* uniform_name(char* to, std::uint64_t input) {
  return uniform_names<Table>().put_pick(to, input);
}
template <const NameTable& Table>
std::size_t longest_uniform(std::uint64_t) {
  return uniform_names<Table>().texts.longest();
}

WeightedTexts weighted(const NameTable& table) { return WeightedTexts(padded(table), {table.weights, table.size}); }
const std::array<WeightedTexts, 2>& weighted_names() {
  static const std::array<WeightedTexts, 2> names{weighted(kFemaleNames), weighted(kMaleNames)};
  return names;
}

template <std::size_t Which>
char* first_name(char* to, std::uint64_t input) {
  return weighted_names()[Which].put_pick(to, input);
}
std::size_t longest_first(std::uint64_t) { return std::max(weighted_names()[0].texts().longest(), weighted_names()[1].texts().longest()); }

char* full_name(char* to, std::uint64_t input) {
  const std::uint64_t first = native::xxh3(input);
  const std::uint64_t last = native::xxh3(first);
  to = weighted_names()[first % 2].put_pick(to, first);
  *to = ' ';
  return uniform_name<kSurnames>(to + 1, last);
}
std::size_t longest_full(std::uint64_t input) { return longest_first(input) + 1 + longest_uniform<kSurnames>(input); }

constexpr NodeDef kRows[] = {
    text_row<&uniform_name<kStateCodes>, &longest_uniform<kStateCodes>>(
        {.signature = "state_codes(input: u64) -> str",
         .family = "names",
         .doc = "The postal code of a US state, DC or PR: entry input % 52, not hashed.",
         .example = "input cycle: u64\nout := state_codes(hash(cycle))\n",
         .text = TextContent::Plain,
         .why_closure = kText}),
    text_row<&uniform_name<kCountryCodes>, &longest_uniform<kCountryCodes>>(
        {.signature = "country_codes(input: u64) -> str",
         .family = "names",
         .doc = "The two-letter code of a country as of about 2008: entry input % 241, not hashed.",
         .example = "input cycle: u64\nout := country_codes(hash(cycle))\n",
         .text = TextContent::Plain,
         .why_closure = kText}),
    text_row<&uniform_name<kCountryNames>, &longest_uniform<kCountryNames>>(
        {.signature = "country_names(input: u64) -> str",
         .family = "names",
         .doc = "The English name of a country as of about 2008, the one whose code country_codes gives.",
         .example = "input cycle: u64\nout := country_names(hash(cycle))\n",
         .why_closure = kText}),
    text_row<&uniform_name<kNationalities>, &longest_uniform<kNationalities>>(
        {.signature = "nationalities(input: u64) -> str",
         .family = "names",
         .doc = "What the people of a country are called in English: entry input % 226, not hashed.",
         .example = "input cycle: u64\nout := nationalities(hash(cycle))\n",
         .why_closure = kText}),
    text_row<&first_name<0>, &longest_first>({.signature = "first_names(input: u64) -> str",
                                              .family = "names",
                                              .doc = "A female first name, as often as in the US Census of 1990. The input is not hashed.",
                                              .example = "input cycle: u64\nout := first_names(hash(cycle))\n",
                                              .text = TextContent::Plain,
                                              .why_closure = kText}),
    text_row<&first_name<1>, &longest_first>({.signature = "first_names_male(input: u64) -> str",
                                              .family = "names",
                                              .doc = "A male first name, as often as in the US Census of 1990. The input is not hashed.",
                                              .example = "input cycle: u64\nout := first_names_male(hash(cycle))\n",
                                              .text = TextContent::Plain,
                                              .why_closure = kText}),
    text_row<&full_name, &longest_full>(
        {.signature = "full_names(input: u64) -> str",
         .family = "names",
         .doc = "A first name of the US Census of 1990, female or male, and one of 50 surnames, hashed from the input.",
         .example = "input cycle: u64\nout := full_names(cycle)\n",
         .text = TextContent::Plain,
         .why_closure = kText}),
};

}  // namespace

std::span<const NodeDef> name_nodes() { return kRows; }

}  // namespace polydat
