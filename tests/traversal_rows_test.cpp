// Rows of random `for` statements: what the blocks of every engine write, on one thread and on several, are the bytes that the interpreter
// gives activation by activation, up to the same failure. Sources of every kind and of every type of element, orders, filters, cursors and
// statements in bodies. POLYDAT_GRAPHS sets the number of programs, POLYDAT_SEED the first seed.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "polydat/kernel.h"
#include "polydat/traversal.h"
#include "stream/row_writer.h"
#include "stream/text_sink.h"
#include "stream/traversal_run.h"
#include "support/lockstep.h"

using namespace polydat;
using polydat::testing::native_code_available;

namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class ProgramMaker {
 public:
  explicit ProgramMaker(std::uint64_t seed) : random_(seed) {}

  std::string make() {
    const bool is_long = chance(5);
    // Everything that the sources and the bodies read from around.
    std::string text =
        "input cycle: u64\n"
        "words := \"red, deep; blue 7\"\n"
        "tree := to_json(\"t{cycle}\")\n"
        "wide := cycle as u128\n"
        "raw := u64_to_bytes(cycle + 1)\n"
        "floats := hash_vec(cycle, 3)\n"
        "ints := str_to_vec_i64(\"[4, -5]\")\n"
        "base := cycle * 100\n";
    text += "for " + clauses(is_long) + stages() + " {\n" + body();
    if (chance(4)) text += "  for inner in 0..3 { deep := inner + n0 }\n";
    return text + "}\n";
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool chance(std::uint64_t one_in) { return below(one_in) == 0; }
  std::string number(std::uint64_t n) { return std::to_string(n); }

  struct Element {
    std::string name;
    char kind;  // n: u64, s: str, f: f64, b: bool, p: partition, j: json, w: u128, r: bytes and others that become text
  };

  // n0 is always there, and first.
  std::string clauses(bool is_long) {
    std::string text = "n0 in 0.." + number(is_long ? 9000 + below(9000) : 1 + below(40)) + (chance(3) ? " step 3" : "");
    elements_.push_back({"n0", 'n'});
    const std::uint64_t more = below(is_long ? 2 : 4);
    for (std::uint64_t k = 1; k <= more; ++k) text += ", " + clause("e" + number(k));
    return text;
  }

  std::string clause(const std::string& name) {
    static const struct {
      const char* source;
      char kind;
    } kSources[] = {
        {"[\"a\", \"bb\", \"\", \"a longer text, with \\\"quotes\\\"\"]", 's'},
        {"red, green", 's'},
        {"{words}", 's'},
        {"concat([\"x\"], {words})", 's'},
        {"1.5, -2.25, 1e300", 'f'},
        {"linear_steps(0.0, 2.5, 3)", 'f'},
        {"log_steps(1.0, 8.0, 4)", 'f'},
        {"true, false", 'b'},
        {"partitions(\"*/3\", 30)", 'p'},
        {"partitions(\"50%, 25%\", 40)", 'p'},
        {"[tree]", 'j'},
        {"[wide]", 'w'},
        {"[raw]", 'r'},
        {"[floats]", 'r'},
        {"{floats}", 'r'},
        {"{ints}", 'r'},
        {"5..8", 'n'},
        {"7, 9, 18446744073709551615", 'n'},
        {"6..6", 'n'},
    };
    static const struct {
      const char* source;
      char kind;
    } kDependent[] = {
        {"pow2_until({n0})", 'n'},
        {"linear_steps(0.0, {n0}, 2)", 'f'},
        {"str_concat(\"from \", {n0})", 's'},
        {"partitions(\"*/2\", {n0} + 10)", 'p'},
    };
    if (chance(3)) {
      const auto& made = kDependent[below(std::size(kDependent))];
      elements_.push_back({name, made.kind});
      reads_elements_ = true;  // such a product has no order but lex
      return name + " in " + made.source;
    }
    if (chance(5)) {
      elements_.push_back({name, 's'});
      elements_.push_back({name + "z", 'n'});
      return "(" + name + ", " + name + "z) in zip_cycle({words}, 3..8)";
    }
    const auto& made = kSources[below(chance(8) ? std::size(kSources) : std::size(kSources) - 1)];
    elements_.push_back({name, made.kind});
    return name + " in " + made.source;
  }

  std::string stages() {
    std::string text;
    if (chance(3)) text += " where {n0} % 4 != " + number(below(4));
    switch (reads_elements_ ? 5 + below(3) : below(8)) {
      case 0: return text + " order reverse_lex";
      case 1: return text + " order shuffle/" + number(1 + below(30));
      case 2: return text + " order diagonal/" + number(1 + below(50));
      case 3: return text + " order shuffle";
      case 5: return text + " order lex/" + number(1 + below(50));
      default: return text;
    }
  }

  std::string body() {
    std::string text, ordinals;
    const std::uint64_t cursors = chance(2) ? 0 : 1 + below(2);
    for (std::uint64_t c = 0; c < cursors; ++c) {
      const std::string name = "c" + number(c);
      std::string domain =
          std::vector<std::string>{"range(0, 3)",        "range(n0, n0 + 2)",       "range(0, n0 % 3)",
                                   "range(2, base + 5)", "range(0, 60 / (n0 % 5))", "range(0, mod_wire(7, u64_sub(29, n0)))"}[below(6)];
      for (const Element& element : elements_)
        if (element.kind == 'p' && chance(2)) domain = "range(0, 40) over " + element.name;
      text += "  cursor " + name + " = " + domain + "\n";
      ordinals += " + " + name + ".ordinal";
    }
    text += "  row := hash(cycle + n0" + ordinals + ")\n";
    if (chance(2)) text += "  const square := n0 * n0\n  more := square + cycle\n";
    if (chance(3)) text += "  shared cell := n0 + 1\n  celled := cell * 2\n";
    if (chance(3)) text += "  around := base + n0\n";
    if (chance(4)) text += "  fails := mod_wire(100, u64_sub(" + number(below(30)) + ", n0))\n";
    for (const Element& element : elements_) {
      const std::string& e = element.name;
      switch (element.kind) {
        case 'n': text += "  of_" + e + " := hash(" + e + ") % 1000\n"; break;
        case 's': text += "  of_" + e + " := \"<{" + e + "}{cycle}>\"\n  const twice_" + e + " := " + e + " + " + e + "\n"; break;
        case 'f': text += "  of_" + e + " := " + e + " * 3.0 + cycle\n"; break;
        case 'b': text += "  of_" + e + " := if(" + e + ", n0, cycle)\n"; break;
        case 'p':
          text += "  of_" + e + " := start_of(" + e + ") + idx_of(" + e + ")\n  const count_" + e + " := cardinality(" + e + ")\n";
          break;
        default: text += "  of_" + e + " := \"{" + e + "}\"\n"; break;
      }
      if (chance(3)) text += "  same_" + e + " := " + e + "\n";
    }
    if (chance(3)) text += "  tile line : csv := \"${row},${" + elements_.back().name + "}\"\n";
    return text;
  }

  std::mt19937_64 random_;
  std::vector<Element> elements_;
  bool reads_elements_ = false;
};

Compiled compiled(const std::string& text, Engine engine) {
  CompileOptions options;
  options.engine = engine;
  return compile(Source("test", text), options);
}

struct Rows {
  std::string text, message;
  std::uint64_t count = 0;
  RunStatus status = RunStatus::Complete;
  bool operator==(const Rows&) const = default;
};

constexpr std::uint64_t kStart = 3, kMostCycles = 4;

Rows run(const Compiled& program, RowFormat format, unsigned threads) {
  TraversalRun run;
  run.outer = program.program;
  run.traversals = program.traversals;
  run.start = kStart;
  run.most_cycles = kMostCycles;
  run.rows.format = format;
  run.threads = threads;
  TextSink sink;
  const std::atomic<bool> stop = false;
  const RunResult result = run_traversals(run, sink, stop);
  (void)sink.finish(true);
  return {sink.text(), result.message, result.rows_written, result.status};
}

// A host's way: one activation after the other, one cycle after the other.
Rows by_hand(const Compiled& program, RowFormat format) {
  bool ready = false;
  const std::unique_ptr<AnyKernel> outer = make_kernel(program.program, ready);
  REQUIRE(ready);
  outer->set_inputs(std::vector<std::uint64_t>(program.program->coord_count(), kStart));
  const Traversal& traversal = *program.traversals[0];
  std::vector<Column> columns;
  for (std::size_t o = 0; o < traversal.visible_outputs(); ++o) {
    const OutputInfo& output = traversal.body()->outputs()[o];
    columns.push_back({output.name, output.type, output.may_be_none, output.is_plain_text});
  }
  const std::unique_ptr<RowWriter> writer = make_row_writer(columns, {format, true, false});
  Buffer out;
  out.set_limit(std::size_t{1} << 30);
  writer->write_header(out);
  Rows rows;
  const auto fail = [&](const Failure& failure, const std::string& place) {
    rows.status = RunStatus::RowFailed;
    rows.message = failure.report + place;
    rows.text = out.view();
    return rows;
  };
  Failure failure;
  const std::unique_ptr<Activations> activations = open_traversal(program.traversals[0], *outer, failure);
  if (activations == nullptr) return fail(failure, "");
  std::vector<std::uint8_t> none(columns.size());
  while (activations->next()) {
    AnyKernel& kernel = activations->kernel();
    for (std::uint64_t i = 0; i < std::min(activations->cycles(), kMostCycles); ++i) {
      activations->set_cycle(i);
      if (!kernel.eval()) return fail(kernel.failure(), "\nat " + activations->tuple_text());
      std::vector<ColumnView> views;
      for (std::uint32_t o = 0; o < columns.size(); ++o) {
        const std::uint64_t* const words = kernel.output_words(o);
        none[o] = kernel.is_none(o) ? 1 : 0;
        views.push_back({columns[o].type, {words, words + 1}, 0, none[o] != 0 ? &none[o] : nullptr});
      }
      writer->write_block(views, {0, 1, nullptr}, out);
      ++rows.count;
    }
  }
  if (activations->failed())
    return fail(activations->failure(), activations->tuples().stream().failed() ? "" : "\nat " + activations->tuple_text());
  rows.text = out.view();
  return rows;
}

}  // namespace

TEST_CASE("blocks of every engine and any number of threads write the rows of the interpreter's activations") {
  const std::uint64_t programs = setting("POLYDAT_GRAPHS", 100), first = setting("POLYDAT_SEED", 1);
  std::vector<Engine> engines{Engine::Interpreter, Engine::Closures, Engine::Auto};
  if (native_code_available()) engines.push_back(Engine::Hybrid);
  std::uint64_t rows = 0, failures = 0, refused = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const std::string text = ProgramMaker(seed).make();
    CAPTURE(seed);
    CAPTURE(text);
    const Compiled reference = compiled(text, Engine::Interpreter);
    if (reference.traversals.empty()) {
      // Only what is wrong with a program of its own: a mistake that this test makes is none of these.
      for (const Diagnostic& d : reference.diagnostics.sorted())
        if (d.severity == Severity::Error) MESSAGE(seed << ": " << d.message);
      ++refused;
      continue;
    }
    const Rows jsonl = by_hand(reference, RowFormat::Jsonl), csv = by_hand(reference, RowFormat::Csv);
    rows += jsonl.count;
    failures += jsonl.status == RunStatus::Complete ? 0 : 1;
    std::optional<Rows> raw;
    for (const Engine engine : engines) {
      CAPTURE(static_cast<int>(engine));
      const Compiled program = compiled(text, engine);
      REQUIRE(program.traversals.size() == 1);
      CHECK(run(program, RowFormat::Jsonl, 1) == jsonl);
      CHECK(run(program, RowFormat::Csv, 3) == csv);
      if (engine == Engine::Interpreter) continue;  // its blocks are shorter
      if (!raw.has_value()) raw = run(program, RowFormat::Raw, 1);
      CHECK(run(program, RowFormat::Raw, 4).text == raw->text);
    }
  }
  MESSAGE("rows: " << rows << ", failures: " << failures << ", refused: " << refused);
  CHECK(rows > programs * 10);
  CHECK(failures * 2 < programs);
  CHECK(refused == 0);
}
