// SPDX-License-Identifier: Apache-2.0
// RPC III files: what is read, every refusal, and damaged files of any kind.
#include <rivlin/dynamics/rpc_file.h>

#include <rivlin/base/error.h>

#include <dynamics/rpc_bytes.h>
#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  // Six points are three frames, hence two groups, one of them half full.
  const std::vector<std::vector<double>> two_channels = {
    {0, 1.5, -2, 3, -4.5, 16376}, {10, -11, 12, -13, 14, -15}};

  TimeTable table_of(const RpcBytes &file)
  {
    return parse_rpc_file(file.bytes(), "road.rsp");
  }

  std::string message_for(const std::string &bytes)
  {
    return message_of<Error>([&]() { parse_rpc_file(bytes, "road.rsp"); });
  }

  /// The message if one keyword has another value.
  std::string message_with(const std::string &keyword, const std::string &value)
  {
    RpcBytes file = rpc_example(two_channels);
    file[keyword] = value;
    return message_for(file.bytes());
  }

  std::string message_without(const std::string &keyword)
  {
    RpcBytes file = rpc_example(two_channels);
    file.remove(keyword);
    return message_for(file.bytes());
  }

  TEST(RpcFile, ReadsBothTypesAndByteOrders)
  {
    for (const bool is_float : {false, true})
      for (const bool is_big_endian : {false, true})
        {
          const TimeTable table =
            table_of(rpc_example(two_channels, is_float, is_big_endian));
          EXPECT_EQ(table.file, "road.rsp");
          EXPECT_EQ(table.times,
                    (std::vector<double>{0, 0.25, 0.5, 0.75, 1, 1.25}));
          ASSERT_EQ(table.columns.size(), 2u);
          EXPECT_EQ(table.columns[0].title(), "a [N]");
          EXPECT_EQ(table.columns[1].title(), "b [N]");
          EXPECT_EQ(table.columns[0].values, two_channels[0]);
          EXPECT_EQ(table.columns[1].values, two_channels[1]);
        }
  }

  // Bytes written by hand, so that a mistake cannot hide in the test's writer.
  TEST(RpcFile, DecodesKnownBytes)
  {
    RpcBytes integers = rpc_example({{0, 0, 0, 0}});
    integers.data     = std::string("\x01\x00\xFF\x7F\x00\x80\xFE\xFF", 8);
    EXPECT_EQ(table_of(integers).columns[0].values,
              (std::vector<double>{0.5, 16383.5, -16384, -1}));
    integers.format = "BINARY_IEEE_BIG_END";
    EXPECT_EQ(table_of(integers).columns[0].values,
              (std::vector<double>{128, -64.5, 64, -128.5}));
    RpcBytes floats = rpc_example({{0, 0, 0, 0}}, true, true);
    floats.data     = std::string(
      "\x3F\xC0\x00\x00\xC0\x00\x00\x00\x00\x00\x00\x00\x7F\x7F\xFF\xFF", 16);
    EXPECT_EQ(
      table_of(floats).columns[0].values,
      (std::vector<double>{1.5, -2, 0, std::numeric_limits<float>::max()}));
  }

  TEST(RpcFile, TakesDefaultsForMissingKeywords)
  {
    RpcBytes file = rpc_example(two_channels);
    file.format   = "BINARY";
    for (const std::string keyword : {"DATA_TYPE",
                                      "TIME_TYPE",
                                      "HALF_FRAMES",
                                      "REPEATS",
                                      "INT_FULL_SCALE",
                                      "DESC.CHAN_1",
                                      "UNITS.CHAN_1"})
      file.remove(keyword);
    const TimeTable table = table_of(file);
    EXPECT_EQ(table.columns[0].title(), "channel 1");
    EXPECT_EQ(table.columns[0].values, two_channels[0]);
    EXPECT_EQ(table.columns[1].values, two_channels[1]);
  }

  TEST(RpcFile, CleansNamesAndUnits)
  {
    RpcBytes file =
      rpc_example({{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}});
    file["DESC.CHAN_1"]   = "\" Left wheel \"";
    file["UNITS.CHAN_1"]  = "\xB5m  "; // Latin-1
    file["DESC.CHAN_2"]   = "  Fx\t";
    file["DESC.CHAN_3"]   = "Fx";
    file["DESC.CHAN_4"]   = "bell\x07";
    file["DESC.CHAN_5"]   = "  ";
    file["DESC.CHAN_6"]   = std::string(96, 'y'); // no room for a zero byte
    const TimeTable table = table_of(file);
    EXPECT_EQ(table.columns[0].title(), "Left wheel [\xC2\xB5m]");
    EXPECT_EQ(table.columns[1].name, "Fx (channel 2)");
    EXPECT_EQ(table.columns[2].name, "Fx (channel 3)");
    EXPECT_EQ(table.columns[3].name, "bell?");
    EXPECT_EQ(table.columns[4].name, "channel 5");
    EXPECT_EQ(table.columns[5].name, std::string(96, 'y'));
    for (const std::string empty : {"\"\"", "\"  \"", "\" \""})
      {
        file["DESC.CHAN_5"] = empty;
        EXPECT_EQ(table_of(file).columns[4].name, "channel 5");
      }
    file["DESC.CHAN_5"] = "\"";
    EXPECT_EQ(table_of(file).columns[4].name, "\"");
    file["DESC.CHAN_4"] = "Fx (channel 2)";
    EXPECT_EQ(message_for(file.bytes()),
              "\"road.rsp\": two channels have the name \"Fx (channel 2)\". "
              "Rename one of them.");
  }

  TEST(RpcFile, CutsThePaddingWhereTheNumberOfSamplesIsGiven)
  {
    RpcBytes file   = rpc_example(two_channels);
    file["SAMPLES"] = "5";
    EXPECT_EQ(table_of(file).times,
              (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(table_of(file).columns[1].values,
              (std::vector<double>{10, -11, 12, -13, 14}));
    EXPECT_EQ(message_with("SAMPLES", "7"),
              "\"road.rsp\": SAMPLES = 7 are more than the 6 points of the "
              "frames. Remove or correct this keyword.");
    EXPECT_EQ(message_with("SAMPLES", "1"),
              "\"road.rsp\": it has one point in time only. At least two are "
              "needed.");
  }

  TEST(RpcFile, RefusesOtherKindsOfFiles)
  {
    EXPECT_EQ(message_for(""),
              "\"road.rsp\": it has 0 bytes, an RPC III file begins with a "
              "header block of 512. It is truncated or of another kind: copy "
              "it again.");
    EXPECT_EQ(message_for("time [s],x\n" + std::string(600, '1')),
              "\"road.rsp\": it is not an RPC III file, keyword 1 is \"time "
              "[s],x 111111111111111111111\" instead of \"FORMAT\". Write it "
              "as RPC III, or as CSV with the extension .csv.");
    RpcBytes ascii = rpc_example(two_channels);
    ascii.format   = "ASCII";
    EXPECT_EQ(message_for(ascii.bytes()),
              "\"road.rsp\": FORMAT = \"ASCII\" is not read, only BINARY, "
              "BINARY_IEEE_LITTLE_END, BINARY_IEEE_BIG_END. Convert the file "
              "to one of them, or to CSV.");
    EXPECT_EQ(message_with("FILE_TYPE", "SPECTRAL"),
              "\"road.rsp\": FILE_TYPE = \"SPECTRAL\" is not read, only "
              "TIME_HISTORY. Give the signal against time; spectra, matrices "
              "and counts are no excitation.");
    EXPECT_EQ(message_with("TIME_TYPE", "PEAK_PICK"),
              "\"road.rsp\": TIME_TYPE = \"PEAK_PICK\" is not read, only "
              "DRIVE, RESPONSE, MULT_DRIVE, MULT_RESP. Give the signal at "
              "equidistant times.");
    EXPECT_EQ(message_with("DATA_TYPE", "DOUBLE_PRECISION"),
              "\"road.rsp\": DATA_TYPE = \"DOUBLE_PRECISION\" is not read, "
              "only SHORT_INTEGER, FLOATING_POINT. Convert the file to one of "
              "them, or to CSV.");
    EXPECT_EQ(message_with("HALF_FRAMES", "1"),
              "\"road.rsp\": HALF_FRAMES = \"1\" is not read, only 0. Write "
              "the file without half frames at its ends.");
  }

  TEST(RpcFile, RefusesMissingKeywords)
  {
    for (const std::string keyword : {"FILE_TYPE",
                                      "CHANNELS",
                                      "DELTA_T",
                                      "PTS_PER_FRAME",
                                      "PTS_PER_GROUP",
                                      "FRAMES",
                                      "SCALE.CHAN_2"})
      EXPECT_EQ(message_without(keyword),
                "\"road.rsp\": the keyword " + keyword +
                  " is missing in the header. Write the file again as an RPC "
                  "III time history.");
  }

  TEST(RpcFile, RefusesBadCounts)
  {
    for (const std::string keyword :
         {"CHANNELS", "PTS_PER_FRAME", "PTS_PER_GROUP", "FRAMES"})
      for (const std::string value : {"0", "-3", "1.5", "1e+300"})
        EXPECT_EQ(message_with(keyword, value),
                  "\"road.rsp\": " + keyword + " = " + value +
                    " is not a whole number from 1. Write the file again with "
                    "at least one channel, frame and point.");
    EXPECT_EQ(message_with("PTS_PER_GROUP", "5"),
              "\"road.rsp\": PTS_PER_GROUP = 5 is not a multiple of "
              "PTS_PER_FRAME = 2. The header is damaged: copy or write the "
              "file again.");
  }

  TEST(RpcFile, RefusesBadNumbers)
  {
    for (const std::string keyword : {"DELTA_T", "SCALE.CHAN_1", "CHANNELS"})
      for (const std::string value :
           {"two", "nan", "inf", "1e999", "1,5", "+-1"})
        EXPECT_EQ(message_with(keyword, value),
                  "\"road.rsp\": " + keyword + " = \"" + value +
                    "\" is not a finite number. The header is damaged: copy "
                    "or write the file again.");
    for (const std::string value : {"0", "-0.25", "1e+308"})
      EXPECT_EQ(message_with("DELTA_T", value),
                "\"road.rsp\": DELTA_T = " + value +
                  " s is not a time between two points. Correct it.");
    EXPECT_EQ(message_with("SCALE.CHAN_1", "0"),
              "\"road.rsp\": channel 1 (a [N]) has SCALE.CHAN_1 = 0 and "
              "numbers other than 0. Write the file again with its scale.");
    RpcBytes floats        = rpc_example(two_channels, true);
    floats["SCALE.CHAN_2"] = "0.125";
    EXPECT_EQ(message_for(floats.bytes()),
              "\"road.rsp\": SCALE.CHAN_2 = 0.125 with DATA_TYPE = "
              "FLOATING_POINT is ambiguous, some programs apply it and some "
              "do not. Write the numbers in their unit with a scale of 1, and "
              "scale in the formula.");
  }

  TEST(RpcFile, RefusesDataThatAreNotFinite)
  {
    auto values  = two_channels;
    values[1][4] = std::nan("");
    EXPECT_EQ(message_for(rpc_example(values, true).bytes()),
              "\"road.rsp\": channel 2 (b [N]), point 5 is nan, not a finite "
              "number. Repair the signal.");
    values[1][4] = -std::numeric_limits<double>::infinity();
    EXPECT_EQ(message_for(rpc_example(values, true, true).bytes()),
              "\"road.rsp\": channel 2 (b [N]), point 5 is -inf, not a finite "
              "number. Repair the signal.");
    EXPECT_EQ(message_with("SCALE.CHAN_1", "1e305"),
              "\"road.rsp\": channel 1 (a [N]), point 6 is inf, not a finite "
              "number. Repair the signal.");
  }

  TEST(RpcFile, RefusesInconsistentHeaders)
  {
    RpcBytes file = rpc_example(two_channels);
    file.records.emplace_back("FRAMES", "4");
    EXPECT_EQ(message_for(file.bytes()),
              "\"road.rsp\": the keyword FRAMES has two values, \"3\" and "
              "\"4\". Write the file again with one of them.");
    file.records.back().second = "3";
    EXPECT_NO_THROW(table_of(file));
    file.n_params = "25";
    EXPECT_EQ(message_for(file.bytes()),
              "\"road.rsp\": NUM_PARAMS = 25 keywords do not fit into "
              "NUM_HEADER_BLOCKS = 6 blocks of four. The header is damaged: "
              "copy or write the file again.");
    file.n_blocks = "1000000";
    EXPECT_EQ(message_for(file.bytes()),
              "\"road.rsp\": its header should have 1000000 blocks of 512 "
              "bytes, the whole file has 3104 bytes. It is truncated: copy it "
              "again.");
  }

  TEST(RpcFile, RefusesFilesThatAreTruncatedAnywhere)
  {
    const std::string bytes = rpc_example(two_channels).bytes();
    for (std::size_t n = 0; n < bytes.size(); ++n)
      EXPECT_THROW(parse_rpc_file(bytes.substr(0, n), "road.rsp"), Error)
        << n << " of " << bytes.size() << " bytes";
    EXPECT_EQ(message_for(bytes.substr(0, bytes.size() - 1)),
              "\"road.rsp\": it should have 2 groups of 4 points in 2 channels "
              "with 2 bytes each, but has 31 bytes of data only. It is "
              "truncated: copy it again.");
  }

  // Up to a block may be added to fill it, not more.
  TEST(RpcFile, RefusesFilesThatAreLongerThanTheirHeaderSays)
  {
    RpcBytes file = rpc_example(two_channels);
    file.data.resize(32 + 511);
    EXPECT_EQ(table_of(file).columns[1].values, two_channels[1]);
    file.data.resize(32 + 512);
    EXPECT_EQ(message_for(file.bytes()),
              "\"road.rsp\": it has 544 bytes of data, its header counts 32. "
              "The header is damaged or incomplete: copy or write the file "
              "again.");
  }

  // Products of such counts overflow 64 bits; some are multiples of 2^64.
  TEST(RpcFile, RefusesSizesThatOverflow)
  {
    const std::string large = "9007199254740992"; // 2^53
    for (const auto &[channels, frames, group] :
         std::vector<std::array<std::string, 3>>{{large, "3", "4"},
                                                 {"2", large, "4"},
                                                 {"2", "3", large},
                                                 {large, large, "4"},
                                                 {large, large, large},
                                                 {"2048", large, "4"}})
      {
        RpcBytes file         = rpc_example(two_channels);
        file["CHANNELS"]      = channels;
        file["FRAMES"]        = frames;
        file["PTS_PER_GROUP"] = group;
        EXPECT_NE(message_for(file.bytes()).find("It is truncated"),
                  std::string::npos)
          << message_for(file.bytes());
      }
  }
} // namespace
