// Maximal feedbacks of Galois shift registers: the table, and the check of any other feedback.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polydat {

inline constexpr unsigned kLfsrFirstWidth = 4;
inline constexpr unsigned kLfsrLastWidth = 64;
inline constexpr std::size_t kLfsrWidthCount = kLfsrLastWidth - kLfsrFirstWidth + 1;

struct LfsrWidth {
  std::uint64_t feedback;
  std::uint64_t primes[11];  // the distinct primes of 2^width - 1, ascending, then zeros
};
extern const LfsrWidth kLfsrWidths[kLfsrWidthCount];  // from kLfsrFirstWidth on

// The width of the register that visits 1..size: the bits of `size`, at least 4.
unsigned lfsr_width(std::uint64_t size);
// Whether the register of this width (4..64) visits every value but 0 before it repeats one. Microseconds at any width.
bool is_maximal_feedback(std::uint64_t feedback, unsigned width);

}  // namespace polydat
