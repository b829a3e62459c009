// SPDX-License-Identifier: Apache-2.0
// Channels: tables in formulas, ranges, and the checks of their values.
#include <rivlin/dynamics/channel.h>

#include <rivlin/base/error.h>

#include <dynamics/rpc_bytes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  class ChannelTest : public TemporaryFolder
  {
  protected:
    const std::string table_file = (folder / "motion.csv").string();

    // x = 1 - 2 t + 3 t^2 - 4 t^3 in [0, 2], y = x^0 in the same file.
    ChannelTest()
    {
      std::string content = "time [s], x [mm], \"y, ones\"\n";
      for (const double t : {0., 0.25, 0.75, 1., 1.5, 2.})
        content += std::to_string(t) + "," +
                   std::to_string(1 - 2 * t + 3 * t * t - 4 * t * t * t) +
                   ",1\n";
      write(table_file, content);
    }
  };

  TEST(Channel, IsZeroByDefaultAndConstantFromANumber)
  {
    EXPECT_EQ(Channel().value(3), 0);
    EXPECT_FALSE(Channel().depends_on_time());
    const Channel constant(-1.25);
    EXPECT_EQ(constant.value(3), -1.25);
    EXPECT_EQ(constant.text(), "-1.25");
    EXPECT_EQ(constant.evaluate(3).derivative(1), 0);
  }

  TEST(Channel, GivesVelocityAccelerationAndJerk)
  {
    const Channel channel("9*sin(2*pi*3*t)");
    const double w = 2 * std::numbers::pi * 3, t = 0.31;
    const Taylor<3> x = channel.evaluate(t);
    // Four operations on numbers up to 9 w^3 = 6e4.
    EXPECT_NEAR(x.derivative(0), 9 * std::sin(w * t), 1e-13);
    EXPECT_NEAR(x.derivative(1), 9 * w * std::cos(w * t), 1e-12);
    EXPECT_NEAR(x.derivative(2), -9 * w * w * std::sin(w * t), 1e-11);
    EXPECT_NEAR(x.derivative(3), -9 * w * w * w * std::cos(w * t), 1e-9);
    EXPECT_EQ(channel.value(t), x.value());
    EXPECT_TRUE(channel.depends_on_time());
  }

  TEST_F(ChannelTest, ReproducesACubicTable)
  {
    const Channel channel("table(\"motion.csv\", \"x\")", folder);
    for (double t = 0; t <= 2; t += 0.125)
      {
        const Taylor<3> x = channel.evaluate(t);
        // Data up to 23 with 6 decimals (exact here), spacing 0.25: roundoff
        // 23 * 2e-16 * 0.25^-3 * a dozen operations.
        EXPECT_NEAR(x.derivative(0),
                    1 - 2 * t + 3 * t * t - 4 * t * t * t,
                    1e-11);
        EXPECT_NEAR(x.derivative(1), -2 + 6 * t - 12 * t * t, 1e-11);
        EXPECT_NEAR(x.derivative(2), 6 - 24 * t, 1e-11);
        EXPECT_NEAR(x.derivative(3), -24, 1e-11);
        EXPECT_EQ(channel.value(t), x.value());
      }
  }

  TEST_F(ChannelTest, CombinesTablesAndFormulas)
  {
    const Channel channel(
      "2*table(\"motion.csv\",\"x [mm]\")*sin(t) + "
      "table('" +
        table_file + "', 'y, ones') - 1",
      folder);
    const double t = 0.6, x = 1 - 2 * t + 3 * t * t - 4 * t * t * t,
                 v = -2 + 6 * t - 12 * t * t;
    EXPECT_NEAR(channel.value(t), 2 * x * std::sin(t), 1e-12);
    EXPECT_NEAR(channel.evaluate(t).derivative(1),
                2 * v * std::sin(t) + 2 * x * std::cos(t),
                1e-12);
  }

  TEST_F(ChannelTest, TableAloneIsConvertedToTheUnitOfItsUser)
  {
    const Channel in_mm("table(\"motion.csv\", \"x\")", folder);
    EXPECT_NEAR(in_mm.in_unit("mm").value(1), -2, 1e-12);
    EXPECT_NEAR(in_mm.in_unit("m").value(1), -2e-3, 1e-15);
    EXPECT_NEAR(in_mm.in_unit("m").evaluate(1).derivative(2), -18e-3, 1e-13);
    EXPECT_TRUE(in_mm.in_unit("m").depends_on_time());
    EXPECT_TRUE(in_mm.in_unit("m").unconverted().empty());
    const Channel negative("-table(\"motion.csv\", \"x\")", folder);
    EXPECT_NEAR(negative.in_unit("um").value(1), 2000, 1e-9);
    // Without a unit there is nothing to convert.
    const Channel ones("table(\"motion.csv\", \"y, ones\")", folder);
    EXPECT_NEAR(ones.in_unit("rad").value(1), 1, 1e-14);
    EXPECT_EQ(Channel("2*t").in_unit("rad").value(1), 2);
    EXPECT_EQ(Channel(3.).in_unit("rad").value(1), 3);
  }

  TEST_F(ChannelTest, TableInAForeignUnitIsRefused)
  {
    const Channel channel("table(\"motion.csv\", \"x\")", folder);
    EXPECT_EQ(message_of<Error>([&]() { channel.in_unit("rad"); }),
              "The column \"x [mm]\" of \"" + table_file +
                "\" is in [mm], which is not converted to [rad]. Known here: "
                "rad, deg, mrad. If its numbers are right as they are, write "
                "1*table(...).");
    write(folder / "turn.csv", "time [s],angle [Degr]\n0,0\n1,1\n");
    const Channel turn("table(\"turn.csv\", \"angle\")", folder);
    EXPECT_NE(message_of<Error>([&]() {
                turn.in_unit("rad");
              }).find("to [rad]. Did you mean \"deg\"? Known"),
              std::string::npos);
  }

  TEST_F(ChannelTest, FormulasConvertThemselvesAndAreTold)
  {
    const Channel channel("1e-3*table(\"motion.csv\", \"x\")", folder);
    EXPECT_NEAR(channel.in_unit("m").value(1), -2e-3, 1e-15);
    EXPECT_EQ(channel.in_unit("m").unconverted(),
              std::vector<std::string>{"\"x [mm]\" of \"" + table_file + '"'});
    EXPECT_TRUE(channel.in_unit("mm").unconverted().empty());
    const Channel step = channel.in_unit("N");
    EXPECT_EQ(
      in_sequence(Channel(1e-3), {{"push", 0, 1, step}}).unconverted().size(),
      1u);
  }

  TEST_F(ChannelTest, IsCopiedWithItsTables)
  {
    Channel channel;
    {
      const Channel original("table(\"motion.csv\", \"x\")", folder);
      channel = original;
    }
    EXPECT_NEAR(channel.value(1), -2, 1e-12);
  }

  TEST_F(ChannelTest, KnowsWhatItsTablesHold)
  {
    const auto sum = [&](const std::string &text) {
      return Channel(text, folder).table_checksum();
    };
    EXPECT_EQ(sum("3*t"), "");
    const std::string x = sum("table(\"motion.csv\", \"x\")");
    EXPECT_EQ(x.size(), 16u);
    EXPECT_EQ(sum("2*table('motion.csv', 'x')"), x);
    const std::string y = sum("table('motion.csv', 'y, ones')");
    EXPECT_NE(y, x);
    EXPECT_EQ(sum("table('motion.csv', 'x')+table('motion.csv', 'y, ones')"),
              x + " " + y);
    // One number of a column is edited.
    std::string content = read(table_file);
    content.replace(content.rfind(",1"), 2, ",2");
    write(table_file, content);
    EXPECT_EQ(sum("table('motion.csv', 'x')"), x);
    EXPECT_NE(sum("table('motion.csv', 'y, ones')"), y);
  }

  TEST_F(ChannelTest, RefusesTimesOutsideOfATable)
  {
    const Channel channel("1 + table(\"motion.csv\", \"x\")", folder);
    const std::string range = "The column \"x [mm]\" of \"" + table_file +
                              "\" covers the times 0 to 2 s, but ";
    const std::string advice =
      " Extend the table or shorten the run; nothing is extrapolated.";
    EXPECT_NO_THROW(channel.check_range(0, 2));
    EXPECT_NO_THROW(channel.check_range(0.5, 2 + 1e-12));
    EXPECT_EQ(message_of<Error>([&]() { channel.check_range(0, 2.5); }),
              range + "the run goes from 0 to 2.5 s." + advice);
    EXPECT_EQ(message_of<Error>([&]() { channel.check_range(-1, 2); }),
              range + "the run goes from -1 to 2 s." + advice);
    EXPECT_EQ(message_of<Error>([&]() { channel.value(2.25); }),
              range + "its value at 2.25 s is needed." + advice);
    EXPECT_EQ(message_of<Error>([&]() { channel.evaluate(-0.5); }),
              range + "its value at -0.5 s is needed." + advice);
    // A formula has no range.
    EXPECT_NO_THROW(Channel("sin(t)").check_range(-1e9, 1e9));
  }

  TEST_F(ChannelTest, NamesUnknownFilesAndColumns)
  {
    EXPECT_EQ(message_of<Error>(
                [&]() { Channel("table(\"motoin.csv\", \"x\")", folder); }),
              "There is no file \"" + (folder / "motoin.csv").string() +
                "\". Correct its name; names in a parameter file count from "
                "the folder of that file.");
    EXPECT_EQ(message_of<Error>(
                [&]() { Channel("table(\"motion.csv\", \"X\")", folder); }),
              "\"" + table_file +
                "\" has no column \"X\". Did you mean \"x [mm]\"?");
  }

  // The same signal in both formats, a cubic, which its spline reproduces.
  TEST_F(ChannelTest, ReadsRpcFilesLikeCsvFiles)
  {
    std::vector<double> cubic;
    std::string csv = "time [s], a [N]\n";
    for (int i = 0; i < 8; ++i)
      {
        const double t = 0.25 * i;
        cubic.push_back(16 - 32 * t + 64 * t * t - 32 * t * t * t);
        csv += std::to_string(t) + "," + std::to_string(cubic.back()) + "\n";
      }
    write(folder / "road.csv", csv);
    write(folder / "floats.rsp", rpc_example({cubic}, true).bytes());
    write(folder / "integers.DRV", rpc_example({cubic}, false, true).bytes());
    for (const std::string file : {"road.csv", "floats.rsp", "integers.DRV"})
      {
        const Channel channel("1000*table(\"" + file + "\", \"a\")", folder);
        const double t    = 1.1;
        const Taylor<3> x = channel.evaluate(t);
        // Numbers up to 1e5, spacing 0.25: 1e5 * 2e-16 * 0.25^-3 = 1e-9, and a
        // dozen operations.
        EXPECT_NEAR(x.derivative(0),
                    1000 * (16 - 32 * t + 64 * t * t - 32 * t * t * t),
                    1e-8);
        EXPECT_NEAR(x.derivative(1), 1000 * (-32 + 128 * t - 96 * t * t), 1e-8);
        EXPECT_NEAR(x.derivative(2), 1000 * (128 - 192 * t), 1e-8);
        EXPECT_NEAR(x.derivative(3), -192000, 1e-8);
      }
  }

  TEST_F(ChannelTest, RefusesRunsLongerThanAnRpcFileAndUnknownChannels)
  {
    const std::filesystem::path file = folder / "road.rsp";
    write(file, rpc_example({{1, 2, 3, 4}, {4, 3, 2, 1}}).bytes());
    const Channel channel("table(\"road.rsp\", \"b\")", folder);
    EXPECT_NO_THROW(channel.check_range(0, 0.75));
    EXPECT_EQ(message_of<Error>([&]() { channel.check_range(0, 1); }),
              "The column \"b [N]\" of \"" + file.string() +
                "\" covers the times 0 to 0.75 s, but the run goes from 0 to "
                "1 s. Extend the table or shorten the run; nothing is "
                "extrapolated.");
    EXPECT_EQ(message_of<Error>(
                [&]() { Channel("table(\"road.rsp\", \"B\")", folder); }),
              "\"" + file.string() +
                "\" has no column \"B\". Did you mean \"b [N]\"?");
  }

  TEST_F(ChannelTest, RefusesTablesWithNumbersThatAreNotFinite)
  {
    write(folder / "road.csv", "time [s],a\n0,0\n1,nan\n");
    EXPECT_EQ(message_of<Error>(
                [&]() { Channel("table(\"road.csv\", \"a\")", folder); }),
              "\"" + (folder / "road.csv").string() +
                "\", line 3: column 2 (a): \"nan\" is not a finite number. "
                "Replace it by a value.");
    write(folder / "road.rsp",
          rpc_example({{0, std::nan(""), 0, 0}}, true).bytes());
    EXPECT_EQ(message_of<Error>(
                [&]() { Channel("table(\"road.rsp\", \"a\")", folder); }),
              "\"" + (folder / "road.rsp").string() +
                "\": channel 1 (a [N]), point 2 is nan, not a finite number. "
                "Repair the signal.");
  }

  TEST(Channel, RefusesValuesThatAreNotFinite)
  {
    const auto expected = [](const std::string &what,
                             const std::string &formula,
                             const std::string &where) {
      return "The " + what + " of the formula\n  " + formula +
             "\nis not finite at t = " + where +
             "). Change the formula so that it is smooth over the whole run.";
    };
    EXPECT_EQ(message_of<Error>([]() { Channel("1/t").value(0); }),
              expected("value", "1/t", "0 s (inf"));
    const Channel root("t^1.5");
    EXPECT_NO_THROW(root.value(0));
    EXPECT_NO_THROW(root.evaluate(0, 1));
    EXPECT_EQ(message_of<Error>([&]() { root.evaluate(0, 2); }),
              expected("second time derivative", "t^1.5", "0 s (inf"));
    EXPECT_EQ(message_of<Error>([]() { Channel("t^2.5").evaluate(0); }),
              expected("third time derivative", "t^2.5", "0 s (inf"));
  }
} // namespace
