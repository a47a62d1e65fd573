// Text of a graph in the polydat language -> syntax tree.
//
// Needs:   UTF-8 (checked; a mistake is reported) without a byte-order mark (read_source strips it).
// Ensures: every mistake of form is reported in one run (the parser resumes at the next statement); the tree holds the statements
//          without one, and says what is unread, so that the later passes can look for mistakes all the same. Never recurses on input depth; nesting past limits.max_nesting is a Limit error.
// Cost:    linear in the text.
#pragma once

#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat::lang {

Program parse(const Source& source, const Limits& limits, Diagnostics& diagnostics);
// Another file into the same tree: its expressions are added to `program`, its statements returned; ranges begin at `base`. The
// program's own statements stay where they are in memory.
std::vector<Statement> parse_file(const Source& source, std::uint32_t base, const Limits& limits, Program& program,
                                  Diagnostics& diagnostics);

}  // namespace polydat::lang
