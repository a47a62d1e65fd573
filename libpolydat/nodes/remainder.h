// x % d for a d that is known long before the x are: two multiplications instead of a division.
#pragma once

#include <cstdint>

#include "nodes/native/kernel_subset.h"

namespace polydat {

class Remainder {
 public:
  Remainder() = default;
  explicit Remainder(std::uint64_t divisor) : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor) {}  // not 0
  // With q the high half of x * floor((2^64-1)/d), x - q*d lies in [0, 2d) (native/still_divisor.h).
  std::uint64_t of(std::uint64_t x) const {
    const auto quotient = static_cast<std::uint64_t>((static_cast<native::u128>(x) * reciprocal_) >> 64);
    const std::uint64_t rest = x - quotient * divisor_, less = rest - divisor_;
    return less < rest ? less : rest;
  }

 private:
  std::uint64_t divisor_ = 1;
  std::uint64_t reciprocal_ = ~std::uint64_t{0};
};

}  // namespace polydat
