// The statistics of one run.
#include "run_stats.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "kernel/program_internals.h"
#include "plan_names.h"
#include "stream/block_evaluator.h"

namespace polydat::app {

namespace {

std::uint64_t peak_memory_kib() {
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

std::string labels_of(const ProgramInternals& p, std::size_t step) {
  std::vector<std::string> labels;
  for (const NodeId node : p.plan.steps[step].nodes)
    labels.push_back(fmt::format("#{} {}", node.index, node_name(p.graph.nodes[node.index])));
  return joined(labels, ", ", "");
}

}  // namespace

// Which engine ran the rows, and the arithmetic of that.
std::string tier_text(const TierReport& tier) {
  if (!tier.decides) return {};
  std::string text = fmt::format("tiers: {:.2f} ns a row on closures, {:.2f} on native code (estimated), {:.0f} ms to compile (estimated)",
                                 tier.closure_ns, tier.native_ns, tier.compile_ms);
  if (tier.left)
    return text + fmt::format("; native code took {:.2f} and was left again after {} rows\n", tier.native_measured_ns, tier.native_rows);
  if (tier.native_rows != 0)
    return text + fmt::format("; the last {} rows ran on native code, {:.2f} ns a row\n", tier.native_rows, tier.native_measured_ns);
  if (!tier.error.empty()) return text + fmt::format("; it would have paid, but could not be made: {}\n", tier.error);
  return text + (tier.compiled ? "; it was ready when the rows were done\n" : "; closures to the end\n");
}

void add_native_times(std::vector<PhaseTime>& times, const Program& program) {
  const ProgramInternals& p = program.internals();
  if (p.native == nullptr && p.native_block == nullptr) return;
  CompileTimes spent;
  if (p.native != nullptr) spent += p.native->times();
  if (p.native_block != nullptr) spent += p.native_block->times();
  times.push_back({"native load", spent.load_ms});
  times.push_back({"native ir", spent.ir_ms});
  times.push_back({spent.cached ? "native code (cached)" : "native code", spent.codegen_ms});
}

std::string stats_as_text(const RunStats& stats) {
  const Program& program = stats.program;
  const RunResult& run = stats.run;
  std::string text =
      fmt::format("rows: {}\nblocks: {}\nthreads: {}\nengine: {} ({})\nprovenance: {}\n", run.rows_written, run.blocks, run.threads,
                  engine_name(program.engine()), program.engine_reason(), provenance_name(program.provenance()));
  text += tier_text(run.tier);
  const ProgramInternals& p = program.internals();
  const std::string_view unit = runs_in_blocks(program) ? "blocks" : "rows";
  for (std::size_t s = 0; s < run.step_runs.size() && s < p.plan.steps.size(); ++s)
    text += fmt::format("step {}: {} run {}, skipped {} ({} {})\n", s, unit, run.step_runs[s], run.step_skips[s],
                        step_kind_name(p.plan.steps[s].kind), labels_of(p, s));
  double total = 0;
  for (const PhaseTime& t : stats.compile) total += t.ms;
  text += fmt::format("compile: {:.3f} ms", total);
  for (const PhaseTime& t : stats.compile) text += fmt::format(", {} {:.3f}", t.phase, t.ms);
  text += fmt::format("\nrun: {:.6f} s", stats.seconds);
  if (stats.seconds > 1e-3 && run.rows_evaluated > 0)
    text += fmt::format(", {:.1f} ns a row", stats.seconds * 1e9 / static_cast<double>(run.rows_evaluated));
  text += fmt::format("\nrun, all threads: reading {:.6f} s, evaluating {:.6f} s, writing {:.6f} s", run.read_seconds, run.run_seconds,
                      run.write_seconds);
  return text + fmt::format("\npeak memory: {} KiB\n", peak_memory_kib());
}

std::string stats_as_json(const RunStats& stats) {
  using Json = nlohmann::ordered_json;
  const Program& program = stats.program;
  const RunResult& run = stats.run;
  const ProgramInternals& p = program.internals();
  Json root;
  root["rows"] = run.rows_written;
  root["rows_evaluated"] = run.rows_evaluated;
  root["blocks"] = run.blocks;
  root["threads"] = run.threads;
  root["engine"] = engine_name(program.engine());
  root["engine_reason"] = program.engine_reason();
  if (run.tier.decides)
    root["tiers"] = {{"closure_ns", run.tier.closure_ns},
                     {"native_ns_estimated", run.tier.native_ns},
                     {"compile_ms_estimated", run.tier.compile_ms},
                     {"compiled", run.tier.compiled},
                     {"native_rows", run.tier.native_rows},
                     {"native_ns", run.tier.native_measured_ns},
                     {"left", run.tier.left},
                     {"error", run.tier.error}};
  root["provenance"] = provenance_name(program.provenance());
  root["steps_count"] = runs_in_blocks(program) ? "blocks" : "rows";
  root["steps"] = Json::array();
  for (std::size_t s = 0; s < run.step_runs.size() && s < p.plan.steps.size(); ++s)
    root["steps"].push_back({{"step", s},
                             {"kind", step_kind_name(p.plan.steps[s].kind)},
                             {"nodes", labels_of(p, s)},
                             {"runs", run.step_runs[s]},
                             {"skips", run.step_skips[s]}});
  root["compile_ms"] = Json::object();
  for (const PhaseTime& t : stats.compile) root["compile_ms"][t.phase] = t.ms;
  root["seconds"] = stats.seconds;
  root["thread_seconds"] = {{"reading", run.read_seconds}, {"evaluating", run.run_seconds}, {"writing", run.write_seconds}};
  root["peak_memory_kib"] = peak_memory_kib();
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace polydat::app
