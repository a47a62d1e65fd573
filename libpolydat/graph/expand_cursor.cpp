// Statements for a cursor.
#include "graph/expand_cursor.h"

#include <algorithm>
#include <string>

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;
using lang::Generated;
using lang::Statement;
using lang::StatementKind;

class CursorExpander {
 public:
  CursorExpander(const Statement& cursor, const CursorPlace& place, lang::Program& program, Diagnostics& diagnostics)
      : cursor_(cursor), place_(place), program_(program), diagnostics_(diagnostics), range_{cursor.range.begin, cursor.name.range.end} {}

  std::vector<Statement> expand() {
    const std::string& name = cursor_.name.text;
    declare_ordinal(name + "__ordinal");
    ExprId begin = integer(0), end = integer(~std::uint64_t{0});
    if (!domain(begin, end)) return std::move(made_);
    if (cursor_.over.has_value()) {
      const SourceRange over = program_.at(*cursor_.over).range;
      std::vector<ExprId> arguments{*cursor_.over, begin, end};
      if (place_.partition.has_value() && !place_.in_traversal) arguments.push_back(integer(*place_.partition));
      const std::string partition_name = name + std::string(kCursorPartition);
      bind(partition_name, call("cursor_partition", arguments, over));
      for (const CursorField& field : kCursorFields)
        bind(partition_name + "__" + std::string(field.name), call(field.function, {partition()}, range_), Generated::CursorField);
    }
    if (place_.in_traversal) {
      bind(name + "@begin", cursor_.over.has_value() ? call("start_of", {partition()}, range_) : begin);
      bind(name + "@end", cursor_.over.has_value() ? call("end_of", {partition()}, range_) : end);
    }
    return std::move(made_);
  }

 private:
  void declare_ordinal(std::string name) {
    Statement s;
    s.range = range_;
    if (place_.in_traversal) {
      s.kind = StatementKind::Input;
      s.inputs.push_back({{std::move(name), range_}, "u64", range_});
    } else {
      s.kind = StatementKind::Extern;
      s.generated = Generated::Cursor;
      s.name = {std::move(name), range_};
      s.type = "u64";
      s.type_range = range_;
      s.value = integer(0);
    }
    made_.push_back(std::move(s));
  }

  ExprId add(Expr e) {
    program_.exprs.push_back(std::move(e));
    return {static_cast<std::uint32_t>(program_.exprs.size() - 1)};
  }
  ExprId integer(std::uint64_t value) {
    Expr e;
    e.kind = ExprKind::Int;
    e.integer = value;
    e.range = e.head = range_;
    return add(std::move(e));
  }
  ExprId partition() {
    Expr e;
    e.kind = ExprKind::Wire;
    e.text = cursor_.name.text + std::string(kCursorPartition);
    e.range = e.head = range_;
    return add(std::move(e));
  }
  ExprId call(std::string_view function, std::vector<ExprId> arguments, SourceRange range) {
    Expr e;
    e.kind = ExprKind::Call;
    e.text = std::string(function);
    e.range = e.head = range;
    for (const ExprId argument : arguments) e.args.push_back({{}, {}, argument});
    return add(std::move(e));
  }
  void bind(std::string name, ExprId value, Generated generated = Generated::Value) {
    Statement s;
    s.kind = StatementKind::Binding;
    s.generated = generated;
    s.range = range_;
    s.name = cursor_.name;
    s.targets.push_back({std::move(name), range_});
    s.value = value;
    made_.push_back(std::move(s));
  }

  // The ends of the domain. Open-ended ones go as far as ordinals go.
  bool domain(ExprId& begin, ExprId& end) {
    const Expr source = program_.at(*cursor_.value);
    const auto refuse = [&](std::string message) {
      diagnostics_.error("bad-cursor", source.range, std::move(message));
      return false;
    };
    const bool open = source.kind == ExprKind::Call && source.text.starts_with("until_");
    static constexpr std::string_view kOpen[] = {"until_passes", "until_count", "until_elapsed", "until_elapsed_and_passes",
                                                 "until_elapsed_or_passes"};
    if (open && std::find(std::begin(kOpen), std::end(kOpen), source.text) != std::end(kOpen)) {
      if (place_.in_traversal) return refuse("the domain of a cursor in a traversal has an end: `range(a, b)`");
      if (cursor_.over.has_value()) return refuse("`over` narrows a domain that has an end: `range(a, b)`");
      return true;
    }
    if (source.kind != ExprKind::Call || source.text != "range") return refuse("the domain of a cursor is `range(a, b)`");
    if (source.args.size() != 2 || !source.args[0].name.empty() || !source.args[1].name.empty()) return refuse("`range` takes two ends");
    begin = source.args[0].value;
    end = source.args[1].value;
    return true;
  }

  const Statement& cursor_;
  const CursorPlace& place_;
  lang::Program& program_;
  Diagnostics& diagnostics_;
  SourceRange range_;
  std::vector<Statement> made_;
};

}  // namespace

std::vector<Statement> expand_cursor(const Statement& cursor, const CursorPlace& place, lang::Program& program, Diagnostics& diagnostics) {
  return CursorExpander(cursor, place, program, diagnostics).expand();
}

}  // namespace polydat
