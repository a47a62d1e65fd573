// The table of speed figures: one row a figure, with its target, as text and as JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace polydat::bench {

enum class Target { None, AtMost, AtLeast };

// One figure. `value` is what the target speaks of; `figures` are what it was made from.
struct TableRow {
  std::string work;
  std::string unit;  // "x the hand-written call", "ms"
  Target bound = Target::AtMost;
  double target = 0;
  double value = 0;
  std::vector<std::pair<std::string, double>> figures;  // name with its unit, number
  std::string missing;                                  // not measured, and why: value and figures are then empty

  bool met() const { return missing.empty() && (bound == Target::None || (bound == Target::AtMost ? value <= target : value >= target)); }
};

class Table {
 public:
  // Prints the row at once: a run takes minutes.
  void add(TableRow row);
  // A figure that this build or machine cannot measure.
  void add_missing(std::string work, std::string why);
  void print_head() const;
  // False when the file cannot be written. `facts`: what the run was made with.
  bool write_json(const std::string& path, const std::vector<std::pair<std::string, std::string>>& facts) const;

 private:
  std::vector<TableRow> rows_;
};

}  // namespace polydat::bench
