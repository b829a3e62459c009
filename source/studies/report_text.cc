// SPDX-License-Identifier: Apache-2.0
// Numbers in reports.
#include <rivlin/studies/report_text.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <iomanip>
#include <sstream>

namespace rivlin
{
  std::string three_digits(const double number)
  {
    std::ostringstream text;
    text << std::setprecision(3) << number;
    return text.str();
  }

  std::string percent(const double part)
  {
    return std::isfinite(part) ? three_digits(100 * part) + " %" : "-";
  }

  nlohmann::ordered_json json_number(const double number)
  {
    return std::isfinite(number) ? nlohmann::ordered_json(number)
                                 : nlohmann::ordered_json();
  }
} // namespace rivlin
