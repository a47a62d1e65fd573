// Row writers: exact bytes, and what small readers of each format get back.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "nodes/cell_text.h"
#include "nodes/json_value.h"
#include "nodes/utf8.h"
#include "polydat/value.h"
#include "stream/row_writer.h"

using namespace polydat;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
};

// A table's values as a kernel would give them; texts point into the table.
class Block {
 public:
  explicit Block(const Table& table) : words_(table.columns.size()), none_(table.columns.size()) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      bool some_none = false;
      for (const auto& row : table.rows) {
        words_[i][0].push_back(row[i].words().first);
        words_[i][1].push_back(row[i].words().second);
        none_[i].push_back(row[i].is_none() ? 1 : 0);
        some_none = some_none || row[i].is_none();
      }
      columns_.push_back({table.columns[i].type, {words_[i][0].data(), words_[i][1].data()}, 1, some_none ? none_[i].data() : nullptr});
    }
  }
  // Column i stands still at the value of its first row.
  void stand_still(std::size_t i) { columns_[i].stride = 0; }
  std::span<const ColumnView> columns() const { return columns_; }

 private:
  std::vector<std::array<std::vector<std::uint64_t>, 2>> words_;
  std::vector<std::vector<std::uint8_t>> none_;
  std::vector<ColumnView> columns_;
};

std::string write(const Table& table, const RowOptions& options) {
  const auto writer = make_row_writer(table.columns, options);
  Buffer out;
  writer->write_header(out);
  const Block block(table);
  CHECK(writer->write_block(block.columns(), {0, table.rows.size()}, out) == table.rows.size());
  return std::string(out.view());
}
std::string write(const Table& table, RowFormat format) { return write(table, RowOptions{format, true, false}); }

Table texts(const std::vector<std::vector<std::string>>& rows, std::vector<std::string> names) {
  Table table;
  for (const std::string& name : names) table.columns.push_back({name, PortType::Str});
  for (const auto& row : rows) {
    table.rows.emplace_back();
    for (const std::string& cell : row) table.rows.back().push_back(Value::str(cell));
  }
  return table;
}

// RFC 4180, and nothing more: a bare quote or a lone CR outside quotes fails.
std::vector<std::vector<std::string>> read_csv(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::size_t at = 0;
  while (at < text.size()) {
    rows.emplace_back();
    while (true) {
      std::string cell;
      if (at < text.size() && text[at] == '"') {
        for (++at;; ++at) {
          if (at >= text.size()) FAIL("a quoted cell without an end");
          if (text[at] != '"') {
            cell += text[at];
          } else if (at + 1 < text.size() && text[at + 1] == '"') {
            cell += text[++at];
          } else {
            ++at;
            break;
          }
        }
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\n') {
          if (text[at] == '"' || text[at] == '\r') FAIL("a bare quote or CR");
          cell += text[at++];
        }
      }
      rows.back().push_back(cell);
      REQUIRE(at < text.size());
      const char separator = text[at++];
      REQUIRE((separator == ',' || separator == '\n'));
      if (separator == '\n') break;
    }
  }
  return rows;
}

std::vector<std::vector<std::string>> read_tsv(std::string_view text) {
  std::vector<std::vector<std::string>> rows{{""}};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\r') FAIL("a bare CR");
    if (c == '\t') rows.back().emplace_back();
    else if (c == '\n') rows.push_back({""});
    else if (c != '\\') rows.back().back() += c;
    else {
      const char escaped = text[++i];
      rows.back().back() += escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : '\\';
    }
  }
  rows.pop_back();
  return rows;
}

std::vector<JsonTree> read_jsonl(std::string_view text) {
  std::vector<JsonTree> rows;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    REQUIRE(end != std::string_view::npos);
    rows.push_back(JsonTree::parse(text.substr(0, end)));
    text.remove_prefix(end + 1);
  }
  return rows;
}

std::string replaced(std::string_view text) {
  Buffer valid;
  append_valid_utf8(valid, text);
  return std::string(valid.view());
}

}  // namespace

TEST_CASE("format names") {
  CHECK(row_format_from_name("CSV") == RowFormat::Csv);
  CHECK(row_format_from_name("tsv") == RowFormat::Tsv);
  CHECK(row_format_from_name("Json") == RowFormat::Jsonl);
  CHECK(row_format_from_name("jsonl") == RowFormat::Jsonl);
  CHECK(row_format_from_name("map") == RowFormat::Map);
  CHECK(row_format_from_name("raw") == RowFormat::Raw);
  CHECK(!row_format_from_name(""));
  CHECK(row_format_from_path("a/b.c/rows.JSONL") == RowFormat::Jsonl);
  CHECK(row_format_from_path("rows.tar.csv") == RowFormat::Csv);
  CHECK(!row_format_from_path("a.csv/rows"));
  CHECK(!row_format_from_path("rows"));
  CHECK(!row_format_from_path(".csv"));
  CHECK(!row_format_from_path("rows.csv.partial"));
}

TEST_CASE("the users graph's rows") {
  const Table table{{{"hashed", PortType::U64}, {"user_id", PortType::U64}, {"bucket", PortType::U64}},
                    {{Value::u64(16294208416658607535u), Value::u64(607535), Value::u64(47)},
                     {Value::u64(0), Value::u64(10000), Value::u64(99999999)},
                     {Value::u64(100000000), Value::u64(9999999999999999), Value::u64(10000000000000000)}}};
  CHECK(write(table, RowFormat::Csv) ==
        "hashed,user_id,bucket\n16294208416658607535,607535,47\n0,10000,99999999\n100000000,9999999999999999,10000000000000000\n");
  CHECK(write(table, RowFormat::Tsv) ==
        "hashed\tuser_id\tbucket\n16294208416658607535\t607535\t47\n0\t10000\t99999999\n100000000\t9999999999999999\t10000000000000000\n");
  CHECK(write(table, RowFormat::Map).starts_with("hashed=16294208416658607535 user_id=607535 bucket=47\n"));
  CHECK(write(table, RowFormat::Jsonl).starts_with("{\"hashed\":16294208416658607535,\"user_id\":607535,\"bucket\":47}\n{\"hashed\":0,"));
  CHECK(write(table, RowOptions{RowFormat::Csv, false, false}).starts_with("16294208416658607535,"));
  CHECK(write(Table{table.columns, {}}, RowFormat::Csv) == "hashed,user_id,bucket\n");
  CHECK(write(Table{table.columns, {}}, RowFormat::Jsonl).empty());
  CHECK(write(Table{table.columns, {}}, RowFormat::Map).empty());
}

TEST_CASE("every type in every format") {
  const auto raw = [](PortType type, std::initializer_list<int> bytes) {
    std::string storage;
    for (const int b : bytes) storage += static_cast<char>(b);
    return Value::raw(type, storage);
  };
  struct Case {
    Value value;
    const char* csv;
    const char* tsv;
    const char* json;
  };
  const Case cases[] = {
      {Value::u64(~std::uint64_t{0}), "18446744073709551615", "18446744073709551615", "18446744073709551615"},
      {Value::immediate(PortType::U8, 255), "255", "255", "255"},
      {Value::i64(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808", "-9223372036854775808", "-9223372036854775808"},
      {Value::immediate(PortType::I8, static_cast<std::uint64_t>(-5)), "-5", "-5", "-5"},
      {Value::boolean(true), "true", "true", "true"},
      {Value::boolean(false), "false", "false", "false"},
      {Value::f64(1.0), "1.0", "1.0", "1.0"},
      {Value::f64(-0.0), "-0.0", "-0.0", "-0.0"},
      {Value::f64(0.00005), "5e-5", "5e-5", "0.00005"},
      {Value::f64(1e16), "1e16", "1e16", "1e+16"},
      {Value::f64(kNaN), "NaN", "NaN", "null"},
      {Value::f64(-kInfinity), "-inf", "-inf", "null"},
      {Value::immediate(PortType::F32, std::bit_cast<std::uint32_t>(0.1f)), "0.1", "0.1", "0.10000000149011612"},
      {Value::immediate(PortType::F32, std::bit_cast<std::uint32_t>(3.0f)), "3.0", "3.0", "3.0"},
      {Value::immediate(PortType::F16, 0x3c00), "1.0", "1.0", "1.0"},
      {Value::immediate(PortType::F16, 0x7e00), "NaN", "NaN", "null"},
      {Value::immediate(PortType::U128, 0, 1), "18446744073709551616", "18446744073709551616", "\"18446744073709551616\""},
      {Value::immediate(PortType::I128, ~std::uint64_t{0}, ~std::uint64_t{0}), "-1", "-1", "\"-1\""},
      {Value::immediate(PortType::Reg128, 1, 2), "00000000000000020000000000000001", "00000000000000020000000000000001",
       "\"00000000000000020000000000000001\""},
      {Value::immediate(PortType::RegI64x2, 1, ~std::uint64_t{0}), "\"[1, -1]\"", "[1, -1]", "[1,-1]"},
      {Value::str("plain"), "plain", "plain", "\"plain\""},
      {raw(PortType::Bytes, {0xde, 0xad, 0}), "dead00", "dead00", "\"dead00\""},
      {raw(PortType::VecI8, {1, 0xff}), "\"[1,-1]\"", "[1,-1]", "[1,-1]"},
      {raw(PortType::VecI8, {1}), "[1]", "[1]", "[1]"},
      {Value::json(make_json_box(JsonTree::parse(R"({"b":[1,2.5,"x\ty"],"a":null})"))),
       "\"{\"\"b\"\":[1,2.5,\"\"x\\ty\"\"],\"\"a\"\":null}\"", "{\"b\":[1,2.5,\"x\\\\ty\"],\"a\":null}",
       "{\"b\":[1,2.5,\"x\\ty\"],\"a\":null}"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.csv);
    const Table table{{{"k", PortType::U64}, {"v", c.value.type()}}, {{Value::u64(7), c.value}}};
    CHECK(write(table, RowFormat::Csv) == "k,v\n7," + std::string(c.csv) + "\n");
    CHECK(write(table, RowFormat::Tsv) == "k\tv\n7\t" + std::string(c.tsv) + "\n");
    CHECK(write(table, RowFormat::Jsonl) == "{\"k\":7,\"v\":" + std::string(c.json) + "}\n");
    // The same beside a cell that takes the row the slow way, and the other way round.
    const Table mixed{{{"v", c.value.type()}, {"w", PortType::VecI8}}, {{c.value, raw(PortType::VecI8, {2})}}};
    CHECK(write(mixed, RowFormat::Csv) == "v,w\n" + std::string(c.csv) + ",[2]\n");
    CHECK(write(mixed, RowFormat::Jsonl) == "{\"v\":" + std::string(c.json) + ",\"w\":[2]}\n");
    // None of that type.
    const Table none{{{"v", c.value.type()}, {"k", PortType::U64}}, {{Value::none(c.value.type()), Value::u64(7)}}};
    CHECK(write(none, RowFormat::Csv) == "v,k\n,7\n");
    CHECK(write(none, RowFormat::Tsv) == "v\tk\n\t7\n");
    CHECK(write(none, RowFormat::Jsonl) == "{\"v\":null,\"k\":7}\n");
    CHECK(write(none, RowFormat::Map) == "v= k=7\n");
    // Alone in a file None is a row that readers do not skip.
    const Table alone{{{"v", c.value.type()}}, {{Value::none(c.value.type())}}};
    CHECK(write(alone, RowFormat::Csv) == "v\n\"\"\n");
    CHECK(write(alone, RowFormat::Tsv) == "v\n\n");
  }
}

TEST_CASE("non-finite numbers as strings in jsonl") {
  std::string doubles(16, '\0');
  const double values[2] = {kNaN, 0.5};
  std::memcpy(doubles.data(), values, 16);
  const Table table{
      {{"a", PortType::F64}, {"b", PortType::F32}, {"c", PortType::F16}, {"d", PortType::Bool}, {"e", PortType::F64}, {"f", PortType::F64}},
      {{Value::f64(kNaN), Value::immediate(PortType::F32, 0x7f800000), Value::immediate(PortType::F16, 0xfc00), Value::boolean(true),
        Value::f64(1.5), Value::none(PortType::F64)}}};
  CHECK(write(table, RowOptions{RowFormat::Jsonl, true, true}) ==
        "{\"a\":\"NaN\",\"b\":\"inf\",\"c\":\"-inf\",\"d\":true,\"e\":1.5,\"f\":null}\n");
  CHECK(write(table, RowFormat::Jsonl) == "{\"a\":null,\"b\":null,\"c\":null,\"d\":true,\"e\":1.5,\"f\":null}\n");
  const Table lists{{{"v", PortType::VecF64}, {"r", PortType::RegF32x4}, {"h", PortType::RegF16x8}},
                    {{Value::raw(PortType::VecF64, doubles), Value::immediate(PortType::RegF32x4, 0xff8000003f800000u, 0x7f800000),
                      Value::immediate(PortType::RegF16x8, 0x7c003c00, 0)}}};
  CHECK(write(lists, RowOptions{RowFormat::Jsonl, true, true}) ==
        "{\"v\":[\"NaN\",0.5],\"r\":[1.0,\"-inf\",\"inf\",0.0],\"h\":[1.0,\"inf\",0.0,0.0,0.0,0.0,0.0,0.0]}\n");
  CHECK(write(lists, RowFormat::Jsonl) == "{\"v\":[null,0.5],\"r\":[1.0,null,null,0.0],\"h\":[1.0,null,0.0,0.0,0.0,0.0,0.0,0.0]}\n");
}

TEST_CASE("csv quoting") {
  const std::pair<const char*, const char*> cases[] = {
      {"a,b", "\"a,b\""},      {"a\"b", "\"a\"\"b\""}, {"a\nb", "\"a\nb\""}, {"a\r\nb", "\"a\r\nb\""},
      {"a\rb", "\"a\rb\""},    {" a", "\" a\""},       {"a ", "\"a \""},     {"\ta", "\"\ta\""},
      {"a\t", "\"a\t\""},      {"a b", "a b"},         {"a\tb", "a\tb"},     {"", ""},
      {"=1+1", "=1+1"},        {"\"", "\"\"\"\""},     {"'", "'"},           {";", ";"},
      {"\xc3\xa9", "\xc3\xa9"}};
  for (const auto& [text, cell] : cases) {
    CAPTURE(text);
    CHECK(write(texts({{text, "x"}}, {"k", "l"}), RowFormat::Csv) == "k,l\n" + std::string(cell) + ",x\n");
  }
  CHECK(write(texts({{""}, {"a"}}, {"k"}), RowFormat::Csv) == "k\n\"\"\na\n");
  CHECK(write(texts({}, {"a,b", "c\"d", " e", "f"}), RowFormat::Csv) == "\"a,b\",\"c\"\"d\",\" e\",f\n");
  CHECK(write(texts({}, {"a\tb", "c\\d"}), RowFormat::Tsv) == "a\\tb\tc\\\\d\n");
  CHECK(write(texts({{"x\"\n"}}, {"a\"b"}), RowFormat::Jsonl) == "{\"a\\\"b\":\"x\\\"\\n\"}\n");
  CHECK(write(texts({{"a b", "c\nd"}}, {"k", "l"}), RowFormat::Map) == "k=a b l=c\nd\n");
}

TEST_CASE("texts of every length, with specials anywhere, come back equal") {
  std::mt19937_64 random(5);
  const std::string specials = "\",\n\r\t\\ \x01\x1f\x7f\xff\xc3\xe2\x80";
  for (int i = 0; i < 4000; ++i) {
    std::vector<std::string> row;
    for (int c = 0; c < 2; ++c) {
      std::string text;
      const std::size_t length = i % 50 == 0 ? random() % 100'000 : random() % 140;
      for (std::size_t n = 0; n < length; ++n)
        text += random() % 23 == 0 ? specials[random() % specials.size()] : static_cast<char>('a' + random() % 26);
      if (i % 3 == 0 && length != 0) text.insert(random() % length, "\xe2\x82\xac\xf0\x9f\x98\x80");
      row.push_back(text);
    }
    CAPTURE(row);
    const Table table = texts({row, row}, {"k", "l"});
    const auto csv = read_csv(write(table, RowFormat::Csv));
    REQUIRE(csv.size() == 3);
    REQUIRE(csv[1] == row);
    REQUIRE(csv[2] == row);
    const auto tsv = read_tsv(write(table, RowFormat::Tsv));
    REQUIRE(tsv.size() == 3);
    REQUIRE(tsv[1] == row);
    const auto jsonl = read_jsonl(write(table, RowFormat::Jsonl));
    REQUIRE(jsonl.size() == 2);
    REQUIRE(jsonl[1]["k"].get<std::string>() == replaced(row[0]));
    REQUIRE(jsonl[1]["l"].get<std::string>() == replaced(row[1]));
  }
}

TEST_CASE("json escapes of every control character") {
  for (int c = 0; c < 0x21; ++c) {
    const std::string text(1, static_cast<char>(c));
    const std::string line = write(texts({{text}}, {"k"}), RowFormat::Jsonl);
    CAPTURE(line);
    CHECK(read_jsonl(line)[0]["k"].get<std::string>() == text);
    for (const char byte : line.substr(0, line.size() - 1)) CHECK(static_cast<unsigned char>(byte) >= 0x20);
  }
  CHECK(write(texts({{"\b\f\n\r\t\x1f/\x7f"}}, {"k"}), RowFormat::Jsonl) == "{\"k\":\"\\b\\f\\n\\r\\t\\u001f/\x7f\"}\n");
}

TEST_CASE("long names and many columns") {
  Table table;
  table.rows.emplace_back();
  std::string csv_header;
  std::string json = "{";
  for (int i = 0; i < 200; ++i) {
    const std::string name = std::string(static_cast<std::size_t>(i) + 1, static_cast<char>('a' + i % 26)) + std::to_string(i);
    table.columns.push_back({name, i % 2 == 0 ? PortType::U64 : PortType::I64});
    table.rows[0].push_back(i % 2 == 0 ? Value::u64(static_cast<std::uint64_t>(i)) : Value::i64(-i));
    csv_header += (i == 0 ? "" : ",") + name;
    json += (i == 0 ? "\"" : ",\"") + name + "\":" + std::to_string(i % 2 == 0 ? i : -i);
  }
  CHECK(write(table, RowFormat::Csv).starts_with(csv_header + "\n0,-1,2,-3,"));
  CHECK(write(table, RowFormat::Jsonl) == json + "}\n");
}

namespace {

// A table of `rows` rows with a column of every kind of cell.
Table mixed_table(std::size_t rows) {
  Table table{{{"u", PortType::U64},
               {"i", PortType::I64},
               {"f", PortType::F64},
               {"b", PortType::Bool},
               {"w", PortType::U128},
               {"s", PortType::Str, true},
               {"l", PortType::VecI8},
               {"t", PortType::Str}},
              {}};
  std::mt19937_64 random(11);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::uint64_t x = random() >> (random() % 64);
    std::string text(random() % 50, 'x');
    if (r % 7 == 0 && !text.empty()) text[text.size() / 2] = ",\"\n\t\x01"[r % 5];
    table.rows.push_back({Value::u64(x), Value::i64(-static_cast<std::int64_t>(x >> 1)), Value::f64(static_cast<double>(x) / 100),
                          Value::boolean(x % 2 == 0), Value::immediate(PortType::U128, x, x % 3),
                          r % 5 == 0 ? Value::none(PortType::Str) : Value::str(text),
                          Value::raw(PortType::VecI8, std::string(r % 4, static_cast<char>(r))), Value::str(std::string(r % 70, 'y'))});
  }
  return table;
}

}  // namespace

TEST_CASE("a block is its rows, whichever way it is cut") {
  const Table table = mixed_table(100);
  const Block block(table);
  for (const RowFormat format : {RowFormat::Csv, RowFormat::Tsv, RowFormat::Jsonl, RowFormat::Map}) {
    const RowOptions options{format, false, false};
    const std::string whole = write(table, options);
    const auto writer = make_row_writer(table.columns, options);
    Buffer one_by_one;
    for (std::size_t r = 0; r < table.rows.size(); ++r) CHECK(writer->write_block(block.columns(), {r, 1}, one_by_one) == 1);
    CHECK(one_by_one.view() == whole);
    // Stopped when there is enough, it goes on where it stopped.
    Buffer stopped;
    std::string pieces;
    std::size_t done = 0;
    while (done < table.rows.size()) {
      const std::size_t now = writer->write_block(block.columns(), {done, table.rows.size() - done}, stopped, 500);
      REQUIRE(now > 0);
      if (done + now < table.rows.size()) CHECK(stopped.size() >= 500);
      CHECK(stopped.size() < 1500);
      done += now;
      pieces += stopped.view();
      stopped.clear();
    }
    CHECK(pieces == whole);
    // A selection is the rows it lists.
    std::vector<std::uint32_t> indexes;
    Table selected{table.columns, {}};
    for (std::uint32_t r = 0; r < table.rows.size(); r += 3) {
      indexes.push_back(r);
      if (r >= 6) selected.rows.push_back(table.rows[r]);
    }
    Buffer some;
    CHECK(writer->write_block(block.columns(), {2, indexes.size() - 2, indexes.data()}, some) == indexes.size() - 2);
    CHECK(some.view() == write(selected, options));
  }
}

TEST_CASE("columns that stand still are repeated in every row") {
  const Table table = mixed_table(20);
  for (const RowFormat format : {RowFormat::Csv, RowFormat::Tsv, RowFormat::Jsonl, RowFormat::Map, RowFormat::Raw}) {
    const RowOptions options{format, true, false};
    for (std::size_t mask = 0; mask < 256; ++mask) {
      Table expected = table;
      Block block(table);
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if ((mask >> i & 1) == 0) continue;
        block.stand_still(i);
        for (auto& row : expected.rows) row[i] = table.rows[0][i];
      }
      const auto writer = make_row_writer(table.columns, options);
      Buffer out;
      writer->write_header(out);
      CHECK(writer->write_block(block.columns(), {0, table.rows.size()}, out) == table.rows.size());
      REQUIRE(out.view() == write(expected, options));
    }
  }
}

TEST_CASE("texts past every reserve") {
  const std::string wide(3 << 20, '"');
  const Table table = texts({{wide, "a"}, {"b", wide}}, {"k", "l"});
  CHECK(read_csv(write(table, RowFormat::Csv))[2] == std::vector<std::string>{"b", wide});
  CHECK(read_jsonl(write(table, RowFormat::Jsonl))[0]["k"].get<std::string>() == wide);
}

TEST_CASE("the raw format, byte by byte") {
  Table table{{{"u", PortType::U16}, {"s", PortType::Str, true}, {"w", PortType::I128}, {"v", PortType::VecI16}, {"j", PortType::Json}},
              {}};
  table.rows.push_back({Value::immediate(PortType::U16, 0x0102), Value::str("ab"), Value::immediate(PortType::I128, 3, ~std::uint64_t{0}),
                        Value::raw(PortType::VecI16, std::string("\x01\x02\x03\x04", 4)),
                        Value::json(make_json_box(JsonTree::parse("[1]")))});
  table.rows.push_back({Value::immediate(PortType::U16, 7), Value::none(PortType::Str), Value::immediate(PortType::I128, 1),
                        Value::raw(PortType::VecI16, ""), Value::json(make_json_box(JsonTree::parse("null")))});
  const auto u32 = [](std::uint32_t v) { return std::string(reinterpret_cast<const char*>(&v), 4); };
  const auto u64 = [](std::uint64_t v) { return std::string(reinterpret_cast<const char*>(&v), 8); };
  const auto column = [&](std::string name, std::string type, char none) {
    return u32(1) + name + u32(static_cast<std::uint32_t>(type.size())) + type + none;
  };
  const std::string header = std::string("POLYDAT\0", 8) + u32(1) + u32(5) + column("u", "u16", 0) + column("s", "str", 1) +
                             column("w", "i128", 0) + column("v", "vec_i16", 0) + column("j", "json", 0);
  const std::string block = u64(2) + std::string("\x02\x01\x07\x00", 4) +        // u
                            "\x02" + u64(2) + u64(2) + "ab" +                    // s: row 1 is None
                            u64(3) + u64(~std::uint64_t{0}) + u64(1) + u64(0) +  // w
                            u64(4) + u64(4) + "\x01\x02\x03\x04" +               // v
                            u64(3) + u64(7) + "[1]null";                         // j
  CHECK(write(table, RowFormat::Raw) == header + block);
  CHECK(write(Table{table.columns, {}}, RowFormat::Raw) == header);
}
