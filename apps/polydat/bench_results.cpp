// What `polydat bench` measured.
#include "bench_results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace polydat::app {

namespace {

using Json = nlohmann::ordered_json;

std::string key_of(const EngineTiming& t) { return fmt::format("{} {} {} {}", t.engine, t.shape, t.provenance, t.threads); }

}  // namespace

std::string bench_as_text(const BenchResults& results) {
  std::string text = fmt::format("graph: {}\nrows: {}\ncompile:", results.graph, results.rows);
  for (const PhaseTime& t : results.compile) text += fmt::format(" {} {:.3f} ms", t.phase, t.ms);
  text += fmt::format("\n\n{:<12} {:<6} {:<11} {:>7} {:>14} {:>8} {:>7} {:>14} {:>14}\n", "engine", "shape", "provenance", "threads",
                      "ns a row", "spread", "rounds", "steps run", "skipped");
  for (const EngineTiming& t : results.engines) {
    const std::string time = t.ns_per_row ? fmt::format("{:.2f}", *t.ns_per_row) : "not measurable";
    const std::string spread = t.ns_per_row ? fmt::format("{:.1f}%", t.spread * 100) : "-";
    text += fmt::format("{:<12} {:<6} {:<11} {:>7} {:>14} {:>8} {:>7} {:>14} {:>14}\n", t.engine, t.shape, t.provenance, t.threads, time,
                        spread, t.rounds, t.steps_run, t.steps_skipped);
  }
  for (const std::string& line : results.left_out) text += line + '\n';
  return text;
}

std::string bench_as_json(const BenchResults& results) {
  Json root;
  root["graph"] = results.graph;
  root["rows"] = results.rows;
  root["compile_ms"] = Json::object();
  for (const PhaseTime& t : results.compile) root["compile_ms"][t.phase] = t.ms;
  root["engines"] = Json::array();
  for (const EngineTiming& t : results.engines) {
    Json row = {{"engine", t.engine}, {"shape", t.shape}, {"provenance", t.provenance}, {"threads", t.threads}};
    row["ns_per_row"] = t.ns_per_row ? Json(*t.ns_per_row) : Json();
    row["spread"] = t.ns_per_row ? Json(t.spread) : Json();
    row["rounds"] = t.rounds;
    row["steps"] = {{"rows", t.counted_rows}, {"run", t.steps_run}, {"skipped", t.steps_skipped}};
    root["engines"].push_back(std::move(row));
  }
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::optional<Comparison> compare_bench(const BenchResults& results, std::string_view earlier, double tolerance, std::string& why) {
  const Json root = Json::parse(earlier, nullptr, false);
  if (!root.is_object() || !root.contains("engines") || !root["engines"].is_array()) {
    why = "not the JSON of polydat bench";
    return std::nullopt;
  }
  Comparison comparison;
  for (const EngineTiming& now : results.engines) {
    std::optional<double> then;
    for (const Json& row : root["engines"]) {
      if (!row.is_object()) continue;
      const auto word = [&](const char* key) {
        return row.contains(key) && row[key].is_string() ? row[key].get<std::string>() : std::string();
      };
      const bool same_threads =
          row.contains("threads") && row["threads"].is_number_unsigned() && row["threads"].get<std::uint32_t>() == now.threads;
      if (word("engine") != now.engine || word("shape") != now.shape || word("provenance") != now.provenance || !same_threads) continue;
      if (row.contains("ns_per_row") && row["ns_per_row"].is_number()) then = row["ns_per_row"].get<double>();
    }
    if (!then || !now.ns_per_row || !(*then > 0)) {
      comparison.text += fmt::format("{}: not comparable\n", key_of(now));
      continue;
    }
    const double ratio = *now.ns_per_row / *then;
    const bool worse = ratio > 1 + tolerance;
    comparison.worse = comparison.worse || worse;
    comparison.text +=
        fmt::format("{}: {:.2f} ns, was {:.2f} ({:.2f}x){}\n", key_of(now), *now.ns_per_row, *then, ratio, worse ? " WORSE" : "");
  }
  return comparison;
}

}  // namespace polydat::app
