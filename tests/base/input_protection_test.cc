// SPDX-License-Identifier: Apache-2.0
// The same file under several names.
#include <rivlin/base/input_protection.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace
{
  using namespace rivlin;

  class InputProtectionTest : public TemporaryFolder
  {};

  TEST_F(InputProtectionTest, FindsTheFileUnderOtherNames)
  {
    const std::filesystem::path input = folder / "mesh.inp";
    write(input, "nodes");
    write(folder / "other.vtu", "x");
    std::filesystem::create_directory(folder / "below");
    std::filesystem::create_symlink(input, folder / "symbolic.vtu");
    std::filesystem::create_hard_link(input, folder / "hard.vtu");
    std::filesystem::create_directory_symlink(folder, folder / "below" / "up");
    for (const std::filesystem::path &output :
         {input,
          folder / "below" / ".." / "mesh.inp",
          folder / "symbolic.vtu",
          folder / "hard.vtu",
          folder / "below" / "up" / "mesh.inp"})
      EXPECT_NE(message_of<Error>([&] {
                  refuse_to_replace(input, output);
                }).find("would replace the input"),
                std::string::npos)
        << output;
    refuse_to_replace(input, folder / "other.vtu");
    refuse_to_replace(input, folder / "not there.vtu");
    refuse_to_replace(folder / "not there.inp", folder / "other.vtu");
  }
} // namespace
