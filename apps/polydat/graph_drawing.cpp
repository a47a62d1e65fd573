// Drawings for dot and mermaid.
#include "graph_drawing.h"

#include <fmt/format.h>

namespace polydat::app {

namespace {

std::string escaped(GraphDrawing::Form form, std::string_view label) {
  std::string out;
  for (const char c : label) {
    switch (form) {
      case GraphDrawing::Form::Dot:
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
          out += "\\n";
        else
          out += c;
        break;
      case GraphDrawing::Form::Mermaid:
        if (c == '"')
          out += "#quot;";
        else if (c == '#')
          out += "#35;";
        else if (c == '\n')
          out += "<br/>";
        else if (c == '<')
          out += "#lt;";
        else if (c == '>')
          out += "#gt;";
        else
          out += c;
        break;
    }
  }
  return out;
}

}  // namespace

GraphDrawing::GraphDrawing(Form form) : form_(form) {
  text_ = form == Form::Dot ? "digraph polydat {\n  rankdir=LR;\n  node [shape=box];\n" : "flowchart LR\n";
}

void GraphDrawing::box(std::string_view id, std::string_view label, Shape shape) {
  const std::string text = escaped(form_, label);
  if (form_ == Form::Dot) {
    const std::string_view attribute = shape == Shape::Input ? ", shape=ellipse" : shape == Shape::Output ? ", style=bold" : "";
    text_ += fmt::format("  {} [label=\"{}\"{}];\n", id, text, attribute);
    return;
  }
  switch (shape) {
    case Shape::Input: text_ += fmt::format("  {}([\"{}\"])\n", id, text); return;
    case Shape::Box: text_ += fmt::format("  {}[\"{}\"]\n", id, text); return;
    case Shape::Output: text_ += fmt::format("  {}[[\"{}\"]]\n", id, text); return;
  }
}

void GraphDrawing::arrow(std::string_view from, std::string_view to) {
  text_ += form_ == Form::Dot ? fmt::format("  {} -> {};\n", from, to) : fmt::format("  {} --> {}\n", from, to);
}

void GraphDrawing::begin_group(std::string_view id, std::string_view label) {
  const std::string text = escaped(form_, label);
  text_ += form_ == Form::Dot ? fmt::format("  subgraph cluster_{} {{\n  label=\"{}\";\n", id, text)
                              : fmt::format("  subgraph {}[\"{}\"]\n", id, text);
}

void GraphDrawing::end_group() { text_ += form_ == Form::Dot ? "  }\n" : "  end\n"; }

std::string GraphDrawing::finish() {
  if (form_ == Form::Dot) text_ += "}\n";
  return std::move(text_);
}

}  // namespace polydat::app
