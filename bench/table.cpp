#include "table.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace polydat::bench {

void Table::print_head() const {
  fmt::print("| work | figure | target | | made from |\n|---|---|---|---|---|\n");
  std::fflush(stdout);
}

void Table::add(TableRow row) {
  if (!row.missing.empty()) {
    fmt::print("| {} | | | not measured | {} |\n", row.work, row.missing);
  } else {
    std::string made_from;
    for (const auto& [name, number] : row.figures) made_from += fmt::format("{}{} {:.4g}", made_from.empty() ? "" : ", ", name, number);
    const std::string target =
        row.bound == Target::None ? "" : fmt::format("{} {:.3g}", row.bound == Target::AtMost ? "at most" : "at least", row.target);
    fmt::print("| {} | {:.3g} {} | {} | {} | {} |\n", row.work, row.value, row.unit, target,
               row.bound == Target::None ? ""
               : row.met()               ? "pass"
                                         : "**miss**",
               made_from);
  }
  std::fflush(stdout);
  rows_.push_back(std::move(row));
}

void Table::add_missing(std::string work, std::string why) {
  TableRow row;
  row.work = std::move(work);
  row.missing = std::move(why);
  add(std::move(row));
}

bool Table::write_json(const std::string& path, const std::vector<std::pair<std::string, std::string>>& facts) const {
  nlohmann::ordered_json document;
  for (const auto& [name, text] : facts) document["run"][name] = text;
  document["rows"] = nlohmann::ordered_json::array();
  for (const TableRow& row : rows_) {
    nlohmann::ordered_json json{{"work", row.work}};
    if (!row.missing.empty()) {
      json["missing"] = row.missing;
    } else {
      json["value"] = row.value;
      json["unit"] = row.unit;
      if (row.bound != Target::None) {
        json[row.bound == Target::AtMost ? "at_most" : "at_least"] = row.target;
        json["met"] = row.met();
      }
      for (const auto& [name, number] : row.figures) json["figures"][name] = number;
    }
    document["rows"].push_back(std::move(json));
  }
  std::ofstream out(path);
  out << document.dump(2) << "\n";
  return static_cast<bool>(out.flush());
}

}  // namespace polydat::bench
