#include "tree_output.h"

#include "stream/output_sink.h"

namespace polydat::app {

ExitCode write_text(const std::string& path, std::string_view text, const Report& report) {
  if (path == "-") return print(report, text);
  std::string why;
  const auto sink = open_file_sink(path, why);
  if (!sink) return report.error(FailureKind::Stream, "output", why, path);
  sink->buffer().set_limit(text.size() + Buffer::default_limit);
  sink->buffer().append(text);
  if (sink->finish(true) == SinkStatus::Failed) return report.error(FailureKind::Stream, "output", std::string(sink->message()), path);
  return ExitCode::Fine;
}

}  // namespace polydat::app
