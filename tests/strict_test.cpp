// Pragmas, strict mode, shared cells and externs of type dyn.
#include <doctest/doctest.h>

#include <algorithm>

#include "graph_support.h"
#include "nodes/dyn_value.h"

using namespace polydat;
using namespace polydat::graph_test;

namespace {

Attempt strictly(const std::string& text) {
  GraphOptions options;
  options.strict = true;
  return compile(text, options);
}

GraphOptions assigned(const std::string& name, const std::string& text) {
  GraphOptions options;
  options.assignments = {{name, text}};
  return options;
}

}  // namespace

TEST_CASE("strict mode: each mistake at its place, and only under it") {
  struct Mistake {
    const char* text;
    const char* errors;
  };
  const Mistake kMistakes[] = {
      {"v := cycle * 2", "1:6 undeclared-input"},
      {"v := cycle + other + cycle", "1:6 undeclared-input\n1:14 undeclared-input"},
      {"input x\nv := sin(x)", "2:10 implicit-conversion"},
      {"f(a: f64) -> (o: f64) := { o := a }\ninput x\nv := f(a: x)", "3:11 implicit-conversion"},
      {"f(a: u64) -> (o: f64) := { o := a }\ninput x\nv := f(a: x)", "1:33 implicit-conversion"},
      {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(x)", "3:8 positional-argument"},
      {"f(a: u64) -> (o: u64) := { unread := a + 1\no := a }\ninput x\nv := f(a: x)", "1:28 unread-binding"},
      {"input x\n__h := x + 1\nv := x", "2:1 unread-binding"},
      {"input x\nv := counter() + x", "2:6 nondeterministic"},
      {"input x\nv := mod_wire(x, 0)", "2:18 constraint"},
      {"input x\ns := x as str\nv := s as u64", "3:8 value-round-trip"},
  };
  for (const Mistake& m : kMistakes) {
    CAPTURE(m.text);
    CHECK(strictly(m.text).errors() == m.errors);
  }
  for (const char* fine : {"input x\nv := x + 0.5", "input x\nv := if x > 3 { 1 } else { 2.5 }", "input x\nv := \"{x}\" + x",
                           "input x\nvolatile v := counter()", "input x\n__h := x + 1\nv := __h",
                           "f(a: f64) -> (o: f64) := { o := a }\ninput x\nv := f(a: 3) + x",
                           "input x\nv := padded_id(input: x, bound: 10, width: 3)", "input x\nv := square_wave(input: x, period: 10)"}) {
    CAPTURE(fine);
    CHECK(strictly(fine).errors() == "");
  }
}

TEST_CASE("pragma strict_values: constants that come by wires, and round trips; in its scope alone") {
  CHECK(compile("pragma strict_values\ninput x\nd := 0\nv := mod_wire(x, d)").errors() == "4:18 constraint");
  CHECK(compile("pragma strict\ninput x\nd := 0\nv := mod_wire(x, d)").errors() == "4:18 constraint");
  CHECK(compile("input x\nd := 0\nv := mod_wire(x, d)").errors() == "");
  CHECK(compile("pragma strict_values\ninput x\ns := x as str\nv := s as u64").errors() == "4:8 value-round-trip");
  const Attempt warned = compile("input x\ns := x as str\nv := s as u64");
  CHECK(warned.errors() == "");
  CHECK(warned.warnings() == "3:8 value-round-trip");
  // A module sees only its own pragmas.
  const std::string plain = "f(a: u64, d: u64) -> (o: u64) := { e := d + 0 * d\ng := 0\no := mod_wire(a, g) }\n";
  CHECK(compile("pragma strict_values\n" + plain + "input x\nv := f(x, x)").errors() == "");
  std::string own = plain;
  own.replace(own.find("{ e"), 3, "{ pragma strict_values\ne");
  CHECK(compile(own + "input x\nv := f(x, x)").errors() == "4:18 constraint");
}

TEST_CASE("shared cells start once, from constants and externs") {
  const Attempt a = compile("input x\nshared floor: f64 := 2\nshared start := hash(3) % 10\nv := floor * x + start");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(output_of(*a.graph, "floor").type == PortType::F64);
  const auto cell =
      std::find_if(a.graph->inputs.begin(), a.graph->inputs.end(), [](const GraphInput& input) { return input.name == "start"; });
  REQUIRE(cell != a.graph->inputs.end());
  CHECK(cell->kind == InputKind::SharedCell);
  CHECK(a.graph->is_constant(*cell->source));
  CHECK(a.graph->nodes[cell->source->index].constant.as_u64() == 3);
  CHECK(compile("input x\nshared v := x + 1").errors() == "2:8 shared-reads-coordinate");
  CHECK(compile("input x\nshared v: u64 := 2.5").errors() == "2:18 shared-type");
  CHECK(compile("input x\nshared v: str := 2").errors() == "2:18 shared-type");
  CHECK(compile("input x\nshared v: f46 := 2").errors() == "2:11 unknown-type");
  CHECK(compile("input x\nextern e: u64 = 1\nshared v := e + 1\nw := v + x").errors() == "");
}

TEST_CASE("an extern of type dyn begins with its default or the text that it is set to, of the type that this has") {
  const auto first = [](const Attempt& a) {
    REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
    CHECK(output_of(*a.graph, "v").type == PortType::Dyn);
    CHECK(a.graph->inputs.front().type == PortType::Dyn);
    return from_dyn(a.graph->inputs.front().initial);
  };
  CHECK(first(compile("extern d: dyn = 5\nv := d")).same_as(Value::u64(5)));
  CHECK(first(compile("extern d: dyn = 2.5\nv := d")).same_as(Value::f64(2.5)));
  CHECK(first(compile("extern d: dyn = \"5\"\nv := d")).same_as(Value::str("5")));
  CHECK(first(compile("extern d: dyn = true\nv := d")).same_as(Value::boolean(true)));
  CHECK(first(compile("extern d: dyn\nv := d")).is_none());
  CHECK(first(compile("extern d: dyn = 5\nv := d", assigned("d", "2.5"))).same_as(Value::f64(2.5)));
  CHECK(first(compile("extern d: dyn = 5\nv := d", assigned("d", "true"))).same_as(Value::boolean(true)));
  CHECK(first(compile("extern d: dyn = 5\nv := d", assigned("d", "word"))).same_as(Value::str("word")));
  CHECK(first(compile("extern d: dyn\nv := d", assigned("d", "7"))).same_as(Value::u64(7)));
  CHECK(compile("extern d: dyn = 1 + 2\nv := d").errors() == "1:17 bad-default");
  CHECK(compile("extern d: dyn = -2\nv := d").errors() == "1:17 bad-default");
}
