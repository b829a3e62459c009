// SPDX-License-Identifier: Apache-2.0
// Large pages on Linux, where programs have to ask for them.
#include <rivlin/base/large_pages.h>

#ifdef __linux__
#  include <cstdint>
#  include <sys/mman.h>
#endif

namespace rivlin
{
  void advise_large_pages(const void *const start, const std::size_t n_bytes)
  {
#ifdef __linux__
    // Only whole pages that belong to this array alone.
    constexpr std::uintptr_t page = std::uintptr_t(2) << 20;
    const auto address            = reinterpret_cast<std::uintptr_t>(start);
    const auto first              = (address + page - 1) / page * page;
    const auto last               = (address + n_bytes) / page * page;
    if (last > first)
      // A refusal changes the speed, not the result.
      static_cast<void>(
        madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE));
#else
    static_cast<void>(start);
    static_cast<void>(n_bytes);
#endif
  }
} // namespace rivlin
