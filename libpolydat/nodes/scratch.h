// Storage that a step owns: where the content of its Ref2 outputs lives, and the private state of stateful nodes.
//
// One Scratch per Ref2 output port of a node, in port order (axiom S3: one owner, one writer), then one private Scratch for
// nodes that declare state. The node writes the content first; the caller publishes the (address, count) pair afterwards.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "polydat/port_type.h"

namespace polydat {

struct JsonBox;
struct ExtBox;

// At most 32 bytes, by moves of fixed size: a call of memcpy costs more than most texts.
inline void copy_short(char* to, const char* from, std::size_t count) {
  if (count >= 16) {
    std::memcpy(to, from, 16);
    std::memcpy(to + count - 16, from + count - 16, 16);
  } else if (count >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + count - 8, from + count - 8, 8);
  } else if (count >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + count - 4, from + count - 4, 4);
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
  }
}

// What an empty value points at: aligned for every element type, readable as far as Buffer's slack.
extern const char kNothing[64];

// A growable byte buffer without zero-filling. Invariant: `slack` readable and writable bytes follow size(), so that short
// copies may move whole words past the end of what they need. Never shrinks: once warm, a row allocates nothing.
// A request past the limit does not allocate: it sets overflowed() and the buffer keeps its size (design D13: no allocation
// that a hostile input chooses); the step then fails with the limit's name.
// A block of rows keeps the values of many calls: keep() leaves a finished value where it is, and the buffer goes on, empty, behind
// it. Kept values do not move until release_kept().
class Buffer {
 public:
  static constexpr std::size_t slack = 64;
  static constexpr std::size_t default_limit = std::size_t{64} << 20;

  Buffer() = default;
  ~Buffer() {
    std::free(chunk_);
    for (char* chunk : full_) std::free(chunk);
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)),
        limit_(other.limit_),
        overflowed_(other.overflowed_),
        chunk_(std::exchange(other.chunk_, nullptr)),
        full_(std::move(other.full_)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(limit_, other.limit_);
    std::swap(overflowed_, other.overflowed_);
    std::swap(chunk_, other.chunk_);
    std::swap(full_, other.full_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  char* data() { return data_; }
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {data_ == nullptr ? "" : data_, size_}; }
  std::size_t limit() const { return limit_; }
  void set_limit(std::size_t bytes) { limit_ = bytes; }
  bool overflowed() const { return overflowed_; }
  void clear() {
    size_ = 0;
    overflowed_ = false;
  }

  // `alignment` of the next value: a power of two, at most 64.
  void keep(std::size_t alignment) {
    const std::size_t used = (size_ + alignment - 1) & ~(alignment - 1);
    data_ += used;
    capacity_ -= used;
    clear();
  }
  // Forgets all kept values; the largest piece of storage stays.
  void release_kept();

  // Makes room for `more` bytes behind size() plus slack; null when the limit forbids it. Then write and commit().
  char* reserve(std::size_t more) {
    if (size_ + more + slack > capacity_ && !grow(more)) return nullptr;
    return data_ + size_;
  }
  void commit(std::size_t written) { size_ += written; }
  // Room for the widest form of what may turn out shorter, whatever the limit. Whoever writes there calls check_limit() at the end.
  char* reserve_widest(std::size_t more) {
    if (size_ + more + slack > capacity_) extend(more);
    return data_ + size_;
  }
  void check_limit() { overflowed_ = overflowed_ || size_ > limit_; }

  void append(std::string_view text) {
    if (text.empty()) return;  // an empty view may have no address, which memcpy does not take
    if (char* to = reserve(text.size())) {
      if (text.size() <= 32) copy_short(to, text.data(), text.size());
      else std::memcpy(to, text.data(), text.size());
      size_ += text.size();
    }
  }
  void push_back(char c) {
    if (char* to = reserve(1)) {
      *to = c;
      ++size_;
    }
  }
  void append_fill(std::size_t count, char c) {
    if (char* to = reserve(count)) {
      std::memset(to, c, count);
      size_ += count;
    }
  }

 private:
  bool grow(std::size_t more);
  void extend(std::size_t more);

  char* data_ = nullptr;  // the current value, in chunk_
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;  // from data_ to the end of chunk_; a multiple of the alignment of every kept value
  std::size_t limit_ = default_limit;
  bool overflowed_ = false;
  char* chunk_ = nullptr;    // 64-byte aligned
  std::vector<char*> full_;  // earlier chunks that hold kept values
};

template <class T>
inline std::uint64_t address_of(const T* pointer) {
  return static_cast<std::uint64_t>(std::bit_cast<std::uintptr_t>(pointer));
}

struct Scratch {
  Buffer bytes;                         // str, bytes, vec_*: the elements
  std::shared_ptr<const JsonBox> json;  // json
  std::shared_ptr<const ExtBox> ext;    // ext, handle
  std::uint64_t state = 0;              // private entries: a counter's next step, a generator's state
  std::shared_ptr<void> memo;           // private entries: what a pure node read last; changes time, never values, and is not forked

  // The slot pair of this entry's content. An empty entry gives a non-null address with count zero.
  std::pair<std::uint64_t, std::uint64_t> publish(PortType type) const;
  // The same for text, bytes and lists with elements of that many bytes.
  std::pair<std::uint64_t, std::uint64_t> publish_elements(std::uint64_t bytes_each) const {
    if (bytes.size() == 0) return {address_of(&kNothing[0]), 0};
    return {address_of(bytes.data()), bytes.size() / bytes_each};
  }
  // Replaces the content by a copy of what `words` denote.
  void assign(PortType type, const std::uint64_t* words);
};

// What a `dyn` wire holds: the type and the words of the value in its object (nodes/dyn_value.h). The wire is not None.
struct DynWords {
  PortType type;
  const std::uint64_t* words;
};
DynWords held_by_dyn(const std::uint64_t* words);
// Makes the content a `dyn` object that holds a copy of a value of another type.
void assign_dyn(Scratch& to, PortType type, const std::uint64_t* words);

// Typed views of Ref2 slot words: the one place where two words become a view (axiom S10).
template <class T>
inline const T* view_data(std::uint64_t address) {
  return std::bit_cast<const T*>(static_cast<std::uintptr_t>(address));
}
inline std::string_view view_text(const std::uint64_t* words) { return {view_data<char>(words[0]), words[1]}; }

}  // namespace polydat
