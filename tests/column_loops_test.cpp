// Every native function: the row closure and the column loops of each CPU level give the same bits and the same errors.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "nodes/catalog.h"
#include "nodes/native/column_loops.h"
#include "nodes/native/half.h"

using namespace polydat;

namespace {

const std::string kNativeNames[] = {
#define POLYDAT_NAME(name) #name,
    POLYDAT_NATIVE_FUNCTIONS(POLYDAT_NAME)
#undef POLYDAT_NAME
};

// Constants for the nodes whose constants a general sample does not suit.
const std::map<std::string, std::vector<Literal>>& chosen_constants() {
  const auto u = [](std::uint64_t v) { return Literal{Literal::Kind::U64, v, 0, ""}; };
  const auto f = [](double v) { return Literal{Literal::Kind::F64, 0, v, ""}; };
  const auto s = [](std::string v) { return Literal{Literal::Kind::Str, 0, 0, std::move(v)}; };
  static const std::map<std::string, std::vector<Literal>> chosen = {
      {"clamp", {u(5), u(1000)}},
      {"hash_interval", {f(-180.0), f(180.0)}},
      {"clamp_f64", {f(-1.5), f(1e10)}},
      {"dist_uniform", {f(-1.0), f(2.5)}},
      {"dist_empirical", {s("1.5 2 10 11")}},
      {"weighted_pick", {s("1:0.5;20:0.25;7:0.25")}},
      {"shuffle", {u(0), u(1000), u(5)}},
      {"n_of", {u(3), u(10)}},
      {"reg_shuffle_bytes", {u(15), u(0), u(1), u(14), u(2), u(2), u(9), u(8), u(7), u(6), u(5), u(4), u(3), u(10), u(11), u(12)}},
  };
  return chosen;
}

Literal sample(const Parameter& p) {
  if (p.default_value) return *p.default_value;
  if (p.type == PortType::F64) return {Literal::Kind::F64, 0, 0.5, ""};
  if (p.type == PortType::Bool) return {Literal::Kind::Bool, 1, 0, ""};
  if (p.type == PortType::Str) return {Literal::Kind::Str, 0, 0, "1:2"};
  return {Literal::Kind::U64, 10, 0, ""};
}

std::vector<std::uint64_t> edge_words() {
  std::vector<std::uint64_t> words = {0, 1, 2, 3, 7, 63, 64, 65, 127, 128, 255, 256, 1000, 32767, 32768, 65535, 65536,
      0x7fffffffu, 0x80000000u, 0xffffffffu, 0x100000000u, (1ull << 53) - 1, (1ull << 53) + 1, (1ull << 63) - 1, 1ull << 63,
      ~0ull - 1, ~0ull, 0x7fffffffffffffc0u};
  for (const double d : {-0.0, 0.25, 0.5, -0.5, 0.49999999999999994, 1.0, -1.0, 1.5, 2.5, -2.5, 127.5, 255.5, 255.9, 65504.0, 65519.9,
                         65520.0, 1e-7, 6e-8, 6.2e-5, 2147483647.5, 2147483648.0, 4294967295.5, 4294967296.0, 4503599627370497.5,
                         9.223372036854775807e18, -9.223372036854775808e18, 1.8446744073709552e19, 1.7014118346046923e38,
                         3.402823669209385e38, 3.4028235677973366e38, 1e300, -1e300, 5e-324, 1e-310, 1.7976931348623157e308,
                         double(INFINITY), -double(INFINITY), double(NAN)}) {
    words.push_back(std::bit_cast<std::uint64_t>(d));
  }
  for (const float f : {0.5f, -0.5f, 255.5f, 2147483648.0f, 4294967296.0f, 1.8446744e19f, 1e-40f, 3.4028235e38f, INFINITY, NAN}) {
    words.push_back(std::bit_cast<std::uint32_t>(f));
  }
  std::uint64_t x = 88172645463325252u;
  for (int i = 0; i < 40; ++i) {
    x ^= x << 13; x ^= x >> 7; x ^= x << 17;
    words.push_back(x);
    words.push_back(std::bit_cast<std::uint64_t>(std::ldexp(static_cast<double>(x), static_cast<int>(x % 160) - 120)));
  }
  return words;
}

// Any word brought into the form that slots of the type have.
std::uint64_t as_slot(PortType type, std::uint64_t w) {
  const auto extended = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
  if (type == PortType::U8) return w & 0xff;
  if (type == PortType::U16 || type == PortType::F16) return w & 0xffff;
  if (type == PortType::U32 || type == PortType::F32) return w & 0xffffffff;
  if (type == PortType::I8) return extended(static_cast<std::int8_t>(w));
  if (type == PortType::I16) return extended(static_cast<std::int16_t>(w));
  if (type == PortType::I32) return extended(static_cast<std::int32_t>(w));
  return type == PortType::Bool ? w & 1 : w;
}

bool is_nan(PortType type, std::uint64_t w) {
  if (type == PortType::F64) return std::isnan(std::bit_cast<double>(w));
  if (type == PortType::F32) return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(w)));
  return type == PortType::F16 && (w & 0x7fff) > 0x7c00;
}

struct Tested {
  const NodeDef* row;
  std::vector<PortType> wires;
  std::vector<PortType> outputs;
  ConstBlock constants;
};

// Wires and prepared constants of a native row; false with a message when no constants are known for it.
bool set_up(const NodeDef& row, Tested& t) {
  const Signature& s = signature_of(row);
  t.row = &row;
  std::vector<Literal> literals;
  for (const Parameter& p : s.parameters) {
    if (p.constant) {
      literals.push_back(sample(p));
    } else {
      t.wires.push_back(p.type);
      if (row.native_shape == NativeShape::Fold) t.wires.push_back(p.type);
    }
  }
  for (const OutputPort& o : s.outputs) t.outputs.push_back(o.type);
  if (const auto it = chosen_constants().find(s.name); it != chosen_constants().end()) literals = it->second;
  const Limits limits;
  const OutsideWorld world;
  PrepareContext context(literals, t.wires, limits, world);
  if (row.prepare != nullptr) row.prepare(context);
  else context.add_all_literals();
  if (context.refused()) {
    MESSAGE(s.name << ": " << context.refusal());
    return false;
  }
  t.constants = context.take();
  return true;
}

std::uint32_t run_row(const Tested& t, const std::vector<std::uint64_t>& wire_words, std::vector<std::uint64_t>& out) {
  std::vector<std::uint64_t> args = wire_words;
  args.insert(args.end(), t.constants.words.begin(), t.constants.words.end());
  std::uint8_t none[16] = {};
  Call call;
  call.args = args.data();
  call.out = out.data();
  call.in_types = t.wires.data();
  call.out_types = t.outputs.data();
  call.wire_count = static_cast<std::uint32_t>(t.wires.size());
  call.wire_words = static_cast<std::uint32_t>(wire_words.size());
  call.out_none = none;
  return t.row->row(call);
}

void compare(const Tested& t, const ColumnLoop* loops, const char* level) {
  const std::string_view name = name_of(*t.row);
  std::vector<PortType> in_word_types, out_word_types;
  for (const PortType p : t.wires) in_word_types.insert(in_word_types.end(), words_of(p), p);
  for (const PortType p : t.outputs) out_word_types.insert(out_word_types.end(), words_of(p), p);
  const std::vector<std::uint64_t> edges = edge_words();
  constexpr std::uint64_t canary = 0xfeedfacecafebeefu;
  std::size_t salt = 0;
  int bad = 0;
  for (std::size_t rows = 0; rows <= 70; ++rows) {
    // Every combination of neighbours comes up over the lengths, since each wire steps at its own pace.
    std::vector<std::vector<std::uint64_t>> columns(in_word_types.size(), std::vector<std::uint64_t>(rows));
    for (std::size_t w = 0; w < columns.size(); ++w) {
      for (std::size_t r = 0; r < rows; ++r) columns[w][r] = as_slot(in_word_types[w], edges[((salt + r) * (2 * w + 1) + w * (salt / 7)) % edges.size()]);
    }
    salt += rows;
    std::vector<std::vector<std::uint64_t>> outputs(out_word_types.size(), std::vector<std::uint64_t>(rows + 2, canary));
    std::vector<const std::uint64_t*> wires;
    for (const auto& column : columns) wires.push_back(column.data());
    std::vector<std::uint64_t*> outs;
    for (auto& column : outputs) outs.push_back(column.data());
    const std::uint32_t error = loops[static_cast<std::size_t>(t.row->native)](wires.data(), wires.size(), t.constants.words.data(), outs.data(), rows);
    std::uint32_t expected_error = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      std::vector<std::uint64_t> in, out(out_word_types.size() + 1, 0);
      for (const auto& column : columns) in.push_back(column[r]);
      const std::uint32_t row_error = run_row(t, in, out);
      expected_error |= row_error;
      if (row_error != 0) continue;  // outputs of a failed row are undefined
      for (std::size_t w = 0; w < out_word_types.size(); ++w) {
        const std::uint64_t got = outputs[w][r];
        if (got == out[w] || (is_nan(out_word_types[w], got) && is_nan(out_word_types[w], out[w]))) continue;
        if (++bad < 4) {
          FAIL_CHECK(name << " " << level << " row " << r << " of " << rows << " word " << w << ": row form " << out[w] << ", loop " << got
                          << ", first input " << (in.empty() ? 0 : in[0]));
        }
      }
    }
    if (error != expected_error && ++bad < 4) FAIL_CHECK(name << " " << level << ": error " << error << ", row form " << expected_error);
    for (const auto& column : outputs) {
      if ((column[rows] != canary || column[rows + 1] != canary) && ++bad < 4) FAIL_CHECK(name << " " << level << " wrote past " << rows << " rows");
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
  for (const NodeDef* row : all_nodes()) {
    if (row->native_shape == NativeShape::None) continue;
    Tested t;
    REQUIRE_MESSAGE(set_up(*row, t), "no constants for " << name_of(*row));
    compare(t, column_loops_v3, "v3");
    if (has_v4()) compare(t, column_loops_v4, "v4");
    seen[static_cast<std::size_t>(row->native)] = true;
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
