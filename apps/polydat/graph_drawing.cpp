// Drawings for dot and mermaid.
#include "graph_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace polydat::app {

namespace {

// Dot reads backslashes and HTML entities in labels.
void append_dot(std::string& out, char c) {
  switch (c) {
    case '"':
    case '\\':
      out += '\\';
      out += c;
      return;
    case '\n': out += "\\n"; return;
    case '&': out += "&amp;"; return;
    default: out += c; return;
  }
}

// Mermaid reads its own entities, HTML, and Markdown between backquotes.
void append_mermaid(std::string& out, char c) {
  switch (c) {
    case '"': out += "#quot;"; return;
    case '\n': out += "<br/>"; return;
    case '#':
    case '&':
    case '<':
    case '>':
    case '`':
    case '\\': out += fmt::format("#{};", static_cast<int>(c)); return;
    default: out += c; return;
  }
}

std::string escaped(GraphDrawing::Form form, std::string_view label) {
  std::string out;
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n') || byte == 0x7f) {
      out += ' ';
      continue;
    }
    switch (form) {
      case GraphDrawing::Form::Dot: append_dot(out, c); break;
      case GraphDrawing::Form::Mermaid: append_mermaid(out, c); break;
    }
  }
  return out;
}

// Light colours whose hues lie far apart for any number of them: each turns by the golden ratio.
std::string hex_color(std::uint32_t number) {
  constexpr double kTurn = 0.6180339887498949, kWeakest = 0.72;
  const double hue = 6 * std::fmod(0.55 + number * kTurn, 1.0);
  const auto channel = [hue](double shift) {
    const double k = std::fmod(shift + hue, 6.0);
    const double strength = std::clamp(std::min(k, 4 - k), 0.0, 1.0);
    return static_cast<int>(std::lround(255 * (1 - (1 - kWeakest) * strength)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(5), channel(3), channel(1));
}

}  // namespace

GraphDrawing::GraphDrawing(Form form) : form_(form) {
  text_ = form == Form::Dot ? "digraph polydat {\n  rankdir=LR;\n  node [shape=box];\n" : "flowchart LR\n";
}

void GraphDrawing::box(std::string_view id, std::string_view label, Shape shape, Color color) {
  const std::string text = escaped(form_, label);
  if (color) colors_ = std::max(colors_, *color + 1);
  if (form_ == Form::Dot) {
    std::string attributes = shape == Shape::Input ? ", shape=ellipse" : "";
    if (color)
      attributes += fmt::format(", style=\"filled{}\", fillcolor=\"{}\"", shape == Shape::Output ? ",bold" : "", hex_color(*color));
    else if (shape == Shape::Output) attributes += ", style=bold";
    text_ += fmt::format("  {} [label=\"{}\"{}];\n", id, text, attributes);
    return;
  }
  const std::string mark = color ? fmt::format(":::c{}", *color) : std::string();
  switch (shape) {
    case Shape::Input: text_ += fmt::format("  {}([\"{}\"]){}\n", id, text, mark); return;
    case Shape::Box: text_ += fmt::format("  {}[\"{}\"]{}\n", id, text, mark); return;
    case Shape::Output: text_ += fmt::format("  {}[[\"{}\"]]{}\n", id, text, mark); return;
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

void GraphDrawing::legend(std::string_view title, std::span<const std::string> meanings) {
  begin_group("legend", title);
  for (std::uint32_t i = 0; i < meanings.size(); ++i) box(fmt::format("legend{}", i), meanings[i], Shape::Box, i);
  end_group();
}

std::string GraphDrawing::finish() {
  if (form_ == Form::Dot) text_ += "}\n";
  else
    for (std::uint32_t i = 0; i < colors_; ++i) text_ += fmt::format("  classDef c{} fill:{}\n", i, hex_color(i));
  return std::move(text_);
}

}  // namespace polydat::app
