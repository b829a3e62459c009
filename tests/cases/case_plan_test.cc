// SPDX-License-Identifier: Apache-2.0
// Step sizes that contradict each other.
#include <rivlin/base/error.h>
#include <rivlin/cases/case_plan.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace rivlin
{
  namespace
  {
    TEST(CasePlan, SmallestStepsAreBelowTheOthers)
    {
      const auto refusal = [](const std::vector<std::string> &settings) {
        return message_of<Error>(
          [&] { make_case_plan(read_case("", settings)); });
      };
      EXPECT_EQ(refusal({"Time/Minimum step size=0.05",
                         "Time/Maximum step size=0.02"}),
                "\"Time/Minimum step size\" is 0.05 s, above \"Time/Maximum "
                "step size\", which is 0.02 s. Lower the one or raise the "
                "other.");
      EXPECT_EQ(refusal({"Time/Minimum step size=0.5"}),
                "\"Time/Minimum step size\" is 0.5 s, above \"Time/Step "
                "size\", which is 0.1 s. Lower the one or raise the other.");
      EXPECT_EQ(refusal({"Time/Minimum step size=0.05",
                         "Time/Maximum step size=0.05"}),
                "nothing was thrown");
    }
  } // namespace
} // namespace rivlin
