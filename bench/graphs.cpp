#include "graphs.h"

namespace polydat::bench {

namespace {

std::string number(int n) { return std::to_string(n); }

// Node n as one of three kinds in turn, over one or two wires.
std::string mixed_node(int n, const std::string& a, const std::string& b) {
  switch (n % 3) {
    case 0: return "hash(" + a + ")";
    case 1: return "u64_add(" + a + ", " + b + ")";
    case 2: return "mod(" + a + ", 1000003)";
  }
  return {};
}

// Nodes n0, n1, ...; node n reads the node `width` before it and that one's left neighbour.
BenchGraph mixed_levels(int nodes, int width, bool neighbours) {
  BenchGraph graph{"input cycle: u64\n", {}};
  for (int n = 0; n < nodes; ++n) {
    const int below = n - width, left = n % width == 0 ? below + width - 1 : below - 1;
    const std::string a = n < width ? "cycle" : "n" + number(below);
    const std::string b = n < width || !neighbours ? number(n) : "n" + number(left);
    graph.text += "n" + number(n) + " := " + mixed_node(n, a, b) + "\n";
  }
  for (int n = nodes < width ? 0 : nodes - width; n < nodes; ++n) graph.outputs.push_back("n" + number(n));
  return graph;
}

// Appends `depth` hashes, the first of `start`; returns the name of the last.
std::string append_chain(std::string& text, const std::string& name, const std::string& start, int depth) {
  for (int d = 0; d < depth; ++d) text += name + "_" + number(d) + " := hash(" + (d == 0 ? start : name + "_" + number(d - 1)) + ")\n";
  return name + "_" + number(depth - 1);
}

}  // namespace

BenchGraph ladder() {
  return {
      "input (cycle: u64, tenant_seed: u64, operation_seed: u64)\n"
      "seeded_cycle := u64_add(cycle, tenant_seed)\n"
      "identity_entropy := hash(seeded_cycle)\n"
      "account_id := mod(identity_entropy, 10000000)\n"
      "route_seed := u64_xor(account_id, operation_seed)\n"
      "route_entropy := hash(route_seed)\n"
      "shard := mod(route_entropy, 64)\n"
      "payload_seed := u64_add(identity_entropy, operation_seed)\n"
      "payload_entropy := hash(payload_seed)\n"
      "payload_class := mod(payload_entropy, 8)\n"
      "token_seed := u64_add(route_entropy, payload_entropy)\n"
      "event_token := hash(token_seed)\n",
      {"account_id", "shard", "payload_class", "event_token"}};
}

BenchGraph chains(int count, int depth) {
  BenchGraph graph{"input cycle: u64\n", {}};
  for (int c = 0; c < count; ++c)
    graph.outputs.push_back(append_chain(graph.text, "c" + number(c), "u64_add(cycle, " + number(c) + ")", depth));
  return graph;
}

BenchGraph trunk(int depth, int branches, int branch_depth) {
  BenchGraph graph{"input cycle: u64\n", {}};
  const std::string end = append_chain(graph.text, "t", "cycle", depth);
  for (int b = 0; b < branches; ++b)
    graph.outputs.push_back(append_chain(graph.text, "b" + number(b), "u64_add(" + end + ", " + number(b) + ")", branch_depth));
  return graph;
}

BenchGraph lattice(int width, int depth) {
  BenchGraph graph{"input cycle: u64\n", {}};
  const auto name = [](int level, int at) { return "l" + number(level) + "_" + number(at); };
  for (int level = 0; level < depth; ++level)
    for (int at = 0; at < width; ++at)
      graph.text += name(level, at) + " := hash(" +
                    (level == 0 ? "u64_add(cycle, " + number(at) + ")"
                                : "u64_xor(" + name(level - 1, at) + ", " + name(level - 1, (at + 1) % width) + ")") +
                    ")\n";
  for (int at = 0; at < width; ++at) graph.outputs.push_back(name(depth - 1, at));
  return graph;
}

BenchGraph long_chain(int nodes) { return mixed_levels(nodes, 1, false); }
BenchGraph many_chains(int nodes) { return mixed_levels(nodes, 64, false); }
BenchGraph layered(int nodes) { return mixed_levels(nodes, 64, true); }

}  // namespace polydat::bench
