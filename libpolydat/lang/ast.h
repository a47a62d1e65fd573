// The syntax tree: what was written, with source ranges, and nothing resolved.
//
// lang/ turns text into this tree, reports mistakes of form, and prints the tree back. It knows no types, wires or nodes
// beyond the catalog's names. JSON graphs become the same tree (graph/json_reader.h), so both formats have one meaning.
//
// Expressions live in one sequence and name each other by ExprId: neither building, walking nor destroying a tree
// recurses on its depth. Invariant: a child's id is smaller than its parent's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/block_vector.h"
#include "lang/text_map.h"
#include "polydat/diagnostic.h"

namespace polydat::lang {

struct ExprId {
  std::uint32_t index = 0;
};

enum class ExprKind : std::uint8_t {
  Int,          // `integer`; type u64. `text`: as it was written, for the formatter; may be empty
  Float,        // `number`; type f64. `text` as of Int
  Str,          // `text`, and `parts` when the text is an interpolation (see below)
  Bool,         // `integer` 0 or 1; only JSON graphs and named constants have it (the DSL reads `true` as a name)
  Wire,         // `text`: a name
  Field,        // `text`: the path joined by "__" ("a.b" reads the wire a__b); `path` keeps the words
  Binary,       // `text`: the operator; args[0], args[1]
  Unary,        // `text`: "-" or "!"; args[0]
  As,           // `text`: a type keyword; args[0]
  If,           // args[0..3): condition, then, else (any count in the call form; `if_call` tells); checked later
  Call,         // `text`: the function; args, possibly named
  List,         // args
  ForText,      // `text`: a captured comprehension
  Interpolate,  // parts (JSON graphs only; a DSL interpolation is a Str with parts)
};

struct Name {
  std::string text;
  SourceRange range;
};

struct Arg {
  std::string name;  // empty: positional
  SourceRange name_range;
  ExprId value;
};

// One piece of an interpolated string: text, or a placeholder's expression.
struct StrPart {
  std::string text;
  std::optional<ExprId> expr;
};

struct Expr {
  ExprKind kind = ExprKind::Int;
  SourceRange range;  // the whole expression
  SourceRange head;   // the token a message about it points at: operator, function name, literal
  std::string text;
  std::uint64_t integer = 0;
  double number = 0;
  bool parenthesised = false;  // written in parentheses: a chain of `+` is not flattened through it
  bool if_call = false;        // If written as a call `if(c, a, b)`
  bool implicit = false;       // As: only a conversion that happens by itself (a hole's declared type); made by the compiler
  bool strict = false;         // As, implicit: and not even that
  bool verbatim = false;       // Str from a JSON graph's {"str"}: never interpolates
  bool unknown = false;        // Wire: what a module that nothing calls is given for a parameter; made by the compiler
  std::vector<Arg> args;
  // Str: non-empty when the text is an interpolation (every placeholder reads as an expression) or holds brace escapes; `text`
  // is then still the raw text, which is what a constant parameter takes. Without a placeholder: one part, the escapes replaced.
  std::vector<StrPart> parts;
  std::vector<std::string> path;            // Field
  std::shared_ptr<const TextMap> text_map;  // ForText: where `text` stands; may be null
  // Wire in the body of an expanded module, when it names a parameter: what the call gives for it (in the end no parameter).
  std::optional<ExprId> argument;
};

enum class StatementKind : std::uint8_t { Input, Extern, Cursor, Pragma, Binding, Module, For, Tile };

enum class Generated : std::uint8_t {
  No,
  Value,        // a Binding that is no output; messages call it by `name`
  Tuple,        // a Binding of the elements of a repeat: its value is a ForText whose `integer` numbers the comprehension
  Repeat,       // a Binding of the texts of a repeat: args are an element and the body
  Element,      // an Input or Extern that a traversal sets for each activation
  Around,       // an Extern that holds a value of the scope around a traversal
  Cursor,       // an Extern that is the ordinal of a cursor
  CursorField,  // a Binding of a field of a cursor's partition: not computed where nothing reads it
};

// A typed name: of an input, a module parameter, a module output.
struct TypedName {
  Name name;
  std::string type;  // empty: not given
  SourceRange type_range;
};

struct Statement {
  Statement() = default;
  Statement(const Statement&) = default;
  Statement(Statement&&) noexcept = default;
  Statement& operator=(const Statement&) = default;
  Statement& operator=(Statement&&) noexcept = default;
  ~Statement();  // nested bodies are destroyed without recursion

  StatementKind kind = StatementKind::Binding;
  SourceRange range;

  std::vector<TypedName> inputs;  // Input
  Name name;                      // Extern, Cursor, Pragma, Module, Tile
  std::string type;               // Extern; Binding: annotation of a shared
  SourceRange type_range;
  std::optional<ExprId> value;  // Extern: default; Cursor: source; Binding
  std::optional<ExprId> over;   // Cursor
  std::vector<Name> targets;    // Binding; more than one, or `is_tuple`, for destructuring
  bool is_tuple = false;
  std::vector<Name> modifiers;              // Binding: const, shared, volatile
  std::vector<TypedName> params;            // Module
  std::vector<TypedName> outputs;           // Module
  std::vector<Statement> body;              // Module, For
  std::string text;                         // For: captured text; Tile: template
  std::shared_ptr<const TextMap> text_map;  // where `text` stands; may be null
  // Tile
  std::string encoding;             // empty: not given, which means text
  std::vector<std::string> delims;  // empty or two
  std::string sigil;
  bool strict = false, instring = false, structural = false;
  // What the compiler makes of tiles and cursors (graph/expand_tiles.h); never parsed and never printed.
  Generated generated = Generated::No;
};

// What mistakes of form kept from being read. Using a name that it may bind is no further mistake.
struct Unread {
  std::vector<std::string> names;
  bool any = false;   // something could not be read
  bool rest = false;  // of some of it not even the names are known
};

struct Program {
  BlockVector<Expr> exprs;
  std::vector<Statement> statements;
  Unread unread;
  std::uint32_t end = 0;  // of the text: where something is missing from the whole
  const Expr& at(ExprId id) const { return exprs[id.index]; }
  Expr& at(ExprId id) { return exprs[id.index]; }
};

}  // namespace polydat::lang
