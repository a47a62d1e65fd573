// The generator and the nodes over it (nodes/random.h).
#include "nodes/random.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "nodes/native/hashing.h"
#include "nodes/utf8.h"

namespace polydat {
namespace {

// The number in line keeps apart generators that start within one tick of the clock.
std::uint64_t fresh_seed() {
  static std::atomic<std::uint64_t> started{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t seed = native::hash(static_cast<std::uint64_t>(now) ^ native::hash(started.fetch_add(1, std::memory_order_relaxed)));
  return seed != 0 ? seed : 1;  // 0 is where a xorshift stays
}

std::uint64_t next(State& state) {
  std::uint64_t s = state.word != 0 ? state.word : fresh_seed();
  s ^= s << 13;
  s ^= s >> 7;
  s ^= s << 17;
  return state.word = s;
}

}  // namespace

void prepare_random_string(PrepareContext& context) {
  const std::string_view text = context.str(0);
  std::vector<std::uint32_t> given;
  for (const char *at = text.data(), *end = at + text.size(); at != end;) {
    const Utf8Step step = decode_utf8(at, end);
    if (!step.valid) return context.refuse(0, "the character set is not valid UTF-8");
    given.push_back(step.code_point);
    at += step.length;
  }
  auto set = std::make_shared<CharacterSet>();
  const auto add = [&](std::uint32_t code_point) {
    char bytes[4];
    set->characters.emplace_back(bytes, put_utf8(bytes, code_point));
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::uint32_t first = given[i];
    if (i + 2 >= given.size() || given[i + 1] != '-') {
      add(first);
      continue;
    }
    const std::uint32_t last = given[i + 2];
    const std::uint64_t more = last < first ? 0 : last - first + 1;
    if (!context.fits(0, (set->characters.size() + more) * sizeof(std::string), "the character set")) return;
    constexpr std::uint32_t first_surrogate = 0xd800, last_surrogate = 0xdfff;
    for (std::uint32_t code_point = first; code_point <= last; ++code_point) {
      if (code_point < first_surrogate || code_point > last_surrogate) add(code_point);
    }
    i += 2;
  }
  if (set->characters.empty()) return context.refuse(0, "the character set is empty");
  context.add_object<CharacterSet>(std::move(set));
  context.add_u64(context.u64(1));
}

void random_bytes(std::uint64_t size, BytesOut& value, State& state) {
  for (std::uint64_t left = size; left > 0 && !value.buffer.overflowed();) {
    const std::uint64_t word = next(state);
    char bytes[8];
    for (unsigned b = 0; b < 8; ++b) bytes[b] = static_cast<char>(word >> (8 * b));
    const std::uint64_t taken = std::min<std::uint64_t>(left, 8);
    value.append({bytes, taken});
    left -= taken;
  }
}

void random_string(const CharacterSet& set, std::uint64_t length, StrOut& value, State& state) {
  for (std::uint64_t i = 0; i < length && !value.buffer.overflowed(); ++i)
    value.append(set.characters[next(state) % set.characters.size()]);
}

}  // namespace polydat
