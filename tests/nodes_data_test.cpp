// Text, JSON, byte and regular expression nodes: refusals at build, limits, and what the recorded vectors do not reach.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "node_runner.h"
#include "nodes/case_mapping.h"
#include "nodes/diagnostic.h"
#include "nodes/format_spec.h"
#include "nodes/json_text.h"
#include "nodes/json_tree.h"
#include "nodes/json_value.h"
#include "nodes/regex.h"

using namespace polydat;
using namespace polydat::testing;

namespace {

std::string format_error(std::string_view text) {
  PreparedFormat format;
  std::string why;
  return parse_format(text, format, why) ? "" : why;
}
std::string formatted(std::string_view text, PortType type, std::vector<std::uint64_t> words) {
  PreparedFormat format;
  std::string why;
  if (!parse_format(text, format, why)) return "refused: " + why;
  Buffer out;
  for (const FormatPiece& piece : format.pieces) {
    out.append(piece.text);
    if (piece.placeholder) append_formatted(out, {type, false, words.data()}, piece.spec);
  }
  return std::string(out.view());
}
std::string upper(std::string_view text) {
  Buffer out;
  append_upper(out, text);
  return std::string(out.view());
}
std::string lower(std::string_view text) {
  Buffer out;
  append_lower(out, text);
  return std::string(out.view());
}
// "refused" or "1" or "0".
std::string search(std::string_view pattern, std::string_view text) {
  std::string why;
  const auto regex = compile_regex(pattern, why);
  if (regex == nullptr) return "refused";
  return regex_finds(*regex, text) ? "1" : "0";
}
std::string over_text(NodeRunner& node, std::string_view input) { return node.text(address_of(input.data()), input.size()); }

}  // namespace

TEST_CASE("printf formats are refused with a position") {
  CHECK(format_error("{} {:5").find("character 4 ") != std::string::npos);
  CHECK(format_error("\xc3\xa9{:e}").find("character 4 ") != std::string::npos);
  CHECK(format_error("{name}").find("character 2 ") != std::string::npos);
  CHECK(format_error("{:0999999999}").find("65535") != std::string::npos);
  CHECK(format_error("{:.65536}").find("65535") != std::string::npos);
  CHECK(format_error("{:65535}").empty());
  CHECK(format_error("{:.2x}").empty());
  CHECK_FALSE(format_error("{:xx}").empty());
  CHECK_FALSE(format_error("{ }").empty());
}

TEST_CASE("printf renders signs, radixes and widths") {
  const auto minus = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
  CHECK(formatted("{:06}", PortType::I64, {minus(-42)}) == "-00042");
  CHECK(formatted("{:6}", PortType::I64, {minus(-42)}) == "   -42");
  CHECK(formatted("{:x}", PortType::I8, {minus(-128)}) == "-80");
  CHECK(formatted("{:08b}", PortType::U8, {5}) == "00000101");
  CHECK(formatted("{:X}", PortType::U128, {0, 1}) == "10000000000000000");
  CHECK(formatted("{:x}", PortType::I128, {0, std::uint64_t{1} << 63}) == "-80000000000000000000000000000000");
  CHECK(formatted("{:08.2}", PortType::F64, {word(-1.5)}) == "-0001.50");
  CHECK(formatted("{:.1}", PortType::F32, {std::bit_cast<std::uint32_t>(0.25f)}) == "0.2");
  CHECK(formatted("{}", PortType::F16, {0x3c00}) == "1.0");
  CHECK(formatted("{:10000}", PortType::U64, {7}).size() == 10000);
  CHECK(formatted("{:9}|", PortType::Bool, {1}) == "true|");
}

TEST_CASE("widths, precisions and radixes past their limits are refused") {
  CHECK(NodeRunner("format_f64", literals(999999999)).refused());
  CHECK(NodeRunner("zero_pad_u64", literals(65536)).refused());
  CHECK_FALSE(NodeRunner("zero_pad_u64", literals(65535)).refused());
  CHECK(NodeRunner("format_u64", literals(7)).refused());
  CHECK(NodeRunner("in_range", literals(9, 3)).refused());
  CHECK(NodeRunner("is_one_of").refused());
  CHECK(NodeRunner("reg_shuffle_bytes", literals(1, 2)).refused());
  NodeRunner image("byte_image_extract", literals(std::uint64_t{1} << 62, std::uint64_t{8}, std::uint64_t{1}));
  CHECK(image.refused());
  CHECK(image.refused_by_limit());
  CHECK(NodeRunner("bytes_from_hash", literals(~std::uint64_t{0})).refused_by_limit());
}

TEST_CASE("a size on a wire that cannot be had is a failure of the row, at once") {
  NodeRunner list("hash_vec");
  list.run({1, ~std::uint64_t{0}});
  CHECK(list.error == kErrorValueLimit);
  list.run({1, std::uint64_t{1} << 62});
  CHECK(list.error == kErrorValueLimit);
  list.run({1, 4});
  CHECK(list.error == 0);
  NodeRunner text("char_buf", literals("ab"));
  text.run({1, ~std::uint64_t{0}});
  CHECK(text.error == kErrorValueLimit);
  CHECK(text.text(1, 5).size() == 5);
}

TEST_CASE("assertions") {
  NodeRunner range("in_range", literals(3, 5));
  CHECK(range.u64(4) == 4);
  CHECK(range.error == 0);
  range.u64(6);
  CHECK(range.error == 1);
  NodeRunner one_of("is_one_of", literals(1, 5));
  one_of.u64(5);
  CHECK(one_of.error == 0);
  one_of.u64(2);
  CHECK(one_of.error == 1);
  NodeRunner matches("matches", literals("^a+$"));
  CHECK(over_text(matches, "aaa") == "aaa");
  over_text(matches, "ab");
  CHECK(matches.error == 1);
}

TEST_CASE("a counter counts in its own state") {
  NodeRunner counter("counter", literals(10));
  NodeRunner other("counter", literals(10));
  CHECK(counter.u64() == 10);
  CHECK(counter.u64() == 11);
  CHECK(other.u64() == 10);
}

TEST_CASE("log lines reach the host's sink") {
  std::vector<std::string> lines;
  set_log_sink(
      [&](LogLevel level, std::string_view line) { lines.push_back(std::to_string(static_cast<int>(level)) + " " + std::string(line)); });
  NodeRunner inspect("inspect", literals("here"));
  CHECK(inspect.def().purity == Purity::SideChannel);
  // NodeRunner types an `any` wire as u64.
  CHECK(inspect.run({7}) == std::vector<std::uint64_t>{7});
  NodeRunner warn("log_warn");
  warn.run({8});
  set_log_sink({});
  warn.run({9});
  CHECK(lines == std::vector<std::string>{"0 [inspect:here] 7", "3 log_warn: 8"});
}

TEST_CASE("case mapping") {
  CHECK(upper("stra\xc3\x9f"
              "e \xef\xac\x81 \xc5\x89") == "STRASSE FI \xca\xbcN");
  CHECK(lower("\xce\xa3\xce\x91\xce\xa3 \xce\xa3") == "\xcf\x83\xce\xb1\xcf\x82 \xcf\x83");  // final sigma after a letter only
  CHECK(lower("\xce\x91\xce\xa3.\xce\x91") == "\xce\xb1\xcf\x83.\xce\xb1");                  // a full stop is ignorable
  CHECK(lower("\xc4\xb0") == "i\xcc\x87");
  CHECK(upper("\xf0\x90\x90\xa8") == "\xf0\x90\x90\x80");  // past the basic plane
  CHECK(upper("a\xff"
              "b") ==
        "A\xff"
        "B");
  CHECK(lower("@[`{AZaz") == "@[`{azaz");
}

TEST_CASE("number words") {
  NodeRunner words("number_to_words");
  CHECK(words.text(0) == "zero");
  CHECK(words.text(1000042) == "one million forty-two");
  CHECK(
      words.text(~std::uint64_t{0}) ==
      "eighteen quintillion four hundred forty-six quadrillion seven hundred forty-four trillion seventy-three billion seven hundred nine "
      "million five hundred fifty-one thousand six hundred fifteen");
}

TEST_CASE("the regular expression dialect") {
  CHECK(search("^\\d$", "\xd9\xa3") == "1");  // an Arabic digit
  CHECK(search("(?-u)^\\d$", "\xd9\xa3") == "0");
  CHECK(search("^\\w+$",
               "stra\xc3\x9f"
               "e") == "1");
  CHECK(search("^[\\W]$", "\xc3\x9f") == "0");
  CHECK(search("^\\s$", "\xc2\xa0") == "1");
  CHECK(search("^[^\\s]$", "\xc2\xa0") == "0");
  CHECK(search("^[\\S]$", "a") == "1");
  CHECK(search("^a$", "a\n") == "0");
  CHECK(search("a.c", "a\nc") == "0");
  CHECK(search("(?s)a.c", "a\nc") == "1");
  CHECK(search("(?<y>a)(?P<z>b)", "ab") == "1");
  CHECK(search("(?x) a b # comment\n c", "abc") == "1");
  CHECK(search("(?i)STRASSE", "strasse") == "1");
  CHECK(search("\\u00e9", "\xc3\xa9") == "1");
  CHECK(search("\\p{Letter}\\p{Greek}\\pN",
               "a\xce\xb1"
               "1") == "1");
  CHECK(search("[[:alpha:]]{2,3}", "ab") == "1");
  for (const char* bad :
       {"(", ")", "[", "a{", "a{,2}", "(?=a)", "(?<!a)", "(a)\\1", "\\Q", "[a&&b]", "[a[b]]", "*a", "\\", "\\p{Nope}", "(?R)a"}) {
    CHECK_MESSAGE(search(bad, "") == "refused", bad);
  }
  CHECK(search("(a*)*b", std::string(100000, 'a')) == "0");  // linear time
}

TEST_CASE("replacements name groups") {
  NodeRunner swap("regex_replace", literals("(?P<x>a)(b)?", "<$2|${x}|$$|$nope|$1a>"));
  CHECK(over_text(swap, "ab-a") == "<b|a|$||>-<|a|$||>");
  NodeRunner empty("regex_replace", literals("x*", "-"));
  CHECK(over_text(empty, "abxc") == "-a-b-c-");
  CHECK(over_text(empty, "") == "-");
  CHECK(over_text(empty, "\xc3\xa9") == "-\xc3\xa9-");
}

TEST_CASE("JSON trees stay bounded in depth") {
  NodeRunner wrap("json_with", literals("k"));
  REQUIRE_FALSE(wrap.refused());
  JsonTree deep;
  for (std::size_t k = 0; k < kJsonDepth - 1; ++k) {
    JsonTree outer = JsonTree::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  CHECK(json_depth(deep) == kJsonDepth - 1);
  const auto fits = make_json_box(deep);
  JsonTree full = JsonTree::array();
  full.push_back(deep);
  const auto too_deep = make_json_box(std::move(full));
  const auto depth_error = [&](const JsonBox& box) {
    const NodeDef& def = *find_node("json_array");
    const std::uint64_t words[2] = {address_of(&box), 1};
    std::uint64_t out[2] = {};
    std::uint8_t none = 0;
    Scratch scratch;
    const PortType type = PortType::Json;
    Call call;
    call.args = words;
    call.out = out;
    call.own = &scratch;
    call.in_types = &type;
    call.out_types = &type;
    call.wire_count = 1;
    call.wire_words = 2;
    call.out_none = &none;
    return def.row(call);
  };
  CHECK(depth_error(*fits) == 0);
  CHECK(depth_error(*too_deep) == 1);
}
