// SPDX-License-Identifier: Apache-2.0
// Words: trimmed, split, joined, quoted; and messages built from their parts.
#pragma once

#include <rivlin/base/number_text.h>

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// Without blanks, tabs and ends of lines around it; a part of the text
  /// given, which must outlive it.
  std::string_view trimmed(std::string_view text);

  /// The pieces between the separators, trimmed; empty pieces are kept. An
  /// empty text has no pieces. Parts of the text given, which must outlive
  /// them.
  std::vector<std::string_view> split(std::string_view text, char separator);

  /// The words between blanks, tabs and ends of lines. Parts of the text given,
  /// which must outlive them.
  std::vector<std::string_view> split_words(std::string_view text);

  std::string joined(std::span<const std::string> items,
                     std::string_view separator = ", ");

  /// ASCII letters only; other bytes stay as they are.
  std::string lower_case(std::string_view text);
  std::string upper_case(std::string_view text);

  /// "text", for messages: control characters become question marks, and of
  /// longer texts stand the first letters and three dots.
  std::string in_quotes(std::string_view text,
                        std::size_t longest = std::string_view::npos);

  /// A cell of a CSV file: in quotes if it has to be.
  std::string csv_cell(std::string_view text);

  /// With blanks behind or before the text, up to this width. A letter in
  /// UTF-8 counts as one.
  std::string left_aligned(std::string_view text, int width);
  std::string right_aligned(std::string_view text, int width);

  /// Lines with columns as wide as their longest entry and two blanks between
  /// them; the first column to the left, the others to the right.
  std::string text_table(const std::vector<std::vector<std::string>> &rows,
                         std::string_view indentation = "  ");

  void append_part(std::string &text, std::string_view part);
  void append_part(std::string &text, double number);

  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) void append_part(std::string &text,
                                                          const Integer part)
  {
    if constexpr (std::same_as<Integer, char>)
      text += part;
    else
      text += number_text(part);
  }

  /// The parts one after the other: texts, letters, whole numbers, and floating
  /// point numbers with six digits (number_text gives more, or fewer).
  template <typename... Parts>
  std::string message(const Parts &...parts)
  {
    std::string text;
    (append_part(text, parts), ...);
    return text;
  }
} // namespace rivlin
