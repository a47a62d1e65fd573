// The destructor of Statement: blocks may be nested as deep as --max-nesting allows, so it must not recurse.
#include "lang/ast.h"

namespace polydat::lang {

Statement::~Statement() {
  std::vector<Statement> pending = std::move(body);
  while (!pending.empty()) {
    std::vector<Statement> inner = std::move(pending.back().body);
    pending.back().body.clear();
    pending.pop_back();
    for (Statement& s : inner) pending.push_back(std::move(s));
  }
}

}  // namespace polydat::lang
