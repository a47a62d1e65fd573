// Numbers in English words: groups of three digits from the top, zero groups left out.
#include "nodes/number_words.h"

#include <string_view>

namespace polydat {
namespace {

constexpr std::string_view kSmall[] = {"zero",    "one",     "two",       "three",    "four",     "five",    "six",
                                       "seven",   "eight",   "nine",      "ten",      "eleven",   "twelve",  "thirteen",
                                       "fourteen", "fifteen", "sixteen",  "seventeen", "eighteen", "nineteen"};
constexpr std::string_view kTens[] = {"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr std::string_view kScales[] = {"", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion"};
constexpr std::size_t kLongest = 300;  // of any number: seven groups of at most 42 bytes

char* put(char* to, std::string_view text) {
  text.copy(to, text.size());
  return to + text.size();
}

char* put_group(char* to, std::uint32_t group) {
  if (group >= 100) {
    to = put(put(to, kSmall[group / 100]), " hundred");
    group %= 100;
    if (group == 0) return to;
    *to++ = ' ';
  }
  if (group < 20) return put(to, kSmall[group]);
  to = put(to, kTens[group / 10]);
  if (group % 10 == 0) return to;
  *to++ = '-';
  return put(to, kSmall[group % 10]);
}

}  // namespace

void append_number_words(Buffer& to, std::uint64_t number) {
  if (number == 0) return to.append(kSmall[0]);
  char* const start = to.reserve(kLongest);
  if (start == nullptr) return;
  char* at = start;
  std::uint64_t scale = 1000000000000000000ull;
  for (std::size_t k = std::size(kScales); k-- != 0; scale /= 1000) {
    const std::uint32_t group = static_cast<std::uint32_t>(number / scale % 1000);
    if (group == 0) continue;
    if (at != start) *at++ = ' ';
    at = put(put_group(at, group), kScales[k]);
  }
  to.commit(static_cast<std::size_t>(at - start));
}

}  // namespace polydat
