// When a run changes to native code (tiering.h).
#include "stream/tiering.h"

#include <algorithm>
#include <limits>

#include "kernel/native_block.h"
#include "kernel/program_internals.h"
#include "plan/classify_nodes.h"

namespace polydat {

namespace {

// Measured as docs/performance.md says: what a fused node saves a row is its column's way through the cache; compiling a graph costs a
// fixed part (loading the JIT object, setting up) and a part a node.
constexpr double kSavedNs = 0.1;
constexpr double kLeastShare = 0.3;  // native code takes at least so much of the time of column loops
constexpr double kCompileFixedMs = 10;
constexpr double kCompileNodeMs = 0.7;

// Times of fewer rows say little.
constexpr std::uint64_t kFewRows = 1 << 14;

std::size_t count_loops(const ProgramInternals& program) {
  return static_cast<std::size_t>(std::count_if(program.graph.nodes.begin(), program.graph.nodes.end(), has_native_form));
}

NativeBlock* changing_code(const ProgramInternals& program) {
  NativeBlock* const native = program.native_block.get();
  return native != nullptr && native->when() == NativeBlock::When::InBackground ? native : nullptr;
}

}  // namespace

Tiering::Tiering(const Program& program, std::optional<u128> rows)
    : native_(changing_code(program.internals())), rows_(rows), loops_(native_ == nullptr ? 0 : count_loops(program.internals())) {
  report_.decides = native_ != nullptr;
  report_.compile_ms = kCompileFixedMs + kCompileNodeMs * static_cast<double>(loops_);
}

Tiering::~Tiering() { finish(); }

void Tiering::took(std::size_t rows, std::chrono::nanoseconds time, bool native) {
  if (native_ == nullptr) return;
  if (native) {
    native_rows_.fetch_add(rows, std::memory_order_relaxed);
    return;
  }
  const std::uint64_t all_rows = measured_rows_.fetch_add(rows, std::memory_order_relaxed) + rows;
  const auto ns = static_cast<std::uint64_t>(time.count());
  const std::uint64_t all_ns = measured_ns_.fetch_add(ns, std::memory_order_relaxed) + ns;
  if (all_rows < kFewRows || decided_.load(std::memory_order_relaxed) || !native_->wished()) return;
  if (!pays(all_rows, all_ns) || decided_.exchange(true)) return;
  const std::lock_guard lock(mutex_);
  thread_ = std::thread(&Tiering::compile, this);
}

// Of a run whose length is not known, as much is expected as has been seen.
bool Tiering::pays(std::uint64_t rows, std::uint64_t ns) {
  const double closure_ns = static_cast<double>(ns) / static_cast<double>(rows);
  const double native_ns = std::max(closure_ns * kLeastShare, closure_ns - kSavedNs * static_cast<double>(loops_));
  const std::lock_guard lock(mutex_);
  report_.closure_ns = closure_ns;
  report_.native_ns = native_ns;
  const double left = rows_ ? static_cast<double>(*rows_) - static_cast<double>(rows) : static_cast<double>(rows);
  return left * (closure_ns - native_ns) / 1e6 > report_.compile_ms;
}

void Tiering::compile() {
  const bool made = native_->compile(*native_->wished(), &cancel_);
  const std::lock_guard lock(mutex_);
  report_.compiled = made;
  if (!made && !cancel_.load()) report_.error = native_->error();
}

TierReport Tiering::finish() {
  cancel_.store(true);
  if (thread_.joinable()) thread_.join();
  report_.native_rows = native_rows_.load();
  return report_;
}

}  // namespace polydat
