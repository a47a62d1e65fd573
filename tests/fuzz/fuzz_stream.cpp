// Fuzz target: the text source on any bytes. Row by row and in blocks must give the same rows, the same end and the same message.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "stream/coordinate_source.h"

using namespace polydat;

namespace {

std::unique_ptr<CoordinateSource> open_source(const std::uint8_t* data, std::size_t size, std::vector<std::string> names) {
  const int fd = memfd_create("coords", MFD_CLOEXEC);
  if (fd < 0 || write(fd, data, size) != static_cast<ssize_t>(size)) std::abort();
  lseek(fd, 0, SEEK_SET);
  Limits limits;
  limits.max_line = 64;
  return make_text_source(fd, true, "<stdin>", std::move(names), limits);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::vector<std::string> all{"a", "b", "cc"};
  const std::vector<std::string> names(all.begin(), all.begin() + 1 + data[0] % 3);
  const std::size_t columns = names.size();
  const auto one = open_source(data + 1, size - 1, names);
  const auto many = open_source(data + 1, size - 1, names);

  std::vector<std::uint64_t> expected;
  std::vector<std::uint64_t> row(columns);
  CoordinateSource::Status status;
  while ((status = one->next(row)) == CoordinateSource::Status::Row) expected.insert(expected.end(), row.begin(), row.end());

  constexpr std::size_t kMost = 5;
  std::vector<std::uint64_t> got;
  std::vector<std::uint64_t> block(columns * kMost);
  std::vector<std::uint64_t*> pointers;
  for (std::size_t i = 0; i < columns; ++i) pointers.push_back(block.data() + i * kMost);
  while (true) {
    std::size_t rows = 0;
    const CoordinateSource::Status block_status = many->next_block(pointers, kMost, rows);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t i = 0; i < columns; ++i) got.push_back(pointers[i][r]);
    }
    if (block_status == CoordinateSource::Status::Row) continue;
    if (block_status != status) std::abort();
    break;
  }
  if (got != expected || one->message() != many->message()) std::abort();
  return 0;
}
