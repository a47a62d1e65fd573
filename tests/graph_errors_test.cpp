// Mistakes of graphs: the catalogue of errors in the part of the language this version reads, one program a line, and the places
// where the language decides against its first implementation (D-4 to D-12, D-32) with values.
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

struct Mistake {
  std::string_view program;
  std::string_view error;
};

}  // namespace

TEST_CASE("every kind of mistake is reported once, with its code and place") {
  const std::vector<Mistake> mistakes{
      // names
      {"input cycle\nuser := hash(cycle)\nb := hash(usr)", "unknown-wire 3:11"},
      {"input cycle\nb := cycle + nowhere * 2", "unknown-wire 2:14"},
      {"input cycle\nb := \"{nowhere}\"", "unknown-wire 2:8"},
      {"input cycle\na := true", "unknown-wire 2:6"},
      {"input cycle\na := hsah(cycle)", "unknown-function 2:6"},
      {"input cycle\nuser := hash(cycle)\nb := user.name", "unknown-field 3:6"},
      {"a := hash(cycle)\na := hash(add(cycle, 1))", "duplicate-name 2:1"},
      {"(a, a) := mixed_radix(cycle, 10, 0)", "duplicate-name 1:5"},
      {"input cycle\nx := u64_add(y, 1)\ny := u64_add(z, 1)\nz := u64_add(x, cycle)", "dependency-cycle 2:14"},
      {"a := add(a, 1)", "dependency-cycle 1:10"},
      // types
      {"input cycle\nf := cycle * 1.5\na := mod(f, 3)", "type-mismatch 3:10"},
      {"input cycle\na := \"x\" - cycle", "operand-type 2:6"},
      {"input cycle\na := cycle & 1.5", "operand-type 2:12"},
      {"input cycle\na := if(cycle * 1.0, 1, 2)", "condition-type 2:9"},
      {"input cycle\nf := cycle * 1.5\na := f as u64", "bad-cast 3:8"},
      {"input cycle\na := cycle as nope", "unknown-type 2:15"},
      {"input cycle\na := \"x\" < \"y\"", "string-ordering 2:10"},
      {"input cycle\na := str_concat([1, 2], \"x\")", "list-as-argument 2:17"},
      {"input cycle\na := mod(cycle, [1, 2])", "list-as-argument 2:17"},
      {"input cycle\na := if(cycle, 1)", "if-arity 2:6"},
      {"input cycle: u65\na := cycle", "unknown-type 1:14"},
      {"extern e: nope\na := cycle", "unknown-type 1:11"},
      {"extern e: u64 = 1.5\na := e", "bad-default 1:17"},
      {"extern e: u64 = -1\na := e", "bad-default 1:17"},
      {"extern e: u64 = \"x\"\na := e", "bad-default 1:17"},
      {"extern e: bytes = \"00\"\na := e", "default-not-allowed 1:19"},
      // arguments
      {"input cycle\na := hash()", "too-few-arguments 2:6"},
      {"input cycle\na := hash(cycle, cycle)", "too-many-arguments 2:6"},
      {"input cycle\na := mod(cycle)", "missing-constant 2:6"},
      {"input cycle\nm := hash(cycle)\na := mod(cycle, m)", "wire-as-constant 3:17"},
      {"input cycle\na := mod(cycle, 1 + 2)", "wire-as-constant 2:17"},
      {"input cycle\na := mod(cycle, 0)", "constraint 2:17"},
      {"input cycle\na := hash_range(cycle, 0)", "constraint 2:24"},
      {"input cycle\na := mod(inptu: cycle, modulus: 3)", "unknown-parameter 2:10"},
      {"input cycle\na := mod(cycle, input: cycle, modulus: 3)", "too-many-arguments 2:6"},
      // literals on wire ports that are divisors, indices or sizes
      {"input cycle\na := mod_wire(cycle, 0)", "constraint 2:22"},
      {"input cycle\na := div_wire(cycle, 0)", "constraint 2:22"},
      {"input cycle\na := reg_lane_i16(reg_splat_i16(cycle), 8)", "constraint 2:41"},
      {"input cycle\na := char_buf(cycle, \"a\", 99999999999)", "limit 2:27"},
      {"input cycle\na := hash_vec(cycle, 99999999999)", "limit 2:22"},
      // widths and precisions
      {"input cycle\na := printf(\"{:0999999999}\", cycle)", "constraint 2:13"},
      {"input cycle\na := format_f64(to_f64(cycle), 999999999)", "constraint 2:32"},
      {"input cycle\na := zero_pad_u64(cycle, 999999999)", "constraint 2:26"},
      // lifecycle
      {"const c := hash(cycle)\na := add(c, 1)", "const-reads-coordinate 1:7"},
      {"const a := add(b, 1)\nconst b := add(a, 1)", "const-cycle 1:16"},
      {"input cycle\na := in_range(9, 0, 5)", "fold-failure 2:6"},
      {"input cycle\n", "no-outputs 2:1"},
      {"input cycle\n__hidden := hash(cycle)\n", "no-outputs 3:1"},
  };
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.program);
    const std::vector<std::string> errors = errors_of(mistake.program);
    CHECK(errors.size() == 1);
    if (!errors.empty()) CHECK(errors.front() == mistake.error);
    CHECK(compile_text(mistake.program).program == nullptr);
  }
}

TEST_CASE("an assignment to a name that is no extern and no input is an error") {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.assignments = {{"cyle", "7"}};
  const Compiled compiled = compile(Source("t", "input cycle\na := hash(cycle)\n"), options);
  CHECK(compiled.program == nullptr);
  const auto all = compiled.diagnostics.sorted();
  const Diagnostic* error = first_error(all);
  REQUIRE(error != nullptr);
  CHECK_FALSE(error->has_range);
  CHECK(error->message.find("cyle") != std::string::npos);
  CHECK(error->suggestion == "cycle");
}

TEST_CASE("unknown names suggest a near one") {
  const std::vector<Mistake> mistakes{{"input cycle\nuser := hash(cycle)\nb := hash(usr)", "user"},
                                      {"input cycle\na := hsah(cycle)", "hash"},
                                      {"input cycle\na := mod(cycle, modulas: 3)", "modulus"},
                                      {"input cycle: u65\na := cycle", "u64"}};
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.program);
    const auto all = compile_text(mistake.program).diagnostics.sorted();
    const Diagnostic* error = first_error(all);
    REQUIRE(error != nullptr);
    CHECK(error->suggestion == mistake.error);
  }
}

TEST_CASE("a cycle prints the loop") {
  const auto all = compile_text("input c\nx := u64_add(y, 1)\ny := u64_add(z, 1)\nz := u64_add(x, c)").diagnostics.sorted();
  const Diagnostic* error = first_error(all);
  REQUIRE(error != nullptr);
  CHECK(error->message.find("x -> y -> z -> x") != std::string::npos);
}

TEST_CASE("a name bound twice names both places") {
  const Source source("t", "a := hash(cycle)\nb := 1\na := 2\n");
  bool first = false, second = false;
  for (const Diagnostic& d : compile(source, {}).diagnostics.sorted()) {
    if (d.code != "duplicate-name") continue;
    const std::uint32_t line = source.location(d.range.begin).line;
    first = first || (d.severity == Severity::Note && line == 1);
    second = second || (d.severity == Severity::Error && line == 3);
  }
  CHECK(first);
  CHECK(second);
}

TEST_CASE("several mistakes are all reported, once, in order, and nothing follows from them") {
  const std::vector<std::string> expected{"unknown-function 2:6", "unknown-wire 3:6",   "constraint 4:17", "operand-type 6:10",
                                          "duplicate-name 7:1",   "fold-failure 8:6"};
  CHECK(errors_of("input cycle\na := hahs(cycle)\nb := nope\nc := mod(cycle, 0)\nd := a + b\n"
                  "e := d - \"x\"\ne := 3\nf := in_range(9, 0, 5)\n") == expected);
}

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
