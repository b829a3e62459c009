// SPDX-License-Identifier: Apache-2.0
// What the papers say in words and numbers about their figures of the heavy
// top: Arnold et al. 2015 (ABC) and Wieloch and Arnold (WA).
#include <rivlin/benchmarks/heavy_top_study.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace rivlin;

namespace
{
  /// Between the last two step sizes.
  double last_order(const std::vector<VerificationRow> &rows,
                    const std::string &quantity)
  {
    double order = std::nan("");
    for (const VerificationRow &row : rows)
      if (row.quantity == quantity)
        order = row.observed_order;
    return order;
  }

  IntegratorOptions sharp_options()
  {
    IntegratorOptions options;
    options.generalized_alpha.parameters       = chung_hulbert(0.9);
    options.generalized_alpha.newton.tolerance = 1e-12;
    options.bliedf.newton.tolerance            = 1e-12;
    return options;
  }
} // namespace

TEST(HeavyTopFigures, LocalErrorsOfBLieDFNeedTheCorrection)
{
  // WA, Figure 2: O(h^(k+1)) with L_k, O(h^3) without.
  for (const int k : {2, 3, 4})
    {
      EXPECT_NEAR(last_order(bliedf_local_errors(k, true, {1024, 2048}),
                             "local q"),
                  k + 1,
                  0.1)
        << k;
      EXPECT_NEAR(last_order(bliedf_local_errors(k, false, {1024, 2048}),
                             "local q"),
                  3,
                  0.1)
        << k;
    }
}

TEST(HeavyTopFigures, GlobalErrorsOfBLieDFAtTwoSeconds)
{
  // WA, Figure 4. Without the correction the order falls to 2 as h does: with
  // these steps it is seen for k = 4.
  const IntegratorOptions options = sharp_options();
  for (const int k : {2, 3, 4})
    {
      const auto rows = heavy_top_final_errors(HeavyTopSpace::r3_so3,
                                               "BLieDF" + std::to_string(k),
                                               options,
                                               "",
                                               {1024, 2048});
      EXPECT_NEAR(last_order(rows, "relative q"), k, 0.5) << k;
      EXPECT_NEAR(last_order(rows, "relative lambda"), k, 0.2) << k;
    }
  IntegratorOptions uncorrected = options;
  uncorrected.bliedf.correction = false;
  const auto rows               = heavy_top_final_errors(
    HeavyTopSpace::r3_so3, "BLieDF4", uncorrected, "", {1024, 2048});
  EXPECT_NEAR(last_order(rows, "relative q"), 2, 0.2);
  EXPECT_NEAR(last_order(rows, "relative lambda"), 2, 0.2);
}

TEST(HeavyTopFigures, SecondOrderBeyondTheTransientPhase)
{
  // ABC, Figure 6: also with the plain start.
  const auto rows = heavy_top_late_errors("generalized alpha",
                                          sharp_options(),
                                          "",
                                          {1024, 2048});
  EXPECT_NEAR(last_order(rows, "late q"), 2, 0.05);
  EXPECT_NEAR(last_order(rows, "late lambda"), 2, 0.05);
}

TEST(HeavyTopFigures, TransientErrorsAreThoseOfThePaper)
{
  // ABC, Section 5: the largest errors of lambda are reached at t_15 for rho =
  // 0.9 and t_4 for rho = 0.6; the norms behind them have the ratio 34.3 / 7.4.
  // With perturbed values the oscillations disappear. eta is of second order.
  std::map<std::string, std::pair<double, double>> largest; // time and error
  std::map<std::string, double> eta;
  for (const TrajectoryRow &row : heavy_top_trajectories())
    {
      if (row.figure == "ABC 4" && row.quantity == "error of lambda [N]" &&
          row.value > largest[row.series].second)
        largest[row.series] = {row.time, row.value};
      if (row.figure == "ABC 5" && row.quantity == "norm of eta")
        eta[row.series] = std::max(eta[row.series], row.value);
    }
  const double h    = 1e-3;
  const auto weak   = largest.at("rho_inf = 0.9"),
             strong = largest.at("rho_inf = 0.6");
  EXPECT_NEAR(weak.first / h, 15, 1.1);
  EXPECT_NEAR(strong.first / h, 4, 1.1);
  EXPECT_NEAR(weak.second / strong.second, 34.3 / 7.4, 0.1 * 34.3 / 7.4);
  EXPECT_LT(largest.at("rho_inf = 0.9, perturbed start").second,
            weak.second / 30);
  EXPECT_NEAR(std::log2(eta.at("h = 0.001") / eta.at("h = 0.0005")), 2, 0.1);
}
