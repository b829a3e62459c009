// SPDX-License-Identifier: Apache-2.0
// Entries of a place are known by their names.
#include <rivlin/dynamics/fitted_memory.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    bool is_of_place(const MemoryEntry &entry)
    {
      return entry.name.starts_with("factoriz");
    }
  } // namespace

  void fit_place(const std::vector<MemoryEntry> &expected,
                 std::vector<MemoryEntry> &memory)
  {
    const auto begin =
      std::find_if(expected.begin(), expected.end(), is_of_place);
    const auto end = std::find_if_not(begin, expected.end(), is_of_place);
    const bool has_place =
      std::any_of(memory.begin(), memory.end(), is_of_place);
    const auto first = begin - expected.begin();
    if (begin == end)
      std::erase_if(memory, is_of_place);
    else if (!has_place && first <= std::ssize(memory))
      memory.insert(memory.begin() + first, begin, end);
  }
} // namespace rivlin
