// SPDX-License-Identifier: Apache-2.0
// Files are the same if the system says so.
#include <rivlin/base/input_protection.h>

#include <rivlin/base/error.h>

#include <system_error>

namespace rivlin
{
  void refuse_to_replace(const std::filesystem::path &input,
                         const std::filesystem::path &output)
  {
    std::error_code ignored;
    if (!std::filesystem::equivalent(input, output, ignored))
      return;
    throw Error("Writing \"" + output.string() +
                "\" would replace the input \"" + input.string() +
                "\", which is the same file. Choose another name or folder "
                "for the output.");
  }
} // namespace rivlin
