// Lookup in the table of mistakes.
#include "lang/diagnostic_codes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "lang/diagnostic_code_areas.h"

namespace polydat::lang {

std::span<const std::span<const DiagnosticCode>> diagnostic_code_areas() {
  static const std::array areas = {text_codes(),   syntax_codes(),        name_codes(), type_codes(), argument_codes(), program_codes(),
                                   module_codes(), comprehension_codes(), tile_codes(), json_codes(), command_codes()};
  return areas;
}

const DiagnosticCode* find_code_by_word(std::string_view word) {
  for (const std::span<const DiagnosticCode> area : diagnostic_code_areas())
    for (const DiagnosticCode& code : area)
      if (code.word == word) return &code;
  return nullptr;
}

bool is_code_text(std::string_view text) {
  return text.size() > 2 && (text[0] | 0x20) == 'p' && (text[1] | 0x20) == 'd' &&
         text.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

const DiagnosticCode* find_code(std::string_view text) {
  if (!is_code_text(text)) return find_code_by_word(text);
  std::uint16_t number = 0;
  const auto [stop, error] = std::from_chars(text.data() + 2, text.data() + text.size(), number);
  if (error != std::errc()) return nullptr;
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
