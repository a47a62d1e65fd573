// A cursor as ordinary statements (language 4.6): its ordinal, its partition, and the fields of that.
//
// Outside a traversal the ordinal is an extern of value 0 that only a host moves; inside, a coordinate of the body, whose range the
// bindings `NAME@begin` and `NAME@end` give.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lang/ast.h"

namespace polydat {

struct CursorPlace {
  bool in_traversal = false;
  std::optional<std::uint64_t> partition;  // --partition
};

// NAME__cursor is the partition of the cursor NAME, NAME__cursor__FIELD a field of it, which a function computes.
inline constexpr std::string_view kCursorPartition = "__cursor";
struct CursorField {
  std::string_view name, function;
};
inline constexpr CursorField kCursorFields[] = {
    {"idx", "idx_of"},         {"partition_count", "count_of"}, {"start_pct", "start_pct_of"},
    {"end_pct", "end_pct_of"}, {"start_ordinal", "start_of"},   {"end_ordinal", "end_of"},
};

std::vector<lang::Statement> expand_cursor(const lang::Statement& cursor, const CursorPlace& place, lang::Program& program,
                                           Diagnostics& diagnostics);

}  // namespace polydat
