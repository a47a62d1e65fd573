// One phase of the way from a graph's text to its plan: what it found or did, for people and for programs.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/diagnostic.h"

namespace polydat::app {

struct PhaseName {
  std::string_view name;
  std::string_view title;
};
// In the order in which they happen.
inline constexpr std::array<PhaseName, 11> kPhases{{
    {"tokens", "the text as tokens"},
    {"names", "what each name means"},
    {"modules", "calls of modules that were expanded in place"},
    {"types", "the nodes, with the types of their outputs"},
    {"conversions", "conversions that were inserted"},
    {"constants", "nodes that were computed once, at build"},
    {"merged", "nodes that compute the same as another one"},
    {"pruned", "nodes that no output needs"},
    {"forms", "native or closure, and why"},
    {"segments", "the steps of the plan"},
    {"provenance", "what depends on which inputs"},
}};

struct ExplainPhase {
  using Json = nlohmann::ordered_json;

  explicit ExplainPhase(std::string_view phase) : name(phase) {}
  // What follows is about the body of a `for` with this text; empty: about the program's own scope.
  void enter(std::string_view for_text) {
    body_ = for_text;
    body_named_ = false;
  }
  // The same fact twice: a line without indentation, and an object.
  void add(std::string line, Json fact) {
    if (!body_.empty()) {
      if (!body_named_) lines.push_back("for " + body_ + ":");
      body_named_ = true;
      line.insert(0, "  ");
      fact["for"] = body_;
    }
    lines.push_back(std::move(line));
    facts.push_back(std::move(fact));
  }

  std::string_view name;  // one of kPhases
  std::vector<std::string> lines;
  Json facts = Json::array();

 private:
  std::string body_;
  bool body_named_ = false;
};

// "3:14"; with its file's name before it outside the graph.
inline std::string place_of(const Sources& sources, SourceRange range) {
  const auto& [base, source] = sources.file_at(range.begin);
  const Location at = source.location(range.begin - base);
  return (base == 0 ? "" : source.name() + ":") + std::to_string(at.line) + ":" + std::to_string(at.column);
}
// Adds line, column, end_line and end_column; and file outside the graph.
inline void add_place(ExplainPhase::Json& fact, const Sources& sources, SourceRange range) {
  const auto& [base, source] = sources.file_at(range.begin);
  const Location begin = source.location(range.begin - base), end = source.location(range.end - base);
  if (base != 0) fact["file"] = source.name();
  fact["line"] = begin.line;
  fact["column"] = begin.column;
  fact["end_line"] = end.line;
  fact["end_column"] = end.column;
}

}  // namespace polydat::app
