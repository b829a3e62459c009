// SPDX-License-Identifier: Apache-2.0
// Abaqus Keywords Reference, "Input syntax rules": star keywords, ** comments,
// a trailing comma continues a keyword line.
#include "inp_deck.h"

#include "text_place.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

namespace rivlin
{
  namespace
  {
    constexpr std::size_t deepest_include = 10;
    constexpr std::size_t most_includes   = 1000;

    std::string squeezed(const std::string_view text)
    {
      std::string result = upper_case(text);
      std::erase_if(result, [](const char c) { return c == ' ' || c == '\t'; });
      return result;
    }

    std::string without_quotes(std::string_view text)
    {
      text = trimmed(text);
      if (text.size() >= 2 && text.front() == text.back() &&
          (text.front() == '"' || text.front() == '\''))
        text = text.substr(1, text.size() - 2);
      return std::string(text);
    }

    /// Split at commas outside of quotes.
    std::vector<std::string_view>
    split_keyword_line(const std::string_view text)
    {
      std::vector<std::string_view> words;
      std::size_t begin = 0;
      bool is_quoted    = false;
      for (std::size_t i = 0; i <= text.size(); ++i)
        {
          if (i < text.size() && text[i] == '"')
            is_quoted = !is_quoted;
          if (i == text.size() || (text[i] == ',' && !is_quoted))
            {
              words.push_back(trimmed(text.substr(begin, i - begin)));
              begin = i + 1;
            }
        }
      return words;
    }

    class Splitter
    {
    public:
      explicit Splitter(InpDeck &target)
        : deck(target)
      {}

      void read_text(const int file)
      {
        open_files.push_back(file);
        const std::string_view text =
          mesh_text(deck.texts[text_of_file[file]], deck.files[file]);
        InpBlock header;
        std::string header_text;
        bool in_header = false;
        int line       = 0;
        for (std::size_t begin = 0; begin < text.size();)
          {
            const std::size_t end =
              std::min(text.find('\n', begin), text.size());
            const std::string_view content =
              trimmed(text.substr(begin, end - begin));
            begin = end + 1;
            ++line;
            if (content.empty() || content.starts_with("**"))
              continue;
            if (in_header)
              header_text += content;
            else if (content.starts_with('*'))
              {
                header      = {};
                header.file = file;
                header.line = line;
                header_text = content;
              }
            else
              {
                add_data({file, line, content});
                continue;
              }
            in_header = content.ends_with(',');
            if (!in_header)
              finish_header(std::move(header), header_text);
          }
        if (in_header)
          finish_header(std::move(header), header_text);
        open_files.pop_back();
      }

      /// The number of a file that is read now.
      int open(const std::filesystem::path &name, std::string content)
      {
        deck.texts.push_back(std::move(content));
        return add_file(name, deck.texts.size() - 1);
      }

    private:
      void add_data(const InpLine &line)
      {
        if (deck.blocks.empty())
          deck.fail(line,
                    "an Abaqus input file begins with a keyword such as "
                    "*NODE, here stands " +
                      excerpt(line.text) + ".");
        deck.blocks.back().data.push_back(line);
      }

      void finish_header(InpBlock block, const std::string &text)
      {
        const auto words = split_keyword_line(text);
        block.written    = std::string(words[0].substr(0, 60));
        block.keyword    = squeezed(words[0].substr(1));
        for (std::size_t i = 1; i < words.size(); ++i)
          if (!words[i].empty())
            {
              const auto equal = words[i].find('=');
              block.parameters.push_back(
                {squeezed(words[i].substr(0, equal)),
                 equal == std::string_view::npos
                   ? ""
                   : without_quotes(words[i].substr(equal + 1))});
            }
        if (block.keyword == "INCLUDE")
          {
            if (block.value("INPUT").empty())
              deck.fail(block, "*INCLUDE without INPUT=FILE. Name the file.");
            read_text(open_other_file(block));
            return;
          }
        const bool reads_file =
          (block.keyword == "NODE" || block.keyword == "ELEMENT" ||
           block.keyword == "NSET" || block.keyword == "ELSET") &&
          block.has("INPUT");
        deck.blocks.push_back(std::move(block));
        if (reads_file)
          {
            const InpBlock place = deck.blocks.back();
            read_text(open_other_file(place));
          }
      }

      int open_other_file(const InpBlock &block)
      {
        const std::filesystem::path name =
          deck.files[0].parent_path() / block.value("INPUT");
        if (open_files.size() > deepest_include)
          deck.fail(block,
                    "files include each other more than " +
                      number_text(deepest_include) +
                      " levels deep. Write the deck into one file.");
        if (++n_includes > most_includes)
          deck.fail(block,
                    "more than " + number_text(most_includes) +
                      " files are included. Write the deck into one file.");
        std::error_code reason;
        if (!std::filesystem::is_regular_file(name, reason))
          deck.fail(block,
                    "there is no file \"" + name.string() +
                      "\" to include. Names count from the folder of the "
                      "deck; put the file there.");
        const auto key = std::filesystem::weakly_canonical(name, reason);
        for (const int file : open_files)
          if (std::filesystem::weakly_canonical(deck.files[file], reason) ==
              key)
            deck.fail(block,
                      excerpt(name.string()) +
                        " includes itself. Remove the circle.");
        const auto known = text_of_path.find(key);
        if (known != text_of_path.end())
          return add_file(name, known->second);
        deck.texts.push_back(read_mesh_bytes(name));
        text_of_path[key] = deck.texts.size() - 1;
        return add_file(name, deck.texts.size() - 1);
      }

      int add_file(const std::filesystem::path &name, const std::size_t text)
      {
        deck.files.push_back(name);
        text_of_file.push_back(text);
        return static_cast<int>(deck.files.size()) - 1;
      }

      InpDeck &deck;
      std::vector<int> open_files;
      std::vector<std::size_t> text_of_file;
      std::map<std::filesystem::path, std::size_t> text_of_path;
      std::size_t n_includes = 0;
    };
  } // namespace

  bool InpBlock::has(const std::string_view parameter) const
  {
    return std::any_of(parameters.begin(),
                       parameters.end(),
                       [&](const Parameter &p) { return p.name == parameter; });
  }

  std::string InpBlock::value(const std::string_view parameter) const
  {
    for (const Parameter &p : parameters)
      if (p.name == parameter)
        return p.value;
    return "";
  }

  void InpDeck::fail(const InpLine &place, const std::string &what) const
  {
    fail_at(files[place.file], place.line, what);
  }

  void InpDeck::fail(const InpBlock &place, const std::string &what) const
  {
    fail_at(files[place.file], place.line, what);
  }

  std::string InpDeck::place(const InpBlock &block) const
  {
    const std::string line = "line " + number_text(block.line);
    return block.file == 0 ? line
                           : line + " of \"" + files[block.file].string() + '"';
  }

  InpDeck split_inp_deck(std::string content, const std::filesystem::path &file)
  {
    InpDeck deck;
    Splitter splitter(deck);
    splitter.read_text(splitter.open(file, std::move(content)));
    return deck;
  }

  std::vector<std::string_view> split_fields(const std::string_view line)
  {
    std::vector<std::string_view> fields;
    std::size_t begin = 0;
    while (begin <= line.size())
      {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        fields.push_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
      }
    if (!fields.empty() && fields.back().empty())
      fields.pop_back();
    return fields;
  }
} // namespace rivlin
