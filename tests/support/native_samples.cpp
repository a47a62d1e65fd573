#include "support/native_samples.h"

#include "nodes/constraint.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <map>

namespace polydat::testing {
namespace {

// Constants for the nodes whose constants a general sample does not suit.
const std::map<std::string, std::vector<Literal>>& chosen_constants() {
  const auto u = [](std::uint64_t v) { return Literal{Literal::Kind::U64, v, 0, ""}; };
  const auto f = [](double v) { return Literal{Literal::Kind::F64, 0, v, ""}; };
  const auto s = [](std::string v) { return Literal{Literal::Kind::Str, 0, 0, std::move(v)}; };
  static const std::map<std::string, std::vector<Literal>> chosen = {
      {"mod", {u(10000000)}},
      {"div", {u(641)}},
      {"clamp", {u(5), u(1000)}},
      {"hash_interval", {f(-180.0), f(180.0)}},
      {"clamp_f64", {f(-1.5), f(1e10)}},
      {"dist_uniform", {f(-1.0), f(2.5)}},
      {"dist_empirical", {s("1.5 2 10 11")}},
      {"weighted_pick", {s("1:0.5;20:0.25;7:0.25")}},
      {"shuffle", {u(0), u(1000), u(5)}},
      {"n_of", {u(3), u(10)}},
      {"assert_u64_range", {u(0), u(1000), s("x"), s("f")}},
      {"assert_f64_range", {f(0.0), f(1.0), s("x"), s("f")}},
      {"reg_shuffle_bytes", {u(15), u(0), u(1), u(14), u(2), u(2), u(9), u(8), u(7), u(6), u(5), u(4), u(3), u(10), u(11), u(12)}},
  };
  return chosen;
}

Literal general_constant(const Parameter& p) {
  if (p.default_value) return *p.default_value;
  if (p.type == PortType::F64) return {Literal::Kind::F64, 0, 0.5, ""};
  if (p.type == PortType::Bool) return {Literal::Kind::Bool, 1, 0, ""};
  if (p.type == PortType::Str) return {Literal::Kind::Str, 0, 0, "1:2"};
  return {Literal::Kind::U64, 10, 0, ""};
}

const std::vector<std::uint64_t>& edges() {
  static const std::vector<std::uint64_t> words = [] {
    std::vector<std::uint64_t> list = {0,
                                       1,
                                       2,
                                       63,
                                       64,
                                       255,
                                       256,
                                       65535,
                                       65536,
                                       0x7fffffffu,
                                       0x80000000u,
                                       0xffffffffu,
                                       0x100000000u,
                                       (1ull << 53) + 1,
                                       (1ull << 63) - 1,
                                       1ull << 63,
                                       ~0ull - 1,
                                       ~0ull,
                                       0x3c00u,
                                       0x7bffu,
                                       0x7c00u};
    for (const double d : {-0.0,
                           0.5,
                           0.49999999999999994,
                           1.0,
                           -1.0,
                           2.5,
                           255.5,
                           65519.9,
                           65520.0,
                           6e-8,
                           2147483647.5,
                           4294967296.0,
                           9.223372036854775807e18,
                           -9.223372036854775808e18,
                           1.8446744073709552e19,
                           1.7014118346046923e38,
                           3.4028235677973366e38,
                           1e300,
                           5e-324,
                           1e-310,
                           1.7976931348623157e308,
                           double(INFINITY),
                           -double(INFINITY),
                           double(NAN)})
      list.push_back(std::bit_cast<std::uint64_t>(d));
    for (const float f : {0.5f, -0.5f, 255.5f, 4294967296.0f, 1e-40f, 3.4028235e38f, INFINITY, NAN})
      list.push_back(std::bit_cast<std::uint32_t>(f));
    return list;
  }();
  return words;
}

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

bool is_nan(PortType type, std::uint64_t w) {
  if (type == PortType::F64) return std::isnan(std::bit_cast<double>(w));
  if (type == PortType::F32) return std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(w)));
  return type == PortType::F16 && (w & 0x7fff) > 0x7c00;
}

NativeSample make_sample(const NodeDef& row) {
  NativeSample sample;
  const Signature& signature = signature_of(row);
  sample.row = &row;
  sample.name = signature.name;
  std::vector<Literal> literals;
  for (const Parameter& p : signature.parameters) {
    if (p.constant) literals.push_back(general_constant(p));
    else sample.wires.insert(sample.wires.end(), row.native_shape == NativeShape::Fold ? 2 : 1, p.type);
  }
  for (const OutputPort& o : signature.outputs) sample.outputs.push_back(o.type);
  if (const auto it = chosen_constants().find(signature.name); it != chosen_constants().end()) literals = it->second;
  const Limits limits;
  const OutsideWorld world;
  PrepareContext context(literals, sample.wires, limits, world);
  if (row.prepare != nullptr) row.prepare(context);
  else context.add_all_literals();
  REQUIRE_MESSAGE(!context.refused(), sample.name << ": " << context.refusal());
  sample.constants = context.take();
  for (const PortType p : sample.wires) sample.input_words.insert(sample.input_words.end(), words_of(p), p);
  for (const PortType p : sample.outputs) sample.output_words.insert(sample.output_words.end(), words_of(p), p);
  return sample;
}

}  // namespace

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

std::vector<NativeSample> all_native_samples() {
  std::vector<NativeSample> samples;
  for (const NodeDef* row : all_nodes())
    if (row->native_shape != NativeShape::None) samples.push_back(make_sample(*row));
  for (const NodeDef& row : guard_nodes())
    if (row.native_shape != NativeShape::None) samples.push_back(make_sample(row));
  return samples;
}

std::vector<std::uint64_t> sample_words(const NativeSample& sample, std::size_t n) {
  std::vector<std::uint64_t> words;
  const std::size_t count = edges().size();
  for (std::size_t w = 0; w < sample.input_words.size(); ++w) {
    const std::uint64_t random = mixed(n * 64 + w);
    // The first wire steps through all edges while the others change with it; beyond, one edge in four.
    const bool edge = n < 2 * count || random % 4 == 0;
    const std::uint64_t word =
        edge ? edges()[(w == 0 ? n : n * (2 * w + 1) + random) % count]
        : random % 8 == 1 && sample.input_words[w] == PortType::F64
            ? std::bit_cast<std::uint64_t>(std::ldexp(static_cast<double>(mixed(random)), static_cast<int>(random % 160) - 120))
            : mixed(random);
    words.push_back(as_slot(sample.input_words[w], word));
  }
  return words;
}

std::uint32_t run_row_closure(const NativeSample& sample, const std::vector<std::uint64_t>& words, std::vector<std::uint64_t>& out) {
  std::vector<std::uint64_t> args = words;
  args.insert(args.end(), sample.constants.words.begin(), sample.constants.words.end());
  args.push_back(0);
  out.assign(sample.output_words.size() + 1, 0);
  std::uint8_t none[16] = {};
  Call call;
  call.args = args.data();
  call.out = out.data();
  call.in_types = sample.wires.data();
  call.out_types = sample.outputs.data();
  call.wire_count = static_cast<std::uint32_t>(sample.wires.size());
  call.wire_words = static_cast<std::uint32_t>(words.size());
  call.out_none = none;
  return sample.row->row(call);
}

bool same_word(PortType type, std::uint64_t a, std::uint64_t b) { return a == b || (is_nan(type, a) && is_nan(type, b)); }

}  // namespace polydat::testing
