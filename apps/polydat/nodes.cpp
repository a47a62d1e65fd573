// polydat nodes: the node library. Lists it, searches it, and shows one node with the rows of its example, computed now.
#include "nodes/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "common_options.h"
#include "nodes/catalog_markdown.h"
#include "nodes/sample_files.h"
#include "polydat/kernel.h"
#include "signals.h"
#include "stream/run_rows.h"
#include "stream/text_sink.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

constexpr std::uint64_t kExampleRows = 5;

struct NodesOptions {
  CommonOptions common;
  bool markdown = false;
  OptionParser parser{"nodes", "the node library: list, search, one node with its rows", "[NAME | WORD] [options]",
                      "  polydat nodes\n"
                      "  polydat nodes mod\n"
                      "  polydat nodes weighted\n"};
  NodesOptions() {
    parser.group("what to show");
    parser.flag("--markdown", markdown, "all nodes as a page: docs/nodes.md");
    common.declare(parser);
  }
};

// The rows of a complete graph text, as csv; or why there are none.
std::string example_rows(std::string_view graph) {
  const Source source("example", std::string(graph));
  CompileOptions options;
  options.engine = Engine::Closures;
  for (const SampleFile& file : kSampleFiles) options.supplied_files.emplace_back(file.name, file.content);
  const Compiled compiled = compile(source, options);
  if (!compiled.program) {
    std::string text;
    for (const Diagnostic& d : compiled.diagnostics.sorted()) text += d.message + '\n';
    return text;
  }
  const Program& program = *compiled.program;
  const auto rows = make_range_source(std::vector<CoordinateRange>(program.coord_count(), {0, 1, kExampleRows}), kExampleRows);
  RowRun run;
  run.program = compiled.program;
  run.driven.resize(program.coord_count());
  std::iota(run.driven.begin(), run.driven.end(), 0u);
  TextSink sink;
  const RunResult result = run_rows(run, *rows, sink, stop_requested);
  return result.status == RunStatus::RowFailed ? sink.text() + result.message + '\n' : sink.text();
}

std::string first_sentence(std::string_view doc) {
  const std::size_t end = doc.find(". ");
  return std::string(end == std::string_view::npos ? doc : doc.substr(0, end + 1));
}

std::string line_of(const NodeDef& node) { return fmt::format("  {:<24} {}\n", name_of(node), first_sentence(node.doc)); }

std::string list_by_family() {
  std::map<std::string_view, std::string> families;
  for (const NodeDef* node : all_nodes()) families[node->family] += line_of(*node);
  // Conversions are many, and the compiler puts most of them in: last.
  std::string text, adapters;
  for (const auto& [family, lines] : families) {
    std::string& to = family.ends_with("adapters") ? adapters : text;
    to += fmt::format("{}{}:\n{}", text.empty() ? "" : "\n", family, lines);
  }
  return text + adapters;
}

std::string form_text(const NodeDef& node) {
  switch (node.native_shape) {
    case NativeShape::None: return fmt::format("closure ({})", node.why_closure);
    case NativeShape::Plain: return "closure, native";
    case NativeShape::Fold: return "closure, native (applied from left to right)";
  }
  return {};
}

std::string parameter_text(const Parameter& p) {
  std::string text =
      fmt::format("  {:<14} {} {}", p.name, p.constant ? "constant" : "wire", p.any ? "any type" : std::string(keyword(p.type)));
  if (p.variadic) text += ", any number";
  switch (p.constraint) {
    case Constraint::None: break;
    case Constraint::Nonzero: text += ", not 0"; break;
    case Constraint::Positive: text += ", finite and above 0"; break;
    case Constraint::Finite: text += ", finite"; break;
    case Constraint::Probability: text += ", from 0 to 1"; break;
    case Constraint::Below: text += fmt::format(", below {}", p.bound); break;
    case Constraint::Filled: text += ", not empty"; break;
    case Constraint::Digits: text += ", an integer in decimal"; break;
  }
  if (!p.constant && p.constraint != Constraint::None) text += " (guarded under pragma strict_values)";
  if (p.default_value) text += ", may be left out";
  return text + '\n';
}

std::string page_of(const NodeDef& node) {
  const Signature& signature = signature_of(node);
  std::string text = fmt::format("{}\n\n{}\n", node.signature, node.doc);
  text += fmt::format("\nfamily:   {}\n", node.family);
  if (!node.aliases.empty()) text += fmt::format("aliases:  {}\n", node.aliases);
  text += fmt::format("forms:    {}\n", form_text(node));
  switch (node.purity) {
    case Purity::Pure: break;
    case Purity::Nondeterministic: text += "purity:   not deterministic: never folded, merged or kept between rows\n"; break;
    case Purity::SideChannel: text += "purity:   its run is observable: kept even when nothing reads it\n"; break;
  }
  if (node.accepts_none) text += "none:     runs with None inputs and sees them\n";
  std::string failures;
  for (const std::string_view failure : node.failures)
    if (!failure.empty()) failures += fmt::format("{}{}", failures.empty() ? "" : "; ", failure);
  text += fmt::format("fails:    {}\n", failures.empty() ? "never" : failures);
  if (!signature.parameters.empty()) text += "\ninputs:\n";
  for (const Parameter& p : signature.parameters) text += parameter_text(p);
  text += "\noutputs:\n";
  for (const OutputPort& o : signature.outputs)
    text += fmt::format("  {:<14} {}{}\n", o.name, o.same ? "the type of the input" : std::string(keyword(o.type)),
                        o.repeated ? ", one a constant" : "");
  std::string example(node.example);
  if (!example.empty() && example.back() != '\n') example += '\n';
  text += fmt::format("\nexample:\n{}", example);
  for (const SampleFile& file : sample_files_of(example)) text += fmt::format("\n{}:\n{}", file.name, file.content);
  return text + fmt::format("\nrows:\n{}", example_rows(node.example));
}

bool contains_word(const NodeDef& node, std::string_view word) {
  const auto holds = [&](std::string_view text) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
             const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
             return lower(a) == lower(b);
           }) != text.end();
  };
  return holds(name_of(node)) || holds(node.aliases) || holds(node.family) || holds(node.doc);
}

}  // namespace

OptionParser describe_nodes() { return NodesOptions().parser; }

ExitCode run_nodes(std::span<const std::string> words, Report& report) {
  NodesOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  const std::vector<std::string>& asked = options.parser.positionals();
  if (asked.size() > 1) return report.usage_error("name one node or one word");
  if (options.markdown) return print(report, node_catalog_markdown());
  if (asked.empty()) return print(report, list_by_family());

  const std::string& word = asked.front();
  if (const NodeDef* node = find_node(word)) return print(report, page_of(*node));
  if (const std::string_view why = why_left_out(word); !why.empty())
    return print(report, fmt::format("{} is not in the library: {}\n", word, why));
  std::string found;
  for (const NodeDef* node : all_nodes())
    if (contains_word(*node, word)) found += line_of(*node);
  if (!found.empty()) return print(report, found);
  return report.usage_error(fmt::format("no node is called '{}' or speaks of it", word), nearest_word(word, all_node_names()));
}

}  // namespace polydat::app
