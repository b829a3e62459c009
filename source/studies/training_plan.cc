// SPDX-License-Identifier: Apache-2.0
// Reads training plans; declarations as for cases: one line binds all.
#include <rivlin/studies/training_plan.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/cases/schema.h>

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
  namespace
  {
    Names<std::string> force_names()
    {
      Names<std::string> names;
      for (const std::string &name : force_model_names())
        names.push_back({name, name});
      return names;
    }

    const Names<ExcitationKind> &kind_names()
    {
      static const Names<ExcitationKind> names = {
        {"sweeps", ExcitationKind::sweeps},
        {"pairs", ExcitationKind::pairs},
        {"Sobol rays", ExcitationKind::rays}};
      return names;
    }

    /// A list whose unknown word is named.
    template <typename Value>
    ValueType<std::vector<Value>> list_of_names(const Names<Value> &names)
    {
      ValueType<std::vector<Value>> type = some_of(names);
      type.parse = [type, list = name_list()](const std::string &text) {
        const std::vector<std::string> words = *list.parse(text);
        for (const std::string &word : words)
          if (std::find(type.choices.begin(), type.choices.end(), word) ==
              type.choices.end())
            throw Error("\"" + word + "\" is not known." +
                        did_you_mean(word, type.choices));
        return type.parse(text);
      };
      return type;
    }

    /// "auto" is 0, "all" is -1.
    ValueType<int> pressure_modes()
    {
      const ValueType<int> count = whole_number(1, 100000);
      return {[count](const std::string &text) -> std::optional<int> {
                if (text == "auto")
                  return 0;
                return text == "all" ? std::optional(-1) : count.parse(text);
              },
              [](const int &value) {
                return value == 0    ? std::string("auto")
                       : value == -1 ? std::string("all")
                                     : number_text(value);
              },
              "auto, all, or a whole number"};
    }

    void declare_signal(Schema &schema, SignalParameters &signal)
    {
      schema.add(
        "Settings",
        signal.settings,
        any_text(),
        "",
        "Parameters of the case that this run changes, \"Section/Key=value\" separated by semicolons.");
      schema.add(
        "Run",
        signal.snapshots,
        any_text(),
        "",
        "Folder of a finished run of the same model with snapshots.h5 to use instead of \"Settings\" and a new run, relative to the plan.");
    }

    void declare_basis(Schema &schema, TrainingPlan &plan)
    {
      BasisOptions &basis = plan.basis;
      schema.section("Basis", Role::numerics);
      schema
        .add("Modes",
             basis.modes.count,
             whole_number(1, 100000),
             "",
             "Displacement modes by POD; not used with \"Ratio\".")
        .needs([&plan]() -> std::string {
          return plan.mode_ratio > 0 ? "a basis with \"Ratio\"" : "";
        });
      schema.add(
        "Ratio",
        plan.mode_ratio,
        number(0, 1),
        "",
        "Take as many modes as reach this ratio of the singular values (0.9999 of their squares, say); 0: \"Modes\".");
      schema
        .add("Ratio of",
             plan.ratio_of,
             one_of<PodSize::By>(
               {{"sum", PodSize::By::sum},
                {"sum of squares", PodSize::By::sum_of_squares}}),
             "",
             "Singular values or their squares (the energy).")
        .needs([&plan]() -> std::string {
          return plan.mode_ratio > 0 ? "" : "a basis without \"Ratio\"";
        });
      schema.add("Method",
                 basis.method,
                 one_of<PodMethod>({{"snapshots", PodMethod::snapshots},
                                    {"SVD", PodMethod::svd},
                                    {"randomized", PodMethod::randomized}}),
                 "",
                 "How the POD is computed.");
      schema.add(
        "Product",
        basis.product,
        one_of<DisplacementProduct>(
          {{"energy", DisplacementProduct::energy},
           {"mass", DisplacementProduct::mass},
           {"Euclidean", DisplacementProduct::euclidean}}),
        "",
        "Inner product of the POD: energy (stiffness of the undeformed body without its volumetric part), mass, or Euclidean.");
      schema.add(
        "Lifting",
        basis.lifting,
        one_of<LiftingKind>({{"elastic", LiftingKind::elastic},
                             {"surface", LiftingKind::surface}}),
        "",
        "How sleeves act on the body: elastic modes, exact at any rotation, or the surface alone (all else is left to the POD).");
      schema.add(
        "Velocity time",
        basis.velocity_time,
        number(0),
        "s",
        "Time by which velocities are multiplied to count in the POD beside displacements; 0: they do not count.");
      schema.add(
        "Pressure modes",
        basis.n_pressures,
        pressure_modes(),
        "",
        "auto (as many as the displacement modes carry without locking: 0.8 of the inf-sup value of one), all (locks; for comparison), or a number.");
      schema.add("Supremizers",
                 basis.supremizers,
                 yes_or_no(),
                 "",
                 "Add a displacement mode for each pressure mode.");
      schema.add("Eigenmodes",
                 basis.n_eigenmodes,
                 whole_number(0, 1000),
                 "",
                 "Fixed-interface vibration modes to add.");
      schema.add("Keep fields",
                 plan.keep_full,
                 yes_or_no(),
                 "",
                 "Keep the full modes in the file, for pictures.");
    }

    void declare_force(Schema &schema, TrainingPlan &plan)
    {
      ForceOptions &force = plan.force;
      schema.section("Force", Role::numerics);
      schema.add("Model",
                 plan.force_model,
                 one_of(force_names()),
                 "",
                 "Force model of the file.");
      schema.add(
        "Compare",
        plan.compared,
        list_of_names(force_names()),
        "",
        "Further force models to train and measure, separated by commas; values of \"Model\".");
      schema.add(
        "Training states",
        plan.n_training_states,
        whole_number(1, 100000),
        "",
        "At most so many snapshots, evenly chosen, train the force model.");
      schema.add("Cubature tolerance",
                 force.cubature_tolerance,
                 number(1e-12, 1),
                 "",
                 "Part of the forces that the cubature may miss.");
      schema.add("Second cubature",
                 force.second_cubature,
                 yes_or_no(),
                 "",
                 "Keep a second, independent cubature as error indicator.");
      schema.add("Table states",
                 force.n_table_states,
                 whole_number(1, 100000),
                 "",
                 "States of lookup and TPWL.");
      schema.add("Nearest",
                 force.n_nearest,
                 whole_number(1, 1000),
                 "",
                 "TPWL: number of nearest states that are blended.");
      schema.add("Beta",
                 force.beta,
                 number(0),
                 "",
                 "TPWL: exponent of the weights exp(-beta d_i/d_1).");
      schema.add("Exact tangent",
                 force.exact_tangent,
                 yes_or_no(),
                 "",
                 "TPWL: tangent with the derivative of the weights.");
      schema.add("Interpolation modes",
                 force.n_interpolation,
                 whole_number(0, 100000),
                 "",
                 "DEIM: modes of the force; 0: as many as coordinates.");
      schema.add("QDEIM",
                 force.qdeim,
                 yes_or_no(),
                 "",
                 "DEIM: choose indices by a pivoted QR.");
      schema.add(
        "Rows per mode",
        force.rows_per_mode,
        number(1., 100),
        "",
        "DEIM: entries of the force that are evaluated for each of its modes; 1 interpolates (the thesis), more are fitted by least squares.");
      schema.add(
        "Exact linear force",
        force.exact_linear,
        yes_or_no(),
        "",
        "DEIM: keep the linear part of the force exact and approximate the rest; false: the thesis.");
    }

    void declare(Schema &schema, TrainingPlan &plan)
    {
      schema.section("", Role::body);
      schema.add("Case",
                 plan.case_file,
                 any_text(),
                 "",
                 "Parameter file of the full model, relative to the plan.");
      schema.add("Settings",
                 plan.settings,
                 any_text(),
                 "",
                 "Parameters of the case that all runs change.");
      schema.add("Snapshot interval",
                 plan.snapshot_interval,
                 number(0),
                 "time",
                 "Time between snapshots.");
      declare_basis(schema, plan);
      declare_force(schema, plan);
      schema.section("Excitation", Role::drive);
      schema.add(
        "Kinds",
        plan.excitation.kinds,
        list_of_names(kind_names()),
        "",
        "Training runs to make from the amplitudes, separated by commas: sweeps, pairs, Sobol rays.");
      schema.add(
        "Sleeve", plan.excitation.sleeve, any_text(), "", "The driven sleeve.");
      schema.add(
        "Amplitudes",
        plan.excitation.amplitudes,
        any_text(),
        "",
        "Directions and how far they go: \"x 6, y 6, rz 0.2\" (length, angle).");
      schema.add("Profile",
                 plan.excitation.profile,
                 any_text(),
                 "",
                 "Expression in t, between -1 and 1, 0 at t = 0.");
      schema.add("Rays",
                 plan.excitation.n_rays,
                 whole_number(1, 10000),
                 "",
                 "Number of Sobol rays.");
      for (auto &[name, signal] : plan.signals)
        {
          schema.section("Signals/" + name, Role::drive);
          declare_signal(schema, signal);
        }
      schema.section("Validation", Role::drive);
      declare_signal(schema, plan.validation);
      schema.section("Greedy", Role::numerics);
      schema.add(
        "Tolerance",
        plan.greedy_tolerance,
        number(0),
        "",
        "Add Sobol rays until the reaction error of the validation is below this; 0: off.");
      schema.add("Most rounds",
                 plan.greedy_rounds,
                 whole_number(1, 1000),
                 "",
                 "Rounds after which greedy training stops.");
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
    return {"ray " + number_text(k + 1),
            along(excitation, amplitudes, direction)};
  }

  std::vector<std::pair<std::string, SignalParameters>>
  generated_signals(const ExcitationParameters &excitation)
  {
    std::vector<std::pair<std::string, SignalParameters>> result;
    if (excitation.kinds.empty())
      return result;
    const auto amplitudes = parse_amplitudes(excitation.amplitudes);
    const std::size_t n   = amplitudes.size();
    for (const ExcitationKind kind : excitation.kinds)
      if (kind == ExcitationKind::sweeps)
        for (std::size_t i = 0; i < n; ++i)
          {
            std::vector<double> direction(n, 0.);
            direction[i] = 1;
            result.push_back({"sweep " + number_text(i + 1),
                              along(excitation, amplitudes, direction)});
          }
      else if (kind == ExcitationKind::pairs)
        {
          for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
              for (const double sign : {1., -1.})
                {
                  std::vector<double> direction(n, 0.);
                  direction[i] = std::numbers::sqrt2 / 2;
                  direction[j] = sign * std::numbers::sqrt2 / 2;
                  result.push_back({"pair " + number_text(j + 1) +
                                      (sign > 0 ? " + " : " - ") +
                                      number_text(i + 1),
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
    Schema schema;
    declare(schema, plan);
    schema.apply(entries);
    schema.unused(given_keys(entries));
    if (plan.mode_ratio > 0)
      {
        plan.basis.modes.by    = plan.ratio_of;
        plan.basis.modes.ratio = plan.mode_ratio;
      }
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
    Schema schema;
    declare(schema, plan);
    if (markdown)
      out
        << "# Parameters of training plans\n\n"
           "Made by `rivlin parameters --plan --markdown`; a test keeps it current. Units are those\n"
           "of the case.\n";
    schema.print_reference(out, markdown);
  }
} // namespace rivlin
