// SPDX-License-Identifier: Apache-2.0
// A vector of doubles that starts at a cache line, for loops in vector
// registers.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace rivlin
{
  template <class T>
  struct CacheLineAllocator
  {
    using value_type                            = T;
    static constexpr std::align_val_t alignment = std::align_val_t(64);

    CacheLineAllocator() = default;

    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U> &)
    {}

    T *allocate(std::size_t n)
    {
      return static_cast<T *>(::operator new(n * sizeof(T), alignment));
    }

    void deallocate(T *pointer, std::size_t)
    {
      ::operator delete(pointer, alignment);
    }

    friend bool operator==(const CacheLineAllocator &,
                           const CacheLineAllocator &)
    {
      return true;
    }
  };

  using AlignedVector = std::vector<double, CacheLineAllocator<double>>;
} // namespace rivlin
