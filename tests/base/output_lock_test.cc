// SPDX-License-Identifier: Apache-2.0
// Who may write into a directory.
#include <rivlin/base/output_lock.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

namespace
{
  using namespace rivlin;

  class OutputLockTest : public TemporaryFolder
  {
  protected:
    const std::filesystem::path file = folder / lock_name;

    std::string refusal() const
    {
      return message_of<Error>([&] { const OutputLock lock(folder); });
    }

    static bool has(const std::string &text, const std::string &part)
    {
      return text.find(part) != std::string::npos;
    }

    /// The lock of this process with another entry.
    std::string changed(const std::string &key, const std::string &value) const
    {
      const OutputLock lock(folder);
      std::string text        = read(file);
      const std::size_t begin = text.find(key + ": ") + key.size() + 2;
      return text.replace(begin, text.find('\n', begin) - begin, value);
    }
  };

  TEST_F(OutputLockTest, LastsAsLongAsItsOwner)
  {
    {
      const OutputLock lock(folder);
      EXPECT_TRUE(has(read(file), "process: " + number_text(getpid())));
      EXPECT_EQ(lock.notice(), "");
      const std::string text = refusal();
      EXPECT_TRUE(has(text, "in use by process " + number_text(getpid())))
        << text;
      EXPECT_TRUE(has(text, "--output") && has(text, "--force")) << text;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    const OutputLock again(folder);
  }

  TEST_F(OutputLockTest, OfAProcessThatIsGoneIsReplaced)
  {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      {
        const OutputLock lock(folder);
        raise(SIGKILL);
      }
    // Also while the dead process was not yet waited for.
    siginfo_t info = {};
    ASSERT_EQ(waitid(P_PID, child, &info, WEXITED | WNOWAIT), 0);
    ASSERT_TRUE(std::filesystem::exists(file));
    {
      const OutputLock lock(folder);
      EXPECT_TRUE(has(lock.notice(), "process " + number_text(child)));
      EXPECT_TRUE(has(lock.notice(), "left behind")) << lock.notice();
    }
    waitpid(child, nullptr, 0);
  }

  TEST_F(OutputLockTest, OfAnEarlierProcessOfTheSameNumberIsReplaced)
  {
    write(file, changed("began", "1"));
    const OutputLock lock(folder);
    EXPECT_TRUE(has(lock.notice(), "left behind")) << lock.notice();
  }

  TEST_F(OutputLockTest, OfAnotherHostNeedsForce)
  {
    write(file, changed("host", "node7"));
    EXPECT_TRUE(has(refusal(), "\"node7\""));
    EXPECT_TRUE(has(refusal(), "cannot be seen from this host"));
    {
      const OutputLock lock(folder, true);
      EXPECT_TRUE(has(lock.notice(), "\"node7\" since"));
      EXPECT_TRUE(has(lock.notice(), "(--force)")) << lock.notice();
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }

  TEST_F(OutputLockTest, IsNotReplacedIfItCannotBeUnderstood)
  {
    write(file, "");
    EXPECT_TRUE(has(refusal(), "cannot be understood"));
    const OutputLock lock(folder, true);
  }

  TEST_F(OutputLockTest, LeavesTheLockOfWhoTookTheDirectoryByForce)
  {
    auto lock               = std::make_unique<OutputLock>(folder);
    const std::string other = "host: node7\n";
    write(file, other);
    lock.reset();
    EXPECT_EQ(read(file), other);
  }
} // namespace
