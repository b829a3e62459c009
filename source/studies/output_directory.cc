// SPDX-License-Identifier: Apache-2.0
// Folders with a message.
#include <rivlin/studies/output_directory.h>

#include <rivlin/base/error.h>

namespace rivlin
{
  void make_output_directory(const std::filesystem::path &directory)
  {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error)
      throw Error("The output directory \"" + directory.string() +
                  "\" cannot be made (" + error.message() +
                  "). Choose another one with --output.");
  }
} // namespace rivlin
