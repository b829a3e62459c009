// SPDX-License-Identifier: Apache-2.0
// The line of an error is counted when there is one.
#include "msh_stream.h"

#include "text_place.h"

#include <rivlin/base/error.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace rivlin
{
  namespace
  {
    bool is_blank(const char c)
    {
      return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
  } // namespace

  MshStream::MshStream(const std::string_view bytes_of_file,
                       const std::filesystem::path &name)
    : content(bytes_of_file)
    , file(name)
  {}

  void MshStream::fail(const std::string &what)
  {
    if (is_binary)
      throw Error('"' + file.string() + "\", byte " + number_text(place) +
                  ": " + what);
    fail_at(file,
            1 + static_cast<int>(
                  std::count(content.begin(),
                             content.begin() + static_cast<long>(place),
                             '\n')),
            what);
  }

  void MshStream::skip_blanks()
  {
    while (place < content.size() && is_blank(content[place]))
      ++place;
  }

  bool MshStream::at_end()
  {
    skip_blanks();
    return place == content.size();
  }

  std::string_view MshStream::word()
  {
    skip_blanks();
    const std::size_t begin = place;
    while (place < content.size() && !is_blank(content[place]))
      ++place;
    return content.substr(begin, place - begin);
  }

  std::string_view MshStream::line()
  {
    const std::size_t begin = place;
    place = std::min(content.find('\n', begin), content.size());
    return trimmed(content.substr(begin, place - begin));
  }

  void MshStream::skip_bytes(const std::size_t n)
  {
    if (n > content.size() - place)
      fail("the file ends too early. It is truncated; write it again.");
    place += n;
  }

  template <typename T>
  T MshStream::bytes()
  {
    const std::size_t begin = place;
    skip_bytes(sizeof(T));
    T value;
    std::memcpy(&value, content.data() + begin, sizeof(T));
    return value;
  }

  long long MshStream::integer()
  {
    if (is_binary)
      return bytes<std::int32_t>();
    const std::string_view text = word();
    const auto number           = to_integer(text);
    if (text.empty())
      fail("the file ends too early. It is truncated; write it again.");
    if (!number)
      fail(excerpt(text) +
           " stands where a whole number is expected. The file "
           "is damaged; write it again.");
    return *number;
  }

  long long MshStream::size()
  {
    if (!is_binary)
      return integer();
    const auto number = bytes<std::uint64_t>();
    if (number > INT64_MAX)
      fail("the number " + number_text(number) +
           " is impossible. The file is damaged; write it again.");
    return static_cast<long long>(number);
  }

  double MshStream::real()
  {
    if (is_binary)
      {
        const double number = bytes<double>();
        if (!std::isfinite(number))
          fail("a number is not finite. The file is damaged; write it again.");
        return number;
      }
    const std::string_view text = word();
    const auto number           = to_coordinate(text);
    if (text.empty())
      fail("the file ends too early. It is truncated; write it again.");
    if (!number)
      fail(excerpt(text) +
           " stands where a number is expected. The file is "
           "damaged; write it again.");
    return *number;
  }

  long long MshStream::count(const long long number,
                             const long long n_bytes,
                             const char *what)
  {
    const auto rest = static_cast<long long>(content.size() - place);
    if (number < 0 || number > rest / (is_binary ? n_bytes : 2))
      fail(number_text(number) + " " + what +
           " are announced, and the file has " + number_text(rest) +
           " more bytes. It is truncated or damaged; write it again.");
    return number;
  }

  void MshStream::skip_section(const std::string_view section)
  {
    const std::string end = "$End" + std::string(section);
    const auto found      = content.find(end, place);
    if (found == std::string_view::npos)
      fail("there is no " + excerpt(end) +
           ". The file is truncated; write it again.");
    place = found + end.size();
  }

  void MshStream::end_section(const std::string_view section)
  {
    const std::string end       = "$End" + std::string(section);
    const std::string_view text = word();
    if (text != end)
      fail(excerpt(end) + " is expected, here stands " + excerpt(text) +
           ". A count is wrong or the file is truncated; write it again.");
  }
} // namespace rivlin
