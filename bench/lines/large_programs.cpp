// polydat check of programs far larger than people write, in the language and as JSON: time from start to exit and peak memory.
#include <algorithm>
#include <string>

#include "command.h"
#include "lines.h"
#include "scratch_folder.h"

namespace polydat::bench {

namespace {

constexpr double kMostMs = 1000, kMostMb = 300;
constexpr int kLimitReached = 5;  // exit code

std::string numbered(int first, int count, const std::string& before, const std::string& between, const std::string& after) {
  std::string text;
  for (int i = first; i < first + count; ++i) text += before + std::to_string(i) + between + std::to_string(i - 1) + after;
  return text;
}

std::string repeated(int count, const std::string& piece) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

std::string chain(int bindings) { return "input cycle: u64\na0 := hash(cycle)\n" + numbered(1, bindings - 1, "a", " := hash(a", ")\n"); }

std::string modules(int count) {
  std::string declared, called;
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    declared += "m" + n + "(x: u64) -> (y: u64) := { y := hash(x) + " + n + " }\n";
    called += "a" + n + " := m" + n + "(a" + std::to_string(i - 1) + ")\n";
  }
  return "input cycle: u64\na0 := hash(cycle)\n" + declared + called;
}

std::string doubling_modules() {
  std::string text = "input cycle: u64\nm0(x: u64) -> (y: u64) := { y := hash(x) }\n";
  for (int i = 1; i < 64; ++i) {
    const std::string inner = "m" + std::to_string(i - 1);
    text += "m" + std::to_string(i) + "(x: u64) -> (y: u64) := { y := " + inner + "(x) + " + inner + "(x + 1) }\n";
  }
  return text + "v := m63(cycle)\n";
}

}  // namespace

void large_programs(Table& table) {
  struct Large {
    std::string name, text;
    int exit_code = 0;
    bool as_json = true;
  };
  const std::string nest(100'000, '('), unnest(100'000, ')');
  const Large programs[] = {
      {"100,000 bindings in a chain", chain(100'000)},
      {"a sum of 100,000 terms", "input cycle: u64\nv := cycle" + repeated(99'999, " + cycle") + "\n"},
      {"9,990 nested parentheses", "input cycle: u64\nv := " + nest.substr(0, 9'990) + "cycle" + unnest.substr(0, 9'990) + "\n"},
      {"100,000 nested parentheses (refused)", "input cycle: u64\nv := " + nest + "cycle" + unnest + "\n", kLimitReached, false},
      {"10,000 modules, called in a chain", modules(10'000)},
      {"modules that double 63 times (refused)", doubling_modules(), kLimitReached, false},
      {"a tile of 100,000 holes", "input cycle: u64\ntile t : json := [" + repeated(99'999, "${cycle}, ") + "${cycle}]\n"},
      {"100,000 arguments of one call", "input cycle: u64\nv := str_concat(" + repeated(99'999, "cycle, ") + "cycle)\n"},
      {"10,000 `for` statements", "input cycle: u64\n" + repeated(10'000, "for x in 0..3 { a := x + cycle }\n")},
      {"a string of 60 MB", "input cycle: u64\nv := \"" + std::string(60'000'000, 'x') + "\"\n", 0, false},
  };
  const ScratchFolder folder;
  const auto measure = [&](const std::string& file, int exit_code, const std::string& form, TableRow& row) {
    const RunOfCommand check{{"check", file}, "/dev/null", exit_code};
    const double ms = time_command(check, 5).least_ns, mb = peak_kib(check) / 1024;
    row.figures.emplace_back(form + "ms", ms);
    row.figures.emplace_back(form + "peak MB", mb);
    row.value = std::max({row.value, ms / kMostMs, mb / kMostMb});
  };
  for (const Large& program : programs) {
    TableRow row{"check, " + program.name, "x 1 s or 300 MB", Target::AtMost, 1, 0, {}, {}};
    const std::string file = folder.file("large.polydat", program.text);
    measure(file, program.exit_code, "", row);
    if (program.as_json) {
      const std::string twin = folder.path("large.json");
      (void)time_command({{"convert", file, "-o", twin}}, 1);
      measure(twin, program.exit_code, "as JSON: ", row);
    }
    table.add(std::move(row));
  }
  TableRow linear{"check of a chain, 500,000 bindings against 50,000", "x", Target::AtMost, 15, 0, {}, {}};
  double before = 0;
  for (const int bindings : {50'000, 500'000}) {
    const double ms = time_command({{"check", folder.file("large.polydat", chain(bindings))}}, 5).least_ns;
    linear.figures.emplace_back(std::to_string(bindings) + " ms", ms);
    linear.value = before > 0 ? ms / before : 0;
    before = ms;
  }
  table.add(std::move(linear));
}

}  // namespace polydat::bench
