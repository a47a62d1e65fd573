// Depth-first search over bindings with its own stack.
#include "graph/order_bindings.h"

#include <algorithm>
#include <string>

namespace polydat {

namespace {

enum class Mark : std::uint8_t { New, Open, Done };

struct Frame {
  std::uint32_t binding = 0;
  std::uint32_t next = 0;  // the next reference to follow
};

// How many names of a loop the message spells out.
constexpr std::size_t kMostNames = 12;
// A loop costs its length to report; past this many, further loops of a program are cut without a report.
constexpr int kMostLoops = 20;

// `loop`: frames from the first binding of the loop to the last, each with the index of the reference that leads on.
void report_loop(const lang::Program& program, const Names& names, std::vector<Frame> loop, Diagnostics& diagnostics) {
  const auto first = std::min_element(loop.begin(), loop.end(), [](const Frame& a, const Frame& b) { return a.binding < b.binding; });
  std::rotate(loop.begin(), first, loop.end());
  std::string path;
  bool all_const = true;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    all_const = all_const && names.bindings[loop[i].binding].is_const;
    if (i < kMostNames) path += names.label(names.bindings[loop[i].binding]) + " -> ";
    if (i == kMostNames) path += "... -> ";
  }
  path += names.label(names.bindings[loop.front().binding]);
  const Reference& entry = names.bindings[loop.front().binding].references[loop.front().next];
  const std::string what = loop.size() == 1 ? "a binding depends on itself: "
                           : all_const      ? "consts read each other: "
                                            : "bindings depend on each other: ";
  diagnostics.error(all_const ? "const-cycle" : "dependency-cycle", program.at(entry.expr).range, what + path);
}

}  // namespace

void order_bindings(const lang::Program& program, Names& names, Diagnostics& diagnostics) {
  std::vector<Mark> marks(names.bindings.size(), Mark::New);
  std::vector<std::uint32_t> depth(names.bindings.size(), 0);  // place on the stack of an open binding
  std::vector<Frame> stack;
  int loops = 0;
  names.order.reserve(names.bindings.size());
  for (std::uint32_t start = 0; start < names.bindings.size(); ++start) {
    if (marks[start] != Mark::New) continue;
    marks[start] = Mark::Open;
    depth[start] = 0;
    stack.assign(1, Frame{start, 0});
    while (!stack.empty()) {
      Frame& top = stack.back();
      Binding& binding = names.bindings[top.binding];
      if (top.next == binding.references.size()) {
        marks[top.binding] = Mark::Done;
        names.order.push_back(top.binding);
        stack.pop_back();
        if (!stack.empty()) ++stack.back().next;
        continue;
      }
      const Reference& reference = binding.references[top.next];
      const Symbol& symbol = names.symbols[reference.symbol];
      if (symbol.kind != SymbolKind::Binding || marks[symbol.index] == Mark::Done) {
        ++top.next;
        continue;
      }
      if (marks[symbol.index] == Mark::New) {
        marks[symbol.index] = Mark::Open;
        depth[symbol.index] = static_cast<std::uint32_t>(stack.size());
        stack.push_back(Frame{symbol.index, 0});
        continue;
      }
      // Open: a loop, from that binding to the top of the stack. A loop of bindings already reported is silent.
      if (binding.usable && loops++ < kMostLoops) {
        const std::vector<Frame> loop(stack.begin() + depth[symbol.index], stack.end());
        report_loop(program, names, loop, diagnostics);
        for (const Frame& f : loop) names.bindings[f.binding].usable = false;
      }
      names.symbol_of_expr[reference.expr.index] = kNoSymbol;
      names.instance_of_expr[reference.expr.index] = kNoInstance;
      ++top.next;
    }
  }
}

}  // namespace polydat
