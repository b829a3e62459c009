// SPDX-License-Identifier: Apache-2.0
// OpenBLAS reads its environment when it is loaded, hence the restart.
#include <rivlin/solvers/blas_choice.h>

#include <rivlin/base/number_text.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace rivlin
{
  namespace
  {
    /// A function of OpenBLAS; another BLAS does not have it, and then there
    /// is nothing to choose.
    template <typename Function>
    Function *openblas_function(const char *name)
    {
      return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
    }

    /// The variable by which the user asks for a number of threads, or null.
    /// OpenBLAS reads them in this order and ignores what is not positive.
    const char *threads_variable()
    {
      for (const char *name :
           {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS"})
        if (const char *value = std::getenv(name))
          if (std::atoi(value) > 0)
            return name;
      return nullptr;
    }

    void restart_with_fast_kernels(char **argv)
    {
#if defined(__x86_64__) && defined(__linux__)
      if (std::getenv("OPENBLAS_CORETYPE"))
        return;
      const auto core_name =
        openblas_function<char *()>("openblas_get_corename");
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
  } // namespace

  void choose_blas(char **argv)
  {
    restart_with_fast_kernels(argv);
    const auto set_threads =
      openblas_function<void(int)>("openblas_set_num_threads");
    if (set_threads && !threads_variable())
      set_threads(1);
  }

  void reserve_blas_memory()
  {
    using Product    = void(const char *,
                         const char *,
                         const int *,
                         const int *,
                         const int *,
                         const double *,
                         const double *,
                         const int *,
                         const double *,
                         const int *,
                         const double *,
                         double *,
                         const int *);
    const auto dgemm = openblas_function<Product>("dgemm_");
    if (!openblas_function<char *()>("openblas_get_corename") || !dgemm)
      return;
    // 128 MiB and a little, as measured.
    ::operator delete(::operator new(std::size_t(136) << 20));
    // Large enough not to be done without that memory.
    constexpr int n = 200;
    std::vector<double> a(n * n, 0.), c(n * n, 0.);
    const double one = 1, zero = 0;
    dgemm("N",
          "N",
          &n,
          &n,
          &n,
          &one,
          a.data(),
          &n,
          a.data(),
          &n,
          &zero,
          c.data(),
          &n);
  }

  std::string describe_blas()
  {
    const auto config    = openblas_function<char *()>("openblas_get_config");
    const auto core_name = openblas_function<char *()>("openblas_get_corename");
    const auto n_threads = openblas_function<int()>("openblas_get_num_threads");
    if (!config || !core_name || !n_threads)
      return "BLAS: not OpenBLAS; its threads are left to it";
    // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..."
    std::istringstream words(config());
    std::string name, version;
    words >> name >> version;
    const int n      = n_threads();
    std::string line = "BLAS: " + name + " " + version + ", " + core_name() +
                       " kernels, " + number_text(n) +
                       (n == 1 ? " thread" : " threads");
    if (const char *variable = threads_variable())
      line += std::string(" (") + variable + ")";
    return line;
  }
} // namespace rivlin
