// SIGINT and SIGTERM ask for a stop between rows; SIGPIPE is ignored, so that a closed pipe is seen by write().
#pragma once

#include <atomic>
#include <optional>

#include "exit_code.h"

namespace polydat::app {

// True once a stop was asked for. A second signal ends the process at once.
extern std::atomic<bool> stop_requested;

void install_signal_handlers();
// Interrupted or Terminated once a stop was asked for.
std::optional<ExitCode> stop_exit_code();

// A closed standard descriptor is replaced by one on which every read and write fails, so that no file opened later takes its
// number and receives rows or messages.
void keep_standard_descriptors();

}  // namespace polydat::app
