// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of a program. It replaces malloc, so include it in one
// file of the program only.
#pragma once

#include <cstdlib>

// Sanitizers bring their own malloc; only glibc lets us wrap its one.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

namespace
{
  constexpr bool counts_allocations = true;

  bool counting = false;
  long n_calls  = 0;
} // namespace

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);

void *
malloc(std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_malloc(size);
}
void *
calloc(std::size_t n, std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_calloc(n, size);
}
void *
realloc(void *pointer, std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_realloc(pointer, size);
}
void *
aligned_alloc(std::size_t alignment, std::size_t size)
{
  n_calls += counting ? 1 : 0;
  return __libc_memalign(alignment, size);
}
}

#else

namespace
{
  constexpr bool counts_allocations = false;

  bool counting = false;
  long n_calls  = 0;
} // namespace

#endif

namespace rivlin
{
  /// Zero where they cannot be counted.
  template <class Action>
  long allocations_of(const Action &action)
  {
    n_calls  = 0;
    counting = true;
    action();
    counting = false;
    return n_calls;
  }
} // namespace rivlin
