// Writes docs/nodes.md from the catalog.
#include "nodes/catalog_markdown.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "nodes/catalog.h"
#include "nodes/sample_files.h"

namespace polydat {
namespace {

std::string form_of(const NodeDef& node) {
  switch (node.native_shape) {
    case NativeShape::Plain: return "native";
    case NativeShape::Fold: return "native, folded over the wires";
    case NativeShape::None: break;
  }
  return "closure: " + std::string(node.why_closure);
}

std::string_view purity_of(const NodeDef& node) {
  switch (node.purity) {
    case Purity::Pure: return "";
    case Purity::Nondeterministic: return "Not deterministic: never folded, merged or cached between reads. ";
    case Purity::SideChannel: return "Its run is observable: kept even when nothing reads it. ";
  }
  return "";
}

void append_node(std::string& page, const NodeDef& node) {
  page += "### " + std::string(name_of(node)) + "\n\n```\n" + std::string(node.signature) + "\n```\n\n";
  page += node.doc;
  page += "\n\n";
  page += purity_of(node);
  if (node.accepts_none) page += "Sees None. ";
  page += "Form: " + form_of(node) + ".";
  if (!node.aliases.empty()) page += " Also called: " + std::string(node.aliases) + ".";
  page += "\n\n";
  if (node.can_fail()) {
    page += "Fails when:";
    for (const std::string_view failure : node.failures) {
      if (!failure.empty()) page += "\n- " + std::string(failure);
    }
    page += "\n\n";
  }
  page += "```\n" + std::string(node.example) + "```\n\n";
}

void append_sample_files(std::string& page) {
  page += "The examples read these files.\n\n";
  for (const SampleFile& file : kSampleFiles) {
    page += "`" + std::string(file.name) + "`\n\n```\n" + std::string(file.content) + "```\n\n";
  }
}

// The headings of GitHub's and most other renderers: lower case, blanks to dashes.
std::string anchor(std::string_view heading) {
  std::string text(heading);
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

}  // namespace

std::string node_catalog_markdown() {
  std::map<std::string_view, std::vector<const NodeDef*>> families;
  for (const NodeDef* node : all_nodes()) families[node->family].push_back(node);
  // Conversions are many, and the compiler puts most of them in: last.
  std::vector<std::pair<std::string_view, std::vector<const NodeDef*>>> ordered(families.begin(), families.end());
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const auto& family) { return family.first.find("adapters") == std::string_view::npos; });
  std::string page =
      "# Nodes\n\n"
      "Made from the catalog by `polydat nodes --markdown`; `polydat nodes NAME` shows a node with the rows of its example.\n"
      "Parameters marked `const` take literals and are checked when the graph is compiled; the others are wires. A word after a type\n"
      "is a constraint: `nonzero`, `positive` (finite and above 0), `finite`, `probability` (from 0 to 1), `below` N, `filled` (not empty),\n"
      "`digits` (an integer in decimal). It holds for constants always, and for wires under `pragma strict_values`.\n"
      "\"Not hashed\" means that inputs 0, 1, 2, ... are taken as they are: feed such a node `hash(...)` for values that look random.\n"
      "None is an absent value: a node with a None input gives None and does not run, but where it says that it sees None. The form\n"
      "`native` is machine code (and vector code over blocks); a closure is a function call a row, for the reason given.\n\n";
  for (const auto& [family, nodes] : ordered) {
    page += "- [" + std::string(family) + "](#" + anchor(family) + "): ";
    for (const NodeDef* node : nodes) {
      if (node != nodes.front()) page += ", ";
      page += "`" + std::string(name_of(*node)) + "`";
    }
    page += "\n";
  }
  page += "\n";
  for (const auto& [family, nodes] : ordered) {
    page += "## " + std::string(family) + "\n\n";
    if (family == "data files") append_sample_files(page);
    for (const NodeDef* node : nodes) append_node(page, *node);
  }
  page.pop_back();
  return page;
}

}  // namespace polydat
