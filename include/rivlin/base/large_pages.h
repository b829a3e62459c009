// SPDX-License-Identifier: Apache-2.0
// Large arrays in large pages of memory.
#pragma once

#include <cstddef>
#include <vector>

namespace rivlin
{
  /// Ask the operating system for large pages (2 MiB instead of 4 KiB on x86)
  /// in memory that nobody has written yet: a sweep over a large array then
  /// looks up fewer addresses. Without effect where they do not exist.
  void advise_large_pages(const void *start, std::size_t n_bytes);

  template <typename Number>
  std::vector<Number> zeros_in_large_pages(const std::size_t n)
  {
    std::vector<Number> result;
    result.reserve(n);
    advise_large_pages(result.data(), n * sizeof(Number));
    result.resize(n);
    return result;
  }
} // namespace rivlin
