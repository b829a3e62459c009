// SPDX-License-Identifier: Apache-2.0
// The C functions: the same numbers as the C++ class, and a status for every
// mistake.
#include <rivlin/online/rivlin.h>

#include <rivlin/online/online_model.h>
#include <rivlin/online/rom_file.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

using namespace rivlin;

namespace
{
  using CApi = TemporaryFolder;

  SyntheticOptions small()
  {
    SyntheticOptions options;
    options.n_modes = 3;
    return options;
  }
} // namespace

TEST_F(CApi, GivesTheNumbersOfTheClass)
{
  const auto file             = folder / "model.rom";
  const ReducedModelData data = synthetic_data(small());
  write_rom(file, data);
  rivlin_model *model = nullptr;
  ASSERT_EQ(rivlin_open(file.c_str(), nullptr, &model, nullptr, 0), RIVLIN_OK);
  EXPECT_EQ(rivlin_n_sleeves(model), 1);
  EXPECT_STREQ(rivlin_sleeve_name(model, 0), "sleeve 0");
  EXPECT_STREQ(rivlin_unit_system(model), "mm-t-s");
  EXPECT_EQ(rivlin_sleeve_is_driven(model, 0), 1);
  OnlineModel online(data);
  online.start(0.5);
  ASSERT_EQ(rivlin_start(model, 0.5), RIVLIN_OK);
  std::vector<char> state;
  double reaction[6] = {0};
  for (int i = 1; i <= 4; ++i)
    {
      const double pose[6]     = {0.01 * i * i, 0, 0, 0, 0, -0.02 * i * i};
      const double velocity[6] = {2. * i, 0, 0, 0, 0, -4. * i};
      OnlineModel::Vector6 p   = Eigen::Map<const OnlineModel::Vector6>(pose);
      const OnlineModel::Vector6 v =
        Eigen::Map<const OnlineModel::Vector6>(velocity);
      online.set_pose(0, p, &v);
      ASSERT_TRUE(online.advance(0.01).accepted);
      ASSERT_EQ(rivlin_set_pose(model, 0, pose, velocity), RIVLIN_OK);
      ASSERT_EQ(rivlin_advance(model, 0.01), RIVLIN_OK)
        << rivlin_last_error(model);
      ASSERT_EQ(rivlin_get_reaction(model, 0, reaction), RIVLIN_OK);
      EXPECT_EQ(Eigen::Map<const OnlineModel::Vector6>(reaction),
                online.reaction(0));
      if (i == 3)
        {
          size_t n = 0;
          ASSERT_EQ(rivlin_save_state(model, nullptr, &n), RIVLIN_OK);
          state.resize(n);
          ASSERT_EQ(rivlin_save_state(model, state.data(), &n), RIVLIN_OK);
        }
    }
  double tangent[36];
  ASSERT_EQ(rivlin_get_tangent(model, tangent, nullptr), RIVLIN_OK);
  const OnlineTangent expected = online.tangent();
  for (int i = 0; i < 36; ++i)
    EXPECT_EQ(tangent[i], expected.by_input(i / 6, i % 6));
  rivlin_trust trust;
  ASSERT_EQ(rivlin_get_trust(model, &trust), RIVLIN_OK);
  EXPECT_EQ(trust.distance, online.trust().distance);
  double time = 0;
  ASSERT_EQ(rivlin_restore_state(model, state.data(), state.size()), RIVLIN_OK);
  ASSERT_EQ(rivlin_get_time(model, &time), RIVLIN_OK);
  EXPECT_NEAR(time, 0.53, 1e-12);
  rivlin_close(model);
}

TEST_F(CApi, HasAStatusForEveryMistake)
{
  rivlin_model *model = nullptr;
  char error[40];
  EXPECT_EQ(rivlin_open("none.rom", nullptr, &model, error, sizeof error),
            RIVLIN_WRONG_INPUT);
  EXPECT_EQ(model, nullptr);
  EXPECT_EQ(std::string(error).size(), 39u); // cut, with its final zero
  EXPECT_EQ(rivlin_open(nullptr, nullptr, &model, nullptr, 0),
            RIVLIN_WRONG_INPUT);
  EXPECT_EQ(rivlin_open("none.rom", nullptr, nullptr, nullptr, 0),
            RIVLIN_WRONG_INPUT);
  EXPECT_EQ(rivlin_open_bytes("abc", 3, nullptr, &model, nullptr, 0),
            RIVLIN_WRONG_INPUT);
  EXPECT_EQ(rivlin_start(nullptr, 0), RIVLIN_WRONG_INPUT);
  rivlin_close(nullptr);

  const std::string bytes =
    container_bytes(rom_container(synthetic_data(small())));
  rivlin_options options;
  rivlin_default_options(&options);
  options.quasi_static = 1;
  ASSERT_EQ(
    rivlin_open_bytes(bytes.data(), bytes.size(), &options, &model, nullptr, 0),
    RIVLIN_OK);
  EXPECT_STREQ(rivlin_last_error(model), "");
  EXPECT_EQ(rivlin_advance(model, 0.1), RIVLIN_WRONG_INPUT);
  EXPECT_NE(std::string(rivlin_last_error(model)).find("start"),
            std::string::npos);
  EXPECT_EQ(rivlin_start(model, 0), RIVLIN_OK);
  const double far[6] = {1e4, 0, 0, 0, 0, 0};
  EXPECT_EQ(rivlin_set_pose(model, 1, far, nullptr), RIVLIN_WRONG_INPUT);
  EXPECT_EQ(rivlin_set_pose(model, 0, nullptr, nullptr), RIVLIN_WRONG_INPUT);
  const double force[3] = {1, 0, 0};
  EXPECT_EQ(rivlin_set_load(model, 0, force, force), RIVLIN_WRONG_INPUT);
  EXPECT_NE(std::string(rivlin_last_error(model)).find("is driven"),
            std::string::npos);
  EXPECT_EQ(rivlin_set_pose(model, 0, far, nullptr), RIVLIN_OK);
  EXPECT_EQ(rivlin_advance(model, 0.1), RIVLIN_NOT_CONVERGED);
  EXPECT_NE(std::string(rivlin_last_error(model)).find("refused"),
            std::string::npos);
  EXPECT_EQ(rivlin_sleeve_name(model, 7), nullptr);
  rivlin_close(model);
}

TEST_F(CApi, ExampleRuns)
{
  const auto file = folder / "model.rom";
  write_rom(file, synthetic_data(small()));
  const std::string program = build_folder().string() + "/bin/c_example";
  const std::string output  = (folder / "output").string();
  EXPECT_EQ(std::system(
              (program + " " + file.string() + " 0.1 > " + output).c_str()),
            0);
  EXPECT_NE(read(output).find("d force x / d x"), std::string::npos);
  EXPECT_NE(std::system((program + " " + output + " 2> /dev/null").c_str()), 0);
}
