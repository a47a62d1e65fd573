// Where the lines of the nodes `inspect` and `log_*` go. The library never prints: the host decides.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace polydat {

enum class LogLevel : std::uint8_t { Inspect, Debug, Info, Warn, Error };

// `line` has no line end and holds for the call only.
using LogSink = std::function<void(LogLevel level, std::string_view line)>;

// For the whole process; an empty sink, the first state, drops the lines. Set it before any kernel runs: it is not synchronised.
void set_log_sink(LogSink sink);
void write_log_line(LogLevel level, std::string_view line);

}  // namespace polydat
