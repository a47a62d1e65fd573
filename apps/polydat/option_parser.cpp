// Option tables over CLI11.
#include "option_parser.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

namespace polydat::app {

std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= names.size()) {
    const std::size_t end = std::min(names.find(',', start), names.size());
    parts.emplace_back(names.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

OptionParser::OptionParser(std::string name, std::string summary, std::string usage, std::string examples)
    : name_(std::move(name)), summary_(std::move(summary)), usage_(std::move(usage)), examples_(std::move(examples)) {}

void OptionParser::flag(std::string names, bool& target, std::string help) {
  add(std::move(names), "", std::move(help), {Sort::Flag, &target, nullptr, nullptr});
}

void OptionParser::value(std::string names, std::string value_name, std::optional<std::string>& target, std::string help) {
  add(std::move(names), std::move(value_name), std::move(help), {Sort::Value, nullptr, &target, nullptr});
}

void OptionParser::list(std::string names, std::string value_name, std::vector<std::string>& target, std::string help) {
  add(std::move(names), std::move(value_name), std::move(help), {Sort::List, nullptr, nullptr, &target});
}

void OptionParser::add(std::string names, std::string value_name, std::string help, Target target) {
  options_.push_back({std::move(names), std::move(value_name), std::move(help), group_});
  targets_.push_back(target);
}

std::optional<ExitCode> OptionParser::parse(std::span<const std::string> words, const Report& report) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  bool help = false;
  app.add_flag("-h,--help", help);
  std::vector<std::vector<std::string>> lists(options_.size());
  for (std::size_t i = 0; i < options_.size(); ++i) {
    if (targets_[i].sort == Sort::Flag) {
      app.add_flag(options_[i].names, *targets_[i].flag)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    } else {
      app.add_option(options_[i].names, lists[i])->allow_extra_args(false);
    }
  }
  // `--opt=` would take the next word as its value.
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word.size() < 4 || !word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    return report.usage_error(fmt::format("{} needs a value", std::string_view(word).substr(0, word.size() - 1)));
  }
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& e) {
    // CLI11's own sentence for a missing value counts and types; ours says the same in the user's words.
    if (!words.empty() && words.back().starts_with("-") && words.back().size() > 1)
      return report.usage_error(fmt::format("{} needs a value", words.back()));
    return report.usage_error(e.what());
  }
  if (help) return print(report, help_page());

  bool only_positionals = false;
  for (const std::string& word : app.remaining()) {
    if (!only_positionals && word == "--") {
      only_positionals = true;
    } else if (only_positionals || word.size() < 2 || word.front() != '-') {
      positionals_.push_back(word);
    } else {
      std::vector<std::string_view> known = {"--help"};
      std::vector<std::string> owned;
      for (const OptionHelp& option : options_)
        for (std::string& spelled : split_names(option.names)) owned.push_back(std::move(spelled));
      for (const std::string& spelled : owned)
        if (spelled.starts_with("--")) known.push_back(spelled);
      const std::string_view bare = std::string_view(word).substr(0, word.find('='));
      return report.usage_error(fmt::format("unknown option '{}'", bare), nearest_word(bare, known));
    }
  }
  for (std::size_t i = 0; i < options_.size(); ++i) {
    switch (targets_[i].sort) {
      case Sort::Flag: break;
      case Sort::Value:
        if (lists[i].size() > 1) return report.usage_error(fmt::format("{} is given twice", split_names(options_[i].names).back()));
        if (!lists[i].empty()) *targets_[i].value = std::move(lists[i].front());
        break;
      case Sort::List: *targets_[i].list = std::move(lists[i]); break;
    }
  }
  return std::nullopt;
}

std::string OptionParser::help_page() const {
  constexpr std::size_t kColumn = 30;
  std::string page = fmt::format("polydat {}: {}\n\nusage: polydat {} {}\n", name_, summary_, name_, usage_);
  std::string heading;
  for (const OptionHelp& option : options_) {
    if (option.group.empty()) continue;
    if (option.group != heading) {
      heading = option.group;
      page += fmt::format("\n{}:\n", heading);
    }
    std::string left = "  ";
    for (const std::string& spelled : split_names(option.names)) left += (left.size() > 2 ? ", " : "") + spelled;
    if (!option.value.empty()) left += " " + option.value;
    if (left.size() + 2 > kColumn) {
      page += left + '\n';
      left.clear();
    }
    std::size_t start = 0;
    while (start <= option.help.size()) {
      const std::size_t end = std::min(option.help.find('\n', start), option.help.size());
      left.resize(kColumn, ' ');
      page += left + option.help.substr(start, end - start) + '\n';
      left.clear();
      start = end + 1;
    }
  }
  if (!examples_.empty()) page += "\nexamples:\n" + examples_;
  return page;
}

}  // namespace polydat::app
