// Both graph formats and the formatter: nothing is lost between them, and printing settles at once.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "graph/json_reader.h"
#include "graph/json_writer.h"
#include "lang/format.h"
#include "lang/parse.h"
#include "support/program_behaviour.h"
#include "support/read_program.h"

using namespace polydat;
using testing::behaviour;
using testing::messages;
using testing::parse_text;
using testing::read_json_text;

namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The keywords of JSON Schema that docs/graph.schema.json uses. Returns the first path that does not fit, or nothing.
std::string schema_violation(const nlohmann::json& value, const nlohmann::json& schema, const nlohmann::json& root,
                             const std::string& path) {
  if (schema.contains("$ref")) {
    const std::string reference = schema.at("$ref");
    return schema_violation(value, root.at(nlohmann::json::json_pointer(reference.substr(1))), root, path);
  }
  if (schema.contains("oneOf")) {
    int fitting = 0;
    for (const auto& choice : schema.at("oneOf")) fitting += schema_violation(value, choice, root, path).empty() ? 1 : 0;
    if (fitting != 1) return path + ": fits " + std::to_string(fitting) + " of the alternatives";
  }
  if (schema.contains("const") && value != schema.at("const")) return path + ": not the constant";
  if (schema.contains("enum") && std::find(schema.at("enum").begin(), schema.at("enum").end(), value) == schema.at("enum").end())
    return path + ": not in the list";
  if (schema.contains("type")) {
    const std::string type = schema.at("type");
    const bool fits = type == "object"    ? value.is_object()
                      : type == "array"   ? value.is_array()
                      : type == "string"  ? value.is_string()
                      : type == "boolean" ? value.is_boolean()
                      : type == "integer" ? value.is_number_integer()
                                          : value.is_number();
    if (!fits) return path + ": not of type " + type;
  }
  if (schema.contains("pattern") && !std::regex_search(value.get<std::string>(), std::regex(schema.at("pattern").get<std::string>())))
    return path + ": pattern";
  if (value.is_array()) {
    if (value.size() < schema.value("minItems", std::size_t{0}) || value.size() > schema.value("maxItems", value.size()))
      return path + ": number of items";
    for (std::size_t i = 0; schema.contains("items") && i < value.size(); ++i)
      if (auto wrong = schema_violation(value[i], schema.at("items"), root, path + "/" + std::to_string(i)); !wrong.empty()) return wrong;
  }
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& required : schema.at("required"))
      if (!value.contains(required.get<std::string>())) return path + ": lacks " + required.get<std::string>();
    for (const auto& [key, member] : value.items()) {
      if (!schema.at("properties").contains(key)) return path + ": unknown " + key;
      if (auto wrong = schema_violation(member, schema.at("properties").at(key), root, path + "/" + key); !wrong.empty()) return wrong;
    }
  }
  return {};
}

// Every program of the language cases that parses: accepted and refused ones, of all tiers.
template <class Body>
std::size_t for_every_case(Body&& body) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(POLYDAT_SHARED_DIR) / "cases" / "lang")) {
    if (entry.path().extension() != ".polydat") continue;
    const Source source(entry.path().filename().string(), read_text(entry.path()));
    Diagnostics diagnostics;
    const lang::Program program = lang::parse(source, Limits{}, diagnostics);
    if (diagnostics.has_errors()) continue;
    INFO("case " << source.name());
    body(source, program);
    ++count;
  }
  return count;
}

// line:column code of each error of a JSON graph.
std::string json_errors(const std::string& text) {
  const Source source("bad.json", text);
  Diagnostics diagnostics;
  (void)read_json_graph(source, Limits{}, diagnostics);
  std::string out;
  for (const Diagnostic& d : diagnostics.sorted()) {
    const Location at = source.location(d.range.begin);
    out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(d.code) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("parse, print, parse is a fixed point, and means the same") {
  const std::size_t count = for_every_case([](const Source& source, const lang::Program& program) {
    const std::string once = lang::format_program(program);
    CHECK(lang::format_program(parse_text(once)) == once);
    CHECK(behaviour(Source("printed.polydat", once), GraphFormat::Dsl) == behaviour(source, GraphFormat::Dsl));
  });
  CHECK(count > 200);
}

TEST_CASE("a graph and its JSON twin give the same plan and rows; both directions are fixed points") {
  const std::size_t count = for_every_case([](const Source& source, const lang::Program& program) {
    const std::string json = write_json_graph(program);
    const lang::Program twin = read_json_text(json);
    CHECK(write_json_graph(twin) == json);
    CHECK(behaviour(Source("written.json", json), GraphFormat::Json) == behaviour(source, GraphFormat::Dsl));
    // Back into the language and out again.
    const std::string dsl = lang::format_program(twin);
    CHECK(write_json_graph(parse_text(dsl)) == json);
  });
  CHECK(count > 200);
}

TEST_CASE("formatting a source is idempotent and keeps its comments") {
  const std::size_t count = for_every_case([](const Source& source, const lang::Program&) {
    Diagnostics diagnostics;
    const auto once = lang::format_source(source, Limits{}, diagnostics);
    REQUIRE(once);
    const auto twice = lang::format_source(Source("formatted.polydat", *once), Limits{}, diagnostics);
    REQUIRE(twice);
    CHECK(*twice == *once);
    CHECK(behaviour(Source("formatted.polydat", *once), GraphFormat::Dsl) == behaviour(source, GraphFormat::Dsl));
  });
  CHECK(count > 200);
  const Source commented(
      "c.polydat",
      "# first\ninput   cycle:u64   // the row\n\n\n\n/* a\n block */ a:=hash( cycle )  # tail\n\n# before b\nb := a+1*2\n# last\n");
  Diagnostics diagnostics;
  const auto text = lang::format_source(commented, Limits{}, diagnostics);
  REQUIRE(text);
  CHECK(*text ==
        "# first\ninput cycle: u64  // the row\n\n/* a\n block */\na := hash(cycle)  # tail\n\n# before b\nb := a + 1 * 2\n# last\n");
}

TEST_CASE("printing keeps what parentheses mean") {
  const char* programs[] = {"a := (x + 1) * 2\n",         "a := x + 1 * 2\n",         "a := -(x as f64)\n", "a := -x as str\n",
                            "a := (2.0 ** 3.0) ** 2.0\n", "a := 2.0 ** 3.0 ** 2.0\n", "a := x - (1 - x)\n", "a := \"x\" + (1 + 2)\n",
                            "a := 1 + 2 + \"x\"\n",       "a := !(x & 3)\n"};
  for (const char* text : programs) {
    const std::string program = std::string("input x: u64\n") + text;
    CHECK(lang::format_program(parse_text(program)) == program);
  }
  // A tree from JSON has no parentheses of its own: they are put where the precedence asks for them.
  const lang::Program tree = read_json_text(
      R"({"polydat":1,"statements":[{"names":["a"],"value":{"op":"*","args":[{"op":"+","args":[{"wire":"x"},{"u64":"1"}]},{"op":"neg","args":[{"as":"f64","value":{"wire":"x"}}]}]}}]})");
  CHECK(lang::format_program(tree) == "a := (x + 1) * -(x as f64)\n");
}

TEST_CASE("a JSON string never interpolates, wherever it stands") {
  const std::string json =
      R"({"polydat":1,"statements":[{"input":"x"},{"names":["a"],"value":{"str":"{x} and }{"}},{"names":["b"],"value":{"call":"printf","args":[{"str":"{}!"},{"wire":"x"}]}}]})";
  const std::string dsl = lang::format_program(read_json_text(json));
  CHECK(dsl == "input x\na := \"{{x}} and }}{{\"\nb := printf(\"{}!\", x)\n");
  CHECK(behaviour(Source("s.json", json), GraphFormat::Json) == behaviour(Source("s.polydat", dsl), GraphFormat::Dsl));
}

TEST_CASE("64-bit integers are exact in JSON, as text and as numbers") {
  for (const char* literal : {"\"18446744073709551615\"", "18446744073709551615", "9007199254740993"}) {
    const lang::Program program =
        read_json_text(std::string(R"({"polydat":1,"statements":[{"names":["a"],"value":{"u64":)") + literal + "}}]}");
    std::string digits = literal;
    std::erase(digits, '"');
    CHECK(std::to_string(program.exprs.at(0).integer) == digits);
  }
}

TEST_CASE("mistakes in JSON graphs have a line and a column, all in one run") {
  CHECK(json_errors("{\"polydat\": 1,\n \"statements\": [], \"statements\": []}") == "2:20 duplicate-key\n");
  CHECK(json_errors("{\"polydat\": 1,\n \"statement\": []}") == "1:1 missing-key\n2:2 unknown-key\n");
  CHECK(json_errors("{\"polydat\": 2, \"statements\": []}") == "1:13 bad-version\n");
  CHECK(json_errors("[]").starts_with("1:1 "));
  CHECK(json_errors("{\"polydat\": 1, \"statements\": [{\"names\": [\"a\"], \"value\": {\"u64\": \"18446744073709551616\"}}]}")
            .starts_with("1:65 "));
  CHECK(json_errors("{\"polydat\": 1, \"statements\": [\n{\"names\": [\"a\"], \"valu\": 1},\n{\"input\": 5}]}") ==
        "2:1 missing-key\n2:18 unknown-key\n3:11 bad-shape\n");
  CHECK(json_errors("{\"polydat\": 1,").find("1:") == 0);
  CHECK_FALSE(json_errors(std::string(200'000, '[')).empty());
  CHECK_FALSE(json_errors("{\"polydat\":1,\"statements\":[{\"names\":[\"a\"],\"value\":{\"str\":\"\\udc00\"}}]}").empty());
}

TEST_CASE("every JSON graph obeys the schema that ships in docs/, and the schema refuses what the reader refuses") {
  const auto schema = nlohmann::json::parse(read_text(std::filesystem::path(POLYDAT_SOURCE_DIR) / "docs" / "graph.schema.json"));
  for_every_case([&](const Source&, const lang::Program& program) {
    CHECK(schema_violation(nlohmann::json::parse(write_json_graph(program)), schema, schema, "") == "");
  });
  for (const char* bad :
       {R"({"polydat":2,"statements":[]})", R"({"polydat":1})", R"({"polydat":1,"statements":[{"names":[],"value":{"u64":"1"}}]})",
        R"({"polydat":1,"statements":[{"names":["a"],"value":{"u64":"x"}}]})",
        R"({"polydat":1,"statements":[{"names":["a"],"valu":1}]})"}) {
    CHECK(schema_violation(nlohmann::json::parse(bad), schema, schema, "") != "");
    CHECK_FALSE(json_errors(bad).empty());
  }
}
