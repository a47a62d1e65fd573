// Programs with something broken in them: tokens and bytes of the language cases, and of their JSON twins, deleted, doubled, swapped,
// inserted. Whatever comes out, reading, compiling, formatting, converting and running it ends as it should: with a message where there
// is a mistake, and never with a crash (the sanitizers build runs this too). POLYDAT_MUTANTS and POLYDAT_SEED make a longer run.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "graph/json_reader.h"
#include "graph/json_writer.h"
#include "kernel/traversal.h"
#include "lang/format.h"
#include "lang/lexer.h"
#include "lang/parse.h"
#include "polydat/kernel.h"
#include "support/random_graph.h"

using namespace polydat;

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Seed {
  std::string text;
  GraphFormat format = GraphFormat::Dsl;
};

std::vector<Seed> seeds() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(POLYDAT_SHARED_DIR) / "cases" / "lang"))
    if (entry.path().extension() == ".polydat") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Seed> all;
  for (const std::filesystem::path& path : files) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    all.push_back({text.str(), GraphFormat::Dsl});
    Diagnostics diagnostics;
    const lang::Program program = lang::parse(Source("seed.polydat", text.str()), Limits{}, diagnostics);
    if (!diagnostics.has_errors()) all.push_back({write_json_graph(program), GraphFormat::Json});
  }
  return all;
}

// Names, numbers, blanks and single characters: for JSON as well as for the language.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (lang::is_name_char(text[at]))
      while (end < text.size() && lang::is_name_char(text[end])) ++end;
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

std::string mutate(const Seed& seed, const std::vector<Seed>& all, testing::Random& random) {
  static constexpr const char* kWords[] = {"(",
                                           ")",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           ":=",
                                           "->",
                                           ",",
                                           ":",
                                           ".",
                                           "..",
                                           "\"",
                                           "'",
                                           "<<<",
                                           ">>>",
                                           "${",
                                           "@for ",
                                           "@if ",
                                           "@else",
                                           "for ",
                                           "tile ",
                                           "cursor ",
                                           " over ",
                                           "pragma ",
                                           "input ",
                                           "extern ",
                                           "const ",
                                           "shared ",
                                           "volatile ",
                                           "if ",
                                           " else ",
                                           " as u64",
                                           " as str",
                                           " in ",
                                           " where ",
                                           " order ",
                                           " step ",
                                           "0",
                                           "18446744073709551615",
                                           "18446744073709551616",
                                           "1e308",
                                           "1e999",
                                           "-",
                                           "0.0",
                                           "3K",
                                           "#",
                                           "/*",
                                           "*/",
                                           "+",
                                           "**",
                                           "&&",
                                           "<<",
                                           "!",
                                           "|",
                                           "true",
                                           "cycle",
                                           "\xff",
                                           "\n",
                                           " ",
                                           "{\"wire\": \"x\"}",
                                           "{\"u64\": \"1\"}",
                                           "{\"call\": \"hash\", \"args\": []}",
                                           "{\"for\": \"i in 0..3\"}",
                                           "{\"str\": \"{x}\"}",
                                           "u128",
                                           "json",
                                           "vec_f32",
                                           "dyn",
                                           "bool",
                                           "partitions(\"*/3\", 10)",
                                           "range(0, 10)",
                                           "printf(\"{:05}\", ",
                                           "mod(",
                                           "counter()",
                                           "polytile_json(",
                                           "strict",
                                           "instring",
                                           "sep \";\"",
                                           "shuffle(seed=1, count=3)",
                                           "halton/4",
                                           "extrema/2",
                                           "normal(0, 1)",
                                           "0.0..1.0",
                                           "zip_cycle",
                                           "null"};
  std::string text = seed.text;
  for (std::uint64_t n = 1 + random.below(random.chance(70) ? 2 : 8); n > 0; --n) {
    std::vector<std::string> pieces = pieces_of(text);
    if (pieces.empty()) return kWords[random.below(std::size(kWords))];
    const auto place = [&] { return pieces.begin() + static_cast<std::ptrdiff_t>(random.below(pieces.size())); };
    const auto first = place();
    switch (random.below(9)) {
      case 0: pieces.erase(first); break;
      case 1: pieces.insert(first, std::string(*first)); break;
      case 2: std::iter_swap(first, place()); break;
      case 3: pieces.insert(first, kWords[random.below(std::size(kWords))]); break;
      case 4: *first = kWords[random.below(std::size(kWords))]; break;
      case 5: *first = *place(); break;
      case 6:
        pieces.erase(first, first + std::min<std::ptrdiff_t>(pieces.end() - first, static_cast<std::ptrdiff_t>(random.below(20))));
        break;
      case 7: {
        const std::vector<std::string> other = pieces_of(all[random.below(all.size())].text);
        if (other.empty()) break;
        const std::size_t begin = random.below(other.size()), count = std::min<std::size_t>(other.size() - begin, random.below(25));
        const auto from = other.begin() + static_cast<std::ptrdiff_t>(begin);
        pieces.insert(first, from, from + static_cast<std::ptrdiff_t>(count));
        break;
      }
      default: (*first)[random.below(first->size())] = static_cast<char>(random.below(256)); break;
    }
    text.clear();
    for (const std::string& piece : pieces) text += piece;
  }
  return text;
}

// Every message can be shown and stands inside the text.
void check_messages(const Diagnostics& diagnostics, const Sources& sources) {
  for (const Diagnostic& d : diagnostics.sorted()) {
    CHECK(d.range.begin <= d.range.end);
    CHECK_FALSE(render_text(d, sources, true).empty());
    CHECK_FALSE(render_json(d, sources).empty());
  }
}

void check_forms(const Source& source, GraphFormat format) {
  Diagnostics diagnostics;
  const lang::Program program =
      format == GraphFormat::Json ? read_json_graph(source, Limits{}, diagnostics) : lang::parse(source, Limits{}, diagnostics);
  check_messages(diagnostics, source);
  if (diagnostics.has_errors()) return;
  const std::string printed = lang::format_program(program);
  Diagnostics again;
  const Source reprinted("printed.polydat", printed);
  const lang::Program twin = lang::parse(reprinted, Limits{}, again);
  for (const Diagnostic& d : again.sorted()) FAIL_CHECK("what was printed does not parse: " << render_text(d, reprinted, false) << printed);
  if (again.has_errors()) return;
  CHECK(lang::format_program(twin) == printed);
  const Source json("twin.json", write_json_graph(program));
  const lang::Program read = read_json_graph(json, Limits{}, again);
  for (const Diagnostic& d : again.sorted()) FAIL_CHECK("what was written is not read: " << render_text(d, json, false));
  if (format == GraphFormat::Json) return;
  const auto once = lang::format_source(source, Limits{}, again);
  REQUIRE(once.has_value());
  CHECK(lang::format_source(Source("again.polydat", *once), Limits{}, again).value_or("") == *once);
}

void check_run(const Source& source, GraphFormat format, Engine engine) {
  CompileOptions options;
  options.format = format;
  options.engine = engine;
  options.limits.max_nodes = 20'000;
  options.limits.max_value = std::uint64_t{1} << 20;
  const Compiled compiled = compile(source, options);
  check_messages(compiled.diagnostics, compiled.sources);
  if (compiled.program == nullptr) {
    CHECK(compiled.diagnostics.has_errors());
    return;
  }
  CHECK_FALSE(compiled.diagnostics.has_errors());
  bool ok = true;
  const auto kernel = make_kernel(compiled.program, ok);
  if (!ok) return;
  for (std::uint64_t row = 0; row < 3; ++row) {
    kernel->set_inputs(std::vector<std::uint64_t>(compiled.program->coord_count(), row));
    if (!kernel->eval()) CHECK_FALSE(kernel->failure().report.empty());
  }
  for (const std::shared_ptr<const Traversal>& traversal : compiled.traversals) {
    Failure failure;
    const auto activations = open_traversal(traversal, *kernel, failure);
    if (activations == nullptr) {
      CHECK_FALSE(failure.report.empty());
      continue;
    }
    activations->tuples().stream().set_most_tuples(1000);
    for (int n = 0; n < 5 && activations->next(); ++n)
      if (!activations->kernel().eval()) CHECK_FALSE(activations->kernel().failure().report.empty());
    if (activations->failed()) CHECK_FALSE(activations->failure().report.empty());
  }
}

}  // namespace

TEST_CASE("broken programs end in messages, never in a crash") {
  const std::vector<Seed> all = seeds();
  testing::Random random(from_environment("POLYDAT_SEED", 20261130));
  for (std::uint64_t n = from_environment("POLYDAT_MUTANTS", 2000); n > 0; --n) {
    const Seed& seed = all[random.below(all.size())];
    const std::string text = mutate(seed, all, random);
    INFO(text);
    const Source source(seed.format == GraphFormat::Json ? "mutant.json" : "mutant.polydat", text);
    check_forms(source, seed.format);
    check_run(source, seed.format, n % 2 == 0 ? Engine::Closures : Engine::Interpreter);
  }
}
