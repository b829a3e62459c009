// SPDX-License-Identifier: Apache-2.0
// Exceptions keep their meaning on the way from one rank to another.
#include <rivlin/base/failure.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>

#include <gtest/gtest.h>

#include <csignal>
#include <new>

namespace
{
  using namespace rivlin;

  template <typename Exception>
  Failure failure(const Exception &exception)
  {
    return failure_of(std::make_exception_ptr(exception));
  }

  TEST(Failure, HasTheExitCodeOfTheException)
  {
    EXPECT_EQ(failure(Error("x")).exit_code, 2);
    EXPECT_EQ(failure(ComputationFailed("x")).exit_code, 1);
    EXPECT_EQ(failure(Interrupted("x", SIGTERM)).exit_code, 143);
    EXPECT_EQ(failure(std::bad_alloc()).exit_code, 1);
    EXPECT_NE(failure(std::bad_alloc()).message.find("Memory ran out"),
              std::string::npos);
    EXPECT_EQ(failure(std::logic_error("x")).exit_code, 3);
    EXPECT_EQ(failure(1).exit_code, 3);
  }

  TEST(Failure, IsTheSameAfterItWasThrownAgain)
  {
    for (const int code : {1, 2, 3, 130, 143})
      try
        {
          throw_failure({code, "what happened"});
        }
      catch (...)
        {
          const Failure again = failure_of(std::current_exception());
          EXPECT_EQ(again.exit_code, code);
          EXPECT_EQ(again.message, "what happened");
        }
  }
} // namespace
