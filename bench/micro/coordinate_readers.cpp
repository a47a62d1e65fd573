// Readers of coordinates by themselves: a file in the page cache, 1,024 rows at a time.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "nodes/native/hashing.h"
#include "stream/coordinate_source.h"

namespace {

using namespace polydat;

constexpr std::size_t kRows = 200000, kAtOnce = 1024;

// A file without a name that holds `content`, read from its beginning.
class Content {
 public:
  explicit Content(const std::string& content) : file_(std::tmpfile()), size_(content.size()) {
    if (file_ == nullptr || std::fwrite(content.data(), 1, size_, file_) != size_ || std::fflush(file_) != 0) std::abort();
  }
  ~Content() { std::fclose(file_); }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;
  int rewound() const {
    if (lseek(fileno(file_), 0, SEEK_SET) != 0) std::abort();
    return fileno(file_);
  }
  std::size_t size() const { return size_; }

 private:
  std::FILE* file_;
  std::size_t size_;
};

template <class MakeSource>
void read_all(benchmark::State& state, const Content& content, std::size_t width, const MakeSource& make_source) {
  std::vector<std::vector<std::uint64_t>> storage(width, std::vector<std::uint64_t>(kAtOnce));
  std::vector<std::uint64_t*> columns;
  for (auto& column : storage) columns.push_back(column.data());
  for (auto _ : state) {
    const auto source = make_source(content.rewound());
    std::size_t total = 0, rows = 0;
    CoordinateSource::Status status = CoordinateSource::Status::Row;
    while (status == CoordinateSource::Status::Row) {
      status = source->next_block(columns, kAtOnce, rows);
      total += rows;
    }
    if (status != CoordinateSource::Status::End || total != kRows) {
      state.SkipWithError("the rows were not read");
      break;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(content.size()));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRows));
}

// Columns of text with numbers of up to 20 digits, shifted right by `shift` bits.
void text_columns(benchmark::State& state, std::size_t width, int shift) {
  std::string text;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < width; ++i) names.push_back("c" + std::to_string(i));
  for (std::size_t r = 0; r < kRows; ++r)
    for (std::size_t i = 0; i < width; ++i) text += std::to_string(native::hash(r * width + i) >> shift) + (i + 1 < width ? ',' : '\n');
  const Content content(text);
  read_all(state, content, width, [&](int fd) { return make_text_source(fd, false, "numbers", names, Limits{}); });
}

void binary_columns(benchmark::State& state, std::size_t width) {
  const Content content(std::string(kRows * width * sizeof(std::uint64_t), 'x'));
  read_all(state, content, width, [&](int fd) { return make_binary_source(fd, false, "records", width); });
}

BENCHMARK_CAPTURE(text_columns, one_of_20_digits, 1, 0);
BENCHMARK_CAPTURE(text_columns, one_of_7_digits, 1, 42);
BENCHMARK_CAPTURE(text_columns, three_of_20_digits, 3, 0);
BENCHMARK_CAPTURE(binary_columns, one, 1);
BENCHMARK_CAPTURE(binary_columns, three, 3);

}  // namespace
