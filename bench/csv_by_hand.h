// graphs/users.polydat to CSV as one loop by hand: what the writers of rows are compared with.
#pragma once

#include <cstdint>
#include <string>

namespace polydat::bench {

// Writes the rows of cycles 0 .. rows, four digits at a time, a MiB a call, into the file or device at `path`. Ends the benchmark
// where it cannot.
void write_users_by_hand(const std::string& path, std::uint64_t rows);
// So many bytes of no meaning, written as above: what the system takes at most.
void write_bytes(const std::string& path, std::uint64_t bytes);

}  // namespace polydat::bench
