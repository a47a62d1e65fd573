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
#include "nodes/alias_table.h"
#include "nodes/native/datetime.h"
#include "nodes/native/hashing.h"
#include "nodes/number_text.h"
#include "nodes/number_words.h"
#include "nodes/remainder.h"
#include "nodes/weighted_texts.h"
#include "polydat/kernel.h"

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

TEST_CASE("timestamps of any number have the date of date_components") {
  std::vector<std::uint64_t> inputs;
  constexpr std::uint64_t kDay = 86400000, kLastFewDay = std::uint64_t{1} << 29;
  for (std::uint64_t day = kLastFewDay - 400; day < kLastFewDay + 400; ++day) inputs.push_back(day * kDay + kDay - 1);
  for (std::uint64_t day = 0; day < 150000; day += 7) inputs.push_back(day * kDay);
  for (std::uint64_t i = 0; i < 3000; ++i) inputs.push_back(random_word(i) >> i % 24);
  const std::vector<std::string> texts = texts_of("to_timestamp(x)", inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::uint64_t year, month, day, hour, minute, second, millis;
    native::date_components(inputs[i], year, month, day, hour, minute, second, millis);
    CHECK(texts[i] == fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", year, month, day, hour, minute, second, millis));
  }
}

TEST_CASE("remainders by multiplication are those of the division") {
  const std::uint64_t top = ~std::uint64_t{0};
  for (std::uint64_t i = 0; i < 300; ++i)
    for (const std::uint64_t divisor : {i + 1, random_word(i) >> i % 64 | 1, top - i, std::uint64_t{1} << i % 64}) {
      const Remainder remainder(divisor);
      for (const std::uint64_t x : {std::uint64_t{0}, i, divisor - 1, divisor, divisor + 1, 2 * divisor - 1, top, top - i,
                                    top / divisor * divisor, top / divisor * divisor - 1, random_word(i + 1000)})
        CHECK(remainder.of(x) == x % divisor);
    }
}

TEST_CASE("a weighted text is the one that the alias table names") {
  for (std::uint64_t graph = 0; graph < 40; ++graph) {
    PaddedTexts texts;
    std::vector<double> weights;
    for (std::uint64_t i = 0; i <= random_word(graph) % 50; ++i) {
      texts.add(std::string(random_word(i + graph) % 70, static_cast<char>('a' + i % 26)) + std::to_string(i));
      weights.push_back(i % 5 == 1 ? 0.0 : std::ldexp(static_cast<double>(random_word(i * 3 + graph) >> 11), -static_cast<int>(graph)));
    }
    weights.front() += 1;
    const std::vector<native::AliasCell> cells = build_alias_table(weights);
    const WeightedTexts choice(texts, weights);
    std::vector<char> room(texts.longest() + kTextPadding);
    const auto check = [&](std::uint64_t input) {
      CHECK(std::string(room.data(), choice.put_pick(room.data(), input)) ==
            texts[native::alias_pick(input, {cells.data(), cells.size()})]);
    };
    for (std::uint64_t i = 0; i < 2000; ++i) check(random_word(i));
    for (std::uint64_t column = 0; column < cells.size(); ++column) {  // the draws around each bias
      const auto draw = static_cast<std::uint64_t>(cells[column].bias * 4294967295.0);
      for (std::uint64_t d = draw < 3 ? 0 : draw - 3; d < draw + 3 && d >> 32 == 0; ++d)
        for (std::uint64_t low = 0; low < cells.size(); ++low) check(d << 32 | low);
    }
  }
}

TEST_CASE("numbers in other radices against {fmt}") {
  std::vector<std::uint64_t> inputs{0, 1, 7, 8, 15, 16, ~std::uint64_t{0}};
  for (std::uint64_t i = 0; i < 500; ++i) inputs.push_back(random_word(i) >> i % 64);
  const auto check = [&](const std::string& node, const auto& format) {
    const std::vector<std::string> texts = texts_of(node, inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) CHECK(texts[i] == format(inputs[i]));
  };
  check("format_u64(x, 2)", [](std::uint64_t v) { return fmt::format("{:#b}", v); });
  check("format_u64(x, 8)", [](std::uint64_t v) { return v == 0 ? "0o0" : fmt::format("0o{:o}", v); });
  check("format_u64(x, 16)", [](std::uint64_t v) { return fmt::format("{:#x}", v); });
  check("zero_pad_u64(x, 30)", [](std::uint64_t v) { return fmt::format("{:030}", v); });
  check("zero_pad_u64(x, 3)", [](std::uint64_t v) { return fmt::format("{:03}", v); });
}

TEST_CASE("a text is measured against --max-value by its own length, not by the longest of its node") {
  const auto rows_of = [](const std::string& graph, std::uint64_t most) {
    CompileOptions options;
    options.engine = Engine::Closures;
    options.limits.max_value = most;
    const Compiled compiled = compile(Source("text.polydat", "input x: u64\nout := " + graph + "\n"), options);
    REQUIRE(compiled.program != nullptr);
    BlockKernel blocks(compiled.program);
    for (std::uint64_t r = 0; r < 8; ++r) blocks.coordinate_column(0)[r] = r;
    const std::size_t rows = blocks.run(8).rows;
    HybridKernel kernel(compiled.program);
    for (std::uint64_t r = 0; r < 8; ++r) {
      kernel.set_inputs(std::array{r});
      CHECK(kernel.eval() == (r < rows));
      if (r >= rows) break;
    }
    return rows;
  };
  CHECK(rows_of("number_to_words(x)", 4) == 3);  // zero, one, two; three is longer
  CHECK(rows_of("number_to_words(x)", 5) == 8);
  CHECK(rows_of("printf(\"{}\", u64_add(x, 95))", 2) == 5);  // 95 to 99
  CHECK(rows_of("weighted_strings(x, \"a:1;bb:0;c:1\")", 1) == 8);
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

TEST_CASE("shortest floats in their positional range have the digits of the standard library") {
  const auto check = [](float f) {
    char ours[64], plain[64];
    const std::string text(ours, put_f32(ours, f));
    std::string shortest(plain, std::to_chars(plain, plain + sizeof plain, f, std::chars_format::fixed).ptr);
    if (shortest.find('.') == std::string::npos) shortest += ".0";
    CHECK(text == shortest);
    CHECK(std::string(ours, put_f32(ours, -f)) == "-" + shortest);
  };
  const auto check_around = [&](float f) {
    for (const float v : {std::nextafter(f, 0.0f), f, std::nextafter(f, 1e30f)})
      if (v >= 1e-4f) check(v);
  };
  // Every exponent: both ends of it, fractions of few bits (whose decimals may lie in the middle of two), and others.
  for (int exponent = -14; exponent <= 23; ++exponent) {
    check_around(std::ldexp(1.0f, exponent));
    for (std::uint32_t k = 1; k < 600; ++k) check_around(std::ldexp(1.0f + static_cast<float>(k) / 512.0f, exponent));
    for (std::uint64_t i = 0; i < 1000; ++i)
      check_around(std::ldexp(1.0f + static_cast<float>(random_word(i) >> 41) / 8388608.0f, exponent));
  }
  // Decimals of few digits: a whole number that a nearest decimal is rounded up to, and many zeros at the end.
  for (std::uint32_t places = 0; places <= 8; ++places)
    for (std::uint32_t k = 1; k <= 1000; ++k) {
      const double unit = std::pow(10.0, -static_cast<double>(places));
      check_around(static_cast<float>(k * unit));
      check_around(static_cast<float>(k) - static_cast<float>(unit));
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
  std::vector<char> room(kNumberWordsRoom + 16);
  const auto text_of = [&room](std::uint64_t n) { return std::string(room.data(), put_number_words(room.data(), n)); };
  CHECK(text_of(0) == "zero");
  for (std::uint64_t n = 1; n < 1000; ++n) {
    CHECK(text_of(n) == group(n));
    CHECK(text_of(n * 1000) == group(n) + " thousand");
    CHECK(text_of(n * 1000000 + 1000 - n) == group(n) + " million" + " " + group(1000 - n));
  }
}
