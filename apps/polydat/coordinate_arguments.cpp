// Which coordinates a run walks over.
#include "coordinate_arguments.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include "common_options.h"

namespace polydat::app {

namespace {

constexpr u128 kTwoTo64 = u128{1} << 64;

// The part before the first `=` that is not of `..=`, when it is there.
std::optional<std::pair<std::string_view, std::string_view>> split_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || (equals >= 2 && text.substr(equals - 2, 2) == "..")) return std::nullopt;
  return std::pair{text.substr(0, equals), text.substr(equals + 1)};
}

std::string decimal(u128 n) { return n == kTwoTo64 ? "18446744073709551616" : fmt::format("{}", static_cast<std::uint64_t>(n)); }

}  // namespace

void CoordinateArguments::declare(OptionParser& parser) {
  parser.group("coordinates (at most one way; none of them: --range " + when_none_ + ")");
  parser.list("--range", "R", ranges_,
              "A..B, A..=B or A.., each with :STEP, for every input nothing else fixes\n"
              "NAME=R for one input; such inputs advance together. Numbers: decimal or 0x,\nthen K M G T P Ki Mi Gi Ti Pi");
  parser.value("--start", "N", start_, "the first coordinate (0)");
  parser.value("--count", "N", count_, "how many (10)");
  parser.value("--coords", "FILE|-", coords_, "one row of coordinates a line");
  parser.value("--coords-format", "FORM", coords_format_, "text, or bin: one little-endian u64 a free input");
  parser.value("--at", "NAME=N,...", at_, "one row");
  parser.value("--grid", "NAME=R,...", grid_, "every combination of the ranges, the last one fastest");
  parser.value("--shard", "K/N", shard_, "the K-th of N equal parts of the rows, so that N runs make one data set");
}

std::optional<ExitCode> CoordinateArguments::resolve(const GraphArguments& graph, const Report& report) {
  const int ways = int{!ranges_.empty()} + int{start_ || count_} + int{coords_.has_value()} + int{at_.has_value()} + int{grid_.has_value()};
  if (ways > 1) return report.usage_error("--range, --start/--count, --coords, --at and --grid exclude each other");
  if (coords_format_) {
    static constexpr std::array<std::string_view, 2> kForms = {"text", "bin"};
    const auto chosen = choose_word("--coords-format", *coords_format_, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    if (!coords_) return report.usage_error("--coords-format needs --coords");
    binary_ = *chosen == 1;
  }
  if (const auto code = resolve_shard(report)) return code;
  if (coords_) {
    if (shard_) return report.usage_error("--shard takes a part of a range; a stream of coordinates has no parts");
    if (*coords_ == "-" && graph.from_stdin())
      return report.usage_error("the graph and the coordinates cannot both be read from standard input");
    return std::nullopt;
  }
  if (at_) return resolve_at(report);
  if (grid_) return resolve_grid(report);
  if (start_ || count_) return resolve_start(report);
  by_default_ = ranges_.empty();
  if (by_default_) ranges_.push_back(when_none_);
  return resolve_ranges(report);
}

std::optional<ExitCode> CoordinateArguments::add_named(std::string_view option, std::string_view name, CoordinateRange range,
                                                       const Report& report) {
  if (name.empty()) return report.usage_error(fmt::format("{} holds a value without a name", option));
  for (const Named& other : named_)
    if (other.name == name) return report.usage_error(fmt::format("{} names '{}' twice", option, name));
  named_.push_back({std::string(name), range});
  return std::nullopt;
}

std::optional<ExitCode> CoordinateArguments::resolve_ranges(const Report& report) {
  for (const std::string& text : ranges_) {
    const auto parts = split_assignment(text);
    std::string why;
    const auto range = parse_range(parts ? parts->second : std::string_view(text), why);
    if (!range) return report.usage_error(fmt::format("--range {}: {}", text, why));
    if (parts) {
      if (const auto code = add_named("--range", parts->first, *range, report)) return code;
    } else {
      common_ = range;
    }
  }
  if (common_ && ranges_.size() > 1)
    return report.usage_error(named_.empty() ? "--range is given twice" : "--range R and --range NAME=R exclude each other");
  for (const Named& n : named_)
    if (n.range.count != named_.front().range.count)
      return report.usage_error(fmt::format("the ranges of '{}' and '{}' have {} and {} coordinates; they must be of one length",
                                            named_.front().name, n.name, decimal(named_.front().range.count), decimal(n.range.count)));
  return std::nullopt;
}

std::optional<ExitCode> CoordinateArguments::resolve_start(const Report& report) {
  CoordinateRange range{0, 1, 10};
  std::string why;
  if (start_) {
    const auto n = parse_number(*start_, why);
    if (!n) return report.usage_error(fmt::format("--start {}: {}", *start_, why));
    range.first = *n;
  }
  if (count_) {
    const auto n = parse_number(*count_, why);
    if (!n) return report.usage_error(fmt::format("--count {}: {}", *count_, why));
    range.count = *n;
  }
  if (range.first + range.count > kTwoTo64) return report.usage_error("--start plus --count is past 2^64");
  common_ = range;
  return std::nullopt;
}

std::optional<ExitCode> CoordinateArguments::resolve_at(const Report& report) {
  for (const std::string& piece : split_list(*at_)) {
    const std::size_t equals = piece.find('=');
    if (equals == std::string::npos || equals == 0) return report.usage_error(fmt::format("--at: expected NAME=N, not '{}'", piece));
    std::string why;
    const auto n = parse_number(std::string_view(piece).substr(equals + 1), why);
    if (!n) return report.usage_error(fmt::format("--at {}: {}", piece, why));
    if (const auto code = add_named("--at", std::string_view(piece).substr(0, equals), {*n, 1, 1}, report)) return code;
  }
  return std::nullopt;
}

std::optional<ExitCode> CoordinateArguments::resolve_grid(const Report& report) {
  for (const std::string& piece : split_list(*grid_)) {
    const auto parts = split_assignment(piece);
    if (!parts) return report.usage_error(fmt::format("--grid: expected NAME=R, not '{}'", piece));
    std::string why;
    const auto range = parse_range(parts->second, why);
    if (!range) return report.usage_error(fmt::format("--grid {}: {}", piece, why));
    if (const auto code = add_named("--grid", parts->first, *range, report)) return code;
  }
  u128 rows = 1;
  for (const Named& n : named_) {
    if (n.range.count != 0 && rows > kTwoTo64 / n.range.count) return report.usage_error("--grid has more than 2^64 rows");
    rows *= n.range.count;
    if (rows == 0) break;
  }
  return std::nullopt;
}

std::optional<ExitCode> CoordinateArguments::resolve_shard(const Report& report) {
  if (!shard_) return std::nullopt;
  const std::size_t slash = shard_->find('/');
  std::string why;
  const auto number = parse_number(std::string_view(*shard_).substr(0, slash), why);
  const auto count = slash == std::string::npos ? std::nullopt : parse_number(std::string_view(*shard_).substr(slash + 1), why);
  if (slash == std::string::npos) return report.usage_error(fmt::format("--shard: expected K/N, as in 1/4, not '{}'", *shard_));
  if (!number || !count) return report.usage_error(fmt::format("--shard {}: {}", *shard_, why));
  if (*number == 0 || *number > *count) return report.usage_error(fmt::format("--shard {}: K is a number from 1 to N", *shard_));
  shard_number_ = *number;
  shard_count_ = *count;
  return std::nullopt;
}

u128 CoordinateArguments::rows_asked() const {
  if (common_) return common_->count;
  if (!grid_) return named_.empty() ? 0 : named_.front().range.count;
  u128 rows = 1;
  for (const Named& n : named_) {
    rows *= n.range.count;
    if (rows == 0) break;
  }
  return rows;
}

// Row n(K-1)/N is where the K-th of N shards begins: both factors are at most 2^64, so the product has 128 bits.
u128 CoordinateArguments::shard_begin(std::uint64_t number) const { return rows_asked() * (number - 1) / shard_count_; }
u128 CoordinateArguments::shard_end() const { return shard_number_ == shard_count_ ? rows_asked() : shard_begin(shard_number_ + 1); }

std::uint64_t CoordinateArguments::expected_rows() const {
  const u128 rows = shard_end() - shard_begin(shard_number_);
  return rows >= kTwoTo64 ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(rows);
}

std::optional<ExitCode> CoordinateArguments::for_traversal(std::uint64_t& start, std::uint64_t& most_cycles, const Report& report) const {
  const std::string_view asked = coords_                              ? "--coords"
                                 : at_                                ? "--at"
                                 : grid_                              ? "--grid"
                                 : shard_                             ? "--shard"
                                 : !by_default_ && !start_ && !count_ ? "--range"
                                                                      : "";
  if (!asked.empty())
    return report.usage_error(
        fmt::format("{}: the graph has `for` statements, whose tuples are its rows; --start and --count apply", asked));
  start = common_->first;
  most_cycles = expected_rows();
  return std::nullopt;
}

std::unique_ptr<CoordinateSource> CoordinateArguments::open(const Program& program, const GraphArguments& graph, const Report& report,
                                                            ExitCode& code) const {
  std::vector<std::string> free_inputs;
  for (const InputInfo& input : program.inputs())
    if (input.is_coordinate) free_inputs.push_back(input.name);

  if (coords_) {
    if (free_inputs.empty()) {
      code = report.usage_error("--coords: the graph has no free input");
      return nullptr;
    }
    return open_stream(std::move(free_inputs), graph.compile_options().limits, report, code);
  }
  const u128 begin = shard_begin(shard_number_);
  const u128 count = shard_end() - begin;
  const auto from_begin = [&](CoordinateRange range) {
    range.first += range.step * static_cast<std::uint64_t>(begin);  // may wrap where the shard is empty
    range.count = count;
    return range;
  };
  if (common_) return make_range_source(std::vector<CoordinateRange>(free_inputs.size(), from_begin(*common_)), count);

  const std::string_view option = at_ ? "--at" : grid_ ? "--grid" : "--range";
  for (const Named& n : named_) {
    if (std::find(free_inputs.begin(), free_inputs.end(), n.name) != free_inputs.end()) continue;
    if (graph.is_assigned(n.name)) {
      code = report.usage_error(fmt::format("'{}' is both set and driven by {}", n.name, option));
    } else if (program.input_index(n.name)) {
      code = report.usage_error(fmt::format("{}: '{}' is an extern; use --set", option, n.name));
    } else {
      code = report.usage_error(fmt::format("{}: '{}' is not an input", option, n.name),
                                nearest_word(n.name, {free_inputs.begin(), free_inputs.end()}));
    }
    return nullptr;
  }
  std::vector<CoordinateRange> ranges;
  for (const std::string& name : free_inputs) {
    const auto found = std::find_if(named_.begin(), named_.end(), [&](const Named& n) { return n.name == name; });
    if (found == named_.end()) {
      code = report.usage_error(fmt::format("{} does not name the input '{}', and nothing fixes it", option, name));
      return nullptr;
    }
    ranges.push_back(grid_ ? found->range : from_begin(found->range));
  }
  return grid_ ? make_grid_source(std::move(ranges), begin, count) : make_range_source(std::move(ranges), count);
}

std::unique_ptr<CoordinateSource> CoordinateArguments::open_stream(std::vector<std::string> names, const Limits& limits,
                                                                   const Report& report, ExitCode& code) const {
  const bool standard = *coords_ == "-";
  const int fd = standard ? STDIN_FILENO : ::open(coords_->c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    const int reason = errno;
    code = report.error(FailureKind::Stream, "coordinate-stream", fmt::format("cannot open: {}", std::strerror(reason)), *coords_);
    return nullptr;
  }
  if (binary_) return make_binary_source(fd, !standard, stream_name(), names.size());
  return make_text_source(fd, !standard, stream_name(), std::move(names), limits);
}

}  // namespace polydat::app
