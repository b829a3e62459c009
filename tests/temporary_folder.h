// SPDX-License-Identifier: Apache-2.0
// A test fixture with an empty folder of its own.
#pragma once

#include <test_paths.h>

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rivlin
{
  /// `folder` exists and is empty while the test runs, and is removed after it.
  class TemporaryFolder : public testing::Test
  {
  protected:
    // The same test may run in two programs at once.
    const std::filesystem::path folder =
      build_folder() / "test_output" / program_invocation_short_name /
      (std::string(testing::UnitTest::GetInstance()
                     ->current_test_info()
                     ->test_suite_name()) +
       "." + testing::UnitTest::GetInstance()->current_test_info()->name());

    TemporaryFolder()
    {
      std::filesystem::remove_all(folder);
      std::filesystem::create_directories(folder);
    }

    ~TemporaryFolder() override
    {
      std::error_code ignored;
      std::filesystem::remove_all(folder, ignored);
    }

    static void write(const std::filesystem::path &file,
                      const std::string &content)
    {
      std::ofstream(file, std::ios::binary) << content;
    }

    static std::string read(const std::filesystem::path &file)
    {
      std::ifstream stream(file, std::ios::binary);
      return {std::istreambuf_iterator<char>(stream), {}};
    }
  };

  /// The message of the exception of type `Exception` that `function` throws.
  template <typename Exception, typename Function>
  std::string message_of(const Function &function)
  {
    try
      {
        function();
      }
    catch (const Exception &exception)
      {
        return exception.what();
      }
    return "nothing was thrown";
  }
} // namespace rivlin
