// SPDX-License-Identifier: Apache-2.0
// Reduced models that begin calibrated and loaded by load steps.
#include <rivlin/base/error.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/model_info.h>
#include <rivlin/studies/prediction_study.h>
#include <rivlin/studies/training_study.h>

#include <temporary_folder.h>

namespace rivlin
{
  namespace
  {
    /// A cut ring whose outer surface is pressed inwards, and whose sleeve then
    /// goes down.
    const std::string calibrated_case = R"(
set Dimension = 2
subsection Mesh
  set Sector angle             = 270
  set Elements radial          = 2
  set Elements circumferential = 6
end
subsection Supports
  subsection inner
    set Type = driven
  end
  subsection outer
    set Type       = prescribed
    set Components = xy
  end
end
subsection Steps
  subsection calibration
    set Duration = 1
    subsection Supports
      subsection outer
        set Radial displacement = -0.5*t
      end
    end
  end
  subsection load
    set Duration = 1
    subsection Supports
      subsection inner
        set Translation y = -0.5*t
      end
    end
  end
  subsection working
    set Duration = 1
  end
end
subsection Time
  set Step size         = 0.1
  set Maximum step size = 0.1
end
subsection Solver
  set Newton tolerance = 1e-10
end
)";

    const std::string calibrated_plan = R"(
set Case              = case.prm
set Begin with step   = working
set Snapshot interval = 0.1
subsection Excitation
  set Kinds      = sweeps, pairs
  set Amplitudes = x 1.5, y 1
  set Profile    = sin(2*pi*t)
end
subsection Basis
  set Modes          = 10
  set Pressure modes = 4
end
subsection Validation
  set Settings = Steps/working/Supports/inner/Translation x=sin(2*pi*t); Steps/working/Supports/inner/Translation y=-0.5+0.5*sin(4*pi*t)
end
)";

    class CalibratedTraining : public TemporaryFolder
    {
    protected:
      CalibratedTraining()
      {
        write(folder / "case.prm", calibrated_case);
        write(folder / "plan.prm", calibrated_plan);
      }

      TrainingReport
      train_with(const std::vector<std::string> &settings = {}) const
      {
        TrainingOptions options;
        options.output = folder / "trained";
        return train(read_plan((folder / "plan.prm").string(), settings),
                     options);
      }

      ReducedModelData model() const
      {
        return read_rom(folder / "trained" / "plan.rom");
      }

      /// A number of the full run of the held-out signal at the start.
      double at_start(const std::string &title) const
      {
        const TimeTable table = read_time_table(folder / "trained" / "runs" /
                                                "validation" / "history.csv");
        for (std::size_t k = 0; k < table.times.size(); ++k)
          if (table.times[k] == 2)
            return table.column(title).values[k];
        ADD_FAILURE() << "no row at the border of the steps";
        return 0;
      }

      std::string message_of(const std::vector<std::string> &settings) const
      {
        try
          {
            train_with(settings);
            return "accepted";
          }
        catch (const Error &error)
          {
            return error.what();
          }
      }
    };
  } // namespace

  // However few modes there are, the start is that of the full model.
  TEST_F(CalibratedTraining, BeginsInTheStateOfTheFullModel)
  {
    const TrainingReport report = train_with({"Force/Model=Galerkin"});
    const ModelReport &trained  = report.models.front();
    ASSERT_TRUE(trained.held_out.finished) << trained.held_out.ended;
    EXPECT_LT(trained.held_out.comparison.reaction().relative(), 0.02);
    EXPECT_LT(trained.held_out.comparison.displacement.relative(), 0.05);
    // Of runs from t = 0 to 3 those from t = 2 on.
    EXPECT_EQ(report.n_snapshots, 4 * 11);
    EXPECT_EQ(report.n_displacements, 78);
    EXPECT_EQ(report.n_prescribed, 1);

    const ReducedModelData data = model();
    EXPECT_EQ(data.prescribed,
              std::vector<std::string>{"outer radial displacement"});
    EXPECT_EQ(data.start.step, "working");
    EXPECT_EQ(data.n_modes(), 10);
    EXPECT_NE(model_info(data, "plan.rom").find("\"working\""),
              std::string::npos);
    OnlineOptions options;
    options.quasi_static = true;
    OnlineModel online(data, options);
    online.start(0);
    EXPECT_NEAR(online.pose(0)[1], -0.5, 1e-12);
    const double x = at_start("inner force x [N]"),
                 y = at_start("inner force y [N]");
    EXPECT_GT(std::hypot(x, y), 1.);
    // 1e-7: Newton's methods of both, to 1e-10 of the size of the part.
    EXPECT_NEAR(online.reaction(0)[0], x, 1e-7 * std::hypot(x, y));
    EXPECT_NEAR(online.reaction(0)[1], y, 1e-7 * std::hypot(x, y));
    // It works about its start.
    online.set_pose(
      0, (OnlineModel::Vector6() << 0.5, -0.5, 0, 0, 0, 0).finished());
    ASSERT_TRUE(online.advance(0.1).accepted);
    EXPECT_TRUE(online.trust().inside);
  }

  // Predictions begin there, by cases and by tables; what does not is refused.
  TEST_F(CalibratedTraining, PredictionsBeginThere)
  {
    train_with();
    PredictionOptions options;
    options.model      = folder / "trained" / "plan.rom";
    options.excitation = folder / "case.prm";
    options.settings   = {
        "Steps/working/Supports/inner/Translation x=sin(2*pi*t)",
        "Output/Interval=0.1"};
    options.output                 = folder / "predicted";
    const PredictionReport by_case = predict(options);
    ASSERT_TRUE(by_case.prediction.report.finished);
    EXPECT_EQ(by_case.prediction.begin, 2.);
    EXPECT_EQ(by_case.prediction.times.front(), 2.);
    EXPECT_NEAR(by_case.prediction.poses(1, 0), -0.5, 1e-12);
    const double x = at_start("inner force x [N]"),
                 y = at_start("inner force y [N]");
    // The cubature is trained to 1e-2 or so.
    EXPECT_NEAR(by_case.prediction.reactions(0, 0), x, 0.02 * std::hypot(x, y));
    EXPECT_NEAR(by_case.prediction.reactions(1, 0), y, 0.02 * std::hypot(x, y));

    write(folder / "table.csv",
          "time [s],inner translation x [mm],inner translation y [mm]\n"
          "0,0,-0.5\n0.25,1,-0.5\n0.5,0,-0.5\n");
    options.excitation = folder / "table.csv";
    options.settings   = {"Time/Integrator=statics", "Time/Step size=0.05"};
    const PredictionReport by_table = predict(options);
    ASSERT_TRUE(by_table.prediction.report.finished);
    EXPECT_EQ(by_table.prediction.begin, 0.);
    for (int i = 0; i < 2; ++i)
      EXPECT_NEAR(by_table.prediction.reactions(i, 0),
                  by_case.prediction.reactions(i, 0),
                  1e-6 * std::hypot(x, y));

    // The radius as a column.
    write(folder / "table.csv",
          "time [s],outer radial displacement [mm]\n"
          "0,-0.5\n0.25,-0.4\n0.5,-0.5\n");
    const PredictionReport breathing = predict(options);
    ASSERT_TRUE(breathing.prediction.report.finished);
    EXPECT_NEAR(breathing.prediction.r.col(0)[6], -0.5, 1e-12);
    // No step ends at the top of the curve through the rows.
    EXPECT_NEAR(breathing.prediction.r.row(6).maxCoeff(), -0.4, 0.02);

    const auto refused = [&](const std::string &part) {
      try
        {
          predict(options);
          ADD_FAILURE() << "accepted";
        }
      catch (const Error &error)
        {
          EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << error.what();
        }
    };
    write(folder / "table.csv",
          "time [s],inner translation y [mm]\n0,0\n0.25,1\n0.5,0\n");
    refused("at t = 0, but the model starts with -0.5 mm");
    std::string other = calibrated_case;
    other.replace(other.find("subsection working"), 18, "subsection wroking");
    write(folder / "other.prm", other);
    options.excitation = folder / "other.prm";
    options.settings   = {};
    refused("begins with the load step \"working\"");
  }

  // A free sleeve begins where its static load carries it.
  TEST_F(CalibratedTraining, AFreeSleeveBeginsLoaded)
  {
    std::string loaded = calibrated_case;
    loaded.replace(loaded.find("set Type = driven"),
                   17,
                   "set Type = free\n    set Mass = 1e-3\n    set Inertia = "
                   "1\n    set Free directions = x, y");
    loaded.replace(loaded.find("set Translation y = -0.5*t"),
                   26,
                   "set Force y = -10*t");
    write(folder / "case.prm", loaded);
    const std::string force = "Steps/working/Supports/inner/Force ";
    const TrainingReport report =
      train_with({"Excitation/Kinds=",
                  "Force/Model=Galerkin",
                  "Signals/x/Settings=" + force + "x=10*sin(2*pi*t)",
                  "Signals/y/Settings=" + force + "y=-10+8*sin(2*pi*t)",
                  "Signals/xy/Settings=" + force + "x=8*sin(2*pi*t); " + force +
                    "y=-10+5*sin(2*pi*t)",
                  "Validation/Settings=" + force + "x=6*sin(2*pi*t); " + force +
                    "y=-10+4*sin(4*pi*t)"});
    const ModelReport &trained = report.models.front();
    ASSERT_TRUE(trained.held_out.finished) << trained.held_out.ended;
    EXPECT_LT(trained.held_out.comparison.headline().relative(), 0.02);
    const ReducedModelData data = model();
    EXPECT_EQ(data.start.sleeve_loads(1, 0), -10.);
    OnlineOptions options;
    options.quasi_static = true;
    OnlineModel online(data, options);
    online.start(0);
    const double y = at_start("inner translation y [mm]");
    EXPECT_LT(y, -0.1);
    EXPECT_NEAR(online.pose(0)[1], y, 1e-7);
  }

  TEST_F(CalibratedTraining, PlansThatDoNotFitAreRefused)
  {
    for (const auto &[settings, part] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"Begin with step="}, "\"Begin with step\""},
           {{"Begin with step=wroking"}, "Did you mean \"working\""},
           {{"Begin with step=calibration"}, "first load step"},
           {{"Validation/Settings=Solver/Maximum Newton iterations=20"},
            "moves nothing"}})
      {
        const std::string message = message_of(settings);
        EXPECT_NE(message.find(part), std::string::npos) << message;
      }
  }
} // namespace rivlin
