// SPDX-License-Identifier: Apache-2.0
// Marks, encodings and bytes that are no text.
#include <rivlin/base/text_file.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

namespace
{
  using namespace rivlin;
  using namespace std::literals;

  std::string refusal(const std::string_view content)
  {
    return message_of<Error>(
      [&] { text_of(content, "case.prm", "Write text."); });
  }

  TEST(TextFile, ByteOrderMarkIsDropped)
  {
    EXPECT_EQ(text_of("\xEF\xBB\xBFset A = 1\n", "x", ""), "set A = 1\n");
    EXPECT_EQ(text_of("set A = 1\r\n\t# \xC3\xA4\n", "x", ""),
              "set A = 1\r\n\t# \xC3\xA4\n");
    EXPECT_EQ(text_of("", "x", ""), "");
  }

  TEST(TextFile, Utf16IsNamedWithAndWithoutItsMark)
  {
    const std::string expected =
      "\"case.prm\" is in UTF-16, with two bytes "
      "for each letter. Save it as UTF-8.";
    EXPECT_EQ(refusal("\xFF\xFEs\0e\0t\0"sv), expected);
    EXPECT_EQ(refusal("\xFE\xFF\0s\0e\0t"sv), expected);
    EXPECT_EQ(refusal("s\0e\0t\0 \0A\0"sv), expected);
    EXPECT_EQ(refusal("\0s\0e\0t\0 \0A"sv), expected);
  }

  TEST(TextFile, MessagesAboutBinaryFilesAreComplete)
  {
    EXPECT_EQ(refusal("set\0A = 1"sv),
              "\"case.prm\" is not text: byte 4 has the value 0. Write text.");
    EXPECT_EQ(refusal("\x7f"
                      "ELF\2\1"sv),
              "\"case.prm\" is not text: byte 5 has the value 2. Write text.");
  }
} // namespace
