// Tuples as coordinates, or one activation after the other.
#include "stream/traversal_run.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "graph/failure_report.h"
#include "stream/run_status.h"

namespace polydat {

namespace {

// The tuples of a traversal as rows of coordinates: `cycle`, which is 0, is not among them.
class TupleSource : public CoordinateSource {
 public:
  TupleSource(Activations& activations, std::optional<std::uint64_t> size) : activations_(activations), size_(size) {}

  Status next(std::span<std::uint64_t> coords) override {
    if (stopped() || !activations_.next()) return end();
    const std::span<const Cell> tuple = activations_.tuples().tuple();
    for (std::size_t i = 0; i < coords.size(); ++i) coords[i] = tuple[i].word;
    return Status::Row;
  }
  Status next_block(std::span<std::uint64_t* const> columns, std::size_t most, std::size_t& rows) override {
    for (rows = 0; rows < most; ++rows) {
      if (!activations_.next()) return end();
      const std::span<const Cell> tuple = activations_.tuples().tuple();
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i][rows] = tuple[i].word;
    }
    return stopped() ? Status::End : Status::Row;
  }
  bool ready() override { return true; }
  const std::string& message() const override { return activations_.tuples().failure(); }
  std::optional<u128> size() const override { return size_.has_value() ? std::optional<u128>(*size_) : std::nullopt; }
  void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also) override {
    activations_.tuples().set_stop(stop, also);
    stop_ = stop;
    also_ = also;
  }

 private:
  bool stopped() const { return is_raised(stop_) || is_raised(also_); }
  static bool is_raised(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); }
  Status end() const { return activations_.tuples().failed() ? Status::Bad : Status::End; }

  Activations& activations_;
  std::optional<std::uint64_t> size_;
  const std::atomic<bool>* stop_ = nullptr;
  const std::atomic<bool>* also_ = nullptr;
};

std::vector<Column> columns_of(const Traversal& traversal) {
  std::vector<Column> columns;
  for (std::size_t o = 0; o < traversal.visible_outputs(); ++o) {
    const OutputInfo& output = traversal.body()->outputs()[o];
    columns.push_back({output.name, output.type, output.may_be_none});
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
      const std::unique_ptr<Activations> activations = traversal->open(*outer, failure);
      if (first) write_header(*traversal);
      first = false;
      if (activations == nullptr) {
        fail(failure);
        break;
      }
      if (run_.most_cycles == 0 || traversal->visible_outputs() == 0) continue;
      const bool in_blocks = activations->all_coordinates() && traversal->graph().cursors.empty() && !shows_blocks(run_.rows.format);
      if (in_blocks) blocks(*traversal, *activations);
      else activation_by_activation(*traversal, *activations);
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
  void fail_tuples(const Traversal& traversal, const TupleStream& tuples) {
    Failure failure;
    failure.kind = tuples.by_limit() ? FailureKind::Limit : FailureKind::Value;
    failure.report = "the comprehension: " + tuples.failure();
    failure.range = traversal.graph().range;
    fail(failure);
  }

  void write_header(const Traversal& traversal) {
    writer_ = make_row_writer(columns_of(traversal), run_.rows);
    writer_->write_header(sink_.buffer());
  }

  // "k = 3, tag = red": the tuple of an activation.
  static std::string tuple_text(const Traversal& traversal, std::span<const Cell> tuple) {
    std::string text;
    for (std::size_t i = 0; i < tuple.size(); ++i)
      text += (i == 0 ? "" : ", ") + traversal.graph().comprehension.elements[i].name + " = " + value_text(tuple[i].to_value());
    return text;
  }

  void blocks(const Traversal& traversal, Activations& activations) {
    RowRun run;
    run.program = activations.program();
    for (const Activations::Route& route : activations.routes()) run.driven.push_back(route.input);
    for (std::uint32_t o = 0; o < traversal.visible_outputs(); ++o) run.outputs.push_back(o);
    run.rows = run_.rows;
    run.rows.header = false;
    run.threads = run_.threads;
    run.usable_cores = run_.usable_cores;
    TupleSource source(activations, known_cardinality(traversal.graph().comprehension));
    RunResult part = run_rows(run, source, sink_, stop_);
    part.rows_written += result_.rows_written;
    part.rows_evaluated += result_.rows_evaluated;
    part.blocks += result_.blocks;
    part.threads = std::max(part.threads, result_.threads);
    part.read_seconds += result_.read_seconds;
    part.run_seconds += result_.run_seconds;
    part.write_seconds += result_.write_seconds;
    result_ = std::move(part);
    if (result_.status == RunStatus::CoordinatesBad) return fail_tuples(traversal, activations.tuples());
    if (result_.status != RunStatus::RowFailed || result_.coordinates.empty()) return;
    std::string at;
    for (std::size_t i = 0; i < activations.routes().size(); ++i) {
      const Comprehension::Element& element = traversal.graph().comprehension.elements[i];
      at += (i == 0 ? "\nat " : ", ") + element.name + " = " +
            value_text(Value::immediate(element.type, result_.coordinates[activations.routes()[i].input]));
    }
    result_.message += at;
    result_.coordinates.clear();
  }

  void activation_by_activation(const Traversal& traversal, Activations& activations) {
    const Program& program = *activations.program();
    bool ready = false;
    const std::unique_ptr<AnyKernel> kernel = make_kernel(activations.program(), ready);
    const std::unique_ptr<RowWriter> own = make_row_writer(columns_of(traversal), run_.rows);
    RowWriter& writer = shows_blocks(run_.rows.format) ? *writer_ : *own;
    std::vector<std::uint64_t> coordinates(program.coord_count(), 0);
    const std::optional<std::uint32_t> cycle = program.input_index("cycle");
    struct CursorWires {
      std::uint32_t ordinal, begin, end;
    };
    std::vector<CursorWires> cursors;
    for (const TraversalCursor& cursor : traversal.graph().cursors)
      cursors.push_back({*program.input_index(cursor.ordinal), *program.output_index(cursor.begin), *program.output_index(cursor.end)});
    std::vector<std::uint64_t> begins(cursors.size());
    std::vector<ColumnView> columns(traversal.visible_outputs());
    std::vector<std::uint8_t> none(columns.size());
    auto flushed = std::chrono::steady_clock::now();
    std::uint32_t until_look = 1;

    activations.tuples().set_stop(&stop_);
    while (activations.next()) {
      const std::span<const Cell> tuple = activations.tuples().tuple();
      for (std::size_t i = 0; i < tuple.size(); ++i) {
        const Activations::Route route = activations.routes()[i];
        if (route.is_coordinate) coordinates[route.input] = tuple[i].word;
        else kernel->set_input_at(route.input, tuple[i].to_value());
      }
      if (cycle.has_value()) coordinates[*cycle] = 0;
      kernel->set_inputs(coordinates);
      // A const is computed once an activation.
      if (!kernel->init()) return fail_at(traversal, kernel->failure(), tuple);
      std::uint64_t cycles = cursors.empty() ? 1 : std::numeric_limits<std::uint64_t>::max();
      for (std::size_t c = 0; c < cursors.size(); ++c) {
        Value begin, end;
        if (!kernel->pull(cursors[c].begin) || !kernel->pull(cursors[c].end)) return fail_at(traversal, kernel->failure(), tuple);
        kernel->value(cursors[c].begin, begin);
        kernel->value(cursors[c].end, end);
        const bool known = !begin.is_none() && !end.is_none() && begin.type() == PortType::U64 && end.type() == PortType::U64;
        begins[c] = known ? begin.as_u64() : 0;
        cycles = std::min(cycles, known && end.as_u64() > begins[c] ? end.as_u64() - begins[c] : 0);
      }
      cycles = std::min(cycles, run_.most_cycles);
      for (std::uint64_t i = 0; i < cycles; ++i) {
        if (stop_.load(std::memory_order_relaxed)) return end(RunStatus::Interrupted);
        if (cycle.has_value()) coordinates[*cycle] = i;
        for (std::size_t c = 0; c < cursors.size(); ++c) coordinates[cursors[c].ordinal] = begins[c] + i;
        kernel->set_inputs(coordinates);
        if (!kernel->eval()) return fail_at(traversal, kernel->failure(), tuple);
        for (std::uint32_t o = 0; o < columns.size(); ++o) {
          const std::uint64_t* const words = kernel->output_words(o);
          none[o] = kernel->is_none(o) ? 1 : 0;
          columns[o] = {program.outputs()[o].type, {words, words + 1}, 0, none[o] != 0 ? &none[o] : nullptr};
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
    if (activations.tuples().failed()) fail_tuples(traversal, activations.tuples());
    else if (stop_.load(std::memory_order_relaxed)) end(RunStatus::Interrupted);
  }

  void fail_at(const Traversal& traversal, const Failure& failure, std::span<const Cell> tuple) {
    fail(failure);
    result_.message += "\nat " + tuple_text(traversal, tuple);
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
