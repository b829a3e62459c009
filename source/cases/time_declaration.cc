// SPDX-License-Identifier: Apache-2.0
// How a case is computed and what it writes: sections Time, Solver, Output,
// Checkpoint, Snapshots.
#include <rivlin/cases/parameter_declarations.h>

#include <rivlin/cases/case_integrator.h>

namespace rivlin
{
  namespace
  {
    std::string integrator_of(const CaseParameters &values)
    {
      return "the integrator \"" +
             std::string(name_of(values.time.integrator)) + "\"";
    }

    /// Holds if the integrator looks at this setting.
    std::function<std::string()> setting(const IntegratorSetting which,
                                         const CaseParameters &values)
    {
      return [&values, which]() -> std::string {
        return uses(values.time.integrator, which) ? "" : integrator_of(values);
      };
    }

    Names<IntegrationMethod> method_names()
    {
      Names<IntegrationMethod> names;
      // The updated Lagrangian methods are there for comparison on Lie groups.
      for (const IntegrationMethod method : integration_methods())
        if (family(method) != MethodFamily::updated_lagrangian)
          names.push_back({std::string(name_of(method)), method});
      return names;
    }

    Names<std::optional<StartingValues>> start_names()
    {
      Names<std::optional<StartingValues>> names = {{"of the method", {}}};
      for (const std::string &name : starting_values_names())
        names.push_back({name, starting_values(name)});
      return names;
    }

    void declare_step_control(Schema &schema, CaseParameters &values)
    {
      TimeParameters &time      = values.time;
      const auto controls_error = [&values]() -> std::string {
        if (values.time.step_control == StepSizes::adaptive ||
            family(values.time.integrator) == MethodFamily::ida)
          return "";
        return integrator_of(values) + " with fixed steps";
      };
      const auto dynamic = [&values]() -> std::string {
        return values.time.is_static() ? integrator_of(values) : "";
      };
      schema
        .add(
          "Step control",
          time.step_control,
          one_of<StepSizes>(
            {{"fixed", StepSizes::fixed}, {"adaptive", StepSizes::adaptive}}),
          "",
          "Dynamics: fixed steps, or adaptive by the estimated error (Rosenbrock methods with an embedded method, generalized alpha, Newmark, HHT).")
        .needs(dynamic);
      schema
        .add(
          "Absolute tolerance",
          time.absolute_tolerance,
          number(0),
          "length",
          "Adaptive and IDA: bound of the local error of each displacement, of h times velocity and h^2 times pressure.")
        .needs(controls_error)
        .tells_unless(setting(IntegratorSetting::absolute_tolerance, values));
      schema
        .add(
          "Relative tolerance",
          time.relative_tolerance,
          number(0),
          "",
          "Adaptive and IDA: the same relative to the size of each unknown; generalized alpha: relative to the size of the part.")
        .needs(controls_error);
    }

    void declare_solver(Schema &schema, CaseParameters &values)
    {
      SolverParameters &solver = values.solver;
      const auto newton        = setting(IntegratorSetting::newton, values);
      const auto iterative     = [&values]() -> std::string {
        const LinearSolverKind kind = values.solver.linear_solver;
        return kind == LinearSolverKind::iterative ||
                   kind == LinearSolverKind::automatic
                     ? ""
                     : "the linear solver \"" + to_string(kind) + "\"";
      };
      schema.section("Solver", Role::numerics, true);
      schema.add(
        "Linear solver",
        solver.linear_solver,
        one_of<LinearSolverKind>({{"auto", LinearSolverKind::automatic},
                                  {"MUMPS", LinearSolverKind::mumps},
                                  {"KLU", LinearSolverKind::klu},
                                  {"iterative", LinearSolverKind::iterative}}),
        "",
        "MUMPS: direct, symmetric indefinite, distributed; KLU: direct on one process, a fallback; iterative: FGMRES with multigrid, distributed, little memory; auto: MUMPS or iterative, by size and memory.");
      schema
        .add(
          "Linear tolerance",
          solver.linear_tolerance,
          number(0, 0.1),
          "",
          "Iterative: residual of a linear system relative to its right-hand side; 0: 1e-6, and 1e-10 for Rosenbrock methods, whose stages are solutions of linear systems.")
        .needs(iterative);
      schema
        .add(
          "Maximum linear iterations",
          solver.max_linear_iterations,
          whole_number(1, 100000),
          "",
          "Iterative: after that many the system is solved directly, if memory allows.")
        .needs(iterative);
      schema
        .add(
          "Newton tolerance",
          solver.newton_tolerance,
          number(0),
          "",
          "Bound of the last Newton increment, relative to the size of the part and to its shear modulus.")
        .needs(newton);
      schema
        .add(
          "Maximum Newton iterations",
          solver.max_iterations,
          whole_number(1, 1000),
          "",
          "After that many the step is refused and cut back; with contacts after four times as many.")
        .needs(newton);
      schema
        .add(
          "Tangent",
          solver.keep_tangent,
          one_of<bool>({{"every iteration", false}, {"kept", true}}),
          "",
          "Implicit methods: a new tangent in every Newton iteration, or the old one while it converges well.")
        .needs(newton);
      schema.add(
        "Memory limit",
        solver.memory_limit,
        number(0),
        "GB",
        "Memory that a rank may take by the forecast that is made before the mesh; a larger model is refused. 0: what is free now; a larger number overrides that.");
    }

    void declare_output(Schema &schema, CaseParameters &values)
    {
      schema.section("Output", Role::output, true);
      schema.add(
        "Interval",
        values.output.interval,
        number(0),
        "s",
        "Time between output times, hit exactly; 0: every accepted step.");
      schema.add(
        "Times",
        values.output.times,
        number_list(),
        "s",
        "Further output times, \"0.1, 0.25\", hit exactly; without Interval the only ones besides start and end.");
      schema.add("VTU",
                 values.output.vtu,
                 one_of<Pictures>({{"all", Pictures::all},
                                   {"last", Pictures::last},
                                   {"none", Pictures::none}}),
                 "",
                 "ParaView files: all output times, the last one, or none.");
      schema.section("Checkpoint", Role::output, true);
      schema.add(
        "Interval",
        values.checkpoint.interval,
        number(0),
        "s",
        "Wall time between two checkpoints in restart/, from which --resume goes on; 0: not by time.");
      schema.add("Steps",
                 values.checkpoint.steps,
                 whole_number(0),
                 "",
                 "Accepted steps between two checkpoints; 0: not by steps.");
      schema.section("Snapshots", Role::output, true);
      schema.add(
        "Interval",
        values.snapshots.interval,
        number(0),
        "s",
        "Time between snapshots of all unknowns in snapshots.h5, hit exactly; 0: not by time.");
      schema.add("Steps",
                 values.snapshots.steps,
                 whole_number(0),
                 "",
                 "Accepted steps between snapshots; 0: not by steps.");
    }
  } // namespace

  void declare_time(Schema &schema, CaseParameters &values)
  {
    TimeParameters &time = values.time;
    schema.section("Time", Role::numerics);
    schema
      .add(
        "Integrator",
        time.integrator,
        one_of(method_names()),
        "",
        "statics: equilibrium at each time, by load steps; all others are dynamics, from rest or from section Initial.")
      .with_role(Role::drive);
    schema
      .add("End time",
           time.end_time,
           number(0),
           "s",
           "The run goes from t = 0 to this time.")
      .with_role(Role::drive)
      .may_change_on_resume();
    schema.add(
      "Step size",
      time.step_size,
      number(0),
      "s",
      "Statics: first load step, later ones adapt to the Newton iterations. Dynamics: the step, or the first one if adaptive.");
    schema
      .add(
        "Minimum step size",
        time.minimum_step,
        number(0),
        "s",
        "A step that fails is cut back down to this size; then the run ends with exit code 1. 0: a thousandth of Step size.")
      .may_change_on_resume();
    schema
      .add("Maximum step size",
           time.maximum_step,
           number(0),
           "s",
           "Steps grow up to this size; 0: no limit.")
      .may_change_on_resume();
    declare_step_control(schema, values);
    schema
      .add(
        "Spectral radius",
        time.spectral_radius,
        number(0, 1.),
        "",
        "Generalized alpha: rho at infinite frequency, 0 (strongest damping) to 1 (none).")
      .needs(setting(IntegratorSetting::spectral_radius, values));
    schema
      .add("HHT alpha",
           time.hht_alpha,
           number(0, 0.3334),
           "",
           "HHT: 0 (no damping) to 1/3.")
      .needs(setting(IntegratorSetting::hht_alpha, values));
    schema
      .add(
        "Maximum order",
        time.maximum_order,
        whole_number(1, 5),
        "",
        "IDA: largest order of its BDF formulas. Above 2 they amplify undamped waves that the steps do not resolve, and IDA is driven to tiny steps.")
      .needs(setting(IntegratorSetting::maximum_order, values));
    schema
      .add("Newmark beta",
           time.newmark_beta,
           number(1e-6, 10),
           "",
           "Newmark: 1/4 is the trapezoidal rule.")
      .needs(setting(IntegratorSetting::newmark_parameters, values));
    schema
      .add("Newmark gamma",
           time.newmark_gamma,
           number(1e-6, 10),
           "",
           "Newmark: 1/2 is of order 2, more damps, less gains energy.")
      .needs(setting(IntegratorSetting::newmark_parameters, values));
    schema
      .add(
        "Starting values",
        time.starting_values,
        one_of(start_names()),
        "",
        "Rigid constraints (incompressible rubber): plain, or perturbed as by Arnold, Bruls and Cardona (2015), which keeps the order of the multipliers in the first steps, with derivatives by first or second differences (BLieDF makes no difference between these two). Of the method: plain for generalized alpha and its relatives, perturbed for BLieDF.")
      .needs(setting(IntegratorSetting::starting_values, values));
    schema
      .add(
        "Constraints",
        time.stabilized_index_2,
        one_of<bool>({{"index 3", false}, {"stabilized index 2", true}}),
        "",
        "Rigid constraints at the level of positions, or of positions and velocities (Gear, Gupta and Leimkuhler), which needs a small dense system: a reduced model.")
      .needs(setting(IntegratorSetting::stabilized_index_2, values));
    declare_solver(schema, values);
    declare_output(schema, values);
  }
} // namespace rivlin
