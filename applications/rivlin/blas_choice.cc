// SPDX-License-Identifier: Apache-2.0
// OpenBLAS reads its environment when it is loaded, hence the restart.
#include "blas_choice.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

namespace rivlin
{
  void restart_with_fast_blas(char **argv)
  {
#if defined(__x86_64__) && defined(__linux__)
    if (std::getenv("OPENBLAS_CORETYPE"))
      return;
    // Another BLAS does not have this function: then there is nothing to mend.
    const auto core_name = reinterpret_cast<char *(*)()>(
      dlsym(RTLD_DEFAULT, "openblas_get_corename"));
    if (!core_name || std::strcmp(core_name(), "Prescott") != 0)
      return;
    __builtin_cpu_init();
    const char *better = nullptr;
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
      better = "SkylakeX";
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      better = "Haswell";
    if (!better)
      return;
    setenv("OPENBLAS_CORETYPE", better, 1);
    execv("/proc/self/exe", argv);
    // If the restart fails the run is slower, not wrong.
#else
    (void)argv;
#endif
  }
} // namespace rivlin
