// Tuples as rows of blocks, or one activation after the other.
#include "stream/traversal_run.h"

#include <algorithm>
#include <chrono>

#include "graph/failure_report.h"
#include "stream/run_status.h"
#include "stream/traversal_source.h"

namespace polydat {

namespace {

std::vector<Column> columns_of(const Traversal& traversal) {
  std::vector<Column> columns;
  for (std::size_t o = 0; o < traversal.visible_outputs(); ++o) {
    const OutputInfo& output = traversal.body()->outputs()[o];
    columns.push_back({output.name, output.type, output.may_be_none, output.is_plain_text});
  }
  return columns;
}

class TraversalLoop {
 public:
  TraversalLoop(const TraversalRun& run, OutputSink& sink, const std::atomic<bool>& stop) : run_(run), sink_(sink), stop_(stop) {}

  RunResult execute() {
    bool ready = false;
    const std::unique_ptr<AnyKernel> outer = make_kernel(run_.outer, ready);
    const std::vector<std::uint64_t> start(run_.outer->coord_count(), run_.start);
    if (ready) outer->set_inputs(start);
    if (!ready) fail(outer->failure());
    bool first = true;
    for (const std::shared_ptr<const Traversal>& traversal : run_.traversals) {
      if (result_.status != RunStatus::Complete) break;
      Failure failure;
      const std::unique_ptr<Activations> activations = open_traversal(traversal, *outer, failure);
      if (first) write_header(*traversal);
      first = false;
      if (activations == nullptr) {
        fail(failure);
        break;
      }
      if (run_.most_cycles == 0 || traversal->visible_outputs() == 0) continue;
      // What is computed once an activation, and how often effects run, shows where there are side effects.
      if (activations->tuples().program()->has_side_effects()) activation_by_activation(*traversal, *activations);
      else blocks(*traversal, activations->tuples());
    }
    if (result_.status != RunStatus::Closed && result_.status != RunStatus::SinkFailed) {
      if (const RunStatus last = status_of(sink_.flush()); last != RunStatus::Complete) end(last);
    }
    if (result_.status == RunStatus::SinkFailed) result_.message = sink_.message();
    return std::move(result_);
  }

 private:
  void end(RunStatus status) { result_.status = status; }

  void fail(const Failure& failure) {
    end(RunStatus::RowFailed);
    result_.failure = failure;
    result_.message = failure.report;
  }
  void write_header(const Traversal& traversal) {
    writer_ = make_row_writer(columns_of(traversal), run_.rows);
    writer_->write_header(sink_.buffer());
  }

  void blocks(const Traversal& traversal, BodyTuples& tuples) {
    const std::unique_ptr<TraversalSource> source = make_traversal_source(traversal, tuples, run_.most_cycles);
    RowRun run;
    run.program = tuples.part(BodyPart::Rows);
    run.driven = source->driven();
    for (std::uint32_t o = 0; o < traversal.visible_outputs(); ++o) run.outputs.push_back(o);
    run.rows = run_.rows;
    run.continues = true;
    run.threads = run_.threads;
    run.usable_cores = run_.usable_cores;
    RunResult part = run_rows(run, *source, sink_, stop_);
    part.rows_written += result_.rows_written;
    part.rows_evaluated += result_.rows_evaluated;
    part.blocks += result_.blocks;
    part.threads = std::max(part.threads, result_.threads);
    part.read_seconds += result_.read_seconds;
    part.run_seconds += result_.run_seconds;
    part.write_seconds += result_.write_seconds;
    result_ = std::move(part);
    result_.coordinates.clear();
    if (result_.status == RunStatus::CoordinatesBad) {
      if (!source->bounds_failure().has_value()) return fail(tuple_failure(traversal, tuples.stream()));
      fail(*source->bounds_failure());
      add_place(traversal, source->failed_tuple());
    } else if (result_.status == RunStatus::RowFailed) {
      if (!result_.driven.empty()) return add_place(traversal, result_.driven);
      // No row can be made: a failure of the first activation, if there is one.
      if (!tuples.next()) {
        if (tuples.stream().failed()) return fail(tuple_failure(traversal, tuples.stream()));
        result_.failure = {};
        result_.message.clear();
        return end(stop_.load(std::memory_order_relaxed) ? RunStatus::Interrupted : RunStatus::Complete);
      }
      std::vector<Value> first;
      for (const Cell& cell : tuples.stream().tuple()) first.push_back(cell.to_value());
      add_place(traversal, first);
    }
  }

  // Of a failure: the elements, the first of these values.
  void add_place(const Traversal& traversal, std::span<const Value> values) {
    const std::vector<Comprehension::Element>& elements = traversal.graph().comprehension.elements;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      // A truth value is a coordinate of the body, which is a number.
      const Value value = elements[i].type == PortType::Bool ? Value::boolean(values[i].low() != 0) : values[i];
      result_.message += (i == 0 ? "\nat " : ", ") + elements[i].name + " = " + value_text(value);
    }
  }

  void activation_by_activation(const Traversal& traversal, Activations& activations) {
    const std::unique_ptr<RowWriter> own = make_row_writer(columns_of(traversal), run_.rows);
    RowWriter& writer = shows_blocks(run_.rows.format) ? *writer_ : *own;
    const AnyKernel& kernel = activations.kernel();
    std::vector<ColumnView> columns(traversal.visible_outputs());
    std::vector<std::uint8_t> none(columns.size());
    auto flushed = std::chrono::steady_clock::now();
    std::uint32_t until_look = 1;

    activations.tuples().stream().set_stop(&stop_);
    while (activations.next()) {
      const std::uint64_t cycles = std::min(activations.cycles(), run_.most_cycles);
      for (std::uint64_t i = 0; i < cycles; ++i) {
        if (stop_.load(std::memory_order_relaxed)) return end(RunStatus::Interrupted);
        activations.set_cycle(i);
        if (!activations.kernel().eval()) return fail_at(kernel.failure(), activations);
        for (std::uint32_t o = 0; o < columns.size(); ++o) {
          const std::uint64_t* const words = kernel.output_words(o);
          none[o] = kernel.is_none(o) ? 1 : 0;
          columns[o] = {kernel.program().outputs()[o].type, {words, words + 1}, 0, none[o] != 0 ? &none[o] : nullptr};
        }
        writer.write_block(columns, {0, 1, nullptr}, sink_.buffer());
        ++result_.rows_written;
        ++result_.rows_evaluated;
        RunStatus status = status_of(sink_.flush_if_full());
        if (status == RunStatus::Complete && --until_look == 0) {
          until_look = 64;
          const auto now = std::chrono::steady_clock::now();
          if (now - flushed > std::chrono::milliseconds(100)) {
            flushed = now;
            status = status_of(sink_.flush());
          }
        }
        if (status != RunStatus::Complete) return end(status);
      }
      if (stop_.load(std::memory_order_relaxed)) return end(RunStatus::Interrupted);
    }
    if (activations.tuples().stream().failed()) fail(activations.failure());
    else if (activations.failed()) fail_at(activations.failure(), activations);
    else if (stop_.load(std::memory_order_relaxed)) end(RunStatus::Interrupted);
  }

  void fail_at(const Failure& failure, const Activations& activations) {
    fail(failure);
    result_.message += "\nat " + activations.tuple_text();
  }

  const TraversalRun& run_;
  OutputSink& sink_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<RowWriter> writer_;
  RunResult result_;
};

}  // namespace

std::string output_difference(std::span<const std::shared_ptr<const Traversal>> traversals) {
  if (traversals.empty()) return {};
  const std::vector<Column> first = columns_of(*traversals.front());
  for (std::size_t t = 1; t < traversals.size(); ++t) {
    const std::vector<Column> other = columns_of(*traversals[t]);
    for (std::size_t c = 0; c < std::max(first.size(), other.size()); ++c) {
      const std::string number = std::to_string(t + 1);
      if (c >= other.size()) return "`for` statement " + number + " lacks the output '" + first[c].name + "' of the first";
      if (c >= first.size()) return "`for` statement " + number + " has an output '" + other[c].name + "' that the first lacks";
      if (first[c].name != other[c].name)
        return "output " + std::to_string(c + 1) + " is '" + first[c].name + "' in the first `for` statement and '" + other[c].name +
               "' in number " + number;
      if (first[c].type != other[c].type)
        return "the output '" + first[c].name + "' is " + std::string(keyword(first[c].type)) + " in the first `for` statement and " +
               std::string(keyword(other[c].type)) + " in number " + number;
    }
  }
  return {};
}

RunResult run_traversals(const TraversalRun& run, OutputSink& sink, const std::atomic<bool>& stop) {
  return TraversalLoop(run, sink, stop).execute();
}

}  // namespace polydat
