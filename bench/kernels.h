// Programs and row loops over kernels, for the lines of the table.
#pragma once

#include <memory>
#include <string>

#include "graphs.h"
#include "polydat/kernel.h"
#include "rounds.h"

namespace polydat::bench {

// Whether this build and installation can make native code.
bool has_native();

// The program of a graph; ends the benchmark with the diagnostics when it does not compile. `cpu` empty: this machine.
std::shared_ptr<const Program> program_of(const BenchGraph& graph, Engine engine, const std::string& cpu = {});

// Rows of a graph whose one input is `cycle`: set it, eval, and the XOR of all outputs.
RowLoop eval_rows(const BenchGraph& graph, Engine engine, const std::string& cpu = {});

// The same by blocks. `fixed`: the coordinates behind the first, which stand still.
RowLoop blocks_of(const BenchGraph& graph, Engine engine, const std::string& cpu, const std::vector<std::uint64_t>& fixed);

// Ends the benchmark: a kernel said that a row has no value.
[[noreturn]] void row_failed(const Failure& failure);

}  // namespace polydat::bench
