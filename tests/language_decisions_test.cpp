// Where the language decides against its first implementation (language page, section 7), and what is decided while compiling, with
// values: the places at which a mistake is none, beside those at which it is one.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "polydat/kernel.h"
#include "polydat/program.h"

using namespace polydat;

namespace {

Compiled compile_text(std::string_view text, bool fold = true) {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.fold = fold;
  return compile(Source("test.polydat", std::string(text)), options);
}

// "code line:column", errors only, as a user sees them.
std::vector<std::string> errors_of(std::string_view text, bool fold = true) {
  const Source source("test.polydat", std::string(text));
  std::vector<std::string> out;
  for (const Diagnostic& d : compile_text(text, fold).diagnostics.sorted()) {
    if (d.severity != Severity::Error) continue;
    const Location at = source.location(d.range.begin);
    out.push_back(std::string(d.code) + " " + std::to_string(at.line) + ":" + std::to_string(at.column));
  }
  return out;
}

const Diagnostic* first_error(const std::vector<Diagnostic>& all) {
  const auto it = std::find_if(all.begin(), all.end(), [](const Diagnostic& d) { return d.severity == Severity::Error; });
  return it == all.end() ? nullptr : &*it;
}

Value value_of(std::string_view text, std::string_view output, std::uint64_t coordinate) {
  const Compiled compiled = compile_text(text);
  for (const Diagnostic& d : compiled.diagnostics.sorted()) INFO(d.message);
  REQUIRE(compiled.program != nullptr);
  bool ok = false;
  const auto kernel = make_kernel(compiled.program, ok);
  REQUIRE(ok);
  const std::vector<std::uint64_t> row(compiled.program->coord_count(), coordinate);
  kernel->set_inputs(row);
  REQUIRE(kernel->eval());
  Value value;
  REQUIRE(kernel->value(*compiled.program->output_index(output), value) == AccessError::None);
  return value;
}

}  // namespace

TEST_CASE("more targets than outputs, and targets of what is no call, are errors (D-4)") {
  CHECK(errors_of("(a, b) := hash(cycle)") == std::vector<std::string>{"too-many-targets 1:2"});
  CHECK(errors_of("(a, b, c) := mixed_radix(cycle, 10, 0)") == std::vector<std::string>{"too-many-targets 1:2"});
  CHECK(errors_of("(a, b) := cycle + 1") == std::vector<std::string>{"tuple-needs-call 1:11"});
  const std::string_view fewer = "a := mixed_radix(cycle, 10, 0)";
  CHECK(value_of(fewer, "a", 57).low() == 7);
}

TEST_CASE("binding the name of an input or an extern is an error (D-6)") {
  CHECK(errors_of("input cycle\ncycle := hash(1)") == std::vector<std::string>{"binds-input 2:1"});
  CHECK(errors_of("extern e: u64 = 1\ne := hash(cycle)") == std::vector<std::string>{"duplicate-name 2:1"});
}

TEST_CASE("types follow dependencies, not the order of statements (D-7)") {
  const std::string_view program = "input cycle\na := b + 1\nb := cycle * 0.5";
  CHECK(value_of(program, "a", 3).type() == PortType::F64);
  CHECK(value_of(program, "a", 3).same_as(Value::f64(2.5)));
}

TEST_CASE("names read only in casts, fields and texts are inferred as coordinates (D-8)") {
  CHECK(value_of("a := x as f64", "a", 9).same_as(Value::f64(9)));
  CHECK(value_of("a := \"<{x}>\"", "a", 9).same_as(Value::str("<9>")));
  CHECK(compile_text("a := x as f64\nb := p.q").program->coord_count() == 2);
}

TEST_CASE("an input of another type converts the cycle number, and other types are refused (D-9)") {
  CHECK(value_of("input x: f64\na := x", "a", 5).same_as(Value::f64(5)));
  CHECK(value_of("input x: str\na := x", "a", 5).same_as(Value::str("5")));
  CHECK(value_of("input x: bool\na := x", "a", 5).same_as(Value::boolean(true)));
  CHECK(errors_of("input x: vec_f32\na := x") == std::vector<std::string>{"bad-input-type 1:10"});
  CHECK(errors_of("input x: u65\na := x") == std::vector<std::string>{"unknown-type 1:10"});
}

TEST_CASE("parentheses are evaluated before a concatenation (D-10)") {
  CHECK(value_of("a := \"x\" + (cycle + 2)", "a", 1).same_as(Value::str("x3")));
  CHECK(value_of("a := cycle + 2 + \"x\"", "a", 1).same_as(Value::str("12x")));
}

TEST_CASE("surplus arguments are errors, literals too (D-11)") {
  CHECK(errors_of("a := hash(cycle, 3)") == std::vector<std::string>{"too-many-arguments 1:6"});
  CHECK(errors_of("a := mod(cycle, 3, 4)") == std::vector<std::string>{"too-many-arguments 1:6"});
}

TEST_CASE("argument names are honoured (D-12)") {
  CHECK(value_of("a := mod(modulus: 7, input: cycle)", "a", 23).low() == 2);
  CHECK(value_of("a := mod(7, input: cycle)", "a", 23).low() == 2);
}

TEST_CASE("a literal of another kind than the parameter's is an error (D-32)") {
  CHECK(errors_of("a := mod(cycle, 7.5)") == std::vector<std::string>{"bad-literal 1:17"});
  CHECK(errors_of("a := clamp(cycle, -3, 5)") == std::vector<std::string>{"bad-literal 1:19"});
  CHECK(errors_of("a := add(cycle, \"7\")") == std::vector<std::string>{"bad-literal 1:17"});
}

TEST_CASE("weights that cannot be are refused at build, with the binding and the place in the text") {
  for (const std::string_view spec : {"a:0;b:0", "a:-1;b:2", "a:nan;b:1", "a:inf;b:1", "", "a", "a:1x"}) {
    CAPTURE(spec);
    const std::string program = "city := weighted_strings(hash(cycle), \"" + std::string(spec) + "\")";
    CHECK(errors_of(program) == std::vector<std::string>{"constraint 1:39"});
    const auto all = compile_text(program).diagnostics.sorted();
    const Diagnostic* error = first_error(all);
    REQUIRE(error != nullptr);
    CHECK(error->label.find("`city`") != std::string::npos);
    if (!spec.empty()) CHECK(error->message.find("column 1") != std::string::npos);
  }
  CHECK(errors_of("a := weighted_strings(hash(cycle), \"a:0;;b:1\")").empty());
}

TEST_CASE("ranges at their ends are legal, an empty one is not") {
  CHECK(value_of("a := hash_range(cycle, 18446744073709551615)", "a", 1).low() < ~std::uint64_t{0});
  CHECK(value_of("a := hash_range(cycle, 1)", "a", 1).low() == 0);
  CHECK(value_of("a := hash_interval(cycle, 5.0, 5.0)", "a", 1).same_as(Value::f64(5)));
}

TEST_CASE("a constant that fails is a build error; without folding only what the constants alone decide is") {
  const std::string_view program = "r := regex_match(\"abc\", \"(\")\nk := in_range(9, 0, 5)";
  CHECK(errors_of(program) == std::vector<std::string>{"constraint 1:25", "fold-failure 2:6"});
  CHECK(errors_of(program, false) == std::vector<std::string>{"constraint 1:25"});
  CHECK(errors_of("k := in_range(9, 0, 5)", false).empty());
}
