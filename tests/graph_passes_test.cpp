// What the passes make of correct programs: typing, conversion, folding, merging, pruning, volatility, inputs and outputs.
#include <doctest/doctest.h>

#include <bit>
#include <chrono>

#include "graph/evaluate_node.h"
#include "graph_support.h"

using namespace polydat;
using namespace polydat::graph_test;

namespace {

Graph graph_of(const std::string& text, const GraphOptions& options = {}) {
  Attempt attempt = compile(text, options);
  INFO(text);
  REQUIRE(attempt.errors() == "");
  REQUIRE(attempt.graph.has_value());
  return std::move(*attempt.graph);
}

// Every wire has the type its port asks for and names something before its node; coordinates come first.
void check_invariants(const Graph& graph) {
  bool seen_other = false;
  for (const GraphInput& input : graph.inputs) {
    if (input.kind != InputKind::Coordinate) seen_other = true;
    CHECK((input.kind != InputKind::Coordinate || !seen_other));
  }
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    REQUIRE(node.wires.size() == node.in_types.size());
    for (std::size_t i = 0; i < node.wires.size(); ++i) {
      if (node.wires[i].kind == WireSource::Kind::Node) REQUIRE(node.wires[i].index < n);
      CHECK(graph.type_of(node.wires[i]) == node.in_types[i]);
    }
  }
  for (const GraphOutput& output : graph.outputs) {
    CHECK(output.source.kind == WireSource::Kind::Node);
    CHECK(graph.type_of(output.source) == output.type);
  }
}

std::string text_of(const std::string& expression) { return std::string(constant_of(graph_of("v := " + expression), "v").text()); }

}  // namespace

TEST_CASE("the users graph is its three nodes") {
  const Graph graph = graph_of("input cycle: u64\nhashed := hash(cycle)\nuser_id := mod(hashed, 1000000)\nbucket := mod(hashed, 64)\n");
  check_invariants(graph);
  CHECK(shape(graph) == "n0 = hash(i0)\nn1 = mod(n0; 1000000 0 )\nn2 = mod(n0; 64 0 )\nhashed = n0\nuser_id = n1\nbucket = n2\n");
}

TEST_CASE("operators have the types of the language") {
  struct Typed {
    const char* expression;
    PortType type;
  };
  for (const Typed& t : {Typed{"x + 1", PortType::U64},
                         {"x + 1.5", PortType::F64},
                         {"x / 2", PortType::U64},
                         {"x ** 2", PortType::F64},
                         {"-x", PortType::F64},
                         {"!x", PortType::U64},
                         {"x < 2.5", PortType::U64},
                         {"x == \"a\"", PortType::U64},
                         {"b + 1", PortType::F64},
                         {"b == 1", PortType::U64},
                         {"!b", PortType::U64},
                         {"b && 2.5", PortType::U64},
                         {"x + \"a\"", PortType::Str},
                         {"\"{x}\"", PortType::Str},
                         {"if(x, 1, 2.5)", PortType::F64},
                         {"if(b, \"a\", x)", PortType::Str},
                         {"x as bool", PortType::Bool},
                         {"x as u128", PortType::U128},
                         {"default_or(b, b)", PortType::Bool},
                         {"[1, 2]", PortType::Str},
                         {"e", PortType::F32}}) {
    CAPTURE(t.expression);
    const Graph graph = graph_of("input x\nextern b: bool = true\nextern e: f32\nv := " + std::string(t.expression));
    check_invariants(graph);
    CHECK(graph.outputs[0].type == t.type);
  }
}

TEST_CASE("constant expressions have the values of the language") {
  struct Valued {
    const char* expression;
    double value;
  };
  for (const Valued& t : {Valued{"-2 ** 2", 4.0},
                          {"2 ** 3 ** 2", 512.0},
                          {"2.5 + 1", 3.5},
                          {"7 % 0 + 0.5", 0.5},
                          {"1.0 / 0", 0.0},
                          {"abs_f64(-3)", 3.0},
                          {"lerp(0.5, b: 10.0, a: 5.0)", 7.5},
                          {"if(0, 1, 2.5)", 2.5}}) {
    CAPTURE(t.expression);
    CHECK(constant_of(graph_of("v := " + std::string(t.expression)), "v").as_f64() == t.value);
  }
  CHECK(constant_of(graph_of("v := 1 << 2 + 1"), "v").as_u64() == 8);
  CHECK(constant_of(graph_of("v := 3 - 5"), "v").as_u64() == ~std::uint64_t{1});
  CHECK(constant_of(graph_of("v := \"0\" && 1"), "v").as_u64() == 0);
  CHECK(constant_of(graph_of("v := mod(modulus: 7, input: 9)"), "v").as_u64() == 2);
  // The sign of a negated literal argument is kept; the operator gives 0.0 - x.
  CHECK(std::bit_cast<std::uint64_t>(constant_of(graph_of("v := f64_mul(-0.0, 1.0)"), "v").as_f64()) == std::uint64_t{1} << 63);
  CHECK(std::bit_cast<std::uint64_t>(constant_of(graph_of("v := -0.0"), "v").as_f64()) == 0);
}

TEST_CASE("texts: chains, braces, lists") {
  CHECK(text_of("\"x\" + (1 + 2)") == "x3");
  CHECK(text_of("1 + 2 + \"x\"") == "12x");
  CHECK(text_of("\"x\" + 1.0 + 2.5") == "x12.5");
  CHECK(text_of("\"{{x}}\"") == "{x}");
  CHECK(text_of("\"{1 + 1}{{}}\"") == "2{}");
  CHECK(text_of("\"open { only\"") == "open { only");
  CHECK(text_of("\"{ }\"") == "{ }");
  CHECK(text_of("'{\"k\": 1}'") == "{\"k\": 1}");
  CHECK(text_of("printf(\"{{{}}}\", 3)") == "{3}");
  CHECK(text_of("[1, 2.0, \"three\", -4, word, 1 + 1]") == "1, 2.0, three, -4, word, ?");
  CHECK(text_of("[]").empty());
}

TEST_CASE("coordinates") {
  SUBCASE("inferred, by name") {
    const Graph graph = graph_of("pair := zed * 10 + alpha\nf := zed as f64 + a.b\nt := \"{mid}\"\nm := regex_match(t, \"a{2}\")\n");
    CHECK(graph.coordinate_count() == 4);
    CHECK(graph.inputs[0].name == "a__b");
    CHECK(graph.inputs[1].name == "alpha");
    CHECK(graph.inputs[2].name == "mid");
    CHECK(graph.inputs[3].name == "zed");
  }
  SUBCASE("of another type: converted, still u64") {
    const Graph graph =
        graph_of("input x: f64\ninput b: bool\ninput s: str\ninput j: json\ninput n: i8\nv := x + b\nw := s\ny := j\nz := n\n");
    check_invariants(graph);
    for (const GraphInput& input : graph.inputs) CHECK(input.type == PortType::U64);
    CHECK(output_of(graph, "v").type == PortType::F64);
    CHECK(output_of(graph, "w").type == PortType::Str);
    CHECK(output_of(graph, "y").type == PortType::Json);
    CHECK(output_of(graph, "z").type == PortType::I8);
  }
  SUBCASE("declared twice is once") { CHECK(graph_of("input x\ninput (x: u64, y)\nv := x + y").coordinate_count() == 2); }
}

TEST_CASE("externs and assignments") {
  GraphOptions options;
  options.assignments = {{"x", " 7 "}, {"s", "  a b "}, {"f", "2.5"}};
  const Graph graph = graph_of(
      "input x\ninput y\nextern s: str = \"d\"\nextern f: f64\nextern t: bool = \"TRUE\"\nv := x + y\nw := s\nz := f\nu := t\n", options);
  check_invariants(graph);
  REQUIRE(graph.coordinate_count() == 1);
  CHECK(graph.inputs[0].name == "y");
  CHECK(graph.inputs[1].name == "x");
  CHECK(graph.inputs[1].kind == InputKind::Extern);
  CHECK(graph.inputs[1].initial.as_u64() == 7);
  CHECK(graph.inputs[2].initial.text() == "a b");
  CHECK(graph.inputs[3].initial.as_f64() == 2.5);
  CHECK(graph.inputs[4].initial.as_bool());
  CHECK(graph_of("extern e: u64\nv := e").inputs[0].initial.is_none());
}

TEST_CASE("const bindings") {
  const Graph graph = graph_of(
      "extern e: u64 = 4\ninput x\nconst folded := 3 * 4\nconst k := e * 2\nconst m := k + 1\nconst r := counter()\nv := x + m + r + folded\n");
  check_invariants(graph);
  std::vector<std::string> slots;
  for (const GraphInput& input : graph.inputs) {
    if (input.kind != InputKind::ConstSlot) continue;
    slots.push_back(input.name);
    REQUIRE(input.source.has_value());
    CHECK(input.source->kind == WireSource::Kind::Node);
    CHECK(graph.type_of(*input.source) == input.type);
  }
  CHECK(slots == std::vector<std::string>{"k", "m", "r"});
  CHECK(constant_of(graph, "folded").as_u64() == 12);
  // The captured counter does not make its readers volatile.
  CHECK_FALSE(graph.nodes[output_of(graph, "v").source.index].is_volatile);

  GraphOptions only_x;
  only_x.outputs = {"x"};
  const Graph pruned = graph_of("extern e: u64 = 4\ninput x\nconst k := e * 2\nv := k\n", only_x);
  CHECK(pruned.inputs.size() == 2);  // the slot nobody reads is gone
  CHECK(pruned.nodes.size() == 1);
}

TEST_CASE("volatile spreads downstream and is neither folded nor merged") {
  const Graph graph =
      graph_of("input x\nvolatile a := hash(5)\nb := a + 1\nvolatile c := 7\nvolatile d := x\ne := hash(5)\nf := hash(x) + hash(x)\n");
  check_invariants(graph);
  const auto node_of = [&](const char* name) -> const GraphNode& { return graph.nodes[output_of(graph, name).source.index]; };
  CHECK(node_of("a").is_volatile);
  CHECK(node_of("b").is_volatile);
  CHECK(node_name(node_of("c")) == "identity");
  CHECK(node_of("c").is_volatile);
  CHECK(node_name(node_of("d")) == "identity");
  CHECK(node_of("d").is_volatile);
  CHECK(node_of("e").def == nullptr);
  CHECK_FALSE(node_of("f").is_volatile);
  CHECK(count_of(graph, "hash") == 2);  // hash(5) of a, and one hash(x)
  const Graph twice = graph_of("input x\nvolatile a := hash(x)\nvolatile b := hash(x)\nc := counter() + counter()\n");
  CHECK(count_of(twice, "hash") == 2);
  CHECK(count_of(twice, "counter") == 2);
}

TEST_CASE("folding") {
  const char* text = "input x\n(a, b) := mixed_radix(7, 3, 0)\nc := hash(a) + x\nd := 1 + 2 * 3\nt := \"{d}!\"\n";
  const Graph graph = graph_of(text);
  check_invariants(graph);
  CHECK(constant_of(graph, "a").as_u64() == 1);
  CHECK(constant_of(graph, "b").as_u64() == 2);
  CHECK(constant_of(graph, "d").as_u64() == 7);
  CHECK(constant_of(graph, "t").text() == "7!");
  CHECK(graph.history.folded.size() == 5);  // mixed_radix, hash, two operators, printf
  CHECK(count_of(graph, "u64_add") == 1);

  GraphOptions keep;
  keep.fold = false;
  const Graph plain = graph_of(text, keep);
  check_invariants(plain);
  CHECK(count_of(plain, "mixed_radix") == 1);
  CHECK(plain.history.folded.empty());
  // Without folding a failure is the run's business.
  CHECK(compile("input x\nv := is_positive(0) + x\n", keep).graph.has_value());
}

TEST_CASE("merging") {
  const Graph graph = graph_of(
      "input x\ninput y\na := hash(x) % 10\nb := hash(x) % 10\nc := mod(x, 3)\nd := mod(x, 4)\ne := mod(y, 3)\nf := x * 0.0\ng := x * f64_mul(-0.0, 1.0)\n");
  check_invariants(graph);
  CHECK(output_of(graph, "a").source == output_of(graph, "b").source);
  CHECK(count_of(graph, "hash") == 1);
  CHECK(count_of(graph, "mod") == 3);
  CHECK(count_of(graph, "f64_mul") == 2);   // 0.0 and -0.0 are two constants
  CHECK(graph.history.merged.size() == 3);  // hash, %, and the conversion of x
}

TEST_CASE("pruning keeps what can be seen") {
  GraphOptions options;
  options.outputs = {"v"};
  const Graph graph = graph_of("input x\nextern e: u64 = 1\nunread := sqrt(x)\nv := hash(x)\nlogged := log_info(hash(x) + 1)\n", options);
  check_invariants(graph);
  CHECK(count_of(graph, "sqrt") == 0);
  CHECK(count_of(graph, "log_info") == 1);
  CHECK(graph.inputs.size() == 2);  // hosts set inputs by position and name
  CHECK(graph.outputs.size() == 1);
}

TEST_CASE("outputs") {
  GraphOptions options;
  options.outputs = {"e", "__h", "x", "v"};
  const Graph graph = graph_of("input x\nextern e: str = \"a\"\n__h := x + 1\nv := __h * 2\n", options);
  check_invariants(graph);
  REQUIRE(graph.outputs.size() == 4);
  CHECK(graph.outputs[0].name == "e");
  CHECK(graph.outputs[0].type == PortType::Str);
  CHECK(node_name(graph.nodes[graph.outputs[2].source.index]) == "identity");

  const Graph ordered = graph_of(
      "input x\nzulu := alpha\nalpha := x\n(b, c) := mixed_radix(x, 3, 0)\n(one) := mixed_radix(x, 5, 0)\nfirst := mixed_radix(x, 6)\n__no := x\n");
  std::string names;
  for (const GraphOutput& output : ordered.outputs) names += output.name + " ";
  CHECK(names == "zulu alpha b c one first ");
}

TEST_CASE("after each pass the observer sees the graph") {
  std::string passes;
  GraphOptions options;
  options.after_pass = [&](std::string_view pass, const Graph&, double ms) {
    CHECK(ms >= 0);
    passes += std::string(pass) + " ";
  };
  graph_of("input x\nv := x\n", options);
  CHECK(passes == "resolve check fold merge prune ");
}

TEST_CASE("one node runs on values") {
  const Graph graph = graph_of("input x\nextern e: u64\nv := in_range(x, 0, 4)\nw := default_or(e, x)\ns := \"{x}-{e}\"\n");
  const auto node = [&](const char* name) { return output_of(graph, name).source.index; };
  std::vector<Value> out;
  const Value three[] = {Value::u64(3)};
  CHECK(evaluate_node(graph.nodes[node("v")], three, out, nullptr) == 0);
  CHECK(out[0].as_u64() == 3);
  const Value ten[] = {Value::u64(10)};
  const std::uint32_t error = evaluate_node(graph.nodes[node("v")], ten, out, nullptr);
  REQUIRE(error != 0);
  const std::string report = failure_report(graph, node("v"), error, ten);
  CHECK(report.starts_with("in_range: "));
  CHECK(report.substr(0, report.find('\n')).ends_with("input = 10"));
  CHECK(report.find("feeds: v") != std::string::npos);
  CHECK(report.find("input: u64 = 10") != std::string::npos);

  const Value none_and_two[] = {Value::none(PortType::U64), Value::u64(2)};
  CHECK(evaluate_node(graph.nodes[node("w")], none_and_two, out, nullptr) == 0);
  CHECK(out[0].as_u64() == 2);
  const Value two_and_none[] = {Value::u64(2), Value::none(PortType::U64)};
  CHECK(evaluate_node(graph.nodes[node("s")], two_and_none, out, nullptr) == 0);
  CHECK(out[0].is_none());
}

// Size must not cost stack or quadratic time; the bound of minutes that a quadratic pass would take is left to the test runner.
TEST_CASE("large programs") {
  SUBCASE("a chain of bindings, backwards") {
    std::string text = "input x\n";
    for (int i = 0; i < 100'000; ++i) text += "b" + std::to_string(i) + " := b" + std::to_string(i + 1) + " + 1\n";
    text += "b100000 := x\n";
    CHECK(graph_of(text).outputs.size() == 100'001);
  }
  SUBCASE("a sum of many terms, of numbers and of texts") {
    std::string sum = "x";
    for (int i = 0; i < 100'000; ++i) sum += " + x";
    CHECK(count_of(graph_of("input x\nv := " + sum), "u64_add") == 100'000);
    const Graph text = graph_of("input x\nv := " + sum + " + \"!\"");
    REQUIRE(count_of(text, "str_concat") == 1);
    CHECK(text.nodes.back().wires.size() == 100'002);
  }
  SUBCASE("deep parentheses") {
    const std::string open(9'000, '(');
    std::string close;
    for (int i = 0; i < 9'000; ++i) close += " + 1)";
    CHECK(count_of(graph_of("input x\nv := " + open + "x" + close), "u64_add") == 9'000);
  }
  SUBCASE("many loops") {
    std::string text = "input x\n";
    for (int i = 0; i < 50'000; ++i) text += "b" + std::to_string(i) + " := b0 + b" + std::to_string(i + 1) + "\n";
    CHECK_FALSE(compile(text + "b50000 := b0\n").graph.has_value());
  }
}
