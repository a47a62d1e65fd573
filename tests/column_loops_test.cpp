// Every native function: the row closure and the column loops of each CPU level give the same bits and the same errors.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "nodes/native/column_loops.h"
#include "nodes/native/half.h"
#include "support/native_samples.h"

using namespace polydat;
using namespace polydat::testing;

namespace {

const std::string kNativeNames[] = {
#define POLYDAT_NAME(name) #name,
    POLYDAT_NATIVE_FUNCTIONS(POLYDAT_NAME)
#undef POLYDAT_NAME
};

std::vector<std::uint64_t> edge_words() {
  std::vector<std::uint64_t> words = {0,
                                      1,
                                      2,
                                      3,
                                      7,
                                      63,
                                      64,
                                      65,
                                      127,
                                      128,
                                      255,
                                      256,
                                      1000,
                                      32767,
                                      32768,
                                      65535,
                                      65536,
                                      0x7fffffffu,
                                      0x80000000u,
                                      0xffffffffu,
                                      0x100000000u,
                                      (1ull << 53) - 1,
                                      (1ull << 53) + 1,
                                      (1ull << 63) - 1,
                                      1ull << 63,
                                      ~0ull - 1,
                                      ~0ull,
                                      0x7fffffffffffffc0u};
  for (const double d : {-0.0,
                         0.25,
                         0.5,
                         -0.5,
                         0.49999999999999994,
                         1.0,
                         -1.0,
                         1.5,
                         2.5,
                         -2.5,
                         127.5,
                         255.5,
                         255.9,
                         65504.0,
                         65519.9,
                         65520.0,
                         1e-7,
                         6e-8,
                         6.2e-5,
                         2147483647.5,
                         2147483648.0,
                         4294967295.5,
                         4294967296.0,
                         4503599627370497.5,
                         9.223372036854775807e18,
                         -9.223372036854775808e18,
                         1.8446744073709552e19,
                         1.7014118346046923e38,
                         3.402823669209385e38,
                         3.4028235677973366e38,
                         1e300,
                         -1e300,
                         5e-324,
                         1e-310,
                         1.7976931348623157e308,
                         double(INFINITY),
                         -double(INFINITY),
                         double(NAN)}) {
    words.push_back(std::bit_cast<std::uint64_t>(d));
  }
  for (const float f : {0.5f, -0.5f, 255.5f, 2147483648.0f, 4294967296.0f, 1.8446744e19f, 1e-40f, 3.4028235e38f, INFINITY, NAN}) {
    words.push_back(std::bit_cast<std::uint32_t>(f));
  }
  std::uint64_t x = 88172645463325252u;
  for (int i = 0; i < 40; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    words.push_back(x);
    words.push_back(std::bit_cast<std::uint64_t>(std::ldexp(static_cast<double>(x), static_cast<int>(x % 160) - 120)));
  }
  return words;
}

void compare(const NativeSample& t, const ColumnLoop* loops, const char* level) {
  const std::string& name = t.name;
  const std::vector<PortType>& in_word_types = t.input_words;
  const std::vector<PortType>& out_word_types = t.output_words;
  const std::vector<std::uint64_t> edges = edge_words();
  constexpr std::uint64_t canary = 0xfeedfacecafebeefu;
  std::size_t salt = 0;
  int bad = 0;
  for (std::size_t rows = 0; rows <= 70; ++rows) {
    // Every combination of neighbours comes up over the lengths, since each wire steps at its own pace.
    std::vector<std::vector<std::uint64_t>> columns(in_word_types.size(), std::vector<std::uint64_t>(rows));
    for (std::size_t w = 0; w < columns.size(); ++w) {
      for (std::size_t r = 0; r < rows; ++r)
        columns[w][r] = as_slot(in_word_types[w], edges[((salt + r) * (2 * w + 1) + w * (salt / 7)) % edges.size()]);
    }
    salt += rows;
    std::vector<std::vector<std::uint64_t>> outputs(out_word_types.size(), std::vector<std::uint64_t>(rows + 2, canary));
    std::vector<const std::uint64_t*> wires;
    for (const auto& column : columns) wires.push_back(column.data());
    std::vector<std::uint64_t*> outs;
    for (auto& column : outputs) outs.push_back(column.data());
    const std::uint32_t error =
        loops[static_cast<std::size_t>(t.row->native)](wires.data(), wires.size(), t.constants.words.data(), outs.data(), rows);
    std::uint32_t expected_error = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      std::vector<std::uint64_t> in, out;
      for (const auto& column : columns) in.push_back(column[r]);
      const std::uint32_t row_error = run_row_closure(t, in, out);
      expected_error |= row_error;
      if (row_error != 0) continue;  // outputs of a failed row are undefined
      for (std::size_t w = 0; w < out_word_types.size(); ++w) {
        const std::uint64_t got = outputs[w][r];
        if (same_word(out_word_types[w], got, out[w])) continue;
        if (++bad < 4) {
          FAIL_CHECK(name << " " << level << " row " << r << " of " << rows << " word " << w << ": row form " << out[w] << ", loop " << got
                          << ", first input " << (in.empty() ? 0 : in[0]));
        }
      }
    }
    if (error != expected_error && ++bad < 4) FAIL_CHECK(name << " " << level << ": error " << error << ", row form " << expected_error);
    for (const auto& column : outputs) {
      if ((column[rows] != canary || column[rows + 1] != canary) && ++bad < 4)
        FAIL_CHECK(name << " " << level << " wrote past " << rows << " rows");
    }
  }
  CHECK_MESSAGE(bad == 0, name << " " << level);
}

bool has_v4() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("row closures and column loops of every native node agree") {
  std::vector<bool> seen(kNativeCount, false);
  std::size_t tested = 0;
  for (const NativeSample& t : all_native_samples()) {
    compare(t, column_loops_v3, "v3");
    if (has_v4()) compare(t, column_loops_v4, "v4");
    seen[static_cast<std::size_t>(t.row->native)] = true;
    ++tested;
  }
  CHECK(tested > 200);
  // A native function that no row names would be untested, and dead.
  for (std::size_t i = 0; i < kNativeCount; ++i) CHECK_MESSAGE(seen[i], "no catalog row for native function " << kNativeNames[i]);
}

TEST_CASE("the chosen table is one this processor runs") {
  const ColumnLoop* chosen = column_loops().data();
  const ColumnLoop* expected = has_v4() ? column_loops_v4 : column_loops_v3;
  const bool right = chosen == expected;
  CHECK(right);
}

TEST_CASE("half conversions round once, to even") {
  using native::double_to_half;
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const native::f16 half{static_cast<std::uint16_t>(bits)};
    const double wide = native::half_to_double(half);
    if (std::isnan(wide)) {
      CHECK((double_to_half(wide).bits & 0x7fff) > 0x7c00);
      continue;
    }
    REQUIRE(double_to_half(wide).bits == bits);
    if ((bits & 0x7fff) >= 0x7bff) continue;
    // Between a value and the next one away from zero: below the middle, above it, and the middle itself, which goes to even.
    const double next = native::half_to_double(native::f16{static_cast<std::uint16_t>(bits + 1)});
    const double middle = (wide + next) / 2;
    REQUIRE(double_to_half(std::nextafter(middle, wide)).bits == bits);
    REQUIRE(double_to_half(std::nextafter(middle, next)).bits == bits + 1);
    REQUIRE(double_to_half(middle).bits == bits + (bits & 1));
  }
  CHECK(double_to_half(65519.99).bits == 0x7bff);
  CHECK(double_to_half(65520.0).bits == 0x7c00);
  CHECK(double_to_half(1e300).bits == 0x7c00);
  CHECK(double_to_half(-1e300).bits == 0xfc00);
  CHECK(double_to_half(std::bit_cast<double>(0x3ff0020040000000u)).bits == 0x3c01);
}
