// Nodes of the family "hashed text": texts generated from a number.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "nodes/charset.h"
#include "nodes/families.h"
#include "nodes/native/hashing.h"
#include "nodes/native_row.h"
#include "nodes/text_row.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

constexpr std::string_view kText = "writes text into a buffer";
constexpr std::size_t kMostCharacters = 0x110000;

// The eight hex digits of four bytes, the lowest byte first, as the bytes of a word: all at once.
std::uint64_t hex_digits(std::uint32_t bytes) {
  std::uint64_t v = bytes;
  v = (v | v << 16) & 0x0000ffff0000ffffull;
  v = (v | v << 8) & 0x00ff00ff00ff00ffull;
  v = ((v >> 4) | v << 8) & 0x0f0f0f0f0f0f0f0full;
  const std::uint64_t letters = ((v + 0x0606060606060606ull) >> 4) & 0x0101010101010101ull;
  return v + 0x3030303030303030ull + letters * ('a' - '0' - 10);
}

// Version 4, variant 1, in byte order.
constexpr std::size_t kUuidSize = 36;
char* put_hashed_uuid(char* to, std::uint64_t input) {
  const std::uint64_t first = native::xxh3(input);
  const std::uint64_t low = (first & ~(0xf0ull << 48)) | 0x40ull << 48;
  const std::uint64_t high = (native::xxh3(first) & ~0xc0ull) | 0x80ull;
  const auto put8 = [to](std::size_t offset, std::uint64_t digits) { std::memcpy(to + offset, &digits, 8); };
  // From left to right: each move past the end of its group is overwritten by the next.
  const std::uint64_t middle = hex_digits(static_cast<std::uint32_t>(low >> 32)), second = hex_digits(static_cast<std::uint32_t>(high));
  put8(0, hex_digits(static_cast<std::uint32_t>(low)));
  put8(9, middle);
  put8(14, middle >> 32);
  put8(19, second);
  put8(24, second >> 32);
  put8(28, hex_digits(static_cast<std::uint32_t>(high >> 32)));
  to[8] = to[13] = to[18] = to[23] = '-';
  return to + kUuidSize;
}

struct CharacterSet : Prepared {
  std::vector<std::uint32_t> characters;
  std::uint64_t widest = 1;  // bytes of the longest character
};
void prepare_char_buf(PrepareContext& context) {
  auto characters = parse_charset(context.str(0), kMostCharacters);
  if (!characters) return context.refuse(0, "the charset names more than 1114112 characters");
  if (characters->empty()) characters = parse_charset("a-z", kMostCharacters);
  auto set = std::make_shared<CharacterSet>();
  for (const std::uint32_t c : *characters)
    set->widest = std::max<std::uint64_t>(set->widest, c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
  set->characters = *std::move(characters);
  context.add_object<CharacterSet>(std::move(set));
}
void char_buf(std::uint64_t seed, std::uint64_t length, const CharacterSet& set, StrOut& out) {
  constexpr std::uint64_t most = ~std::uint64_t{0} / 16;
  char* const start = out.buffer.reserve(std::min(length, most) * set.widest);
  if (start == nullptr) return;
  char* at = start;
  std::uint64_t h = seed;
  for (std::uint64_t k = 0; k < length; ++k) {
    h = native::xxh3(h);
    at = put_utf8(at, set.characters[h % set.characters.size()]);
  }
  out.buffer.commit(static_cast<std::size_t>(at - start));
}

// Digits of a number whose radix changes from place to place; the first place varies fastest.
struct Combination : Prepared {
  struct Part {
    std::string literal;
    std::vector<std::uint32_t> characters;  // empty: a literal
  };
  std::vector<Part> parts;
  std::uint64_t count = 1;  // product of the radices, saturating
};
void prepare_combinations(PrepareContext& context) {
  auto combination = std::make_shared<Combination>();
  std::string_view rest = context.str(0);
  std::size_t total = 0;
  while (true) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view text = rest.substr(0, end);
    auto characters = parse_charset(text, kMostCharacters);
    if (!characters) return context.refuse(0, "a part names more than 1114112 characters");
    total += characters->size() * sizeof(std::uint32_t);
    if (!context.fits(0, total, "the pattern")) return;
    Combination::Part part;
    if (characters->empty() || (characters->size() == 1 && text.find('-') == std::string_view::npos)) part.literal = text;
    else part.characters = *std::move(characters);
    const std::uint64_t radix = std::max<std::uint64_t>(1, part.characters.size());
    combination->count = combination->count > ~std::uint64_t{0} / radix ? ~std::uint64_t{0} : combination->count * radix;
    combination->parts.push_back(std::move(part));
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  context.add_object<Combination>(std::move(combination));
}
void combinations(std::uint64_t input, const Combination& combination, StrOut& out) {
  std::uint64_t rest = input % combination.count;
  for (const Combination::Part& part : combination.parts) {
    if (part.characters.empty()) {
      out.append(part.literal);
      continue;
    }
    append_code_point(out.buffer, part.characters[rest % part.characters.size()]);
    rest /= part.characters.size();
  }
}

constexpr NodeDef kRows[] = {
    text_row<&put_hashed_uuid, kUuidSize>({.signature = "hashed_uuid(input: u64) -> str",
                                           .family = "strings",
                                           .doc = "A version 4 UUID hashed from the input.",
                                           .example = "input cycle: u64\nout := hashed_uuid(cycle)\n",
                                           .text = TextContent::Plain,
                                           .why_closure = kText}),
    closure_row<&char_buf>(
        {.signature = "char_buf(seed: u64, const charset: str, length: u64) -> str",
         .family = "strings",
         .doc = "length characters of the charset (characters and ranges such as a-z), hashed from the seed one after the other.",
         .example = "input cycle: u64\nout := char_buf(cycle, \"A-Z0-9\", 8)\n",
         .why_closure = kText,
         .prepare = prepare_char_buf}),
    closure_row<&combinations>(
        {.signature = "combinations(input: u64, const pattern: str) -> str",
         .family = "strings",
         .doc =
             "The input, not hashed, as digits of a counter: each part of the pattern, separated by ;, is a set of characters and ranges "
             "such as A-C; the first part runs fastest, and one character stands for itself.",
         .example = "input cycle: u64\nout := combinations(cycle, \"A-C;-;0-9\")\n",
         .why_closure = kText,
         .prepare = prepare_combinations}),
};

}  // namespace

std::span<const NodeDef> hashed_text_nodes() { return kRows; }

}  // namespace polydat
