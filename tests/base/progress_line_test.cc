// SPDX-License-Identifier: Apache-2.0
// What terminal, file and quiet users see, with a clock of our own.
#include <rivlin/base/progress_line.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

namespace
{
  using namespace rivlin;

  struct Watched
  {
    std::ostringstream stream;
    double now = 1000; ///< seconds
    ProgressLine line;

    explicit Watched(const ProgressStyle style, const int width = 80)
      : line(stream, style, 0, 2, width, [this]() { return now; })
    {}
  };

  TEST(ProgressLine, ShowsTimeStepIterationsRejectionsPercentAndRemainingTime)
  {
    Watched run(ProgressStyle::plain);
    run.now += 30; // a quarter took 30 s: three quarters take 90 s
    run.line.update({0.5, 1.25e-3, 4, 2});
    EXPECT_EQ(run.stream.str(),
              "t = 0.5 s  h = 0.00125 s  Newton 4  rejected 2  25 %  "
              "remaining 1:30\n");
  }

  TEST(ProgressLine, ShowsHours)
  {
    Watched run(ProgressStyle::plain);
    run.now += 3723.4;
    run.line.update({1., 0.1, 3, 0});
    EXPECT_NE(run.stream.str().find("remaining 1:02:03\n"), std::string::npos);
  }

  TEST(ProgressLine, DoesNotGuessAtTheStart)
  {
    Watched run(ProgressStyle::plain);
    run.line.update({0., 0.1, 3, 0});
    EXPECT_EQ(run.stream.str(),
              "t = 0 s  h = 0.1 s  Newton 3  rejected 0  0 %\n");
  }

  TEST(ProgressLine, StaysOnOneLineOfATerminal)
  {
    Watched run(ProgressStyle::terminal);
    run.line.update({0.5, 0.1, 4, 0});
    run.now += 1;
    run.line.update({1., 0.1, 3, 0});
    EXPECT_EQ(run.stream.str(),
              "t = 0.5 s  h = 0.1 s  Newton 4  rejected 0  25 %  remaining "
              "0:00\r\033[Kt = 1 s  h = 0.1 s  Newton 3  rejected 0  50 %  "
              "remaining 0:01");
    run.line.finish();
    EXPECT_EQ(run.stream.str().back(), '\n');
  }

  TEST(ProgressLine, IsCutBeforeItWraps)
  {
    Watched run(ProgressStyle::terminal, 20);
    run.line.update({0.5, 0.1, 4, 0});
    EXPECT_EQ(run.stream.str(), "t = 0.5 s  h = 0.1 ");
  }

  TEST(ProgressLine, SparesTheTerminalButShowsTheLastStep)
  {
    Watched run(ProgressStyle::terminal);
    run.line.update({0.5, 0.1, 4, 0});
    const std::string first = run.stream.str();
    run.now += 0.05;
    run.line.update({0.6, 0.1, 4, 0});
    EXPECT_EQ(run.stream.str(), first);
    run.line.finish();
    EXPECT_NE(run.stream.str().find("t = 0.6 s"), std::string::npos);
    run.line.finish(); // nothing is left to say
    const std::string all = run.stream.str();
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1);
  }

  TEST(ProgressLine, KeepsMessagesAboveTheLine)
  {
    Watched run(ProgressStyle::terminal);
    run.line.update({0.5, 0.1, 4, 0});
    const std::string line = run.stream.str();
    run.line.print("Step refused.");
    EXPECT_EQ(run.stream.str(), line + "\r\033[KStep refused.\n" + line);
  }

  TEST(ProgressLine, WritesALinePerPercentOrTenSecondsToAFile)
  {
    Watched run(ProgressStyle::plain);
    const auto n_lines = [&]() {
      const std::string text = run.stream.str();
      return std::count(text.begin(), text.end(), '\n');
    };
    for (int i = 1; i <= 1000; ++i)
      run.line.update({2. * i / 1000, 2e-3, 3, 0});
    EXPECT_EQ(n_lines(), 101); // 0 to 100
    run.line.finish();
    EXPECT_EQ(n_lines(), 101);

    Watched slow(ProgressStyle::plain);
    slow.line.update({0.001, 1e-4, 3, 0});
    slow.now += 5;
    slow.line.update({0.002, 1e-4, 3, 0});
    slow.now += 5;
    slow.line.update({0.003, 1e-4, 3, 0});
    const std::string text = slow.stream.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
    EXPECT_EQ(text.find('\r'), std::string::npos);
  }

  TEST(ProgressLine, SaysNothingWhenQuiet)
  {
    Watched run(ProgressStyle::quiet);
    run.line.update({0.5, 0.1, 4, 0});
    run.line.print("message");
    run.line.finish();
    EXPECT_EQ(run.stream.str(), "");
  }

  TEST(ProgressLine, KnowsThatAFileIsNoTerminal)
  {
    const int null = open("/dev/null", O_WRONLY);
    ASSERT_GE(null, 0);
    EXPECT_EQ(progress_style(null), ProgressStyle::plain);
    EXPECT_EQ(terminal_width(null), 80);
    close(null);
  }

  TEST(ProgressLine, KnowsTerminalsByTheirScreen)
  {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal, 0);
    // Without a screen: what processes under mpirun see.
    EXPECT_EQ(progress_style(terminal), ProgressStyle::plain);
    winsize size{};
    size.ws_row = 25;
    size.ws_col = 132;
    ASSERT_EQ(ioctl(terminal, TIOCSWINSZ, &size), 0);
    EXPECT_EQ(progress_style(terminal), ProgressStyle::terminal);
    EXPECT_EQ(terminal_width(terminal), 132);
    close(terminal);
  }
} // namespace
