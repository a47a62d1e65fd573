// Weighted choices whose values and weights are written in one text.
#include "nodes/alias_table.h"
#include "nodes/families.h"
#include "nodes/native_row.h"
#include "nodes/text_row.h"
#include "nodes/weight_spec.h"
#include "nodes/weighted_texts.h"

namespace polydat {
namespace {

namespace n = native;

constexpr std::string_view kSeparators = ";,";

// The alias table of `spec`; null, and the reason in `why`, when the text cannot be used. No entries give an empty table with
// `may_be_empty`.
std::shared_ptr<const WeightedTexts> read_weighted_texts(std::string_view spec, bool may_be_empty, std::string& why) {
  if (may_be_empty && split_spec(spec, kSeparators).empty()) return std::make_shared<WeightedTexts>();
  const auto entries = parse_weighted(spec, kSeparators, SpecParts::AsWritten, WeightRule::NotNegative, why);
  if (!entries) return nullptr;
  PaddedTexts texts;
  for (const WeightedEntry& entry : *entries) texts.add(entry.label);
  return std::make_shared<WeightedTexts>(std::move(texts), weights_of(*entries));
}

void prepare_weighted_strings(PrepareContext& c) {
  std::string why;
  auto choice = read_weighted_texts(c.str(0), false, why);
  if (choice == nullptr) return c.refuse(0, std::move(why));
  c.set_plain_text(choice->texts().all_plain());
  c.add_object(std::move(choice));
}

char* weighted_strings(char* to, std::uint64_t input, const WeightedTexts& choice) { return choice.put_pick(to, input); }
std::size_t longest_choice(std::uint64_t, const WeightedTexts& choice) { return choice.texts().longest(); }

void prepare_weighted_integers(PrepareContext& c, SpecParts parts, WeightRule rule) {
  std::string why;
  std::vector<std::uint64_t> values;
  const auto entries = parse_weighted_u64(c.str(0), kSeparators, parts, rule, values, why);
  if (!entries) return c.refuse(0, std::move(why));
  if (!c.fits(0, entries->size() * sizeof(n::AliasCell), "the table of weights")) return;
  c.add_table(build_alias_table(weights_of(*entries), values));
}
void prepare_weighted_u64(PrepareContext& c) { prepare_weighted_integers(c, SpecParts::AsWritten, WeightRule::NotNegative); }
void prepare_weighted_pick(PrepareContext& c) { prepare_weighted_integers(c, SpecParts::Trimmed, WeightRule::Positive); }

struct LastSpec {
  std::string spec;
  std::shared_ptr<const WeightedTexts> choice;  // null: cannot be used
};

// Rows usually repeat the text of the row before, so a kernel keeps what it read last. That changes nothing but time.
void dynamic_weighted_select(std::uint64_t selector, std::string_view weights_spec, StrOut& value, State& state, std::uint32_t* err) {
  auto last = std::static_pointer_cast<LastSpec>(state.memo);
  if (last == nullptr || last->spec != weights_spec) {
    std::string why;
    last = std::make_shared<LastSpec>(LastSpec{std::string(weights_spec), read_weighted_texts(weights_spec, true, why)});
    state.memo = last;
  }
  if (last->choice == nullptr) {
    *err |= 1u;
  } else if (!last->choice->empty()) {
    if (char* const to = value.buffer.reserve(last->choice->texts().longest()))
      value.buffer.commit(static_cast<std::size_t>(last->choice->put_pick(to, selector) - to));
  }
}

constexpr NodeDef kRows[] = {
    text_row<&weighted_strings, &longest_choice>(
        {.signature = "weighted_strings(input: u64, const spec: str) -> str",
         .family = "weighted",
         .doc =
             "One of the texts of \"text:weight; ...\", chosen in proportion to the weights. The input is not hashed: feed it hash(...).",
         .example = "input cycle: u64\nout := weighted_strings(hash(cycle), \"red:60; blue:30; green:10\")\n",
         .text = TextContent::OfParts,
         .why_closure = "writes text",
         .prepare = prepare_weighted_strings}),
    native_row<&n::alias_pick>(
        {.signature = "weighted_u64(input: u64, const spec: str) -> u64",
         .family = "weighted",
         .doc = "One of the integers of \"integer:weight; ...\", chosen in proportion to the weights. The input is not hashed: feed it "
                "hash(...).",
         .example = "input cycle: u64\nout := weighted_u64(hash(cycle), \"200:90; 404:8; 500:2\")\n",
         .prepare = prepare_weighted_u64}),
    native_row<&n::alias_pick>(
        {.signature = "weighted_pick(input: u64, const spec: str) -> u64",
         .family = "weighted",
         .doc = "As weighted_u64, with blanks around the colon allowed, and every weight above 0. The input is not hashed: feed it "
                "hash(...).",
         .example = "input cycle: u64\nout := weighted_pick(hash(cycle), \"10 : 0.5, 20 : 0.3, 30 : 0.2\")\n",
         .prepare = prepare_weighted_pick}),
    closure_row<&dynamic_weighted_select>(
        {.signature = "dynamic_weighted_select(selector: u64, weights_spec: str filled) -> str",
         .family = "weighted",
         .doc = "As weighted_strings, with the spec from a wire; an empty spec gives an empty text. The selector is not hashed: feed it "
                "hash(...).",
         .example = "input cycle: u64\nout := dynamic_weighted_select(hash(cycle), printf(\"a:1;b:{}\", cycle))\n",
         .failures = {"weights_spec is no list of text:weight entries with weights that are finite, not negative and not all 0"},
         .private_scratch = 1,
         .why_closure = "reads and writes text"}),
};

}  // namespace

std::span<const NodeDef> weighted_nodes() { return kRows; }

}  // namespace polydat
