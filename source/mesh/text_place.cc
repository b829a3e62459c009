// SPDX-License-Identifier: Apache-2.0
// Complaints with file and line, and the dialect of mesh files.
#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/base/text_file.h>
#include <rivlin/base/whole_file.h>

#include <algorithm>
#include <cmath>
#include <system_error>

namespace rivlin
{
  namespace
  {
    std::optional<double> finite(const std::optional<double> number)
    {
      return number && std::isfinite(*number) ? number : std::nullopt;
    }
  } // namespace

  std::string excerpt(const std::string_view text)
  {
    constexpr std::size_t longest = 60;
    return in_quotes(text, longest);
  }

  std::optional<double> to_coordinate(const std::string_view text)
  {
    if (text.find_first_of("dD") == std::string_view::npos)
      return finite(to_double(text));
    std::string word(text);
    std::replace_if(
      word.begin(),
      word.end(),
      [](const char c) { return c == 'd' || c == 'D'; },
      'e');
    return finite(to_double(word));
  }

  void fail_at(const std::filesystem::path &file,
               const int line,
               const std::string &what)
  {
    throw Error('"' + file.string() + "\", line " + number_text(line) + ": " +
                what);
  }

  std::string_view mesh_text(const std::string_view content,
                             const std::filesystem::path &file)
  {
    return text_of(content, file, "Give an Abaqus input file or a Gmsh mesh.");
  }

  std::string read_mesh_bytes(const std::filesystem::path &file)
  {
    std::error_code ignored;
    const auto status = std::filesystem::status(file, ignored);
    if (!std::filesystem::exists(status))
      throw Error("There is no mesh file \"" + file.string() +
                  "\". Correct its name.");
    // Devices may never end.
    if (!std::filesystem::is_regular_file(status))
      throw Error("Cannot read the mesh \"" + file.string() +
                  "\": it is not a regular file. Give the name of an .inp or "
                  ".msh file.");
    std::string content = read_whole_file(file);
    if (trimmed(content).empty())
      throw Error("The mesh file \"" + file.string() +
                  "\" is empty. Write it again.");
    return content;
  }
} // namespace rivlin
