// SPDX-License-Identifier: Apache-2.0
// Damaged tables and formulas give a table, a formula or an Error, nothing
// else; the sanitizers watch.
#include <rivlin/dynamics/csv_file.h>
#include <rivlin/dynamics/expression_parser.h>
#include <rivlin/dynamics/rpc_file.h>

#include <dynamics/rpc_bytes.h>
#include <mutation.h>

#include <cmath>

namespace
{
  using namespace rivlin;

  /// What a table promises.
  void expect_complete(const TimeTable &table)
  {
    ASSERT_GE(table.times.size(), 2u);
    ASSERT_FALSE(table.columns.empty());
    for (std::size_t i = 1; i < table.times.size(); ++i)
      ASSERT_GT(table.times[i], table.times[i - 1]);
    for (const TimeTable::Column &column : table.columns)
      {
        ASSERT_EQ(column.values.size(), table.times.size());
        for (const double value : column.values)
          ASSERT_TRUE(std::isfinite(value));
      }
  }

  void survive_csv(const int n, const std::uint64_t seed)
  {
    const Mutator mutator(
      {"time [s], \"x, y [mm]\", z [N] # end\n0, 1e-3, 2\n0.5, \"3\", 4\n"
       "\n1, -5, +6e1\n",
       "\xEF\xBB\xBFtime [s],a [mm]\r\n0,1\r\n1,2\r\n2,3\r\n",
       "# a comment\ntime,f\n0,0\n1e-3,1\n"},
      {"time [s]", ",,", "1,2,3\n", "\"\"", ";", "[mm]", "\r\n"},
      seed);
    expect_both(survive(mutator, n, [](const std::string &bytes) {
      expect_complete(parse_csv_file(bytes, "table.csv"));
    }));
  }

  void survive_rpc(const int n, const std::uint64_t seed)
  {
    std::vector<std::string> files;
    for (const bool is_float : {false, true})
      for (const bool is_big_endian : {false, true})
        files.push_back(
          rpc_example({{0, 1.5, -2, 3, -4, 5}, {10, -11, 12, -13, 14, -15}},
                      is_float,
                      is_big_endian)
            .bytes());
    const std::vector<std::string> words = {"CHANNELS",
                                            "PTS_PER_FRAME",
                                            "PTS_PER_GROUP",
                                            "FRAMES",
                                            "SAMPLES",
                                            "DELTA_T",
                                            "SCALE.CHAN_1",
                                            "NUM_PARAMS",
                                            "NUM_HEADER_BLOCKS",
                                            std::string(128, '\0'),
                                            std::string(512, '\0')};
    expect_both(
      survive(Mutator(files, words, seed), n, [](const std::string &bytes) {
        expect_complete(parse_rpc_file(bytes, "road.rsp"));
      }));
  }

  void survive_formulas(const int n, const std::uint64_t seed)
  {
    const Mutator mutator(
      {"5*sin(2*pi*t)^2 + ramp(0, 0.1)*exp(-t)",
       "if(t < 0.5, max(1, t), min(-t, 2)) - -3.5e-1/(t+1)",
       "besselj0(3*t) + table(\"none.csv\", \"x [mm]\")*atan(t)"},
      {"sin(", "if(", "ramp(", "table(\"a\", \"b\")", "^", "-(", "t<t", "pi"},
      seed);
    expect_both(survive(mutator, n, [](const std::string &text) {
      const Expression formula = parse_expression(text, "folder");
      for (const double time : {-1., 0., 0.3, 1e9})
        formula.evaluate<3>(time);
    }));
  }

  TEST(TableFuzz, CsvFiles)
  {
    survive_csv(4000, 1);
  }
  TEST(TableFuzz, RpcFiles)
  {
    survive_rpc(3000, 2);
  }
  TEST(TableFuzz, Formulas)
  {
    survive_formulas(4000, 3);
  }
  TEST(TableFuzzLong, CsvFiles)
  {
    survive_csv(200000, 4);
  }
  TEST(TableFuzzLong, RpcFiles)
  {
    survive_rpc(150000, 5);
  }
  TEST(TableFuzzLong, Formulas)
  {
    survive_formulas(150000, 6);
  }
} // namespace
