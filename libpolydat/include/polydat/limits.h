// The limits of design D13: what an untrusted graph may ask for. Each error names its limit and the option that raises it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polydat {

struct Limits {
  std::uint64_t max_file = std::uint64_t{64} << 20;   // --max-file: bytes of one graph file
  std::uint64_t max_nesting = 10'000;                 // --max-nesting: levels
  std::uint64_t max_nodes = 1'000'000;                // --max-nodes
  std::uint64_t max_const = std::uint64_t{64} << 20;  // --max-const: bytes of one constant or table
  std::uint64_t max_value = std::uint64_t{64} << 20;  // --max-value: bytes of one run-time string or list
  std::uint64_t max_compile = 60;                     // --max-compile: seconds of native compilation
  std::uint64_t max_line = std::uint64_t{256} << 20;  // --max-line: bytes of one coordinate line
};

}  // namespace polydat
