// Sinks: pipes, files, devices, and what happens when they cannot be written.
#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "stream/output_sink.h"
#include "support/temporary_folder.h"

using namespace polydat;
namespace fs = std::filesystem;

namespace {

using Folder = polydat::testing::TemporaryFolder;  // one for each test

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void put(const std::string& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

std::unique_ptr<OutputSink> open_sink(const std::string& path) {
  std::string error;
  auto sink = open_file_sink(path, error);
  INFO(error);
  REQUIRE(sink != nullptr);
  return sink;
}

std::string open_error(const std::string& path) {
  std::string error;
  CHECK(open_file_sink(path, error) == nullptr);
  return error;
}

void ignore_sigpipe() { std::signal(SIGPIPE, SIG_IGN); }

}  // namespace

TEST_CASE("a file is replaced at the end and not before") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  put(file, "old");
  {
    const auto sink = open_sink(file);
    sink->buffer().append("a,b\n");
    CHECK(sink->flush() == SinkStatus::Ok);
    CHECK(content(file) == "old");
    CHECK(content(file + ".partial") == "a,b\n");
    sink->buffer().append("1,2\n");
    CHECK(sink->finish(true) == SinkStatus::Ok);
  }
  CHECK(content(file) == "a,b\n1,2\n");
  CHECK(!fs::exists(file + ".partial"));
}

TEST_CASE("a run that was stopped leaves the target alone and its rows in FILE.partial") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  put(file, "old");
  const auto sink = open_sink(file);
  sink->buffer().append("a\n1\n");
  CHECK(sink->finish(false) == SinkStatus::Ok);
  CHECK(content(file) == "old");
  CHECK(content(file + ".partial") == "a\n1\n");
  const auto again = open_sink(file);  // what an earlier run left is replaced
  again->buffer().append("2\n");
  CHECK(again->finish(true) == SinkStatus::Ok);
  CHECK(content(file) == "2\n");
}

TEST_CASE("a sink that is dropped before it wrote leaves nothing") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  put(file, "old");
  open_sink(file).reset();
  CHECK(content(file) == "old");
  CHECK(!fs::exists(file + ".partial"));
}

TEST_CASE("no rows make an empty file") {
  const Folder folder;
  CHECK(open_sink(folder.file("rows.csv"))->finish(true) == SinkStatus::Ok);
  CHECK(fs::file_size(folder.file("rows.csv")) == 0);
}

TEST_CASE("links stay and what they lead to is replaced") {
  const Folder folder;
  fs::create_directory(folder.path / "data");
  put(folder.file("data/rows.csv"), "old");
  fs::create_symlink("data/rows.csv", folder.path / "link");
  fs::create_symlink("link", folder.path / "chain");
  fs::create_symlink("data/new.csv", folder.path / "dangling");
  for (const auto& [name, target] :
       {std::pair{"link", "data/rows.csv"}, std::pair{"chain", "data/rows.csv"}, std::pair{"dangling", "data/new.csv"}}) {
    CAPTURE(name);
    const auto sink = open_sink(folder.file(name));
    CHECK(sink->partial_path() == folder.file(target) + ".partial");
    sink->buffer().append(name);
    CHECK(sink->finish(true) == SinkStatus::Ok);
    CHECK(fs::is_symlink(folder.path / name));
    CHECK(!fs::is_symlink(folder.path / target));
    CHECK(content(folder.file(target)) == name);
  }
  fs::create_symlink("loop", folder.path / "loop");
  CHECK(open_error(folder.file("loop")).find("cannot be opened") != std::string::npos);
}

TEST_CASE("permissions of an existing target are kept, a new one follows the mask") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  put(file, "old");
  chmod(file.c_str(), 0640);
  CHECK(open_sink(file)->finish(true) == SinkStatus::Ok);
  struct stat info{};
  REQUIRE(stat(file.c_str(), &info) == 0);
  CHECK((info.st_mode & 07777) == 0640);
  const mode_t mask = umask(027);
  CHECK(open_sink(folder.file("new.csv"))->finish(true) == SinkStatus::Ok);
  umask(mask);
  REQUIRE(stat(folder.file("new.csv").c_str(), &info) == 0);
  CHECK((info.st_mode & 07777) == 0640);
}

TEST_CASE("large files have their size and nothing allocated behind it") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  const auto sink = open_sink(file);
  const std::string row(1000, 'x');
  std::size_t size = 0;
  for (int i = 0; i < 5000; ++i) {
    sink->buffer().append(row);
    sink->buffer().push_back('\n');
    size += row.size() + 1;
    REQUIRE(sink->flush_if_full() == SinkStatus::Ok);
  }
  CHECK(sink->finish(true) == SinkStatus::Ok);
  CHECK(fs::file_size(file) == size);
  struct stat info{};
  REQUIRE(stat(file.c_str(), &info) == 0);
  CHECK(static_cast<std::size_t>(info.st_blocks) * 512 < size + (1 << 20));
}

TEST_CASE("two runs do not share one FILE.partial") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  const auto first = open_sink(file);
  first->buffer().append("first");
  CHECK(open_error(file).find("is being written by another run") != std::string::npos);
  CHECK(first->finish(true) == SinkStatus::Ok);
  CHECK(content(file) == "first");
}

TEST_CASE("targets that cannot be made") {
  const Folder folder;
  CHECK(open_error("").find("no name") != std::string::npos);
  CHECK(open_error(folder.file("missing/rows.csv")).find("rows.csv.partial cannot be created: ") != std::string::npos);
  CHECK(open_error(folder.path.string()).find("cannot be opened: ") != std::string::npos);
  CHECK(!open_error(folder.file("new") + "/").empty());
  fs::create_directory(folder.path / "rows.csv.partial");
  CHECK(open_error(folder.file("rows.csv")).find("in the way") != std::string::npos);
  CHECK(fs::is_directory(folder.path / "rows.csv.partial"));
  if (geteuid() == 0) return;  // nothing is refused to root
  put(folder.file("kept.csv"), "old");
  chmod(folder.file("kept.csv").c_str(), 0444);
  CHECK(open_error(folder.file("kept.csv")).find("cannot be written: ") != std::string::npos);
  chmod(folder.path.c_str(), 0555);
  CHECK(open_error(folder.file("x.csv")).find("cannot be created: ") != std::string::npos);
}

TEST_CASE("devices and pipes are written directly") {
  const auto null = open_sink("/dev/null");
  null->buffer().append("row\n");
  CHECK(null->finish(true) == SinkStatus::Ok);
  CHECK(!fs::exists("/dev/null.partial"));

  const auto full = open_sink("/dev/full");
  CHECK(full->partial_path().empty());
  full->buffer().append("row\n");
  CHECK(full->finish(true) == SinkStatus::Failed);
  CHECK(std::string(full->message()).starts_with("/dev/full cannot be written: "));
  CHECK(full->flush() == SinkStatus::Failed);

  const Folder folder;
  const std::string fifo = folder.file("fifo");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  std::string got;
  std::thread reader([&] { got = content(fifo); });
  const auto sink = open_sink(fifo);
  sink->buffer().append("row\n");
  CHECK(sink->finish(true) == SinkStatus::Ok);
  reader.join();
  CHECK(got == "row\n");
  CHECK(fs::is_fifo(fifo));

  // The name of an open descriptor is that descriptor, with its position.
  put(folder.file("log"), "before\n");
  const int log = open(folder.file("log").c_str(), O_WRONLY | O_APPEND);
  fs::create_symlink("/proc/self/fd/" + std::to_string(log), folder.path / "stdout");
  for (const std::string& name : {"/dev/fd/" + std::to_string(log), folder.file("stdout")}) {
    const auto descriptor = open_sink(name);
    descriptor->buffer().append("row\n");
    CHECK(descriptor->finish(true) == SinkStatus::Ok);
  }
  CHECK(content(folder.file("log")) == "before\nrow\nrow\n");
  close(log);
}

TEST_CASE("a failed write leaves the target untouched") {
  const Folder folder;
  const std::string file = folder.file("rows.csv");
  put(file, "old");
  std::signal(SIGXFSZ, SIG_IGN);
  // A limit on the size of files stands in for a full disk.
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::string error;
    const auto sink = open_file_sink(file, error);
    if (sink == nullptr || std::system(("ulimit -f >/dev/null; prlimit --fsize=65536 --pid " + std::to_string(getpid())).c_str()) != 0)
      _exit(77);
    const std::string row(1 << 20, 'x');
    sink->buffer().append(row);
    const bool failed = sink->flush() == SinkStatus::Failed && sink->finish(true) == SinkStatus::Failed && !sink->message().empty();
    _exit(failed ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) return;  // no prlimit here
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(content(file) == "old");
  CHECK(fs::file_size(file + ".partial") == 65536);
}

TEST_CASE("descriptors") {
  ignore_sigpipe();
  CHECK(open_descriptor_sink(-1)->flush() == SinkStatus::Failed);
  const int closed = dup(0);
  close(closed);
  const auto gone = open_descriptor_sink(closed);
  CHECK(gone->finish(true) == SinkStatus::Failed);  // also without a row
  CHECK(gone->message() == "the output is closed");
  const int read_only = open("/dev/null", O_RDONLY);
  CHECK(open_descriptor_sink(read_only)->flush() == SinkStatus::Failed);
  close(read_only);

  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const auto sink = open_descriptor_sink(ends[1]);
  sink->buffer().append("1\n");
  CHECK(sink->flush_if_full() == SinkStatus::Ok);
  pollfd readable{ends[0], POLLIN, 0};
  CHECK(poll(&readable, 1, 0) == 0);  // kept back until it is worth a call
  CHECK(sink->flush() == SinkStatus::Ok);
  CHECK(poll(&readable, 1, 0) == 1);
  char text[8];
  CHECK(read(ends[0], text, sizeof text) == 2);
  close(ends[0]);
  sink->buffer().append("2\n");
  CHECK(sink->flush() == SinkStatus::Closed);
  CHECK(sink->finish(true) == SinkStatus::Closed);
  CHECK(sink->message().empty());
  CHECK(fcntl(ends[1], F_GETFD) >= 0);  // stays the caller's
  close(ends[1]);
}

TEST_CASE("a pipe smaller than the rows gets all of them, also when it does not wait") {
  for (const bool nonblocking : {false, true}) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    if (nonblocking) REQUIRE(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
    std::string sent;
    for (int i = 0; i < 600'000; ++i) sent += std::to_string(i) + '\n';
    std::string got;
    std::thread reader([&] {
      char bytes[5000];
      for (ssize_t n = 0; (n = read(ends[0], bytes, sizeof bytes)) > 0;) got.append(bytes, static_cast<std::size_t>(n));
    });
    const auto sink = open_descriptor_sink(ends[1]);
    sink->buffer().append(sent);
    CHECK(sink->flush() == SinkStatus::Ok);
    CHECK(sink->finish(true) == SinkStatus::Ok);
    close(ends[1]);
    reader.join();
    close(ends[0]);
    CHECK(got.size() == sent.size());
    CHECK(got == sent);
  }
}
