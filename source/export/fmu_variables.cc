// SPDX-License-Identifier: Apache-2.0
// Names, units, signs and starts of all variables.
#include <rivlin/export/fmu_variables.h>

#include <rivlin/export/bushing_frame.h>
#include <rivlin/online/reduced_start.h>

namespace rivlin
{
  namespace
  {
    using FmuNames = std::array<const char *, 6>;

    constexpr FmuNames pose_names     = {"ux", "uy", "uz", "rx", "ry", "rz"};
    constexpr FmuNames velocity_names = {"vx", "vy", "vz", "wx", "wy", "wz"};
    constexpr FmuNames load_names     = {"Fx", "Fy", "Fz", "Mx", "My", "Mz"};
    constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

    /// Six variables, or three of a plane model, in the making.
    class FmuTable
    {
    public:
      explicit FmuTable(const int dimension)
        : dim(dimension)
      {}

      void add(FmuVariable variable)
      {
        all.push_back(std::move(variable));
      }

      /// `linear` and `angular` describe the components; "%" is the axis.
      void add_six(FmuVariable pattern,
                   const std::string &prefix,
                   const FmuNames &names,
                   const std::array<std::string, 2> &units,
                   const std::string &linear,
                   const std::string &angular,
                   const BushingFrame::Vector6 &starts)
      {
        for (int i = 0; i < 6; ++i)
          {
            if (dim == 2 && i >= 2 && i < 5)
              continue;
            pattern.name        = prefix + names[i];
            pattern.component   = i;
            pattern.unit        = units[i / 3];
            pattern.start       = starts[i];
            pattern.description = i < 3 ? linear : angular;
            if (const auto at = pattern.description.find('%');
                at != std::string::npos)
              pattern.description.replace(at, 1, axis_names[i % 3]);
            add(pattern);
          }
      }

      std::vector<FmuVariable> all;

    private:
      int dim;
    };

    FmuVariable pattern(const FmuRole role,
                        const FmuCausality causality,
                        const FmuVariability variability)
    {
      FmuVariable result;
      result.role        = role;
      result.causality   = causality;
      result.variability = variability;
      return result;
    }

    void add_option(FmuTable &table,
                    const FmuOption option,
                    const std::string &name,
                    const bool start,
                    const std::string &description,
                    const FmuVariability variability = FmuVariability::fixed)
    {
      FmuVariable result =
        pattern(FmuRole::option, FmuCausality::parameter, variability);
      result.component   = static_cast<int>(option);
      result.name        = name;
      result.is_boolean  = true;
      result.start       = start ? 1 : 0;
      result.description = description;
      table.add(result);
    }

    void add_options(FmuTable &table, const bool by_force)
    {
      FmuVariable scale = pattern(FmuRole::option,
                                  FmuCausality::parameter,
                                  FmuVariability::fixed);
      scale.component   = static_cast<int>(FmuOption::stiffness_scale);
      scale.name        = "stiffness_scale";
      scale.start       = 1;
      scale.min         = 1e-3;
      scale.description =
        "factor of all moduli and of the damping of the "
        "rubber (tolerance of the compound)";
      table.add(scale);
      add_option(table,
                 FmuOption::inertia,
                 "inertia",
                 by_force,
                 "with inertia and damping of the rubber; otherwise "
                 "equilibrium at each time");
      if (!by_force)
        {
          add_option(table,
                     FmuOption::use_velocities,
                     "use_velocities",
                     true,
                     "velocities are given; otherwise inputs are held and mean "
                     "velocities taken");
          add_option(table,
                     FmuOption::inputs_at_end,
                     "inputs_at_end",
                     false,
                     "inputs are those at the end of the next step; otherwise "
                     "those at its beginning, continued by their velocities");
        }
      add_option(table,
                 FmuOption::mirrored,
                 "mirrored",
                 false,
                 "the part seen in the mirror y to -y: the other side of the "
                 "car");
      add_option(table,
                 FmuOption::static_hold,
                 "static_hold",
                 false,
                 "each step ends in equilibrium with its inputs, at rest: for "
                 "static analyses",
                 FmuVariability::tunable);
    }

    void add_trust(FmuTable &table)
    {
      const auto add = [&](const FmuTrust trust,
                           const std::string &name,
                           const bool is_boolean,
                           const std::string &description) {
        FmuVariable result = pattern(FmuRole::trust,
                                     FmuCausality::output,
                                     FmuVariability::discrete);
        result.component   = static_cast<int>(trust);
        result.name        = name;
        result.is_boolean  = is_boolean;
        result.description = description;
        table.add(result);
      };
      add(FmuTrust::outside_range,
          "outside_range",
          true,
          "the state is outside of what the model was trained on");
      add(FmuTrust::distance,
          "distance",
          false,
          "distance to the training set; 1: as far as the training went");
      add(FmuTrust::min_J,
          "min_J",
          false,
          "smallest ratio of volumes in the rubber");
      add(FmuTrust::second_cubature,
          "second_cubature",
          false,
          "relative difference of the reaction by an independent cubature");
    }

    BushingFrame::Motion start_of_host(const FmuSetup &setup,
                                       const ReducedModelData &data)
    {
      BushingFrame::Options options;
      options.unit_system = data.unit_system;
      options.angles      = setup.angles;
      BushingFrame::Motion motion;
      motion.pose = inputs_at_start(data).sleeves[0].pose;
      return BushingFrame(options).to_host(motion);
    }

    BushingFrame::Vector6 load_at_start(const ReducedModelData &data)
    {
      BushingFrame::Options options;
      options.unit_system       = data.unit_system;
      const SleeveInput at_rest = inputs_at_start(data).sleeves[0];
      BushingFrame::Vector6 load;
      load << at_rest.force, at_rest.moment;
      return -BushingFrame(options).inner_load(load);
    }
  } // namespace

  unsigned int FmuVariable::reference() const
  {
    return fmu_reference(role, component);
  }

  std::vector<FmuVariable> fmu_variables(const FmuSetup &setup,
                                         const ReducedModelData &data)
  {
    const bool by_force           = setup.drive == FmuDrive::force;
    const BushingFrame::Vector6 o = BushingFrame::Vector6::Zero();
    const FmuCausality pose_side =
      by_force ? FmuCausality::output : FmuCausality::input;
    const auto continuous   = FmuVariability::continuous;
    const std::string angle = setup.angles == FmuAngles::rotation_vector
                                ? "rotation vector, component %"
                                : "Cardan angle about % (R = Rx Ry Rz)";
    const std::array<std::string, 2> lengths = {"m", "rad"},
                                     rates   = {"m/s", "rad/s"},
                                     loads   = {"N", "N.m"};
    const auto parameter                     = FmuCausality::parameter;
    FmuTable table(data.dim);

    FmuVariable time =
      pattern(FmuRole::time, FmuCausality::independent, continuous);
    time.name        = "time";
    time.unit        = "s";
    time.description = "simulation time";
    table.add(time);
    table.add_six(pattern(FmuRole::pose, pose_side, continuous),
                  "",
                  pose_names,
                  lengths,
                  "displacement of the inner sleeve in %",
                  angle,
                  by_force ? o : start_of_host(setup, data).pose);
    table.add_six(pattern(FmuRole::velocity, pose_side, continuous),
                  "",
                  velocity_names,
                  rates,
                  "velocity of the inner sleeve in %",
                  "angular velocity about % of the outer sleeve",
                  o);
    if (by_force)
      table.add_six(pattern(FmuRole::applied_load,
                            FmuCausality::input,
                            continuous),
                    "applied_",
                    load_names,
                    loads,
                    "force applied to the inner sleeve in %",
                    "moment applied to the inner sleeve about %",
                    load_at_start(data));
    table.add_six(pattern(FmuRole::inner_load,
                          FmuCausality::output,
                          continuous),
                  "",
                  load_names,
                  loads,
                  "force of the bushing on the inner sleeve in %",
                  "moment of the bushing on the inner sleeve about %",
                  o);
    table.add_six(pattern(FmuRole::outer_load,
                          FmuCausality::output,
                          continuous),
                  "outer_",
                  load_names,
                  loads,
                  "force of the bushing on the outer sleeve in %",
                  "moment of the bushing on the outer sleeve about %",
                  o);
    table.add_six(pattern(FmuRole::pose_offset,
                          parameter,
                          FmuVariability::fixed),
                  "offset_",
                  pose_names,
                  lengths,
                  "added to the displacement in %",
                  "added to the angle about %",
                  o);
    table.add_six(pattern(FmuRole::preload, parameter, FmuVariability::fixed),
                  "preload_",
                  load_names,
                  loads,
                  "added to the force on the inner sleeve in %",
                  "added to the moment on the inner sleeve about %",
                  o);
    add_options(table, by_force);
    add_trust(table);
    return table.all;
  }

  const std::array<FmuUnit, 7> &fmu_units()
  {
    static const std::array<FmuUnit, 7> units = {{{"s", 0, 0, 1, 0},
                                                  {"m", 0, 1, 0, 0},
                                                  {"rad", 0, 0, 0, 1},
                                                  {"m/s", 0, 1, -1, 0},
                                                  {"rad/s", 0, 0, -1, 1},
                                                  {"N", 1, 1, -2, 0},
                                                  {"N.m", 1, 2, -2, 0}}};
    return units;
  }
} // namespace rivlin
