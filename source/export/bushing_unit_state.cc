// SPDX-License-Identifier: Apache-2.0
// States of an instance as bytes, and derivatives after a step.
#include <rivlin/export/bushing_unit.h>

#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>

#include <Eigen/Geometry>

#include <cstdint>

namespace rivlin
{
  namespace
  {
    const std::string unit_format = "rivlin FMU state 1";
    constexpr std::size_t n_flags = 17;
  } // namespace

  BushingUnit::StateBytes BushingUnit::state() const
  {
    Container container;
    container.metadata = {{"format", unit_format}, {"token", the_setup.token}};
    container.arrays["values"] =
      ContainerArray::row(std::vector<double>(values.begin(), values.end()));
    std::vector<double> flags = {static_cast<double>(the_mode),
                                 now,
                                 begun ? 1. : 0.,
                                 was_outside ? 1. : 0.,
                                 last_h};
    for (const Vector6 *part : {&last_inputs.pose, &last_inputs.velocity})
      flags.insert(flags.end(), part->begin(), part->end());
    container.arrays["flags"]  = ContainerArray::row(flags);
    const std::string online   = begun ? model->save() : std::string();
    container.arrays["online"] = ContainerArray::row(
      std::vector<std::uint8_t>(online.begin(), online.end()));
    return container_bytes(container);
  }

  void BushingUnit::set_state(const std::string_view bytes)
  {
    const Container container =
      parse_container(bytes, "state of the FMU", NotFinite::refuse);
    if (container.text("format") != unit_format ||
        container.text("token") != the_setup.token)
      throw Error(
        "The state belongs to another FMU or another version of it. Restore "
        "states of the same FMU.");
    const std::vector<double> &numbers = container.numbers("values"),
                              &flags   = container.numbers("flags");
    const auto online                  = container.arrays.find("online");
    const auto *saved =
      online == container.arrays.end()
        ? nullptr
        : std::get_if<std::vector<std::uint8_t>>(&online->second.values);
    if (numbers.size() != n_fmu_references || flags.size() != n_flags ||
        saved == nullptr || flags[0] < 0 ||
        flags[0] > static_cast<double>(Mode::terminated))
      throw Error("The state of the FMU is incomplete.");

    const std::array<double, n_fmu_references> values_before = values;
    bool same_parameters                                     = built;
    for (unsigned int i = 0; i < n_fmu_references; ++i)
      {
        if (variables[i] &&
            variables[i]->causality == FmuCausality::parameter &&
            numbers[i] != values[i])
          same_parameters = false;
        values[i] = numbers[i];
      }
    built = same_parameters;
    begun = false;
    try
      {
        if (flags[2] != 0)
          {
            build();
            model->restore(
              {reinterpret_cast<const char *>(saved->data()), saved->size()});
            begun = true;
          }
      }
    catch (...)
      {
        values = values_before;
        built  = false;
        throw;
      }
    the_mode    = static_cast<Mode>(static_cast<int>(flags[0]));
    now         = flags[1];
    was_outside = flags[3] != 0;
    last_h      = flags[4];
    for (int i = 0; i < 6; ++i)
      {
        last_inputs.pose[i]     = flags[5 + i];
        last_inputs.velocity[i] = flags[11 + i];
      }
    forget_results();
  }

  const OnlineTangent &BushingUnit::tangent()
  {
    if (!last_tangent)
      last_tangent = model->tangent();
    return *last_tangent;
  }

  void BushingUnit::derivative(const std::span<const unsigned int> unknowns,
                               const std::span<const unsigned int> knowns,
                               const std::span<const double> seed,
                               const std::span<double> sensitivity)
  {
    if (the_setup.drive == FmuDrive::force)
      throw Error("An FMU that is driven by forces has no derivatives.");
    if (the_mode == Mode::initialization)
      begin();
    if (!begun)
      throw Error("Derivatives exist in initialization and step mode.");
    BushingFrame::Motion change;
    for (std::size_t i = 0; i < knowns.size(); ++i)
      {
        const FmuVariable &known = variable(knowns[i]);
        if (known.causality != FmuCausality::input)
          throw Error("Derivatives are those by inputs; \"" + known.name +
                      "\" is none.");
        (known.role == FmuRole::pose ? change.pose
                                     : change.velocity)[known.component] =
          seed[i];
      }
    const BushingFrame::Motion moved =
      frame.to_model_change(last_inputs, change, last_h);
    const OnlineTangent &by = tangent();
    const Vector6 pose      = model->pose(0);
    const Vector6 inner     = frame.inner_load(model->reaction(0)),
                  dinner    = frame.inner_load_change(
                    by.by_input * moved.pose + by.by_velocity * moved.velocity);
    // The arm is linear in the host's translation.
    const Vector3 darm =
      change.pose.head<3>() + last_h * change.velocity.head<3>();
    Vector6 douter = outer_load(dinner, frame.arm_of(pose));
    douter.tail<3>() -= darm.cross(Vector3(inner.head<3>()));
    for (std::size_t i = 0; i < unknowns.size(); ++i)
      {
        const FmuVariable &unknown = variable(unknowns[i]);
        if (unknown.role != FmuRole::inner_load &&
            unknown.role != FmuRole::outer_load)
          throw Error("Derivatives are those of forces and moments; \"" +
                      unknown.name + "\" is none.");
        sensitivity[i] =
          (unknown.role == FmuRole::inner_load ? dinner
                                               : douter)[unknown.component];
      }
  }
} // namespace rivlin
