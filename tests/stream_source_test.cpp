// Coordinate sources: numbers and ranges of the command line, text and binary streams.
#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "stream/coordinate_source.h"
#include "stream/decimal_fast_path.h"

using namespace polydat;
using Status = CoordinateSource::Status;

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
const u128 kAll = u128{1} << 64;

struct Rows {
  Status status = Status::Row;
  std::vector<std::vector<std::uint64_t>> rows;
  std::string message;
  bool operator==(const Rows&) const = default;
};

Rows drain(CoordinateSource& source, std::size_t columns) {
  Rows result;
  std::vector<std::uint64_t> row(columns);
  while ((result.status = source.next(row)) == Status::Row) result.rows.push_back(row);
  result.message = source.message();
  return result;
}

// The same through blocks of `most` rows.
Rows drain_blocks(CoordinateSource& source, std::size_t columns, std::size_t most) {
  Rows result;
  std::vector<std::vector<std::uint64_t>> block(columns, std::vector<std::uint64_t>(most));
  std::vector<std::uint64_t*> pointers;
  for (auto& column : block) pointers.push_back(column.data());
  while (true) {
    std::size_t rows = 0;
    result.status = source.next_block(pointers, most, rows);
    for (std::size_t r = 0; r < rows; ++r) {
      result.rows.emplace_back();
      for (const auto& column : block) result.rows.back().push_back(column[r]);
    }
    if (result.status != Status::Row) break;
    REQUIRE(rows != 0);
  }
  result.message = source.message();
  return result;
}

// An unlinked file that holds `bytes`.
int file_with(std::string_view bytes) {
  std::string name = "/tmp/polydat_stream_XXXXXX";
  const int fd = mkstemp(name.data());
  REQUIRE(fd >= 0);
  unlink(name.c_str());
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = write(fd, bytes.data() + done, bytes.size() - done);
    REQUIRE(n > 0);
    done += static_cast<std::size_t>(n);
  }
  lseek(fd, 0, SEEK_SET);
  return fd;
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() { hang_up(); }
  void send(std::string_view text) const { REQUIRE(write(write_end, text.data(), text.size()) == static_cast<ssize_t>(text.size())); }
  void hang_up() {
    if (write_end >= 0) close(write_end);
    write_end = -1;
  }
};

using Names = std::vector<std::string>;

std::unique_ptr<CoordinateSource> text_source(std::string_view bytes, const Names& names, std::uint64_t max_line = 1 << 28) {
  Limits limits;
  limits.max_line = max_line;
  return make_text_source(file_with(bytes), true, "<stdin>", names, limits);
}

// Every way of reading must agree.
Rows read_text(std::string_view bytes, const Names& names = {"a"}, std::uint64_t max_line = 1 << 28) {
  const Rows one = drain(*text_source(bytes, names, max_line), names.size());
  for (const std::size_t most : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
    CHECK(drain_blocks(*text_source(bytes, names, max_line), names.size(), most) == one);
  }
  return one;
}

using Table = std::vector<std::vector<std::uint64_t>>;

void check_rows(std::string_view bytes, const Names& names, const Table& rows) {
  CAPTURE(std::string(bytes));
  const Rows result = read_text(bytes, names);
  CHECK(result.status == Status::End);
  CHECK(result.rows == rows);
}

void check_bad(std::string_view bytes, const Names& names, std::string_view begin, std::string_view part, std::size_t rows_before = 0) {
  CAPTURE(std::string(bytes));
  const Rows result = read_text(bytes, names);
  CHECK(result.status == Status::Bad);
  CHECK(result.rows.size() == rows_before);
  CAPTURE(result.message);
  CHECK(result.message.starts_with(begin));
  CHECK(result.message.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("numbers of the command line") {
  const std::vector<std::pair<std::string, std::uint64_t>> good{{"0", 0},
                                                                {"7", 7},
                                                                {"0010", 10},
                                                                {"08", 8},
                                                                {"18446744073709551615", kMost},
                                                                {"00000000000000000000000018446744073709551615", kMost},
                                                                {"0x10", 16},
                                                                {"0XfF", 255},
                                                                {"0xffffffffffffffff", kMost},
                                                                {"0x00000000000000000000001", 1},
                                                                {"1K", 1000},
                                                                {"2M", 2'000'000},
                                                                {"3G", 3'000'000'000},
                                                                {"4T", 4'000'000'000'000},
                                                                {"5P", 5'000'000'000'000'000},
                                                                {"1Ki", 1024},
                                                                {"1Mi", 1 << 20},
                                                                {"1Gi", 1 << 30},
                                                                {"1Ti", std::uint64_t{1} << 40},
                                                                {"1Pi", std::uint64_t{1} << 50},
                                                                {"0x10K", 16000},
                                                                {"16383Pi", std::uint64_t{16383} << 50}};
  for (const auto& [text, value] : good) {
    CAPTURE(text);
    std::string error;
    const auto number = parse_number(text, error);
    REQUIRE(number);
    CHECK(*number == value);
    CHECK(error.empty());
  }
  for (const char* text : {"",
                           "K",
                           "x",
                           "0x",
                           "0xg",
                           "-1",
                           "-0",
                           "+5",
                           "1.5",
                           "1e3",
                           "1_000",
                           "12abc",
                           " 5",
                           "5 ",
                           "1k",
                           "1KK",
                           "1Kii",
                           "1ki",
                           "18446744073709551616",
                           "99999999999999999999999",
                           "0x10000000000000000",
                           "16384Pi",
                           "18446744073709552K",
                           "1 000",
                           "1,000",
                           "\xef\xbb\xbf"
                           "1"}) {
    CAPTURE(text);
    std::string error;
    CHECK(!parse_number(text, error));
    CHECK(!error.empty());
  }
}

TEST_CASE("ranges") {
  struct Case {
    const char* text;
    std::uint64_t first;
    std::uint64_t step;
    u128 count;
  };
  const Case good[] = {{"0..10", 0, 1, 10},
                       {"5..5", 5, 1, 0},
                       {"5..=5", 5, 1, 1},
                       {"0010..0012", 10, 1, 2},
                       {"0..10:3", 0, 3, 4},
                       {"0..9:3", 0, 3, 3},
                       {"0..=9:3", 0, 3, 4},
                       {"0..18446744073709551615", 0, 1, kAll - 1},
                       {"0..18446744073709551616", 0, 1, kAll},
                       {"0..=18446744073709551615", 0, 1, kAll},
                       {"0..", 0, 1, kAll},
                       {"18446744073709551615..", kMost, 1, 1},
                       {"18446744073709551615..=18446744073709551615", kMost, 1, 1},
                       {"18446744073709551615..18446744073709551616", kMost, 1, 1},
                       {"18446744073709551614..:5", kMost - 1, 5, 1},
                       {"0..:18446744073709551615", 0, kMost, 2},
                       {"1..:18446744073709551615", 1, kMost, 1},
                       {"1K..2Ki", 1000, 1, 1048},
                       {"0x10..0x20:0x8", 16, 8, 2},
                       {"0..1K:1K", 0, 1000, 1},
                       {"0..=1K:1K", 0, 1000, 2}};
  for (const Case& c : good) {
    CAPTURE(c.text);
    std::string error;
    const auto range = parse_range(c.text, error);
    REQUIRE(range);
    CHECK(range->first == c.first);
    CHECK(range->step == c.step);
    CHECK((range->count == c.count));
  }
  for (const char* text : {"",
                           "5",
                           "..",
                           "..5",
                           "7..3",
                           "7..=6",
                           "0..10:0",
                           "0..10:",
                           "0..10:-1",
                           "1..2x",
                           "1..=",
                           "1.5..2",
                           "0...3",
                           "a..b",
                           "18446744073709551616..18446744073709551616",
                           "0..18446744073709551617",
                           "0..=18446744073709551616",
                           " 0..3",
                           "0..3 ",
                           "0 .. 3",
                           "0..3:1:1",
                           "-1..3",
                           "0..+3",
                           "0..1e3",
                           "18446744073709551616..",
                           "1..0"}) {
    CAPTURE(text);
    std::string error;
    CHECK(!parse_range(text, error));
    CHECK(!error.empty());
  }
}

TEST_CASE("a range source counts to the end of 64 bits and not past it") {
  std::string error;
  const auto last = *parse_range("18446744073709551613..", error);
  CHECK(drain(*make_range_source({last}, last.count), 1).rows == Table{{kMost - 2}, {kMost - 1}, {kMost}});
  const auto jump = *parse_range("0..:18446744073709551615", error);
  CHECK(drain(*make_range_source({jump}, jump.count), 1).rows == Table{{0}, {kMost}});
  CHECK(drain(*make_range_source({{5, 1, 3}, {10, 10, 3}}, 3), 2).rows == Table{{5, 10}, {6, 20}, {7, 30}});
  CHECK(drain_blocks(*make_range_source({{5, 1, 5}, {10, 10, 5}}, 5), 2, 2).rows == Table{{5, 10}, {6, 20}, {7, 30}, {8, 40}, {9, 50}});
  CHECK(drain(*make_range_source({}, 3), 0).rows.size() == 3);
  CHECK(drain_blocks(*make_range_source({}, 3), 0, 2).rows.size() == 3);
  CHECK(drain(*make_range_source({{0, 1, 0}}, 0), 1).rows.empty());
  const auto whole = make_range_source({{0, 1, kAll}}, kAll);  // the length does not overflow to 0
  std::uint64_t value = 7;
  CHECK(whole->next({&value, 1}) == Status::Row);
  CHECK(value == 0);
  CHECK((*whole->size() == kAll));
}

TEST_CASE("eight digits at a time") {
  std::mt19937_64 random(7);
  char text[64];
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t value = random() >> (random() % 64);
    const int length = std::snprintf(text, sizeof text, "%0*llu,%s", static_cast<int>(random() % 20),
                                     static_cast<unsigned long long>(value), "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n");
    REQUIRE(length > 0);
    std::uint64_t got = ~value;
    const char* const end = read_decimal(text, got);
    REQUIRE(end != nullptr);
    CHECK(*end == ',');
    REQUIRE(got == value);
  }
  // Every byte that is no digit ends a number, wherever it stands.
  for (int byte = 0; byte < 256; ++byte) {
    if (byte >= '0' && byte <= '9') continue;
    for (std::size_t at = 0; at <= 18; ++at) {
      std::string digits(40, '1');
      digits[at] = static_cast<char>(byte);
      std::uint64_t got = 0;
      const char* const end = read_decimal(digits.data(), got);
      if (at == 0) {
        CHECK(end == nullptr);
        continue;
      }
      REQUIRE(end == digits.data() + at);
      CHECK(got == std::stoull(std::string(at, '1')));
    }
  }
  std::uint64_t got = 0;
  const std::string tail(32, '\n');
  CHECK(read_decimal(("18446744073709551615" + tail).c_str(), got) != nullptr);
  CHECK(got == kMost);
  for (const char* text_past : {"18446744073709551616", "99999999999999999999", "100000000000000000000", "0000000000000000000000001"}) {
    CHECK(read_decimal((text_past + tail).c_str(), got) == nullptr);  // left to the slow path
  }
}

TEST_CASE("text: what is legal") {
  check_rows("", {"a"}, {});
  check_rows("\n", {"a"}, {});
  check_rows("\n \n\t\n\r\n", {"a"}, {});
  check_rows("5", {"a"}, {{5}});
  check_rows("5\n", {"a"}, {{5}});
  check_rows("5\n6\n7", {"a"}, {{5}, {6}, {7}});
  check_rows("0010\n08\n", {"a"}, {{10}, {8}});
  check_rows("5\r\n6\r\n", {"a"}, {{5}, {6}});
  check_rows("5\r\n6\r", {"a"}, {{5}, {6}});
  check_rows(
      "\xef\xbb\xbf"
      "5\r\n6\r\n",
      {"a"}, {{5}, {6}});
  check_rows("\xef\xbb\xbf", {"a"}, {});
  check_rows(
      "\xef\xbb\xbf"
      "a\n6\n",
      {"a"}, {{6}});
  check_rows(" 5 \n\t6\t\n 7 \r\n", {"a"}, {{5}, {6}, {7}});
  check_rows("\n\n5\n\n\n6\n\n", {"a"}, {{5}, {6}});
  check_rows("0x10\n0Xff\n0xffffffffffffffff\n", {"a"}, {{16}, {255}, {kMost}});
  check_rows("18446744073709551615\n0000000000000000000000000000000000018446744073709551615\n", {"a"}, {{kMost}, {kMost}});
  check_rows("a\n5\n", {"a"}, {{5}});
  check_rows("  a \r\n5\n", {"a"}, {{5}});
  check_rows("a", {"a"}, {});
  check_rows("1,2\n3,4\n", {"a", "b"}, {{1, 2}, {3, 4}});
  check_rows("1 , 2\n3,4\n 5\t,\t6 \n", {"a", "b"}, {{1, 2}, {3, 4}, {5, 6}});
  check_rows("1\t2\n3 \t 4\n", {"a", "b"}, {{1, 2}, {3, 4}});
  check_rows("1 2\n3    4\n5\t6\n7 \t\t 8\n", {"a", "b"}, {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  check_rows("a,b\n1,2\n", {"a", "b"}, {{1, 2}});
  check_rows("b,a\n1,2\n3,4\n", {"a", "b"}, {{2, 1}, {4, 3}});
  check_rows("b a\n1,2\n", {"a", "b"}, {{2, 1}});  // the first data line decides the separator
  check_rows("c,a,b\n1,0x2, 3\n4,5,6", {"a", "b", "c"}, {{2, 3, 1}, {5, 6, 4}});
  check_rows("x_1\n3\n", {"x_1"}, {{3}});
}

TEST_CASE("text: what is an error, and where") {
  const Names a{"a"};
  check_bad("5\n18446744073709551616\n", a, "<stdin>:2:1: ", "`18446744073709551616` is past 18446744073709551615", 1);
  check_bad("99999999999999999999999\n", a, "<stdin>:1:1: ", "is past");
  check_bad("0x10000000000000000\n", a, "<stdin>:1:1: ", "is past");
  check_bad("12abc\n", a, "<stdin>:1:1: ", "`a` is not a digit");
  check_bad("1.5\n", a, "<stdin>:1:1: ", "fraction");
  check_bad("1e3\n", a, "<stdin>:1:1: ", "exponent");
  check_bad("1_000\n", a, "<stdin>:1:1: ", "`_` is not a digit");
  check_bad("+5\n", a, "<stdin>:1:1: ", "sign");
  check_bad("1\n2\n  -1\n", a, "<stdin>:3:3: ", "sign", 2);
  check_bad("-0\n", a, "<stdin>:1:1: ", "sign");
  check_bad("0x\n", a, "<stdin>:1:1: ", "no digits");
  check_bad("0xfg\n", a, "<stdin>:1:1: ", "`g` is not a digit");
  check_bad("00x10\n", a, "<stdin>:1:1: ", "`x` is not a digit");
  check_bad("1K\n", a, "<stdin>:1:1: ", "`K` is not a digit");
  check_bad("5\x01\n", a, "<stdin>:1:1: ", "\\x01");
  check_bad(std::string("5\0 6\n", 5), a, "<stdin>:1:1: ", "\\x00");
  check_bad("\xc3\xa9\n", a, "<stdin>:1:1: ", "\\xc3");
  check_bad("5\r6\n", a, "<stdin>:1:2: ", "carriage return");
  check_bad("5\n\r\r\n", a, "<stdin>:2:1: ", "carriage return", 1);
  check_bad(
      "5\n\xef\xbb\xbf"
      "6\n",
      a, "<stdin>:2:1: ", "is not a number", 1);
  check_bad(
      "\xef\xbb\xbf"
      "x\r\n",
      a, "<stdin>:1:1: ", "`x` is neither a number nor one of the inputs");
  check_bad("\xef\xbb\xbf  5 6\n", a, "<stdin>:1:5: ", "expected 1 column (a)");
  check_bad("5,\n", a, "<stdin>:1:3: ", "expected 1 column (a)");
  check_bad(",5\n", a, "<stdin>:1:1: ", "empty");
  check_bad("5\na\n", a, "<stdin>:2:1: ", "`a` is not a number", 1);
  check_bad("a\na\n", a, "<stdin>:2:1: ", "`a` is not a number");
  const Names ab{"a", "b"};
  check_bad("1\n", ab, "<stdin>:1:2: ", "expected 2 columns (a, b), found 1");
  check_bad("1,2\n3\n", ab, "<stdin>:2:2: ", "expected 2 columns (a, b), found 1", 1);
  check_bad("1,2,3\n", ab, "<stdin>:1:5: ", "expected 2 columns (a, b), found more");
  check_bad("1,,2\n", ab, "<stdin>:1:3: ", "empty");
  check_bad("1,\n", ab, "<stdin>:1:3: ", "empty");
  check_bad("1\t\t2\n", ab, "<stdin>:1:2: ", "empty");
  check_bad("1,2\n3 4\n", ab, "<stdin>:2:2: ", "comma", 1);
  check_bad("1\t2\n3 4\n", ab, "<stdin>:2:2: ", "tab", 1);
  check_bad("1\t2\n3,4\n", ab, "<stdin>:2:2: ", "tab", 1);
  check_bad("1 2\n3,4\n", ab, "<stdin>:2:2: ", "blanks", 1);
  check_bad("1;2\n", ab, "<stdin>:1:1: ", "`;` is not a digit");
  check_bad("a,c\n1,2\n", ab, "<stdin>:1:3: ", "`c`");
  check_bad("a,a\n1,2\n", ab, "<stdin>:1:3: ", "twice");
  check_bad("a\n1\n", ab, "<stdin>:1:1: ", "does not name `b`");
  check_bad("a,b,c\n1,2,3\n", ab, "<stdin>:1:5: ", "`c`");
  check_bad("a,b,a,b,a,b\n1,2,3\n", ab, "<stdin>:1:5: ", "twice");
  check_bad("a,5\n", ab, "<stdin>:1:1: ", "`a` is not a number");
  check_bad("5,a\n", ab, "<stdin>:1:3: ", "`a` is not a number");
  check_bad("A,b\n", ab, "<stdin>:1:1: ", "`A`");
}

TEST_CASE("text: long lines and long fields pass through constant memory") {
  const std::string zeros(3 << 20, '0');
  check_rows("1\n" + zeros + "7\n2\n", {"a"}, {{1}, {7}, {2}});
  check_rows("1\n0x" + zeros + "7\n2\n", {"a"}, {{1}, {7}, {2}});
  const std::string blanks(3 << 20, ' ');
  check_rows("1" + blanks + "2" + blanks + "\n" + blanks + "\n3 4", {"a", "b"}, {{1, 2}, {3, 4}});
  check_bad("5\n" + blanks + "x\n", {"a"}, "<stdin>:2:3145729: ", "`x` is not a number", 1);
  check_bad(std::string(3 << 20, '9') + "\n", {"a"}, "<stdin>:1:1: ", "is past");
  check_bad(std::string(3 << 20, 'x') + "\n", {"a"}, "<stdin>:1:1: ", "...`");
}

TEST_CASE("text: --max-line") {
  CHECK(read_text("12345\n", {"a"}, 5).status == Status::End);
  CHECK(read_text("1\n12345\r\n12345", {"a"}, 5).rows.size() == 3);
  for (const char* text : {"1\n123456\n2\n", "1\n123456", "1\n 12345\n", "1\n12345 \n", "1\n      \n2\n", "1\n000001\n", "1\n123456\r\n"}) {
    CAPTURE(text);
    const Rows result = read_text(text, {"a"}, 5);
    CHECK(result.status == Status::Limit);
    CHECK(result.rows == Table{{1}});
    CHECK(result.message == "<stdin>:2:1: the line is longer than 5 bytes (--max-line)");
  }
}

TEST_CASE("text: rows on both sides of every refill are the same") {
  std::string text;
  std::mt19937_64 random(11);
  Table rows;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t a = random() >> (random() % 64);
    const std::uint64_t b = random() >> (random() % 64);
    rows.push_back({a, b});
    text += std::to_string(a) + (i % 97 == 5 ? " , " : ",") + std::to_string(b) + (i % 89 == 7 ? "\r\n" : i % 101 == 3 ? " \n\n" : "\n");
  }
  REQUIRE(text.size() > (4u << 20));
  const Rows result = read_text(text, {"a", "b"});
  CHECK(result.status == Status::End);
  CHECK(result.rows == rows);
}

TEST_CASE("a slow producer's rows come one by one") {
  Pipe pipe;
  const auto source = make_text_source(pipe.read_end, true, "<stdin>", {"a"}, Limits{});
  std::uint64_t value = 0;
  CHECK(!source->ready());
  pipe.send("1\n2");
  CHECK(source->ready());
  CHECK(source->next({&value, 1}) == Status::Row);
  CHECK(value == 1);
  CHECK(!source->ready());  // half a line
  pipe.send("3\n\n");
  CHECK(source->ready());
  CHECK(source->next({&value, 1}) == Status::Row);
  CHECK(value == 23);
  CHECK(!source->ready());  // a blank line gives no row
  pipe.send("\r\n  \n");
  CHECK(!source->ready());
  pipe.send("4\n5\n6");
  std::uint64_t block[8];
  std::uint64_t* column = block;
  std::size_t rows = 0;
  CHECK(source->next_block({&column, 1}, 8, rows) == Status::Row);  // does not wait for the half line
  CHECK(rows == 2);
  CHECK(block[1] == 5);
  CHECK(!source->ready());
  pipe.hang_up();
  CHECK(source->ready());
  CHECK(source->next({&value, 1}) == Status::Row);
  CHECK(value == 6);
  CHECK(source->ready());
  CHECK(source->next({&value, 1}) == Status::End);
}

TEST_CASE("binary records") {
  const auto bytes_of = [](std::initializer_list<std::uint64_t> words) {
    std::string bytes;
    for (const std::uint64_t word : words) {
      for (int i = 0; i < 8; ++i) bytes += static_cast<char>(word >> (8 * i));
    }
    return bytes;
  };
  const auto read = [](const std::string& bytes, std::size_t columns) {
    const Rows one = drain(*make_binary_source(file_with(bytes), true, "c.bin", columns), columns);
    CHECK(drain_blocks(*make_binary_source(file_with(bytes), true, "c.bin", columns), columns, 2) == one);
    return one;
  };
  CHECK(read(bytes_of({1, kMost, 0x0102030405060708}), 1).rows == Table{{1}, {kMost}, {0x0102030405060708}});
  CHECK(read(bytes_of({1, 2, 3, 4}), 2).rows == Table{{1, 2}, {3, 4}});
  CHECK(read("", 2).status == Status::End);
  const Rows odd = read(bytes_of({1, 2, 3}), 2);
  CHECK(odd.status == Status::Bad);
  CHECK(odd.rows == Table{{1, 2}});
  CHECK(odd.message == "c.bin: 8 bytes are left behind record 1; a record of 2 columns has 16");
  const Rows cut = read(bytes_of({1}) + "x", 1);
  CHECK(cut.status == Status::Bad);
  CHECK(cut.message == "c.bin: 1 byte is left behind record 1; a record of 1 column has 8");

  Pipe pipe;
  const auto source = make_binary_source(pipe.read_end, true, "c.bin", 1);
  std::uint64_t value = 0;
  CHECK(!source->ready());
  pipe.send(bytes_of({9}).substr(0, 5));
  CHECK(!source->ready());
  pipe.send(bytes_of({9}).substr(5));
  CHECK(source->ready());
  CHECK(source->next({&value, 1}) == Status::Row);
  CHECK(value == 9);
  CHECK(!source->ready());
}

TEST_CASE("streams that cannot be read") {
  const auto first = [](int fd, bool owns) {
    std::uint64_t value = 0;
    const auto source = make_text_source(fd, owns, "<stdin>", {"a"}, Limits{});
    CHECK(source->ready());  // no wait
    CHECK(source->next({&value, 1}) == Status::Failed);
    return source->message();
  };
  CHECK(first(-1, false) == "<stdin> is closed");
  const int closed = file_with("");
  close(closed);
  CHECK(first(closed, false) == "<stdin> is closed");
  CHECK(first(open("/tmp", O_RDONLY), true).starts_with("<stdin> cannot be read: "));
  CHECK(first(open("/dev/null", O_WRONLY), true) == "<stdin> is not open for reading");
  std::uint64_t value = 0;
  CHECK(make_binary_source(-1, false, "x", 1)->next({&value, 1}) == Status::Failed);

  std::string text(2 << 20, '\n');  // a file that shrinks
  text = "1\n" + text;
  const int fd = file_with(text);
  const auto source = make_text_source(fd, true, "f", {"a"}, Limits{});
  CHECK(source->next({&value, 1}) == Status::Row);
  REQUIRE(ftruncate(fd, 1 << 20) == 0);
  CHECK(source->next({&value, 1}) == Status::Failed);
  CHECK(source->message() == "f became shorter while it was read");
}

TEST_CASE("a raised stop flag ends a wait") {
  Pipe pipe;
  const auto source = make_text_source(pipe.read_end, true, "<stdin>", {"a"}, Limits{});
  std::atomic<bool> stop{false};
  source->set_stop(&stop);
  std::thread raiser([&] { stop = true; });
  std::uint64_t value = 0;
  CHECK(source->next({&value, 1}) == Status::End);
  raiser.join();
}

TEST_CASE("random bytes never crash the text source, and blocks agree with rows") {
  std::mt19937_64 random(3);
  const std::string alphabet = "0123456789xXabf ,\t\r\n\n\n-+.e_\xef\xbb\xbf\xc3";
  for (int i = 0; i < 3000; ++i) {
    std::string bytes;
    for (std::size_t n = random() % 80; n != 0; --n)
      bytes += random() % 16 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    CAPTURE(bytes);
    const Names names = i % 2 == 0 ? Names{"a"} : Names{"a", "b"};
    const Rows result = read_text(bytes, names, i % 3 == 0 ? 6 : 1 << 20);
    CHECK(result.status != Status::Failed);
    if (result.status != Status::End) CHECK(!result.message.empty());
  }
}
