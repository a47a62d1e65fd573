// The plan against brute force on random graphs, and the shapes of segments (engine page, H.2.4): who depends on what, who is needed
// by whom, and that a segment is connected, of equal fate and convex.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph_support.h"
#include "nodes/node_def.h"
#include "plan/plan.h"
#include "plan/trace_need.h"
#include "support/random_graph.h"

using namespace polydat;
using namespace polydat::testing;

namespace {

using Numbers = std::set<std::uint32_t>;

Graph graph_of(const std::string& text, std::vector<std::string> outputs = {}) {
  GraphOptions options;
  options.outputs = std::move(outputs);
  graph_test::Attempt attempt = graph_test::compile(text, options);
  INFO(text);
  REQUIRE(attempt.errors() == "");
  return std::move(*attempt.graph);
}

Graph random_graph(std::uint64_t seed) {
  const RandomGraph random = make_random_graph(seed, GraphShape{});
  return graph_of(random.text(), random.outputs);
}

bool is_step_node(const Graph& graph, std::uint32_t n) { return graph.nodes[n].def != nullptr; }

std::vector<Numbers> inputs_by_brute_force(const Graph& graph) {
  std::vector<Numbers> sets(graph.nodes.size());
  for (std::uint32_t n = 0; n < sets.size(); ++n)
    for (const WireSource& wire : graph.nodes[n].wires) {
      if (wire.kind == WireSource::Kind::Input) sets[n].insert(wire.index);
      else sets[n].insert(sets[wire.index].begin(), sets[wire.index].end());
    }
  return sets;
}

// Roots: outputs, then const slots; a side-channel node is a root of its own.
std::vector<Numbers> needs_by_brute_force(const Graph& graph) {
  std::vector<Numbers> sets(graph.nodes.size());
  std::uint32_t root = 0;
  const auto add = [&](const WireSource& source) {
    if (source.kind == WireSource::Kind::Node) sets[source.index].insert(root);
    ++root;
  };
  for (const GraphOutput& output : graph.outputs) add(output.source);
  for (const GraphInput& input : graph.inputs)
    if (input.source) add(*input.source);
  for (std::uint32_t n = static_cast<std::uint32_t>(sets.size()); n-- > 0;) {
    const GraphNode& node = graph.nodes[n];
    if (node.def != nullptr && node.def->purity == Purity::SideChannel) sets[n].insert(root++);
    for (const WireSource& wire : node.wires)
      if (wire.kind == WireSource::Kind::Node) sets[wire.index].insert(sets[n].begin(), sets[n].end());
  }
  return sets;
}

Numbers members(const BitSet& set) {
  Numbers out;
  set.for_each([&](std::size_t bit) { out.insert(static_cast<std::uint32_t>(bit)); });
  return out;
}

// Everything that form_segments promises, by the definitions.
void check_segments(const Graph& graph, const Plan& plan) {
  const std::vector<Numbers> inputs = inputs_by_brute_force(graph);
  const std::vector<Numbers> needs = needs_by_brute_force(graph);
  std::vector<int> seen(graph.nodes.size(), 0);
  for (std::uint32_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    REQUIRE(!step.nodes.empty());
    CHECK((step.kind == StepKind::Segment || step.nodes.size() == 1));
    const std::uint32_t first = step.nodes[0].index;
    std::map<std::uint32_t, std::uint32_t> part;  // connected components inside the step, by their smallest member
    for (const NodeId id : step.nodes) part[id.index] = id.index;
    const auto root = [&](std::uint32_t n) {
      while (part[n] != n) n = part[n];
      return n;
    };
    for (const NodeId id : step.nodes) {
      const std::uint32_t n = id.index;
      ++seen[n];
      CHECK(plan.step_of[n] == s);
      CHECK(plan.forms[n].native == (step.kind == StepKind::Segment));
      CHECK(inputs[n] == inputs[first]);
      CHECK(needs[n] == needs[first]);
      CHECK(graph.nodes[n].is_volatile == graph.nodes[first].is_volatile);
      for (const WireSource& wire : graph.nodes[n].wires) {
        if (wire.kind != WireSource::Kind::Node || !is_step_node(graph, wire.index)) continue;
        CHECK(plan.step_of[wire.index] <= s);  // producers first; and with it, no path leaves a step and comes back
        if (part.contains(wire.index)) part[root(n)] = root(wire.index);
      }
    }
    Numbers roots;
    for (const NodeId id : step.nodes) roots.insert(root(id.index));
    CHECK(roots.size() == 1);
  }
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) CHECK(seen[n] == (is_step_node(graph, n) && !needs[n].empty() ? 1 : 0));
}

// The steps as names of their nodes' bindings: "a b|c", in order of steps.
std::string steps_of(const std::string& text, std::vector<std::string> outputs = {}) {
  const Graph graph = graph_of(text, std::move(outputs));
  const Plan plan = make_plan(graph, PlanOptions{.native = true});
  check_segments(graph, plan);
  std::string out;
  for (const Step& step : plan.steps) {
    if (!out.empty()) out += "|";
    for (std::size_t i = 0; i < step.nodes.size(); ++i) out += (i == 0 ? "" : " ") + graph.nodes[step.nodes[i].index].label;
  }
  return out;
}

}  // namespace

TEST_CASE("need classes, provenance and segments of random graphs are those of brute force") {
  std::size_t shared_classes = 0, long_segments = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const Graph graph = random_graph(seed);
    const std::vector<Numbers> needs = needs_by_brute_force(graph);
    const std::vector<std::uint32_t> classes = trace_need(graph);
    std::map<std::uint32_t, Numbers> set_of_class;
    for (std::uint32_t n = 0; n < classes.size(); ++n) {
      REQUIRE((classes[n] == kUnneeded) == needs[n].empty());
      if (classes[n] == kUnneeded) continue;
      const auto [known, inserted] = set_of_class.try_emplace(classes[n], needs[n]);
      CHECK(known->second == needs[n]);
      shared_classes += inserted ? 0 : 1;
      for (const WireSource& wire : graph.nodes[n].wires)
        if (wire.kind == WireSource::Kind::Node) CHECK(classes[n] <= classes[wire.index]);
    }
    const std::vector<Numbers> inputs = inputs_by_brute_force(graph);
    for (const bool native : {false, true}) {
      const Plan plan = make_plan(graph, PlanOptions{.native = native});
      for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) CHECK(members(plan.input_sets[plan.node_input_set[n]]) == inputs[n]);
      check_segments(graph, plan);
      for (std::uint32_t i = 0; i < graph.inputs.size(); ++i)
        for (std::uint32_t s = 0; s < plan.steps.size(); ++s)
          CHECK(plan.reach[i].test(s) == inputs[plan.steps[s].nodes[0].index].contains(i));
      for (const GraphOutput& output : graph.outputs) {
        Numbers cone;
        for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
          if (is_step_node(graph, n) && needs[n].contains(static_cast<std::uint32_t>(&output - graph.outputs.data())))
            cone.insert(plan.step_of[n]);
        CHECK(members(cone_of(plan, output.source)) == cone);
      }
      for (const Step& step : plan.steps) long_segments += step.nodes.size() > 1 ? 1 : 0;
    }
  }
  CHECK(shared_classes > 100);  // the random graphs do hold what this is about
  CHECK(long_segments > 100);
}

TEST_CASE("provenance of any number of inputs is what brute force finds") {
  for (const std::size_t count : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 300u}) {
    CAPTURE(count);
    Random random(count);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "input x" + std::to_string(i) + "\n";
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back("x" + std::to_string(i));
    for (int b = 0; b < 200; ++b) {
      const std::string name = "b" + std::to_string(b);
      text += name + " := u64_add(" + names[random.below(names.size())] + ", " + names[random.below(names.size())] + ")\n";
      names.push_back(name);
    }
    const Graph graph = graph_of(text);
    const Plan plan = make_plan(graph, PlanOptions{.native = true});
    const std::vector<Numbers> inputs = inputs_by_brute_force(graph);
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) CHECK(members(plan.input_sets[plan.node_input_set[n]]) == inputs[n]);
    check_segments(graph, plan);
  }
}

TEST_CASE("independent chains are a segment each") {
  CHECK(steps_of("input (x, y)\na := hash(x)\nb := hash(y)\nc := hash(a)\nd := hash(b)\n", {"c", "d"}) == "a c|b d");
  // Of one input, too: they are needed by different outputs.
  CHECK(steps_of("input x\na := hash(x)\nb := u64_add(x, 1)\nc := hash(a)\nd := hash(b)\n", {"c", "d"}) == "a c|b d");
  CHECK(steps_of("input x\na := hash(x)\nb := u64_add(x, 1)\nc := u64_xor(a, b)\n", {"c"}) == "a b c");
}

TEST_CASE("what more outputs need, or more inputs reach, is a segment of its own") {
  CHECK(steps_of("input x\nt := hash(x)\na := hash(t)\nb := u64_add(t, 1)\n", {"a", "b"}) == "t|a|b");
  CHECK(steps_of("input (x, y)\na := hash(x)\nb := u64_add(a, y)\nc := hash(b)\n", {"c"}) == "a|b c");
  CHECK(steps_of("input x\na := hash(x)\nb := hash(a)\n", {"b", "a"}) == "a|b");
}

TEST_CASE("a closure between native nodes keeps them apart") {
  // The sandwich: native, closure, native.
  CHECK(steps_of("input x\na := hash(x)\ns := number_to_words(a)\nn := str_to_u64(s)\nb := hash(n)\nc := hash(b)\n", {"c"}) == "a|s|n|b c");
  // With a bypass: c reads a both directly and through the closures, and a direct wire does not make them one segment.
  CHECK(steps_of("input x\na := hash(x)\ns := number_to_words(a)\nn := str_to_u64(s)\nc := u64_xor(a, n)\n", {"c"}) == "a|s|n|c");
  // Of two readers only the one that does not wait for the closure may join.
  CHECK(steps_of("input x\na := hash(x)\nb := hash(a)\nn := str_to_u64(number_to_words(a))\nc := u64_xor(b, n)\n", {"c"}) == "a b|n|n|c");
}

TEST_CASE("volatile nodes are never in a segment with others") {
  CHECK(steps_of("input x\nvolatile a := u64_add(x, 1)\nb := hash(x)\nc := hash(b)\nd := u64_xor(a, c)\n", {"d"}).find("a b") ==
        std::string::npos);
}
