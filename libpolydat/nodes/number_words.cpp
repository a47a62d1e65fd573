// Numbers in English words: groups of three digits from the top, zero groups left out.
#include "nodes/number_words.h"

#include <cstring>
#include <iterator>
#include <string_view>

namespace polydat {
namespace {

constexpr std::string_view kSmall[] = {"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                       "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                       "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::string_view kTens[] = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr std::string_view kScales[] = {"", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion"};

// A short text in a field of fixed size, so that it is copied by one move.
struct Word {
  char text[16];
  std::uint8_t size;
};

struct Words {
  Word below_100[100];
  Word hundreds[10];  // with the blank behind them
  Word scales[std::size(kScales)];
};

consteval void append(Word& word, std::string_view text) {
  for (const char c : text) word.text[word.size++] = c;
}

consteval Words make_words() {
  Words words{};
  for (std::uint32_t n = 0; n < 100; ++n) {
    Word& word = words.below_100[n];
    if (n >= 20) append(word, kTens[n / 10]);
    if (n > 20 && n % 10 != 0) append(word, "-");
    if (n < 20 || n % 10 != 0) append(word, kSmall[n < 20 ? n : n % 10]);
  }
  for (std::uint32_t n = 1; n < 10; ++n) {
    append(words.hundreds[n], kSmall[n]);
    append(words.hundreds[n], " hundred ");
  }
  for (std::size_t k = 0; k < std::size(kScales); ++k) append(words.scales[k], kScales[k]);
  return words;
}

constexpr Words kWords = make_words();

char* put(char* to, const Word& word) {
  std::memcpy(to, word.text, sizeof word.text);
  return to + word.size;
}

char* put_group(char* to, std::uint32_t group) {
  to = put(to, kWords.hundreds[group / 100]);
  if (group >= 100 && group % 100 == 0) return to - 1;
  return put(to, kWords.below_100[group % 100]);
}

}  // namespace

char* put_number_words(char* to, std::uint64_t number) {
  if (number < 1000) return put_group(to, static_cast<std::uint32_t>(number));
  char* at = to;
  std::uint64_t scale = 1000000000000000000ull;
  for (std::size_t k = std::size(kScales); k-- != 0; scale /= 1000) {
    const std::uint32_t group = static_cast<std::uint32_t>(number / scale % 1000);
    if (group == 0) continue;
    if (at != to) *at++ = ' ';
    at = put(put_group(at, group), kWords.scales[k]);
  }
  return at;
}

}  // namespace polydat
