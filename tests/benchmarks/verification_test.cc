// SPDX-License-Identifier: Apache-2.0
// The verification runner: rows, tables, files, names.
#include <rivlin/benchmarks/verification.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/prothero_robinson.h>

#include <test_paths.h>

#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

using namespace rivlin;

TEST(Verification, FittedOrderOfAPowerLaw)
{
  std::vector<VerificationRow> rows;
  for (const double h : {0.1, 0.05, 0.02})
    {
      VerificationRow row;
      row.step_size = h;
      row.quantity  = "q";
      row.error     = 3 * std::pow(h, 2.5);
      rows.push_back(row);
    }
  EXPECT_NEAR(fitted_order(rows, "q"), 2.5, 1e-12);
  EXPECT_TRUE(std::isnan(fitted_order(rows, "v")));
  EXPECT_TRUE(std::isnan(fitted_order(rows, "q", 1e-2)));
}

TEST(Verification, CsvHasTheColumnsOfTheContract)
{
  const auto rows =
    convergence(prothero_robinson(1e-2), "ROS3P", {}, "a, b", {10, 20});
  std::ostringstream out;
  write_verification_csv(rows, out);
  std::istringstream in(out.str());
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line,
            "problem,method,options,step size [s],quantity,error,observed "
            "order");
  std::getline(in, line);
  // The first run has no order yet; commas are quoted.
  EXPECT_EQ(line.find("\"Prothero-Robinson, eps^2 = 0.01\",ROS3P,\"a, "
                      "b\",0.22,q,"),
            0u)
    << line;
  EXPECT_EQ(line.back(), ',');
  int n_rows = 1;
  while (std::getline(in, line))
    ++n_rows;
  EXPECT_EQ(n_rows, 6); // two runs, three quantities
}

TEST(Verification, UnknownStudySuggestsTheNearest)
{
  try
    {
      find_study("pendlum");
      FAIL();
    }
  catch (const Error &error)
    {
      EXPECT_NE(std::string(error.what()).find("did you mean \"pendulum\""),
                std::string::npos)
        << error.what();
    }
}

TEST(Verification, PendulumStudyWritesCompleteFiles)
{
  const std::filesystem::path directory = build_folder() / "verification_test";
  std::filesystem::remove_all(directory);
  std::ostringstream out;
  run_verification({"pendulum"}, directory.string(), out);
  EXPECT_NE(out.str().find("pendulum: RODAS4P, acceleration level"),
            std::string::npos);
  std::ifstream file(directory / "verify.csv");
  std::set<std::string> methods;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line))
    {
      std::istringstream fields(line);
      std::string problem, method;
      std::getline(fields, problem, ',');
      std::getline(fields, method, ',');
      EXPECT_EQ(problem, "pendulum");
      methods.insert(method);
    }
  // All Rosenbrock methods, generalized alpha, RADAU5, and IDA if built.
  EXPECT_GE(methods.size(), rosenbrock_methods().size() + 2);
  EXPECT_TRUE(std::filesystem::exists(directory / "trajectories.csv"));
  EXPECT_FALSE(std::filesystem::exists(directory / "verify.csv.part"));
}

TEST(Verification, FileInPlaceOfTheDirectoryIsRefusedBeforeTheWork)
{
  const std::filesystem::path blocker = build_folder() / "verification_blocker";
  std::ofstream(blocker) << "a file\n";
  std::ostringstream out;
  const std::string message = message_of<Error>(
    [&] { run_verification({"pendulum"}, blocker.string(), out); });
  EXPECT_NE(message.find("verification_blocker\" cannot be made"),
            std::string::npos)
    << message;
  EXPECT_NE(message.find("--output"), std::string::npos) << message;
  EXPECT_EQ(out.str(), "");
  std::filesystem::remove(blocker);
}
