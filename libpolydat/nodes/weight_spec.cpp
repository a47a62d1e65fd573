// Reading lists of weights (nodes/weight_spec.h).
#include "nodes/weight_spec.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "nodes/number_parse.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

// A piece may be the whole of a large text; a message shows its beginning.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  if (text.size() <= most) return fmt::format("\"{}\"", text);
  return fmt::format("\"{}...\"", text.substr(0, most));
}

}  // namespace

std::vector<SpecPiece> split_spec(std::string_view spec, std::string_view separators) {
  std::vector<SpecPiece> pieces;
  std::size_t from = 0;
  while (from <= spec.size()) {
    const std::size_t to = std::min(spec.find_first_of(separators, from), spec.size());
    const std::string_view text = trim_white_space(spec.substr(from, to - from));
    if (!text.empty()) pieces.push_back({text, pieces.size() + 1, static_cast<std::size_t>(text.data() - spec.data()) + 1});
    from = to + 1;
  }
  return pieces;
}

std::string spec_fault(const SpecPiece& piece, std::string_view reason) {
  return fmt::format("entry {}, {} at column {}: {}", piece.number, quoted(piece.text), piece.column, reason);
}

std::string why_not_a_weight(double weight, bool positive) {
  if (std::isnan(weight)) return "the weight is not a number (NaN)";
  if (weight < 0) return fmt::format("the weight {} is negative", weight);
  if (std::isinf(weight)) return "the weight is infinite";
  if (positive && weight == 0) return "the weight is 0; every weight must be above 0 here";
  return {};
}

std::optional<std::vector<WeightedEntry>> parse_weighted(std::string_view spec, std::string_view separators, SpecParts parts,
                                                         WeightRule rule, std::string& why) {
  std::vector<WeightedEntry> entries;
  bool any_positive = false;
  for (const SpecPiece& piece : split_spec(spec, separators)) {
    const std::size_t colon = piece.text.find(':');
    if (colon == std::string_view::npos) {
      why = spec_fault(piece, "it has no `:` and weight");
      return std::nullopt;
    }
    std::string_view label = piece.text.substr(0, colon);
    std::string_view number = piece.text.substr(colon + 1);
    if (parts == SpecParts::Trimmed) {
      label = trim_white_space(label);
      number = trim_white_space(number);
    }
    const std::optional<double> weight = parse_f64(number);
    if (!weight) {
      why = spec_fault(piece, fmt::format("{} is not a number", quoted(number)));
      return std::nullopt;
    }
    const std::string fault = why_not_a_weight(*weight, rule == WeightRule::Positive);
    if (!fault.empty()) {
      why = spec_fault(piece, fault);
      return std::nullopt;
    }
    any_positive = any_positive || *weight > 0;
    entries.push_back({piece, label, *weight});
  }
  if (entries.empty()) {
    why = "the text has no entries; it lists label:weight entries";
    return std::nullopt;
  }
  if (!any_positive) {
    why = spec_fault(entries.front().piece, "all weights are 0; at least one must be above 0");
    return std::nullopt;
  }
  return entries;
}

std::optional<std::vector<WeightedEntry>> parse_weighted_u64(std::string_view spec, std::string_view separators, SpecParts parts,
                                                             WeightRule rule, std::vector<std::uint64_t>& values, std::string& why) {
  auto entries = parse_weighted(spec, separators, parts, rule, why);
  if (!entries) return entries;
  values.reserve(entries->size());
  for (const WeightedEntry& entry : *entries) {
    const std::optional<std::uint64_t> value = parse_integer<std::uint64_t>(entry.label);
    if (!value) {
      why = spec_fault(entry.piece, fmt::format("{} is not an integer from 0 to 18446744073709551615", quoted(entry.label)));
      return std::nullopt;
    }
    values.push_back(*value);
  }
  return entries;
}

std::vector<double> weights_of(const std::vector<WeightedEntry>& entries) {
  std::vector<double> weights;
  weights.reserve(entries.size());
  for (const WeightedEntry& entry : entries) weights.push_back(entry.weight);
  return weights;
}

}  // namespace polydat
