// SPDX-License-Identifier: Apache-2.0
// Values, modes and steps of an instance.
#include <rivlin/export/bushing_unit.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/export/scaled_stiffness.h>

#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    const char *mode_text(const BushingUnit::Mode mode)
    {
      constexpr std::array<const char *, 4> texts = {"instantiated",
                                                     "in initialization mode",
                                                     "in step mode",
                                                     "terminated"};
      return texts[static_cast<int>(mode)];
    }

    /// The text of a refusal is made only if there is one: values are read and
    /// written many times in a step.
    [[noreturn]] void refuse_mode(const BushingUnit::Mode mode,
                                  const std::string &what)
    {
      throw Error("The host called " + what + " while the instance is " +
                  mode_text(mode) +
                  "; the standard does not allow it there. Call the functions "
                  "in the order of the standard.");
    }

    void require_mode(const BushingUnit::Mode mode,
                      const BushingUnit::Mode allowed,
                      const char *what)
    {
      if (mode != allowed)
        refuse_mode(mode, what);
    }
  } // namespace

  BushingUnit::BushingUnit(ReducedModelData model_data)
    : the_setup(read_setup(model_data))
    , dim(model_data.dim)
    , data(std::move(model_data))
  {
    // A host's loads are in the axes of the outer sleeve.
    data->sleeves[0].body.force_in_body_axes  = false;
    data->sleeves[0].body.moment_in_body_axes = false;
    for (const FmuVariable &one : fmu_variables(the_setup, *data))
      variables[one.reference()] = one;
    set_to_start_values();
  }

  void BushingUnit::set_to_start_values()
  {
    for (unsigned int i = 0; i < n_fmu_references; ++i)
      values[i] = variables[i] ? variables[i]->start : 0;
    values[fmu_reference(FmuOption::stiffness_scale)] = 1;
  }

  const FmuVariable &BushingUnit::variable(const unsigned int reference) const
  {
    if (reference >= n_fmu_references || !variables[reference])
      throw Error(message("There is no variable with the value reference ",
                          reference,
                          ". modelDescription.xml lists them."));
    return *variables[reference];
  }

  BushingUnit::Vector6 BushingUnit::six(const FmuRole role) const
  {
    Vector6 numbers;
    for (int i = 0; i < 6; ++i)
      numbers[i] = values[fmu_reference(role, i)];
    return numbers;
  }

  void BushingUnit::store(const FmuRole role, const Vector6 &numbers)
  {
    for (int i = 0; i < 6; ++i)
      value(role, i) = numbers[i];
  }

  BushingFrame::Motion BushingUnit::host_motion() const
  {
    return {six(FmuRole::pose), six(FmuRole::velocity)};
  }

  void BushingUnit::get(const std::span<const unsigned int> references,
                        const bool booleans,
                        const std::span<double> result)
  {
    for (std::size_t i = 0; i < references.size(); ++i)
      {
        const FmuVariable &one = variable(references[i]);
        if (one.is_boolean != booleans)
          throw Error("The variable \"" + one.name + "\" is " +
                      (one.is_boolean ? "" : "not ") + "Boolean.");
        if (one.causality == FmuCausality::output)
          {
            if (the_mode == Mode::instantiated)
              refuse_mode(the_mode, "for the output \"" + one.name + "\"");
            if (the_mode == Mode::initialization)
              begin();
            if (one.role == FmuRole::trust &&
                one.component != static_cast<int>(FmuTrust::outside_range))
              compute_trust();
            else
              compute_outputs();
          }
        result[i] = one.role == FmuRole::time ? now : values[references[i]];
      }
  }

  void BushingUnit::require_settable(const FmuVariable &one,
                                     const double number) const
  {
    if (!std::isfinite(number))
      throw Error(message("The host sets \"",
                          one.name,
                          "\" to ",
                          number,
                          ", which is not finite. The instance keeps its "
                          "values and its state."));
    if (one.causality == FmuCausality::output ||
        one.causality == FmuCausality::independent)
      throw Error("The host sets \"" + one.name +
                  "\", which is not an input or a parameter.");
    const bool is_fixed = one.causality == FmuCausality::parameter &&
                          one.variability == FmuVariability::fixed;
    if (the_mode == Mode::terminated || (is_fixed && the_mode == Mode::step))
      refuse_mode(the_mode, "to set \"" + one.name + "\"");
    if (one.min > 0 && number < one.min)
      throw Error(message("The parameter \"",
                          one.name,
                          "\" is at least ",
                          one.min,
                          ", not ",
                          number,
                          "."));
  }

  void BushingUnit::set(const std::span<const unsigned int> references,
                        const bool booleans,
                        const std::span<const double> numbers)
  {
    for (std::size_t i = 0; i < references.size(); ++i)
      {
        const FmuVariable &one = variable(references[i]);
        if (one.is_boolean != booleans)
          throw Error("The variable \"" + one.name + "\" is " +
                      (one.is_boolean ? "" : "not ") + "Boolean.");
        require_settable(one, numbers[i]);
      }
    for (std::size_t i = 0; i < references.size(); ++i)
      {
        values[references[i]] = booleans ? numbers[i] != 0 : numbers[i];
        if (the_mode == Mode::step)
          continue;
        begun = false;
        if (variables[references[i]]->causality == FmuCausality::parameter)
          built = false;
      }
  }

  void BushingUnit::set_start_time(const double time)
  {
    if (the_mode != Mode::initialization)
      require_mode(the_mode, Mode::instantiated, "to set the start time");
    if (!std::isfinite(time))
      throw Error("The start time is not finite.");
    now   = time;
    begun = false;
  }

  void BushingUnit::enter_initialization()
  {
    require_mode(the_mode, Mode::instantiated, "for initialization mode");
    the_mode = Mode::initialization;
  }

  void BushingUnit::exit_initialization()
  {
    require_mode(the_mode,
                 Mode::initialization,
                 "for the end of initialization mode");
    begin();
    the_mode = Mode::step;
  }

  void BushingUnit::terminate()
  {
    require_mode(the_mode, Mode::step, "to terminate");
    the_mode = Mode::terminated;
  }

  void BushingUnit::reset()
  {
    the_mode = Mode::instantiated;
    now      = 0;
    set_to_start_values();
    built = begun = was_outside = false;
    forget_results();
  }

  void BushingUnit::build()
  {
    if (built)
      return;
    const double scale = values[fmu_reference(FmuOption::stiffness_scale)];
    BushingFrame::Options to_host;
    const ReducedModelData &original = data ? *data : model->data();
    to_host.unit_system              = original.unit_system;
    to_host.angles                   = the_setup.angles;
    to_host.mirrored                 = option(FmuOption::mirrored);
    to_host.stiffness_scale          = scale;
    to_host.pose_offset              = six(FmuRole::pose_offset);
    to_host.preload                  = six(FmuRole::preload);
    OnlineOptions options;
    options.quasi_static = !option(FmuOption::inertia);
    options.drive_all    = the_setup.drive == FmuDrive::displacement;
    auto fresh           = std::make_unique<OnlineModel>(
      scale == 1 ? original : scaled_stiffness(original, scale), options);
    if (scale != 1 && !data)
      data = original;
    model = std::move(fresh);
    if (scale == 1)
      data.reset();
    frame = BushingFrame(to_host);
    built = true;
  }

  void BushingUnit::give_inputs(const double h, const bool with_velocity)
  {
    if (the_setup.drive == FmuDrive::force)
      {
        const Vector6 load = frame.load_to_model(six(FmuRole::applied_load));
        model->set_load(0, load.head<3>(), load.tail<3>());
        return;
      }
    const BushingFrame::Motion motion = frame.to_model(host_motion(), h);
    model->set_pose(0, motion.pose, with_velocity ? &motion.velocity : nullptr);
  }

  void BushingUnit::begin()
  {
    if (begun)
      return;
    build();
    give_inputs(0, option(FmuOption::use_velocities));
    model->start(now);
    last_inputs = host_motion();
    last_h      = 0;
    was_outside = false;
    forget_results();
    look_at_range();
    begun = true;
  }

  void BushingUnit::step(const double time, const double h)
  {
    require_mode(the_mode, Mode::step, "for a step");
    if (!(h > 0) || !std::isfinite(h))
      throw Error(
        message("The step of the host must be positive and finite, "
                "is ",
                h,
                "."));
    // Rounding errors of a host that adds up its steps.
    if (!(std::abs(time - now) <= 1e-6 * h + 1e-12 * std::abs(now)))
      throw Error(message("The step of the host begins at t = ",
                          number_text(time),
                          ", but the instance is at t = ",
                          number_text(now),
                          "."));
    const bool held          = option(FmuOption::static_hold),
               with_velocity = option(FmuOption::use_velocities) && !held;
    const double continued =
      with_velocity && !option(FmuOption::inputs_at_end) ? h : 0;
    give_inputs(continued, with_velocity);
    if (held)
      model->start(time + h);
    else if (const AdvanceReport &report = model->advance(h); !report.accepted)
      throw ComputationFailed(report.reason);
    now         = time + h;
    last_inputs = host_motion();
    last_h      = continued;
    forget_results();
    look_at_range();
  }

  void BushingUnit::forget_results()
  {
    outputs_known = trust_is_known = false;
    last_tangent.reset();
    warning.clear();
  }

  void BushingUnit::compute_outputs()
  {
    if (outputs_known)
      return;
    const Vector6 pose  = model->pose(0),
                  inner = frame.inner_load(model->reaction(0));
    store(FmuRole::inner_load, inner);
    store(FmuRole::outer_load, outer_load(inner, frame.arm_of(pose)));
    if (the_setup.drive == FmuDrive::force)
      {
        const BushingFrame::Motion motion =
          frame.to_host({pose, model->velocity(0)});
        store(FmuRole::pose, motion.pose);
        store(FmuRole::velocity, motion.velocity);
      }
    outputs_known = true;
  }

  void BushingUnit::compute_trust()
  {
    if (trust_is_known)
      return;
    const Trust &trust    = model->trust();
    const double farthest = model->data().range.largest_distance;
    values[fmu_reference(FmuTrust::distance)] =
      farthest > 0 ? trust.distance / farthest : 0;
    values[fmu_reference(FmuTrust::min_J)]           = trust.min_J;
    values[fmu_reference(FmuTrust::second_cubature)] = trust.second_cubature;
    trust_is_known                                   = true;
  }

  void BushingUnit::look_at_range()
  {
    const bool outside = !model->is_inside();
    if (outside && !was_outside)
      warning = message("At t = ",
                        now,
                        " the model leaves the range on which it was trained: "
                        "forces are extrapolated from here on. Reduce the "
                        "motion, or train the model with it.");
    was_outside                                    = outside;
    values[fmu_reference(FmuTrust::outside_range)] = outside ? 1 : 0;
  }
} // namespace rivlin
