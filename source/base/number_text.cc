// SPDX-License-Identifier: Apache-2.0
// Shortest text and reading by the standard library, all else by fmt; neither
// looks at the locale.
#include <rivlin/base/number_text.h>

#include <rivlin/base/text.h>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace rivlin
{
  namespace
  {
    /// from_chars knows the minus sign only.
    std::string_view without_plus(std::string_view word)
    {
      if (word.starts_with('+') && !word.starts_with("+-"))
        word.remove_prefix(1);
      return word;
    }
  } // namespace

  std::string number_text(const double number)
  {
    // The longest case is -2.2250738585072014e-308: 24 characters.
    std::array<char, 32> buffer;
    const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return std::string(buffer.data(), result.ptr);
  }

  std::string number_text(const double number, const int digits)
  {
    return fmt::format("{:.{}g}", number, digits);
  }

  std::string number_text(const long long number)
  {
    return fmt::to_string(number);
  }

  std::string number_text(const unsigned long long number)
  {
    return fmt::to_string(number);
  }

  std::string scientific_text(const double number, const int decimals)
  {
    return fmt::format("{:.{}e}", number, decimals);
  }

  std::string fixed_text(const double number, const int decimals)
  {
    return fmt::format("{:.{}f}", number, decimals);
  }

  std::string zero_padded(const long long number, const int width)
  {
    return fmt::format("{:0{}}", number, width);
  }

  std::string numbers_text(const std::span<const double> numbers,
                           const std::string_view separator)
  {
    std::string text;
    for (const double number : numbers)
      {
        text.append(text.empty() ? std::string_view() : separator);
        text += number_text(number, 6);
      }
    return text;
  }

  std::optional<double> to_double(const std::string_view text)
  {
    // In texts of this length the sign of the exponent alone tells too large
    // numbers from too small ones.
    constexpr std::size_t longest = 300;
    const std::string_view word   = without_plus(trimmed(text));
    if (word.empty() || word.size() > longest)
      return {};
    double number;
    const char *const end  = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, number);
    if (at != end || error == std::errc::invalid_argument)
      return {};
    if (error == std::errc::result_out_of_range)
      {
        const bool is_tiny = word.find("e-") != std::string_view::npos ||
                             word.find("E-") != std::string_view::npos;
        number = is_tiny ? 0 : std::numeric_limits<double>::infinity();
        return word.starts_with('-') ? -number : number;
      }
    return number;
  }

  std::optional<long long> to_integer(const std::string_view text)
  {
    const std::string_view word = without_plus(trimmed(text));
    long long number;
    const char *const end  = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, number);
    if (word.empty() || error != std::errc() || at != end)
      return {};
    return number;
  }
} // namespace rivlin
