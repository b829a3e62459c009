// SPDX-License-Identifier: Apache-2.0
// Reads in pieces, so that pipes, whose size is not known, work as well.
#include <rivlin/base/whole_file.h>

#include <rivlin/base/error.h>

#include <fstream>
#include <system_error>
#include <vector>

namespace rivlin
{
  std::string read_whole_file(const std::filesystem::path &file)
  {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
      throw Error("There is no file \"" + file.string() +
                  "\". Correct its name; names in a parameter file count from "
                  "the folder of that file.");
    std::string content;
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> piece(1 << 16);
    while (stream.read(piece.data(), piece.size()) || stream.gcount() > 0)
      content.append(piece.data(), stream.gcount());
    // A folder can be opened, only reading it fails.
    if (!stream.eof() || stream.bad())
      throw Error("Cannot read \"" + file.string() +
                  "\". It must be a file that you may read.");
    return content;
  }
} // namespace rivlin
