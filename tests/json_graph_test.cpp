// JSON graphs at their edges: nesting, what only JSON can say, every wrong shape, and texts that are not JSON.
#include <doctest/doctest.h>

#include "graph/json_reader.h"
#include "graph/json_writer.h"
#include "lang/format.h"
#include "lang/parse.h"

using namespace polydat;

namespace {

std::string repeat(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

// "line:column code" of each error, one a line.
std::string errors_of(const Source& source, const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.sorted()) {
    const Location at = source.location(d.range.begin);
    out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(d.code) + "\n";
  }
  return out;
}

std::string json_errors(const std::string& text) {
  const Source source("g.json", text);
  Diagnostics diagnostics;
  (void)read_json_graph(source, Limits{}, diagnostics);
  return errors_of(source, diagnostics);
}

lang::Program read(const std::string& text) {
  const Source source("g.json", text);
  Diagnostics diagnostics;
  lang::Program program = read_json_graph(source, Limits{}, diagnostics);
  CHECK(errors_of(source, diagnostics) == "");
  return program;
}

lang::Program parse(const std::string& text) {
  const Source source("g.polydat", text);
  Diagnostics diagnostics;
  lang::Program program = lang::parse(source, Limits{}, diagnostics);
  CHECK(errors_of(source, diagnostics) == "");
  return program;
}

// A graph of one binding `v` of that expression; the expression begins at 1:52.
std::string graph_of(const std::string& expression) { return R"({"polydat":1,"statements":[{"names":["v"],"value":)" + expression + "}]}"; }

}  // namespace

TEST_CASE("nesting is counted as the language counts it: a chain of operators is flat") {
  const std::size_t deep = 100'000, fine = 10'000;
  const auto calls = [](std::size_t n) { return graph_of(repeat(R"({"call":"f","args":[)", n) + R"({"u64":1})" + repeat("]}", n)); };
  CHECK(json_errors(calls(fine)).empty());
  CHECK(json_errors(calls(deep)) == "1:200071 limit\n");
  const auto named = [](std::size_t n) {
    return graph_of(repeat(R"({"call":"f","args":[{"name":"a","value":)", n) + R"({"u64":1})" + repeat("}]}", n));
  };
  CHECK(json_errors(named(fine)).empty());
  CHECK(json_errors(named(deep)).ends_with(" limit\n"));
  CHECK(json_errors(graph_of(repeat(R"({"op":"+","args":[)", deep) + R"({"u64":1})" + repeat(R"(,{"u64":1}]})", deep))).empty());
  CHECK(json_errors(graph_of(repeat(R"({"op":"+","args":[{"u64":1},)", deep) + R"({"u64":1})" + repeat("]}", deep))).ends_with(" limit\n"));
  CHECK(json_errors(graph_of(repeat(R"({"op":"**","args":[{"u64":1},)", deep) + R"({"u64":1})" + repeat("]}", deep))).empty());
  const auto blocks = [](std::size_t n) {
    return R"({"polydat":1,"statements":[)" + repeat(R"({"for":"k in 1..3","body":[)", n) + repeat("]}", n) + "]}";
  };
  CHECK(json_errors(blocks(fine)).empty());
  CHECK(json_errors(blocks(deep)).ends_with(" limit\n"));
  CHECK(json_errors(std::string(200'000, '[')) == "1:10004 limit\n");
  CHECK(json_errors(repeat("{\"a\":", 200'000)).ends_with(" limit\n"));
}

TEST_CASE("what is nested deep converts and prints in linear size") {
  const std::string blocks = repeat("for k in 1..3 {\n", 10'000) + "v := 1\n" + repeat("}\n", 10'000);
  const std::string json = write_json_graph(parse(blocks));
  CHECK(json.size() < 3'000'000);
  CHECK(write_json_graph(parse(lang::format_program(read(json)))) == json);
  const std::string chain = "v := x" + repeat(" + 1", 100'000) + "\n";
  CHECK(lang::format_program(read(write_json_graph(parse(chain)))) == chain);
  const lang::Program interpolations = read(graph_of(repeat(R"({"interpolate":["a",)", 5'000) + R"({"wire":"x"})" + repeat("]}", 5'000)));
  const std::string dsl = lang::format_program(interpolations);
  CHECK(dsl.size() < 200'000);
  CHECK(write_json_graph(read(write_json_graph(parse(dsl)))) == write_json_graph(parse(dsl)));
}

TEST_CASE("what only JSON says has a form in the language") {
  const char* cases[][2] = {
      {R"({"bool":true})", "v := 1 as bool\n"},
      {R"({"op":"+","args":[{"bool":false},{"u64":1}]})", "v := 0 as bool + 1\n"},
      {R"({"as":"str","value":{"bool":true}})", "v := 1 as bool as str\n"},
      {R"({"op":"!","args":[{"bool":true}]})", "v := !(1 as bool)\n"},
      {R"({"f64":"-0.0"})", "v := -1.0 * 0.0\n"},
      {R"({"op":"**","args":[{"f64":-0.0},{"u64":2}]})", "v := (-1.0 * 0.0) ** 2\n"},
      {R"({"f64":-1.5e300})", "v := -1.5e+300\n"},
      {R"({"f64":7})", "v := 7.0\n"},
      {R"({"str":"{x}\n\"\\"})", "v := \"{{x}}\\n\\\"\\\\\"\n"},
      {R"({"interpolate":["{",{"wire":"x"},"}","!"]})", "v := \"{{{x}}}!\"\n"},
      {R"({"interpolate":["only {text}"]})", "v := \"only {{text}}\"\n"},
      {R"({"interpolate":[{"call":"f","args":[{"str":"}\""}]}]})", "v := \"{f(\\\"}}\\\\\\\"\\\")}\"\n"},
      {R"({"op":"+","args":[{"wire":"a"},{"op":"+","args":[{"wire":"b"},{"wire":"c"}]}]})", "v := a + (b + c)\n"},
      {R"({"op":"+","args":[{"paren":{"op":"+","args":[{"wire":"a"},{"wire":"b"}]}},{"wire":"c"}]})", "v := (a + b) + c\n"},
      {R"({"op":"*","args":[{"op":"-","args":[{"wire":"a"},{"wire":"b"}]},{"if":[{"wire":"c"},{"u64":1},{"u64":2}]}]})",
       "v := (a - b) * if(c, 1, 2)\n"},
  };
  for (const auto& [json, dsl] : cases) {
    const std::string printed = lang::format_program(read(graph_of(json)));
    CHECK(printed == std::string(dsl));
    // It settles: once in the language's terms, both directions are exact.
    const std::string settled = write_json_graph(parse(printed));
    CHECK(write_json_graph(parse(lang::format_program(read(settled)))) == settled);
  }
  CHECK(lang::format_program(read(R"({"polydat":1,"statements":[{"extern":"e","type":"bool","default":{"bool":true}}]})")) ==
        "extern e: bool = true\n");
  CHECK(write_json_graph(parse("extern e: bool = true\n")).find(R"("default": {"bool": true})") != std::string::npos);
}

TEST_CASE("every wrong shape is refused at its place") {
  const std::pair<const char*, const char*> expressions[] = {
      {R"({})", "1:51 bad-shape\n"},
      {R"([])", "1:51 bad-shape\n"},
      {R"({"wier":"x"})", "1:51 bad-shape\n"},
      {R"({"u64":1,"f64":1})", "1:60 bad-shape\n"},
      {R"({"u64":-1})", "1:58 bad-integer\n"},
      {R"({"u64":1.0})", "1:58 bad-integer\n"},
      {R"({"u64":1e3})", "1:58 bad-integer\n"},
      {R"({"u64":18446744073709551616})", "1:58 bad-integer\n"},
      {R"({"u64":"0x10"})", "1:58 bad-integer\n"},
      {R"({"f64":"1"})", "1:58 bad-float\n"},
      {R"({"f64":"1.5K"})", "1:58 bad-float\n"},
      {R"({"f64":"inf"})", "1:58 bad-float\n"},
      {R"({"f64":"1e999"})", "1:58 bad-float\n"},
      {R"({"f64":1e999})", "1:62 bad-json\n"},
      {R"({"str":1})", "1:58 bad-shape\n"},
      {R"({"bool":1})", "1:59 bad-shape\n"},
      {R"({"wire":"for"})", "1:59 bad-name\n"},
      {R"({"wire":"a b"})", "1:59 bad-name\n"},
      {R"({"wire":"if"})", "1:59 bad-name\n"},
      {R"({"field":["a"]})", "1:60 bad-shape\n"},
      {R"({"op":"%%","args":[{"u64":1},{"u64":1}]})", "1:57 unknown-operator\n"},
      {R"({"op":"+","args":[{"u64":1}]})", "1:68 bad-shape\n"},
      {R"({"op":"neg","args":[{"u64":1},{"u64":1}]})", "1:70 bad-shape\n"},
      {R"({"op":"+"})", "1:51 missing-key\n"},
      {R"({"as":"number","value":{"u64":1}})", "1:57 unknown-type\n"},
      {R"({"call":"f"})", "1:51 missing-key\n"},
      {R"({"call":"f","args":[{"name":"a"}]})", "1:71 missing-key\n"},
      {R"({"call":"f","args":[1]})", "1:71 bad-shape\n"},
      {R"({"call":"f","args":[],"args":[]})", "1:73 duplicate-key\n"},
      {R"({"for":"k in 1..3 {"})", "1:58 bad-for-text\n"},
      {R"({"for":"g"})", "1:58 bare-producer\n"},
      {R"({"list":[{"for":"k in 1..3"}]})", "1:60 producer-in-expression\n"},
      {R"({"u64":1,"note":"x"})", "1:60 unknown-key\n"},
  };
  for (const auto& [text, errors] : expressions) {
    INFO(text);
    CHECK(json_errors(graph_of(text)) == std::string(errors));
  }
  const auto statement = [](const std::string& text) { return json_errors(R"({"polydat":1,"statements":[)" + text + "]}"); };
  CHECK(statement(R"({"names":["a","b"],"value":{"u64":1}})") == "1:55 tuple-needs-call\n");
  CHECK(statement(R"({"names":["a"],"type":"u64","value":{"u64":1}})") == "1:50 annotation-without-shared\n");
  CHECK(statement(R"({"names":["a"],"modifiers":["const","shared"],"value":{"u64":1}})") == "1:55 modifier-conflict\n");
  CHECK(statement(R"({"names":["a"],"modifiers":["const","const"],"value":{"u64":1}})") == "1:64 duplicate-modifier\n");
  CHECK(statement(R"({"names":["over"],"value":{"u64":1}})") == "1:38 bad-name\n");
  CHECK(statement(R"({"names":["over"],"modifiers":["const"],"value":{"u64":1}})").empty());
  CHECK(statement(R"({"names":["as"],"value":{"u64":1}})") == "1:38 bad-name\n");
  CHECK(statement(R"({"input":"a","type":5})") == "1:48 bad-shape\n");
  CHECK(statement(R"({"tile":"t","template":"x","strict":false})") == "1:64 bad-shape\n");
  CHECK(statement(R"({"tile":"t","template":"x","encoding":"xml"})") == "1:66 unknown-encoding\n");
  CHECK(statement(R"({"module":"m","params":[],"outputs":[],"body":[]})") == "1:64 bad-shape\n");
}

TEST_CASE("texts that are not JSON are refused, with a place") {
  for (const std::string& bad : {std::string(), std::string("{"), std::string("nul"), std::string("{\"polydat\":1,}"), std::string("{} {}"),
                                 std::string("{}\0{}", 5), std::string("\"\xFF\""), std::string("// c\n{}"), std::string("{\"a\":01}"),
                                 std::string("\"\\ud83d\""), std::string("\"\n\"")}) {
    const std::string errors = json_errors(bad);
    CHECK_MESSAGE((errors.ends_with(" bad-json\n") || errors.ends_with(" invalid-utf8\n")), bad << ": " << errors);
  }
  // A byte-order mark and CRLF move no column.
  CHECK(json_errors("\xEF\xBB\xBF{\"polydat\": 1,\r\n \"statements\": [\r\n 5]}\r\n") == "3:2 bad-shape\n");
  const lang::Program program = read(graph_of(R"({"str":"\ud83d\ude00\u0041\/"})"));
  CHECK(program.exprs[0].text ==
        "\xF0\x9F\x98\x80"
        "A/");
}
