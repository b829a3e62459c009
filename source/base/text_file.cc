// SPDX-License-Identifier: Apache-2.0
// UTF-8 with or without its mark is read, other encodings are named.
#include <rivlin/base/text_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// With its mark, or letters of the first half of ASCII without it.
    bool is_utf_16(const std::string_view content)
    {
      using namespace std::literals;
      if (content.starts_with("\xFF\xFE"sv) ||
          content.starts_with("\xFE\xFF"sv))
        return true;
      const std::size_t n = std::min<std::size_t>(content.size() / 2, 8);
      if (n < 2)
        return false;
      bool low_first = true, high_first = true;
      for (std::size_t i = 0; i < n; ++i)
        {
          const bool first_is_zero  = content[2 * i] == 0,
                     second_is_zero = content[2 * i + 1] == 0;
          low_first  = low_first && !first_is_zero && second_is_zero;
          high_first = high_first && first_is_zero && !second_is_zero;
        }
      return low_first || high_first;
    }
  } // namespace

  std::string_view text_of(const std::string_view content,
                           const std::filesystem::path &file,
                           const std::string &advice)
  {
    if (is_utf_16(content))
      throw Error(in_quotes(file.string()) +
                  " is in UTF-16, with two bytes for each letter. Save it as "
                  "UTF-8.");
    const auto is_binary = [](const char c) {
      return static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\r' &&
             c != '\t' && c != '\f' && c != '\v';
    };
    const auto bad = std::find_if(content.begin(), content.end(), is_binary);
    if (bad != content.end())
      throw Error(message(in_quotes(file.string()),
                          " is not text: byte ",
                          bad - content.begin() + 1,
                          " has the value ",
                          static_cast<int>(*bad),
                          ". ",
                          advice));
    return content.starts_with("\xEF\xBB\xBF") ? content.substr(3) : content;
  }
} // namespace rivlin
