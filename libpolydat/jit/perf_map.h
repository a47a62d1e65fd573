// Names of generated functions for profilers that read /tmp/perf-PID.map.
#pragma once

#include <cstdint>
#include <string>

namespace polydat::jit {

// Whether $POLYDAT_PERF_MAP is set.
bool perf_map_wanted();
// Appends one line. A file that cannot be written is ignored: a profile is worth no failure. Thread-safe.
void add_to_perf_map(std::uint64_t address, std::uint64_t size, const std::string& name);

}  // namespace polydat::jit
