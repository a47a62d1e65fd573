// The --max-... options.
#include "limit_options.h"

#include <fmt/format.h>

#include "stream/coordinate_source.h"

namespace polydat::app {

namespace {

struct LimitOption {
  const char* name;
  std::uint64_t Limits::* field;
  const char* help;
};

// What reading a graph takes stands first.
constexpr LimitOption kLimits[] = {
    {"--max-file", &Limits::max_file, "bytes of one graph file (64Mi)"},
    {"--max-nesting", &Limits::max_nesting, "levels of nesting (10000)"},
    {"--max-nodes", &Limits::max_nodes, "nodes of a graph (1000000)"},
    {"--max-const", &Limits::max_const, "bytes of one constant or table (64Mi)"},
    {"--max-value", &Limits::max_value, "bytes of one string or list (64Mi)"},
    {"--max-compile", &Limits::max_compile, "seconds of native compilation (60)"},
    {"--max-line", &Limits::max_line, "bytes of one coordinate line (256Mi)"},
};

}  // namespace

void LimitOptions::declare_first(std::size_t count, OptionParser& parser) {
  static_assert(std::size(kLimits) == kAll);
  parser.group("limits");
  for (std::size_t i = 0; i < count; ++i) parser.value(kLimits[i].name, "N", words_[i], kLimits[i].help);
}

std::optional<ExitCode> LimitOptions::apply(Limits& limits, const Report& report) const {
  for (std::size_t i = 0; i < kAll; ++i) {
    if (!words_[i]) continue;
    std::string why;
    const auto number = parse_number(*words_[i], why);
    if (!number) return report.usage_error(fmt::format("{}: {}", kLimits[i].name, why));
    limits.*kLimits[i].field = *number;
  }
  return std::nullopt;
}

}  // namespace polydat::app
