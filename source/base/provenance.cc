// SPDX-License-Identifier: Apache-2.0
// The record of origin, with the present date.
#include <rivlin/base/provenance.h>

#include <rivlin/base/version.h>

#include <fmt/format.h>

#include <chrono>

namespace rivlin
{
  namespace
  {
    std::string date_text()
    {
      using namespace std::chrono;
      const auto now = floor<seconds>(system_clock::now());
      const auto day = floor<days>(now);
      const year_month_day date(day);
      const hh_mm_ss time(now - day);
      return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
                         static_cast<int>(date.year()),
                         static_cast<unsigned>(date.month()),
                         static_cast<unsigned>(date.day()),
                         time.hours().count(),
                         time.minutes().count(),
                         time.seconds().count());
    }
  } // namespace

  Provenance provenance()
  {
    return {"rivlin",
            std::string(version()),
            date_text(),
            std::string(compiler()),
            std::string(build_type())};
  }
} // namespace rivlin
