// `dot` runs between two unnamed files, so neither side can wait for the other.
#include "graphviz.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "report.h"

extern char** environ;

namespace polydat::app {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::optional<std::string> read_all(int fd) {
  std::string text;
  char piece[1 << 16];
  for (;;) {
    const ssize_t size = ::pread(fd, piece, sizeof piece, static_cast<off_t>(text.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return std::nullopt;
    if (size == 0) return text;
    text.append(piece, static_cast<std::size_t>(size));
  }
}

// The exit status of the program, or -1.
int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::optional<std::string> svg_of(std::string_view dot_text, std::string& why) {
  const File in(std::tmpfile()), out(std::tmpfile()), messages(std::tmpfile());
  if (!in || !out || !messages || !write_all(fileno(in.get()), dot_text) || lseek(fileno(in.get()), 0, SEEK_SET) != 0) {
    why = std::string("no temporary file for graphviz: ") + std::strerror(errno);
    return std::nullopt;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages.get()), STDERR_FILENO);
  char name[] = "dot", form[] = "-Tsvg";
  char* const arguments[] = {name, form, nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, "dot", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    why = error == ENOENT ? "svg is drawn by graphviz's 'dot', which is not on the PATH; dot and mermaid need no other program"
                          : std::string("graphviz's 'dot' cannot be run: ") + std::strerror(error);
    return std::nullopt;
  }
  const int status = wait_for(child);
  std::optional<std::string> svg = status == 0 ? read_all(fileno(out.get())) : std::nullopt;
  if (!svg) {
    const std::string message = read_all(fileno(messages.get())).value_or("");
    why = "graphviz's 'dot' failed: " + message.substr(0, message.find('\n'));
  }
  return svg;
}

}  // namespace polydat::app
