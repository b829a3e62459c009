// SPDX-License-Identifier: Apache-2.0
// Reads training plans; declarations as for cases: one line binds all.
#include "training_plan.h"

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/cases/parameter_text.h>

#include <deal.II/base/utilities.h>

#include <boost/random/sobol.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <sstream>

namespace rivlin
{
  using dealii::ParameterHandler;
  namespace Patterns = dealii::Patterns;

  namespace
  {
    /// Texts that become enumerations.
    struct Choices
    {
      std::string ratio_of       = "sum of squares";
      double ratio               = 0;
      std::string method         = "snapshots";
      std::string product        = "energy";
      std::string lifting        = "elastic";
      std::string pressure_modes = "auto";
      std::string compared       = "";
    };

    std::string any_of(const std::vector<std::string> &names)
    {
      std::string text;
      for (const std::string &name : names)
        text += (text.empty() ? "" : "|") + name;
      return text;
    }

    /// Names separated by commas.
    std::vector<std::string> names_in(const std::string &text,
                                      const std::string &parameter,
                                      const std::vector<std::string> &allowed)
    {
      const std::vector<std::string> names =
        dealii::Utilities::split_string_list(text);
      for (const std::string &name : names)
        if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
          throw Error("\"" + parameter + "\" has \"" + name +
                      "\", which is not known." + did_you_mean(name, allowed));
      return names;
    }

    void declare_signal(ParameterHandler &prm, SignalParameters &signal)
    {
      prm.add_parameter(
        "Settings",
        signal.settings,
        "Parameters of the case that this run changes, \"Section/Key=value\" separated by semicolons.",
        Patterns::Anything());
      prm.add_parameter(
        "Run",
        signal.snapshots,
        "Folder of a finished run of the same model with snapshots.h5 to use instead of \"Settings\" and a new run, relative to the plan.",
        Patterns::Anything());
    }

    void declare_basis(ParameterHandler &prm, TrainingPlan &plan, Choices &text)
    {
      BasisOptions &basis = plan.basis;
      prm.enter_subsection("Basis");
      prm.add_parameter("Modes",
                        basis.modes.count,
                        "Displacement modes by POD; not used with \"Ratio\".",
                        Patterns::Integer(1, 100000));
      prm.add_parameter(
        "Ratio",
        text.ratio,
        "Take as many modes as reach this ratio of the singular values (0.9999 of their squares, say); 0: \"Modes\".",
        Patterns::Double(0, 1));
      prm.add_parameter("Ratio of",
                        text.ratio_of,
                        "Singular values or their squares (the energy).",
                        Patterns::Selection("sum|sum of squares"));
      prm.add_parameter("Method",
                        text.method,
                        "How the POD is computed.",
                        Patterns::Selection("snapshots|SVD|randomized"));
      prm.add_parameter(
        "Product",
        text.product,
        "Inner product of the POD: energy (stiffness of the undeformed body without its volumetric part), mass, or Euclidean.",
        Patterns::Selection("energy|mass|Euclidean"));
      prm.add_parameter(
        "Lifting",
        text.lifting,
        "How sleeves act on the body: elastic modes, exact at any rotation, or the surface alone (all else is left to the POD).",
        Patterns::Selection("elastic|surface"));
      prm.add_parameter(
        "Velocity time",
        basis.velocity_time,
        "Time (s) by which velocities are multiplied to count in the POD beside displacements; 0: they do not count.",
        Patterns::Double(0.));
      prm.add_parameter(
        "Pressure modes",
        text.pressure_modes,
        "auto (as many as the displacement modes carry without locking: 0.8 of the inf-sup value of one), all (locks; for comparison), or a number.",
        Patterns::Anything());
      prm.add_parameter("Supremizers",
                        basis.supremizers,
                        "Add a displacement mode for each pressure mode.");
      prm.add_parameter("Eigenmodes",
                        basis.n_eigenmodes,
                        "Fixed-interface vibration modes to add.",
                        Patterns::Integer(0, 1000));
      prm.add_parameter("Keep fields",
                        plan.keep_full,
                        "Keep the full modes in the file, for pictures.");
      prm.leave_subsection();
    }

    void declare_force(ParameterHandler &prm, TrainingPlan &plan, Choices &text)
    {
      ForceOptions &force     = plan.force;
      const std::string names = any_of(force_model_names());
      prm.enter_subsection("Force");
      prm.add_parameter("Model",
                        plan.force_model,
                        "Force model of the file.",
                        Patterns::Selection(names));
      prm.add_parameter(
        "Compare",
        text.compared,
        "Further force models to train and measure, separated by commas; values of \"Model\".",
        Patterns::Anything());
      prm.add_parameter(
        "Training states",
        plan.n_training_states,
        "At most so many snapshots, evenly chosen, train the force model.",
        Patterns::Integer(1, 100000));
      prm.add_parameter("Cubature tolerance",
                        force.cubature_tolerance,
                        "Part of the forces that the cubature may miss.",
                        Patterns::Double(1e-12, 1));
      prm.add_parameter(
        "Second cubature",
        force.second_cubature,
        "Keep a second, independent cubature as error indicator.");
      prm.add_parameter("Table states",
                        force.n_table_states,
                        "States of lookup and TPWL.",
                        Patterns::Integer(1, 100000));
      prm.add_parameter("Nearest",
                        force.n_nearest,
                        "TPWL: number of nearest states that are blended.",
                        Patterns::Integer(1, 1000));
      prm.add_parameter("Beta",
                        force.beta,
                        "TPWL: exponent of the weights exp(-beta d_i/d_1).",
                        Patterns::Double(0));
      prm.add_parameter("Exact tangent",
                        force.exact_tangent,
                        "TPWL: tangent with the derivative of the weights.");
      prm.add_parameter("Interpolation modes",
                        force.n_interpolation,
                        "DEIM: modes of the force; 0: as many as coordinates.",
                        Patterns::Integer(0, 100000));
      prm.add_parameter("QDEIM",
                        force.qdeim,
                        "DEIM: choose indices by a pivoted QR.");
      prm.add_parameter(
        "Rows per mode",
        force.rows_per_mode,
        "DEIM: entries of the force that are evaluated for each of its modes; 1 interpolates (the thesis), more are fitted by least squares.",
        Patterns::Double(1., 100.));
      prm.add_parameter(
        "Exact linear force",
        force.exact_linear,
        "DEIM: keep the linear part of the force exact and approximate the rest; false: the thesis.");
      prm.leave_subsection();
    }

    void declare(ParameterHandler &prm, TrainingPlan &plan, Choices &text)
    {
      prm.add_parameter(
        "Case",
        plan.case_file,
        "Parameter file of the full model, relative to the plan.",
        Patterns::Anything());
      prm.add_parameter("Settings",
                        plan.settings,
                        "Parameters of the case that all runs change.",
                        Patterns::Anything());
      prm.add_parameter("Snapshot interval",
                        plan.snapshot_interval,
                        "Time between snapshots (time).",
                        Patterns::Double(0));
      declare_basis(prm, plan, text);
      declare_force(prm, plan, text);
      prm.enter_subsection("Excitation");
      prm.add_parameter(
        "Kinds",
        plan.excitation.kinds,
        "Training runs to make from the amplitudes, separated by commas: sweeps, pairs, Sobol rays.",
        Patterns::Anything());
      prm.add_parameter("Sleeve",
                        plan.excitation.sleeve,
                        "The driven sleeve.",
                        Patterns::Anything());
      prm.add_parameter(
        "Amplitudes",
        plan.excitation.amplitudes,
        "Directions and how far they go: \"x 6, y 6, rz 0.2\" (length, angle).",
        Patterns::Anything());
      prm.add_parameter("Profile",
                        plan.excitation.profile,
                        "Expression in t, between -1 and 1, 0 at t = 0.",
                        Patterns::Anything());
      prm.add_parameter("Rays",
                        plan.excitation.n_rays,
                        "Number of Sobol rays.",
                        Patterns::Integer(1, 10000));
      prm.leave_subsection();
      prm.enter_subsection("Signals");
      for (auto &[name, signal] : plan.signals)
        {
          prm.enter_subsection(name);
          declare_signal(prm, signal);
          prm.leave_subsection();
        }
      prm.leave_subsection();
      prm.enter_subsection("Validation");
      declare_signal(prm, plan.validation);
      prm.leave_subsection();
      prm.enter_subsection("Greedy");
      prm.add_parameter(
        "Tolerance",
        plan.greedy_tolerance,
        "Add Sobol rays until the reaction error of the validation is below this; 0: off.",
        Patterns::Double(0));
      prm.add_parameter("Most rounds",
                        plan.greedy_rounds,
                        "Rounds after which greedy training stops.",
                        Patterns::Integer(1, 1000));
      prm.leave_subsection();
    }

    void apply(const Choices &text, TrainingPlan &plan)
    {
      BasisOptions &basis = plan.basis;
      if (text.ratio > 0)
        {
          basis.modes.by    = text.ratio_of == "sum" ? PodSize::By::sum
                                                     : PodSize::By::sum_of_squares;
          basis.modes.ratio = text.ratio;
        }
      basis.method  = text.method == "SVD"          ? PodMethod::svd
                      : text.method == "randomized" ? PodMethod::randomized
                                                    : PodMethod::snapshots;
      basis.product = text.product == "mass" ? DisplacementProduct::mass
                      : text.product == "Euclidean"
                        ? DisplacementProduct::euclidean
                        : DisplacementProduct::energy;
      basis.lifting =
        text.lifting == "surface" ? LiftingKind::surface : LiftingKind::elastic;
      if (text.pressure_modes == "all")
        basis.n_pressures = -1;
      else if (text.pressure_modes != "auto")
        {
          const std::vector<double> numbers =
            parse_numbers(text.pressure_modes, "\"Basis/Pressure modes\"");
          if (numbers.size() != 1 || numbers[0] < 1 ||
              numbers[0] != std::floor(numbers[0]))
            throw Error("\"Basis/Pressure modes\" is \"" + text.pressure_modes +
                        "\". Give \"auto\", \"all\" or a whole number.");
          basis.n_pressures = static_cast<int>(numbers[0]);
        }
      plan.compared =
        names_in(text.compared, "Force/Compare", force_model_names());
    }

    /// Directions of the section "Excitation" and their amplitudes.
    std::vector<std::pair<std::string, double>>
    parse_amplitudes(const std::string &text)
    {
      static const std::map<std::string, std::string> keys = {
        {"x", "Translation x"},
        {"y", "Translation y"},
        {"z", "Translation z"},
        {"rx", "Rotation x"},
        {"ry", "Rotation y"},
        {"rz", "Rotation z"}};
      std::vector<std::pair<std::string, double>> result;
      for (const std::string &entry :
           dealii::Utilities::split_string_list(text))
        {
          std::istringstream words(entry);
          std::string direction, rest;
          double amplitude = 0;
          if (!(words >> direction >> amplitude) || words >> rest ||
              keys.count(direction) == 0 || !(amplitude > 0))
            throw Error("\"Excitation/Amplitudes\" has \"" + entry +
                        "\". Write a direction (x, y, z, rx, ry, rz) and a "
                        "positive number: \"x 6, rz 0.2\".");
          for (const auto &[key, other] : result)
            if (key == keys.at(direction))
              throw Error("\"Excitation/Amplitudes\" has the direction " +
                          direction + " twice. Give it one amplitude.");
          result.push_back({keys.at(direction), amplitude});
        }
      if (result.empty())
        throw Error(
          "\"Excitation/Amplitudes\" is empty. Write directions and "
          "how far they go: \"x 6, rz 0.2\".");
      return result;
    }

    SignalParameters
    along(const ExcitationParameters &excitation,
          const std::vector<std::pair<std::string, double>> &amplitudes,
          const std::vector<double> &direction)
    {
      SignalParameters signal;
      for (std::size_t i = 0; i < amplitudes.size(); ++i)
        if (direction[i] != 0)
          signal.settings +=
            (signal.settings.empty() ? "Supports/" : "; Supports/") +
            excitation.sleeve + "/" + amplitudes[i].first + "=" +
            number_text(direction[i] * amplitudes[i].second) + "*(" +
            excitation.profile + ")";
      return signal;
    }
  } // namespace

  std::vector<std::string> split_settings(const std::string &settings)
  {
    std::vector<std::string> list =
      dealii::Utilities::split_string_list(settings, ';');
    return list;
  }

  std::pair<std::string, SignalParameters>
  sobol_ray(const ExcitationParameters &excitation, const int k)
  {
    const auto amplitudes = parse_amplitudes(excitation.amplitudes);
    const std::size_t n   = amplitudes.size();
    // Points of the cube [-1, 1]^n, drawn to the unit sphere: the amplitudes
    // make an ellipsoid of it. The first point, the middle, has no direction.
    boost::random::sobol generator(n);
    generator.discard(static_cast<std::uint64_t>(n) * (k + 1));
    std::vector<double> direction(n);
    double norm = 0;
    for (double &component : direction)
      {
        component = 2 * (static_cast<double>(generator()) /
                         static_cast<double>(generator.max())) -
                    1;
        norm += component * component;
      }
    for (double &component : direction)
      component /= std::sqrt(std::max(norm, 1e-30));
    return {"ray " + std::to_string(k + 1),
            along(excitation, amplitudes, direction)};
  }

  std::vector<std::pair<std::string, SignalParameters>>
  generated_signals(const ExcitationParameters &excitation)
  {
    std::vector<std::pair<std::string, SignalParameters>> result;
    const auto kinds = names_in(excitation.kinds,
                                "Excitation/Kinds",
                                {"sweeps", "pairs", "Sobol rays"});
    if (kinds.empty())
      return result;
    const auto amplitudes = parse_amplitudes(excitation.amplitudes);
    const std::size_t n   = amplitudes.size();
    for (const std::string &kind : kinds)
      if (kind == "sweeps")
        for (std::size_t i = 0; i < n; ++i)
          {
            std::vector<double> direction(n, 0.);
            direction[i] = 1;
            result.push_back({"sweep " + std::to_string(i + 1),
                              along(excitation, amplitudes, direction)});
          }
      else if (kind == "pairs")
        {
          for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
              for (const double sign : {1., -1.})
                {
                  std::vector<double> direction(n, 0.);
                  direction[i] = std::numbers::sqrt2 / 2;
                  direction[j] = sign * std::numbers::sqrt2 / 2;
                  result.push_back({"pair " + std::to_string(j + 1) +
                                      (sign > 0 ? " + " : " - ") +
                                      std::to_string(i + 1),
                                    along(excitation, amplitudes, direction)});
                }
        }
      else
        for (int k = 0; k < excitation.n_rays; ++k)
          result.push_back(sobol_ray(excitation, k));
    return result;
  }

  TrainingPlan read_plan(const std::string &path,
                         const std::vector<std::string> &overrides)
  {
    std::vector<ParameterEntry> entries = read_parameter_file(path);
    for (const std::string &text : overrides)
      entries.push_back(parse_override(text));
    TrainingPlan plan;
    plan.path = path;
    for (const std::string &name : section_names(entries, "Signals"))
      plan.signals.push_back({name, {}});
    Choices text;
    ParameterHandler prm;
    declare(prm, plan, text);
    apply_entries(entries, prm);
    apply(text, plan);
    if (plan.case_file.empty())
      throw Error(path +
                  ": \"Case\" is missing. Name the parameter file of "
                  "the full model.");
    if (!(plan.snapshot_interval > 0))
      throw Error(path + ": \"Snapshot interval\" must be positive.");
    const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
    plan.case_file    = (folder / plan.case_file).string();
    const auto locate = [&](const std::string &name, SignalParameters &signal) {
      if (signal.snapshots.empty())
        return;
      if (!signal.settings.empty())
        throw Error(path + ": \"" + name +
                    "\" has both \"Run\" and \"Settings\". A finished run "
                    "knows its settings; remove one of the two.");
      signal.snapshots = (folder / signal.snapshots).string();
    };
    for (auto &[name, signal] : plan.signals)
      locate("Signals/" + name, signal);
    locate("Validation", plan.validation);
    for (const auto &generated : generated_signals(plan.excitation))
      plan.signals.push_back(generated);
    if (plan.signals.empty())
      throw Error(path +
                  ": there is nothing to train on. Name signals in the "
                  "section \"Signals\" or let \"Excitation\" make "
                  "some.");
    if (plan.validation.settings.empty() && plan.validation.snapshots.empty())
      throw Error(path +
                  ": the section \"Validation\" is empty. Name a signal "
                  "that is not trained on: errors are measured on it.");
    return plan;
  }

  void print_plan_parameters(std::ostream &out, const bool markdown)
  {
    TrainingPlan plan;
    plan.signals = {{"<name>", {}}};
    Choices text;
    ParameterHandler prm;
    declare(prm, plan, text);
    if (markdown)
      out
        << "# Parameters of training plans\n\n"
           "Made by `rivlin parameters --plan --markdown`; a test keeps it current. Dimensions of\n"
           "numbers are in parentheses, in the units of the case.\n";
    print_reference(out, prm, markdown);
  }
} // namespace rivlin
