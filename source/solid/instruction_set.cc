// SPDX-License-Identifier: Apache-2.0
// The choice of the instruction set at run time, so that one binary runs
// everywhere and uses what the processor has.
#include <rivlin/solid/element_kernel.h>

namespace rivlin
{
  bool is_supported(InstructionSet instructions)
  {
#ifdef __x86_64__
    switch (instructions)
      {
        case InstructionSet::avx512:
          return __builtin_cpu_supports("avx512f") &&
                 __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl") &&
                 is_supported(InstructionSet::avx2);
        case InstructionSet::avx2:
          return __builtin_cpu_supports("avx2") &&
                 __builtin_cpu_supports("fma");
        case InstructionSet::baseline:
          break;
      }
#endif
    return instructions == InstructionSet::baseline;
  }

  InstructionSet best_instruction_set()
  {
#ifdef _WIN32
    // GCC does not align the stack for wide registers there (its bug 54412).
    return InstructionSet::baseline;
#else
    for (const InstructionSet set :
         {InstructionSet::avx512, InstructionSet::avx2})
      if (is_supported(set))
        return set;
    return InstructionSet::baseline;
#endif
  }
} // namespace rivlin
