// What a host does with shared cells and with `for` statements, on every engine: language 2.4, 4.2 and 4.7 through the public headers.
#include <doctest/doctest.h>

#include "kernel/block_kernel.h"
#include "polydat/kernel.h"
#include "polydat/traversal.h"
#include "support/lockstep.h"

using namespace polydat;
using polydat::testing::native_code_available;

namespace {

struct Setting {
  Engine engine;
  Provenance provenance;
};
std::vector<Setting> settings() {
  std::vector<Setting> all = {{Engine::Interpreter, Provenance::Raw},
                              {Engine::Closures, Provenance::Raw},
                              {Engine::Closures, Provenance::Pull},
                              {Engine::Closures, Provenance::PushPull}};
  if (native_code_available())
    for (const Provenance mode : {Provenance::Raw, Provenance::Pull, Provenance::PushPull}) all.push_back({Engine::Hybrid, mode});
  return all;
}

Compiled compiled(const std::string& text, Setting setting, std::vector<std::string> outputs = {}) {
  CompileOptions options;
  options.engine = setting.engine;
  options.provenance = setting.provenance;
  options.outputs = std::move(outputs);
  Compiled result = compile(Source("test", text), options);
  for (const Diagnostic& d : result.diagnostics.sorted())
    if (d.severity == Severity::Error) MESSAGE(d.message);
  REQUIRE(result.program != nullptr);
  return result;
}

std::unique_ptr<AnyKernel> kernel_of(const Compiled& program) {
  bool ready = false;
  std::unique_ptr<AnyKernel> kernel = make_kernel(program.program, ready);
  REQUIRE(ready);
  return kernel;
}

Value read(AnyKernel& kernel, std::string_view output) {
  const std::uint32_t index = *kernel.program().output_index(output);
  REQUIRE(kernel.pull(index));
  Value value;
  REQUIRE(kernel.value(index, value) == AccessError::None);
  return value;
}

void at(AnyKernel& kernel, std::uint64_t coordinate) { kernel.set_inputs(std::vector<std::uint64_t>{coordinate}); }

}  // namespace

TEST_CASE("a shared cell starts at its value, takes what the host writes, and what depends on it follows") {
  for (const Setting setting : settings()) {
    CAPTURE(static_cast<int>(setting.engine));
    CAPTURE(static_cast<int>(setting.provenance));
    const Compiled program = compiled(
        "input n: u64\nextern limit: u64 = 4\nshared step := 3\nshared floor: f64 := 2\nshared note := \"keep\"\nshared twice := step * limit\n"
        "v := n * step\nw := floor + n\nt := \"{note}-{n}\"\nuntouched := n + 1\n",
        setting);
    const auto kernel = kernel_of(program);
    at(*kernel, 10);
    CHECK(read(*kernel, "v").as_u64() == 30);
    CHECK(read(*kernel, "w").as_f64() == 12.0);
    CHECK(read(*kernel, "t").text() == "keep-10");
    CHECK(read(*kernel, "twice").as_u64() == 12);
    CHECK(kernel->set_input("step", Value::u64(5)) == AccessError::None);
    CHECK(kernel->set_input("note", Value::str("other")) == AccessError::None);
    CHECK(kernel->set_input("floor", Value::f64(0.5)) == AccessError::None);
    CHECK(read(*kernel, "v").as_u64() == 50);
    CHECK(read(*kernel, "step").as_u64() == 5);
    CHECK(read(*kernel, "w").as_f64() == 10.5);
    CHECK(read(*kernel, "t").text() == "other-10");
    CHECK(read(*kernel, "twice").as_u64() == 12);  // it started from the value that `step` had
    at(*kernel, 11);
    CHECK(read(*kernel, "v").as_u64() == 55);
    // A copy has cells of its own.
    const auto copy = kernel->fork();
    CHECK(copy->set_input("step", Value::u64(7)) == AccessError::None);
    CHECK(read(*copy, "v").as_u64() == 77);
    CHECK(read(*kernel, "v").as_u64() == 55);
    // The type of a cell is fixed; None is a value of every type.
    CHECK(kernel->set_input("step", Value::f64(1.0)) == AccessError::WrongType);
    CHECK(kernel->set_input("step", Value::none(PortType::U64)) == AccessError::None);
    CHECK(read(*kernel, "v").is_none());
    CHECK(kernel->set_input("step", Value::u64(2)) == AccessError::None);
    CHECK(read(*kernel, "v").as_u64() == 22);
    // The start again.
    CHECK(kernel->set_input("limit", Value::u64(100)) == AccessError::None);
    CHECK(read(*kernel, "twice").as_u64() == 12);
    CHECK(kernel->init());
    CHECK(read(*kernel, "v").as_u64() == 33);
    CHECK(read(*kernel, "twice").as_u64() == 300);
    kernel->reset_inputs();
    at(*kernel, 11);
    CHECK(read(*kernel, "t").text() == "keep-11");
    CHECK(read(*kernel, "twice").as_u64() == 12);
  }
}

TEST_CASE("a write of a cell makes what depends on it not current, and nothing else; an equal value is no change") {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.provenance = Provenance::PushPull;
  options.count_runs = true;
  const Compiled program = compile(Source("test", "input n: u64\nshared step := 3\nv := hash(n) * step\nu := hash(n + 1)\n"), options);
  REQUIRE(program.program != nullptr);
  const auto kernel = kernel_of(program);
  at(*kernel, 1);
  const auto runs_of = [&](const auto& action) {
    const std::vector<std::uint64_t> before(kernel->step_runs().begin(), kernel->step_runs().end());
    action();
    std::uint64_t runs = 0;
    for (std::size_t s = 0; s < before.size(); ++s) runs += kernel->step_runs()[s] - before[s];
    return runs;
  };
  CHECK(kernel->eval());
  CHECK(runs_of([&] { kernel->eval(); }) == 0);
  kernel->set_input("step", Value::u64(4));
  CHECK_FALSE(kernel->is_current(*program.program->output_index("v")));
  CHECK(kernel->is_current(*program.program->output_index("u")));
  CHECK(runs_of([&] { kernel->eval(); }) == 2);  // the product, and the copy that shows the cell
  kernel->set_input("step", Value::u64(4));
  CHECK(runs_of([&] { kernel->eval(); }) == 0);
}

TEST_CASE("shared cells are inputs of the program behind its coordinates; consts and cells of modules are not") {
  for (const Setting setting : settings()) {
    const Compiled program = compiled(
        "m(a: u64) -> (value: u64) := { shared inner := 5\nvalue := a + inner }\n"
        "extern e: u64 = 1\nconst c := e + 1\nshared first := c\ninput n: u64\nextern late: str\nconst d := first\nshared volatile second := counter()\n"
        "v := n + c + first + d + m(n)\n",
        setting);
    std::vector<std::string> names;
    std::uint32_t coordinates = 0;
    for (const InputInfo& input : program.program->inputs()) {
      names.push_back(input.name);
      coordinates += input.is_coordinate ? 1 : 0;
      CHECK(input.is_shared == (input.name == "first" || input.name == "second"));
    }
    CHECK(names == std::vector<std::string>{"n", "e", "late", "first", "second"});
    CHECK(coordinates == 1);
    const auto kernel = kernel_of(program);
    at(*kernel, 0);
    CHECK(read(*kernel, "v").as_u64() == 11);  // 0 + 2 + 2 + 2 + 5
    CHECK(kernel->set_input("first", Value::u64(20)) == AccessError::None);
    CHECK(read(*kernel, "v").as_u64() == 29);  // `d` holds what the cell had when it was captured
    CHECK(kernel->set_input("c", Value::u64(20)) != AccessError::None);
    CHECK(kernel->set_input("inner", Value::u64(20)) == AccessError::UnknownName);
    CHECK(kernel->set_input("second", Value::u64(20)) == AccessError::None);
    CHECK(read(*kernel, "second").as_u64() == 20);
    CHECK(read(*kernel, "second").as_u64() == 20);
  }
}

TEST_CASE("a cell that no selected output reads may be written all the same, and its start is not computed") {
  for (const Setting setting : settings()) {
    const Compiled program = compiled("input n: u64\nextern e: u64 = 0\nshared unread := mod_wire(5, e)\nv := n + 1\n", setting, {"v"});
    const auto kernel = kernel_of(program);
    CHECK(kernel->set_input("unread", Value::u64(1)) == AccessError::None);
    at(*kernel, 1);
    CHECK(read(*kernel, "v").as_u64() == 2);
  }
}

TEST_CASE("blocks see cells as they are written") {
  for (const Setting setting : settings()) {
    const Compiled program = compiled("input n: u64\nshared step := 3\nshared tag := \"a\"\nv := n * step\nt := \"{tag}{n}\"\n", setting);
    BlockKernel block(program.program, 64);
    REQUIRE(block.ready());
    const auto run = [&](std::uint64_t step, std::string_view tag) {
      for (std::uint64_t r = 0; r < 10; ++r) block.coordinate_column(0)[r] = r;
      REQUIRE(block.run(10).rows == 10);
      const ColumnView v = block.column(*program.program->output_index("v")), t = block.column(*program.program->output_index("t"));
      for (std::size_t r = 0; r < 10; ++r) {
        CHECK(v.words[0][r] == r * step);
        const std::uint64_t words[2] = {t.words[0][r], t.words[1][r]};
        CHECK(Value::from_words(PortType::Str, words, false).text() == std::string(tag) + std::to_string(r));
      }
    };
    run(3, "a");
    CHECK(block.set_input_at(*program.program->input_index("step"), Value::u64(8)) == AccessError::None);
    CHECK(block.set_input_at(*program.program->input_index("tag"), Value::str("b")) == AccessError::None);
    run(8, "b");
    run(8, "b");
  }
}

TEST_CASE("a dyn extern takes a value of any type, and what reads it converts what it holds") {
  for (const Setting setting : settings()) {
    CAPTURE(static_cast<int>(setting.engine));
    const Compiled program = compiled(
        "input n: u64\nextern d: dyn = 5\nextern unset: dyn\nv := d\nsum := d + n\nrest := mod(d, 7)\ntext := \"<{d}>\"\njoined := \"x\" + d\n"
        "kind := type_of(d)\nsome := default_or(unset, \"none\")\ntree := json_object(\"k\", d)\nwhole := d as u64\nflag := d as bool\n",
        setting);
    const auto kernel = kernel_of(program);
    at(*kernel, 10);
    const auto value = [&](std::string_view output) { return read(*kernel, output); };
    CHECK(value("v").same_as(Value::u64(5)));
    CHECK(value("sum").same_as(Value::f64(15)));
    CHECK(value("rest").same_as(Value::u64(5)));
    CHECK(value("text").text() == "<5>");
    CHECK(value("joined").text() == "x5");
    CHECK(value("kind").text() == "dyn");
    CHECK(value("some").text() == "none");
    CHECK(kernel->set_input("d", Value::f64(2.5)) == AccessError::None);
    CHECK(value("v").same_as(Value::f64(2.5)));
    CHECK(value("sum").same_as(Value::f64(12.5)));
    CHECK(value("rest").same_as(Value::u64(2)));
    CHECK(value("text").text() == "<2.5>");
    CHECK(kernel->set_input("d", Value::str("12")) == AccessError::None);
    CHECK(value("v").same_as(Value::str("12")));
    CHECK(value("sum").same_as(Value::f64(22)));
    CHECK(value("whole").same_as(Value::u64(12)));
    CHECK(kernel->set_input("unset", Value::boolean(true)) == AccessError::None);
    CHECK(value("some").same_as(Value::boolean(true)));
    // A value that does not become what a reader needs is the failure of that read alone.
    CHECK(kernel->set_input("d", Value::str("word")) == AccessError::None);
    CHECK_FALSE(kernel->pull(*program.program->output_index("sum")));
    CHECK(kernel->failure().report.find("__dyn_to_f64: what \"d\" holds does not become f64: input = \"word\" (str)") == 0);
    CHECK(value("joined").text() == "xword");
    CHECK(value("v").same_as(Value::str("word")));
    CHECK(kernel->set_input("d", Value::none(PortType::Bool)) == AccessError::None);
    CHECK(value("sum").is_none());
    CHECK(value("v").is_none());
    CHECK(kernel->set_input("d", Value::raw(PortType::VecI64, std::string(16, '\0'))) == AccessError::None);
    CHECK(value("text").text() == "<[0,0]>");
    const auto copy = kernel->fork();
    CHECK(read(*copy, "text").text() == "<[0,0]>");
    CHECK(kernel->set_input("d", Value::u64(1)) == AccessError::None);
    CHECK(read(*copy, "text").text() == "<[0,0]>");
    CHECK(value("flag").same_as(Value::boolean(true)));
  }
}

TEST_CASE("a dyn extern in bodies of for, in comprehensions and in blocks") {
  for (const Setting setting : settings()) {
    CAPTURE(static_cast<int>(setting.engine));
    const Compiled program = compiled(
        "extern d: dyn = \"a,b\"\nextern e: dyn = 3\nfor w in d { v := \"{w}{e}\"\ns := e + 1\ntile t := \"@for x in d { ${x}${e} }\" }\n",
        setting);
    const auto kernel = kernel_of(program);
    const auto rows = [&] {
      std::string seen;
      Failure failure;
      const auto open = open_traversal(program.traversals[0], *kernel, failure);
      REQUIRE(open != nullptr);
      while (open->next())
        seen += std::string(read(open->kernel(), "v").text()) + " " + std::to_string(read(open->kernel(), "s").as_f64()).substr(0, 3) +
                " " + std::string(read(open->kernel(), "t").text()) + "\n";
      return seen;
    };
    CHECK(rows() == "a3 4.0 a3b3\nb3 4.0 a3b3\n");
    CHECK(kernel->set_input("d", Value::u64(7)) == AccessError::None);
    CHECK(kernel->set_input("e", Value::f64(0.5)) == AccessError::None);
    CHECK(rows() == "70.5 1.5 70.5\n");
    const Compiled flat = compiled("input n: u64\nextern d: dyn = 5\nv := d\nw := d + n\n", setting);
    BlockKernel block(flat.program, 64);
    for (const Value& held : {Value::u64(5), Value::str("6"), Value::f64(7)}) {
      REQUIRE(block.set_input_at(*flat.program->input_index("d"), held) == AccessError::None);
      for (std::uint64_t r = 0; r < 5; ++r) block.coordinate_column(0)[r] = r;
      REQUIRE(block.run(5).rows == 5);
      const double first = held.type() == PortType::F64 ? 7 : held.type() == PortType::Str ? 6 : 5;
      const ColumnView w = block.column(*flat.program->output_index("w"));
      for (std::uint64_t r = 0; r < 5; ++r)
        CHECK(Value::from_words(PortType::F64, &w.words[0][r], false).as_f64() == first + static_cast<double>(r));
    }
  }
}

TEST_CASE("a host opens for statements, and those in their bodies") {
  const std::string text =
      "extern base: u64 = 100\nshared offset := 1\n"
      "for i in 1..4 {\n"
      "  const square := i * i\n  v := base + offset + i\n"
      "  for word in a, b {\n"
      "    label := \"{word}{i}\"\n    w := v + square\n"
      "    for k in square { x := k + i * 10 }\n"
      "  }\n"
      "}\n"
      "for t in 0..2 { u := t }\n";
  for (const Setting setting : settings()) {
    CAPTURE(static_cast<int>(setting.engine));
    const Compiled program = compiled(text, setting);
    REQUIRE(program.traversals.size() == 2);
    CHECK(program.traversals[1]->nested().empty());
    const Traversal& outer = *program.traversals[0];
    REQUIRE(outer.nested().size() == 1);
    REQUIRE(outer.elements().size() == 1);
    CHECK(outer.elements()[0].name == "i");
    CHECK(outer.elements()[0].type == PortType::U64);
    CHECK(outer.visible_outputs() == 2);  // square, v
    const auto kernel = kernel_of(program);
    kernel->set_input("offset", Value::u64(2));
    std::string seen;
    Failure failure;
    const auto rows = open_traversal(program.traversals[0], *kernel, failure);
    REQUIRE(rows != nullptr);
    while (rows->next()) {
      CHECK(rows->cycles() == 1);
      rows->set_cycle(0);
      seen += rows->tuple_text() + ": " + std::to_string(read(rows->kernel(), "v").as_u64()) + "\n";
      const auto words = open_traversal(outer.nested()[0], rows->kernel(), failure);
      REQUIRE(words != nullptr);
      while (words->next()) {
        seen += "  " + std::string(read(words->kernel(), "label").text()) + " " + std::to_string(read(words->kernel(), "w").as_u64()) + ":";
        const auto numbers = open_traversal(outer.nested()[0]->nested()[0], words->kernel(), failure);
        REQUIRE(numbers != nullptr);
        while (numbers->next()) seen += " " + std::to_string(read(numbers->kernel(), "x").as_u64());
        CHECK_FALSE(numbers->failed());
        seen += "\n";
      }
    }
    CHECK_FALSE(rows->failed());
    CHECK(seen ==
          "i = 1: 103\n  a1 104: 11\n  b1 104: 11\n"
          "i = 2: 104\n  a2 108: 24\n  b2 108: 24\n"
          "i = 3: 105\n  a3 114: 39\n  b3 114: 39\n");
  }
}

TEST_CASE("cursors of a body give the cycles of its activations, and each activation starts its cells again") {
  for (const Setting setting : settings()) {
    const Compiled program = compiled(
        "for k in 2..5 {\n  cursor c = range(10, 20) over \"0..{k}\"\n  shared seen := 7\n  v := c.ordinal * 100 + cycle\n  s := seen + k\n}\n",
        setting);
    const auto kernel = kernel_of(program);
    Failure failure;
    const auto rows = open_traversal(program.traversals[0], *kernel, failure);
    REQUIRE(rows != nullptr);
    std::uint64_t k = 2;
    for (; rows->next(); ++k) {
      REQUIRE(rows->cycles() == k);
      for (std::uint64_t i = 0; i < k; ++i) {
        rows->set_cycle(i);
        CHECK(read(rows->kernel(), "v").as_u64() == (10 + i) * 100 + i);
      }
      CHECK(read(rows->kernel(), "s").as_u64() == 7 + k);
      CHECK(rows->kernel().set_input("seen", Value::u64(0)) == AccessError::None);
      CHECK(read(rows->kernel(), "s").as_u64() == k);
    }
    CHECK(k == 5);
  }
}

TEST_CASE("failures of a traversal are told, and the host goes on") {
  for (const Setting setting : settings()) {
    const Compiled program = compiled(
        "extern zero: u64 = 0\nbad := mod_wire(5, zero)\nfor i in 0..2 { v := i + bad }\nfor i in 1, 0, 2 { const c := mod_wire(7, i)\nv := c }\n",
        setting);
    const auto kernel = kernel_of(program);
    Failure failure;
    CHECK(open_traversal(program.traversals[0], *kernel, failure) == nullptr);
    CHECK(failure.report.find("mod_wire") == 0);
    CHECK(kernel->set_input("zero", Value::u64(3)) == AccessError::None);
    const auto rows = open_traversal(program.traversals[0], *kernel, failure);
    REQUIRE(rows != nullptr);
    CHECK(rows->next());
    CHECK(read(rows->kernel(), "v").as_u64() == 2);
    // What the host did not read is not evaluated; a value that cannot be computed is the read's failure.
    const auto later = open_traversal(program.traversals[1], *kernel, failure);
    REQUIRE(later != nullptr);
    REQUIRE(later->next());
    CHECK(read(later->kernel(), "v").as_u64() == 0);
    REQUIRE(later->next());
    CHECK_FALSE(later->kernel().pull(0));
    REQUIRE(later->next());
    CHECK(read(later->kernel(), "v").as_u64() == 1);
    CHECK_FALSE(later->next());
    CHECK_FALSE(later->failed());
  }
}

TEST_CASE("without CompileOptions::nested, bodies compute nothing for the statements in them") {
  CompileOptions options;
  options.nested = false;
  const Compiled program =
      compile(Source("test", "for i in 0..3 {\n  __hidden := i + 1\n  v := i\n  for j in __hidden { w := j }\n}\n"), options);
  REQUIRE(program.program != nullptr);
  CHECK(program.traversals[0]->nested().empty());
  CHECK(program.traversals[0]->body()->outputs().size() == 1);
}

TEST_CASE("statements nested thousands deep are compiled, opened and gone without recursion") {
  constexpr std::size_t kDeep = 9990;
  std::string text = "input cycle: u64\n";
  for (std::size_t i = 0; i < kDeep; ++i)
    text += "for k" + std::to_string(i) + " in 1..3 { v" + std::to_string(i) + " := k" + std::to_string(i) + " + 1\n";
  text += std::string(kDeep, '}');
  const Compiled program = compiled(text, {Engine::Closures, Provenance::Raw});
  REQUIRE(program.traversals.size() == 1);
  std::shared_ptr<const Traversal> at = program.traversals[0];
  std::size_t depth = 1;
  for (; !at->nested().empty(); ++depth) at = at->nested()[0];
  CHECK(depth == kDeep);
  CHECK(at->body()->outputs()[0].name == "v" + std::to_string(kDeep - 1));
}
