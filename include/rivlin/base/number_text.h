// SPDX-License-Identifier: Apache-2.0
// Numbers as text and back, in any locale.
#pragma once

#include <concepts>

#include <rivlin/base/number_text.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rivlin
{
  /// The shortest decimal text that reads back to exactly this number: 0.1,
  /// 1e-05, nan. For files, and in messages for numbers that the user gave.
  std::string number_text(double number);

  /// At most that many significant digits: 0.333, 1.1e-09, nan. For numbers
  /// that were computed.
  std::string number_text(double number, int digits);

  std::string number_text(long long number);
  std::string number_text(unsigned long long number);

  template <std::integral Integer>
  requires(!std::same_as<Integer, bool> &&
           !std::same_as<Integer, char>) std::string
    number_text(const Integer number)
  {
    if constexpr (std::signed_integral<Integer>)
      return number_text(static_cast<long long>(number));
    else
      return number_text(static_cast<unsigned long long>(number));
  }

  /// One digit before the point and so many behind it: 1.250e-03.
  std::string scientific_text(double number, int decimals);

  /// So many digits behind the point: 12.50.
  std::string fixed_text(double number, int decimals);

  /// With leading zeros: 0012.
  std::string zero_padded(long long number, int width);

  /// Coordinates of a point and the like, six digits each: "1, 0.5, -2e-07".
  std::string numbers_text(std::span<const double> numbers,
                           std::string_view separator = ", ");

  /// The whole text, without surrounding blanks, as a number, else nothing. A
  /// leading plus is understood. Numbers too large are infinite, numbers too
  /// small are zero; inf and nan are numbers.
  std::optional<double> to_double(std::string_view text);

  /// The same for whole numbers that fit.
  std::optional<long long> to_integer(std::string_view text);
} // namespace rivlin
