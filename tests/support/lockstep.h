// Runs one random graph and script through every engine and mode at once and compares each read with the reference, and which steps ran
// with the naive model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polydat/kernel.h"
#include "support/random_graph.h"

namespace polydat::testing {

// One kind of kernel under test.
struct Subject {
  std::string name;
  Engine engine = Engine::Closures;
  Provenance mode = Provenance::PushPull;
  bool count_runs = true;    // false: whole-graph functions may run, steps are not compared
  bool exact_steps = false;  // push-pull: which steps ran must equal the naive model
  // Replaces the kernel by a negative control; empty for production kernels.
  std::function<std::unique_ptr<AnyKernel>(std::shared_ptr<const Program>)> control;
};

// Every engine and mode this build has.
std::vector<Subject> all_subjects(bool with_native);

// Nothing, or what went wrong first, as text.
std::optional<std::string> run_lockstep(const RandomGraph& graph, const std::vector<Operation>& script,
                                        const std::vector<Subject>& subjects);

// The smallest graph and script found that still fail, printed with the failure.
std::string shrink_and_describe(RandomGraph graph, std::vector<Operation> script, const std::vector<Subject>& subjects);

bool native_code_available();

}  // namespace polydat::testing
