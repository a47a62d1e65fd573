#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

extern char** environ;

namespace polydat::bench {

namespace {

[[noreturn]] void does_not_run(const std::string& program) {
  std::fprintf(stderr, "%s does not run as it should\n", program.c_str());
  std::exit(1);
}

// The command lies beside this program.
const std::string& program() {
  static const std::string path = (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "polydat").string();
  return path;
}

pid_t start(const RunOfCommand& run) {
  std::vector<std::string> words{program()};
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, run.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (run.exit_code != 0) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0666);  // it says why, as it should
  pid_t child = 0;
  if (posix_spawn(&child, program().c_str(), &actions, nullptr, argv.data(), environ) != 0) does_not_run(program());
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

// False while it runs, unless `flags` say to wait. Ends the benchmark when it did not exit as it must.
bool has_ended(pid_t child, int exit_code, int flags) {
  int status = 0;
  const pid_t ended = waitpid(child, &status, flags);
  if (ended == 0) return false;
  if (ended != child || !WIFEXITED(status) || WEXITSTATUS(status) != exit_code) does_not_run(program());
  return true;
}

}  // namespace

Timing time_command(const RunOfCommand& run, int rounds) {
  return time_calls([&] { (void)has_ended(start(run), run.exit_code, 0); }, rounds);
}

// Looked at every millisecond: what the system says at the end would include this program's memory, from before the exec.
double peak_kib(const RunOfCommand& run) {
  const pid_t child = start(run);
  double peak = 0;
  while (!has_ended(child, run.exit_code, WNOHANG)) {
    std::ifstream status("/proc/" + std::to_string(child) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) peak = std::max(peak, std::strtod(line.c_str() + 6, nullptr));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return peak;
}

std::string graph_file(const std::string& name) { return std::string(POLYDAT_GRAPHS_DIR) + "/" + name; }

}  // namespace polydat::bench
