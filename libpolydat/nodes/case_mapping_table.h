// The tables behind case_mapping.h, sorted by code point. Their content is generated (scripts/make_case_mapping).
#pragma once

#include <cstddef>
#include <cstdint>

namespace polydat::detail {

// Every `step`-th code point of [first, last] maps to itself plus `delta`.
struct CaseRange {
  std::uint32_t first;
  std::uint32_t last;
  std::int32_t delta;
  std::uint32_t step;
};
// A mapping to two or three code points; 0 ends it.
struct CaseSpecial {
  std::uint32_t code;
  std::uint32_t image[3];
};
struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

extern const CaseRange lower_ranges[];
extern const std::size_t lower_ranges_count;
extern const CaseRange upper_ranges[];
extern const std::size_t upper_ranges_count;
extern const CaseSpecial lower_special[];
extern const std::size_t lower_special_count;
extern const CaseSpecial upper_special[];
extern const std::size_t upper_special_count;
extern const CodeRange cased[];
extern const std::size_t cased_count;
extern const CodeRange case_ignorable[];
extern const std::size_t case_ignorable_count;

}  // namespace polydat::detail
