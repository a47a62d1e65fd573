// A comprehension: what stands after `for` (language 2.12, 3.13, 4.7), as a tree of tables without pointers.
//
// Needs:   the captured text.
// Ensures: a comprehension without mistakes of form; the rules that need no types hold (distinct names, arities, shapes of unions,
//          orders that fit). Unions nest at most kMostUnionDepth deep and stages follow each other at most kMostStages times, so
//          evaluation may recurse over them.
// Cost:    linear in the text, but for what an inferred union repeats.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/comprehension_expression.h"
#include "lang/text_map.h"

namespace polydat {

inline constexpr std::size_t kMostUnionDepth = 64;
inline constexpr std::size_t kMostStages = 256;
// A `for` statement, and a repeat of a tile, is a program of its own, and counts as so many nodes of --max-nodes.
inline constexpr std::uint64_t kNodesOfLoop = 40;

// A reference of a comprehension: an element bound before it, a wire of the scope around, or a call of a module, by its text
// (graph/lift_calls.h).
struct ComprehensionReference {
  std::string name;
  bool is_element = false;
  std::uint32_t element = 0;
  lang::TextRange place;  // where it is read first, in the text that was parsed
};

enum class Measure : std::uint8_t { Uniform, Normal, Exponential, Pareto, Beta, LogNormal, Gamma };

enum class Generator : std::uint8_t {
  Fib,
  FibUntil,
  Pow2,
  Pow2Until,
  Binomial,
  Geometric,
  GeometricUntil,
  LinearStarts,
  LinearSteps,
  LogSteps,
};

struct ComprehensionSource {
  enum class Kind : std::uint8_t {
    Integers,    // first, first + step, ... `size` of them
    Continuous,  // an interval of a measure
    Values,      // `items`, some of which may be references
    Wire,        // what `reference` reads: its items, or one value
    Call,        // `expression`: its items, or one value
    Generator,
    Concat,  // `parts`
  };
  Kind kind = Kind::Values;
  lang::TextRange place;                        // in the text that was parsed
  std::uint64_t first = 0, step = 1, size = 0;  // Integers
  Measure measure = Measure::Uniform;           // Continuous
  std::vector<double> parameters;
  bool bounded = false;  // Continuous: `low` and `high` are given
  double low = 0, high = 0;
  bool high_included = false;
  struct Item {
    Value value;
    std::optional<std::uint32_t> reference;
  };
  std::vector<Item> items;             // Values; Generator: its arguments
  std::uint32_t reference = 0;         // Wire
  ComprehensionExpression expression;  // Call
  Generator generator = Generator::Fib;
  std::vector<ComprehensionSource> parts;  // Concat; at most kMostUnionDepth deep
};

struct ComprehensionClause {
  std::vector<std::uint32_t> elements;  // one, or those of a zip
  enum class Zip : std::uint8_t { Strict, Truncate, Cycle } zip = Zip::Strict;
  std::vector<ComprehensionSource> sources;  // parallel to elements
};

enum class OrderStrategy : std::uint8_t { Lex, ReverseLex, Diagonal, Antidiagonal, Extrema, Shells, Halton, Sobol, Lhs, Shuffle };

struct ComprehensionStage {
  bool is_order = false;
  ComprehensionExpression predicate;
  OrderStrategy strategy = OrderStrategy::Lex;
  std::optional<std::uint64_t> count;
  std::optional<std::uint64_t> seed;
};

// A product or a union, then its filters and orders.
struct ComprehensionPart {
  bool is_union = false;
  std::vector<ComprehensionClause> clauses;
  std::vector<std::uint32_t> members;  // of a union: parts
  std::vector<ComprehensionStage> stages;
};

struct Comprehension {
  std::string text;  // canonical: runs of blanks made one
  struct Element {
    std::string name;
    PortType type = PortType::U64;  // after resolve_element_types
  };
  std::vector<Element> elements;
  std::vector<ComprehensionReference> references;
  std::vector<ComprehensionPart> parts;
  std::uint32_t root = 0;
  bool needs_order = false;  // a continuous source without an order: it may be derived from, but not traversed
};

struct ComprehensionFault {
  std::string message;
  bool by_limit = false;
  std::optional<lang::TextRange> place;  // in the text that was parsed
};

// The comprehension bound to a producer's name; null when no producer has it, one without parts when it has a mistake.
using FindProducer = std::function<const Comprehension*(std::string_view name)>;

// `text` may be a producer's name alone where `allow_bare`.
std::optional<Comprehension> parse_comprehension(std::string_view text, bool allow_bare, const FindProducer& find,
                                                 ComprehensionFault& fault);

// Fills in the types of the elements. `outer`: the type of what a reference to the scope around reads; nothing: nothing binds it,
// and it reads None. False: a fault.
bool resolve_element_types(Comprehension& comprehension, const std::function<std::optional<PortType>(std::string_view)>& outer,
                           ComprehensionFault& fault);

// How many tuples there are, when no filter and no value that is not known yet decides that.
std::optional<std::uint64_t> known_cardinality(const Comprehension& comprehension);

// Runs of blanks made one, trimmed; text in quotes is kept. `map`: of the result, into `text`.
std::string canonical_text(std::string_view text, lang::TextMap& map);

}  // namespace polydat
