// polydat_bench [--json FILE] [--lines NAME,...] [--fact NAME=TEXT ...]: prints the table of speed figures, and writes it as JSON. Exits with 0 also
// when a target is missed, with 1 when a graph does not compile, a row is wrong or a file cannot be written, with 2 for wrong arguments.
#include <cstdio>
#include <string>
#include <string_view>

#include "kernels.h"
#include "lines.h"
#include "rounds.h"

namespace {

bool in_list(std::string_view list, std::string_view name) {
  if (list.empty()) return true;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (list.substr(begin, end - begin) == name) return true;
    begin = end + 1;
  }
  return false;
}

int usage() {
  std::fprintf(stderr, "usage: polydat_bench [--json FILE] [--lines NAME,...] [--fact NAME=TEXT]\nlines:");
  for (const auto& line : polydat::bench::kLines) std::fprintf(stderr, " %s", line.name);
  std::fprintf(stderr, "\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::string json, lines;
  std::vector<std::pair<std::string, std::string>> facts;
  for (int a = 1; a + 1 < argc; a += 2) {
    const std::string_view option = argv[a], value = argv[a + 1];
    if (option == "--json") json = value;
    else if (option == "--lines") lines = value;
    else if (option == "--fact" && value.find('=') != std::string_view::npos)
      facts.emplace_back(value.substr(0, value.find('=')), value.substr(value.find('=') + 1));
    else return usage();
  }
  if (argc % 2 == 0) return usage();
  facts.emplace_back("pinned", polydat::bench::pin_to_one_core() ? "one core" : "no");
  facts.emplace_back("native code", polydat::bench::has_native() ? "yes" : "no");
  polydat::bench::Table table;
  table.print_head();
  for (const auto& line : polydat::bench::kLines)
    if (in_list(lines, line.name)) line.measure(table);
  if (json.empty() || table.write_json(json, facts)) return 0;
  std::fprintf(stderr, "cannot write %s\n", json.c_str());
  return 1;
}
