// The check of the CPU: below x86-64-v3 the program ends with one sentence and exit code 2.
//
// Built for plain x86-64, alone of all files (see CMakeLists.txt), and run before every other static initialiser, since those may
// already use newer instructions. It includes no header with inline code: the linker might keep a copy built for v3.
#include <unistd.h>

namespace {

#if defined(__x86_64__)
[[gnu::constructor(101)]] void end_below_the_floor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("bmi") != 0 &&
      __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0)
    return;
  static constexpr char kSentence[] = "polydat: error: this CPU lacks AVX2, FMA or BMI2; polydat needs an x86-64-v3 CPU\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, kSentence, sizeof(kSentence) - 1);
  _exit(2);
}
#endif

}  // namespace
