// The choice of the column loops for this CPU (native/column_loops.h).
#include "nodes/native/column_loops.h"

namespace polydat {

std::span<const ColumnLoop, kNativeCount> column_loops() {
#if defined(__x86_64__)
  static const bool has_v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                             __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (has_v4) return column_loops_v4;
#endif
  return column_loops_v3;
}

}  // namespace polydat
