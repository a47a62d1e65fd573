// Lookup in the table of mistakes.
#include "lang/diagnostic_codes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

std::span<const std::span<const DiagnosticCode>> diagnostic_code_areas() {
  static const std::array areas = {text_codes(),     syntax_codes(),  name_codes(), type_codes(),
                                   argument_codes(), program_codes(), module_codes(), json_codes(), command_codes()};
  return areas;
}

const DiagnosticCode* find_code_by_word(std::string_view word) {
  for (const std::span<const DiagnosticCode> area : diagnostic_code_areas())
    for (const DiagnosticCode& code : area)
      if (code.word == word) return &code;
  return nullptr;
}

const DiagnosticCode* find_code(std::string_view text) {
  if (text.size() < 3 || (text[0] | 0x20) != 'p' || (text[1] | 0x20) != 'd') return find_code_by_word(text);
  std::uint16_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 2, end, number);
  if (error != std::errc() || stop != end) return find_code_by_word(text);
  for (const std::span<const DiagnosticCode> area : diagnostic_code_areas())
    for (const DiagnosticCode& code : area)
      if (code.number == number) return &code;
  return nullptr;
}

std::string code_text(std::uint16_t number) { return fmt::format("PD{:04}", number); }

std::string code_text(std::string_view word) {
  const DiagnosticCode* code = find_code_by_word(word);
  return code_text(code == nullptr ? std::uint16_t{0} : code->number);
}

std::vector<std::string_view> all_code_words() {
  std::vector<std::string_view> words;
  for (const std::span<const DiagnosticCode> area : diagnostic_code_areas())
    for (const DiagnosticCode& code : area) words.push_back(code.word);
  return words;
}

}  // namespace polydat::lang
