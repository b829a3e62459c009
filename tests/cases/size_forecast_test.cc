// SPDX-License-Identifier: Apache-2.0
// Models that do not fit are refused with their size, before they are made.
#include <rivlin/cases/size_forecast.h>

#include <rivlin/base/error.h>
#include <rivlin/base/out_of_memory.h>
#include <rivlin/cases/case_model.h>

#include <temporary_folder.h>

#include <vector>

namespace
{
  using namespace rivlin;

  SizeForecast forecast(const std::vector<std::string> &overrides)
  {
    const CaseParameters parameters = read_case("", overrides);
    return forecast_size(generated_counts(parameters.mesh,
                                          parameters.dimension),
                         parameters,
                         MPI_COMM_SELF);
  }

  void expect_parts(const std::string &message,
                    const std::vector<std::string> &parts)
  {
    for (const std::string &part : parts)
      EXPECT_NE(message.find(part), std::string::npos)
        << part << " in: " << message;
  }

  // The table of doc/theory/linear_solvers.md: 308,480 unknowns take 1534 MiB
  // with the iterative solver, 5310 MiB with MUMPS. The forecast has the
  // unknowns on the sleeves, too, and shall rather be too large.
  TEST(SizeForecast, IsCloseToWhatWasMeasured)
  {
    const auto with = [](const std::string &solver) {
      return forecast({"Dimension=3",
                       "Mesh/Elements radial=10",
                       "Mesh/Elements circumferential=64",
                       "Mesh/Elements axial=20",
                       "Solver/Linear solver=" + solver});
    };
    const SizeForecast iterative = with("iterative");
    // 3 (21 x 128 x 41) + 11 x 64 x 21.
    EXPECT_DOUBLE_EQ(iterative.unknowns, 345408);
    EXPECT_DOUBLE_EQ(iterative.cells, 12800);
    const double mebibyte = 1048576;
    EXPECT_NEAR(iterative.needed / (1534 * mebibyte * 345408 / 308480),
                1.1,
                0.15);
    const SizeForecast direct = with("MUMPS");
    EXPECT_NEAR(direct.needed / (5310 * mebibyte * 345408 / 308480), 1.3, 0.2);
    EXPECT_DOUBLE_EQ(with("auto").needed, iterative.needed);
  }

  TEST(SizeForecast, RefusesWhatDoesNotFitWithTheNumbers)
  {
    const auto build = [](const std::vector<std::string> &overrides) {
      return message_of<Error>(
        [&] { build_case<3>(read_case("", overrides), MPI_COMM_WORLD); });
    };
    // 3 x 1025 x 6144 x 2049 + 513 x 3072 x 1025.
    expect_parts(build({"Dimension=3", "Mesh/Refinements=7"}),
                 {"about 4.03e+10 unknowns", "1.61e+09 cells", "numbered"});
    expect_parts(build({"Dimension=3",
                        "Mesh/Elements radial=10000",
                        "Solver/Memory limit=0.5"}),
                 {"unknowns in 1.92e+06 cells",
                  "on each rank; 0.5 GB are allowed by \"Solver/Memory "
                  "limit\"",
                  "Mesh/Refinements"});
    expect_parts(build({"Dimension=3", "Mesh/Refinements=5"}),
                 {"GB are free", "\"Solver/Memory limit\" [GB]"});
  }

  TEST(SizeForecast, TheLimitOverridesWhatIsFree)
  {
    const SizeForecast size = forecast(
      {"Dimension=3", "Mesh/Refinements=5", "Solver/Memory limit=1e5"});
    EXPECT_EQ(size.allowed, 1e14);
    EXPECT_NO_THROW(require_fitting(size));
  }

  TEST(OutOfMemory, SaysWhatWasBeingMade)
  {
    const auto run_out = []() -> int { throw std::bad_alloc(); };
    expect_parts(message_of<std::bad_alloc>(
                   [&] { with_memory_for("making the mesh", run_out); }),
                 {"Memory ran out while making the mesh. Make"});
    // The innermost knows best.
    expect_parts(message_of<std::bad_alloc>([&] {
                   with_memory_for("running the case", [&] {
                     return with_memory_for("making the mesh", run_out);
                   });
                 }),
                 {"while making the mesh"});
    EXPECT_EQ(with_memory_for("counting", [] { return 3; }), 3);
  }
} // namespace
