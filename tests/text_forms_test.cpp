// Number text, display and JSON forms, JSON reading, UTF-8: against the standard library and the tables of types page 2.1 to 2.3.
#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/number_parse.h"
#include "nodes/number_text.h"
#include "nodes/text_forms.h"
#include "nodes/utf8.h"

using namespace polydat;

namespace {

struct Random {
  std::uint64_t state = 0x9e3779b97f4a7c15u;
  std::uint64_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
};

template <class Put, class T>
std::string text_of(Put put, T v) {
  char room[kPlainTextRoom];
  return {room, put(room, v)};
}
std::string shortest(double v) { return text_of(put_f64, v); }
std::string plain(double v) { return text_of(put_f64_plain, v); }
std::string json_number(double v) { return text_of(put_f64_json, v); }
std::string fixed(double v, std::uint32_t precision) {
  std::string room(kFixedTextRoom + precision, '\0');
  room.resize(static_cast<std::size_t>(put_f64_fixed(room.data(), v, precision) - room.data()));
  return room;
}
std::string digits_of(std::string text) {  // significant digits alone
  text = text.substr(0, text.find('e'));
  std::string digits;
  for (const char c : text) {
    if (c >= '0' && c <= '9' && !(digits.empty() && c == '0')) digits += c;
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return digits;
}
template <class T>
std::string shortest_by_library(T v) {
  char room[64];
  return {room, std::to_chars(room, room + 64, v, std::chars_format::scientific).ptr};
}
std::string escaped(std::string_view text) {
  Buffer out;
  append_json_string(out, text);
  return std::string(out.view());
}
std::string rewritten(std::string_view json, bool pretty = false) {
  JsonTree tree;
  std::string why, checked;
  const bool taken = read_json(json, tree, why);
  CHECK(check_json(json, checked) == taken);
  CHECK(checked == why);
  if (!taken) return "refused";
  Buffer out;
  if (pretty) append_json_tree_pretty(out, tree);
  else append_json_tree(out, tree);
  return std::string(out.view());
}
std::string display(PortType type, std::vector<std::uint64_t> words) {
  Buffer out;
  append_display(out, type, words.data());
  return std::string(out.view());
}
std::string json(PortType type, std::vector<std::uint64_t> words) {
  Buffer out;
  append_json(out, type, words.data());
  return std::string(out.view());
}

}  // namespace

TEST_CASE("integers are those of std::to_chars") {
  std::vector<std::uint64_t> values = {0, ~std::uint64_t{0}};
  for (std::uint64_t p = 1; p != 0; p = p > ~std::uint64_t{0} / 10 ? 0 : p * 10) {
    for (const std::uint64_t v : {p - 1, p, p + 1}) values.push_back(v);
  }
  for (int s = 0; s < 64; ++s) {
    for (const std::uint64_t v : {(std::uint64_t{1} << s) - 1, std::uint64_t{1} << s}) values.push_back(v);
  }
  Random random;
  for (int k = 0; k < 300000; ++k) values.push_back(random() >> (k % 64));
  std::size_t wrong = 0;
  for (const std::uint64_t v : values) {
    wrong += text_of(put_u64, v) != std::to_string(v) ? 1 : 0;
    const auto i = static_cast<std::int64_t>(v);
    wrong += text_of(put_i64, i) != std::to_string(i) ? 1 : 0;
    wrong += count_digits(v) != std::to_string(v).size() ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(text_of(put_u128, ~native::u128{0}) == "340282366920938463463374607431768211455");
  CHECK(text_of(put_u128, native::u128{1} << 64) == "18446744073709551616");
  CHECK(text_of(put_u128, native::u128{10000000000000000u} * 10000000000000000u) == "1" + std::string(32, '0'));
  CHECK(text_of(put_i128, static_cast<native::i128>(native::u128{1} << 127)) == "-170141183460469231731687303715884105728");
}

TEST_CASE("floats read back as the same bits and have the library's digits") {
  Random random;
  std::size_t wrong = 0;
  for (int k = 0; k < 300000; ++k) {
    const std::uint64_t r = random();
    double v = std::bit_cast<double>(r);
    if (k % 4 == 1) v = static_cast<double>(r % 1000000000) / 100;
    if (k % 4 == 2) v = std::ldexp(static_cast<double>(r >> 11), -static_cast<int>(r % 64));
    if (k % 4 == 3) v = static_cast<double>(r % 100000000) / 1e6;
    if (!std::isfinite(v)) continue;
    for (const std::string& text : {shortest(v), plain(v), json_number(v)}) {
      wrong += std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)) != std::bit_cast<std::uint64_t>(v) ? 1 : 0;
      wrong += digits_of(text) != digits_of(shortest_by_library(v)) ? 1 : 0;
    }
    const float f = std::bit_cast<float>(static_cast<std::uint32_t>(r));
    if (!std::isfinite(f)) continue;
    const std::string text = text_of(put_f32, f);
    wrong += std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)) != std::bit_cast<std::uint32_t>(f) ? 1 : 0;
    wrong += digits_of(text) != digits_of(shortest_by_library(f)) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("where the point and the exponent go") {
  struct Row {
    double value;
    const char* shortest;
    const char* plain;
    const char* json;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const Row rows[] = {
      {0.0, "0.0", "0", "0.0"},
      {-0.0, "-0.0", "-0", "-0.0"},
      {1.0, "1.0", "1", "1.0"},
      {1e-4, "0.0001", "0.0001", "0.0001"},
      {9.9e-5, "9.9e-5", "0.000099", "0.000099"},
      {1e-5, "1e-5", "0.00001", "0.00001"},
      {9.5e-6, "9.5e-6", "0.0000095", "9.5e-6"},
      {1.5e-7, "1.5e-7", "0.00000015", "1.5e-7"},
      {9999999999999998.0, "9999999999999998.0", "9999999999999998", "9999999999999998.0"},
      {1e16, "1e16", "10000000000000000", "1e+16"},
      {1e16 + 2, "1.0000000000000002e16", "10000000000000002", "1.0000000000000002e+16"},
      {1e20, "1e20", "100000000000000000000", "1e+20"},
      {0.1 + 0.2, "0.30000000000000004", "0.30000000000000004", "0.30000000000000004"},
      {1.0 / 3.0, "0.3333333333333333", "0.3333333333333333", "0.3333333333333333"},
      {2231889947293916.25, "2231889947293916.2", "2231889947293916.2", "2231889947293916.2"},  // an exact tie: even
      {135.576934814453125, "135.57693481445312", "135.57693481445312", "135.57693481445312"},
      {infinity, "inf", "inf", "null"},
      {-infinity, "-inf", "-inf", "null"},
      {-std::nan(""), "NaN", "NaN", "null"},
      {1.7976931348623157e308, "1.7976931348623157e308", nullptr, "1.7976931348623157e+308"},
      {5e-324, "5e-324", nullptr, "5e-324"},
  };
  for (const Row& row : rows) {
    CHECK(shortest(row.value) == row.shortest);
    if (row.plain != nullptr) CHECK(plain(row.value) == row.plain);
    CHECK(json_number(row.value) == row.json);
  }
  CHECK(text_of(put_f32, -2.31640625f) == "-2.3164062");
  CHECK(plain(5e-324).size() == 2 + 324);
}

TEST_CASE("fixed digits are those of the exact value, ties to even") {
  CHECK(fixed(2.5, 0) == "2");
  CHECK(fixed(0.5, 0) == "0");
  CHECK(fixed(0.125, 2) == "0.12");
  CHECK(fixed(1.005, 2) == "1.00");
  CHECK(fixed(-0.0, 2) == "-0.00");
  CHECK(fixed(-0.001, 2) == "-0.00");
  CHECK(fixed(1e22, 1) == "10000000000000000000000.0");
  CHECK(fixed(0.1, 65535).size() == 65537);
  Random random;
  std::size_t wrong = 0;
  for (int k = 0; k < 30000; ++k) {
    const std::uint64_t r = random();
    double v = k % 2 == 0 ? std::bit_cast<double>(r) : std::ldexp(static_cast<double>(r >> 11), -static_cast<int>(r % 70));
    if (!std::isfinite(v)) continue;
    char room[700];
    const int precision = static_cast<int>(r % 25);
    const int size = std::snprintf(room, sizeof(room), "%.*f", precision, v);
    wrong += fixed(v, static_cast<std::uint32_t>(precision)) != std::string(room, static_cast<std::size_t>(size)) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("numbers from text") {
  CHECK(parse_integer<std::uint64_t>("18446744073709551615") == ~std::uint64_t{0});
  CHECK_FALSE(parse_integer<std::uint64_t>("18446744073709551616"));
  CHECK(parse_integer<std::uint64_t>("+7") == 7);
  for (const char* bad : {"", "+", "-", "-1", " 1", "1 ", "0x1", "1_0", "++1"}) CHECK_FALSE(parse_integer<std::uint64_t>(bad));
  CHECK(parse_integer<std::int8_t>("-128") == -128);
  CHECK_FALSE(parse_integer<std::int8_t>("128"));
  CHECK_FALSE(parse_integer<std::int8_t>("-+1"));
  CHECK(parse_f64("1e400") == std::numeric_limits<double>::infinity());
  CHECK(parse_f64("-1e-400") == 0.0);
  CHECK(std::signbit(*parse_f64("-1e-400")));
  CHECK(parse_f64("0." + std::string(400, '0') + "1e401") == 1.0);
  CHECK(parse_f64("1.") == 1.0);
  CHECK(parse_f64(".5") == 0.5);
  CHECK(parse_f64("-InFiNiTy") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(*parse_f64("NaN")));
  for (const char* bad : {"", ".", "e5", "1e", "1e+", "0x1p3", "1.0f", "nan(1)", "--1", "1 "}) CHECK_FALSE(parse_f64(bad));
}

TEST_CASE("display and JSON forms by type") {
  CHECK(display(PortType::F32, {std::bit_cast<std::uint32_t>(0.1f)}) == "0.1");
  CHECK(json(PortType::F32, {std::bit_cast<std::uint32_t>(0.1f)}) == "0.10000000149011612");
  CHECK(display(PortType::F16, {0x3c00}) == "1.0");
  CHECK(display(PortType::I8, {static_cast<std::uint64_t>(-5)}) == "-5");
  CHECK(display(PortType::Bool, {1}) == "true");
  CHECK(json(PortType::U128, {5, 0}) == "\"5\"");
  CHECK(display(PortType::Reg128, {0x1122, 0xff}) == "00000000000000ff0000000000001122");
  CHECK(display(PortType::RegI64x2, {1, ~std::uint64_t{0}}) == "[1, -1]");
  CHECK(json(PortType::RegI64x2, {1, ~std::uint64_t{0}}) == "[1,-1]");
  const float list[] = {0.5f, -0.0f};
  CHECK(display(PortType::VecF32, {address_of(&list[0]), 2}) == "[0.5,-0.0]");
  CHECK(display(PortType::VecF32, {address_of(&list[0]), 0}) == "[]");
  CHECK(display(PortType::Bytes, {address_of("\x01\xff"), 2}) == "01ff");
  CHECK(json(PortType::Bytes, {address_of("\x01\xff"), 2}) == "\"01ff\"");
  Buffer none;
  append_display(none, PortType::U64, nullptr, true);
  CHECK(none.view().empty());
  append_json(none, PortType::U64, nullptr, true);
  CHECK(none.view() == "null");
}

TEST_CASE("JSON strings") {
  CHECK(escaped("a\"b\\c\b\f\n\r\t\x01\x1f/\x7f") == "\"a\\\"b\\\\c\\b\\f\\n\\r\\t\\u0001\\u001f/\x7f\"");
  CHECK(escaped("\xc3\xa9\xf0\x9f\x98\x80") == "\"\xc3\xa9\xf0\x9f\x98\x80\"");
  // Each maximal invalid part becomes one U+FFFD.
  CHECK(escaped("\xff\x80") == "\"\xef\xbf\xbd\xef\xbf\xbd\"");
  CHECK(escaped("\xe2\x82"
                "a") ==
        "\"\xef\xbf\xbd"
        "a\"");
  CHECK(escaped("\xed\xa0\x80") == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  // A special byte at every place of a long text, by every kind.
  for (std::size_t at = 0; at < 40; ++at) {
    for (const char special : {'"', '\\', '\n', '\x1f', '\xff'}) {
      std::string text(40, 'x');
      text[at] = special;
      const std::string one = escaped(std::string_view(&special, 1));
      CHECK(escaped(text) == "\"" + std::string(at, 'x') + one.substr(1, one.size() - 2) + std::string(39 - at, 'x') + "\"");
    }
  }
}

TEST_CASE("JSON texts are read strictly") {
  CHECK(rewritten(" {\"b\" : 1, \"a\" : [1, 2.50, -3, 1e3, true, null]} ") == "{\"b\":1,\"a\":[1,2.5,-3,1000.0,true,null]}");
  CHECK(rewritten("-0") == "-0.0");
  CHECK(rewritten("18446744073709551616") == "1.8446744073709552e+19");
  CHECK(rewritten("{\"a\":1,\"b\":2,\"a\":3}") == "{\"a\":3,\"b\":2}");
  std::string many = "{";
  for (int k = 0; k < 40; ++k) many += (k == 0 ? "\"" : ",\"") + std::to_string(k % 20) + "\":" + std::to_string(k);
  CHECK(rewritten(many + "}").starts_with("{\"0\":20,\"1\":21,"));
  for (const char* bad : {"", "1 2", "[1,]", "{bad", "1E400", "01", "+1", "'a'", "[1", "\"\xff\"",
                          "\xef\xbb\xbf"
                          "1",
                          "NaN", "// c\n1"}) {
    CHECK(rewritten(bad) == "refused");
  }
  CHECK(rewritten(std::string(128, '[') + std::string(128, ']')) == std::string(128, '[') + std::string(128, ']'));
  CHECK(rewritten(std::string(129, '[') + std::string(129, ']')) == "refused");
  CHECK(rewritten(std::string(1000000, '[')) == "refused");
  CHECK(rewritten("{\"a\":[],\"b\":[1,{}]}", true) == "{\n  \"a\": [],\n  \"b\": [\n    1,\n    {}\n  ]\n}");
}

TEST_CASE("UTF-8 and white space") {
  CHECK(count_code_points("a\xc3\xa9\xe2\x86\x92\xf0\x9f\x98\x80") == 4);
  CHECK(is_valid_utf8("12345678\xc3\xa9"));
  CHECK_FALSE(is_valid_utf8("12345678\xc3"));
  CHECK_FALSE(is_valid_utf8("\xc0\x80"));
  CHECK_FALSE(is_valid_utf8("\xf4\x90\x80\x80"));
  CHECK(trim_white_space("\xc2\xa0\xe3\x80\x80 a b\t\xe2\x80\xa8") == "a b");
  CHECK(trim_white_space(" \n").empty());
  CHECK(trim_white_space_end("a \xff").size() == 3);
}
