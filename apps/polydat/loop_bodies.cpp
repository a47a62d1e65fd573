// Nesting is as deep as --max-nesting allows: a list of what is still to be looked at, no recursion.
#include "loop_bodies.h"

#include <fmt/format.h>

#include <sstream>

#include "plan_names.h"

namespace polydat::app {

std::vector<LoopBody> loop_bodies(const Compiled& compiled) {
  std::vector<LoopBody> found, pending;
  const auto add = [&pending](std::span<const std::shared_ptr<const Traversal>> loops, const std::string& prefix, std::size_t around) {
    for (std::size_t i = loops.size(); i-- > 0;) pending.push_back({fmt::format("{}{}", prefix, i + 1), 0, around, loops[i].get()});
  };
  add(compiled.traversals, "", 0);
  while (!pending.empty()) {
    LoopBody next = std::move(pending.back());
    pending.pop_back();
    next.scope = found.size() + 1;
    found.push_back(std::move(next));
    add(found.back().loop->nested(), found.back().number + ".", found.back().scope);
  }
  return found;
}

std::string wires_text(const std::vector<CapturedWire>& wires) {
  std::vector<std::string> words;
  for (const CapturedWire& wire : wires) words.push_back(fmt::format("{}: {}", wire.name, keyword(wire.type)));
  return joined(words, ", ", "(nothing)");
}

std::string indented(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += line.empty() ? "\n" : "  " + line + "\n";
  return out;
}

}  // namespace polydat::app
