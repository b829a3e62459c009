// SPDX-License-Identifier: Apache-2.0
// Plain loops over bytes.
#include <rivlin/base/text.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    constexpr std::string_view blanks = " \t\r\n\f\v";

    template <typename Function>
    std::string transformed(const std::string_view text, const Function &f)
    {
      std::string result(text);
      std::transform(result.begin(), result.end(), result.begin(), f);
      return result;
    }

    int width_of(const std::string_view text)
    {
      return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](const char c) {
          return (c & 0xC0) != 0x80;
        }));
    }

    std::string blanks_up_to(const int width, const std::string_view text)
    {
      return std::string(std::max(width - width_of(text), 0), ' ');
    }
  } // namespace

  std::string_view trimmed(const std::string_view text)
  {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
      return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
  }

  std::vector<std::string_view> split(std::string_view text,
                                      const char separator)
  {
    std::vector<std::string_view> pieces;
    if (text.empty())
      return pieces;
    for (auto end = text.find(separator); end != std::string_view::npos;
         end      = text.find(separator))
      {
             pieces.push_back(trimmed(text.substr(0, end)));
             text.remove_prefix(end + 1);
      }
    pieces.push_back(trimmed(text));
    return pieces;
  }

  std::vector<std::string_view> split_words(std::string_view text)
  {
    std::vector<std::string_view> found;
    for (text = trimmed(text); !text.empty(); text = trimmed(text))
      {
        found.push_back(text.substr(0, text.find_first_of(blanks)));
        text.remove_prefix(found.back().size());
      }
    return found;
  }

  std::string joined(const std::span<const std::string> items,
                     const std::string_view separator)
  {
    std::string result;
    for (std::size_t i = 0; i < items.size(); ++i)
      result.append(i > 0 ? separator : std::string_view()).append(items[i]);
    return result;
  }

  std::string lower_case(const std::string_view text)
  {
    return transformed(text, [](const char c) {
      return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
  }

  std::string upper_case(const std::string_view text)
  {
    return transformed(text, [](const char c) {
      return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
  }

  std::string in_quotes(const std::string_view text, const std::size_t longest)
  {
    const auto printable = [](const char c) {
      return static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    };
    return '"' + transformed(text.substr(0, longest), printable) +
           (text.size() > longest ? "...\"" : "\"");
  }

  std::string csv_cell(const std::string_view text)
  {
    if (text.find_first_of(",\"#\n") == std::string_view::npos)
      return std::string(text);
    std::string result(1, '"');
    for (const char c : text)
      result.append(c == '"' ? 2 : 1, c);
    return result + '"';
  }

  std::string left_aligned(const std::string_view text, const int width)
  {
    return std::string(text) + blanks_up_to(width, text);
  }

  std::string right_aligned(const std::string_view text, const int width)
  {
    return blanks_up_to(width, text).append(text);
  }

  std::string text_table(const std::vector<std::vector<std::string>> &rows,
                         const std::string_view indentation)
  {
    std::vector<int> widths;
    for (const auto &row : rows)
      {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t i = 0; i < row.size(); ++i)
          widths[i] = std::max(widths[i], width_of(row[i]));
      }
    std::string text;
    for (const auto &row : rows)
      {
        std::string line(indentation);
        for (std::size_t i = 0; i < row.size(); ++i)
          line += i == 0 ? left_aligned(row[i], widths[i])
                         : "  " + right_aligned(row[i], widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
      }
    return text;
  }

  void append_part(std::string &text, const std::string_view part)
  {
    text += part;
  }

  void append_part(std::string &text, const double number)
  {
    text += number_text(number, 6);
  }
} // namespace rivlin
