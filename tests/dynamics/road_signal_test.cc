// SPDX-License-Identifier: Apache-2.0
// The shipped road load: its generator, its size, and the same in RPC III,
// which a program other than the tests has written.
#include <rivlin/dynamics/channel.h>
#include <rivlin/dynamics/time_table.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  const std::filesystem::path cases = source_folder() / "parameter_files";

  // Numbers in the CSV file have three decimals.
  constexpr double csv_rounding = 0.5e-3;

  class RoadSignal : public TemporaryFolder
  {
  protected:
    /// False if there is no Python with numpy.
    bool generate(const std::string &options) const
    {
      if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") != 0)
        return false;
      const std::string command =
        "/usr/bin/python3 '" + (cases / "road_signal.py").string() +
        "' --csv '" + (folder / "road.csv").string() + "' --rpc '" +
        (folder / "road.rsp").string() + "' " + options;
      EXPECT_EQ(std::system(command.c_str()), 0) << command;
      return true;
    }

    /// Both tables have the same columns at the same times, with values that
    /// differ by at most `tolerance` of the largest one plus the rounding of
    /// `n_roundings` CSV files.
    static void compare(const TimeTable &a,
                        const TimeTable &b,
                        const double tolerance,
                        const int n_roundings)
    {
      ASSERT_EQ(a.times.size(), b.times.size());
      for (std::size_t i = 0; i < a.times.size(); ++i)
        EXPECT_NEAR(a.times[i], b.times[i], 1e-12);
      ASSERT_EQ(a.columns.size(), b.columns.size());
      for (std::size_t j = 0; j < a.columns.size(); ++j)
        {
          EXPECT_EQ(a.columns[j].title(), b.columns[j].title());
          const std::vector<double> &x = a.columns[j].values,
                                    &y = b.columns[j].values;
          double largest               = 0;
          for (const double value : x)
            largest = std::max(largest, std::abs(value));
          for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_NEAR(x[i],
                        y[i],
                        tolerance * largest +
                          1.001 * n_roundings * csv_rounding)
              << a.columns[j].title() << ", point " << i;
        }
    }
  };

  TEST_F(RoadSignal, IsWhatItsGeneratorWrites)
  {
    if (!generate(""))
      GTEST_SKIP() << "needs python3-numpy";
    compare(read_time_table(cases / "road_signal.csv"),
            read_time_table(folder / "road.csv"),
            0,
            2);
  }

  TEST_F(RoadSignal, IsTheSameInRpcFiles)
  {
    // 16 bits: half of a count of 1/32752, the scale has 7 digits. Floats: half
    // of 2^-23.
    for (const auto &[options, tolerance] :
         {std::pair{"", 0.5 / 32752 + 1e-6}, std::pair{"--float", 0x1p-24}})
      {
        if (!generate(options))
          GTEST_SKIP() << "needs python3-numpy";
        compare(read_time_table(folder / "road.csv"),
                read_time_table(folder / "road.rsp"),
                tolerance,
                1);
      }
  }

  TEST_F(RoadSignal, BeginsSmoothlyAtZero)
  {
    for (const std::string name :
         {"force x", "force y", "force z", "moment x", "moment y", "moment z"})
      {
        const Channel channel("table(\"road_signal.csv\", \"" + name + "\")",
                              cases);
        EXPECT_NO_THROW(channel.check_range(0, 2));
        EXPECT_EQ(channel.value(0), 0);
        // The load grows like t^4; what remains is the rounding of the numbers,
        // 2 ms apart, in the slope (18 f1 - 9 f2 + 2 f3) / (6 h) of the cubic
        // through the first points: 29 / 6 * 5e-4 / 2e-3 = 1.2, the largest
        // slopes are 1e5.
        EXPECT_NEAR(channel.evaluate(0).derivative(1), 0, 1.5);
      }
  }

  // Loads over the linear stiffnesses of the bushing of 10 and 25 mm radius,
  // 40 mm length, mu = 1 MPa: moves of a few mm and degrees.
  TEST_F(RoadSignal, FitsTheBushing)
  {
    const TimeTable table = read_time_table(cases / "road_signal.csv");
    const auto value      = [&](const std::string &name, const std::size_t i) {
      return table.column(name).values[i];
    };
    constexpr double degree = std::numbers::pi / 180;
    double radial = 0, axial = 0, conical = 0, torsion = 0;
    for (std::size_t i = 0; i < table.times.size(); ++i)
      {
        radial =
          std::max(radial,
                   std::hypot(value("force x", i), value("force y", i)) / 1135);
        axial = std::max(axial, std::abs(value("force z", i)) / 252);
        conical =
          std::max(conical,
                   std::hypot(value("moment x", i), value("moment y", i)) /
                     1.4e5);
        torsion = std::max(torsion, std::abs(value("moment z", i)) / 6e4);
      }
    for (const auto &[largest, limit] : {std::pair{radial, 3.},
                                         std::pair{axial, 3.},
                                         std::pair{conical, 3 * degree},
                                         std::pair{torsion, 10 * degree}})
      {
        EXPECT_LT(largest, limit);
        EXPECT_GT(largest, 0.5 * limit);
      }
  }
} // namespace
