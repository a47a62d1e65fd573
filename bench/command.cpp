#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

extern char** environ;

namespace polydat::bench {

namespace {

// Runs the command once, from start to exit. Ends the benchmark when it does not exit with 0.
rusage run_once(const RunOfCommand& run) {
  // The command lies beside this program.
  static const std::string program = (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "polydat").string();
  std::vector<std::string> words{program};
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, run.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  pid_t child = 0;
  int status = 0;
  rusage used{};
  const bool good = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ) == 0 && wait4(child, &status, 0, &used) == child &&
                    WIFEXITED(status) && WEXITSTATUS(status) == 0;
  posix_spawn_file_actions_destroy(&actions);
  if (good) return used;
  std::fprintf(stderr, "%s does not run as it should\n", program.c_str());
  std::exit(1);
}

}  // namespace

Timing time_command(const RunOfCommand& run, int rounds) {
  return time_calls([&] { (void)run_once(run); }, rounds);
}

double peak_kib(const RunOfCommand& run) { return static_cast<double>(run_once(run).ru_maxrss); }

std::string graph_file(const std::string& name) { return std::string(POLYDAT_GRAPHS_DIR) + "/" + name; }

}  // namespace polydat::bench
