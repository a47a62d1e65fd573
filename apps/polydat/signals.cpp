// What the process does with signals and with closed standard descriptors.
#include "signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace polydat::app {

std::atomic<bool> stop_requested{false};

namespace {

std::atomic<int> stop_signal{0};

extern "C" void ask_for_stop(int signal) {
  if (stop_signal.exchange(signal) != 0) _exit(128 + signal);
  stop_requested.store(true);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = ask_for_stop;  // no SA_RESTART: a read that waits for a producer must end
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

std::optional<ExitCode> stop_exit_code() {
  const int signal = stop_signal.load();
  if (signal == SIGINT) return ExitCode::Interrupted;
  if (signal == SIGTERM) return ExitCode::Terminated;
  return std::nullopt;
}

void keep_standard_descriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    // The wrong direction on purpose: reads of 0 and writes of 1 and 2 then fail with EBADF.
    const int opened = open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    if (opened != fd && opened >= 0) {
      dup2(opened, fd);
      close(opened);
    }
  }
}

}  // namespace polydat::app
