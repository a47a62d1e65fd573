#include "command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

extern char** environ;

namespace polydat::bench {

Timing time_command(const RunOfCommand& run, int rounds) {
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
  const Timing timing = time_calls([&] {
    pid_t child = 0;
    int status = 0;
    if (posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ) == 0 && waitpid(child, &status, 0) == child &&
        WIFEXITED(status) && WEXITSTATUS(status) == 0)
      return;
    std::fprintf(stderr, "%s does not run as it should\n", program.c_str());
    std::exit(1);
  }, rounds);
  posix_spawn_file_actions_destroy(&actions);
  return timing;
}

std::string graph_file(const std::string& name) { return std::string(POLYDAT_GRAPHS_DIR) + "/" + name; }

}  // namespace polydat::bench
