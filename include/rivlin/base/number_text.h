// SPDX-License-Identifier: Apache-2.0
// Numbers as text that reads back to the same number, in any locale.
#pragma once

#include <string>

namespace rivlin
{
  /// The shortest decimal text that reads back to exactly this number: 0.1,
  /// 1e-05, nan.
  std::string number_text(double number);
} // namespace rivlin
