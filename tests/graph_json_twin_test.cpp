// A graph in JSON and its twin in the language become the same graph (design D12).
#include <doctest/doctest.h>

#include "graph/json_reader.h"
#include "graph_support.h"

using namespace polydat;
using namespace polydat::graph_test;

namespace {

std::string shape_of_json(const std::string& text) {
  const Source source("twin.json", text);
  Diagnostics diagnostics;
  Sources sources(source);
  const lang::Program tree = read_json_graph(source, {}, diagnostics);
  INFO(text);
  REQUIRE_FALSE(diagnostics.has_errors());
  const std::optional<Graph> graph = compile_graph(tree, {}, sources, diagnostics);
  REQUIRE(graph.has_value());
  return shape(*graph);
}

std::string shape_of_text(const std::string& text) {
  const Attempt attempt = compile(text);
  INFO(text);
  REQUIRE(attempt.errors() == "");
  return shape(*attempt.graph);
}

std::string statements(const std::string& list) { return "{\"polydat\":1,\"statements\":[" + list + "]}"; }

}  // namespace

TEST_CASE("the users graph") {
  CHECK(shape_of_json(statements(R"({"input":"cycle","type":"u64"},
    {"names":["hashed"],"value":{"call":"hash","args":[{"wire":"cycle"}]}},
    {"names":["user_id"],"value":{"call":"mod","args":[{"wire":"hashed"},{"u64":"1000000"}]}},
    {"names":["bucket"],"value":{"call":"mod","args":[{"wire":"hashed"},{"u64":"64"}]}})")) ==
        shape_of_text("input cycle: u64\nhashed := hash(cycle)\nuser_id := mod(hashed, 1000000)\nbucket := mod(hashed, 64)\n"));
}

TEST_CASE("every form of expression") {
  CHECK(shape_of_json(statements(R"({"input":"x"},{"extern":"e","type":"f64","default":{"f64":2.5}},
    {"names":["a__b"],"value":{"op":"+","args":[{"wire":"x"},{"f64":1.5}]}},
    {"names":["c"],"value":{"field":["a","b"]}},
    {"names":["d"],"value":{"if":[{"op":"<","args":[{"wire":"x"},{"u64":3}]},{"op":"neg","args":[{"wire":"e"}]},{"u64":1}]}},
    {"names":["f"],"value":{"interpolate":["<",{"wire":"x"},"> {"]}},
    {"names":["g"],"value":{"as":"str","value":{"wire":"e"}}},
    {"names":["h","i"],"value":{"call":"mixed_radix","args":[{"wire":"x"},{"u64":3},{"u64":0}]}},
    {"names":["j"],"modifiers":["const"],"value":{"op":"*","args":[{"wire":"e"},{"u64":2}]}},
    {"names":["k"],"modifiers":["volatile"],"value":{"wire":"j"}},
    {"names":["l"],"value":{"list":[{"u64":1},{"str":"two"}]}},
    {"names":["m"],"value":{"op":"!","args":[{"wire":"x"}]}},
    {"names":["n"],"value":{"call":"mod","args":[{"wire":"x"},{"name":"modulus","value":{"u64":7}}]}})")) ==
        shape_of_text("input x\nextern e: f64 = 2.5\na__b := x + 1.5\nc := a.b\nd := if x < 3 { -e } else { 1 }\nf := \"<{x}> {{\"\n"
                      "g := e as str\n(h, i) := mixed_radix(x, 3, 0)\nconst j := e * 2\nvolatile k := j\nl := [1, \"two\"]\nm := !x\n"
                      "n := mod(x, modulus: 7)\n"));
}

TEST_CASE("a text never interpolates in JSON") {
  CHECK(shape_of_json(statements(R"({"input":"x"},{"names":["v"],"value":{"op":"+","args":[{"str":"{x} {{"},{"wire":"x"}]}},
    {"names":["w"],"value":{"str":"{nobody}"}})")) == shape_of_text("input x\nv := \"{{x}} {{{{\" + x\nw := \"{{nobody}}\"\n"));
}

TEST_CASE("the right operand of + is evaluated first") {
  CHECK(
      shape_of_json(statements(R"({"names":["v"],"value":{"op":"+","args":[{"str":"x"},{"op":"+","args":[{"u64":1},{"wire":"y"}]}]}})")) ==
      shape_of_text("v := \"x\" + (1 + y)\n"));
}
