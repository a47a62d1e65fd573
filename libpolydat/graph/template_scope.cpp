// Names of a scope, by one look at its statements.
#include "graph/template_scope.h"

#include "graph/expand_cursor.h"
#include "graph/lift_calls.h"

namespace polydat {

namespace {

using lang::ExprKind;
using lang::Statement;
using lang::StatementKind;

TileEncoding encoding_of(std::string_view word) {
  return word == "json" ? TileEncoding::Json : word == "csv" ? TileEncoding::Csv : TileEncoding::Text;
}

}  // namespace

const TemplateScope::Tile* TemplateScope::find_tile(const std::string& name) const {
  for (const TemplateScope* scope = this; scope != nullptr; scope = scope->outer) {
    if (const auto found = scope->tiles.find(name); found != scope->tiles.end()) return &found->second;
    if (scope->names.contains(name)) return nullptr;
  }
  return nullptr;
}

std::shared_ptr<const Comprehension> TemplateScope::find_producer(const std::string& name) const {
  for (const TemplateScope* scope = this; scope != nullptr; scope = scope->outer) {
    if (const auto found = scope->producers.find(name); found != scope->producers.end()) return found->second;
    if (scope->names.contains(name)) return nullptr;
  }
  return nullptr;
}

bool TemplateScope::binds(const std::string& name) const {
  for (const TemplateScope* scope = this; scope != nullptr; scope = scope->outer)
    if (scope->names.contains(name)) return true;
  return false;
}

bool TemplateScope::is_strict() const {
  for (const TemplateScope* scope = this; scope != nullptr; scope = scope->outer)
    if (scope->strict) return true;
  return false;
}

TemplateScope collect_scope(const lang::Program& program, const std::vector<Statement>& statements, const TemplateScope* outer,
                            Diagnostics& diagnostics) {
  TemplateScope scope;
  scope.outer = outer;
  for (const Statement& s : statements) {
    switch (s.kind) {
      case StatementKind::Input:
        scope.has_input_statement = true;
        for (const lang::TypedName& item : s.inputs) scope.names.insert(item.name.text);
        break;
      case StatementKind::Extern: scope.names.insert(s.name.text); break;
      case StatementKind::Cursor:
        scope.names.insert(s.name.text + "__ordinal");
        if (s.over.has_value()) {
          const std::string partition = s.name.text + std::string(kCursorPartition);
          scope.names.insert(partition);
          for (const CursorField& field : kCursorFields) scope.names.insert(partition + "__" + std::string(field.name));
        }
        break;
      case StatementKind::Pragma: scope.strict = scope.strict || s.name.text == "strict"; break;
      case StatementKind::Tile:
        scope.names.insert(s.name.text);
        scope.tiles.try_emplace(s.name.text, TemplateScope::Tile{encoding_of(s.encoding), s.instring});
        break;
      case StatementKind::Binding:
        for (const lang::Name& target : s.targets) scope.names.insert(target.text);
        break;
      case StatementKind::Module:
      case StatementKind::For: break;
    }
  }
  for (const Statement& s : statements) {
    if (s.kind != StatementKind::Binding || !s.value.has_value() || s.targets.size() != 1 || s.generated != lang::Generated::No) continue;
    const lang::Expr& e = program.at(*s.value);
    if (e.kind != ExprKind::ForText) continue;
    ComprehensionFault fault;
    std::vector<std::shared_ptr<const Comprehension>> held;
    const FindProducer find = [&](std::string_view name) -> const Comprehension* {
      held.push_back(scope.find_producer(std::string(name)));
      return held.back().get();
    };
    std::optional<Comprehension> made = parse_comprehension(e.text, false, find, fault);
    if (made.has_value()) {
      for (const ComprehensionReference& reference : made->references)
        if (is_call(reference)) scope.names.insert(reference.name);
      scope.producers.try_emplace(s.targets.front().text, std::make_shared<const Comprehension>(std::move(*made)));
    } else {
      report_comprehension(fault, {e.text_map, e.range}, diagnostics);
      scope.producers.try_emplace(s.targets.front().text, std::make_shared<const Comprehension>());
    }
  }
  return scope;
}

void report_comprehension(const ComprehensionFault& fault, const lang::TextPlaces& places, Diagnostics& diagnostics) {
  if (fault.message.empty()) return;  // a producer that it derives from has the mistake
  const SourceRange place = fault.place.has_value() ? places.at(*fault.place) : places.whole;
  if (fault.by_limit) diagnostics.error("limit", place, fault.message).kind = FailureKind::Limit;
  else diagnostics.error("bad-comprehension", place, fault.message);
}

void check_references(const Comprehension& comprehension, const TemplateScope& scope, const lang::TextPlaces& places,
                      Diagnostics& diagnostics) {
  for (const ComprehensionReference& reference : comprehension.references) {
    if (reference.is_element || scope.binds(reference.name)) continue;
    const std::string message = "nothing binds the name `" + reference.name + "` that the comprehension reads";
    const SourceRange place = places.at(reference.place);
    if (scope.is_strict()) diagnostics.error("unbound-reference", place, message);
    else
      diagnostics.warning("unbound-reference", place, message)
          .notes.push_back("it reads None: such a source yields nothing, such a predicate rejects");
  }
}

}  // namespace polydat
