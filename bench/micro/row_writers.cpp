// Row writers by themselves: a block of 1,024 rows of one kind of column, in each format. Bytes a second are those of the output.
#include <benchmark/benchmark.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "nodes/native/hashing.h"
#include "stream/row_writer.h"

namespace {

using namespace polydat;

constexpr std::size_t kRows = 1024;
constexpr std::size_t kColumns = 4;

// kColumns equal columns, with texts in one arena.
class Block {
 public:
  template <class WordOf>
  Block(PortType type, const WordOf& word_of) : type_(type), words_(kRows) {
    for (std::size_t r = 0; r < kRows; ++r) words_[r] = word_of(native::hash(r));
  }
  // Texts of 5 to 40 bytes; `odd` of 100 hold a quote.
  explicit Block(std::uint64_t odd) : type_(PortType::Str), words_(kRows), sizes_(kRows), arena_(kRows * 40 + 64, 'x') {
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::uint64_t h = native::hash(r);
      words_[r] = address_of(arena_.data() + r * 40);
      sizes_[r] = 5 + h % 36;
      if (h / 64 % 100 < odd) arena_[r * 40 + 3] = '"';
    }
  }

  void write(benchmark::State& state, RowFormat format, bool is_plain = false) const {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < kColumns; ++i) columns.push_back({"column" + std::to_string(i), type_, false, is_plain});
    RowOptions options;
    options.format = format;
    const auto writer = make_row_writer(std::move(columns), options);
    const std::vector<ColumnView> views(kColumns, ColumnView{type_, {words_.data(), sizes_.empty() ? nullptr : sizes_.data()}});
    Buffer out;
    out.set_limit(std::size_t{1} << 30);
    std::size_t bytes = 0;
    for (auto _ : state) {
      out.clear();
      writer->write_block(views, {0, kRows, nullptr}, out);
      bytes += out.size();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRows * kColumns));
  }

 private:
  PortType type_;
  std::vector<std::uint64_t> words_, sizes_;
  std::string arena_;
};

void integers(benchmark::State& state, RowFormat format) {
  Block(PortType::U64, [](std::uint64_t h) { return h % 1000000; }).write(state, format);
}
void cents(benchmark::State& state, RowFormat format) {
  Block(PortType::F64, [](std::uint64_t h) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(h % 1000000) / 100.0);
  }).write(state, format);
}
void random_f64(benchmark::State& state, RowFormat format) {
  Block(PortType::F64, [](std::uint64_t h) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(h >> 11) * 0x1p-53);
  }).write(state, format);
}
void random_f32(benchmark::State& state, RowFormat format) {
  Block(PortType::F32, [](std::uint64_t h) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(h >> 40) * 0x1p-24f)};
  }).write(state, format);
}
void texts(benchmark::State& state, RowFormat format) { Block(0).write(state, format); }
void quoted_texts(benchmark::State& state, RowFormat format) { Block(5).write(state, format); }
void plain_texts(benchmark::State& state, RowFormat format) { Block(0).write(state, format, true); }

#define POLYDAT_EACH_FORMAT(name)                   \
  BENCHMARK_CAPTURE(name, csv, RowFormat::Csv);     \
  BENCHMARK_CAPTURE(name, jsonl, RowFormat::Jsonl); \
  BENCHMARK_CAPTURE(name, raw, RowFormat::Raw)
POLYDAT_EACH_FORMAT(integers);
POLYDAT_EACH_FORMAT(cents);
POLYDAT_EACH_FORMAT(random_f64);
POLYDAT_EACH_FORMAT(random_f32);
POLYDAT_EACH_FORMAT(texts);
POLYDAT_EACH_FORMAT(quoted_texts);
POLYDAT_EACH_FORMAT(plain_texts);
#undef POLYDAT_EACH_FORMAT

}  // namespace
