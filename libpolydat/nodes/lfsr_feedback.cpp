// The check of a feedback by the order of x (nodes/lfsr_feedback.h).
//
// A register value is a polynomial over GF(2) whose coefficient of x^k is bit width-1-k; a step to the right multiplies by x
// modulo x^width + feedback. So the register is maximal exactly when the order of x is 2^width - 1.
#include "nodes/lfsr_feedback.h"

#include <algorithm>
#include <bit>

#include "nodes/native/permutation.h"

namespace polydat {
namespace {

struct Field {
  std::uint64_t feedback;
  unsigned width;

  std::uint64_t one() const { return std::uint64_t{1} << (width - 1); }
  std::uint64_t product(std::uint64_t a, std::uint64_t b) const {
    std::uint64_t sum = 0;
    for (std::uint64_t bit = one(); bit != 0; bit >>= 1) {
      if ((b & bit) != 0) sum ^= a;
      a = native::lfsr_step(a, feedback);
    }
    return sum;
  }
  std::uint64_t power_of_x(std::uint64_t exponent) const {
    std::uint64_t result = one();
    std::uint64_t base = one() >> 1;
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = product(result, base);
      base = product(base, base);
    }
    return result;
  }
};

}  // namespace

unsigned lfsr_width(std::uint64_t size) { return std::max(static_cast<unsigned>(std::bit_width(size)), kLfsrFirstWidth); }

bool is_maximal_feedback(std::uint64_t feedback, unsigned width) {
  // The top bit is the constant term: without it the register runs into 0, and a higher one leaves the width.
  if (static_cast<unsigned>(std::bit_width(feedback)) != width) return false;
  const Field field{feedback, width};
  const std::uint64_t order = ~std::uint64_t{0} >> (64 - width);
  if (field.power_of_x(order) != field.one()) return false;
  for (const std::uint64_t prime : kLfsrWidths[width - kLfsrFirstWidth].primes) {
    if (prime == 0) break;
    if (field.power_of_x(order / prime) == field.one()) return false;
  }
  return true;
}

}  // namespace polydat
