// SPDX-License-Identifier: Apache-2.0
// What is wrong with a plan is found before anything runs.
#include <rivlin/studies/plan_check.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <temporary_folder.h>

namespace rivlin
{
  namespace
  {
    const std::string ring = R"(
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
  set End time   = 0.3
  set Step size  = 0.01
end
)";

    const std::string swept = R"(
set Case              = case.prm
set Snapshot interval = 0.01
subsection Excitation
  set Kinds      = sweeps
  set Amplitudes = x 5, y 3
  set Profile    = sin(20*pi*t/3)^3
end
subsection Basis
  set Modes          = 5
  set Pressure modes = 2
end
subsection Validation
  set Settings = Supports/inner/Translation x=2*sin(10*pi*t)^3; Supports/inner/Translation y=sin(20*pi*t)^3
end
)";

    const std::string along = "Supports/inner/Translation ";

    class PlanCheck : public TemporaryFolder
    {
    protected:
      PlanCheck()
      {
        write(folder / "case.prm", ring);
        write(folder / "plan.prm", swept);
      }

      /// All that happens before the first run.
      void check(const std::vector<std::string> &settings)
      {
        const TrainingPlan plan =
          read_plan((folder / "plan.prm").string(), settings);
        const TrainingSignals signals = make_signals(plan, folder / "trained");
        check_plan(plan,
                   signals,
                   load_full_case(signals.training[0].parameters, {}));
      }

      void expect_refused(const std::vector<std::string> &settings,
                          const std::vector<std::string> &parts)
      {
        const std::string message = message_of<Error>([&] { check(settings); });
        for (const std::string &part : parts)
          EXPECT_NE(message.find(part), std::string::npos)
            << joined(settings) << ": " << message;
        EXPECT_FALSE(std::filesystem::exists(folder / "trained"));
      }

      void expect_accepted(const std::vector<std::string> &settings)
      {
        EXPECT_NO_THROW(check(settings)) << joined(settings);
      }

      static std::string held_out(const std::string &settings)
      {
        return "Validation/Settings=" + settings;
      }
    };
  } // namespace

  TEST_F(PlanCheck, AHeldOutSignalIsNotTrainedOnInOtherWords)
  {
    const std::vector<std::string> parts = {"training signal \"sweep 1\"",
                                            "held-out signal",
                                            "not used otherwise"};
    const std::string small = "5*sin(20*pi*t/3)^3; " + along + "y=1e-12*t";
    for (const std::string &motion :
         {std::string("5*sin(t*pi*20/3)^3+0*t"),
          std::string("5*(1+1e-9)*sin(20*pi*t/3)^3"),
          std::string("5*(3*sin(20*pi*t/3)-sin(20*pi*t))/4"),
          small,
          std::string("5*sin(20*pi*t/3)^3; Time/End time=0.1"),
          std::string("5*sin(20*pi*t/3)^3; Time/Step size=0.005")})
      expect_refused({held_out(along + "x=" + motion)}, parts);
    // The selection is not trained on either, nor held out.
    expect_refused({"Selection/a/Settings=" + along +
                    "x=5*sin(t*pi*20/3)^3+0*t"},
                   {"\"sweep 1\"", "signal of the selection \"selection a\""});
    expect_refused({"Selection/a/Settings=" + along + "x=t",
                    held_out(along + "x=t*(1+1e-9)")},
                   {"\"selection a\"", "held-out signal"});
  }

  TEST_F(PlanCheck, WhatIsUsedOfALongerSignalIsKnown)
  {
    const auto used_until = [&](const std::vector<std::string> &settings) {
      return make_signals(read_plan((folder / "plan.prm").string(), settings),
                          folder / "trained")
        .validation.used_until;
    };
    const std::string longer = "x=5*sin(t*20*pi/3)^3; Time/End time=";
    EXPECT_EQ(used_until({}), 0);
    EXPECT_EQ(used_until({held_out(along + longer + "0.6")}), 0.3);
    // The selection goes further, and is no longer held out either.
    EXPECT_EQ(used_until({"Selection/a/Settings=" + along + longer + "0.45",
                          held_out(along + longer + "0.6")}),
              0.45);
    EXPECT_EQ(used_until({held_out(along + "x=4*sin(20*pi*t/3)^3; Time/End "
                                           "time=0.6")}),
              0);
  }

  TEST_F(PlanCheck, TablesAreComparedByTheirNumbers)
  {
    std::string table = "time [s],motion [mm]\n";
    for (int i = 0; i <= 300; ++i)
      table += number_text(1e-3 * i) + "," +
               number_text(5 * std::pow(std::sin(20e-3 * M_PI * i / 3), 3)) +
               "\n";
    write(folder / "motion.csv", table);
    expect_refused({held_out(along + "x=table('motion.csv', 'motion [mm]')")},
                   {"\"sweep 1\"", "held-out signal"});
    expect_accepted(
      {held_out(along + "x=0.5*table('motion.csv', 'motion [mm]')")});
  }

  TEST_F(PlanCheck, OtherSignalsAreOther)
  {
    expect_accepted({});
    expect_accepted({held_out(along + "x=4*sin(20*pi*t/3)^3")});
    expect_accepted({held_out(along + "x=-5*sin(20*pi*t/3)^3")});
    expect_accepted(
      {held_out(along + "x=5*sin(20*pi*t/3)^3; Time/End time=0.6")});
    // Small rotations are not nothing.
    expect_accepted({held_out(along + "x=5*sin(20*pi*t/3)^3; "
                                      "Supports/inner/Rotation z=1e-4*t")});
    const std::string free =
      "Settings=Supports/inner/Type=free; Supports/inner/Inertia=1";
    const auto load = [](const std::string &mass) {
      return "Settings=Supports/inner/Force x=t; Supports/inner/Mass=" + mass;
    };
    const std::vector<std::string> loads = {
      "Excitation/Kinds=", free, "Signals/a/" + load("1e-3")};
    expect_accepted({loads[0], loads[1], loads[2], "Validation/" + load("1")});
    expect_refused({loads[0], loads[1], loads[2], "Validation/" + load("1e-3")},
                   {"training signal \"a\"", "held-out signal"});
  }

  TEST_F(PlanCheck, SignalsMoveSomething)
  {
    expect_refused({held_out(along + "x=0*t")},
                   {"held-out signal \"validation\" moves nothing", "0.3 s"});
    expect_refused({"Signals/still/Settings=Time/End time=0.2"},
                   {"training signal \"still\" moves nothing", "0.2 s"});
    expect_refused({"Selection/a/Settings=" + along + "x=t*0"},
                   {"selection a", "moves nothing"});
    // Gravity moves it, and so does a short blow.
    expect_accepted({held_out("Gravity/Acceleration x=1e4")});
    expect_accepted(
      {held_out(along + "x=2*ramp(0.2, 0.202)*(1-ramp(0.202, 0.204))")});
  }

  TEST_F(PlanCheck, SignalsHaveFoldersOfTheirOwn)
  {
    const std::string x = "/Settings=" + along + "x=t",
                      y = "/Settings=" + along + "y=t";
    expect_refused({"Signals/a b" + x, "Signals/a_b" + y},
                   {"\"a b\"", "\"a_b\"", "\"runs/a_b\"", "another name"});
    expect_refused({"Signals/sweep 1" + x},
                   {"training signal \"sweep 1\"", "\"runs/sweep_1\""});
    expect_refused({"Signals/validation" + x},
                   {"training signal \"validation\"",
                    "held-out signal \"validation\""});
    expect_refused({"Signals/selection a" + x, "Selection/a" + y},
                   {"\"runs/selection_a\""});
    expect_refused({"Signals/.." + x}, {"\"..\"", "name of a folder"});
    expect_refused({"Signals/ray 2" + x,
                    "Selection/a" + y,
                    "Greedy/Tolerance=0.1"},
                   {"\"ray 2\"", "\"runs/ray_2\""});
  }

  TEST_F(PlanCheck, RaysOfGreedyTrainingAreCheckedToo)
  {
    // The first ray in the plane of x and y.
    const std::vector<std::string> greedy = {"Greedy/Tolerance=0.1",
                                             "Selection/a/Settings=" + along +
                                               "x=t"};
    const TrainingPlan plan = read_plan((folder / "plan.prm").string(), greedy);
    const TrainingSignals signals = make_signals(plan, folder / "trained");
    ASSERT_EQ(signals.rays.size(), 8u);
    EXPECT_EQ(signals.rays[0].name, "ray 1");
    std::vector<std::string> moved;
    for (const std::string &setting : signals.rays[0].settings)
      if (setting.starts_with(along))
        moved.push_back(setting);
    ASSERT_EQ(moved.size(), 2u);
    expect_refused({greedy[0], greedy[1], held_out(joined(moved, "; "))},
                   {"training signal \"ray 1\"", "held-out signal"});
  }

  TEST_F(PlanCheck, SizesFitTheSnapshotsToCome)
  {
    // Two runs of 31 snapshots, the first of each at rest.
    expect_accepted({"Basis/Modes=60"});
    expect_refused({"Basis/Modes=61"},
                   {"\"Basis/Modes\" is 61",
                    "2 training runs give 62 snapshots, 60 without",
                    "\"Snapshot interval\" (0.01 s)"});
    expect_accepted({"Basis/Modes=61", "Basis/Velocity time=0.01"});
    expect_accepted({"Basis/Modes=61", "Snapshot interval=0.005"});
    expect_refused({"Basis/Modes=21", "Snapshot interval=0.03"},
                   {"22 snapshots, 20 without"});
    expect_refused({"Basis/Pressure modes=61"},
                   {"\"Basis/Pressure modes\" is 61", "62 snapshots"});
    const std::vector<std::string> often = {"Snapshot interval=1e-3"};
    expect_refused({often[0], "Basis/Modes=300"},
                   {"\"Basis/Modes\" is 300", "free displacements"});
    expect_refused({often[0], "Basis/Pressure modes=50"},
                   {"\"Basis/Pressure modes\" is 50", "24 pressures"});
    expect_refused({"Basis/Eigenmodes=400"},
                   {"\"Basis/Eigenmodes\" is 400", "free displacements"});
    expect_refused({"Force/Model=DEIM", "Force/Interpolation modes=70"},
                   {"\"Force/Interpolation modes\" is 70", "only 62 states"});
    expect_refused({"Force/Model=DEIM",
                    "Force/Interpolation modes=20",
                    "Force/Training states=10"},
                   {"only 10 states"});
  }

  TEST_F(PlanCheck, ModelsFitTheBody)
  {
    const std::vector<std::string> form = {
      "Settings=Element/Formulation=displacement; Material/Bulk modulus=50",
      "Basis/Pressure modes=auto"};
    expect_accepted(form);
    expect_refused({form[0]}, {"\"Basis/Pressure modes\"", "no pressures"});
    expect_refused({form[0], form[1], "Basis/Supremizers=true"},
                   {"\"Basis/Supremizers\"", "no pressures"});
    for (const char *key : {"Force/Model", "Force/Compare"})
      expect_refused({form[0], form[1], std::string(key) + "=condensed TPWL"},
                     {"\"condensed TPWL\"", "no", "Choose \"TPWL\""});
    expect_accepted({"Settings=Material/Volumetric law=Ogden"});
    expect_refused({"Settings=Material/Volumetric law=Ogden",
                    "Force/Model=condensed TPWL"},
                   {"volumetric law", "not quadratic", "Choose \"TPWL\""});
    expect_refused({"Force/Cubature tolerance=1e-7"},
                   {"\"Force/Cubature tolerance\"", "from 1e-06"});
  }
} // namespace rivlin
