// SPDX-License-Identifier: Apache-2.0
// The history file: content, times of writing, and survival of a kill.
#include <rivlin/base/csv_history.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  class CsvHistoryTest : public TemporaryFolder
  {
  protected:
    const std::filesystem::path file = folder / "history.csv";

    // Longer than any test.
    static constexpr double never = 1e6;
  };

  TEST_F(CsvHistoryTest, HasAHeaderFromTheStart)
  {
    const CsvHistory history(file,
                             {"time [s]", "max abs(J-1)", "a \"b\", c [N mm]"},
                             never);
    EXPECT_EQ(read(file), "time [s],max abs(J-1),\"a \"\"b\"\", c [N mm]\"\n");
  }

  TEST_F(CsvHistoryTest, KeepsAllDigits)
  {
    CsvHistory history(file, {"time [s]", "x [mm]"}, never);
    history.append(std::array{0.1, 1. / 3});
    history.append(std::array{0.2, -1e-300});
    history.write();
    EXPECT_EQ(read(file),
              "time [s],x [mm]\n0.1,0.3333333333333333\n0.2,-1e-300\n");
  }

  TEST_F(CsvHistoryTest, HasEachRowAtOnce)
  {
    {
      CsvHistory history(file, {"time [s]"}, never);
      history.append(std::array{1.});
      EXPECT_EQ(read(file), "time [s]\n1\n");
    }
    EXPECT_EQ(read(file), "time [s]\n1\n");
  }

  // A limit of the file size stands for a full disk: the write fails after a
  // part of the row.
  TEST_F(CsvHistoryTest, EndsWithACompleteRowWhereTheDiskIsFull)
  {
    std::signal(SIGXFSZ, SIG_IGN);
    CsvHistory history(file, {"time [s]", "x [mm]"}, never);
    history.append(std::array{0., 1.});
    rlimit limit     = {};
    const int n_rows = 3; // of four bytes, and two bytes of the next
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit old = limit;
    limit.rlim_cur   = 16 + 4 * n_rows + 2;
    setrlimit(RLIMIT_FSIZE, &limit);
    std::string refusal;
    int n = 1;
    for (; refusal.empty() && n < 9; ++n)
      try
        {
          history.append(std::array{1. * n, 1.});
        }
      catch (const Error &error)
        {
          refusal = error.what();
        }
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_EQ(read(file), "time [s],x [mm]\n0,1\n1,1\n2,1\n");
    EXPECT_EQ(n, n_rows + 1);
    EXPECT_NE(refusal.find("history.csv\" (32 bytes): File too large"),
              std::string::npos)
      << refusal;
    history.append(std::array{7., 1.});
    EXPECT_EQ(read(file), "time [s],x [mm]\n0,1\n1,1\n2,1\n7,1\n");
  }

  TEST_F(CsvHistoryTest, RefusesAFolderThatIsNotThere)
  {
    EXPECT_EQ(message_of<Error>(
                [&]() { CsvHistory(folder / "no" / "h.csv", {"t"}, never); }),
              "Cannot write \"" + (folder / "no" / "h.csv").string() +
                "\": No such file or directory. Choose an existing folder "
                "with free space that you may write to.");
  }

  // Complete rows i, i + 1/3, i^2 from i = 0 on; their number, or -1.
  int n_complete_rows(const std::string &content)
  {
    std::istringstream lines(content);
    std::string line;
    if (content.empty() || content.back() != '\n' ||
        !std::getline(lines, line) || line != "row,third,square")
      return -1;
    int n = 0;
    for (; std::getline(lines, line); ++n)
      if (line != number_text(n) + "," + number_text(n + 1. / 3) + "," +
                    number_text(1. * n * n))
        return -1;
    return n;
  }

  TEST_F(CsvHistoryTest, IsCompleteDuringTheRunAndAfterAKill)
  {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      {
        CsvHistory history(file, {"row", "third", "square"}, 0);
        for (double i = 0; i < 2000; ++i)
          history.append(std::array{i, i + 1. / 3, i * i});
        while (true)
          history.write();
      }
    // Look many times, then kill without warning.
    int status = 0;
    for (int n_looks = 0; n_looks < 50;)
      {
        ASSERT_EQ(waitpid(child, &status, WNOHANG), 0) << "the writer died";
        usleep(1000);
        if (!std::filesystem::exists(file))
          continue;
        EXPECT_GE(n_complete_rows(read(file)), 0);
        ++n_looks;
      }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_GT(n_complete_rows(read(file)), 0);
  }

  TEST_F(CsvHistoryTest, GoesOnWhereItWasStopped)
  {
    CsvPosition position;
    {
      CsvHistory history(file, {"time [s]", "x [mm]"}, never);
      history.append(std::array{0., 1.});
      position = history.position();
      history.append(std::array{0.1, 2.});
    }
    EXPECT_EQ(read(file), "time [s],x [mm]\n0,1\n0.1,2\n");
    {
      CsvHistory history(file, {"time [s]", "x [mm]"}, position, never);
      EXPECT_EQ(read(file), "time [s],x [mm]\n0,1\n");
      history.append(std::array{0.2, 3.});
      position = history.position();
    }
    EXPECT_EQ(read(file), "time [s],x [mm]\n0,1\n0.2,3\n");
    const CsvHistory history(file, {"time [s]", "x [mm]"}, position, never);
    EXPECT_EQ(read(file), "time [s],x [mm]\n0,1\n0.2,3\n");
  }

  TEST_F(CsvHistoryTest, DoesNotGoOnWithAnotherFile)
  {
    CsvPosition position;
    {
      CsvHistory history(file, {"time [s]"}, never);
      history.append(std::array{0.25});
      position = history.position();
    }
    const std::string original = read(file);
    const auto refusal         = [&](const std::string &content,
                             const std::string &title) {
      write(file, content);
      const std::string message = message_of<Error>(
        [&] { const CsvHistory history(file, {title}, position, never); });
      EXPECT_EQ(read(file), content) << "a refused file must stay as it is";
      return message;
    };
    EXPECT_NE(refusal("time [s]\n0.35\n", "time [s]").find("differ"),
              std::string::npos);
    EXPECT_NE(refusal("time [s]\n", "time [s]").find("9 bytes"),
              std::string::npos);
    EXPECT_NE(refusal(original, "time [h]").find("differ"), std::string::npos);
    std::filesystem::remove(file);
    EXPECT_NE(message_of<Error>([&] {
                const CsvHistory history(file, {"time [s]"}, position, never);
              }).find("no bytes"),
              std::string::npos);
  }
} // namespace
