// Messages to standard error: the one place that knows colours, JSON diagnostics and how quiet to be.
//
// Guarantees: nothing is written to standard output; text of users is written verbatim, never used as a format.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "exit_code.h"
#include "polydat/diagnostic.h"

namespace polydat::app {

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

class Report {
 public:
  // Takes --color and --diagnostics from the arguments before they are parsed, so that a mistake in the others is already
  // reported in the form asked for. Wrong values are left to the parser.
  explicit Report(std::span<const std::string> arguments);

  void set_color(ColorChoice choice);
  void set_json(bool json) { json_ = json; }
  void set_quiet(bool quiet) { quiet_ = quiet; }
  void set_verbose(bool verbose) { verbose_ = verbose; }
  bool quiet() const { return quiet_; }
  bool verbose() const { return verbose_; }

  // About the command line: `error: MESSAGE`, and "did you mean" when `suggestion` is not empty. Returns Wrong.
  ExitCode usage_error(std::string message, std::string_view suggestion = {}) const;
  // An error of any kind that has no place in a graph; `file` is what it is about (`<command line>`, a path). Returns its exit
  // code.
  ExitCode error(FailureKind kind, std::string_view code, std::string message, std::string_view file = "<command line>",
                 std::string_view suggestion = {}) const;
  // About a coordinate stream or an output: `message` begins with the stream's name and a colon, then perhaps `LINE:COLUMN:`, as
  // stream/ makes it; `name` is that name.
  ExitCode stream_error(FailureKind kind, std::string_view code, std::string_view message, std::string_view name) const;
  // A warning that has no place in a graph.
  void warning(std::string_view code, std::string message, std::string_view file = "<command line>") const;
  // The same, shown when verbose.
  void note(std::string_view code, std::string message, std::string_view file = "<command line>") const;
  // A failure while rows were computed: the kernel's report, its first line as the message.
  ExitCode failure(FailureKind kind, const std::string& report, SourceRange range, const Sources& sources) const;
  // All of a compile's messages by position: errors always, warnings unless quiet, notes when verbose. Returns the exit code.
  ExitCode diagnostics(const Diagnostics& diagnostics, const Sources& sources) const;
  // Statistics and the like: the text as it is.
  void text(std::string_view text) const;

 private:
  void show(const Diagnostic& d, const Sources& sources) const;
  void remark(Severity severity, std::string_view code, std::string message, std::string_view file) const;

  bool color_ = false;
  bool json_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
};

// Nothing for an unknown word.
std::optional<ColorChoice> color_from_word(std::string_view word);

// All of `text` to a descriptor, through interruptions. False when a write failed.
bool write_all(int fd, std::string_view text);
// The same to standard output, for answers that are no rows. Returns Fine also when the reader went away, Stream when a write
// failed.
ExitCode print(const Report& report, std::string_view text);

}  // namespace polydat::app
