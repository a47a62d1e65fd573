// Which coordinates a run walks over (design section 4): --range, --start/--count, --coords, --at, --grid, or 0..10; --shard.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph_arguments.h"
#include "option_parser.h"
#include "stream/coordinate_source.h"

namespace polydat::app {

class CoordinateArguments {
 public:
  // `when_none`: the range that stands when nothing is asked for.
  explicit CoordinateArguments(std::string when_none = "0..10") : when_none_(std::move(when_none)) {}
  void declare(OptionParser& parser);
  // What can be checked before the graph is known. `graph`: for `-` given twice.
  std::optional<ExitCode> resolve(const GraphArguments& graph, const Report& report);
  // Rows asked for, when known before the compile; at most 2^64-1. For Engine::Auto; 0: unknown.
  std::uint64_t expected_rows() const;
  // Null and `code` after an error.
  std::unique_ptr<CoordinateSource> open(const Program& program, const GraphArguments& graph, const Report& report, ExitCode& code) const;
  // For a program with top-level `for` statements: what its own coordinates are, and how many cycles one activation has at most.
  // An error when the coordinates were asked for in a way that such a program does not take.
  std::optional<ExitCode> for_traversal(std::uint64_t& start, std::uint64_t& most_cycles, const Report& report) const;
  // What messages call the stream.
  std::string stream_name() const { return coords_ == "-" ? "<stdin>" : coords_.value_or("coordinates"); }

 private:
  struct Named {
    std::string name;
    CoordinateRange range;
  };
  std::optional<ExitCode> resolve_ranges(const Report& report);
  std::optional<ExitCode> resolve_start(const Report& report);
  std::optional<ExitCode> resolve_at(const Report& report);
  std::optional<ExitCode> resolve_grid(const Report& report);
  std::optional<ExitCode> resolve_shard(const Report& report);
  // Rows asked for, before --shard.
  u128 rows_asked() const;
  // The rows of the shard: from here to there, of those asked for.
  u128 shard_begin(std::uint64_t number) const;
  u128 shard_end() const;
  std::optional<ExitCode> add_named(std::string_view option, std::string_view name, CoordinateRange range, const Report& report);
  std::unique_ptr<CoordinateSource> open_stream(std::vector<std::string> names, const Limits& limits, const Report& report,
                                                ExitCode& code) const;

  std::string when_none_;
  std::vector<std::string> ranges_;
  std::optional<std::string> start_, count_, coords_, coords_format_, at_, grid_, shard_;
  bool binary_ = false;
  bool by_default_ = false;                // nothing was asked for
  std::optional<CoordinateRange> common_;  // every free input gets it; nothing: `named_`, or a stream
  std::vector<Named> named_;
  std::uint64_t shard_number_ = 1, shard_count_ = 1;
};

}  // namespace polydat::app
