// Documents from a tile: JSON with 20 holes of the usual kinds. One thread, to /dev/null; the long run minus a short one, so that the
// start does not count. No rate of the reference is known for tiles, so there is no target.
#include <filesystem>

#include "command.h"
#include "lines.h"
#include "scratch_folder.h"

namespace polydat::bench {

namespace {

constexpr const char* kTile =
    "input cycle: u64\n"
    "h := hash(cycle)\n"
    "id := hashed_uuid(h)\n"
    "tier := weighted_strings(h, \"free:70;pro:25;enterprise:5\")\n"
    "name := full_names(h)\n"
    "at := to_timestamp(u64_add(1700000000000, mod(h, 100000000)))\n"
    "words := number_to_words(mod(h, 1000))\n"
    "a := mod(h, 1000)\n"
    "b := mod(h, 7)\n"
    "c := mod(h, 100000)\n"
    "d := mod(h, 1000000007)\n"
    "price := f64_div(to_f64(c), 100.0)\n"
    "ratio := unit_interval(h)\n"
    "flag := u64_lt(a, 500)\n"
    "tile doc : json := {\n"
    "  \"id\": ${id}, \"seq\": ${cycle}, \"tier\": ${tier}, \"name\": ${name}, \"at\": ${at},\n"
    "  \"words\": ${words}, \"a\": ${a}, \"b\": ${b}, \"c\": ${c}, \"d\": ${d},\n"
    "  \"price\": ${price | .2}, \"ratio\": ${ratio}, \"flag\": ${flag}, \"hash\": ${h},\n"
    "  \"nested\": { \"a\": ${a}, \"tier\": ${tier}, \"text\": \"user ${name} of ${tier}\", \"list\": [ ${b}, ${c} ] }\n"
    "}\n";

}  // namespace

void tile_rows(Table& table) {
  constexpr std::uint64_t kFew = 10000, kMany = 1000000;
  const ScratchFolder folder;
  const std::string graph = folder.file("tile.polydat", kTile), sample = folder.path("sample");
  const auto rows = [&](std::uint64_t count, const std::string& output) {
    return RunOfCommand{{"eval", graph, "--format", "tile:doc", "--threads", "1", "--range", "0.." + std::to_string(count)}, output};
  };
  (void)time_command(rows(kFew, sample), 1);
  const double bytes_a_row = static_cast<double>(std::filesystem::file_size(sample)) / kFew;
  const Timing few = time_command(rows(kFew, "/dev/null"), 9), many = time_command(rows(kMany, "/dev/null"), 7);
  const double ns_a_row = (many.least_ns - few.least_ns) * 1e6 / static_cast<double>(kMany - kFew);
  table.add({"a JSON document of 20 holes, tile, with the making of its values",
             "ns a document",
             Target::None,
             0,
             ns_a_row,
             {{"MB/s", bytes_a_row / ns_a_row * 1e3}, {"bytes a document", bytes_a_row}},
             {}});
}

}  // namespace polydat::bench
