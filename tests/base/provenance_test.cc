// SPDX-License-Identifier: Apache-2.0
// The record of origin is complete and says nothing about the machine.
#include <rivlin/base/provenance.h>

#include <rivlin/base/version.h>

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <iomanip>
#include <regex>
#include <sstream>
#include <string>

namespace
{
  using namespace rivlin;

  TEST(Provenance, NamesVersionCompilerAndBuild)
  {
    const Provenance origin = provenance();
    EXPECT_EQ(origin.program, "rivlin");
    EXPECT_EQ(origin.version, version());
    EXPECT_TRUE(
      std::regex_match(origin.compiler, std::regex(R"([A-Za-z]+ \d+\..*)")))
      << origin.compiler;
    EXPECT_FALSE(origin.build_type.empty());
    for (const std::string &text : {origin.compiler, origin.build_type})
      EXPECT_EQ(text.find('/'), std::string::npos) << text;
  }

  TEST(Provenance, HasTheDateInUtc)
  {
    // The clock of the stamp: std::time reads one that is a tick behind and
    // may still show the second before.
    const auto now = [] {
      using std::chrono::system_clock;
      return system_clock::to_time_t(system_clock::now());
    };
    const std::time_t before = now();
    std::istringstream text(provenance().date);
    const std::time_t after = now();
    std::tm date{};
    text >> std::get_time(&date, "%Y-%m-%dT%H:%M:%SZ");
    ASSERT_TRUE(text) << text.str();
    const std::time_t stamp = timegm(&date);
    EXPECT_LE(before, stamp);
    EXPECT_LE(stamp, after);
  }
} // namespace
