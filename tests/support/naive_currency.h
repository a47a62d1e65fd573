// Which steps a push-pull kernel must run, computed the naive way: a flag a step, brute-force reachability over the graph, no bit sets.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "plan/plan.h"
#include "support/reference_evaluator.h"

namespace polydat::testing {

class NaiveCurrency {
 public:
  NaiveCurrency(const Graph& graph, const Plan& plan);

  void input_changed(std::uint32_t input);
  void invalidate_all();
  // The steps that a pull of `source` must run, in order; marks them. `reference` holds the inputs as they stand. Stops at a failure.
  std::vector<std::uint32_t> pull(const WireSource& source, const ReferenceEvaluator& reference);
  std::vector<std::uint32_t> eval(const ReferenceEvaluator& reference);

 private:
  bool step_fails(std::uint32_t step, const ReferenceEvaluator& reference) const;
  std::set<std::uint32_t> cone(const WireSource& source) const;  // steps
  void begin_read();

  const Graph& graph_;
  const Plan& plan_;
  std::vector<std::set<std::uint32_t>> inputs_of_;  // per step: inputs reachable backwards
  std::vector<bool> stale_;
};

}  // namespace polydat::testing
