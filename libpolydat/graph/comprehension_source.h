// Sources of a comprehension, and how its text is cut into pieces: words and commas count outside brackets and quotes only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/comprehension.h"

namespace polydat {

inline constexpr std::size_t npos = std::string_view::npos;
inline constexpr std::size_t kSobolAxes = 13;

std::string_view trimmed(std::string_view text);
// The first `word` outside, with a blank or an end on both sides; npos when there is none.
std::size_t find_word(std::string_view text, std::string_view word);
// The first word `for` outside; unlike others it may follow a comma or a bracket.
std::size_t find_for(std::string_view text);
// The bracket that closes the one at `open`; npos when none does.
std::size_t find_matching(std::string_view text, std::size_t open);
// At every comma outside; at those that begin a clause.
std::vector<std::string_view> split_commas(std::string_view text);
std::vector<std::string_view> split_clauses(std::string_view text);
// A whole number, SI suffix included.
std::optional<std::uint64_t> read_count(std::string_view text);

// How many values a source has, when that needs no value that is not known yet.
std::optional<std::uint64_t> known_size(const ComprehensionSource& source);
// The values of a text: split at commas, semicolons and blanks. `typed`: each by its shape; else all are strings.
std::vector<Value> split_text(std::string_view text, bool typed);

// The values of a generator. Empty and a fault past its limits.
std::vector<Value> generate(Generator generator, const std::vector<Value>& arguments, std::uint64_t most, ComprehensionFault& fault);

class SourceReader {
 public:
  SourceReader(const FindReference& find, PartFault& fault) : find_(find), fault_(fault) {}
  bool read(std::string_view text, ComprehensionSource& source, std::size_t depth = 0);

 private:
  bool fail(std::string message, std::string_view part);
  bool range(std::string_view text, ComprehensionSource& source);
  bool integers(std::string_view whole, std::string_view low, std::string_view high, bool included, std::string_view step,
                ComprehensionSource& source);
  bool measure(std::string_view word, std::string_view text, ComprehensionSource& source);
  bool list(std::string_view text, bool bracketed, ComprehensionSource& source);
  bool item(std::string_view text, bool bracketed, ComprehensionSource& source);
  bool generator(std::string_view text, Generator generator, std::size_t arity, ComprehensionSource& source);

  const FindReference& find_;
  PartFault& fault_;
  std::vector<std::string_view> negatives_;  // whole numbers below 0 in the list being read
  std::size_t fractions_ = 0;                // numbers with a point in it
};

// Calls `use` with the index of each reference below.
template <class Use>
void for_each_reference(const ComprehensionExpression& expression, const Use& use) {
  for (const ExpressionStep& step : expression.steps)
    if (step.op == ExpressionOp::Reference) use(step.index);
}
template <class Use>
void for_each_reference(const ComprehensionSource& source, const Use& use) {
  if (source.kind == ComprehensionSource::Kind::Wire) use(source.reference);
  for (const ComprehensionSource::Item& item : source.items)
    if (item.reference.has_value()) use(*item.reference);
  for_each_reference(source.expression, use);
  for (const ComprehensionSource& part : source.parts) for_each_reference(part, use);
}
void shift_references(ComprehensionExpression& expression, std::uint32_t by);
void shift_references(ComprehensionSource& source, std::uint32_t by);

}  // namespace polydat
