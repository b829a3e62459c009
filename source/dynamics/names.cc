// SPDX-License-Identifier: Apache-2.0
// Levenshtein distance for suggestions.
#include <rivlin/dynamics/names.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace rivlin
{
  namespace
  {
    int distance(const std::string_view a, const std::string_view b)
    {
      const auto lower = [](const char c) {
        return std::tolower(static_cast<unsigned char>(c));
      };
      std::vector<int> row(b.size() + 1);
      std::iota(row.begin(), row.end(), 0);
      for (std::size_t i = 1; i <= a.size(); ++i)
        {
          int diagonal = row[0];
          row[0]       = static_cast<int>(i);
          for (std::size_t j = 1; j <= b.size(); ++j)
            {
              const int replaced =
                diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
              diagonal = row[j];
              row[j]   = std::min({row[j] + 1, row[j - 1] + 1, replaced});
            }
        }
      return row[b.size()];
    }
  } // namespace

  std::string unknown_name(const std::string_view what,
                           const std::string_view name,
                           const std::vector<std::string> &known)
  {
    std::string text = "Unknown ";
    text.append(what).append(" \"").append(name).append("\"");
    if (known.empty())
      return text + ".";
    const auto nearest =
      std::min_element(known.begin(),
                       known.end(),
                       [&](const std::string &a, const std::string &b) {
                         return distance(a, name) < distance(b, name);
                       });
    text.append("; did you mean \"").append(*nearest).append("\"? Known: ");
    for (std::size_t i = 0; i < known.size(); ++i)
      text.append(i > 0 ? ", " : "").append(known[i]);
    return text + ".";
  }
} // namespace rivlin
