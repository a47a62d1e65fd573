#include "csv_by_hand.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace polydat::bench {

namespace {

constexpr std::size_t kPiece = 1 << 20;

// A file that is written whole.
class Target {
 public:
  explicit Target(const std::string& path) : path_(path), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666)) {
    check(file_ >= 0);
  }
  ~Target() { close(file_); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  void put(const char* from, std::size_t size) {
    while (size != 0) {
      const ssize_t written = write(file_, from, size);
      check(written > 0);
      from += written;
      size -= static_cast<std::size_t>(written);
    }
  }

 private:
  void check(bool good) const {
    if (good) return;
    std::perror(path_.c_str());
    std::exit(1);
  }
  std::string path_;
  int file_;
};

// 10,000 groups of four digits.
using Groups = std::array<char, 40000>;

Groups make_groups() {
  Groups groups;
  for (std::size_t v = 0; v < groups.size() / 4; ++v)
    for (std::size_t d = 0, rest = v; d < 4; ++d, rest /= 10) groups[4 * v + 3 - d] = static_cast<char>('0' + rest % 10);
  return groups;
}

const Groups kGroups = make_groups();

char* put_group(char* to, std::uint64_t v) {
  std::memcpy(to, &kGroups[4 * v], 4);
  return to + 4;
}

char* put_first_group(char* to, std::uint64_t v) {
  const std::size_t digits = v >= 1000 ? 4 : v >= 100 ? 3 : v >= 10 ? 2 : 1;
  std::memcpy(to, kGroups.data() + 4 * v + 4 - digits, 4);  // the last entry has four digits
  return to + digits;
}

char* put_number(char* to, std::uint64_t v) {
  constexpr std::uint64_t e4 = 10000, e8 = e4 * e4;
  if (v < e4) return put_first_group(to, v);
  if (v < e8) return put_group(put_first_group(to, v / e4), v % e4);
  const std::uint64_t low = v % e8, rest = v / e8, middle = rest % e8;
  if (rest < e4) to = put_first_group(to, rest);
  else if (rest < e8) to = put_group(put_first_group(to, rest / e4), rest % e4);
  else to = put_group(put_group(put_first_group(to, rest / e8), middle / e4), middle % e4);
  return put_group(put_group(to, low / e4), low % e4);
}

std::uint64_t hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

void write_users_by_hand(const std::string& path, std::uint64_t rows) {
  Target target(path);
  constexpr std::size_t kRow = 64;
  std::vector<char> buffer(kPiece + kRow);
  char* const begin = buffer.data();
  char* to = begin;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const std::uint64_t h = hash(i);
    to = put_number(to, h);
    *to++ = ',';
    to = put_number(to, h % 1000000);
    *to++ = ',';
    to = put_number(to, h % 64);
    *to++ = '\n';
    if (to < begin + kPiece) continue;
    target.put(begin, static_cast<std::size_t>(to - begin));
    to = begin;
  }
  target.put(begin, static_cast<std::size_t>(to - begin));
}

void write_bytes(const std::string& path, std::uint64_t bytes) {
  Target target(path);
  const std::vector<char> piece(kPiece, 'x');
  for (; bytes != 0; bytes -= std::min<std::uint64_t>(bytes, kPiece)) target.put(piece.data(), std::min<std::uint64_t>(bytes, kPiece));
}

}  // namespace polydat::bench
