// A descriptor read through one buffer of fixed size.
//
// Guarantees: memory does not grow; `slack` bytes of LF follow the unread bytes, so that wide loads may pass their end; a wait
// ends within a quarter of a second once the stop flag is raised; a regular file that ends before the size it had at the start
// is a failure, not an end.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace polydat {

class ByteReader {
 public:
  static constexpr std::size_t slack = 32;
  static constexpr std::size_t capacity = std::size_t{1} << 20;

  ByteReader(int fd, bool owns_fd, std::string name);
  ~ByteReader();
  ByteReader(const ByteReader&) = delete;
  ByteReader& operator=(const ByteReader&) = delete;

  const char* current() const { return current_; }
  const char* end() const { return end_; }
  std::size_t unread() const { return static_cast<std::size_t>(end_ - current_); }
  void consume_to(const char* position) { current_ = position; }
  // No room for another byte: `capacity` bytes are unread.
  bool full() const { return unread() == capacity; }

  enum class Fill : std::uint8_t { More, End, Failed, Stopped, WouldWait };
  // Keeps the unread bytes and reads more behind them (pointers change). `wait` false: WouldWait instead of waiting.
  // The buffer must not be full. End, Failed and Stopped come again when asked again.
  Fill fill(bool wait);

  const std::string& name() const { return name_; }
  const std::string& message() const { return message_; }  // after Failed
  void set_stop(const std::atomic<bool>* stop, const std::atomic<bool>* also) { stops_ = {stop, also}; }

 private:
  Fill fail(std::string_view what, int error_number);
  Fill read_more();
  bool shrank() const;
  bool stopped() const;

  int fd_;
  bool owns_fd_;
  bool regular_ = false;
  std::string name_;
  std::string message_;
  std::unique_ptr<char[]> buffer_;  // made by the first read
  const char* current_ = nullptr;
  const char* end_ = nullptr;
  Fill last_ = Fill::More;
  std::uint64_t position_ = 0;    // regular files: offset of the next read
  std::uint64_t first_size_ = 0;  // and the size at the start
  std::array<const std::atomic<bool>*, 2> stops_{};
};

}  // namespace polydat
