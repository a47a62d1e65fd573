// Texts that nodes write by tables and whole words, against the plain way of writing them.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "kernel/block_kernel.h"
#include "nodes/native/hashing.h"
#include "nodes/number_text.h"
#include "nodes/number_words.h"
#include "polydat/program.h"

using namespace polydat;

namespace {

// The texts of the output `out` for these values of the one input, by blocks.
std::vector<std::string> texts_of(const std::string& graph, const std::vector<std::uint64_t>& inputs) {
  CompileOptions options;
  options.engine = Engine::Closures;
  options.outputs = {"out"};
  const Compiled compiled = compile(Source("text.polydat", "input x: u64\nout := " + graph + "\n"), options);
  REQUIRE(compiled.program != nullptr);
  BlockKernel kernel(compiled.program);
  std::vector<std::string> texts;
  for (std::size_t begin = 0; begin < inputs.size();) {
    const std::size_t count = std::min(kernel.block_rows(), inputs.size() - begin);
    std::copy_n(inputs.begin() + static_cast<std::ptrdiff_t>(begin), count, kernel.coordinate_column(0));
    const BlockOutcome outcome = kernel.run(count);
    REQUIRE(!outcome.failed);
    REQUIRE(outcome.rows != 0);
    const ColumnView column = kernel.column(0);
    for (std::size_t r = 0; r < outcome.rows; ++r) {
      const std::uint64_t words[2] = {column.words[0][r * column.stride], column.words[1][r * column.stride]};
      texts.emplace_back(view_text(words));
    }
    begin += outcome.rows;
  }
  return texts;
}

std::uint64_t random_word(std::uint64_t i) { return native::hash(i); }

}  // namespace

TEST_CASE("UUIDs, digit by digit") {
  std::vector<std::uint64_t> inputs;
  for (std::uint64_t i = 0; i < 3000; ++i) inputs.push_back(random_word(i));
  const std::vector<std::string> texts = texts_of("hashed_uuid(x)", inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint64_t halves[2] = {native::xxh3(inputs[i]), native::xxh3(native::xxh3(inputs[i]))};
    std::string plain;
    for (std::uint32_t k = 0; k < 16; ++k) {
      std::uint32_t byte = static_cast<std::uint32_t>(halves[k / 8] >> (8 * (k % 8))) & 0xffu;
      if (k == 6) byte = (byte & 0x0f) | 0x40;
      if (k == 8) byte = (byte & 0x3f) | 0x80;
      plain += fmt::format("{}{:02x}", k == 4 || k == 6 || k == 8 || k == 10 ? "-" : "", byte);
    }
    CHECK(texts[i] == plain);
  }
}

TEST_CASE("timestamps against the calendar of the standard library") {
  std::vector<std::uint64_t> inputs{0, 999, 1000, 59999, 86399999, 86400000, 951782400000, 951868800000, 253402300799999};
  for (std::uint64_t i = 0; i < 3000; ++i) inputs.push_back(random_word(i) % 253402300800000);
  const std::vector<std::string> texts = texts_of("to_timestamp(x)", inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::chrono::sys_time<std::chrono::milliseconds> time{std::chrono::milliseconds(inputs[i])};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date{day};
    const auto of_day = (time - day).count();
    CHECK(texts[i] == fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), of_day / 3600000,
                                  of_day / 60000 % 60, of_day / 1000 % 60, of_day % 1000));
  }
  CHECK(texts_of("to_timestamp(x)", {253402300800000})[0] == "10000-01-01T00:00:00.000Z");
}

TEST_CASE("fixed decimals against the standard library, exact ties and carries among them") {
  std::vector<char> room(2000);
  const auto check = [&](double v) {
    for (std::uint32_t precision = 0; precision <= 11; ++precision) {
      const std::string fixed(room.data(), put_f64_fixed(room.data(), v, precision));
      char plain[400];
      const char* const end = std::to_chars(plain, plain + sizeof plain, v, std::chars_format::fixed, static_cast<int>(precision)).ptr;
      CHECK(fixed == std::string(plain, static_cast<std::size_t>(end - plain)));
    }
  };
  for (const double v :
       {0.5, 1.5, 2.5, 0.125, 0.375, 0.995, 9.995, 99.5, 999.999, 0.0, 1e-9, 4503599627370495.5, 9007199254740993.0, 1e15, 1e18, 0.05})
    check(v);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    check(static_cast<double>(random_word(i) % 10000000) / 100.0);
    check(std::ldexp(static_cast<double>(random_word(i) >> 11), static_cast<int>(random_word(i + 1) % 120) - 110));
  }
}

TEST_CASE("shortest floats below one have the digits of the standard library") {
  std::array<char, 64> room{};
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const float f = static_cast<float>(std::ldexp(static_cast<double>(random_word(i) >> 40), -24 - static_cast<int>(i % 13)));
    if (f < 1e-4f) continue;
    char plain[64];
    const char* const end = std::to_chars(plain, plain + sizeof plain, f, std::chars_format::fixed).ptr;
    const std::string shortest(plain, static_cast<std::size_t>(end - plain));
    CHECK(std::string(room.data(), put_f32(room.data(), f)) == (shortest.find('.') == std::string::npos ? shortest + ".0" : shortest));
  }
}

TEST_CASE("number words, group by group") {
  const std::array<std::string, 20> small{"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                          "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                          "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  const std::array<std::string, 10> tens{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
  const auto group = [&](std::uint64_t n) {
    std::string text = n >= 100 ? small[n / 100] + " hundred" : "";
    n %= 100;
    if (n == 0) return text;
    if (!text.empty()) text += ' ';
    return text + (n < 20 ? small[n] : tens[n / 10] + (n % 10 == 0 ? "" : "-" + small[n % 10]));
  };
  Buffer words;
  const auto text_of = [&words](std::uint64_t n) {
    words.clear();
    append_number_words(words, n);
    return std::string(words.view());
  };
  CHECK(text_of(0) == "zero");
  for (std::uint64_t n = 1; n < 1000; ++n) {
    CHECK(text_of(n) == group(n));
    CHECK(text_of(n * 1000) == group(n) + " thousand");
    CHECK(text_of(n * 1000000 + 1000 - n) == group(n) + " million" + " " + group(1000 - n));
  }
}
