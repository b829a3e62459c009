// SPDX-License-Identifier: Apache-2.0
// What was being made when memory ran out.
#pragma once

#include <new>
#include <string>
#include <utility>

namespace rivlin
{
  /// Memory ran out; the message says what was being made and what to do. It
  /// hits one rank and not another, so it is no ComputationFailed, which all
  /// ranks have in common. Exit code 1.
  class OutOfMemory final : public std::bad_alloc
  {
  public:
    explicit OutOfMemory(const std::string &doing)
      : text("Memory ran out while " + doing +
             ". Make the model smaller, end other programs, or use more "
             "machines.")
    {}

    const char *what() const noexcept override
    {
      return text.c_str();
    }

  private:
    std::string text;
  };

  /// The result of the function; if memory runs out in it, OutOfMemory tells
  /// what was going on. Inside another such call, the inner one speaks.
  template <typename Function>
  auto with_memory_for(const std::string &doing, const Function &function)
  {
    try
      {
        return function();
      }
    catch (const OutOfMemory &)
      {
        throw;
      }
    catch (const std::bad_alloc &)
      {
        throw OutOfMemory(doing);
      }
  }
} // namespace rivlin
