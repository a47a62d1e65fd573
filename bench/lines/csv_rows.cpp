// The users graph to CSV: to /dev/null, into a pipe and into a file, against the same rows written by hand and against bare writes of
// the same bytes; with two threads; and the memory of a long run.
#include <filesystem>

#include "command.h"
#include "csv_by_hand.h"
#include "drained_pipe.h"
#include "lines.h"
#include "scratch_folder.h"

namespace polydat::bench {

namespace {

constexpr std::uint64_t kRows = 10000000;
constexpr int kRounds = 7;

RunOfCommand users(const std::string& output, std::uint64_t rows = kRows, const char* threads = "1") {
  return {{"eval", graph_file("users.polydat"), "--threads", threads, "--range", "0.." + std::to_string(rows)}, output};
}

}  // namespace

void csv_rows(Table& table) {
  const ScratchFolder folder;
  // One each, since the command makes its pipe larger.
  const DrainedPipe pipe(folder.path("pipe")), pipe_by_hand(folder.path("pipe-by-hand"));
  const std::string file = folder.path("rows.csv");
  const auto by_hand = [&](const std::string& path) { return time_calls([&] { write_users_by_hand(path, kRows); }, kRounds).least_ns; };

  const double null_ms = time_command(users("/dev/null"), kRounds).least_ns, null_hand = by_hand("/dev/null");
  (void)time_command(users(file), 1);
  const std::uint64_t bytes = std::filesystem::file_size(file);
  const auto mb_s = [&](double ms) { return static_cast<double>(bytes) / ms / 1e3; };
  table.add({"users.polydat, 10,000,000 rows to CSV, to /dev/null",
             "x a loop by hand",
             Target::AtLeast,
             1.3,
             null_hand / null_ms,
             {{"MB/s", mb_s(null_ms)}, {"by hand MB/s", mb_s(null_hand)}},
             {}});

  const double pipe_ms = time_command(users(pipe.path()), kRounds).least_ns, pipe_hand = by_hand(pipe_by_hand.path());
  table.add({"the same into a pipe",
             "x the loop by hand",
             Target::AtLeast,
             2,
             pipe_hand / pipe_ms,
             {{"MB/s", mb_s(pipe_ms)}, {"by hand MB/s", mb_s(pipe_hand)}},
             {}});

  const double file_ms = time_command(users(file), kRounds).least_ns;
  const double bare = time_calls([&] { write_bytes(file, bytes); }, kRounds).least_ns;
  table.add({"the same into a file",
             "x bare writes",
             Target::AtLeast,
             0.4,
             bare / file_ms,
             {{"MB/s", mb_s(file_ms)}, {"bare MB/s", mb_s(bare)}},
             {}});

  const OnAllCores anywhere;
  const double one = time_command(users("/dev/null", kRows, "1"), kRounds).least_ns,
               two = time_command(users("/dev/null", kRows, "2"), kRounds).least_ns;
  table.add({"the same, 2 threads",
             "x one thread",
             Target::AtLeast,
             1.6,
             one / two,
             {{"2 threads MB/s", mb_s(two)}, {"1 thread MB/s", mb_s(one)}},
             {}});
  const double few_kib = peak_kib(users("/dev/null", kRows / 10, "2")), many_kib = peak_kib(users("/dev/null", 3 * kRows, "2"));
  table.add({"memory of a run of 30,000,000 rows, code and all",
             "MiB",
             Target::AtMost,
             64,
             many_kib / 1024,
             {{"1,000,000 rows, MiB", few_kib / 1024}},
             {}});
}

}  // namespace polydat::bench
