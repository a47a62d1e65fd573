// When a run changes to native code (tiering.h).
#include "stream/tiering.h"

#include <algorithm>
#include <limits>

#include "kernel/native_block.h"
#include "kernel/program_internals.h"
#include "plan/classify_nodes.h"

namespace polydat {

namespace {

// As `scripts/bench --lines engine-costs` measures them: 64 chains of 500 nodes (hash, u64_add, mod) take 0.223 ns a node on column loops and
// 0.162 fused; on an AMD EPYC with AVX-512 making that code takes 0.5 ms a node, and loading the JIT object 3 to 5 ms. What fusing saves
// depends on the nodes (a chain of hashes gains nothing), so the code has to prove itself.
constexpr double kSavedNs = 0.06;
constexpr double kLeastShare = 0.3;  // native code takes at least so much of the time of column loops
constexpr double kCompileFixedMs = 5;
constexpr double kCompileNodeMs = 0.5;

// Native code whose fastest block among so many rows takes so much of the time of the fastest one before is left again. Other work on the
// machine only ever adds time, so sums would say little.
constexpr double kWorse = 1.1;
constexpr std::uint64_t kProofRows = 1 << 16;

// Times of fewer rows say little.
constexpr std::uint64_t kFewRows = 1 << 14;

std::size_t count_loops(const ProgramInternals& program) {
  return static_cast<std::size_t>(std::count_if(program.graph.nodes.begin(), program.graph.nodes.end(), has_native_form));
}

void keep_least(std::atomic<double>& least, double value) {
  double known = least.load(std::memory_order_relaxed);
  while (value < known && !least.compare_exchange_weak(known, value, std::memory_order_relaxed)) {}
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
  if (rows == 0) return;
  keep_least(native ? native_least_ns_ : closure_least_ns_, static_cast<double>(time.count()) / static_cast<double>(rows));
  if (native) return took_native(rows, time);
  const std::uint64_t all_rows = measured_rows_.fetch_add(rows, std::memory_order_relaxed) + rows;
  const auto ns = static_cast<std::uint64_t>(time.count());
  const std::uint64_t all_ns = measured_ns_.fetch_add(ns, std::memory_order_relaxed) + ns;
  if (all_rows < kFewRows || decided_.load(std::memory_order_relaxed) || !native_->wished()) return;
  if (!pays(all_rows, all_ns) || decided_.exchange(true)) return;
  const std::lock_guard lock(mutex_);
  thread_ = std::thread(&Tiering::compile, this);
}

void Tiering::took_native(std::size_t rows, std::chrono::nanoseconds time) {
  const std::uint64_t all_rows = native_rows_.fetch_add(rows, std::memory_order_relaxed) + rows;
  const auto ns = static_cast<std::uint64_t>(time.count());
  native_ns_.fetch_add(ns, std::memory_order_relaxed);
  if (all_rows < kProofRows || judged_.load(std::memory_order_relaxed) || judged_.exchange(true)) return;
  const std::lock_guard lock(mutex_);
  report_.left = native_least_ns_.load() > kWorse * closure_least_ns_.load();
  if (report_.left) native_->leave();
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
  if (report_.native_rows != 0)
    report_.native_measured_ns = static_cast<double>(native_ns_.load()) / static_cast<double>(report_.native_rows);
  return report_;
}

}  // namespace polydat
