// Every record of the recorded vectors, on every engine this build has, row by row and in blocks, by the rules of vectors/README.md and
// differs.json.
//
// The hybrid engine runs every k-th program, unless POLYDAT_ALL_VECTORS is set: one compilation a program takes milliseconds, and
// there are more than three thousand. With that variable every failure is reported, not the first ones only.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "nodes/catalog.h"
#include "nodes/native/half.h"
#include "nodes/text_forms.h"
#include "polydat/kernel.h"
#include "polydat/program.h"
#include "stream/row_writer.h"
#include "support/block_check.h"
#include "vector_records.h"

using namespace polydat;
using vectors::Difference;
using vectors::Json;

namespace {

constexpr std::size_t kHybridStride = 8;
constexpr int kMostReported = 60;

struct EngineName {
  Engine engine;
  std::string name;
};
const EngineName kEngines[] = {{Engine::Closures, "closures"}, {Engine::Interpreter, "interpreter"}, {Engine::Hybrid, "hybrid"}};

// A program ready to run, or the reason why there is none.
struct Built {
  std::shared_ptr<const Program> program;
  std::unique_ptr<AnyKernel> kernel;
  std::string refusal;
  bool engine_missing = false;
};

Built build(const std::string& text, Engine engine, std::vector<std::string> outputs) {
  CompileOptions options;
  options.engine = engine;
  options.outputs = std::move(outputs);
  options.folder = vectors::folder();
  options.allow_env = true;
  const Source source(vectors::folder() + "/vector.polydat", text);
  Compiled compiled = compile(source, options);
  Built built;
  for (const Diagnostic& d : compiled.diagnostics.all()) {
    if (d.severity != Severity::Error) continue;
    if (d.code == "engine-unavailable") built.engine_missing = true;
    if (!built.refusal.empty()) built.refusal += " / ";
    built.refusal += d.message;
  }
  if (compiled.program == nullptr) {
    if (built.refusal.empty()) built.refusal = "no program and no error";
    return built;
  }
  bool ok = false;
  built.program = compiled.program;
  built.kernel = make_kernel(compiled.program, ok);
  if (!ok) {
    built.refusal = built.kernel == nullptr ? "no kernel" : built.kernel->failure().report;
    built.kernel = nullptr;
  }
  return built;
}

std::uint64_t bits_of(const Json& hex) { return std::stoull(hex.get<std::string>(), nullptr, 16); }

double parse_double(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

// An integer of up to 128 bits, with a sign.
std::pair<std::uint64_t, std::uint64_t> parse_wide(const std::string& text) {
  native::u128 v = 0;
  for (const char c : text) {
    if (c != '-') v = v * 10 + static_cast<native::u128>(c - '0');
  }
  if (text.starts_with('-')) v = native::u128{0} - v;
  return {static_cast<std::uint64_t>(v), static_cast<std::uint64_t>(v >> 64)};
}

// An input of numeric.jsonl as a value of the declared type.
Value input_value(PortType type, const Json& given) {
  if (given.is_null()) return Value::none(type);
  if (type == PortType::Str) return Value::str(given.get<std::string>());
  if (given.is_boolean()) return Value::immediate(type, given.get<bool>() ? 1 : 0);
  if (given.is_object()) return Value::immediate(type, bits_of(given["bits"]));
  const auto [low, high] = parse_wide(given.get<std::string>());
  return Value::immediate(type, low, color_of(type) == SlotColor::Imm2 ? high : 0);
}

double as_double(PortType type, std::uint64_t word) {
  if (type == PortType::F64) return std::bit_cast<double>(word);
  if (type == PortType::F32) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
  return native::half_to_double(native::f16{static_cast<std::uint16_t>(word)});
}

bool same_double(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool within_one_ulp(double a, double b) { return same_double(a, b) || a == b || std::nextafter(a, b) == b; }

std::string text_of(const Value& v) {
  Buffer buffer;
  const auto [low, high] = v.words();
  const std::uint64_t words[2] = {low, high};
  append_display(buffer, v.type(), words, v.is_none());
  return std::string(buffer.view());
}

// How an expectation of either file is met by a value. `bits` is null where the file has none.
struct Expectation {
  const Json* value;
  const Json* bits;
  bool libm;
  bool display;  // data.jsonl: display text, f32 and f16 as their bit pattern
  bool ours;     // from differs.json: numbers, whatever the type
};

bool meets(const Value& v, const Expectation& e) {
  const PortType type = v.type();
  if (e.display) {
    const std::string expected = e.value->get<std::string>();
    if (text_of(v) == expected) return true;
    if (!e.ours && (type == PortType::F32 || type == PortType::F16)) {
      if (std::to_string(v.low()) == expected) return true;
      const double recorded = as_double(type, parse_wide(expected).first);
      return std::isnan(recorded) && std::isnan(as_double(type, v.low()));
    }
    return e.libm && type == PortType::F64 && within_one_ulp(v.as_f64(), parse_double(expected));
  }
  if (is_float(type)) {
    const double got = as_double(type, v.low());
    const double expected = e.bits != nullptr ? as_double(type, bits_of(*e.bits)) : parse_double(e.value->get<std::string>());
    return e.libm ? within_one_ulp(got, expected) : same_double(got, expected);
  }
  if (type == PortType::Bool) return v.as_bool() == e.value->get<bool>();
  if (type == PortType::Str) return v.text() == e.value->get<std::string>();
  if (type == PortType::VecF32) {
    std::string storage;
    for (const Json& element : *e.bits) {
      const auto word = static_cast<std::uint32_t>(bits_of(element));
      storage.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    return v.text() == storage;
  }
  return text_of(v) == e.value->get<std::string>();
}

struct Check {
  const Json& record;
  const Difference* difference;
  Built& built;
};

const Difference* difference_of(const std::map<std::string, Difference>& all, const Json& record) {
  const auto it = all.find(record["id"].get<std::string>());
  return it == all.end() ? nullptr : &it->second;
}

std::string got(const std::string& text) { return text.size() <= 200 ? text : text.substr(0, 200) + "..."; }

// Writes the case's inputs. The coordinates first: writing them by position never touches the externs.
std::string set_case(AnyKernel& kernel, const Json& inputs) {
  std::vector<std::uint64_t> coordinates;
  const std::span<const InputInfo> infos = kernel.program().inputs();
  for (const InputInfo& info : infos) {
    if (info.is_coordinate)
      coordinates.push_back(inputs.is_string() ? std::stoull(inputs.get<std::string>())
                                               : std::stoull(inputs.at(info.name).get<std::string>()));
  }
  kernel.set_inputs(coordinates);
  for (std::uint32_t i = 0; i < infos.size(); ++i) {
    if (infos[i].is_coordinate || inputs.is_string() || !inputs.contains(infos[i].name)) continue;
    const AccessError error = kernel.set_input_at(i, input_value(infos[i].type, inputs[infos[i].name]));
    if (error != AccessError::None) return "writing " + infos[i].name + " was refused";
  }
  return "";
}

std::string fold_record(Check& c) {
  AnyKernel& kernel = *c.built.kernel;
  const std::uint32_t output = *c.built.program->output_index(c.record["output"].get<std::string>());
  const std::uint64_t count = c.record["count"].get<std::uint64_t>();
  std::uint64_t acc = 0;
  for (std::uint64_t cycle = 0; cycle < count; ++cycle) {
    kernel.set_inputs({&cycle, 1});
    if (!kernel.pull(output)) return "cycle " + std::to_string(cycle) + ": " + got(kernel.failure().report);
    Value v;
    if (kernel.value(output, v) != AccessError::None) return "no value";
    const bool nan = v.type() == PortType::F64 && std::isnan(v.as_f64());
    acc = std::rotl(acc, 5) ^ (nan ? 0x7ff8000000000000u : v.low());
  }
  return acc == bits_of(c.record["fold"]) ? "" : "another fold";
}

// The whole row, as the writer of that format gives it.
std::string emit_case(Check& c, const std::string& format, const Json& expected) {
  AnyKernel& kernel = *c.built.kernel;
  std::vector<Column> columns;
  std::vector<ColumnView> cells;
  std::vector<std::uint8_t> none(c.built.program->outputs().size());
  const bool ok = kernel.eval();
  if (expected.is_null()) return ok ? "the row did not fail" : "";
  if (!ok) return got(kernel.failure().report);
  const std::span<const OutputInfo> outputs = c.built.program->outputs();
  for (std::uint32_t i = 0; i < outputs.size(); ++i) {
    columns.push_back({outputs[i].name, outputs[i].type});
    const std::uint64_t* const words = kernel.output_words(i);
    none[i] = kernel.is_none(i) ? 1 : 0;
    cells.push_back({outputs[i].type, {words, words + words_of(outputs[i].type) - 1}, 1, &none[i]});
  }
  RowOptions options;
  options.header = false;
  options.format = *row_format_from_name(format);
  Buffer row;
  make_row_writer(columns, options)->write_block(cells, {0, 1}, row);
  const std::string text(row.view());
  return text == expected.get<std::string>() + "\n" ? "" : "wrote " + got(text) + ", not " + got(expected.get<std::string>());
}

// Why a record does not hold; empty when it does.
std::string check_record(Check& c) {
  const Json& record = c.record;
  const bool data =
      record.contains("inputs") && record["inputs"].is_array() && !record["inputs"].empty() && record["inputs"][0].is_string();
  const std::string type = record.value("type", "");
  const bool refused = c.built.kernel == nullptr;
  if (c.difference != nullptr && c.difference->build_error) return refused ? "" : "was not refused at build";
  const bool ours_has_values = c.difference != nullptr && !c.difference->values.empty();
  if (!ours_has_values && (record.value("build_error", false) || type == "build-error")) return refused ? "" : "was not refused at build";
  const auto ours = [&](std::size_t i) { return c.difference != nullptr && c.difference->values.contains(i); };
  if (refused) {
    bool all_fail = record.contains("values") && !record.contains("none_at") && type != "none";
    for (std::size_t i = 0; all_fail && i < record["values"].size(); ++i) {
      all_fail = ours(i) ? c.difference->values.at(i).is_null() : record["values"][i].is_null();
    }
    return all_fail ? "" : "refused: " + got(c.built.refusal);
  }
  if (record.contains("fold")) return fold_record(c);

  AnyKernel& kernel = *c.built.kernel;
  const bool emit = type.starts_with("emit:");
  std::uint32_t output = 0;
  if (!emit) {
    const auto index = c.built.program->output_index(record["output"].get<std::string>());
    if (!index) return "no such output";
    output = *index;
    const PortType have = c.built.program->outputs()[output].type;
    const bool any_type = c.difference != nullptr || type == "auto" || type == "error" || type == "none";
    if (!any_type && keyword(have) != type) return "the output is " + std::string(keyword(have)) + ", not " + type;
  }
  for (std::size_t i = 0; i < record["values"].size(); ++i) {
    const std::string where = "case " + std::to_string(i) + ": ";
    if (std::string error = set_case(kernel, record["inputs"][i]); !error.empty()) return where + error;
    const Json& expected = ours(i) ? c.difference->values.at(i) : record["values"][i];
    if (emit) {
      if (std::string error = emit_case(c, type.substr(5), expected); !error.empty()) return where + error;
      continue;
    }
    const bool ok = kernel.pull(output);
    const bool none_expected =
        type == "none" ||
        (record.contains("none_at") && std::find(record["none_at"].begin(), record["none_at"].end(), i) != record["none_at"].end());
    if (none_expected && !ours(i)) {
      if (!ok) return where + got(kernel.failure().report);
      if (!kernel.is_none(output)) return where + "is not None";
      continue;
    }
    if (expected.is_null()) {
      if (!ok) continue;
      Value v;
      (void)kernel.value(output, v);
      return where + "did not fail, gave " + got(text_of(v));
    }
    if (!ok) return where + got(kernel.failure().report);
    Value v;
    if (kernel.value(output, v) != AccessError::None) return where + "no value";
    if (v.is_none()) return where + "is None";
    Expectation e{&expected, nullptr, record.contains("libm") || record["node"] == "lid_mle", data, ours(i)};
    if (!ours(i) && record.contains("bits")) e.bits = &record["bits"][i];
    if (!meets(v, e)) return where + "gave " + got(text_of(v)) + ", not " + got(expected.dump());
  }
  return "";
}

// blend has real f64 ports; its records hold the bit patterns of inputs and values as u64.
Json with_double_ports(Json record) {
  record["program"] =
      "extern a: f64\nextern b: f64\n" + record["program"].get<std::string>().substr(std::string("input a: u64\ninput b: u64\n").size());
  const auto hex = [](const Json& decimal) {
    char text[20] = {};
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(std::stoull(decimal.get<std::string>())));
    return Json(text);
  };
  for (Json& inputs : record["inputs"]) {
    for (auto& [name, value] : inputs.items()) value = Json{{"bits", hex(value)}};
  }
  record["bits"] = Json::array();
  for (const Json& value : record["values"]) record["bits"].push_back(hex(value));
  record["type"] = "f64";
  return record;
}

// The cases of a record as the rows of blocks, against the row kernel that check_record has looked at. Records whose inputs are externs
// have one row a program and say nothing about blocks.
std::string check_blocks(const Check& c) {
  if (c.built.kernel == nullptr || !c.record.contains("inputs")) return "";
  const Program& program = *c.built.program;
  if (program.coord_count() == 0 || program.has_side_effects()) return "";
  testing::CoordinateRows rows(program.coord_count());
  for (const Json& inputs : c.record["inputs"])
    for (std::uint32_t i = 0; i < program.coord_count(); ++i)
      rows[i].push_back(
          std::stoull(inputs.is_string() ? inputs.get<std::string>() : inputs.at(program.inputs()[i].name).get<std::string>()));
  const std::string why = testing::BlockCheck(c.built.program, 64).compare(rows, rows[0].size());
  return why.empty() ? "" : "in blocks: " + why;
}

void run_file(const std::string& file) {
  const std::vector<Json> records = vectors::read_records(file);
  REQUIRE(records.size() > 800);
  const std::map<std::string, Difference> differences = vectors::read_differences();
  const bool all = std::getenv("POLYDAT_ALL_VECTORS") != nullptr;
  int reported = 0;
  for (const auto& [engine, engine_name] : kEngines) {
    std::string program;
    Built built;
    std::size_t programs = 0, checked = 0;
    bool missing = false;
    for (const Json& given : records) {
      const Difference* difference = difference_of(differences, given);
      const bool blend = given["node"] == "blend" && given.contains("values") && difference != nullptr && difference->skip;
      if (difference != nullptr && difference->skip && !blend) continue;
      const Json record = blend ? with_double_ports(given) : given;
      if (blend) difference = nullptr;
      const bool emit = record.value("type", "").starts_with("emit:");
      const std::string text = record["program"].get<std::string>();
      if (text != program || emit) {
        program = text;
        ++programs;
        if (engine == Engine::Hybrid && !all && programs % kHybridStride != 0) {
          built.engine_missing = true;
          continue;
        }
        built = build(text, engine, emit ? std::vector<std::string>{"x", "cycle"} : std::vector<std::string>{});
        if (built.engine_missing) {
          missing = true;
          break;
        }
      }
      if (built.engine_missing) continue;
      Check check{record, difference, built};
      std::string why = check_record(check);
      if (why.empty() && engine != Engine::Interpreter) why = check_blocks(check);
      ++checked;
      if (why.empty()) continue;
      if (++reported <= kMostReported || all) FAIL_CHECK(record["id"].get<std::string>() << " on " << engine_name << ": " << why);
      else if (reported == kMostReported + 1) FAIL_CHECK("more records do not hold");
    }
    if (missing) MESSAGE(engine_name << " is not in this build");
    else MESSAGE(file << " on " << engine_name << ": " << checked << " records, " << programs << " programs");
  }
  if (reported > 0) MESSAGE(reported << " failures in all");
}

}  // namespace

TEST_CASE("recorded vectors of the numeric nodes") { run_file("numeric.jsonl"); }
TEST_CASE("recorded vectors of the text, data and vector nodes") { run_file("data.jsonl"); }
