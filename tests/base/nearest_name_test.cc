// SPDX-License-Identifier: Apache-2.0
// Edit distances counted by hand and the choice among candidates.
#include <rivlin/base/nearest_name.h>

#include <gtest/gtest.h>

namespace
{
  using namespace rivlin;

  TEST(EditDistance, CountsEachKindOfSlipOnce)
  {
    EXPECT_EQ(edit_distance("modulus", "modulus"), 0);
    EXPECT_EQ(edit_distance("modulus", "moduls"), 1);   // deleted
    EXPECT_EQ(edit_distance("modulus", "moduluss"), 1); // inserted
    EXPECT_EQ(edit_distance("modulus", "moduleus"), 1);
    EXPECT_EQ(edit_distance("modulus", "nodulus"), 1); // replaced
    EXPECT_EQ(edit_distance("modulus", "modulsu"), 1); // swapped
    EXPECT_EQ(edit_distance("", "four"), 4);
    EXPECT_EQ(edit_distance("four", ""), 4);
  }

  TEST(EditDistance, IsThatOfTextbookExamples)
  {
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
    // Optimal string alignment does not edit a swapped pair again.
    EXPECT_EQ(edit_distance("ca", "abc"), 3);
  }

  TEST(EditDistance, IsSymmetric)
  {
    EXPECT_EQ(edit_distance("abcdef", "badxfe"),
              edit_distance("badxfe", "abcdef"));
  }

  TEST(NearestName, FindsTheSlip)
  {
    EXPECT_EQ(nearest_name("Bluk modulus", {"C10", "C01", "Bulk modulus"}),
              "Bulk modulus");
    EXPECT_EQ(nearest_name("sni", {"cos", "sin", "asin"}), "sin");
  }

  TEST(NearestName, TreatsCaseAsTheSmallerSlip)
  {
    EXPECT_EQ(nearest_name("STEP SIZE", {"Stop side", "Step size"}),
              "Step size");
    EXPECT_EQ(nearest_name("inner", {"Inner", "inner", "outer"}), "inner");
  }

  TEST(NearestName, TakesTheFirstOfEquallyNearOnes)
  {
    EXPECT_EQ(nearest_name("x2", {"x1", "x3"}), "x1");
  }

  TEST(NearestName, TakesAbbreviationsForWhatTheyBegin)
  {
    EXPECT_EQ(nearest_name("sim", {"mesh", "simulate", "info"}), "simulate");
    EXPECT_EQ(nearest_name("PRE", {"parameters", "train", "predict"}),
              "predict");
    EXPECT_EQ(nearest_name("Elements", {"Elements x", "Elements radial"}),
              "Elements x");
    // One letter says too little.
    EXPECT_EQ(nearest_name("C", {"Count", "D"}), "D");
  }

  TEST(NearestName, IsEmptyWithoutCandidates)
  {
    EXPECT_EQ(nearest_name("x", {}), "");
    EXPECT_EQ(did_you_mean("x", {}), "");
    EXPECT_EQ(did_you_mean("coz", {"cos"}), " Did you mean \"cos\"?");
  }

  TEST(NearestName, UnknownNamesAreToldWithAllKnownOnes)
  {
    EXPECT_EQ(unknown_name("integrator", "rodas4p", {"ROS3P", "RODAS4P"}),
              "Unknown integrator \"rodas4p\"; did you mean \"RODAS4P\"? "
              "Known: ROS3P, RODAS4P.");
    EXPECT_EQ(unknown_name("set", "x", {}), "Unknown set \"x\".");
  }
} // namespace
