// Bindings and outputs; expressions are lowered in lower_expression.cpp.
#include "graph/check_types.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "graph/declare_inputs.h"
#include "graph/literal_text.h"
#include "graph/lower_expression.h"
#include "graph/lower_repeat.h"
#include "graph/producer.h"
#include "lang/type_keywords.h"

namespace polydat {

namespace {

using lang::Expr;
using lang::ExprId;
using lang::ExprKind;

// What a host may write comes before what it may not.
void put_const_slots_last(Graph& graph) {
  std::vector<GraphInput> ordered;
  std::vector<std::uint32_t> number(graph.inputs.size());
  for (const bool last : {false, true}) {
    for (std::uint32_t i = 0; i < number.size(); ++i) {
      if ((graph.inputs[i].kind == InputKind::ConstSlot) != last) continue;
      number[i] = static_cast<std::uint32_t>(ordered.size());
      ordered.push_back(std::move(graph.inputs[i]));
    }
  }
  graph.inputs = std::move(ordered);
  const auto renumber = [&](WireSource& source) {
    if (source.kind == WireSource::Kind::Input) source.index = number[source.index];
  };
  for (GraphNode& node : graph.nodes)
    for (WireSource& wire : node.wires) renumber(wire);
  for (GraphOutput& output : graph.outputs) renumber(output.source);
}

class Checker {
 public:
  Checker(const lang::Program& program, const Names& names, const std::vector<RepeatTemplate>& repeats, const GraphOptions& options,
          Diagnostics& diagnostics)
      : program_(program),
        names_(names),
        repeats_(repeats),
        options_(options),
        diagnostics_(diagnostics),
        builder_(options, diagnostics),
        symbols_(names.symbols.size()),
        expressions_(program, names, symbols_, builder_, diagnostics) {}

  Graph check() {
    builder_.expect(program_.exprs.size());
    declare_inputs(program_, names_, options_, builder_, symbols_, diagnostics_);
    const std::vector<bool> read = read_symbols();
    for (const std::uint32_t b : names_.order) {
      const Binding& binding = names_.bindings[b];
      const bool is_idle = binding.generated == lang::Generated::CursorField && !read[binding.symbols.front()];
      if (b < names_.first_alone && !is_idle) bind(binding);
    }
    if (options_.outputs.empty() && !options_.exact_outputs) {
      all_outputs();
    } else {
      selected_outputs();
    }
    if (options_.where) condition(*options_.where);
    warn_unacknowledged();
    check_uncalled();
    if (!repeats_.empty()) remove_taken(builder_.graph());
    put_const_slots_last(builder_.graph());
    return std::move(builder_.graph());
  }

 private:
  void bind(const Binding& binding) {
    builder_.set_label(names_.label(binding));
    expressions_.set_scope(names_.scopes[binding.scope]);
    const std::size_t first_node = builder_.graph().nodes.size();
    for (const ExprId id : binding.exprs) expressions_.lower(id);
    const Expr& e = program_.at(binding.value);
    if (e.kind == ExprKind::ForText && binding.generated != lang::Generated::No) return bind_repeat(binding, e);
    Operand value = e.unknown ? unknown_value(*binding.parameter) : root_value(binding.value, e, binding.parameter != nullptr);
    if (binding.is_tuple && e.kind != ExprKind::Call) {
      diagnostics_.error("tuple-needs-call", e.range, "several names can be bound only to a call");
      return;
    }
    if (!value.ok || !binding.usable) return;
    if (binding.is_volatile) value = make_volatile(value, first_node, e.range);
    if (binding.parameter != nullptr) value = as_declared(value, binding, e.range);
    if (binding.shared != nullptr) value = as_annotated(value, *binding.shared, e);
    if (binding.is_const && binding.owner == 0 && binding.targets.size() == 1) value = or_around(value, binding.targets.front(), e.range);
    const std::uint32_t instance = names_.instance_of_expr[binding.value.index];
    const std::size_t ports = instance != kNoInstance    ? names_.instances[instance].outputs.size()
                              : e.kind == ExprKind::Call ? builder_.graph().nodes[value.source.index].out_types.size()
                                                         : 1;
    if (binding.targets.size() > ports) {
      diagnostics_.error("too-many-targets", {binding.targets.front().range.begin, binding.targets.back().range.end},
                         std::to_string(binding.targets.size()) + " names are bound to a call of " + std::to_string(ports) +
                             (ports == 1 ? " output" : " outputs"));
      return;
    }
    for (std::uint32_t t = 0; t < binding.targets.size(); ++t) {
      if (binding.symbols[t] == kNoSymbol) continue;
      const Operand target = t == 0                    ? value
                             : instance != kNoInstance ? expressions_.module_output(instance, t)
                                                       : builder_.output_port(value, t);
      symbols_[binding.symbols[t]] = binding.is_const || binding.shared != nullptr ? capture(target, binding.targets[t], binding) : target;
    }
  }

  // Read by a binding, or asked for by name.
  std::vector<bool> read_symbols() const {
    std::vector<bool> read = names_.read_symbols();
    const auto mark = [&](std::string_view name) {
      if (const Symbol* symbol = names_.find(name)) read[static_cast<std::size_t>(symbol - names_.symbols.data())] = true;
    };
    for (const std::string& name : options_.outputs) mark(name);
    if (options_.where) mark(*options_.where);
    return read;
  }

  // The tuple of a repeat, or its joined texts.
  void bind_repeat(const Binding& binding, const Expr& e) {
    const RepeatTemplate& made = repeats_[e.integer];
    std::vector<Operand> operands;
    for (const lang::Arg& arg : e.args) {
      const Operand read = expressions_.use(arg.value);
      operands.push_back(read.type == PortType::Dyn ? builder_.convert(read, PortType::Str, e.range) : read);
    }
    if (binding.generated == lang::Generated::Repeat) {
      symbols_[binding.symbols.front()] = make_repeat(made, operands[0], operands[1], e.range, builder_, options_);
      return;
    }
    const std::vector<Operand> elements = make_elements(made, operands, e.range, builder_, diagnostics_);
    for (std::size_t i = 0; i < elements.size(); ++i) symbols_[binding.symbols[i]] = elements[i];
  }

  // An argument as the type of its parameter.
  Operand as_declared(const Operand& value, const Binding& binding, SourceRange range) {
    const lang::TypedName& parameter = *binding.parameter;
    if (parameter.type.empty() || !value.ok) return value;
    const PortType type = *type_from_keyword(parameter.type);
    const Operand converted = expressions_.fit(value, type, range);
    if (converted.ok || automatic_conversion(value.type, type) != nullptr) return converted;
    diagnostics_.error("type-mismatch", range,
                       "parameter `" + parameter.name.text + "` of the module `" + names_.scopes[binding.owner].module->name.text +
                           "` is `" + std::string(keyword(type)) + "`, and `" + std::string(keyword(value.type)) +
                           "` does not become that");
    return {};
  }

  // The modules that nothing calls: what is in them is typed, and leaves the graph again. Their outputs have their declared types too.
  void check_uncalled() {
    const GraphBuilder::Mark before = builder_.mark();
    for (const std::uint32_t b : names_.order)
      if (b >= names_.first_alone) bind(names_.bindings[b]);
    for (std::uint32_t i = 0; i < names_.instances.size(); ++i) {
      const ModuleInstance& instance = names_.instances[i];
      for (std::size_t o = 0; o < instance.outputs.size() && instance.alone; ++o) {
        if (instance.outputs[o] == kNoSymbol) continue;
        expressions_.set_scope(names_.scopes[names_.symbols[instance.outputs[o]].scope]);
        expressions_.module_output(i, o);
      }
    }
    builder_.take_back(before);
  }

  // What a parameter carries in a module that nothing calls: a slot that nothing writes.
  Operand unknown_value(const lang::TypedName& parameter) {
    GraphInput slot;
    slot.name = parameter.name.text;
    slot.type = *type_from_keyword(parameter.type);
    slot.kind = InputKind::ConstSlot;
    slot.initial = Value::none(slot.type);
    slot.range = parameter.name.range;
    return builder_.input(std::move(slot), kOnExtern);
  }

  // The starting value of a shared cell must have the type that is written; an integer literal widens to f64.
  Operand as_annotated(const Operand& value, const lang::Statement& s, const Expr& e) {
    if (s.type.empty() || !value.ok) return value;
    const std::optional<PortType> type = type_from_keyword(s.type);
    if (!type.has_value()) {
      diagnostics_.error("unknown-type", s.type_range, "unknown type `" + s.type + "`").suggestion = nearest_type_keyword(s.type);
      return {};
    }
    if (value.type == *type) return value;
    if (*type == PortType::F64 && e.kind == ExprKind::Int) return builder_.convert(value, PortType::F64, e.range);
    diagnostics_.error("shared-type", e.range,
                       "the shared cell `" + s.targets.front().text + "` is `" + std::string(keyword(*type)) +
                           "`, and its starting value is `" + std::string(keyword(value.type)) + "`");
    return {};
  }

  // A const of a body that is None takes the value of its name in the scope around, where that has its type. Only what depends on externs
  // can be None.
  Operand or_around(const Operand& value, const lang::Name& name, SourceRange range) {
    const Symbol* around = names_.find(name_around(name.text));
    if (around == nullptr || !value.ok || (builder_.dependence(value.source) & (kOnExtern | kOnElement)) == 0) return value;
    const Operand& fallback = symbols_[static_cast<std::size_t>(around - names_.symbols.data())];
    return fallback.type == value.type ? builder_.node("default_or", {value, fallback}, range) : value;
  }

  Operand root_value(ExprId root, const Expr& e, bool is_argument) {
    if (e.kind == ExprKind::ForText) {
      return e.integer < repeats_.size()
                 ? builder_.constant(Value::ext(PortType::Ext, make_producer(*repeats_[e.integer].comprehension)), e.range)
                 : Operand{};
    }
    if (e.kind == ExprKind::List) return builder_.constant(Value::str(list_text(program_, root)), e.range);
    return is_argument ? expressions_.use_argument(root) : expressions_.use(root);
  }

  // A volatile binding owns its node: a plain name or a constant is copied.
  Operand make_volatile(Operand value, std::size_t first_node, SourceRange range) {
    const bool own = value.source.kind == WireSource::Kind::Node && value.source.index >= first_node &&
                     builder_.graph().nodes[value.source.index].def != nullptr;
    if (!own) value = builder_.node("identity", {value}, range);
    if (value.ok) {
      builder_.make_volatile(value.source.index);
      acknowledged_.push_back(value.source);
    }
    return value;
  }

  // A value that is computed once: of a const, or the start of a shared cell.
  Operand capture(const Operand& value, const lang::Name& name, const Binding& binding) {
    if (!value.ok) return {};
    const bool is_shared = binding.shared != nullptr;
    const Dependence depends = builder_.dependence(value.source);
    if ((depends & kOnCoordinate) != 0) {
      Diagnostic& d =
          is_shared ? diagnostics_.error("shared-reads-coordinate", name.range,
                                         "the start of the shared cell `" + name.text + "` depends on a coordinate")
                    : diagnostics_.error("const-reads-coordinate", name.range, "the const `" + name.text + "` depends on a coordinate");
      d.label = "depends on the coordinate `" + coordinate_below(value.source) + "`";
      return {};
    }
    if ((depends & kOnTuple) != 0) {
      if ((depends & kOnVolatile) == 0) return value;  // one value a tuple as it is
      if (value.source.kind == WireSource::Kind::Node) acknowledged_.push_back(value.source);
      diagnostics_.error(
          "const-reads-coordinate", name.range,
          "`" + name.text + "` is one value, and depends on an element of a tile's repeat and on a value that differs from read to read");
      return {};
    }
    // What depends on elements of a traversal is one value an activation as it is. What else depends on nothing folds, but for a cell
    // that the host can name.
    const bool is_cell = is_shared && binding.owner == 0;
    if ((depends & kOnVolatile) == 0 && ((depends & kOnElement) != 0 || (depends == 0 && !is_cell))) return value;
    Operand source = value;
    if (source.source.kind == WireSource::Kind::Input) source = builder_.node("identity", {source}, name.range);
    if (!source.ok) return {};
    acknowledged_.push_back(source.source);
    GraphInput slot;
    slot.name = name.text;
    slot.type = value.type;
    slot.kind = is_cell ? InputKind::SharedCell : InputKind::ConstSlot;
    slot.initial = Value::none(value.type);
    slot.source = source.source;
    slot.range = name.range;
    return builder_.input(std::move(slot), kOnExtern);
  }

  // The name of a coordinate that `source` depends on.
  std::string coordinate_below(WireSource source) {
    while (source.kind == WireSource::Kind::Node) {
      for (const WireSource& wire : builder_.graph().nodes[source.index].wires) {
        if ((builder_.dependence(wire) & kOnCoordinate) == 0) continue;
        source = wire;
        break;
      }
    }
    return builder_.graph().inputs[source.index].name;
  }

  void add_output(std::string_view name, Operand value, SourceRange range) {
    if (!value.ok) return;
    if (value.source.kind == WireSource::Kind::Input) {
      builder_.set_label(name);
      value = builder_.node("identity", {value}, range);
      if (!value.ok) return;
    }
    builder_.graph().outputs.push_back({std::string(name), value.source, value.type, range});
  }

  void all_outputs() {
    bool some_name = false;
    for (const Binding& binding : names_.bindings) {
      if (binding.owner != 0 || binding.generated != lang::Generated::No) continue;
      for (std::size_t t = 0; t < binding.symbols.size(); ++t) {
        const lang::Name& target = binding.targets[t];
        if (target.text.starts_with("__")) continue;
        some_name = true;
        if (binding.symbols[t] != kNoSymbol) add_output(target.text, symbols_[binding.symbols[t]], target.range);
      }
    }
    if (some_name || program_.unread.any) return;
    diagnostics_.error("no-outputs", {program_.end, program_.end},
                       "the program has no outputs: it binds no name that does not begin with `__`");
  }

  void selected_outputs() {
    std::unordered_set<std::string_view> seen;
    for (const std::string& name : options_.outputs) {
      if (!seen.insert(name).second) {
        diagnostics_.error("duplicate-output", {}, "the output `" + name + "` is selected twice").has_range = false;
        continue;
      }
      const Symbol* symbol = names_.find(name);
      if (symbol == nullptr) {
        if (program_.unread.any) continue;
        Diagnostic& d = diagnostics_.error("unknown-output", {}, "the program has no output `" + name + "`");
        d.has_range = false;
        d.suggestion = nearest_word(name, names_.all_names());
        continue;
      }
      add_output(name, symbols_[static_cast<std::size_t>(symbol - names_.symbols.data())], symbol->range);
    }
  }

  // The wire that decides which rows are wanted, unless it is an output already.
  void condition(const std::string& name) {
    std::vector<GraphOutput>& outputs = builder_.graph().outputs;
    if (std::any_of(outputs.begin(), outputs.end(), [&](const GraphOutput& output) { return output.name == name; })) return;
    const Symbol* symbol = names_.find(name);
    if (symbol == nullptr) {
      Diagnostic& d = diagnostics_.error("unknown-output", {}, "--where: the program has no wire `" + name + "`");
      d.has_range = false;
      d.suggestion = nearest_word(name, names_.all_names());
      return;
    }
    const std::size_t shown = outputs.size();
    add_output(name, symbols_[static_cast<std::size_t>(symbol - names_.symbols.data())], symbol->range);
    if (outputs.size() != shown) outputs.back().is_shown = false;
  }

  // A nondeterministic value is acknowledged when a `volatile` or `const` binding takes it up.
  void warn_unacknowledged() {
    const Graph& graph = builder_.graph();
    std::vector<bool> reached(graph.nodes.size(), false);
    for (const WireSource& source : acknowledged_) reached[source.index] = true;
    for (std::size_t n = graph.nodes.size(); n-- > 0;) {
      const GraphNode& node = graph.nodes[n];
      if (!reached[n]) {
        if (node.def == nullptr || node.def->purity != Purity::Nondeterministic) continue;
        const std::string message = "the value of `" + std::string(node_name(node)) + "` differs from run to run";
        Diagnostic& d = options_.strict ? diagnostics_.error("nondeterministic", node.range, message)
                                        : diagnostics_.warning("nondeterministic", node.range, message);
        d.notes.push_back("bind it with `volatile` or `const` to say that this is meant");
        continue;
      }
      for (const WireSource& wire : node.wires)
        if (wire.kind == WireSource::Kind::Node) reached[wire.index] = true;
    }
  }

  const lang::Program& program_;
  const Names& names_;
  const std::vector<RepeatTemplate>& repeats_;
  const GraphOptions& options_;
  Diagnostics& diagnostics_;
  GraphBuilder builder_;
  std::vector<Operand> symbols_;
  ExpressionLowering expressions_;
  std::vector<WireSource> acknowledged_;  // nodes
};

}  // namespace

Graph check_types(const lang::Program& program, const Names& names, const std::vector<RepeatTemplate>& repeats, const GraphOptions& options,
                  Diagnostics& diagnostics) {
  return Checker(program, names, repeats, options, diagnostics).check();
}

}  // namespace polydat
