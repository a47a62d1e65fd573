// Reading the texts that list weights or numbers: "red:60; blue:30", "50 25 13". A refusal names the piece, its place in the text
// and the reason in the user's words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polydat {

// A piece of a list, white space trimmed off both ends, never empty.
struct SpecPiece {
  std::string_view text;
  std::size_t number = 0;  // from 1, empty pieces not counted
  std::size_t column = 0;  // its first byte in the text, from 1
};

// The pieces between any of the separator characters; empty ones are skipped.
std::vector<SpecPiece> split_spec(std::string_view spec, std::string_view separators);
// `entry 2, "b:-1" at column 5: the weight -1 is negative`
std::string spec_fault(const SpecPiece& piece, std::string_view reason);

// Why a weight is refused ("the weight -1 is negative"); empty when it is finite and not negative, or, with `positive`, above 0.
std::string why_not_a_weight(double weight, bool positive);

enum class SpecParts : std::uint8_t { AsWritten, Trimmed };  // of label and weight, around the first colon
enum class WeightRule : std::uint8_t { NotNegative, Positive };

struct WeightedEntry {
  SpecPiece piece;
  std::string_view label;
  double weight = 0;
};

// `label:weight` entries separated by `separators`. Nothing, and the reason in `why`, when an entry has no colon or a bad weight,
// when there is no entry, or when all weights are 0. The labels point into `spec`.
std::optional<std::vector<WeightedEntry>> parse_weighted(std::string_view spec, std::string_view separators, SpecParts parts,
                                                         WeightRule rule, std::string& why);
// The same with u64 labels, which go to `values`.
std::optional<std::vector<WeightedEntry>> parse_weighted_u64(std::string_view spec, std::string_view separators, SpecParts parts,
                                                             WeightRule rule, std::vector<std::uint64_t>& values, std::string& why);
std::vector<double> weights_of(const std::vector<WeightedEntry>& entries);

}  // namespace polydat
