// SPDX-License-Identifier: Apache-2.0
// One part in two unit systems: the same physics.
#include <rivlin/base/error.h>
#include <rivlin/base/unit_conversion.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/cases/simulation.h>
#include <rivlin/dynamics/time_table.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

#include <cmath>
#include <numbers>

namespace rivlin
{
  namespace
  {
    using Settings = std::vector<std::string>;

    class UnitSystems : public TemporaryFolder
    {
    protected:
      /// The last row of the history, by names without units.
      std::map<std::string, double> end_of_run(const std::string &system,
                                               const Settings &settings) const
      {
        Settings all = {"Unit system=" + system};
        all.insert(all.end(), settings.begin(), settings.end());
        RunOptions options;
        options.output_directory = folder / system;
        options.quiet            = true;
        simulate(read_case("", all), options, MPI_COMM_WORLD);
        std::map<std::string, double> last;
        for (const auto &column :
             read_time_table(folder / system / "history.csv").columns)
          last[column.name] = column.values.back();
        return last;
      }
    };

    // A 3D bushing of default radii, length and rubber under gravity of 10
    // m/s^2: the weight of a tube, 0.7257 N, is held by the outer sleeve.
    // Quadratic edges miss the circle: the volume of 8 of them around is 7.6e-4
    // too small.
    TEST_F(UnitSystems, WeightOfTheDefaultBushingIsTheSame)
    {
      const Settings ring = {"Dimension=3",
                             "Mesh/Elements radial=2",
                             "Mesh/Elements circumferential=8",
                             "Mesh/Elements axial=2",
                             "Supports/outer/Type=fixed",
                             "Time/Step size=1",
                             "Output/VTU=none"};
      Settings in_mm = ring, in_m = ring;
      in_mm.push_back("Gravity/Acceleration z=-1e4*t");
      in_m.push_back("Gravity/Acceleration z=-10*t");
      const auto mm = end_of_run("mm-t-s", in_mm);
      const auto m  = end_of_run("m-kg-s", in_m);
      const MeshParameters mesh;
      const double weight = std::numbers::pi *
                            (mesh.outer_radius * mesh.outer_radius -
                             mesh.inner_radius * mesh.inner_radius) *
                            mesh.length * 1.1e-9 * 1e4;
      EXPECT_NEAR(std::abs(mm.at("outer force z")), weight, 1e-3 * weight);
      EXPECT_NEAR(m.at("outer force z"), mm.at("outer force z"), 1e-9 * weight);
      // mJ and J: as much deformation.
      EXPECT_NEAR(m.at("strain energy"),
                  1e-3 * mm.at("strain energy"),
                  1e-8 * mm.at("strain energy"));
    }

    TEST_F(UnitSystems, AdaptiveDynamicsTakesTheSameSteps)
    {
      const Settings ring = {"Mesh/Elements radial=1",
                             "Mesh/Elements circumferential=8",
                             "Supports/outer/Type=fixed",
                             "Supports/inner/Type=driven",
                             "Time/Integrator=ROS3P",
                             "Time/Step control=adaptive",
                             "Time/Step size=1e-4",
                             "Time/End time=2e-3",
                             "Output/VTU=none"};
      Settings in_mm = ring, in_m = ring;
      in_mm.push_back("Supports/inner/Translation x=50*t^2");
      in_m.push_back("Supports/inner/Translation x=0.05*t^2");
      const auto mm = end_of_run("mm-t-s", in_mm);
      const auto m  = end_of_run("m-kg-s", in_m);
      EXPECT_EQ(
        read_time_table(folder / "mm-t-s" / "history.csv").times.size(),
        read_time_table(folder / "m-kg-s" / "history.csv").times.size());
      EXPECT_NEAR(m.at("inner force x"),
                  mm.at("inner force x"),
                  1e-6 * std::abs(mm.at("inner force x")));
    }

    // Whatever the schema declares with a dimension is converted by it.
    TEST_F(UnitSystems, EveryDefaultWithADimensionIsConverted)
    {
      CaseParameters values;
      values.supports = {{"a", SupportParameters()}};
      values.regions  = {{"a", MaterialParameters()}};
      values.loads    = {{"a", LoadParameters()}};
      values.contacts = {{"a", ContactParameters()}};
      values.probes   = {{"a", ProbeParameters()}};
      Schema schema;
      declare_parameters(schema, values);
      std::map<std::string, std::string> defaults;
      for (const Parameter &parameter : schema.all())
        defaults[parameter.key()] = parameter.default_text;
      const UnitSystem &mm = unit_system("mm-t-s"), &m = unit_system("m-kg-s");
      schema.use_units(m);
      int n_converted = 0;
      for (const Parameter &parameter : schema.all())
        {
          const std::string &before = defaults[parameter.key()];
          const auto number         = to_double(before);
          const std::string from    = unit_of(parameter.unit, mm),
                            to      = unit_of(parameter.unit, m);
          if (from == to || !number || *number == 0)
            {
              EXPECT_EQ(parameter.default_text, before) << parameter.key();
              continue;
            }
          ++n_converted;
          const auto factor = unit_factor(from, to);
          ASSERT_TRUE(factor.has_value()) << parameter.key() << " in " << from;
          EXPECT_NEAR(*to_double(parameter.default_text) / *number / *factor,
                      1,
                      1e-14)
            << parameter.key();
        }
      EXPECT_GT(n_converted, 20);
      EXPECT_EQ(values.material.density, 1100);
      EXPECT_EQ(values.material.constants.numbers.at("C10"), 4e5);
      EXPECT_EQ(values.supports[0].second.ring_density, 7850);
      EXPECT_EQ(values.mesh.inner_radius, 0.01);
      EXPECT_EQ(values.thickness, 1e-3);
      EXPECT_EQ(values.time.absolute_tolerance, 1e-6);
    }

    TEST_F(UnitSystems, TablesOfCasesAreConverted)
    {
      write(folder / "motion.csv",
            "time [s],x [m],angle [deg],force [N]\n0,0,0,0\n1,0.002,90,5\n");
      const std::string file = (folder / "motion.csv").string();
      const auto drive       = [&](const Settings &settings) {
        Settings all = {"Supports/inner/Type=driven"};
        all.insert(all.end(), settings.begin(), settings.end());
        return make_drive(read_case("", all));
      };
      const auto table = [&](const std::string &column) {
        return "table(\"" + file + "\", \"" + column + "\")";
      };
      const Drive driven =
        drive({"Supports/inner/Translation x=" + table("x"),
               "Supports/inner/Rotation z=" + table("angle [deg]")});
      const auto motion = driven.supports[0].sleeve->motion(1, 0);
      EXPECT_NEAR(motion.translation[0][0], 2, 1e-14);
      EXPECT_NEAR(driven.channels[2].channel.value(1),
                  std::numbers::pi / 2,
                  1e-14);
      EXPECT_TRUE(driven.notices.empty());
      // A formula is the user's own; the log tells.
      const Drive formula =
        drive({"Supports/inner/Translation x=1000*" + table("x")});
      EXPECT_NEAR(formula.channels[0].channel.value(1), 2, 1e-14);
      ASSERT_EQ(formula.notices.size(), 1u);
      EXPECT_EQ(
        formula.notices[0],
        "\"Supports/inner/Translation x\" takes the numbers of \"x [m]\" "
        "of \"" +
          file + "\" as they are: inside a formula units are not converted.");
      const std::string refusal = message_of<Error>(
        [&] { drive({"Supports/inner/Translation x=" + table("force")}); });
      EXPECT_NE(refusal.find("\"Supports/inner/Translation x\""),
                std::string::npos)
        << refusal;
      EXPECT_NE(refusal.find("is in [N], which is not converted to [mm]"),
                std::string::npos)
        << refusal;
    }

    TEST_F(UnitSystems, TablesOfLoadStepsAreConvertedToo)
    {
      write(folder / "motion.csv", "time [s],x [m]\n0,0\n1,0.002\n");
      write(folder / "case.prm",
            "subsection Supports\n  subsection inner\n    set Type = driven\n"
            "  end\nend\nsubsection Steps\n  subsection push\n"
            "    subsection Supports\n      subsection inner\n"
            "        set Translation x = table(\"motion.csv\", \"x\")\n"
            "      end\n    end\n  end\nend\n");
      const Drive drive =
        make_drive(read_case((folder / "case.prm").string(), {}));
      EXPECT_NEAR(drive.channels[0].channel.value(1), 2, 1e-14);
    }
  } // namespace
} // namespace rivlin
