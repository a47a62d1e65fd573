// What both walks over the outline of a JSON graph need: its members by key, its literals, and the role that the first walk gave
// to each value.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/json_keys.h"
#include "graph/json_outline.h"
#include "lang/ast.h"
#include "polydat/diagnostic.h"
#include "polydat/limits.h"

namespace polydat {

// None: part of its container, read with it.
enum class JsonRole : std::uint8_t { None, Statement, Expression, NamedArgument };

struct JsonRoles {
  std::vector<JsonRole> roles;  // one a value of the outline; None in statements of the graph with a mistake
  std::vector<JsonKey> tags;    // Statement, Expression: the telling member
  lang::Unread unread;          // what those statements may have bound
};

// Gives every value its role and checks its shape, names and nesting; all mistakes in one walk. Nothing past a limit, or when the text
// holds no list of statements.
std::optional<JsonRoles> check_json_graph(const JsonOutline& outline, const Limits& limits, Diagnostics& diagnostics);

class JsonView {
 public:
  static constexpr std::uint32_t kNone = JsonItem::kNone;

  explicit JsonView(const JsonOutline& outline) : outline_(outline) {}

  const JsonItem& at(std::uint32_t i) const { return outline_.items[i]; }
  std::string_view text_of(std::uint32_t i) const { return outline_.text(at(i)); }
  // The member of an object with that name, or kNone.
  std::uint32_t member(std::uint32_t object, JsonKey key) const;
  std::uint32_t count(std::uint32_t container) const;
  // A literal of {"u64"}: decimal digits, as a text or a number; of {"f64"}: a float of the language with an optional minus, or a number.
  std::optional<std::uint64_t> read_u64(std::uint32_t i) const;
  std::optional<double> read_f64(std::uint32_t i) const;

 protected:
  const JsonOutline& outline_;
};

}  // namespace polydat
