// SPDX-License-Identifier: Apache-2.0
// Blocks of 512 bytes with four records each; a record is a keyword of 32 and a
// value of 96 bytes, both text that ends with a zero byte. Source: rpc_file.cc.
#include <rivlin/dynamics/rpc_header.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace rivlin
{
  namespace
  {
    constexpr std::size_t record_size  = 128;
    constexpr std::size_t keyword_size = 32;

    /// The text in a field of fixed width, without surrounding blanks. Bytes
    /// beyond ASCII are Latin-1 and become UTF-8; what cannot be printed
    /// becomes a question mark, for messages go to a terminal.
    std::string field_text(std::string_view field)
    {
      field = field.substr(0, field.find('\0'));
      std::string text;
      for (const char c : field)
        {
          const auto code = static_cast<unsigned char>(c);
          if (c == '\t' || c == '\r' || c == '\n')
            text += ' ';
          else if (code < 0x20 || (code >= 0x7F && code < 0xA0))
            text += '?';
          else if (code < 0x80)
            text += c;
          else
            {
              text += static_cast<char>(0xC0 | code >> 6);
              text += static_cast<char>(0x80 | (code & 0x3F));
            }
        }
      return std::string(trimmed(text));
    }

    std::pair<std::string, std::string>
    read_record(const std::string_view content, const std::size_t i)
    {
      const std::string_view record =
        content.substr(i * record_size, record_size);
      return {field_text(record.substr(0, keyword_size)),
              field_text(record.substr(keyword_size))};
    }
  } // namespace

  RpcHeader::RpcHeader(const std::string_view content,
                       std::filesystem::path name)
    : file(std::move(name))
  {
    if (content.size() < block_size)
      fail("it has " + number_text(content.size()) +
           " bytes, an RPC III file begins with a header block of " +
           number_text(block_size) +
           ". It is truncated or of another kind: copy it again.");
    // The order of the first three records is fixed.
    const std::string fixed[] = {"FORMAT", "NUM_HEADER_BLOCKS", "NUM_PARAMS"};
    for (int i = 0; i < 3; ++i)
      {
        const auto [keyword, value] = read_record(content, i);
        if (keyword != fixed[i])
          fail("it is not an RPC III file, keyword " + number_text(i + 1) +
               " is " + in_quotes(keyword) + " instead of " +
               in_quotes(fixed[i]) +
               ". Write it as RPC III, or as CSV with the extension .csv.");
        values[keyword] = value;
      }
    n_blocks = count("NUM_HEADER_BLOCKS");
    if (n_blocks > content.size() / block_size)
      fail("its header should have " + number_text(n_blocks) +
           " blocks of 512 bytes, the whole file has " +
           number_text(content.size()) +
           " bytes. It is truncated: copy it again.");
    const std::size_t n_records = count("NUM_PARAMS");
    if (n_records > block_size / record_size * n_blocks)
      fail("NUM_PARAMS = " + number_text(n_records) +
           " keywords do not fit into NUM_HEADER_BLOCKS = " +
           number_text(n_blocks) +
           " blocks of four. The header is damaged: copy or write the file "
           "again.");
    for (std::size_t i = 3; i < n_records; ++i)
      {
        const auto [keyword, value] = read_record(content, i);
        if (keyword.empty())
          continue;
        const auto [place, is_new] = values.emplace(keyword, value);
        if (!is_new && place->second != value)
          fail("the keyword " + keyword + " has two values, " +
               in_quotes(place->second) + " and " + in_quotes(value) +
               ". Write the file again with one of them.");
      }
  }

  std::string RpcHeader::text(const std::string &keyword,
                              const std::string &otherwise) const
  {
    const auto place = values.find(keyword);
    return place == values.end() || place->second.empty() ? otherwise
                                                          : place->second;
  }

  std::string RpcHeader::text(const std::string &keyword) const
  {
    const std::string value = text(keyword, "");
    if (value.empty())
      fail("the keyword " + keyword +
           " is missing in the header. Write the file again as an RPC III "
           "time history.");
    return value;
  }

  double RpcHeader::number(const std::string &keyword) const
  {
    const std::string value            = text(keyword);
    const std::optional<double> result = to_double(value);
    if (!result || !std::isfinite(*result))
      fail(keyword + " = " + in_quotes(value) +
           " is not a finite number. The header is damaged: copy or write "
           "the file again.");
    return *result;
  }

  std::size_t RpcHeader::count(const std::string &keyword) const
  {
    const double result = number(keyword);
    // Up to this limit doubles count exactly; no file is that long.
    if (!(result >= 1 && result <= 0x1p53) || result != std::floor(result))
      fail(keyword + " = " + number_text(result) +
           " is not a whole number from 1. Write the file again with at least "
           "one channel, frame and point.");
    return static_cast<std::size_t>(result);
  }

  void RpcHeader::check_choice(const std::string &keyword,
                               const std::string &value,
                               const std::vector<std::string> &known,
                               const std::string &advice) const
  {
    if (std::find(known.begin(), known.end(), value) != known.end())
      return;
    std::string choices;
    for (const std::string &word : known)
      choices += (choices.empty() ? "" : ", ") + word;
    fail(keyword + " = " + in_quotes(value) + " is not read, only " + choices +
         ". " + advice);
  }

  void RpcHeader::fail(const std::string &what) const
  {
    throw Error(in_quotes(file.string()) + ": " + what);
  }
} // namespace rivlin
