// Tables of names and codes. Their content is made at build by scripts/make-name-tables from packages, and is not in the tree.
#pragma once

#include <cstdint>
#include <string_view>

namespace polydat {

struct NameTable {
  const char* text;           // all entries, one after the other
  const std::uint32_t* ends;  // offset behind each
  const double* weights;      // null: all are alike
  std::uint32_t size;

  std::string_view operator[](std::size_t i) const {
    const std::uint32_t start = i == 0 ? 0 : ends[i - 1];
    return {text + start, ends[i] - start};
  }
};

extern const NameTable kStateCodes;    // US postal codes: 50 states, DC, PR
extern const NameTable kCountryCodes;  // ISO 3166-1 alpha-2 as of about 2008, in the order of kCountryNames
extern const NameTable kCountryNames;
extern const NameTable kNationalities;  // demonyms of today, in byte order
extern const NameTable kFemaleNames;    // US Census 1990, by rank, weighted
extern const NameTable kMaleNames;
extern const NameTable kSurnames;

}  // namespace polydat
