// A cursor as ordinary statements (language 4.6): its ordinal, its partition, and the fields of it that the program reads.
//
// Outside a traversal the ordinal is an extern of value 0 that only a host moves; inside, a coordinate of the body, whose range the
// bindings `NAME@begin` and `NAME@end` give.
#pragma once

#include <optional>
#include <vector>

#include "lang/ast.h"

namespace polydat {

struct CursorPlace {
  bool in_traversal = false;
  std::optional<std::uint64_t> partition;  // --partition
};

std::vector<lang::Statement> expand_cursor(const lang::Statement& cursor, const CursorPlace& place, lang::Program& program,
                                           Diagnostics& diagnostics);

}  // namespace polydat
