// The options of one subcommand: declared once, in one table that parsing, help and shell completions come from.
//
// CLI11 reads the words; this wrapper adds what it lacks: suggestions for unknown options, errors through Report, one look of
// the help pages, and values taken verbatim (an empty `--opt=`, a value in brackets).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exit_code.h"
#include "report.h"

namespace polydat::app {

struct OptionHelp {
  std::string names;  // "-o,--output"
  std::string value;  // "FILE"; empty for flags
  std::string help;
  std::string group;  // heading on the help page; empty: on no page
};

class OptionParser {
 public:
  // `usage`: the words after `polydat NAME`. `examples`: lines that run as they are.
  OptionParser(std::string name, std::string summary, std::string usage, std::string examples);

  void group(std::string heading) { group_ = std::move(heading); }
  void flag(std::string names, bool& target, std::string help);
  // Given twice: an error.
  void value(std::string names, std::string value_name, std::optional<std::string>& target, std::string help);
  // Each occurrence takes one word.
  void list(std::string names, std::string value_name, std::vector<std::string>& target, std::string help);

  // Nothing when the words were read; else the exit code to end with (the help page was printed, or an error reported).
  std::optional<ExitCode> parse(std::span<const std::string> words, const Report& report);
  // The words that are no options, in order.
  const std::vector<std::string>& positionals() const { return positionals_; }

  const std::string& name() const { return name_; }
  const std::string& summary() const { return summary_; }
  const std::vector<OptionHelp>& options() const { return options_; }
  std::string help_page() const;

 private:
  enum class Sort : unsigned char { Flag, Value, List };
  struct Target {
    Sort sort = Sort::Flag;
    bool* flag = nullptr;
    std::optional<std::string>* value = nullptr;
    std::vector<std::string>* list = nullptr;
  };
  void add(std::string names, std::string value_name, std::string help, Target target);

  std::string name_, summary_, usage_, examples_;
  std::string group_ = "options";
  std::vector<OptionHelp> options_;
  std::vector<Target> targets_;  // parallel to options_
  std::vector<std::string> positionals_;
};

// The names in "-o,--output", with their dashes.
std::vector<std::string> split_names(std::string_view names);

}  // namespace polydat::app
