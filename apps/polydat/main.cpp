// The command `polydat`: hands over to a subcommand. apps/ prints, exits and knows colours, which nothing else does.
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <new>
#include <string>
#include <vector>

#include "exit_code.h"
#include "option_parser.h"
#include "report.h"
#include "signals.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

constexpr std::array kSubcommands = {
    Subcommand{"eval", "coordinates in, rows out", run_eval, describe_eval},
    Subcommand{"check", "compile only; all messages", run_check, describe_check},
    Subcommand{"dump-plan", "what runs where, and why", run_dump_plan, describe_dump_plan},
    Subcommand{"provenance", "which inputs each output depends on", run_provenance, describe_provenance},
    Subcommand{"explain", "what a code means; how a graph became a plan", run_explain, describe_explain},
    Subcommand{"viz", "a drawing of the graph or of its plan", run_viz, describe_viz},
    Subcommand{"bench", "time every engine over a coordinate stream", run_bench, describe_bench},
    Subcommand{"compile", "a graph as native code with a C header", run_compile, describe_compile},
    Subcommand{"golden", "record rows beside graphs, check that they are the same", run_golden, describe_golden},
    Subcommand{"convert", "a graph from one format into the other", run_convert, describe_convert},
    Subcommand{"fmt", "graphs in their canonical layout", run_fmt, describe_fmt},
    Subcommand{"nodes", "the node library: list, search, one node with its rows", run_nodes, describe_nodes},
    Subcommand{"completions", "completions for bash, zsh or fish", run_completions, describe_completions},
};

std::string overview() {
  std::string page = "polydat " POLYDAT_VERSION
                     ": compiles graphs of pure functions over integer coordinates and turns coordinates into rows\n\n"
                     "usage: polydat SUBCOMMAND [options]        polydat SUBCOMMAND --help\n\n";
  for (const Subcommand& s : kSubcommands) {
    std::string left = "  " + std::string(s.name);
    left.resize(16, ' ');
    page += left + std::string(s.summary) + '\n';
  }
  page +=
      "\nexamples:\n"
      "  polydat eval -e 'id := mod(hash(cycle), 1000)' --range 0..5\n"
      "  seq 3 | polydat eval -e 'h := hash(cycle)' --coords - --format jsonl\n"
      "  polydat nodes hash\n"
      "\nexit codes: 0 fine; 1 a comparison differs; 2 the graph, a coordinate or the command line is wrong; 3 a value could not\n"
      "be computed; 4 a stream cannot be read or written; 5 a limit was hit; 130, 143 after SIGINT, SIGTERM\n";
  return page;
}

ExitCode run(std::span<const std::string> words) {
  Report report(words);
  if (words.empty()) {
    report.usage_error("a subcommand is missing");
    report.text(overview());
    return ExitCode::Wrong;
  }
  const std::string& name = words.front();
  if (name == "--help" || name == "-h" || name == "help") return print(report, overview());
  if (name == "--version") return print(report, "polydat " POLYDAT_VERSION "\n");
  std::vector<std::string_view> known;
  for (const Subcommand& s : kSubcommands) {
    if (s.name == name) return s.run(words.subspan(1), report);
    known.push_back(s.name);
  }
  const bool option = name.size() > 1 && name.front() == '-';
  return report.usage_error(option ? "unknown option '" + name + "' (options follow a subcommand)" : "unknown subcommand '" + name + "'",
                            nearest_word(name, known));
}

// Compiling a large graph makes and drops tables of megabytes, pass after pass: the allocator keeps their pages for the next one
// instead of giving them back to the system and faulting them in again.
void keep_freed_pages() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that the C library takes
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
}

}  // namespace

std::span<const Subcommand> subcommands() { return kSubcommands; }

}  // namespace polydat::app

int main(int argc, char** argv) {
  polydat::app::keep_freed_pages();
  polydat::app::keep_standard_descriptors();
  polydat::app::install_signal_handlers();
  try {
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    return static_cast<int>(polydat::app::run(words));
  } catch (const std::bad_alloc&) {
    polydat::app::write_all(STDERR_FILENO, "polydat: error: out of memory\n");
    return static_cast<int>(polydat::app::ExitCode::Limit);
  }
}
