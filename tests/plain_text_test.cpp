// Outputs marked as plain text hold nothing that a row format quotes or escapes, and rows written by the mark are those without it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "kernel/block_kernel.h"
#include "nodes/catalog.h"
#include "nodes/name_tables.h"
#include "nodes/plain_text.h"
#include "nodes/sample_files.h"
#include "polydat/kernel.h"
#include "stream/row_writer.h"
#include "support/random_graph.h"

using namespace polydat;

namespace {

std::shared_ptr<const Program> program_of(const std::string& text) {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.allow_env = true;
  for (const SampleFile& file : kSampleFiles) options.supplied_files.emplace_back(file.name, file.content);
  return compile(Source("plain.polydat", text), options).program;
}

bool is_marked(const std::string& expression) {
  const auto program = program_of("input x: u64\nextern given: str = \"a\"\nout := " + expression + "\n");
  REQUIRE_MESSAGE(program != nullptr, expression);
  return program->outputs().back().is_plain_text;
}

// Every marked output of 600 rows is plain. How many outputs are marked.
std::size_t check_rows(const std::shared_ptr<const Program>& program) {
  std::vector<std::uint32_t> marked;
  for (std::uint32_t o = 0; o < program->outputs().size(); ++o)
    if (program->outputs()[o].is_plain_text) marked.push_back(o);
  if (marked.empty()) return 0;
  bool ready = false;
  const auto kernel = make_kernel(program, ready);
  REQUIRE(ready);
  testing::Random random(7);
  for (std::uint64_t row = 0; row < 600; ++row) {
    std::vector<std::uint64_t> inputs(program->coord_count());
    for (std::uint64_t& input : inputs) input = row < 300 ? row : random.next() >> row % 64;
    kernel->set_inputs(inputs);
    if (!kernel->eval()) continue;
    for (const std::uint32_t o : marked) {
      const std::string_view text = view_text(kernel->output_words(o));
      if (!is_plain_text(text)) FAIL_CHECK(program->outputs()[o].name << " = " << text);
    }
  }
  return marked.size();
}

// The rows 0 .. count - 1 in one format, with the marks or without them.
std::string rows_of(const std::shared_ptr<const Program>& program, RowFormat format, bool with_marks) {
  BlockKernel kernel(program);
  REQUIRE(kernel.ready());
  std::vector<Column> columns;
  for (const OutputInfo& output : program->outputs())
    columns.push_back({output.name, output.type, output.may_be_none, with_marks && output.is_plain_text});
  RowOptions options;
  options.format = format;
  const auto writer = make_row_writer(columns, options);
  Buffer text;
  writer->write_header(text);
  testing::Random random(3);
  for (int block = 0; block < 3; ++block) {
    for (std::uint32_t c = 0; c < program->coord_count(); ++c)
      for (std::size_t r = 0; r < 100; ++r)
        kernel.coordinate_column(c)[r] = block == 2 ? 5 : random.next() >> r % 64;  // then it stands still
    const BlockOutcome outcome = kernel.run(100);
    std::vector<ColumnView> views;
    for (std::uint32_t o = 0; o < columns.size(); ++o) views.push_back(kernel.column(o));
    writer->write_block(views, {0, outcome.rows, nullptr}, text);
  }
  return std::string(text.view());
}

// Expressions over x and the earlier bindings, many with characters that some format minds.
std::string random_text_graph(std::uint64_t seed) {
  testing::Random random(seed);
  const std::array<std::string, 14> words{"a",          "b c",    " blank",   "blank ", "",     "x,y", "say \\\"hi\\\"", "back\\\\slash",
                                          "line\\nend", "tab\\t", "\xc3\xa9", "~",      "{{}}", "\x7f"};
  const auto word = [&] { return words[random.below(random.chance(30) ? words.size() : 4)]; };
  const auto label = [&] {  // a comma would end it
    std::string made = word();
    while (made.find(',') != std::string::npos) made = word();
    return made;
  };
  std::string text = "input x: u64\nh := hash(x)\n";
  std::vector<std::string> names;
  const auto any = [&]() -> std::string {
    if (names.empty() || random.chance(20)) return random.chance(50) ? "h" : "to_f64(h)";
    return names[random.below(names.size())];
  };
  const auto str = [&]() -> std::string {
    return names.empty() || random.chance(10) ? "\"" + word() + "\"" : names[random.below(names.size())];
  };
  for (int b = 0; b < 14; ++b) {
    std::string expression;
    switch (random.below(10)) {
      case 0: expression = "printf(\"" + word() + "{}-{}" + word() + "\", " + any() + ", " + any() + ")"; break;
      case 1: expression = "printf(\"{:12}" + word() + "\", " + any() + ")"; break;
      case 2: expression = "str_concat(" + any() + ", \"" + word() + "\", " + any() + ")"; break;
      case 3: expression = "weighted_strings(h, \"" + label() + "p:2;q" + label() + ":1\")"; break;
      case 4: expression = "str_upper(" + str() + ")"; break;
      case 5: expression = "select_str(mod(h, 2), " + str() + ", " + str() + ")"; break;
      case 6: expression = "one_of(h, \"" + word() + "\", \"" + word() + "\")"; break;
      case 7: expression = random.chance(50) ? "hashed_uuid(h)" : "full_names(h)"; break;
      case 8: expression = random.chance(50) ? "number_to_words(h)" : "to_timestamp(h)"; break;
      case 9: expression = "url_encode(" + str() + ")"; break;
    }
    names.push_back("t" + std::to_string(b));
    text += names.back() + " := " + expression + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("what is plain text") {
  for (int c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    CHECK(is_plain_text({&character, 1}) == (c >= 0x20 && c < 0x7f && c != '"' && c != ',' && c != '\\'));
  }
  CHECK(is_plain_text(""));
}

TEST_CASE("the mark comes from the node, its constants and its wires") {
  for (const char* expression :
       {"hashed_uuid(x)", "to_timestamp(x)", "format_f64(to_f64(x))", "full_names(x)", "number_to_words(x)", "printf(\"user-{}\", x)",
        "printf(\"{} of {}\", hashed_uuid(x), full_names(x))", "weighted_strings(x, \"a:1;b c:2\")", "weighted_strings(x, \"a:1,b:2\")",
        "str_concat(\"a \", x, hashed_uuid(x))", "str_upper(printf(\"v{:08x}\", x))", "select_str(x, \"a\", hashed_uuid(x))",
        "one_of(x, \"red\", \"green\")", "identity(hashed_uuid(x))", "pick(u64_lt(x, 3), u64_ge(x, 3), \"low\", \"high\")", "\"plain\"",
        "to_hex(u64_to_bytes(x))", "url_encode(html_decode(\"a&quot;\"))"})
    CHECK_MESSAGE(is_marked(expression), expression);
  for (const char* expression :
       {"printf(\"a,{}\", x)", "printf(\"{}\", str_to_json(\"[1,2]\"))", "printf(\"{}\", hash_vec(x, 3))",
        "weighted_strings(x, \"a\\\"b:1;c:2\")", "str_concat(\"a\\n\", x)", "str_concat(u64_to_bytes(x))", "str_upper(\"\xc3\xa9\")",
        "select_str(x, \"a,b\", \"c\")", "one_of(x, \"red\", \"a\\\\b\")", "printf(\"{}\", given)", "given", "country_names(x)",
        "html_decode(full_names(x))", "\"a,b\"", "x", "str_concat(printf(\"a,{}\", x), \"b\")"})
    CHECK_MESSAGE(!is_marked(expression), expression);
}

TEST_CASE("marked outputs of the catalog's examples are plain in every row") {
  std::size_t marked = 0;
  for (const NodeDef* row : all_nodes()) {
    INFO("example of " << name_of(*row));
    const auto program = program_of(std::string(row->example));
    REQUIRE(program != nullptr);
    const std::size_t here = check_rows(program);
    if (row->text == TextContent::Plain) CHECK(here > 0);
    marked += here;
  }
  CHECK(marked >= 30);
}

TEST_CASE("names that are marked by their node are plain, every one") {
  for (const NameTable* table : {&kStateCodes, &kCountryCodes, &kFemaleNames, &kMaleNames, &kSurnames})
    for (std::size_t i = 0; i < table->size; ++i) CHECK(is_plain_text((*table)[i]));
}

TEST_CASE("random graphs of texts: marked columns are plain, and rows are the same with the marks and without") {
  std::size_t marked = 0, unmarked = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const std::string text = random_text_graph(seed);
    INFO(text);
    const auto program = program_of(text);
    REQUIRE(program != nullptr);
    const std::size_t here = check_rows(program);
    marked += here;
    unmarked += program->outputs().size() - here;
    for (const RowFormat format : {RowFormat::Csv, RowFormat::Tsv, RowFormat::Jsonl, RowFormat::Map})
      CHECK(rows_of(program, format, true) == rows_of(program, format, false));
  }
  CHECK(marked > 300);
  CHECK(unmarked > 300);
}
