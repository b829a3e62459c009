// SPDX-License-Identifier: Apache-2.0
// The header of an RPC III file: keywords and their values.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// Reads the header from the bytes of a file and checks single values; every
  /// function throws Error with the name of the file.
  class RpcHeader
  {
  public:
    static constexpr std::size_t block_size = 512;

    RpcHeader(std::string_view content, std::filesystem::path file);

    /// Number of bytes of the header; the data begin there.
    std::size_t size() const
    {
      return n_blocks * block_size;
    }

    /// The value of a keyword, `otherwise` if it is missing or empty.
    std::string text(const std::string &keyword,
                     const std::string &otherwise) const;

    /// The value of a keyword that must not be missing.
    std::string text(const std::string &keyword) const;

    /// The same as a finite number.
    double number(const std::string &keyword) const;

    /// The same as a whole number from 1 to 2^53, so that it can be counted.
    std::size_t count(const std::string &keyword) const;

    /// Fails with the `advice` unless `value` is one of those that are `known`.
    void check_choice(const std::string &keyword,
                      const std::string &value,
                      const std::vector<std::string> &known,
                      const std::string &advice) const;

    /// Throw an Error about this file.
    [[noreturn]] void fail(const std::string &what) const;

  private:
    std::filesystem::path file;
    std::size_t n_blocks = 0;
    std::map<std::string, std::string> values;
  };
} // namespace rivlin
