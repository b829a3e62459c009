// SPDX-License-Identifier: Apache-2.0
// Signals become wishes; each test is a process of its own.
#include <rivlin/base/interruption.h>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace
{
  using namespace rivlin;

  /// Exit code 0 if `truth` holds.
  template <typename Truth>
  void leave_with(const Truth &truth)
  {
    std::_Exit(truth() ? 0 : 1);
  }

  TEST(InterruptionDeathTest, TheFirstSignalIsNoted)
  {
    EXPECT_EXIT(leave_with([] {
                  listen_to_signals(false);
                  const bool none = stop_signal() == 0;
                  std::raise(SIGTERM);
                  return none && stop_signal() == SIGTERM;
                }),
                testing::ExitedWithCode(0),
                "");
  }

  TEST(InterruptionDeathTest, TheSecondSignalEndsAtOnce)
  {
    EXPECT_EXIT(leave_with([] {
                  listen_to_signals(false);
                  std::raise(SIGTERM);
                  std::raise(SIGINT);
                  return true;
                }),
                testing::KilledBySignal(SIGINT),
                "");
  }

  TEST(InterruptionDeathTest, ACheckpointIsWishedForOnce)
  {
    EXPECT_EXIT(leave_with([] {
                  listen_to_signals(false);
                  const bool none = take_checkpoint_wish();
                  std::raise(SIGUSR1);
                  std::raise(SIGUSR1);
                  const bool wished = take_checkpoint_wish();
                  return !none && wished && !take_checkpoint_wish() &&
                         stop_signal() == 0;
                }),
                testing::ExitedWithCode(0),
                "");
  }

  TEST(InterruptionDeathTest, ThrowsWithTheSignal)
  {
    EXPECT_EXIT(leave_with([] {
                  stop_if_asked("");
                  listen_to_signals(false);
                  std::raise(SIGINT);
                  try
                    {
                      stop_if_asked("Go on.");
                    }
                  catch (const Interrupted &end)
                    {
                      return end.signal == SIGINT &&
                             std::string(end.what()) ==
                               "Interrupted by SIGINT. Go on.";
                    }
                  return false;
                }),
                testing::ExitedWithCode(0),
                "");
  }
} // namespace
