// SPDX-License-Identifier: Apache-2.0
// The record of origin, with the present date.
#include <rivlin/base/provenance.h>

#include <rivlin/base/version.h>

#include <chrono>
#include <cstdio>

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
      char text[32];
      std::snprintf(text,
                    sizeof text,
                    "%04d-%02u-%02uT%02d:%02d:%02dZ",
                    static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()),
                    static_cast<unsigned>(date.day()),
                    static_cast<int>(time.hours().count()),
                    static_cast<int>(time.minutes().count()),
                    static_cast<int>(time.seconds().count()));
      return text;
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
