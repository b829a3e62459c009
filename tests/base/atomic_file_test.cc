// SPDX-License-Identifier: Apache-2.0
// Old version or new version, never something in between.
#include <rivlin/base/atomic_file.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <iterator>
#include <string>

namespace
{
  using namespace rivlin;

  class AtomicFileTest : public TemporaryFolder
  {
  protected:
    const std::filesystem::path file = folder / "summary.json";

    int n_files() const
    {
      return static_cast<int>(
        std::distance(std::filesystem::directory_iterator(folder), {}));
    }
  };

  TEST_F(AtomicFileTest, HoldsWhatWasWritten)
  {
    const std::string content("line\r\n\0\xff", 8);
    write_file_atomically(file, content);
    EXPECT_EQ(read(file), content);
    EXPECT_EQ(n_files(), 1);
  }

  TEST_F(AtomicFileTest, ShowsTheOldVersionUntilCommitted)
  {
    write_file_atomically(file, "old");
    AtomicFile target(file);
    target.write("new");
    EXPECT_EQ(read(file), "old");
    target.commit();
    EXPECT_EQ(read(file), "new");
    EXPECT_EQ(n_files(), 1);
  }

  TEST_F(AtomicFileTest, LeavesNothingWithoutCommit)
  {
    {
      AtomicFile target(file);
      target.write("half");
    }
    EXPECT_EQ(n_files(), 0);
  }

  TEST_F(AtomicFileTest, OverwritesTheRestOfAKilledRun)
  {
    write(file.string() + ".part", "the rest of a killed run, rather long");
    write_file_atomically(file, "new");
    EXPECT_EQ(read(file), "new");
    EXPECT_EQ(n_files(), 1);
  }

  TEST_F(AtomicFileTest, SaysWhyAFileCannotBeWritten)
  {
    const auto message = [](const std::filesystem::path &name) {
      return message_of<Error>([&]() { write_file_atomically(name, "x"); });
    };
    const std::string advice =
      ". Choose an existing folder with free space that you may write to.";
    EXPECT_EQ(message(folder / "missing" / "x.csv"),
              "Cannot write \"" + (folder / "missing" / "x.csv").string() +
                "\": No such file or directory" + advice);
    write(file, "a file, not a folder");
    EXPECT_EQ(message(file / "x.csv"),
              "Cannot write \"" + (file / "x.csv").string() +
                "\": Not a directory" + advice);
    std::filesystem::create_directory(folder / "x.csv");
    EXPECT_EQ(message(folder / "x.csv"),
              "Cannot write \"" + (folder / "x.csv").string() +
                "\": Is a directory" + advice);
    EXPECT_EQ(n_files(), 2); // the temporary file is gone
  }

  TEST(AtomicFile, ReportsAFullDisk)
  {
    if (!std::filesystem::is_character_file("/dev/full"))
      GTEST_SKIP() << "this system has no /dev/full";
    // The temporary name is what is written to; make it the full device.
    const std::filesystem::path file = build_folder() / "full_disk_test";
    std::filesystem::remove(file.string() + ".part");
    std::filesystem::create_symlink("/dev/full", file.string() + ".part");
    // More than a buffer: the reason must survive.
    const std::string content(100000, 'x');
    const std::string message =
      message_of<Error>([&]() { write_file_atomically(file, content); });
    EXPECT_EQ(message.find("Cannot write \"" + file.string() +
                           "\" (100000 bytes): No space left on device ("),
              0u)
      << message;
    EXPECT_NE(message.find(" bytes are free). Choose an existing folder with "
                           "free space that you may write to."),
              std::string::npos)
      << message;
    EXPECT_FALSE(std::filesystem::exists(file));
  }

  TEST_F(AtomicFileTest, TakesBackWhatWasReserved)
  {
    AtomicFile target(file, 1 << 20);
    target.write("short");
    target.commit();
    EXPECT_EQ(read(file), "short");
    struct stat status = {};
    ASSERT_EQ(stat(file.c_str(), &status), 0);
    EXPECT_LT(status.st_blocks * 512, 1 << 17);
  }
} // namespace
