// Rows whose cost is text and lists: seven text columns to JSONL, 128 floats a row as bytes and as text. One thread, to /dev/null;
// the long run minus a short one, so that the start does not count.
#include <filesystem>

#include "command.h"
#include "lines.h"
#include "scratch_folder.h"

namespace polydat::bench {

namespace {

constexpr const char* kStrings =
    "input cycle: u64\n"
    "h := hash(cycle)\n"
    "id := hashed_uuid(h)\n"
    "tier := weighted_strings(h, \"free:70;pro:25;enterprise:5\")\n"
    "label := printf(\"user-{}-{}-{}\", cycle, mod(h, 1000), mod(h, 7))\n"
    "at := to_timestamp(u64_add(1700000000000, mod(h, 100000000)))\n"
    "name := full_names(h)\n"
    "words := number_to_words(mod(h, 1000))\n"
    "price := format_f64(f64_div(to_f64(mod(h, 100000)), 100.0), 2)\n";
constexpr const char* kVectors = "input cycle: u64\nv := hash_vec(cycle, 128)\n";

struct Run {
  const char* work;
  const char* graph;
  const char* outputs;
  const char* format;
  std::uint64_t rows;
  double target_mb;  // MB/s
};

}  // namespace

void string_rows(Table& table) {
  constexpr double kReferenceStrings = 65, kReferenceVectors = 141;  // MB/s of the reference's command, JSONL and CSV
  constexpr std::uint64_t kFew = 10000;
  const ScratchFolder folder;
  for (const Run& run :
       {Run{"seven text columns to JSONL", kStrings, "id,tier,label,at,name,words,price", "jsonl", 2000000, 20 * kReferenceStrings},
        Run{"hash_vec(cycle, 128) to raw", kVectors, "v", "raw", 2000000, 4000},
        Run{"hash_vec(cycle, 128) to CSV", kVectors, "v", "csv", 100000, 5 * kReferenceVectors}}) {
    const std::string graph = folder.file("rows.polydat", run.graph), sample = folder.path("sample");
    const auto rows = [&](std::uint64_t count, const std::string& output) {
      return RunOfCommand{
          {"eval", graph, "--outputs", run.outputs, "--format", run.format, "--threads", "1", "--range", "0.." + std::to_string(count)},
          output};
    };
    (void)time_command(rows(kFew, sample), 1);
    const double bytes_a_row = static_cast<double>(std::filesystem::file_size(sample)) / kFew;
    const Timing few = time_command(rows(kFew, "/dev/null"), 9), many = time_command(rows(run.rows, "/dev/null"), 7);
    const double ns_a_row = (many.least_ns - few.least_ns) * 1e6 / static_cast<double>(run.rows - kFew);
    table.add({run.work,
               "MB/s",
               Target::AtLeast,
               run.target_mb,
               bytes_a_row / ns_a_row * 1e3,
               {{"ns a row", ns_a_row}, {"bytes a row", bytes_a_row}},
               {}});
  }
}

}  // namespace polydat::bench
