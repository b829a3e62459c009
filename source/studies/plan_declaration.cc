// SPDX-License-Identifier: Apache-2.0
// The declaration of every parameter of a plan, once, as for cases.
#include <rivlin/studies/training_plan.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/cases/schema.h>

#include <algorithm>

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

    /// For sizes, which a target chooses.
    std::function<std::string()> without_target(const TrainingPlan &plan)
    {
      return [&plan]() -> std::string {
        return plan.target.is_given() ? "a plan with \"Target\"" : "";
      };
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
        })
        .needs(without_target(plan));
      schema
        .add(
          "Ratio",
          plan.mode_ratio,
          number(0, 1),
          "",
          "Take as many modes as reach this ratio of the singular values (0.9999 of their squares, say); 0: \"Modes\".")
        .needs(without_target(plan));
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
      schema
        .add(
          "Pressure modes",
          basis.n_pressures,
          pressure_modes(),
          "",
          "auto (the fewest with which the displacement error, measured on the signals of \"Selection\" or some of those trained on, is within a tenth of its least; with supremizers: 0.8 of the inf-sup value of one), all (locks; for comparison), or a number.")
        .needs(without_target(plan));
      schema
        .add("Supremizers",
             basis.supremizers,
             yes_or_no(),
             "",
             "Add a displacement mode for each pressure mode.")
        .needs(without_target(plan));
      schema
        .add("Eigenmodes",
             basis.n_eigenmodes,
             whole_number(0, 1000),
             "",
             "Fixed-interface vibration modes to add.")
        .needs(without_target(plan));
      schema.add("Keep fields",
                 plan.keep_full,
                 yes_or_no(),
                 "",
                 "Keep the full modes in the file, for pictures.");
    }

    std::string model_text()
    {
      std::vector<std::string> texts;
      for (const ForceModel &model : force_models())
        texts.push_back(model.name + " (" + model.text + ")");
      return joined(texts);
    }

    /// "TPWL, energy TPWL: number of nearest states that are blended."
    std::string option_text(const ForceOption &option)
    {
      std::vector<std::string> readers;
      for (const ForceModel &model : force_models())
        if (model.reads(option))
          readers.push_back(model.name);
      return joined(readers) + ": " + option.text;
    }

    /// The models of the plan, if none of them reads the option.
    std::string unread(const ForceOption &option, const TrainingPlan &plan)
    {
      std::vector<std::string> names = {plan.force_model};
      names.insert(names.end(), plan.compared.begin(), plan.compared.end());
      for (const std::string &name : names)
        if (force_model(name).reads(option))
          return "";
      return "the force model \"" + joined(names) + "\"";
    }

    ValueType<double> type_of(const ForceOption &option, double)
    {
      return number(option.lowest, option.highest);
    }

    ValueType<int> type_of(const ForceOption &option, int)
    {
      return whole_number(static_cast<int>(option.lowest),
                          static_cast<int>(option.highest));
    }

    ValueType<bool> type_of(const ForceOption &, bool)
    {
      return yes_or_no();
    }

    void declare_force(Schema &schema, TrainingPlan &plan)
    {
      schema.section("Force", Role::numerics);
      schema.add("Model",
                 plan.force_model,
                 one_of(force_names()),
                 "",
                 "Force model of the file: " + model_text() + ".");
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
      schema.add(
        "Contact tolerance",
        plan.contact_tolerance,
        number(0, 0.99),
        "",
        "Part of the contact forces that chosen points of the surface with trained weights may miss; 0: all nodes with their areas.");
      for (const ForceOption &option : force_options())
        std::visit(
          [&](const auto member) {
            Parameter &parameter = schema
                                     .add(option.name,
                                          plan.force.*member,
                                          type_of(option, plan.force.*member),
                                          "",
                                          option_text(option))
                                     .tells_unless([&plan, &option] {
                                       return unread(option, plan);
                                     });
            if (option.is_size)
              parameter.needs(without_target(plan));
          },
          option.member);
    }

    void declare_target(Schema &schema, TargetParameters &target)
    {
      const auto with_target = [&target]() -> std::string {
        return target.is_given() ? "" : "a plan without a wish";
      };
      schema.section("Target", Role::numerics);
      schema.add(
        "Reaction error",
        target.reaction,
        number(0, 1),
        "",
        "Choose modes, pressure modes and cubature of the cheapest model whose reactions on the signals of \"Selection\" are within this part of those of the full model (0.005, say); 0: sizes are given.");
      schema.add(
        "Pose error",
        target.pose,
        number(0, 1),
        "",
        "The same of the poses of free sleeves, whose reactions are their loads and say nothing.");
      schema
        .add(
          "Displacement error",
          target.displacement,
          number(0, 1),
          "",
          "Of all displacements inside the body, beside one of the above; 0: does not count.")
        .needs(with_target);
      schema
        .add("Most modes",
             target.most_modes,
             whole_number(1, 1000),
             "",
             "Models with more modes are not tried.")
        .needs(with_target);
    }

    void declare_excitation(Schema &schema, TrainingPlan &plan)
    {
      ExcitationParameters &excitation = plan.excitation;
      const auto with_kinds            = [&plan]() -> std::string {
        return plan.excitation.kinds.empty() && !(plan.greedy_tolerance > 0)
                            ? "a plan without \"Excitation/Kinds\""
                            : "";
      };
      schema.section("Excitation", Role::drive);
      schema
        .add(
          "Kinds",
          excitation.kinds,
          list_of_names(kind_names()),
          "",
          "Training runs to make from the amplitudes, separated by commas: sweeps, pairs, Sobol rays.")
        .chooses();
      schema
        .add("Sleeve", excitation.sleeve, any_text(), "", "The driven sleeve.")
        .tells_unless(with_kinds);
      schema
        .add(
          "Amplitudes",
          excitation.amplitudes,
          any_text(),
          "",
          "Directions and how far they go: \"x 6, y 6, rz 0.2\" (length, angle).")
        .tells_unless(with_kinds);
      schema
        .add("Profile",
             excitation.profile,
             any_text(),
             "",
             "Expression in t, between -1 and 1, 0 at t = 0.")
        .tells_unless(with_kinds);
      schema
        .add("Rays",
             excitation.n_rays,
             whole_number(1, 10000),
             "",
             "Number of Sobol rays.")
        .needs([&excitation]() -> std::string {
          return std::find(excitation.kinds.begin(),
                           excitation.kinds.end(),
                           ExcitationKind::rays) == excitation.kinds.end()
                   ? "an excitation without Sobol rays"
                   : "";
        });
    }

  } // namespace

  void declare_plan(Schema &schema, TrainingPlan &plan)
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
    schema.add(
      "Begin with step",
      plan.begin_step,
      any_text(),
      "",
      "Load step of the case with which the model begins: what the steps before it reach, a calibration or a static load, is its start. Excitations act in this step. Empty: the model begins undeformed at t = 0.");
    declare_basis(schema, plan);
    declare_force(schema, plan);
    declare_excitation(schema, plan);
    for (auto &[name, signal] : plan.signals)
      {
        schema.section("Signals/" + name, Role::drive);
        declare_signal(schema, signal);
      }
    for (auto &[name, signal] : plan.selection)
      {
        schema.section("Selection/" + name, Role::drive);
        declare_signal(schema, signal);
      }
    schema.section("Validation", Role::drive);
    declare_signal(schema, plan.validation);
    declare_target(schema, plan.target);
    schema.section("Greedy", Role::numerics);
    schema.add(
      "Tolerance",
      plan.greedy_tolerance,
      number(0),
      "",
      "Add Sobol rays until the error on the signals of \"Selection\" (reaction of driven, pose of free sleeves) is below this, and keep the best model; 0: off.");
    schema
      .add("Most rounds",
           plan.greedy_rounds,
           whole_number(1, 1000),
           "",
           "Rounds after which greedy training stops.")
      .needs([&plan]() -> std::string {
        return plan.greedy_tolerance > 0
                 ? ""
                 : "a plan without \"Greedy/Tolerance\"";
      });
  }

  void print_plan_parameters(std::ostream &out, const bool markdown)
  {
    TrainingPlan plan;
    plan.signals   = {{"<name>", {}}};
    plan.selection = {{"<name>", {}}};
    Schema schema;
    declare_plan(schema, plan);
    if (markdown)
      out
        << "# Parameters of training plans\n\n"
           "Made by `rivlin parameters --plan --markdown`; a test keeps it current. Units are those\n"
           "of the case.\n";
    schema.print_reference(out, markdown);
  }
} // namespace rivlin
