// SPDX-License-Identifier: Apache-2.0
// Numbers by std::from_chars, which knows no locale.
#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/base/whole_file.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <system_error>

namespace rivlin
{
  std::string_view trimmed(const std::string_view text)
  {
    const auto first = text.find_first_not_of(" \t\r\n\f\v");
    if (first == std::string_view::npos)
      return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n\f\v") - first + 1);
  }

  std::string upper_case(const std::string_view text)
  {
    std::string result(text);
    std::transform(result.begin(),
                   result.end(),
                   result.begin(),
                   [](const unsigned char letter) {
                     return static_cast<char>(std::toupper(letter));
                   });
    return result;
  }

  std::string in_quotes(const std::string_view text)
  {
    constexpr std::size_t longest = 60;
    std::string result            = "\"";
    for (const char c : text.substr(0, longest))
      result += static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    return result + (text.size() > longest ? "...\"" : "\"");
  }

  std::optional<double> to_double(const std::string_view text)
  {
    // No decimal text of a double needs to be longer.
    std::array<char, 64> digits;
    std::string_view word = trimmed(text);
    if (word.starts_with('+'))
      word.remove_prefix(1);
    if (word.empty() || word.size() > digits.size() || word.starts_with('+'))
      return {};
    std::transform(word.begin(), word.end(), digits.begin(), [](const char c) {
      return c == 'd' || c == 'D' ? 'e' : c;
    });
    double number;
    const char *end     = digits.data() + word.size();
    const auto [at, ec] = std::from_chars(digits.data(), end, number);
    // A number too small for a double is zero for a mesh.
    if (ec == std::errc::result_out_of_range && at == end)
      {
        const std::string_view used(digits.data(), word.size());
        if (used.find("e-") != std::string_view::npos)
          return 0.;
      }
    if (ec != std::errc() || at != end || !std::isfinite(number))
      return {};
    return number;
  }

  std::optional<long long> to_integer(const std::string_view text)
  {
    std::string_view word = trimmed(text);
    if (word.starts_with('+'))
      word.remove_prefix(1);
    long long number;
    const char *end     = word.data() + word.size();
    const auto [at, ec] = std::from_chars(word.data(), end, number);
    if (word.empty() || ec != std::errc() || at != end)
      return {};
    return number;
  }

  void fail_at(const std::filesystem::path &file,
               const int line,
               const std::string &what)
  {
    throw Error('"' + file.string() + "\", line " + std::to_string(line) +
                ": " + what);
  }

  void require_text(const std::string_view content,
                    const std::filesystem::path &file)
  {
    const auto is_binary = [](const char c) {
      return static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\r' &&
             c != '\t' && c != '\f' && c != '\v';
    };
    const auto bad = std::find_if(content.begin(), content.end(), is_binary);
    if (bad != content.end())
      throw Error('"' + file.string() + "\" is not text: byte " +
                  std::to_string(bad - content.begin() + 1) +
                  " has the value " + std::to_string(static_cast<int>(*bad)) +
                  ". Give an Abaqus input file or a Gmsh mesh.");
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
