// What a failed read tells the user (axioms E1, E5): found by evaluating the asked output depth first over the current inputs.
#pragma once

#include "kernel/depth_first.h"
#include "kernel/kernel_state.h"

namespace polydat {

// The report of one failed node: the same text from every engine.
Failure report_of(const ProgramInternals& program, const NodeFailure& failure);

// Replays `target` (a node) over the kernel's inputs. Volatile and side-channel values are taken from their slots where they are
// current (`is_current(step)`), never run again. If the replay does not fail, that is a mistake of ours, and the report says so.
Failure replay_failure(const KernelState& state, std::uint32_t target, const std::function<bool(std::uint32_t step)>& is_current);

}  // namespace polydat
