// What is known of the names of a scope before anything is resolved: what templates and comprehensions in it can mean.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/comprehension.h"
#include "lang/ast.h"
#include "nodes/tile_program.h"

namespace polydat {

struct TemplateScope {
  struct Tile {
    TileEncoding encoding = TileEncoding::Text;
    bool in_string = false;
  };
  const TemplateScope* outer = nullptr;
  std::unordered_map<std::string, Tile> tiles;
  std::unordered_map<std::string, std::shared_ptr<const Comprehension>> producers;
  std::unordered_set<std::string> names;  // everything bound, declared or handed in
  bool has_input_statement = false;
  bool strict = false;

  const Tile* find_tile(const std::string& name) const;
  // Null when no producer is called so.
  std::shared_ptr<const Comprehension> find_producer(const std::string& name) const;
  bool binds(const std::string& name) const;
  bool is_strict() const;
};

// The names that the statements of a scope bind; producers among them are read, and their mistakes reported.
TemplateScope collect_scope(const lang::Program& program, const std::vector<lang::Statement>& statements, const TemplateScope* outer,
                            Diagnostics& diagnostics);

// Reports what is wrong with a comprehension whose text stands at `places`.
void report_comprehension(const ComprehensionFault& fault, const lang::TextPlaces& places, Diagnostics& diagnostics);
// A warning for each reference that nothing binds; under strict an error.
void check_references(const Comprehension& comprehension, const TemplateScope& scope, const lang::TextPlaces& places,
                      Diagnostics& diagnostics);

}  // namespace polydat
