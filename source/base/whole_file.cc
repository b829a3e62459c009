// SPDX-License-Identifier: Apache-2.0
// Reads in pieces, because some file systems do not tell sizes.
#include <rivlin/base/whole_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <fstream>
#include <new>
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
    // A pipe may wait for ever, a device may never end.
    if (const auto status = std::filesystem::status(file, ignored);
        !std::filesystem::is_regular_file(status) &&
        !std::filesystem::is_directory(status))
      throw Error("Cannot read \"" + file.string() +
                  "\": it is a pipe or a device. Give a regular file.");
    std::string content;
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> piece(1 << 16);
    try
      {
        while (stream.read(piece.data(), piece.size()) || stream.gcount() > 0)
          content.append(piece.data(), stream.gcount());
      }
    catch (const std::bad_alloc &)
      {
        throw Error("\"" + file.string() + "\" has " +
                    number_text(std::filesystem::file_size(file, ignored)) +
                    " bytes, more than memory holds. Give a smaller file.");
      }
    // A folder can be opened, only reading it fails.
    if (!stream.eof() || stream.bad())
      throw Error("Cannot read \"" + file.string() +
                  "\". It must be a file that you may read.");
    return content;
  }
} // namespace rivlin
