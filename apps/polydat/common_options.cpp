// The options that every subcommand takes.
#include "common_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace polydat::app {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

void CommonOptions::declare(OptionParser& parser) {
  parser.group("messages");
  parser.value("--color", "WHEN", color, "auto (a terminal), always or never; NO_COLOR and CLICOLOR_FORCE count for auto");
  parser.value("--diagnostics", "FORM", diagnostics, "text, or json: one object a line");
  parser.flag("-q,--quiet", quiet, "errors only");
  parser.flag("-v,--verbose", verbose, "also notes");
}

std::optional<std::size_t> choose_word(std::string_view option, std::string_view word, std::span<const std::string_view> known,
                                       const Report& report) {
  std::string list;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (std::ranges::equal(known[i], word, {}, lower, lower)) return i;
    list += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ");
    list += known[i];
  }
  report.usage_error(fmt::format("{} takes {}, not '{}'", option, list, word), nearest_word(word, {known.begin(), known.end()}));
  return std::nullopt;
}

std::optional<ExitCode> CommonOptions::apply(Report& report) const {
  static constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};
  static constexpr std::array<std::string_view, 2> kForms = {"text", "json"};
  if (color) {
    const auto chosen = choose_word("--color", *color, kColors, report);
    if (!chosen) return ExitCode::Wrong;
    report.set_color(static_cast<ColorChoice>(*chosen));
  }
  if (diagnostics) {
    const auto chosen = choose_word("--diagnostics", *diagnostics, kForms, report);
    if (!chosen) return ExitCode::Wrong;
    report.set_json(*chosen == 1);
  }
  report.set_quiet(quiet);
  report.set_verbose(verbose);
  return std::nullopt;
}

}  // namespace polydat::app
