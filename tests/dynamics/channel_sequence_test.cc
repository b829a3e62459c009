// SPDX-License-Identifier: Apache-2.0
// Channels of load steps: joints, held values, derivatives and refusals.
#include <rivlin/dynamics/channel.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace
{
  using namespace rivlin;

  TEST(ChannelSequence, CountsTimeFromTheBeginOfEachStep)
  {
    const Channel channel = in_sequence(Channel(),
                                        {{"press", 0, 2, Channel("-0.5*t")},
                                         {"wait", 2, 3},
                                         {"shake", 3, 5, Channel("sin(t)-1")}});
    EXPECT_EQ(channel.value(-1), 0);
    EXPECT_EQ(channel.value(1), -0.5);
    EXPECT_EQ(channel.value(2.5), -1);
    EXPECT_EQ(channel.value(4), std::sin(1.) - 1);
    EXPECT_EQ(channel.value(6), std::sin(3.) - 1);
    EXPECT_TRUE(channel.depends_on_time());
    EXPECT_EQ(channel.text(),
              "press: -0.5*t; wait: held at -1; shake: sin(t)-1");
  }

  TEST(ChannelSequence, HasTheDerivativesOfTheLaterStepAtABorder)
  {
    const Channel channel = in_sequence(Channel(),
                                        {{"a", 0, 2, Channel("t^2")},
                                         {"b", 2, 3},
                                         {"c", 3, 4, Channel("4*cos(t)")}});
    EXPECT_EQ(channel.evaluate(1.5).derivative(1), 3);
    for (const double t : {2., 2.5})
      for (int k = 1; k <= 3; ++k)
        EXPECT_EQ(channel.evaluate(t).derivative(k), 0) << t << " " << k;
    EXPECT_EQ(channel.evaluate(2).value(), 4);
    const Taylor<3> last = channel.evaluate(3.25);
    // A few roundings of numbers up to 4.
    EXPECT_NEAR(last.derivative(1), -4 * std::sin(0.25), 1e-14);
    EXPECT_NEAR(last.derivative(2), -4 * std::cos(0.25), 1e-14);
    EXPECT_NEAR(last.derivative(3), 4 * std::sin(0.25), 1e-14);
  }

  TEST(ChannelSequence, KeepsTheValueBeforeWhileNoStepChangesIt)
  {
    const Channel channel =
      in_sequence(Channel(2.5), {{"a", 0, 1}, {"b", 1, 3, Channel("2.5+t")}});
    EXPECT_EQ(channel.value(0.7), 2.5);
    EXPECT_EQ(channel.evaluate(0.7).derivative(1), 0);
    EXPECT_EQ(channel.value(2), 3.5);
    const Channel constant = in_sequence(Channel(2.5), {{"a", 0, 1}});
    EXPECT_FALSE(constant.depends_on_time());
    EXPECT_EQ(constant.value(0.7), 2.5);
    EXPECT_EQ(constant.text(), "2.5");
  }

  TEST(ChannelSequence, RefusesJumpsButNotRoundingErrors)
  {
    // 0.5 sin(pi) is 6e-17.
    EXPECT_NO_THROW(in_sequence(Channel(),
                                {{"a", 0, 1, Channel("0.5*sin(pi*t)")},
                                 {"b", 1, 2, Channel("t")}}));
    EXPECT_EQ(message_of<Error>([]() {
                in_sequence(Channel(),
                            {{"press", 0, 1, Channel("-0.5*t")},
                             {"work", 1, 2, Channel("3*t")}});
              }),
              "In the step \"work\" the formula\n  3*t\nbegins with 0 at its t "
              "= 0, but the step before ends with -0.5. Channels must not "
              "jump: let t count from the begin of the step, and begin with "
              "that value.");
    EXPECT_EQ(
      message_of<Error>([]() {
        in_sequence(Channel(), {{"press", 0, 1, Channel("1+t")}});
      }),
      "In the step \"press\" the formula\n  1+t\nbegins with 1 at its t "
      "= 0, but the value before it is 0. Channels must not jump: let "
      "t count from the begin of the step, and begin with that value.");
  }

  class ChannelSequenceFiles : public TemporaryFolder
  {};

  TEST_F(ChannelSequenceFiles, TablesCoverTheirStep)
  {
    write(folder / "x.csv", "time [s],x\n0,0\n1,1\n2,4\n3,9\n");
    const Channel table("table(\"x.csv\", \"x\")", folder);
    const Channel channel =
      in_sequence(Channel(), {{"a", 0, 10}, {"b", 10, 13, table}});
    // The spline through points of a parabola is the parabola.
    EXPECT_NEAR(channel.value(12.5), 6.25, 1e-13);
    EXPECT_NO_THROW(channel.check_range(0, 13));
    EXPECT_THROW(channel.check_range(0, 13.5), Error);
    EXPECT_EQ(message_of<Error>([&]() {
                in_sequence(Channel(), {{"a", 0, 10}, {"b", 10, 14, table}});
              }),
              "The column \"x\" of \"" + (folder / "x.csv").string() +
                "\" covers the times 0 to 3 s, but the run goes from 0 to 4 s. "
                "Extend the table or shorten the run; nothing is "
                "extrapolated.");
  }
} // namespace
