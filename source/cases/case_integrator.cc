// SPDX-License-Identifier: Apache-2.0
// Settings of a case -> options of its integrator.
#include <rivlin/cases/case_integrator.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/sudden_forces.h>

namespace rivlin
{
  std::unique_ptr<TimeIntegrator>
  make_case_integrator(const CaseParameters &parameters,
                       const MechanicalSystem &system,
                       const bool acts_suddenly)
  {
    const TimeParameters &time     = parameters.time;
    const SolverParameters &solver = parameters.solver;
    const bool adaptive            = time.step_control == StepSizes::adaptive;
    if (adaptive && !uses(time.integrator, IntegratorSetting::adaptive_steps))
      throw Error("\"Time/Step control\" is adaptive, but the integrator \"" +
                  std::string(name_of(time.integrator)) +
                  "\" does not estimate its error. Use fixed steps, a "
                  "Rosenbrock method with an embedded method, or generalized "
                  "alpha.");
    if (family(time.integrator) == MethodFamily::ida &&
        system.constraint_kind() == ConstraintKind::rigid)
      throw Error(
        "IDA does not solve the equations of incompressible rubber (index 3). "
        "Give a finite \"Bulk modulus\", or use generalized alpha or BLieDF.");

    IntegratorOptions options;
    options.method = time.integrator;
    NewtonOptions newton;
    newton.tolerance       = solver.newton_tolerance;
    newton.max_iterations  = solver.max_iterations;
    newton.modified        = solver.keep_tangent;
    options.statics.newton = newton;
    if (acts_suddenly)
      {
        expect_sudden_forces(newton);
        expect_sudden_forces(options.statics);
      }
    options.statics.downhill_after_refusals = true;
    options.generalized_alpha.newton        = newton;
    options.bliedf.newton                   = newton;
    // Reduced models keep their tangent over the steps, finite elements its
    // factorization.
    options.statics.newton.keep_over_steps = true;
    options.generalized_alpha.newton.keep_over_steps =
      family(time.integrator) == MethodFamily::generalized_alpha;
    options.generalized_alpha.newton.keep_factorization =
      family(time.integrator) == MethodFamily::generalized_alpha;
    options.hht_alpha     = time.hht_alpha;
    options.newmark_beta  = time.newmark_beta;
    options.newmark_gamma = time.newmark_gamma;
    options.generalized_alpha.starting_values =
      time.starting_values.value_or(StartingValues::plain);
    options.bliedf.perturbed_start =
      time.starting_values != StartingValues::plain;
    options.generalized_alpha.stabilized_index_2 = time.stabilized_index_2;
    options.bliedf.stabilized_index_2            = time.stabilized_index_2;
    if (uses(time.integrator, IntegratorSetting::spectral_radius))
      options.generalized_alpha.parameters =
        chung_hulbert(time.spectral_radius);
    // An incompressible body whose sleeve starts with a velocity needs
    // velocities that keep its volume.
    ConsistencyOptions consistency;
    consistency.project                   = true;
    options.generalized_alpha.consistency = consistency;
    options.bliedf.consistency            = consistency;
    options.rosenbrock.consistency        = consistency;
    options.radau5.consistency            = consistency;
    const Tolerances tolerances           = {time.absolute_tolerance,
                                             time.relative_tolerance,
                                             true};
    if (adaptive)
      {
        options.generalized_alpha.error_tolerance = time.relative_tolerance;
        options.rosenbrock.adaptive               = true;
        options.rosenbrock.tolerances             = tolerances;
      }
    options.radau5.adaptive                   = adaptive;
    options.radau5.tolerances                 = tolerances;
    options.radau5.tolerances.scale_with_step = false;
    options.ida.tolerances                    = tolerances;
    options.ida.tolerances.scale_with_step    = false;
    options.ida.max_order                     = time.maximum_order;
    return make_integrator(system, options);
  }
} // namespace rivlin
