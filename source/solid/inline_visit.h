// SPDX-License-Identifier: Apache-2.0
// std::visit for kernels: inlined, so that the visitor is compiled for the
// instruction set of the caller.
#pragma once

#include <cstddef>
#include <variant>

namespace rivlin
{
  /// visitor(alternative) must compile for every alternative; its call operator
  /// must be marked always_inline.
  template <std::size_t first = 0, class Visitor, class... Alternatives>
  [[gnu::always_inline]] inline void
  inline_visit(const Visitor &visitor,
               const std::variant<Alternatives...> &value)
  {
    const auto *alternative = std::get_if<first>(&value);
    if constexpr (first + 1 == sizeof...(Alternatives))
      visitor(*alternative);
    else if (alternative != nullptr)
      visitor(*alternative);
    else
      inline_visit<first + 1>(visitor, value);
  }
} // namespace rivlin
