// SPDX-License-Identifier: Apache-2.0
// Numbers from the text or the bytes of a Gmsh file, with the place of errors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rivlin
{
  class MshStream
  {
  public:
    MshStream(std::string_view content, const std::filesystem::path &file);

    /// Whether numbers are bytes; section names and $PhysicalNames are text in
    /// any case.
    bool is_binary = false;

    /// An int of Gmsh (4 bytes), a size_t (8 bytes), a double; finite.
    long long integer();
    long long size();
    double real();

    /// A number of things that follow, each with at least so many bytes in
    /// binary files (in text: two); refused if the rest of the file is shorter.
    long long count(long long number, long long n_bytes, const char *what);

    /// The next word or number of a text; empty at the end.
    std::string_view word();
    /// The rest of this line.
    std::string_view line();
    void skip_bytes(std::size_t n);

    /// Go behind the line "$End<section>"; fails if there is none.
    void skip_section(std::string_view section);
    /// The next line must be "$End<section>".
    void end_section(std::string_view section);

    bool at_end();

    [[noreturn]] void fail(const std::string &what);

  private:
    template <typename T>
    T bytes();
    void skip_blanks();

    std::string_view content;
    const std::filesystem::path &file;
    std::size_t place = 0;
  };
} // namespace rivlin
