// SPDX-License-Identifier: Apache-2.0
// Damaged RPC III files give a table or an Error, nothing else; the sanitizers
// watch.
#include <rivlin/dynamics/rpc_file.h>

#include <rivlin/base/error.h>

#include <dynamics/rpc_bytes.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

namespace
{
  using namespace rivlin;

  /// Whether the file is accepted; a table must be complete and finite.
  bool is_accepted(const std::string &bytes)
  {
    try
      {
        const TimeTable table = parse_rpc_file(bytes, "road.rsp");
        EXPECT_GE(table.times.size(), 2u);
        EXPECT_FALSE(table.columns.empty());
        for (std::size_t i = 1; i < table.times.size(); ++i)
          EXPECT_GT(table.times[i], table.times[i - 1]);
        for (const TimeTable::Column &column : table.columns)
          {
            EXPECT_EQ(column.values.size(), table.times.size());
            for (const double value : column.values)
              EXPECT_TRUE(std::isfinite(value));
          }
        return true;
      }
    catch (const Error &)
      {
        return false;
      }
  }

  /// Another byte, a digit, a piece that moves, is removed or comes twice.
  void damage(std::string &bytes, std::mt19937 &random)
  {
    // Half of the changes go to places where something stands.
    std::size_t place = random() % bytes.size();
    if (random() % 2)
      while (bytes[place] == '\0' && place > 0)
        --place;
    const std::size_t other = random() % bytes.size();
    const std::size_t length =
      random() % 2 ? 128 : 1 + random() % 16; // a record or some bytes
    switch (random() % 6)
      {
        case 0:
          bytes[place] = static_cast<char>(random() % 256);
          break;
        case 1:
          bytes[place] = "0123456789.-+eE"[random() % 15];
          break;
        case 2:
          bytes[place] = static_cast<char>(bytes[place] ^ 1 << random() % 8);
          break;
        case 3:
          bytes.erase(place, length);
          break;
        case 4:
          bytes.insert(place, bytes.substr(other, length));
          break;
        default:
          bytes.replace(place, length, bytes.substr(other, length));
      }
  }

  TEST(RpcFile, SurvivesAnyChange)
  {
    std::mt19937 random(2);
    int n_accepted = 0, n_refused = 0;
    for (int k = 0; k < 6000; ++k)
      {
        std::string bytes =
          rpc_example({{0, 1.5, -2, 3, -4, 5}, {10, -11, 12, -13, 14, -15}},
                      k % 2 == 0,
                      k % 4 < 2)
            .bytes();
        for (auto n = 1 + random() % 4; n > 0 && !bytes.empty(); --n)
          damage(bytes, random);
        ++(is_accepted(bytes) ? n_accepted : n_refused);
      }
    // Both happen often, else the test would test nothing.
    EXPECT_GT(n_accepted, 600);
    EXPECT_GT(n_refused, 600);
  }

  // Valid keywords with values from the edge: every size that is computed.
  TEST(RpcFile, SurvivesAnyCounts)
  {
    const std::string values[] = {"0",
                                  "1",
                                  "2",
                                  "3",
                                  "4",
                                  "8",
                                  "255",
                                  "65536",
                                  "4294967295",
                                  "4294967296",
                                  "9007199254740992",
                                  "9007199254740993",
                                  "18446744073709551615",
                                  "-1",
                                  "1e10",
                                  "0.5"};
    std::mt19937 random(3);
    int n_accepted = 0, n_refused = 0;
    for (int k = 0; k < 6000; ++k)
      {
        RpcBytes file =
          rpc_example({{0, 1.5, -2, 3, -4, 5}, {10, -11, 12, -13, 14, -15}},
                      k % 2 == 0);
        for (auto n = 1 + random() % 4; n > 0; --n)
          {
            const std::string &value = values[random() % std::size(values)];
            switch (random() % 7)
              {
                case 0:
                  file.n_blocks = value;
                  break;
                case 1:
                  file.n_params = value;
                  break;
                case 2:
                  file["CHANNELS"] = value;
                  break;
                case 3:
                  file["PTS_PER_FRAME"] = value;
                  break;
                case 4:
                  file["PTS_PER_GROUP"] = value;
                  break;
                case 5:
                  file["FRAMES"] = value;
                  break;
                default:
                  file["SAMPLES"] = value;
              }
          }
        ++(is_accepted(file.bytes()) ? n_accepted : n_refused);
      }
    EXPECT_GT(n_accepted, 100);
    EXPECT_GT(n_refused, 100);
  }
} // namespace
