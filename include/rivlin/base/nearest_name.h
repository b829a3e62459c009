// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelled names in error messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// Damerau-Levenshtein distance (optimal string alignment): the least number
  /// of inserted, deleted, replaced or swapped neighbouring letters that turns
  /// one word into the other.
  int edit_distance(std::string_view a, std::string_view b);

  /// The candidate nearest to `word`. Upper and lower case count as equal
  /// unless that leaves a choice; of equally near candidates the first one.
  /// Empty if there are no candidates.
  std::string nearest_name(std::string_view word,
                           const std::vector<std::string> &candidates);

  /// ` Did you mean "sin"?`, or nothing without candidates; to be appended to
  /// the sentence that names the unknown word.
  std::string did_you_mean(std::string_view word,
                           const std::vector<std::string> &candidates);

  /// 'Unknown <what> "<name>"; did you mean "<nearest>"? Known: ...'.
  std::string unknown_name(std::string_view what,
                           std::string_view name,
                           const std::vector<std::string> &known);
} // namespace rivlin
