// SPDX-License-Identifier: Apache-2.0
// Cases with load steps, prescribed components and springs: equivalent runs,
// resumed runs, and what is refused.
#include <rivlin/base/error.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/cases/simulation.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace rivlin
{
  namespace
  {
    /// Cases as files.
    class LoadSteps : public TemporaryFolder
    {
    protected:
      const std::string ring =
        "subsection Mesh\n"
        "  set Elements radial = 1\n"
        "  set Elements circumferential = 8\n"
        "end\n"
        "subsection Material\n"
        "  set Bulk modulus = 50\n"
        "  set Density = 1e-4\n"
        "end\n"
        "subsection Output\n"
        "  set VTU = none\n"
        "end\n";

      const std::string supports =
        "subsection Supports\n"
        "  subsection outer\n"
        "    set Type = prescribed\n"
        "    set Components = xy\n"
        "  end\n"
        "  subsection inner\n"
        "    set Type = driven\n"
        "  end\n"
        "end\n";

      const std::string steps =
        "subsection Steps\n"
        "  subsection calibration\n"
        "    set Duration = 0.5\n"
        "    subsection Supports\n"
        "      subsection outer\n"
        "        set Radial displacement = -2*t\n"
        "      end\n"
        "    end\n"
        "  end\n"
        "  subsection working\n"
        "    set Duration = 0.7\n"
        "    subsection Supports\n"
        "      subsection inner\n"
        "        set Translation x = 4*t^2\n"
        "        set Rotation z = 0.3*sin(5*t)\n"
        "      end\n"
        "    end\n"
        "    subsection Gravity\n"
        "      set Acceleration y = -100*t\n"
        "    end\n"
        "  end\n"
        "  subsection back\n"
        "    set Duration = 0.3\n"
        "    subsection Supports\n"
        "      subsection outer\n"
        "        set Radial displacement = -1 + t\n"
        "      end\n"
        "    end\n"
        "  end\n"
        "end\n";

      CaseParameters
      read_text(const std::string &text,
                const std::vector<std::string> &overrides = {}) const
      {
        write(folder / "case.prm", text);
        return read_case((folder / "case.prm").string(), overrides);
      }

      TimeTable history(const CaseParameters &parameters,
                        const std::string &name,
                        const bool resume = false) const
      {
        RunOptions options;
        options.output_directory = folder / name;
        options.quiet            = true;
        options.resume           = resume;
        simulate(parameters, options, MPI_COMM_WORLD);
        return read_time_table(folder / name / "history.csv");
      }

      /// What is refused when the case is read or built.
      std::string refusal(const std::string &text,
                          const std::vector<std::string> &overrides = {}) const
      {
        return message_of<Error>(
          [&] { build_case<2>(read_text(text, overrides), MPI_COMM_WORLD); });
      }

      void expect_refusal(const std::string &part,
                          const std::string &text,
                          const std::vector<std::string> &overrides = {}) const
      {
        const std::string message = refusal(text, overrides);
        EXPECT_NE(message.find(part), std::string::npos) << message;
      }
    };

    std::string
    replaced(std::string text, const std::string &old, const std::string &by)
    {
      const auto place = text.find(old);
      if (place == std::string::npos)
        throw std::logic_error("\"" + old + "\" is not in the text.");
      return text.replace(place, old.size(), by);
    }
  } // namespace

  TEST_F(LoadSteps, AreOneRunWithFormulasInPieces)
  {
    const std::string in_pieces =
      "subsection Supports\n"
      "  subsection outer\n"
      "    set Type = prescribed\n"
      "    set Components = xy\n"
      "    set Radial displacement = if(t < 0.5, -2*t, if(t < 1.2, -1, -1 + "
      "(t - 1.2)))\n"
      "  end\n"
      "  subsection inner\n"
      "    set Type = driven\n"
      "    set Translation x = if(t < 0.5, 0, if(t < 1.2, 4*(t - 0.5)^2, "
      "4*0.7^2))\n"
      "    set Rotation z = if(t < 0.5, 0, if(t < 1.2, 0.3*sin(5*(t - 0.5)), "
      "0.3*sin(5*0.7)))\n"
      "  end\n"
      "end\n"
      "subsection Gravity\n"
      "  set Acceleration y = if(t < 0.5, 0, if(t < 1.2, -100*(t - 0.5), "
      "-70))\n"
      "end\n";
    for (const std::string method : {"statics", "generalized alpha", "ROS3P"})
      {
        const std::vector<std::string> time = {"Time/Integrator=" + method,
                                               "Time/Step size=0.1",
                                               "Time/Maximum step size=0.1"};
        std::vector<std::string> until      = time;
        until.push_back("Time/End time=1.5");
        const TimeTable a =
          history(read_text(ring + supports + steps, time), "steps " + method);
        const TimeTable b =
          history(read_text(ring + in_pieces, until), "pieces " + method);
        ASSERT_EQ(a.times.size(), 16u);
        ASSERT_EQ(b.times.size(), 16u);
        EXPECT_EQ(a.times[5], 0.5);
        EXPECT_EQ(a.times[12], 1.2);
        ASSERT_EQ(a.columns.size(), b.columns.size());
        for (const TimeTable::Column &column : b.columns)
          {
            const auto &x = a.column(column.title()).values;
            double size   = 1;
            for (const double value : column.values)
              size = std::max(size, std::abs(value));
            // Rounding errors of t - 0.5 in the formulas.
            for (std::size_t i = 0; i < b.times.size(); ++i)
              EXPECT_NEAR(x[i], column.values[i], 1e-12 * size)
                << method << ", " << column.title() << ", t = " << b.times[i];
          }
      }
    const std::string log = read(folder / "steps statics" / "run.log");
    EXPECT_NE(log.find("load step 1 of 3, calibration: t = 0 to 0.5 s"),
              std::string::npos);
    EXPECT_NE(log.find("load step 3 of 3, back: t = 1.2 to 1.5 s"),
              std::string::npos);
    EXPECT_NE(read(folder / "steps statics" / "summary.json")
                .find("\"name\": \"working\""),
              std::string::npos);
  }

  TEST_F(LoadSteps, HaveTheirOwnStepSizesAndOutputAtTheirEnds)
  {
    const std::string text = ring + supports + steps;
    const TimeTable every  = history(
      read_text(replaced(text,
                         "    set Duration = 0.7\n",
                         "    set Duration = 0.7\n    set Step size = 0.175\n"
                          "    set Maximum step size = 0.175\n"),
                {"Time/Step size=0.5", "Time/Maximum step size=0.25"}),
      "every");
    const std::vector<double> expected = {
      0, 0.25, 0.5, 0.675, 0.85, 1.025, 1.2, 1.45, 1.5};
    ASSERT_EQ(every.times.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(every.times[i], expected[i], 1e-14);
    const TimeTable chosen =
      history(read_text(text, {"Output/Interval=0.6", "Time/Step size=0.3"}),
              "chosen");
    EXPECT_EQ(chosen.times, (std::vector<double>{0, 0.5, 0.6, 0.5 + 0.7, 1.5}));
    EXPECT_EQ(chosen.column("outer radial displacement").values,
              (std::vector<double>{0, -1, -1, -1, -1 + 0.3}));
  }

  TEST_F(LoadSteps, ResumeARunThatEndedWithinAStep)
  {
    const std::string text                 = ring + supports + steps;
    const std::vector<std::string> options = {"Time/Integrator=BLieDF2",
                                              "Time/Step size=0.1",
                                              "Checkpoint/Steps=5"};
    const TimeTable whole = history(read_text(text, options), "whole");
    std::vector<std::string> shorter = options;
    shorter.push_back("Steps/back/Duration=0.1");
    history(read_text(text, shorter), "part");
    const TimeTable resumed = history(read_text(text, options), "part", true);
    ASSERT_EQ(resumed.times, whole.times);
    // The border 1.2 + 0.1 differs from the sum of steps by a rounding.
    for (const TimeTable::Column &column : whole.columns)
      EXPECT_NEAR(resumed.column(column.title()).values.back(),
                  column.values.back(),
                  1e-11 * (1 + std::abs(column.values.back())))
        << column.title();
  }

  TEST_F(LoadSteps, ResumeAFinishedRunWithFurtherSteps)
  {
    const std::string text                 = ring + supports + steps;
    const std::vector<std::string> options = {"Time/Step size=0.1",
                                              "Time/Maximum step size=0.1",
                                              "Checkpoint/Steps=5"};
    const auto last_step                   = text.find("  subsection back");
    const TimeTable whole = history(read_text(text, options), "whole");
    history(read_text(text.substr(0, last_step) + "end\n", options), "part");
    const TimeTable resumed = history(read_text(text, options), "part", true);
    EXPECT_EQ(resumed.times, whole.times);
    for (const TimeTable::Column &column : whole.columns)
      EXPECT_EQ(resumed.column(column.title()).values, column.values)
        << column.title();
    // What was computed is not changed afterwards.
    const auto refused = [&](const std::string &other_text,
                             const std::string &setting) {
      std::vector<std::string> other = options;
      other.push_back(setting);
      return message_of<Error>(
        [&] { history(read_text(other_text, other), "whole", true); });
    };
    EXPECT_NE(refused(text, "Steps/working/Duration=0.8")
                .find("inner translation x [mm] at t = "),
              std::string::npos);
    EXPECT_NE(
      refused(replaced(text, "-1 + t", "-0.5 + t"),
              "Steps/calibration/Supports/outer/Radial displacement=-2*t*t")
        .find("outer radial displacement [mm] at t = "),
      std::string::npos);
  }

  TEST_F(LoadSteps, RefuseWhatCannotBeMeant)
  {
    const std::string text = ring + supports + steps;
    EXPECT_EQ(refusal(text), "nothing was thrown");
    expect_refusal("\"Time/End time\" is given, but the case has load steps",
                   text,
                   {"Time/End time=3"});
    expect_refusal("\"Steps/back/Duration\" must be positive",
                   text,
                   {"Steps/back/Duration=0"});
    expect_refusal(
      "the case has no section \"Supports/iner\". Did you mean "
      "\"inner\"?",
      ring + supports + replaced(steps, "subsection inner", "subsection iner"));
    expect_refusal("no load step \"bck\". Did you mean \"back\"?",
                   text,
                   {"Steps/bck/Duration=1"});
    expect_refusal("Unknown parameter \"Translation u\"",
                   ring + supports +
                     replaced(steps, "Translation x", "Translation u"));
    expect_refusal(
      "\"Supports/inner/Translation x\": it is \"3*t\", but the "
      "case has load steps",
      text,
      {"Supports/inner/Translation x=3*t"});
    expect_refusal(
      "\"Supports/outer/Radial displacement\": In the step "
      "\"back\" the formula\n  -0.9 + t\nbegins with -0.9 at its "
      "t = 0, but the step before ends with -1.",
      ring + supports + replaced(steps, "-1 + t", "-0.9 + t"));
    expect_refusal("is 2.5 at t = 0, but the run starts from the undeformed",
                   text,
                   {"Supports/inner/Translation y=2.5"});
    // A channel that nothing reads: of a fixed support, of a free direction, of
    // another dimension.
    expect_refusal(
      "\"Steps/calibration/Supports/outer/Radial displacement\" is "
      "given, but",
      text,
      {"Supports/outer/Type=fixed"});
    expect_refusal(
      "\"Supports/inner/Translation z\" is not a channel of this "
      "case",
      ring + supports + replaced(steps, "Translation x", "Translation z"));
    expect_refusal("\"Steps/working/Supports/inner/Rotation z\" is \"sin(t\"",
                   ring + supports + replaced(steps, "0.3*sin(5*t)", "sin(t"));
  }

  TEST_F(LoadSteps, PrescribedComponentsAndSpringsRefuseWhatTheyDoNotUse)
  {
    const std::string text = ring + supports;
    EXPECT_EQ(refusal(text), "nothing was thrown");
    expect_refusal("\"Components\" is missing",
                   ring + replaced(supports, "    set Components = xy\n", ""));
    expect_refusal(
      "\"Supports/outer/Displacement y\" is given, but "
      "\"Components\" leaves this component free",
      text,
      {"Supports/outer/Components=x", "Supports/outer/Displacement y=t"});
    expect_refusal("needs the components x and y",
                   text,
                   {"Supports/outer/Components=x",
                    "Supports/outer/Radial displacement=t"});
    expect_refusal(
      "\"Supports/outer/Translation x\" is given but a support of "
      "type \"prescribed\" does not use it",
      text,
      {"Supports/outer/Translation x=t"});
    expect_refusal("\"Supports/inner/Radial displacement\" is given but",
                   text,
                   {"Supports/inner/Radial displacement=t"});
    expect_refusal("\"Supports/outer/Displacement z\" is given but",
                   text,
                   {"Supports/outer/Displacement z=t"});
    const std::string springs = "Loads/outer/Type=springs";
    EXPECT_EQ(refusal(text, {springs, "Loads/outer/Stiffness x=1"}),
              "nothing was thrown");
    expect_refusal("have no constant", text, {springs});
    expect_refusal("\"Loads/outer/Stiffness z\" is given but",
                   text,
                   {springs, "Loads/outer/Stiffness z=1"});
    expect_refusal(
      "\"Loads/outer/Viscosity x\" is given but a load of type "
      "\"springs\" in 2D statics",
      text,
      {springs, "Loads/outer/Viscosity x=1"});
    expect_refusal("\"Loads/outer/Pressure\" is given but",
                   text,
                   {springs, "Loads/outer/Pressure=t"});
    // The axis through a node of the surface.
    const auto on_axis =
      build_case<2>(read_text(text,
                              {"Supports/outer/Radial displacement=t",
                               "Supports/outer/Centre=25, 0"}),
                    MPI_COMM_WORLD);
    EXPECT_NE(message_of<Error>([&] {
                on_axis.model->all_dofs(on_axis.model->initial_state());
              }).find("lies on the axis of a radial displacement"),
              std::string::npos);
  }
} // namespace rivlin
