// SPDX-License-Identifier: Apache-2.0
// What happens to a body is known without a mesh.
#include <rivlin/base/error.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/cases/drive.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace rivlin
{
  namespace
  {
    using Settings = std::vector<std::string>;

    Drive drive_of(const Settings &settings)
    {
      return make_drive(read_case("", settings));
    }

    const Settings two_sleeves = {"Supports/outer/Type=fixed",
                                  "Supports/inner/Type=driven",
                                  "Supports/inner/Translation x=3*t^2",
                                  "Supports/inner/Rotation z=0.1*t"};

    TEST(Drive, NeedsNoMesh)
    {
      // A mesh file that does not exist does not matter here.
      Settings settings = two_sleeves;
      settings.insert(settings.end(),
                      {"Mesh/Type=file",
                       "Mesh/File=nowhere.msh",
                       "Output/Interval=0.25",
                       "Gravity/Acceleration y=-9*t"});
      const Drive drive = drive_of(settings);
      ASSERT_EQ(drive.supports.size(), 2u);
      EXPECT_EQ(drive.supports[0].name, "outer");
      EXPECT_FALSE(drive.supports[0].sleeve.has_value());
      ASSERT_TRUE(drive.supports[1].sleeve.has_value());
      const RigidMotion motion = drive.supports[1].sleeve->motion(0.5, 2);
      EXPECT_DOUBLE_EQ(motion.translation[0][0], 0.75);
      EXPECT_DOUBLE_EQ(motion.translation[1][0], 3);
      EXPECT_DOUBLE_EQ(motion.translation[2][0], 6);
      EXPECT_DOUBLE_EQ(drive.gravity(0.5, 0)[1], -4.5);
      EXPECT_DOUBLE_EQ(drive.gravity(0.5, 1)[1], -9);
      EXPECT_FALSE(drive.inertia);
      EXPECT_EQ(drive.times.outputs,
                (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
      std::vector<std::string> names;
      for (const NamedChannel &channel : drive.channels)
        names.push_back(channel.name);
      EXPECT_EQ(names,
                (std::vector<std::string>{"inner translation x [mm]",
                                          "inner translation y [mm]",
                                          "inner rotation z [rad]",
                                          "gravity y [mm/s^2]"}));
    }

    TEST(Drive, FreeSleevesHaveTheirBodyAndLoads)
    {
      const Drive drive    = drive_of({"Supports/inner/Type=free",
                                       "Supports/inner/Ring=5, 10",
                                       "Supports/inner/Ring density=2",
                                       "Supports/inner/Force x=7*t",
                                       "Supports/inner/Springs=1, 2, 3",
                                       "Element/Thickness=3",
                                       "Time/Integrator=generalized alpha"});
      const Sleeve &sleeve = *drive.supports.at(0).sleeve;
      // Density, area of the ring, thickness.
      EXPECT_NEAR(sleeve.body.mass, 2 * M_PI * 75 * 3, 1e-10);
      EXPECT_NEAR(sleeve.body.inertia(2, 2), sleeve.body.mass * 125 / 2, 1e-8);
      EXPECT_EQ(sleeve.body.stiffness,
                (std::array<double, 6>{1, 2, 0, 0, 0, 3}));
      EXPECT_EQ(sleeve.body.free_translation,
                (std::array<bool, 3>{true, true, false}));
      EXPECT_EQ(sleeve.body.rotation, RotationFreedom::about_axis);
      EXPECT_DOUBLE_EQ(sleeve.load(2, 0).force[0], 14);
      EXPECT_TRUE(drive.inertia);
    }

    TEST(Drive, IsTheSameThatTheModelHas)
    {
      Settings settings = two_sleeves;
      settings.insert(settings.end(),
                      {"Mesh/Elements radial=1",
                       "Mesh/Elements circumferential=8"});
      const CaseParameters parameters = read_case("", settings);
      const CaseModel<2> built = build_case<2>(parameters, MPI_COMM_WORLD);
      const Drive drive        = make_drive(parameters);
      ASSERT_EQ(built.drive.channels.size(), drive.channels.size());
      for (std::size_t i = 0; i < drive.channels.size(); ++i)
        {
          EXPECT_EQ(built.drive.channels[i].name, drive.channels[i].name);
          EXPECT_EQ(built.drive.channels[i].channel.value(0.3),
                    drive.channels[i].channel.value(0.3));
        }
    }

    TEST(Drive, RefusesWhatIsNotRead)
    {
      const auto refusal = [](Settings settings) {
        return message_of<Error>([&] { drive_of(settings); });
      };
      EXPECT_NE(refusal({"Supports/inner/Type=driven",
                         "Supports/inner/Translation x=1+t"})
                  .find("is 1 at t = 0"),
                std::string::npos);
      EXPECT_NE(refusal({"Supports/inner/Type=free",
                         "Supports/inner/Translation x=t"})
                  .find("this direction of the sleeve is free"),
                std::string::npos);
      EXPECT_NE(refusal({"Time/Step size=0"}).find("must be positive"),
                std::string::npos);
    }
  } // namespace
} // namespace rivlin
