// SPDX-License-Identifier: Apache-2.0
// Reading files byte by byte, and what cannot be read.
#include <rivlin/base/whole_file.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <string>

namespace
{
  using namespace rivlin;

  class WholeFileTest : public TemporaryFolder
  {};

  TEST_F(WholeFileTest, GivesAllBytes)
  {
    // Longer than one piece, with line ends and zeros that must stay.
    std::string content;
    for (int i = 0; i < 200000; ++i)
      content += static_cast<char>(i * 7 % 256);
    for (const std::string &expected : {content, std::string()})
      {
        write(folder / "file", expected);
        EXPECT_TRUE(read_whole_file(folder / "file") == expected);
      }
  }

  TEST_F(WholeFileTest, RefusesMissingFilesAndFolders)
  {
    EXPECT_EQ(message_of<Error>([&]() { read_whole_file(folder / "file"); }),
              "There is no file \"" + (folder / "file").string() +
                "\". Correct its name; names in a parameter file count from "
                "the folder of that file.");
    EXPECT_EQ(message_of<Error>([&]() { read_whole_file(folder); }),
              "Cannot read \"" + folder.string() +
                "\". It must be a file that you may read.");
  }

  // Reading them would wait for ever or take all memory.
  TEST_F(WholeFileTest, RefusesPipesAndDevices)
  {
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const std::filesystem::path &file :
         {folder / "pipe", std::filesystem::path("/dev/zero")})
      EXPECT_EQ(message_of<Error>([&]() { read_whole_file(file); }),
                "Cannot read \"" + file.string() +
                  "\": it is a pipe or a device. Give a regular file.");
  }
} // namespace
