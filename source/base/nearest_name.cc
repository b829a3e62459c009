// SPDX-License-Identifier: Apache-2.0
// Edit distance by dynamic programming over three rows; after Damerau, Comm.
// ACM 7 (1964), and Wagner and Fischer, J. ACM 21 (1974).
#include <rivlin/base/nearest_name.h>

#include <rivlin/base/text.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace rivlin
{
  int edit_distance(const std::string_view a, const std::string_view b)
  {
    // Row i holds the distances between the first i letters of a and the first
    // j letters of b; a swap looks two rows back.
    std::vector<int> before_last(b.size() + 1), last(b.size() + 1),
      row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i)
      {
        std::swap(before_last, last);
        std::swap(last, row);
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j)
          {
            row[j] = std::min({last[j] + 1,
                               row[j - 1] + 1,
                               last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
              row[j] = std::min(row[j], before_last[j - 2] + 1);
          }
      }
    return row.back();
  }

  std::string nearest_name(const std::string_view word,
                           const std::vector<std::string> &candidates)
  {
    const std::string lower_word = lower_case(word);
    std::string nearest;
    std::tuple<bool, int, int> least;
    for (const std::string &candidate : candidates)
      {
        // "sim" stands for "simulate", although fewer slips lead to "mesh".
        const bool is_abbreviation =
          word.size() > 1 && lower_case(candidate).starts_with(lower_word);
        const std::tuple<bool, int, int> distance = {
          !is_abbreviation,
          edit_distance(lower_word, lower_case(candidate)),
          edit_distance(word, candidate)};
        if (nearest.empty() || distance < least)
          {
            nearest = candidate;
            least   = distance;
          }
      }
    return nearest;
  }

  std::string did_you_mean(const std::string_view word,
                           const std::vector<std::string> &candidates)
  {
    const std::string nearest = nearest_name(word, candidates);
    return nearest.empty() ? "" : " Did you mean \"" + nearest + "\"?";
  }

  std::string unknown_name(const std::string_view what,
                           const std::string_view name,
                           const std::vector<std::string> &known)
  {
    const std::string text = message("Unknown ", what, ' ', in_quotes(name));
    if (known.empty())
      return text + ".";
    return message(text,
                   "; did you mean \"",
                   nearest_name(name, known),
                   "\"? Known: ",
                   joined(known),
                   ".");
  }
} // namespace rivlin
