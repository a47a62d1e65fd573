// What the graph tests share: a program as text, compiled to a graph or to its mistakes.
#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "graph/compile_graph.h"
#include "lang/parse.h"
#include "nodes/catalog.h"

namespace polydat::graph_test {

struct Attempt {
  std::optional<Graph> graph;
  Diagnostics diagnostics;
  Sources sources;

  // "2:14 unknown-wire" a line, errors only, by position; "- code" for those without a place, "file:2:14 code" in other files.
  std::string errors() const { return listed(Severity::Error); }
  std::string warnings() const { return listed(Severity::Warning); }

  std::string listed(Severity severity) const {
    std::ostringstream out;
    const char* separator = "";
    for (const Diagnostic& d : diagnostics.sorted()) {
      if (d.severity != severity) continue;
      out << separator;
      separator = "\n";
      if (d.has_range) {
        const Sources::File& file = sources.file_at(d.range.begin);
        const Location place = file.source.location(d.range.begin - file.base);
        if (file.base != 0) out << file.source.name() << ":";
        out << place.line << ":" << place.column << " " << d.code;
      } else {
        out << "- " << d.code;
      }
    }
    return out.str();
  }
};

inline Attempt compile(const std::string& text, const GraphOptions& options = {}) {
  Attempt attempt{std::nullopt, {}, Source("test", text)};
  lang::Program tree = lang::parse(attempt.sources.graph(), options.limits, attempt.diagnostics);
  if (!attempt.diagnostics.has_limit_error()) attempt.graph = compile_graph(std::move(tree), options, attempt.sources, attempt.diagnostics);
  return attempt;
}

// The graph as text: a node a line, "n2 = hash(i0)", then the outputs; constants are spelled by their low word or text.
inline std::string shape(const Graph& graph) {
  std::ostringstream out;
  const auto end = [&](const WireSource& source) {
    out << (source.kind == WireSource::Kind::Input ? "i" : "n") << source.index;
    if (source.port != 0) out << "." << source.port;
  };
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    out << "n" << n << " = " << node_name(node);
    if (node.def == nullptr) out << " " << keyword(node.constant.type()) << " " << node.constant.low() << node.constant.text();
    out << "(";
    for (std::size_t i = 0; i < node.wires.size(); ++i) {
      if (i != 0) out << ", ";
      end(node.wires[i]);
    }
    for (const Literal& literal : node.literals) out << "; " << literal.integer << " " << literal.number << " " << literal.text;
    out << ")" << (node.is_volatile ? " volatile" : "") << "\n";
  }
  for (const GraphOutput& output : graph.outputs) {
    out << output.name << " = ";
    end(output.source);
    out << "\n";
  }
  return out.str();
}

inline std::size_t count_of(const Graph& graph, std::string_view name) {
  std::size_t count = 0;
  for (const GraphNode& node : graph.nodes) count += node_name(node) == name ? 1 : 0;
  return count;
}

inline const GraphOutput& output_of(const Graph& graph, std::string_view name) {
  for (const GraphOutput& output : graph.outputs)
    if (output.name == name) return output;
  std::abort();
}

// The constant that an output is; None when it is none.
inline Value constant_of(const Graph& graph, std::string_view name) {
  const GraphOutput& output = output_of(graph, name);
  return graph.is_constant(output.source) ? graph.nodes[output.source.index].constant : Value::none(output.type);
}

}  // namespace polydat::graph_test
