// Sources of comprehensions that call what is no library function, a module, become bindings of the scope around: expansion, types and
// messages are then those of any call. The comprehension reads the binding by a reference whose name is the text of the call.
#pragma once

#include <optional>
#include <string_view>

#include "graph/comprehension.h"
#include "lang/ast.h"
#include "polydat/limits.h"

namespace polydat {

// Whether the reference is to such a call.
bool is_call(const ComprehensionReference& reference);
// Whether the call stands in `text`, the text that was parsed, and does not come from a producer that this one derives from.
bool stands_in(const ComprehensionReference& call, std::string_view text);

// The call as an expression of `program`; nothing after a mistake. `text` stands at `map` in the source.
std::optional<lang::ExprId> parse_call(const ComprehensionReference& call, std::string_view text, const lang::TextMap& map,
                                       lang::Program& program, const Limits& limits, Diagnostics& diagnostics);
// A binding of it that is no output.
lang::Statement bind_call(const ComprehensionReference& call, std::string_view name, lang::ExprId value, const lang::Program& program);

}  // namespace polydat
