// A file that a run is compared with (expected_report.h).
#include "expected_report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace polydat::app {

namespace {

constexpr std::size_t kMostQuoted = 200;

// A value in a message, on one line.
std::string quoted(std::string_view text) {
  std::string shown = "'";
  for (const char c : text.substr(0, kMostQuoted)) {
    if (c == '\n') shown += "\\n";
    else if (c == '\r') shown += "\\r";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) shown += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else shown += c;
  }
  return shown + (text.size() > kMostQuoted ? "...'" : "'");
}

std::string describe(const RowDifference& d, const std::vector<std::string>& inputs) {
  std::string row = fmt::format("row {}", d.row);
  for (std::size_t i = 0; i < d.coordinates.size(); ++i) row += fmt::format("{}{} = {}", i == 0 ? " (" : ", ", inputs[i], d.coordinates[i]);
  if (!d.coordinates.empty()) row += ')';
  switch (d.kind) {
    case RowDifference::Kind::Cell:
      return fmt::format("{}, column '{}': {}, expected {}", row, d.column, quoted(d.actual), quoted(d.expected));
    case RowDifference::Kind::Row: return fmt::format("{}: {}, expected {}", row, quoted(d.actual), quoted(d.expected));
    case RowDifference::Kind::Header: return fmt::format("the header is {}, expected {}", quoted(d.actual), quoted(d.expected));
    case RowDifference::Kind::Surplus: return fmt::format("{} is not in the file: {}", row, quoted(d.actual));
    case RowDifference::Kind::Missing: return fmt::format("{} of the file is missing: {}", row, quoted(d.expected));
    case RowDifference::Kind::LineEnd: return fmt::format("{}: the last line of the file has no line end", row);
  }
  return row;
}

}  // namespace

RowTarget ExpectedFile::open(const std::string& path, std::uint64_t skipped, const EvalOptions& options, const Program& program,
                             const std::vector<std::string>& columns, const Report& report) {
  path_ = path;
  inputs_.clear();
  for (const InputInfo& input : program.inputs())
    if (input.is_coordinate) inputs_.push_back(input.name);
  RowTarget target;
  target.name = path;
  const int fd = path == "-" ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 || (skipped != 0 && lseek(fd, static_cast<off_t>(skipped), SEEK_SET) < 0)) {
    target.code = report.error(FailureKind::Program, "cannot-read", fmt::format("cannot read: {}", std::strerror(errno)), path);
    if (fd >= 0) close(fd);
    return target;
  }
  rows_ = std::make_unique<ExpectedRows>(fd, path, skipped == 0 ? 1 : 2, options.rows, columns);
  target.sink = rows_.get();
  target.journal = rows_.get();
  return target;
}

ExitCode ExpectedFile::report(ExitCode code, const Report& report) const {
  if (rows_ == nullptr || rows_->differing() == 0) return code;
  for (const RowDifference& difference : rows_->first())
    report.stream_error(FailureKind::Program, "differs", fmt::format("{}:{}:1: {}", path_, difference.line, describe(difference, inputs_)),
                        path_);
  if (rows_->differing() > rows_->first().size())
    report.error(FailureKind::Program, "differs",
                 fmt::format("{} rows differ; the first {} are shown", rows_->differing(), rows_->first().size()), path_);
  return code == ExitCode::Fine ? ExitCode::Differs : code;
}

}  // namespace polydat::app
