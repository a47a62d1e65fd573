// What the parser makes of correct text: the shape of expressions, literals, strings and their source ranges.
#include <doctest/doctest.h>

#include "lang/format.h"
#include "lang/number_literal.h"
#include "lang/parse.h"

using namespace polydat;
using lang::Expr;
using lang::ExprKind;

namespace {

struct Parsed {
  Source source;
  lang::Program program;
  const Expr& value(std::size_t statement = 0) const { return program.at(*program.statements.at(statement).value); }
  std::string_view slice(SourceRange range) const { return source.text().substr(range.begin, range.end - range.begin); }
};

Parsed parse_text(std::string text) {
  Parsed parsed{Source("g.polydat", std::move(text)), {}};
  Diagnostics diagnostics;
  parsed.program = lang::parse(parsed.source, Limits{}, diagnostics);
  std::string messages;
  for (const Diagnostic& d : diagnostics.sorted()) messages += render_text(d, parsed.source, false);
  CHECK_MESSAGE(messages.empty(), messages);
  return parsed;
}

// An expression with all its parentheses, from its tree.
std::string shape(const lang::Program& program, lang::ExprId id) {
  const Expr& e = program.at(id);
  std::string args;
  for (const lang::Arg& arg : e.args) args += (args.empty() ? "" : " ") + shape(program, arg.value);
  switch (e.kind) {
    case ExprKind::Binary:
    case ExprKind::Unary: return "(" + e.text + " " + args + ")";
    case ExprKind::As: return "(as-" + e.text + " " + args + ")";
    case ExprKind::If: return "(if " + args + ")";
    case ExprKind::Call: return "(" + e.text + (args.empty() ? "" : " ") + args + ")";
    case ExprKind::Int: return std::to_string(e.integer);
    case ExprKind::Float: return lang::float_literal(e.number);
    case ExprKind::Wire:
    case ExprKind::Field: return e.text;
    case ExprKind::Str:
    case ExprKind::Bool:
    case ExprKind::List:
    case ExprKind::ForText:
    case ExprKind::Interpolate: return "?";
  }
  return {};
}

std::string shape_of(const std::string& expression) {
  const Parsed p = parse_text("v := " + expression);
  REQUIRE(p.program.statements.size() == 1);
  return shape(p.program, *p.program.statements[0].value);
}

}  // namespace

TEST_CASE("operators bind as the table says") {
  const char* cases[][2] = {
      {"-2 ** 2", "(** (- 2) 2)"},
      {"2 ** 2 ** 3", "(** 2 (** 2 3))"},
      {"a + b as f64", "(+ a (as-f64 b))"},
      {"-x as str", "(as-str (- x))"},
      {"x as f64 as str", "(as-str (as-f64 x))"},
      {"1 << 2 + k", "(<< 1 (+ 2 k))"},
      {"a < b == c", "(== (< a b) c)"},
      {"a || b && c == d < e | f ^ g & h << i + j * k ** l", "(|| a (&& b (== c (< d (| e (^ f (& g (<< h (+ i (* j (** k l)))))))))))"},
      {"a * b + c * d", "(+ (* a b) (* c d))"},
      {"20 - 6 - c", "(- (- 20 6) c)"},
      {"2 ** -a ** b * c", "(* (** 2 (** (- a) b)) c)"},
      {"- - !x", "(- (- (! x)))"},
      {"(a + b) * c", "(* (+ a b) c)"},
      {"if a { 1 } else if b { 2 } else { 3 } + 4", "(+ (if a 1 (if b 2 3)) 4)"},
      {"1000 + if c % 2 == 0 { 1 } else { 2 }", "(+ 1000 (if (== (% c 2) 0) 1 2))"},
      {"if(a, 1, 2) as str", "(as-str (if a 1 2))"},
      {"if a { 1 } else if (b) { 2 } else { 3 }", "(if a 1 (if b 2 3))"},
      {"f(g(), a.b.c, over, input(x: 3))", "(f (g) a__b__c over (input 3))"},
      {"as as str", "(as-str as)"},
  };
  for (const auto& [text, expected] : cases) CHECK(shape_of(text) == expected);
  // A child is made before its parent.
  const Parsed p = parse_text("v := if(a + b, f(c, -d), g(h))");
  for (std::size_t i = 0; i < p.program.exprs.size(); ++i) {
    for (const lang::Arg& arg : p.program.exprs[i].args) CHECK(arg.value.index < i);
  }
}

TEST_CASE("numbers") {
  struct Number {
    const char* text;
    bool is_float;
    std::uint64_t integer;
    double number;
  };
  for (const Number& n : std::vector<Number>{{"0010", false, 10, 0},
                                             {"0xDEADbeef", false, 0xDEADBEEF, 0},
                                             {"4K", false, 4000, 0},
                                             {"4Ki", false, 4096, 0},
                                             {"1.5K", false, 1500, 0},
                                             {"1.2345K", true, 0, 1234.5},
                                             {"1000.0m", false, 1, 0},
                                             {"1000m", true, 0, 1.0},
                                             {"0.001K", false, 1, 0},
                                             {"0.5Ki", false, 512, 0},
                                             {"1.005K", false, 1005, 0},
                                             {"250m", true, 0, 0.25},
                                             {"3n", true, 0, 3e-9},
                                             {"40u", true, 0, 40e-6},
                                             {"12.75", true, 0, 12.75},
                                             {"5E+1", true, 0, 50.0},
                                             {"6.25e-1", true, 0, 0.625},
                                             {"1e-400", true, 0, 0.0},
                                             {"5e-324", true, 0, 5e-324},
                                             {"1.7976931348623157e308", true, 0, 1.7976931348623157e308},
                                             {"18446744073709551615", false, 18446744073709551615U, 0},
                                             {"18446744073709.551615M", false, 18446744073709551615U, 0},
                                             {"18446744073709.551616M", true, 0, 18446744073709551616.0},
                                             {"1e3K", false, 1000000, 0},
                                             {"0.0m", false, 0, 0}}) {
    INFO(n.text);
    const lang::NumberLiteral read = lang::read_number_literal(n.text);
    CHECK(read.error_code.empty());
    CHECK(read.size == std::string_view(n.text).size());
    CHECK(read.is_float == n.is_float);
    CHECK(read.integer == n.integer);
    CHECK(read.number == n.number);
  }
  // What ends a number.
  for (const auto& [text, size] :
       std::vector<std::pair<const char*, std::size_t>>{{"10_000", 2}, {"4Kb", 1}, {"1..4", 1}, {"1.x", 1}, {"0xFFu", 4}, {"5 K", 1}}) {
    CHECK(lang::read_number_literal(text).size == size);
  }
}

TEST_CASE("strings: escapes, heredocs, placeholders") {
  CHECK(parse_text(R"(v := "a\tb\n\\\"\q\u0041")").value().text == "a\tb\n\\\"\\q\\u0041");
  CHECK(parse_text(R"(v := 'it\'s "x"')").value().text == "it's \"x\"");
  CHECK(parse_text("v := \"a\nb\"").value().text == "a\nb");
  CHECK(parse_text("v := <<<\n\none \"two\" \\n\n\n>>>").value().text == "\none \"two\" \\n\n");
  CHECK(parse_text("v := <<<\r\none\r\n>>>").value().text == "one");
}

TEST_CASE("a placeholder's expression has its true place, behind escapes too") {
  const Parsed p = parse_text("v := \"n\\t={ x + 1 }, {{}} {f('a', \\\"b\\\", y)}!\"");
  const Expr& s = p.value();
  REQUIRE(s.parts.size() == 5);
  CHECK(s.text == "n\t={ x + 1 }, {{}} {f('a', \"b\", y)}!");
  CHECK(s.parts[0].text == "n\t=");
  CHECK(p.slice(p.program.at(*s.parts[1].expr).range) == "x + 1");
  CHECK(p.slice(p.program.at(*s.parts[1].expr).head) == "+");
  CHECK(s.parts[2].text == ", {} ");
  const Expr& call = p.program.at(*s.parts[3].expr);
  CHECK(p.slice(call.range) == "f('a', \\\"b\\\", y)");
  CHECK(p.slice(p.program.at(call.args[2].value).range) == "y");
  CHECK(s.parts[4].text == "!");
  const Parsed heredoc = parse_text("v := <<<\none {two}\n>>>");
  CHECK(heredoc.slice(heredoc.program.at(*heredoc.value().parts[1].expr).range) == "two");
}

TEST_CASE("what is not an interpolation keeps its text") {
  for (const char* text :
       {R"({\"k\": 1})", "{ }", "open { only", "{x:05}", "{x", "{a b}", "{1 +}", "{'unclosed}", "{v := 1}", "{for x in y}", "{x} {"}) {
    const Parsed p = parse_text(std::string("v := f(\"") + text + "\")");
    CHECK(p.program.at(p.value().args[0].value).parts.empty());
    CHECK(p.program.exprs.size() == 2);
  }
  // Only brace escapes: one part, the escapes replaced; the raw text stays.
  const Parsed p = parse_text("v := \"{{x}} }}\"");
  REQUIRE(p.value().parts.size() == 1);
  CHECK(p.value().parts[0].text == "{x} }");
  CHECK(p.value().text == "{{x}} }}");
  CHECK(parse_text("v := \"{{{cycle}}}\"").value().parts.size() == 3);
  CHECK(parse_text("v := \"{'}'}\"").value().parts.empty());  // only double quotes hide a brace
  CHECK(parse_text("v := \"{f(\\\"}\\\")}\"").value().parts.size() == 1);
}

TEST_CASE("names, calls and statements without separators") {
  // A `(` that begins a line and a destructuring statement does not continue a bare name; any other one is a call.
  CHECK(parse_text("v := cycle\n(a, b) := f(1)").program.statements.size() == 2);
  CHECK(parse_text("v := cycle\n(a, b)").program.statements.size() == 1);
  CHECK(parse_text("v := f(x)(a) := g(1)").program.statements.size() == 2);
  CHECK(parse_text("input cycle: u64 a := cycle + 1 b := a * 2 c\n:= b -\n1").program.statements.size() == 4);
  CHECK(parse_text("const over := 3\nvolatile input := over\nshared cursor: f64 := 1").program.statements.size() == 3);
  CHECK(parse_text("f() -> (x: u64) := { x := 1 }\ng(input: u64 n: f64) -> (x: u64, y: u64) := { (x, y) := h(input: input) }")
            .program.statements[1]
            .params.size() == 2);
  CHECK(parse_text("else := 1\nrange := 2\ntrue := 3\nu64 := true").program.statements.size() == 4);
}

TEST_CASE("captured text") {
  const Parsed p = parse_text(
      "for [\n  for k in 1..3 # one\n  for k in {x}, \"{\" \n] order lex/2 {\n v := 1\n}\nfor k in {w} {v := k}\ng := for a in 1..2 // tail\nfor q in 'a{' \n{ v := 1 }");
  REQUIRE(p.program.statements.size() == 4);
  CHECK(p.program.statements[0].text == "[   for k in 1..3    for k in {x}, \"{\"  ] order lex/2");
  CHECK(p.program.statements[0].body.size() == 1);
  CHECK(p.program.statements[1].text == "k in {w}");
  CHECK(p.value(2).text == "a in 1..2");
  CHECK(p.program.statements[3].text == "q in 'a{'");

  const Parsed t = parse_text(
      "  tile doc : json (delims \"<%\" \"%>\", sigil \"#\" strict) :=\n {\n    \"a\": \"}\",\n\n      \"b\": [1]\n    }\ntile s := \"x\\n${y}\"\n"
      "p := polytile(\"csv\", \"v\", open: \"<<\", instring: true)\nq := polytile_json(\"{}\")");
  REQUIRE(t.program.statements.size() == 4);
  CHECK(t.program.statements[0].text == "{\n\"a\": \"}\",\n\n  \"b\": [1]\n}");
  CHECK(t.program.statements[0].delims == std::vector<std::string>{"<%", "%>"});
  CHECK(t.program.statements[0].sigil == "#");
  CHECK(t.program.statements[0].strict);
  CHECK(t.program.statements[1].text == "x\n${y}");
  CHECK(t.program.statements[2].delims == std::vector<std::string>{"<<", "}"});
  CHECK(t.program.statements[2].instring);
  CHECK(t.program.statements[3].structural);
}

TEST_CASE("diagnostics: rendering") {
  const Source source("dir/g.polydat",
                      "a := 1\n\tb := \xC3\xA9\xC3\xA9 hash_rnage(x)\r\n" + std::string(300, 'x') + "Y" + std::string(300, 'z') + "\n");
  Diagnostics diagnostics;
  Diagnostic& d = diagnostics.error("unknown-function", {18, 28}, "'hash_rnage' is not a function");
  d.suggestion = "hash_range";
  d.notes.push_back("a note");
  CHECK(
      render_text(d, source, false) ==
      "dir/g.polydat:2:10: error: 'hash_rnage' is not a function [PD0102]\n     b := \xC3\xA9\xC3\xA9 hash_rnage(x)\n             ^^^^^^^^^^\n    note: a note\n"
      "    did you mean 'hash_range'?\n");
  CHECK(render_json(d, source) ==
        "{\"severity\":\"error\",\"code\":\"PD0102\",\"message\":\"'hash_rnage' is not a function\",\"file\":\"dir/g.polydat\","
        "\"line\":2,\"column\":10,\"end_line\":2,\"end_column\":20,\"label\":\"\",\"notes\":[\"a note\"],\"suggestion\":\"hash_range\"}");
  const std::uint32_t y = static_cast<std::uint32_t>(source.text().find('Y'));
  const std::string cut = render_text(diagnostics.error("c", {y, y + 1}, "far"), source, false);
  CHECK(cut == "dir/g.polydat:3:301: error: far [PD0000]\n    ..." + std::string(40, 'x') + "Y" + std::string(59, 'z') + "...\n" +
                   std::string(47, ' ') + "^\n");
  const Source bytes("\xFF.polydat", "v := \"\xFE\"");
  CHECK(render_json(diagnostics.error("c", {5, 8}, "\x80"), bytes).find("\xEF\xBF\xBD") != std::string::npos);
  CHECK(source.location(18).column == 10);
  CHECK(nearest_word("hash_rnage", {"hash", "hash_range", "range"}) == "hash_range");
  CHECK(nearest_word("zzz", {"hash", "range"}).empty());
}
