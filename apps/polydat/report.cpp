// Messages to standard error.
#include "report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "lang/diagnostic_codes.h"

namespace polydat::app {

namespace {

// NO_COLOR wins over everything but an explicit choice; CLICOLOR_FORCE wins over the terminal test.
bool color_by_environment() {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* force = std::getenv("CLICOLOR_FORCE");
  if (force != nullptr && *force != '\0' && std::strcmp(force, "0") != 0) return true;
  const char* term = std::getenv("TERM");
  if (term != nullptr && std::strcmp(term, "dumb") == 0) return false;
  return isatty(STDERR_FILENO) == 1;
}

// The value of `--name VALUE` or `--name=VALUE`; the last one given.
std::string_view value_of(std::span<const std::string> arguments, std::string_view name) {
  std::string_view value;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--") break;
    if (!word.starts_with(name)) continue;
    if (word.size() == name.size() && i + 1 < arguments.size()) value = arguments[i + 1];
    else if (word.size() > name.size() && word[name.size()] == '=') value = word.substr(name.size() + 1);
  }
  return value;
}

}  // namespace

std::optional<ColorChoice> color_from_word(std::string_view word) {
  if (word == "auto") return ColorChoice::Auto;
  if (word == "always") return ColorChoice::Always;
  if (word == "never") return ColorChoice::Never;
  return std::nullopt;
}

Report::Report(std::span<const std::string> arguments) {
  set_color(color_from_word(value_of(arguments, "--color")).value_or(ColorChoice::Auto));
  json_ = value_of(arguments, "--diagnostics") == "json";
}

void Report::set_color(ColorChoice choice) {
  switch (choice) {
    case ColorChoice::Auto: color_ = color_by_environment(); return;
    case ColorChoice::Always: color_ = true; return;
    case ColorChoice::Never: color_ = false; return;
  }
}

ExitCode Report::usage_error(std::string message, std::string_view suggestion) const {
  return error(FailureKind::Program, "usage", std::move(message), "<command line>", suggestion);
}

ExitCode Report::error(FailureKind kind, std::string_view code, std::string message, std::string_view file,
                       std::string_view suggestion) const {
  Diagnostic d;
  d.kind = kind;
  d.code = code;
  d.has_range = false;
  d.message = std::move(message);
  d.suggestion = suggestion;
  show(d, Source(std::string(file), ""));
  return exit_code_of(kind);
}

ExitCode Report::stream_error(FailureKind kind, std::string_view code, std::string_view message, std::string_view name) const {
  std::string_view rest = message;
  // "NAME:LINE:COLUMN: sentence", "NAME: sentence" or "NAME cannot be read": the name is shown once.
  const std::string_view after = rest.starts_with(name) ? rest.substr(name.size()) : std::string_view();
  if (after.starts_with(":") || after.starts_with(" ")) rest = after.substr(1);
  std::uint64_t line = 0, column = 0;
  const auto take_number = [&rest](std::uint64_t& number) {
    const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (failed != std::errc() || end == rest.data() + rest.size() || *end != ':') return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
    return true;
  };
  const bool placed = take_number(line) && take_number(column);
  while (rest.starts_with(" ")) rest.remove_prefix(1);
  if (json_) {
    nlohmann::ordered_json object = {{"severity", "error"}, {"code", lang::code_text(code)}, {"message", rest}, {"file", name}};
    const auto place = [placed](std::uint64_t number) { return placed ? nlohmann::ordered_json(number) : nlohmann::ordered_json(); };
    object.update({{"line", place(line)},
                   {"column", place(column)},
                   {"end_line", place(line)},
                   {"end_column", place(column)},
                   {"label", ""},
                   {"notes", nlohmann::ordered_json::array()},
                   {"suggestion", nullptr}});
    write_all(STDERR_FILENO, object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
  } else {
    const std::string place = placed ? fmt::format("{}:{}:{}: ", name, line, column) : fmt::format("{}: ", name);
    write_all(STDERR_FILENO, fmt::format("{}{}error:{} {} [{}]\n", place, color_ ? "\x1b[1;31m" : "", color_ ? "\x1b[0m" : "", rest,
                                         lang::code_text(code)));
  }
  return exit_code_of(kind);
}

void Report::warning(std::string_view code, std::string message, std::string_view file) const {
  if (!quiet_) remark(Severity::Warning, code, std::move(message), file);
}

void Report::note(std::string_view code, std::string message, std::string_view file) const {
  if (verbose_ && !quiet_) remark(Severity::Note, code, std::move(message), file);
}

void Report::remark(Severity severity, std::string_view code, std::string message, std::string_view file) const {
  Diagnostic d;
  d.severity = severity;
  d.code = code;
  d.has_range = false;
  d.message = std::move(message);
  show(d, Source(std::string(file), ""));
}

ExitCode Report::failure(FailureKind kind, const std::string& report, SourceRange range, const Sources& sources) const {
  Diagnostic d;
  d.kind = kind;
  d.code = "value";
  d.range = range;
  std::size_t start = 0;
  while (start <= report.size()) {
    const std::size_t end = std::min(report.find('\n', start), report.size());
    const std::size_t text = std::min(report.find_first_not_of(' ', start), end);  // the report indents; notes have their own mark
    if (start == 0) d.message = report.substr(0, end);
    else if (end > text) d.notes.push_back(report.substr(text, end - text));
    start = end + 1;
  }
  show(d, sources);
  return exit_code_of(kind);
}

ExitCode Report::diagnostics(const Diagnostics& diagnostics, const Sources& sources) const {
  for (const Diagnostic& d : diagnostics.sorted()) {
    switch (d.severity) {
      case Severity::Note:
        if (!verbose_ || quiet_) continue;
        break;
      case Severity::Warning:
        if (quiet_) continue;
        break;
      case Severity::Error: break;
    }
    show(d, sources);
  }
  return exit_code_of(diagnostics);
}

void Report::text(std::string_view text) const { write_all(STDERR_FILENO, text); }

void Report::show(const Diagnostic& d, const Sources& sources) const {
  std::string line = json_ ? render_json(d, sources) : render_text(d, sources, color_);
  if (line.empty() || line.back() != '\n') line += '\n';
  write_all(STDERR_FILENO, line);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

ExitCode print(const Report& report, std::string_view text) {
  if (write_all(STDOUT_FILENO, text)) return ExitCode::Fine;
  const int reason = errno;
  if (reason == EPIPE) return ExitCode::Fine;
  return report.error(FailureKind::Stream, "output", std::string("cannot write: ") + std::strerror(reason), "<stdout>");
}

}  // namespace polydat::app
