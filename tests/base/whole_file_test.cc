// SPDX-License-Identifier: Apache-2.0
// Reading files byte by byte, and what cannot be read.
#include <rivlin/base/whole_file.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

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
} // namespace
