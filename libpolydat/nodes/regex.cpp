// Regular expressions: compilation and search.
#include "nodes/regex.h"

#include <re2/re2.h>

#include "nodes/regex_dialect.h"

namespace polydat {

PreparedRegex::PreparedRegex() = default;
PreparedRegex::~PreparedRegex() = default;

std::shared_ptr<PreparedRegex> compile_regex(std::string_view pattern, std::string& why) {
  std::string translated;
  if (!translate_regex(pattern, translated, why)) return nullptr;
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(16 << 20);
  auto regex = std::make_shared<PreparedRegex>();
  regex->program = std::make_unique<const RE2>(re2::StringPiece(translated.data(), translated.size()), options);
  if (!regex->program->ok()) {
    why = regex->program->error();
    return nullptr;
  }
  return regex;
}

bool regex_finds(const PreparedRegex& regex, std::string_view text) {
  return regex.program->Match(re2::StringPiece(text.data(), text.size()), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

}  // namespace polydat
