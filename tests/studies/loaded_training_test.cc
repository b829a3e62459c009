// SPDX-License-Identifier: Apache-2.0
// Trainings and predictions with all that may act on the rubber at once.
#include <rivlin/base/error.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/model_info.h>
#include <rivlin/studies/prediction_study.h>
#include <rivlin/studies/training_study.h>

#include <temporary_folder.h>

namespace rivlin
{
  namespace
  {
    /// A cut ring with a free sleeve: pressure on one side of the cut, springs
    /// and dampers on the other, weight, and a volume that is not quadratic.
    const std::string loaded_case = R"(
set Dimension = 2
subsection Mesh
  set Sector angle             = 270
  set Elements radial          = 2
  set Elements circumferential = 6
end
subsection Element
  set Thickness = 40
end
subsection Material
  set Bulk modulus   = 50
  set Volumetric law = logarithmic
end
subsection Supports
  subsection inner
    set Type    = free
    set Mass    = 1e-3
    set Inertia = 0.1
  end
  subsection outer
    set Type = fixed
  end
end
subsection Loads
  subsection gap
    set Set  = start
    set Type = pressure
  end
  subsection rest
    set Set         = end
    set Type        = springs
    set Stiffness x = 0.05
    set Stiffness y = 0.05
    set Viscosity x = 1e-5
  end
end
subsection Gravity
  set Acceleration y = -9810*ramp(0, 0.05)
end
subsection Time
  set Integrator = generalized alpha
  set End time   = 0.2
  set Step size  = 4e-3
end
)";

    const std::string loaded_plan = R"(
set Case              = case.prm
set Snapshot interval = 4e-3
subsection Signals
  subsection pressure
    set Settings = Loads/gap/Pressure=0.25*sin(10*pi*t)^3
  end
  subsection force
    set Settings = Supports/inner/Force x=60*sin(10*pi*t)^3; Supports/inner/Force y=40*sin(20*pi*t)^3
  end
  subsection both
    set Settings = Loads/gap/Pressure=0.25*sin(20*pi*t)^3; Supports/inner/Force x=50*sin(10*pi*t)^3; Supports/inner/Moment z=500*sin(15*pi*t)^3
  end
end
subsection Basis
  set Modes          = 12
  set Pressure modes = 5
end
subsection Validation
  set Settings = Loads/gap/Pressure=0.2*sin(15*pi*t)^3; Supports/inner/Force x=40*sin(15*pi*t)^3
end
)";

    class LoadedTraining : public TemporaryFolder
    {
    protected:
      LoadedTraining()
      {
        write(folder / "case.prm", loaded_case);
        write(folder / "plan.prm", loaded_plan);
        TrainingOptions options;
        options.output = folder / "trained";
        report = train(read_plan((folder / "plan.prm").string(), {}), options);
      }

      PredictionReport
      predict_with(const std::string &excitation,
                   const std::vector<std::string> &settings) const
      {
        PredictionOptions options;
        options.model      = folder / "trained" / "plan.rom";
        options.excitation = folder / excitation;
        options.settings   = settings;
        options.output     = folder / "predicted";
        return predict(options);
      }

      std::string refusal(const std::string &excitation,
                          const std::vector<std::string> &settings) const
      {
        try
          {
            predict_with(excitation, settings);
            return "accepted";
          }
        catch (const Error &error)
          {
            return error.what();
          }
      }

      TrainingReport report;
    };
  } // namespace

  TEST_F(LoadedTraining, CasesAndTablesDriveTheLoads)
  {
    const ModelReport &trained = report.models.front();
    ASSERT_TRUE(trained.held_out.finished) << trained.held_out.ended;
    EXPECT_LT(trained.held_out.comparison.headline().relative(), 0.02);
    EXPECT_LT(trained.held_out.comparison.displacement.relative(), 0.05);
    const ReducedModelData data = read_rom(folder / "trained" / "plan.rom");
    ASSERT_EQ(data.loads.size(), 1u);
    EXPECT_EQ(data.loads[0].name, "gap pressure");
    EXPECT_TRUE(data.capabilities.nonlinear_volume);
    const std::string info = model_info(data, "plan.rom");
    for (const char *part : {"\"gap pressure\"", "springs", "logarithmic"})
      EXPECT_NE(info.find(part), std::string::npos) << info;

    // A pressure by a formula, and the same as a column.
    const std::vector<std::string> time = {"Time/Step size=4e-3",
                                           "Time/End time=0.1"};
    std::string table = "time [s],gap pressure [MPa],gravity y [m/s^2]\n";
    for (int k = 0; k <= 100; ++k)
      table += std::to_string(0.001 * k) + "," + std::to_string(0.002 * k) +
               "," + std::to_string(-0.05 * k) + "\n";
    write(folder / "table.csv", table);
    const PredictionReport by_table = predict_with("table.csv", time);
    const PredictionReport by_case =
      predict_with("case.prm",
                   {time[0],
                    time[1],
                    "Loads/gap/Pressure=2*t",
                    "Gravity/Acceleration y=-5e4*t"});
    ASSERT_TRUE(by_table.prediction.report.finished);
    ASSERT_TRUE(by_case.prediction.report.finished);
    const Vector a = by_table.prediction.r.rightCols(1),
                 b = by_case.prediction.r.rightCols(1);
    EXPECT_GT(b.norm(), 1e-3);
    // 1e-4: the digits of the table.
    EXPECT_LT((a - b).norm(), 1e-4 * b.norm());
  }

  TEST_F(LoadedTraining, OtherLoadsAreRefused)
  {
    EXPECT_NE(refusal("case.prm", {"Loads/rest/Stiffness x=0.06"})
                .find("\"Loads/rest/Stiffness x\" is 0.06 instead of 0.05"),
              std::string::npos);
    EXPECT_NE(refusal("case.prm",
                      {"Loads/more/Set=end", "Loads/more/Type=pressure"})
                .find("it has a section \"Loads/more\", the model has none"),
              std::string::npos);
    EXPECT_NE(refusal("case.prm", {"Material/Volumetric law=Ogden"})
                .find("\"Material/Volumetric law\" is Ogden"),
              std::string::npos);
    write(folder / "table.csv",
          "time [s],gap presure [MPa]\n0,0\n0.1,0.1\n0.2,0\n");
    EXPECT_NE(refusal("table.csv", {}).find("\"gap pressure [MPa]\""),
              std::string::npos);
  }
} // namespace rivlin
