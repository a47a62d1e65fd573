// A cursor as ordinary statements (language 4.6): its ordinal, its partition, and the fields of it that the program reads.
//
// Outside a traversal the ordinal is an extern of value 0 that only a host moves; inside, a coordinate of the body, whose range the
// bindings `NAME@begin` and `NAME@end` give.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "lang/ast.h"

namespace polydat {

struct CursorPlace {
  bool in_traversal = false;
  std::optional<std::uint64_t> partition;  // --partition
  std::unordered_set<std::string> fields;  // the names of fields of partitions of cursors that the program reads
};

// CursorPlace::fields of a program. Linear.
std::unordered_set<std::string> read_cursor_fields(const lang::Program& program);

std::vector<lang::Statement> expand_cursor(const lang::Statement& cursor, const CursorPlace& place, lang::Program& program,
                                           Diagnostics& diagnostics);

}  // namespace polydat
