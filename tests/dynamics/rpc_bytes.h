// SPDX-License-Identifier: Apache-2.0
// RPC III files for tests, written independently of the reader.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Keywords and data of a file; the first three keywords are counted from
  /// the others, unless they are set.
  struct RpcBytes
  {
    std::string format = "BINARY_IEEE_LITTLE_END";
    std::string n_blocks, n_params;
    std::vector<std::pair<std::string, std::string>> records;
    std::string data;

    /// The record of that keyword, which is added if there is none.
    std::string &operator[](const std::string &keyword)
    {
      for (auto &[name, value] : records)
        if (name == keyword)
          return value;
      return records.emplace_back(keyword, "").second;
    }

    void remove(const std::string &keyword)
    {
      std::erase_if(records, [&](const auto &r) { return r.first == keyword; });
    }

    std::string bytes() const
    {
      const std::size_t n = records.size() + 3, blocks = (n + 3) / 4;
      std::string result;
      const auto append = [&](std::string keyword, std::string value) {
        keyword.resize(32, '\0');
        value.resize(96, '\0');
        result += keyword + value;
      };
      append("FORMAT", format);
      append("NUM_HEADER_BLOCKS",
             n_blocks.empty() ? std::to_string(blocks) : n_blocks);
      append("NUM_PARAMS", n_params.empty() ? std::to_string(n) : n_params);
      for (const auto &[keyword, value] : records)
        append(keyword, value);
      result.resize(512 * blocks, '\0');
      return result + data;
    }
  };

  /// The bytes of a 16-bit integer or, for `is_float`, a 32-bit float.
  inline std::string
  rpc_number(const double number, const bool is_float, const bool is_big_endian)
  {
    const std::uint32_t bits =
      is_float ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
               : static_cast<std::uint16_t>(static_cast<int>(number));
    const int n = is_float ? 4 : 2;
    std::string result;
    for (int i = 0; i < n; ++i)
      result +=
        static_cast<char>(bits >> 8 * (is_big_endian ? n - 1 - i : i) & 0xFF);
    return result;
  }

  /// `values[channel][point]` in frames of 2 and groups of 4 points at times
  /// 0.25 s apart; the last group is filled with 99. Channels "a", "b", ... in
  /// N; integers have the scale 0.5.
  inline RpcBytes rpc_example(const std::vector<std::vector<double>> &values,
                              const bool is_float      = false,
                              const bool is_big_endian = false)
  {
    const std::size_t n_points = values[0].size(), n_frames = n_points / 2;
    RpcBytes result;
    if (is_big_endian)
      result.format = "BINARY_IEEE_BIG_END";
    result.records = {{"FILE_TYPE", "TIME_HISTORY"},
                      {"DATA_TYPE",
                       is_float ? "FLOATING_POINT" : "SHORT_INTEGER"},
                      {"TIME_TYPE", "RESPONSE"},
                      {"CHANNELS", std::to_string(values.size())},
                      {"DELTA_T", "2.500000E-01"},
                      {"PTS_PER_FRAME", "2"},
                      {"PTS_PER_GROUP", "4"},
                      {"FRAMES", std::to_string(n_frames)},
                      {"HALF_FRAMES", "0"},
                      {"REPEATS", "1"},
                      {"INT_FULL_SCALE", "32752"}};
    for (std::size_t c = 0; c < values.size(); ++c)
      {
        const std::string n = std::string(".CHAN_") + std::to_string(c + 1);
        result.records.emplace_back("DESC" + n,
                                    std::string(1, static_cast<char>('a' + c)));
        result.records.emplace_back("UNITS" + n, "N");
        result.records.emplace_back("SCALE" + n, is_float ? "1" : "5.0E-01");
      }
    const std::size_t n_groups = (n_frames + 1) / 2;
    for (std::size_t group = 0; group < n_groups; ++group)
      for (const std::vector<double> &channel : values)
        for (std::size_t i = 4 * group; i < 4 * group + 4; ++i)
          {
            const double value = i < n_points ? channel[i] : 99;
            result.data +=
              rpc_number(is_float || i >= n_points ? value : value / 0.5,
                         is_float,
                         is_big_endian);
          }
    return result;
  }
} // namespace rivlin
