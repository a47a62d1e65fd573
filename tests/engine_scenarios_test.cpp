// Every scenario of shared/cases/engine.json (format: engine page, section H.1) on every engine and mode: cold and after invalidate_all,
// through named pulls and through slot reads, with foreign pulls in between, and with each read done twice.
// Batches run on a block kernel, with several block sizes.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernel/block_kernel.h"
#include "nodes/json_value.h"
#include "nodes/text_forms.h"
#include "support/lockstep.h"

using namespace polydat;
using namespace polydat::testing;
using Json = nlohmann::json;

namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

enum class Variant { Plain, SlotReads, ForeignPulls, ReadsTwice };

std::string json_text(const Value& value) {
  Buffer text;
  const auto [low, high] = value.words();
  const std::uint64_t words[] = {low, high};
  append_json(text, value.type(), words, value.is_none());
  return std::string(text.view());
}

// The first line of a report names the node and the value, as whole words.
bool names(const std::string& report, const std::string& expected) {
  const std::string line = report.substr(0, report.find('\n'));
  std::istringstream words(expected);
  for (std::string word; words >> word;) {
    bool found = false;
    for (std::size_t at = line.find(word); at != std::string::npos && !found; at = line.find(word, at + 1)) {
      const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
      const bool starts = at == 0 || !is_word(line[at - 1]);
      const bool ends = at + word.size() == line.size() || !is_word(line[at + word.size()]);
      found = starts && ends;
    }
    if (!found) return false;
  }
  return true;
}

std::vector<std::uint64_t> coords_of(const Json& step) {
  std::vector<std::uint64_t> coords;
  for (const Json& c : step.at("coords")) coords.push_back(c.get<std::uint64_t>());
  return coords;
}

Value value_from_json(const std::string& text, PortType type) {
  const Json json = Json::parse(text);
  if (json.is_null()) return Value::none(type);
  if (type == PortType::F64) return Value::f64(json.get<double>());
  if (type == PortType::Str) return Value::str(json.get<std::string>());
  if (type == PortType::Bool) return Value::boolean(json.get<bool>());
  return Value::u64(json.get<std::uint64_t>());
}

class ScenarioRun {
 public:
  ScenarioRun(const Source& source, std::shared_ptr<const Program> program, Provenance mode, Variant variant, bool invalidate_first)
      : source_(source), program_(std::move(program)), mode_(mode), variant_(variant) {
    kernels_["a"] = fresh();
    if (invalidate_first) kernels_["a"]->invalidate_all();
  }

  void run(const Json& steps) {
    std::size_t number = 0;
    for (const Json& step : steps) {
      INFO("step " << number++ << " " << step.dump().substr(0, 300));
      if (variant_ == Variant::ForeignPulls && step.at("op") != "new_kernel") foreign_pull(number);
      perform(step);
    }
  }

 private:
  std::unique_ptr<AnyKernel> fresh() {
    bool ok = true;
    auto kernel = make_kernel(program_, mode_, ok);
    CHECK(ok);
    return kernel;
  }
  AnyKernel& kernel_of(const Json& step) { return *kernels_.at(step.value("kernel", "a")); }

  // A pull of some output before each step must not change what any later read gives. Volatile outputs count their reads.
  void foreign_pull(std::size_t number) {
    const std::uint32_t count = static_cast<std::uint32_t>(program_->outputs().size());
    for (auto& [name, kernel] : kernels_) (void)kernel->pull(static_cast<std::uint32_t>((number * 7 + 3) % count));
  }

  void perform(const Json& step) {
    const std::string op = step.at("op");
    if (op == "new_kernel") {
      kernels_[step.at("as")] = fresh();
      return;
    }
    if (op == "fork") {
      kernels_[step.at("as")] = kernels_.at(step.value("kernel", "a"))->fork();
      return;
    }
    AnyKernel& kernel = kernel_of(step);
    if (op == "write") kernel.set_inputs(remember(kernel, coords_of(step)));
    else if (op == "set") set(kernel, step);
    else if (op == "invalidate") kernel.invalidate_all();
    else if (op == "init") CHECK(kernel.init());
    else if (op == "eval") eval(kernel, step);
    else if (op == "get") check_value(kernel, step, output_of(step));
    else if (op == "pull") pull(kernel, step);
    else if (op == "batch")
      for (const std::size_t rows : {0u, 1u, 2u, 3u, 64u}) batch(kernel, step, rows);
    else FAIL("unknown op " << op);
  }

  std::vector<std::uint64_t> remember(AnyKernel& kernel, std::vector<std::uint64_t> coords) {
    std::vector<std::uint64_t>& last = coords_[&kernel];
    for (std::size_t i = 0; i < coords.size(); ++i) {
      if (last.size() <= i) last.resize(i + 1, 0);
      last[i] = coords[i];
    }
    return coords;
  }

  void set(AnyKernel& kernel, const Json& step) {
    const std::string name = step.at("name");
    const auto input = program_->input_index(name);
    REQUIRE(input);
    const Value value = value_from_json(step.at("value"), program_->inputs()[*input].type);
    CHECK(kernel.set_input(name, value) == AccessError::None);
    externs_[&kernel][name] = value;
  }

  // A block kernel of the outputs that the batch asks for, with the other inputs as they stand.
  void batch(AnyKernel& kernel, const Json& step, std::size_t block_rows) {
    CompileOptions options;
    options.engine = program_->engine();
    for (const Json& output : step.at("outputs")) options.outputs.push_back(output);
    const Compiled compiled = compile(source_, options);
    REQUIRE(compiled.program != nullptr);
    const Program& program = *compiled.program;
    BlockKernel block(compiled.program, block_rows);
    REQUIRE(block.ready());
    for (const auto& [name, value] : externs_[&kernel])
      if (const auto input = program.input_index(name)) CHECK(block.set_input_at(*input, value) == AccessError::None);
    const std::string driven = step.at("input");
    const std::uint64_t start = step.at("start"), count = step.at("count");
    std::map<std::string, std::vector<std::string>> columns;
    std::uint64_t done = 0;
    bool failed = false;
    while (done < count && !failed) {
      const std::size_t rows = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, block.block_rows()));
      for (std::uint32_t c = 0; c < program.coord_count(); ++c)
        for (std::size_t r = 0; r < rows; ++r)
          block.coordinate_column(c)[r] = program.inputs()[c].name == driven ? start + done + r : coords_[&kernel].at(c);
      const BlockOutcome outcome = block.run(rows);
      for (std::uint32_t o = 0; o < program.outputs().size(); ++o) {
        const ColumnView column = block.column(o);
        for (std::size_t r = 0; r < outcome.rows; ++r) {
          const std::uint64_t words[] = {column.words[0][r * column.stride],
                                         words_of(column.type) == 2 ? column.words[1][r * column.stride] : 0};
          columns[program.outputs()[o].name].push_back(
              json_text(Value::from_words(column.type, words, column.none != nullptr && column.none[r * column.stride] != 0)));
        }
      }
      done += outcome.rows;
      failed = outcome.failed;
    }
    CHECK(failed == step.contains("expect_error"));
    if (failed) {
      CHECK_MESSAGE(names(block.failure().report, step.at("expect_error")), block.failure().report);
      CHECK(done == step.at("expect_error_row").get<std::uint64_t>());
    }
    for (const auto& [name, expected] : step.at("expect_columns").items()) CHECK(columns[name] == expected.get<std::vector<std::string>>());
  }

  void eval(AnyKernel& kernel, const Json& step) {
    if (step.contains("coords")) kernel.set_inputs(remember(kernel, coords_of(step)));
    for (int times = variant_ == Variant::ReadsTwice ? 2 : 1; times > 0; --times) {
      const bool ok = kernel.eval();
      if (!step.contains("expect_error")) {
        CHECK_MESSAGE(ok, kernel.failure().report);
      } else {
        CHECK_FALSE(ok);
        CHECK_MESSAGE(names(kernel.failure().report, step.at("expect_error")), kernel.failure().report);
      }
    }
  }

  std::uint32_t output_of(const Json& step) {
    const auto output = program_->output_index(step.at("output").get<std::string>());
    REQUIRE(output);
    return *output;
  }

  void check_value(AnyKernel& kernel, const Json& step, std::uint32_t output) {
    Value value;
    REQUIRE(kernel.value(output, value) == AccessError::None);
    const std::string text = json_text(value);
    if (step.contains("expect")) CHECK(text == step.at("expect").get<std::string>());
    if (step.contains("expect_changed")) {
      const std::string key = step.value("kernel", "a") + "." + step.at("output").get<std::string>();
      CHECK(text != last_[key]);
      last_[key] = text;
    }
  }

  void pull(AnyKernel& kernel, const Json& step) {
    const std::uint32_t output = output_of(step);
    const bool by_slot = variant_ == Variant::SlotReads && color_of(program_->outputs()[output].type) == SlotColor::Imm1;
    if (step.contains("coords")) remember(kernel, coords_of(step));
    for (int times = variant_ == Variant::ReadsTwice ? 2 : 1; times > 0; --times) {
      bool ok = true;
      std::uint64_t word = 0;
      if (by_slot) {
        const std::vector<std::uint64_t>& coords = step.contains("coords") ? coords_of(step) : coords_[&kernel];
        ok = kernel.eval_for_slot(coords, program_->outputs()[output].slot, word) == AccessError::None;
      } else {
        if (step.contains("coords")) kernel.set_inputs(coords_of(step));
        ok = kernel.pull(output);
      }
      if (step.contains("expect_error")) {
        CHECK_FALSE(ok);
        CHECK_MESSAGE(names(kernel.failure().report, step.at("expect_error")), kernel.failure().report);
        continue;
      }
      REQUIRE_MESSAGE(ok, kernel.failure().report);
      check_value(kernel, step, output);
      Value value;
      if (by_slot && kernel.value(output, value) == AccessError::None && !value.is_none()) CHECK(word == value.low());
    }
  }

  const Source& source_;
  std::shared_ptr<const Program> program_;
  Provenance mode_;
  Variant variant_;
  std::map<std::string, std::unique_ptr<AnyKernel>> kernels_;
  std::map<AnyKernel*, std::vector<std::uint64_t>> coords_;  // where a kernel stands, for slot reads without coordinates and for batches
  std::map<AnyKernel*, std::map<std::string, Value>> externs_;
  std::map<std::string, std::string> last_;
};

}  // namespace

TEST_CASE("engine scenarios") {
  const Json scenarios = Json::parse(read_text(std::string(POLYDAT_SHARED_DIR) + "/cases/engine.json"));
  REQUIRE(scenarios.size() == 77);
  std::vector<Engine> engines{Engine::Interpreter, Engine::Closures};
  if (native_code_available()) engines.push_back(Engine::Hybrid);
  for (const Json& scenario : scenarios) {
    const std::string name = scenario.at("name");
    INFO("scenario " << name);
    for (const Engine engine : engines) {
      const Source source(name + ".polydat", scenario.at("graph"));
      CompileOptions options;
      options.engine = engine;
      const Compiled compiled = compile(source, options);
      for (const Diagnostic& d : compiled.diagnostics.sorted())
        if (d.severity == Severity::Error) FAIL_CHECK(render_text(d, source, false));
      if (compiled.program == nullptr) continue;
      for (const Provenance mode : {Provenance::Raw, Provenance::Pull, Provenance::PushPull}) {
        if (engine == Engine::Interpreter && mode != Provenance::Raw) continue;
        for (const Variant variant : {Variant::Plain, Variant::SlotReads, Variant::ForeignPulls, Variant::ReadsTwice})
          for (const bool invalidate : {false, true}) {
            INFO("engine " << static_cast<int>(engine) << " mode " << static_cast<int>(mode) << " variant " << static_cast<int>(variant));
            ScenarioRun(source, compiled.program, mode, variant, invalidate).run(scenario.at("steps"));
          }
      }
    }
  }
}
