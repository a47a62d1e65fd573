// Random bytes and texts: not functions of anything. Each keeps a xorshift generator in its private scratch entry, seeded from the
// clock at its first run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nodes/prepare.h"
#include "nodes/row_form.h"

namespace polydat {

struct CharacterSet : Prepared {
  std::vector<std::string> characters;  // never empty; one UTF-8 character each
};
// The set of a text such as "A-Za-z0-9_": a hyphen between two characters makes a range (empty when it runs backwards), elsewhere
// it is itself. Duplicates stay.
void prepare_random_string(PrepareContext& context);

void random_bytes(std::uint64_t size, BytesOut& value, State& state);
void random_string(const CharacterSet& set, std::uint64_t length, StrOut& value, State& state);

}  // namespace polydat
