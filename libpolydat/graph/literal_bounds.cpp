// The ports that are sizes, as a table.
#include "graph/literal_bounds.h"

#include <array>
#include <string_view>

namespace polydat {

namespace {

struct SizePort {
  std::string_view function, parameter;
  std::uint64_t bytes;  // of one element
};
constexpr std::array<SizePort, 4> kSizes{
    {{"char_buf", "length", 1}, {"hash_vec", "dim", 4}, {"random_vector", "dim", 2}, {"xxhash3_vec", "dim", 4}}};

}  // namespace

std::string oversize(const Signature& signature, const Parameter& parameter, std::uint64_t value, const Limits& limits) {
  for (const SizePort& port : kSizes) {
    if (port.function == signature.name && port.parameter == parameter.name && value > limits.max_value / port.bytes) {
      return "asks for a value of more than " + std::to_string(limits.max_value) + " bytes";
    }
  }
  return {};
}

}  // namespace polydat
