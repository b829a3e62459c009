// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/version.h>

#include <gtest/gtest.h>

#include <regex>
#include <string>

TEST(Version, HasThreeNumbers)
{
  EXPECT_TRUE(std::regex_match(std::string(rivlin::version()),
                               std::regex(R"(\d+\.\d+\.\d+)")));
}
