// SPDX-License-Identifier: Apache-2.0
// Trainings of a small ring, from the plan to the report.
#include <rivlin/studies/training_study.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/model_info.h>
#include <rivlin/studies/prediction_study.h>

#include <temporary_folder.h>

#include <nlohmann/json.hpp>

namespace rivlin
{
  namespace
  {
    const std::string small_case = R"(
set Dimension = 2
subsection Mesh
  set Elements radial          = 2
  set Elements circumferential = 8
end
subsection Supports
  subsection inner
    set Type = driven
  end
  subsection outer
  end
end
subsection Time
  set Integrator = generalized alpha
  set End time   = 0.1
  set Step size  = 0.01
end
)";

    const std::string small_plan = R"(
set Case              = case.prm
set Snapshot interval = 0.01
subsection Excitation
  set Kinds      = sweeps
  set Amplitudes = x 2, y 2
  set Profile    = sin(10*pi*t)^3
end
subsection Basis
  set Modes          = 5
  set Pressure modes = 2
end
subsection Validation
  set Settings = Supports/inner/Translation x=1.5*sin(20*pi*t)^3; Supports/inner/Translation y=sin(10*pi*t)^3
end
)";

    class SmallTraining : public TemporaryFolder
    {
    protected:
      std::string screen;

      SmallTraining()
      {
        write(folder / "case.prm", small_case);
        write(folder / "plan.prm", small_plan);
      }

      TrainingReport train_small(const std::vector<std::string> &settings = {})
      {
        TrainingOptions options;
        options.output = folder / "trained";
        screen.clear();
        options.say = [this](const std::string &text) {
          screen += text + "\n";
        };
        return train(read_plan((folder / "plan.prm").string(), settings),
                     options);
      }
    };
  } // namespace

  TEST_F(SmallTraining, TheReportIsWhatTheFilesSay)
  {
    const TrainingReport report = train_small();
    EXPECT_EQ(report.signals, (std::vector<std::string>{"sweep 1", "sweep 2"}));
    EXPECT_EQ(report.n_snapshots, 2 * 11);
    EXPECT_EQ(report.n_modes, 5);
    EXPECT_EQ(report.n_pressure_modes, 2);
    EXPECT_EQ(report.n_sleeve_coordinates, 6);
    ASSERT_EQ(report.models.size(), 1u);
    const ModelReport &model = report.models.front();
    EXPECT_EQ(model.force_model, "cubature");
    EXPECT_GT(model.n_points, 5);
    ASSERT_EQ(model.training.size(), 2u);
    ASSERT_TRUE(model.held_out.finished);
    // Two directions at once, five modes: some per cent at most.
    EXPECT_GT(model.held_out.comparison.reaction().relative(), 0);
    EXPECT_LT(model.held_out.comparison.reaction().relative(), 0.05);
    EXPECT_LT(model.held_out.comparison.displacement.relative(), 0.2);
    EXPECT_EQ(model.held_out.comparison.headline_name(), "reaction");

    EXPECT_EQ(nlohmann::ordered_json::parse(
                read(folder / "trained" / "training.json")),
              report_json(report));
    const ReducedModelData data = read_rom(folder / "trained" / "plan.rom");
    EXPECT_EQ(data.n_modes(), 5);
    EXPECT_EQ(data.n_pressures(), 2);
    EXPECT_EQ(data.body.at("Mesh/Elements radial"), "2");
    EXPECT_NE(model_info(data, "plan.rom").find("22 snapshots of 2 runs"),
              std::string::npos);
    EXPECT_NE(screen.find("cubature"), std::string::npos);
  }

  TEST_F(SmallTraining, FinishedRunsAreUsedAgain)
  {
    const TrainingReport first = train_small();
    EXPECT_EQ(screen.find("finished before"), std::string::npos);
    const TrainingReport second = train_small();
    EXPECT_EQ(screen.find("running the full model"), std::string::npos);
    EXPECT_EQ(first.models[0].held_out.comparison.reaction().absolute,
              second.models[0].held_out.comparison.reaction().absolute);
  }

  TEST_F(SmallTraining, RunsWhoseTablesWereEditedRunAgain)
  {
    // One value is edited, between those that identities compare, and read by
    // either kind of quotes.
    const auto table = [](const double middle) {
      std::string text = "time [s],motion [mm],other [mm]\n";
      for (int i = 0; i <= 100; ++i)
        text += number_text(1e-3 * i) + "," +
                number_text(i == 50 ? middle : 1e-6 * i * i) + ",0\n";
      return text;
    };
    const std::string x = "/Settings=Supports/inner/Translation x=";
    const std::vector<std::string> settings = {
      "Signals/a" + x + "table('motion.csv', 'motion [mm]')",
      "Signals/b" + x + "2*table(\"motion.csv\", \"motion [mm]\")"};
    write(folder / "motion.csv", table(2.5e-3));
    train_small(settings);
    const auto count = [&](const std::string &text) {
      int n = 0;
      for (auto at = screen.find(text); at != std::string::npos;
           at      = screen.find(text, at + 1))
        ++n;
      return n;
    };
    EXPECT_EQ(count("running the full model"), 5);
    write(folder / "motion.csv", table(2.6e-3));
    train_small(settings);
    EXPECT_NE(screen.find("a: running the full model"), std::string::npos);
    EXPECT_NE(screen.find("b: running the full model"), std::string::npos);
    EXPECT_EQ(count("finished before"), 3);
    // What they read is the same now; other columns do not matter.
    std::string other = table(2.6e-3);
    other.replace(other.rfind(",0"), 2, ",7");
    write(folder / "motion.csv", other);
    train_small(settings);
    EXPECT_EQ(count("finished before"), 5);

    // A run that is given is what it was, or it is refused.
    const std::string run = (folder / "trained" / "runs" / "a").string();
    const std::vector<std::string> given = {"Signals/given/Run=" + run};
    train_small(given);
    write(folder / "motion.csv", table(2.7e-3));
    const std::string message = message_of<Error>([&] { train_small(given); });
    for (const std::string part : {"runs/a\"",
                                   "the table of \"inner translation x [mm]\"",
                                   "other numbers",
                                   "run it again"})
      EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(count("running the full model"), 0);
  }

  TEST_F(SmallTraining, GivenRunsAreCheckedBeforeOthersRun)
  {
    train_small();
    const auto runs = folder / "trained" / "runs";
    std::filesystem::rename(runs / "sweep_1", folder / "given");
    std::filesystem::remove_all(runs);
    const std::vector<std::string> given = {
      "Signals/a/Run=" + (folder / "given").string(),
      "Signals/b/Settings=Supports/inner/Translation x=t",
      "Excitation/Kinds="};
    const auto expect_refused = [&](const std::vector<std::string> &parts) {
      const std::string message =
        message_of<Error>([&] { train_small(given); });
      for (const std::string &part : parts)
        EXPECT_NE(message.find(part), std::string::npos) << message;
      EXPECT_FALSE(std::filesystem::exists(runs)) << message;
    };
    const std::string history = read(folder / "given" / "history.csv");
    const std::string summary = read(folder / "given" / "summary.json");
    write(folder / "given" / "history.csv",
          history.substr(0, history.rfind('\n', history.size() - 2) + 1));
    expect_refused({"history.csv", "no row at t = 0.1"});
    write(folder / "given" / "history.csv", history);
    auto json        = nlohmann::json::parse(summary);
    json["finished"] = false;
    write(folder / "given" / "summary.json", json.dump());
    expect_refused({"given", "not come to its end", "--resume"});
    write(folder / "given" / "summary.json", "{ \"seconds\":");
    expect_refused({"given", "not a run of the full model"});
    write(folder / "given" / "summary.json", summary);
    train_small(given);
    EXPECT_TRUE(std::filesystem::exists(runs / "b"));
  }

  TEST_F(SmallTraining, PredictionComparesAsTheTrainingDid)
  {
    const TrainingReport trained = train_small();
    PredictionOptions options;
    options.model      = folder / "trained" / "plan.rom";
    options.excitation = folder / "case.prm";
    options.settings   = {"Supports/inner/Translation x=1.5*sin(20*pi*t)^3",
                          "Supports/inner/Translation y=sin(10*pi*t)^3"};
    options.output     = folder / "predicted";
    options.compared   = folder / "trained" / "runs" / "validation";
    const PredictionReport report = predict(options);
    // Trained on one direction at a time.
    ASSERT_EQ(report.warnings.size(), 1u);
    EXPECT_NE(report.warnings[0].find("leaves its trained range"),
              std::string::npos);
    ASSERT_TRUE(report.comparison);
    const Comparison &told = trained.models[0].held_out.comparison;
    // The file rounds its full basis to single precision; all else is kept.
    EXPECT_NEAR(report.comparison->reaction().relative() /
                  told.reaction().relative(),
                1,
                1e-9);
    EXPECT_NEAR(report.comparison->displacement.relative() /
                  told.displacement.relative(),
                1,
                1e-5);
    // The force on the outer ring differs by the inertia of the rubber.
    EXPECT_LT(report.comparison->fixed_force.relative(), 0.05);
    EXPECT_TRUE(std::filesystem::exists(options.output / "comparison.json"));
  }

  TEST_F(SmallTraining, PredictionsChooseTheFormOfTheConstraints)
  {
    // Volume is a rigid constraint of an incompressible tube; its ends are
    // free.
    const std::vector<std::string> tube = {"Dimension=3",
                                           "Mesh/Elements axial=1",
                                           "Material/Bulk modulus=infinity"};
    train_small({"Settings=" + joined(tube, "; ")});
    const auto end_of = [&](const std::string &constraints) {
      PredictionOptions options;
      options.model      = folder / "trained" / "plan.rom";
      options.excitation = folder / "case.prm";
      options.settings   = tube;
      options.settings.push_back("Supports/inner/Translation x=sin(20*pi*t)^3");
      options.settings.push_back("Time/Constraints=" + constraints);
      options.output = folder / "predicted";
      predict(options);
      const std::string text = read(options.output / "history.csv");
      return text.substr(text.rfind('\n', text.size() - 2));
    };
    const std::string index_3 = end_of("index 3");
    EXPECT_EQ(index_3, end_of("index 3"));
    EXPECT_NE(index_3, end_of("stabilized index 2"));
  }

  TEST_F(SmallTraining, AnErrorIsSaidBeforeAnythingIsWritten)
  {
    const std::string message = message_of<Error>(
      [&] { train_small({"Signals/other/Settings=Material/C10=1"}); });
    EXPECT_NE(message.find("\"Material/C10\" is 1"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder / "trained"));
  }

  // The cut of a half ring comes down on a floor.
  TEST_F(SmallTraining, ContactIsTrainedMeasuredAndPredicted)
  {
    const std::string floor =
      "Settings=Mesh/Sector angle=180; Contacts/floor/Set=start; "
      "Contacts/floor/Point=0 -0.3; Time/Integrator=statics";
    const TrainingReport report = train_small({floor});
    ASSERT_EQ(report.models.front().contacts.size(), 1u);
    const ContactReport &contact = report.models.front().contacts.front();
    EXPECT_EQ(contact.name, "floor");
    EXPECT_GT(contact.n_states, 2);
    EXPECT_LT(contact.n_states, report.n_snapshots);
    EXPECT_NE(screen.find("contact \"floor\": "), std::string::npos);
    EXPECT_EQ(screen.find("WARNING"), std::string::npos);
    const SignalReport &held_out = report.models.front().held_out;
    ASSERT_TRUE(held_out.finished);
    EXPECT_GT(held_out.comparison.contact_force.relative(), 0);
    EXPECT_LT(held_out.comparison.contact_force.relative(), 0.5);
    const auto json =
      nlohmann::ordered_json::parse(read(folder / "trained" / "training.json"));
    const auto &model = json.at("models").at(0);
    EXPECT_EQ(model.at("contacts").at("floor").at("states that touch"),
              contact.n_states);
    EXPECT_TRUE(
      model.at("held out").at("errors").at("contact force").is_number());
    EXPECT_NE(model_info(read_rom(folder / "trained" / "plan.rom"), "plan.rom")
                .find("contacts      \"floor\" with"),
              std::string::npos);

    // The prediction has the columns of the full run, with its numbers.
    PredictionOptions options;
    options.model                    = folder / "trained" / "plan.rom";
    options.excitation               = folder / "case.prm";
    options.settings                 = {"Mesh/Sector angle=180",
                                        "Contacts/floor/Set=start",
                                        "Contacts/floor/Point=0 -0.3",
                                        "Time/Integrator=statics",
                                        "Supports/inner/Translation y=1.5*sin(10*pi*t)^3"};
    options.output                   = folder / "predicted";
    const PredictionReport predicted = predict(options);
    ASSERT_TRUE(predicted.prediction.report.finished);
    const std::string history = read(folder / "predicted" / "history.csv");
    for (const char *title : {"floor contact force y [N]",
                              "floor smallest gap [mm]",
                              "floor contact area [mm^2]",
                              "floor largest contact pressure [MPa]",
                              "touches where not trained [-]"})
      EXPECT_NE(history.find(title), std::string::npos) << title;
    EXPECT_GT(predicted.prediction.contacts.row(1).maxCoeff(), 0);
    // Without the floor it is another body.
    options.settings.resize(1);
    EXPECT_THROW(predict(options), Error);
  }

  TEST_F(SmallTraining, ContactWithoutATouchingStateIsAWarning)
  {
    const TrainingReport report =
      train_small({"Settings=Mesh/Sector angle=180; Contacts/floor/Set=start; "
                   "Contacts/floor/Point=0 -9"});
    EXPECT_EQ(report.models.front().contacts.front().n_states, 0);
    EXPECT_NE(screen.find("WARNING: no training state touches \"floor\""),
              std::string::npos)
      << screen;
  }

  TEST_F(SmallTraining, ContactToleranceWithoutContactIsToldAsUnused)
  {
    const TrainingReport report = train_small({"Force/Contact tolerance=0.1"});
    ASSERT_EQ(report.unused.size(), 1u);
    EXPECT_EQ(report.unused.front().key, "Force/Contact tolerance");
    EXPECT_NE(screen.find("has no contacts"), std::string::npos);
  }
} // namespace rivlin
