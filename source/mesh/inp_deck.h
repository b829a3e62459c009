// SPDX-License-Identifier: Apache-2.0
// An Abaqus input file as a list of keywords with their parameters and lines.
#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  struct InpLine
  {
    int file; ///< index into InpDeck::files
    int line;
    std::string_view text;
  };

  struct InpBlock
  {
    struct Parameter
    {
      std::string name;  ///< upper case, without blanks
      std::string value; ///< as written, without quotes
    };

    std::string
      keyword; ///< upper case, without blanks and star: "SOLIDSECTION"
    std::string written; ///< "*Solid Section", for messages
    std::vector<Parameter> parameters;
    int file;
    int line;
    std::vector<InpLine> data;

    bool has(std::string_view parameter) const;

    /// Empty if the parameter is missing or has no value.
    std::string value(std::string_view parameter) const;
  };

  struct InpDeck
  {
    std::deque<std::string> texts; ///< what the lines look into
    std::vector<std::filesystem::path> files;
    std::vector<InpBlock> blocks;

    [[noreturn]] void fail(const InpLine &place, const std::string &what) const;
    [[noreturn]] void fail(const InpBlock &place,
                           const std::string &what) const;

    /// `line 12`, and the file if it is not the deck itself.
    std::string place(const InpBlock &block) const;
  };

  /// Split a deck; `content` is that of `file`, *INCLUDE and the parameter
  /// INPUT are followed relative to the folder of the deck. Throws Error for
  /// what is not a deck, missing or circular files.
  InpDeck split_inp_deck(std::string content,
                         const std::filesystem::path &file);

  /// The fields of a data line, without blanks around; an empty last one is
  /// dropped.
  std::vector<std::string_view> split_fields(std::string_view line);
} // namespace rivlin
