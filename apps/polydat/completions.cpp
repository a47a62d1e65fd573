// polydat completions: a completion script for a shell, made from the subcommands' option tables.
#include <fmt/format.h>

#include <array>

#include "common_options.h"
#include "subcommands.h"

namespace polydat::app {

namespace {

struct CompletionsOptions {
  CommonOptions common;
  OptionParser parser{"completions", "completions for bash, zsh or fish", "bash|zsh|fish",
                      "  polydat completions bash > ~/.local/share/bash-completion/completions/polydat\n"
                      "  polydat completions fish > ~/.config/fish/completions/polydat.fish\n"};
  CompletionsOptions() { common.declare(parser); }
};

// All spellings of a subcommand's shown options, separated by blanks.
std::string spellings(const OptionParser& parser) {
  std::string words = "--help";
  for (const OptionHelp& option : parser.options()) {
    if (option.group.empty()) continue;
    for (const std::string& name : split_names(option.names)) words += ' ' + name;
  }
  return words;
}

// Text between single quotes, for any of the shells.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c == '\n' ? ' ' : c);
  return out + '\'';
}

std::string names_of_all() {
  std::string words;
  for (const Subcommand& s : subcommands()) words += (words.empty() ? "" : " ") + std::string(s.name);
  return words;
}

std::string bash() {
  std::string script = fmt::format(
      "_polydat() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" options=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\")); return; fi\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n",
      names_of_all());
  for (const Subcommand& s : subcommands()) script += fmt::format("    {}) options='{}' ;;\n", s.name, spellings(s.describe()));
  script +=
      "  esac\n"
      "  case \"$word\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
      "  esac\n"
      "}\n"
      "complete -o filenames -F _polydat polydat\n";
  return script;
}

std::string zsh() {
  std::string script = "#compdef polydat\n_polydat() {\n  if (( CURRENT == 2 )); then\n    local -a names=(\n";
  for (const Subcommand& s : subcommands()) script += fmt::format("      {}\n", quoted(fmt::format("{}:{}", s.name, s.summary)));
  script += "    )\n    _describe subcommand names\n    return\n  fi\n  case \"$words[2]\" in\n";
  for (const Subcommand& s : subcommands())
    script += fmt::format("    {}) [[ \"$PREFIX\" == -* ]] && compadd -- {} || _files ;;\n", s.name, spellings(s.describe()));
  script += "  esac\n}\n_polydat \"$@\"\n";
  return script;
}

std::string fish() {
  std::string script;
  for (const Subcommand& s : subcommands()) {
    script += fmt::format("complete -c polydat -n __fish_use_subcommand -f -a {} -d {}\n", s.name, quoted(s.summary));
    const OptionParser parser = s.describe();
    for (const OptionHelp& option : parser.options()) {
      if (option.group.empty()) continue;
      std::string line = fmt::format("complete -c polydat -n '__fish_seen_subcommand_from {}'", s.name);
      for (const std::string& name : split_names(option.names))
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty()) line += " -r";
      script += line + " -d " + quoted(option.help) + '\n';
    }
  }
  return script;
}

}  // namespace

OptionParser describe_completions() { return CompletionsOptions().parser; }

ExitCode run_completions(std::span<const std::string> words, Report& report) {
  CompletionsOptions options;
  if (const auto code = options.parser.parse(words, report)) return *code;
  if (const auto code = options.common.apply(report)) return *code;
  const std::vector<std::string>& shells = options.parser.positionals();
  if (shells.size() != 1) return report.usage_error("name one shell: bash, zsh or fish");
  static constexpr std::array<std::string_view, 3> kShells = {"bash", "zsh", "fish"};
  const auto chosen = choose_word("completions", shells.front(), kShells, report);
  if (!chosen) return ExitCode::Wrong;
  return print(report, *chosen == 0 ? bash() : *chosen == 1 ? zsh() : fish());
}

}  // namespace polydat::app
