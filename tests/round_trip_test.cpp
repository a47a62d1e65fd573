// Random programs through every form and back: printed, formatted, as JSON. And comments: formatting keeps them wherever they stand.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "graph/json_reader.h"
#include "graph/json_writer.h"
#include "lang/format.h"
#include "lang/lexer.h"
#include "lang/parse.h"
#include "support/program_behaviour.h"
#include "support/random_graph.h"
#include "support/random_program.h"
#include "support/read_program.h"

using namespace polydat;
using testing::behaviour;
using testing::messages;
using testing::parse_text;
using testing::read_json_text;

namespace {

constexpr std::uint64_t kFirstSeed = 20261130;
constexpr std::uint64_t kPrograms = 400;

std::string formatted(const std::string& text) {
  const Source source("program.polydat", text);
  Diagnostics diagnostics;
  const auto result = lang::format_source(source, Limits{}, diagnostics);
  CHECK_MESSAGE(result.has_value(), messages(diagnostics, source) << text);
  return result.value_or("");
}

// Where a comment may stand: before each token, and at the end. None inside captured text, which the lexer hands over as one token.
std::vector<std::size_t> gaps(const std::string& text) {
  std::vector<std::size_t> places;
  lang::Lexer lexer(text);
  for (lang::Token token = lexer.next(); token.kind != lang::TokenKind::End; token = lexer.next()) places.push_back(token.begin);
  places.push_back(text.size());
  return places;
}

std::vector<std::string> case_texts() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(POLYDAT_SHARED_DIR) / "cases" / "lang")) {
    if (entry.path().extension() != ".polydat") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    Diagnostics diagnostics;
    (void)lang::parse(Source("case.polydat", text.str()), Limits{}, diagnostics);
    if (!diagnostics.has_errors()) texts.push_back(text.str());
  }
  return texts;
}

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size())) ++count;
  return count;
}

// Comments with numbers at some of the gaps, the same tree, and every comment once in what is formatted.
void check_comments(const std::string& text, testing::Random& random) {
  const std::vector<std::size_t> places = gaps(text);
  const std::string json = write_json_graph(parse_text(text));
  std::string commented;
  std::size_t from = 0, comments = 0;
  for (const std::size_t place : places) {
    commented += text.substr(from, place - from);
    from = place;
    if (!random.chance(places.size() > 60 ? 10 : 30)) continue;
    const std::string number = std::to_string(comments++);
    const std::uint64_t form = random.below(4);
    commented += form == 0   ? " # c" + number + "c\n"
                 : form == 1 ? " // c" + number + "c\n"
                 : form == 2 ? "\n/* c" + number + "c */"
                             : "/* c" + number + "c\n */";
  }
  commented += text.substr(from);
  Diagnostics diagnostics;
  const lang::Program program = lang::parse(Source("commented.polydat", commented), Limits{}, diagnostics);
  // A line end may change what a text means (a `(` that is first on its line, a tile's header): then it is another program.
  if (diagnostics.has_errors() || write_json_graph(program) != json) return;
  INFO(commented);
  const std::string once = formatted(commented);
  for (std::size_t c = 0; c < comments; ++c) CHECK_MESSAGE(count_of(once, "c" + std::to_string(c) + "c") == 1, "comment " << c);
  CHECK(formatted(once) == once);
  CHECK(write_json_graph(parse_text(once)) == json);
}

}  // namespace

TEST_CASE(
    "random programs: parse, print, parse is a fixed point, formatting settles, JSON and back is the same tree, the rows are the same") {
  std::size_t compiled = 0, with_loops = 0;
  for (std::uint64_t n = 0; n < kPrograms; ++n) {
    const std::string text = testing::random_program(kFirstSeed + n);
    INFO("seed " << kFirstSeed + n << "\n" << text);
    const lang::Program program = parse_text(text);
    const std::string printed = lang::format_program(program);
    CHECK(lang::format_program(parse_text(printed)) == printed);
    const std::string fine = formatted(text);
    CHECK(formatted(fine) == fine);
    const std::string json = write_json_graph(program);
    CHECK(write_json_graph(parse_text(printed)) == json);
    CHECK(write_json_graph(parse_text(fine)) == json);
    const lang::Program twin = read_json_text(json);
    CHECK(write_json_graph(twin) == json);
    CHECK(write_json_graph(parse_text(lang::format_program(twin))) == json);
    const std::string does = behaviour(Source("program.polydat", text), GraphFormat::Dsl);
    if (does == "refused") continue;
    ++compiled;
    with_loops += text.find("\nfor ") != std::string::npos ? 1 : 0;
    CHECK(behaviour(Source("printed.polydat", printed), GraphFormat::Dsl) == does);
    CHECK(behaviour(Source("formatted.polydat", fine), GraphFormat::Dsl) == does);
    CHECK(behaviour(Source("program.json", json), GraphFormat::Json) == does);
  }
  // The generator is worth its name.
  CHECK(compiled > kPrograms / 2);
  CHECK(with_loops > kPrograms / 10);
}

TEST_CASE("formatting keeps every comment, wherever it stands") {
  testing::Random random(kFirstSeed);
  for (const std::string& text : case_texts()) check_comments(text, random);
  for (std::uint64_t n = 0; n < kPrograms; ++n) check_comments(testing::random_program(kFirstSeed + n), random);
}
