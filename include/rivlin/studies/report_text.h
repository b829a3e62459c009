// SPDX-License-Identifier: Apache-2.0
// How reports show numbers, on the screen and in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rivlin
{
  /// "0.0761 %"; "-" for what is not a number.
  std::string percent(double part);
  /// Three digits: "12.6", "0.0031".
  std::string three_digits(double number);
  /// null for what is not a number.
  nlohmann::ordered_json json_number(double number);
} // namespace rivlin
