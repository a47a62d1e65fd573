// Modules of a program: expansion, arguments, and every mistake at its place.
#include <doctest/doctest.h>

#include "graph_support.h"

using namespace polydat;
using namespace polydat::graph_test;

namespace {

struct Mistake {
  const char* text;
  const char* errors;
};

const Mistake kMistakes[] = {
    // The call
    {"f(a: u64, b: u64) -> (o: u64) := { o := a + b }\ninput x\nv := f(x)", "3:6 too-few-arguments"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(b: x)", "3:8 unknown-parameter"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(a: x, a: x)", "3:14 duplicate-argument"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(\"x\")", "3:8 bad-literal"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(2.5)", "3:8 bad-literal"},
    {"f(a: str) -> (o: str) := { o := a }\ninput x\nv := f(5)", "3:8 bad-literal"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f([1, 2])", "3:8 list-as-argument"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(x * 0.5)", "3:8 type-mismatch"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\n(v, w) := f(x)", "3:2 too-many-targets"},
    {"f(a: u64) -> (o: u64) := { o := mod(a, 7) }\ninput x\nv := f(nope)", "3:8 unknown-wire"},
    {"f(a: u64, n: u64) -> (o: u64) := { o := mod(a, n) }\ninput x\nv := f(x, x)", "3:11 wire-as-constant"},
    {"f(a: u64, n: u64) -> (o: u64) := { o := mod(a, n) }\ng(a: u64, m: u64) -> (o: u64) := { o := f(a, n: m) }\ninput x\nv := g(x, x + 1)",
     "4:11 wire-as-constant"},
    {"f(a: u64, n: u64) -> (o: u64) := { o := mod(a, n) }\ng(a: u64, m: u64) -> (o: u64) := { o := f(a, n: m) }\ninput x\nv := g(x, 0)",
     "4:11 constraint"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := g(x)", "3:6 unknown-function"},
    {"f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(v)", "3:6 dependency-cycle"},
    // The definition
    {"f(a: u64) -> (o: u64) := { p := a }\ninput x\nv := f(x)", "1:15 output-not-bound"},
    {"f(a: u64) -> (a: u64) := { p := a }\ninput x\nv := x", "1:15 output-not-bound"},
    {"f(a: u64) -> (o: u64) := { o := a + x }\ninput x\nv := f(x)", "1:37 unknown-wire"},
    {"f(a: u64) -> (o: u64) := { for k in 1..3 { z := k }\no := a }\ninput x\nv := f(x)", "1:28 module-body"},
    {"f(a: u64, a: u64) -> (o: u64) := { o := a }\ninput x\nv := x", "1:11 duplicate-name"},
    {"f(a: u64) -> (o: u64, o: u64) := { o := a }\ninput x\nv := x", "1:23 duplicate-name"},
    {"f(a: u64) -> (o: u64) := { o := a\na := 3 }\ninput x\nv := f(x)", "2:1 duplicate-name"},
    {"f(a: u64) -> (o: u64) := { o := a\no := 3 }\ninput x\nv := f(x)", "2:1 duplicate-name"},
    {"f(a: u46) -> (o: u64) := { o := a }\ninput x\nv := f(x)", "1:6 unknown-type"},
    {"f(a: dyn) -> (o: u64) := { o := 1 }\ninput x\nv := f(x)", "1:6 unknown-type"},
    {"f(a: u64) -> (o: u64) := { o := a * 0.5 }\ninput x\nv := f(x)", "1:33 type-mismatch"},
    {"f(a: u64) -> (o: u64) := { o := a }\nf(a: u64) -> (o: u64) := { o := a }\ninput x\nv := x", "2:1 duplicate-name"},
    {"f(a: u64) -> (o: u64) := { o := a & 0.5 }\ninput x\nv := f(x)\nw := f(x)", "1:35 operand-type"},
    {"f(a: u64) -> (o: u64) := { const o := a }\ninput x\nv := f(x)", "1:34 const-reads-coordinate"},
};

}  // namespace

TEST_CASE("mistakes of modules, each at its place") {
  for (const Mistake& m : kMistakes) {
    CAPTURE(m.text);
    CHECK(compile(m.text).errors() == m.errors);
  }
}

TEST_CASE("a module that nothing calls is checked too, once") {
  constexpr Mistake kUncalled[] = {
      {"f(a: u64) -> (o: u64) := { o := a + nope }\ninput x\nv := x", "1:37 unknown-wire"},
      {"f(a: u64) -> (o: u64) := { o := nope(a) }\ninput x\nv := x", "1:33 unknown-function"},
      {"f(a: str) -> (o: u64) := { o := a * 2 }\ninput x\nv := x", "1:33 operand-type"},
      {"f(a: u64) -> (o: u64) := { o := a * 0.5 }\ninput x\nv := x", "1:33 type-mismatch"},
      {"f(a: u64) -> (o: u64) := { o := mod(a, 0) }\ninput x\nv := x", "1:40 constraint"},
      {"f(a: u64) -> (o: u64) := { p := o\no := p }\ninput x\nv := x", "1:33 dependency-cycle"},
      {"f(a: u64) -> (o: u64) := { o := x }\ninput x\nv := x", "1:33 unknown-wire"},
      {"f(a: u64) -> (o: str) := { tile o := \"${nope}\" }\ninput x\nv := x", "1:41 unknown-wire"},
      {"f(a: u64) -> (o: u64) := { g(b: u64) -> (o: u64) := { o := b + nope }\no := a }\ninput x\nv := x", "1:64 unknown-wire"},
      {"f(a: u64) -> (o: u64) := { o := g(a, 1) }\ng(a: u64) -> (o: u64) := { o := a & 0.5 }\ninput x\nv := x",
       "1:33 too-many-arguments\n2:35 operand-type"},
      // Called wrongly, and a mistake in the body.
      {"f(a: u64) -> (o: u64) := { o := a + nope }\ninput x\nv := f(x, x)", "1:37 unknown-wire\n3:6 too-many-arguments"},
      // Called twice, by a module that nothing calls.
      {"f(a: u64) -> (o: u64) := { o := a + nope }\ng(a: u64) -> (o: u64) := { o := f(a) + f(2) }\ninput x\nv := x", "1:37 unknown-wire"},
  };
  for (const Mistake& m : kUncalled) {
    CAPTURE(m.text);
    CHECK(compile(m.text).errors() == m.errors);
  }
  // What a call would give is not known: a parameter may be a literal, which constants need, and a value of any sort.
  for (const char* fine :
       {"f(a: u64, n: u64) -> (o: u64) := { o := mod(a, n) + mod(a, n) }\ninput x\nv := x",
        "f(a: u64, n: u64) -> (o: u64) := { o := g(a, n) * 2 }\ng(a: u64, n: u64) -> (o: u64) := { o := mod(a, n) }\ninput x\nv := x",
        "f(s: str) -> (o: u64) := { const o := required(s as u64) }\ninput x\nv := x", "f() -> (o: u64) := { o := 3 }\ninput x\nv := x",
        "f(p: ext, b: bytes, r: reg128) -> (o: str) := { o := \"{p}{b}{r}\" }\ninput x\nv := x"}) {
    CAPTURE(fine);
    const Attempt a = compile(fine);
    REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
    CHECK(a.graph->inputs.size() == 1);
    CHECK(a.graph->nodes.size() == 1);
  }
}

TEST_CASE("D-3: a module without parameters") {
  const Attempt a = compile("answer() -> (o: u64) := { o := 42 }\nv := answer() + 1");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").as_u64() == 43);
}

TEST_CASE("D-4: more targets than outputs") {
  CHECK(compile("f(a: u64) -> (o: u64, p: u64) := { o := a\np := a }\ninput x\n(u, v, w) := f(x)").errors() == "4:2 too-many-targets");
}

TEST_CASE("D-11: surplus arguments of a module") {
  CHECK(compile("f(a: u64) -> (o: u64) := { o := a }\ninput x\nv := f(x, 1)").errors() == "3:6 too-many-arguments");
  CHECK(compile("f() -> (o: u64) := { o := 1 }\ninput x\nv := f(x)").errors() == "3:6 too-many-arguments");
}

TEST_CASE("D-13: positional arguments fill the parameters that are not named") {
  const Attempt a = compile("f(a: u64, b: u64, c: u64) -> (o: u64) := { o := a * 100 + b * 10 + c }\nv := f(1, a: 2, 3)");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").as_u64() == 213);
}

TEST_CASE("D-14: arguments and outputs take the declared types") {
  const Attempt a = compile("f(a: f64) -> (o: str) := { o := a / 2 }\ninput x\nv := f(x)\nw := f(3)");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(output_of(*a.graph, "v").type == PortType::Str);
  CHECK(count_of(*a.graph, "f64_div") == 1);
  CHECK(constant_of(*a.graph, "w").text() == "1.5");
  // A literal that widens is an f64 wherever the body reads it.
  CHECK(compile("f(a: f64, n: f64) -> (o: u64) := { o := mod(1, n) }\ninput x\nv := f(1.0, 3)").errors() == "3:13 bad-literal");
}

TEST_CASE("D-15: a module body takes nothing from outside") {
  CHECK(compile("f(a: u64) -> (o: u64) := { extern e: u64 = 1\no := a }\ninput x\nv := f(x)").errors() == "1:28 module-body");
  CHECK(compile("f(a: u64) -> (o: u64) := { input e: u64\no := a }\ninput x\nv := f(x)").errors() == "1:28 module-body");
  CHECK(compile("f(a: u64) -> (o: u64) := { cursor e = range(0, 3)\no := a }\ninput x\nv := f(x)").errors() == "1:28 module-body");
}

TEST_CASE("D-16: every form of expression reads the module's own names") {
  const Attempt a = compile(
      "f(n: u64) -> (o: str) := { a__b := n + 1\ny := n as f64\nz := a.b\nw := if n > 3 { -y } else { !n as f64 }\no := \"{y}/{z}/{w}\" }\n"
      "a__b := 100\ny := 200\nv := f(5)");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").text() == "5.0/6/-5.0");
}

TEST_CASE("D-17: recursion is an error that names the way") {
  const Attempt a = compile("f(a: u64) -> (o: u64) := { o := g(a) }\ng(a: u64) -> (o: u64) := { o := f(a) + 1 }\ninput x\nv := f(x)");
  CHECK(a.errors() == "2:33 recursion");
  CHECK(a.diagnostics.sorted().front().message == "modules call each other: f -> g -> f");
  CHECK(compile("f(a: u64) -> (o: u64) := { o := f(a) }\ninput x\nv := x").errors() == "1:33 recursion");
}

TEST_CASE("D-29: a module call in an operator has the module's type") {
  const Attempt a = compile("f(n: u64) -> (o: f64) := { o := n / 2.0 }\nv := f(3) + 1");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").as_f64() == 2.5);
}

TEST_CASE("a literal stays one through modules; text for a constant has no placeholders") {
  const Attempt a = compile(
      "f(s: str, p: str) -> (o: bool) := { o := regex_match(s, p) }\ng(q: str) -> (o: bool) := { o := f(\"aa\", q) }\nv := g(\"a{2}\")");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").as_bool());
  // The same argument read as a wire interpolates, in the caller's scope.
  const Attempt b = compile("f(s: str) -> (o: str) := { n := 7\no := s + \"!\" }\nn := 2\nv := f(\"a{n}\")");
  REQUIRE_MESSAGE(b.graph.has_value(), b.errors());
  CHECK(constant_of(*b.graph, "v").text() == "a2!");
}

TEST_CASE("a body may define modules of its own") {
  const Attempt a = compile("f(n: u64) -> (o: u64) := { g(m: u64) -> (o: u64) := { o := m * 2 }\no := g(n) + 1 }\nv := f(5)");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(constant_of(*a.graph, "v").as_u64() == 11);
  CHECK(compile("f(n: u64) -> (o: u64) := { g(m: u64) -> (o: u64) := { o := m }\no := n }\nv := g(5)").errors() == "3:6 unknown-function");
}

TEST_CASE("a module that hides a library function is a warning that names both") {
  const Attempt a = compile("mod(a: u64) -> (o: u64) := { o := a }\ninput x\nv := mod(x)");
  CHECK(a.errors() == "");
  CHECK(a.warnings() == "1:1 hidden-function");
}

TEST_CASE("a mistake in a body is reported once, however often it is called") {
  std::string text = "f(a: u64) -> (o: u64) := { o := a + nope }\ninput x\n";
  for (int i = 0; i < 100; ++i) text += "v" + std::to_string(i) + " := f(x)\n";
  CHECK(compile(text).errors() == "1:37 unknown-wire");
}

TEST_CASE("expansion that grows without bound meets --max-nodes") {
  std::string text = "input x\n";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "m" + std::to_string(i + 1) + "(n)";
    text += "m" + std::to_string(i) + "(n: u64) -> (o: u64) := { o := " + next + " + " + next + " }\n";
  }
  GraphOptions options;
  options.limits.max_nodes = 10'000;
  const Attempt a = compile(text + "m60(n: u64) -> (o: u64) := { o := n }\nv := m0(x)", options);
  CHECK(a.diagnostics.has_limit_error());
  CHECK(a.diagnostics.sorted().size() == 1);
}

TEST_CASE("ten thousand modules, one below the other and side by side") {
  std::string chain = "input x\n", flat = "input x\n";
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "m" + std::to_string(i);
    const std::string head = name + "(n: u64) -> (o: u64) := { o := ";
    chain += head + (i == 9'999 ? "n" : "m" + std::to_string(i + 1) + "(n) + 1") + " }\n";
    flat += head + "n + " + std::to_string(i) + " }\nv" + std::to_string(i) + " := " + name + "(x)\n";
  }
  const Attempt a = compile(chain + "v := m0(x)");
  REQUIRE_MESSAGE(a.graph.has_value(), a.errors());
  CHECK(count_of(*a.graph, "u64_add") == 9'999);
  const Attempt b = compile(flat);
  REQUIRE(b.graph.has_value());
  CHECK(b.graph->outputs.size() == 10'000);
  // A chain that comes back to its start.
  const std::string tail = "m10000(n: u64) -> (o: u64) := { o := m0(n) }\nm9999(n";
  chain.replace(chain.find("m9999(n: u64)"), 7, tail).replace(chain.rfind("o := n }"), 8, "o := m10000(n) }");
  CHECK(compile(chain + "v := m0(x)").listed(Severity::Error).ends_with(" recursion"));
}
