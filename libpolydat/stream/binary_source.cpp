// Coordinates as binary records (coordinate_source.h).
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "stream/byte_reader.h"
#include "stream/coordinate_source.h"

namespace polydat {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t load_little_endian(const char* p) {
  std::uint64_t word;
  std::memcpy(&word, p, kWord);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// A record may be longer than the buffer: it is read word by word.
class BinarySource final : public CoordinateSource {
 public:
  BinarySource(int fd, bool owns_fd, std::string name, std::size_t columns) : in_(fd, owns_fd, std::move(name)), columns_(columns) {}

  Status next(std::span<std::uint64_t> coords) override {
    if (columns_ == 0) return Status::End;
    for (std::size_t i = 0; i < columns_; ++i) {
      while (in_.unread() < kWord) {
        switch (in_.fill(true)) {
          case ByteReader::Fill::More: break;
          case ByteReader::Fill::End: return at_end(i);
          case ByteReader::Fill::Stopped: return Status::End;
          case ByteReader::Fill::WouldWait:
          case ByteReader::Fill::Failed: message_ = in_.message(); return Status::Failed;
        }
      }
      coords[i] = load_little_endian(in_.current());
      in_.consume_to(in_.current() + kWord);
    }
    ++records_;
    return Status::Row;
  }

  bool ready() override {
    const std::size_t record = std::min(columns_ * kWord, ByteReader::capacity);
    while (in_.unread() < record) {
      switch (in_.fill(false)) {
        case ByteReader::Fill::More: break;
        case ByteReader::Fill::WouldWait: return false;
        case ByteReader::Fill::End:
        case ByteReader::Fill::Failed:
        case ByteReader::Fill::Stopped: return true;
      }
    }
    return columns_ * kWord <= ByteReader::capacity;
  }

  const std::string& message() const override { return message_; }
  std::optional<u128> size() const override { return std::nullopt; }
  void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also) override { in_.set_stop(stop, also); }

 private:
  Status at_end(std::size_t columns_read) {
    const std::size_t left = columns_read * kWord + in_.unread();
    if (left == 0) return Status::End;
    message_ = in_.name() + ": " + std::to_string(left) + (left == 1 ? " byte is" : " bytes are") + " left behind record " +
               std::to_string(records_) + "; a record of " + std::to_string(columns_) + (columns_ == 1 ? " column" : " columns") + " has " +
               std::to_string(columns_ * kWord);
    return Status::Bad;
  }

  ByteReader in_;
  std::size_t columns_;
  std::uint64_t records_ = 0;
  std::string message_;
};

}  // namespace

std::unique_ptr<CoordinateSource> make_binary_source(int fd, bool owns_fd, std::string source_name, std::size_t columns) {
  return std::make_unique<BinarySource>(fd, owns_fd, std::move(source_name), columns);
}

}  // namespace polydat
