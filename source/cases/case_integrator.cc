// SPDX-License-Identifier: Apache-2.0
// Settings of a case -> options of its integrator.
#include <rivlin/cases/case_integrator.h>

#include <rivlin/base/error.h>

namespace rivlin
{
  const std::vector<std::string> &case_integrators()
  {
    static const std::vector<std::string> all = [] {
      std::vector<std::string> names;
      for (const std::string &name : integrator_names())
        // RADAU5 is for small dense systems; the updated Lagrangian methods are
        // there for comparison on Lie groups.
        if (name != "RADAU5" && name != "UL" && name != "UL-CRV")
          names.push_back(name);
      return names;
    }();
    return all;
  }

  bool uses_newmark_formulas(const std::string &integrator)
  {
    return integrator == "generalized alpha" || integrator == "Newmark" ||
           integrator == "HHT";
  }

  bool uses_newton(const std::string &integrator)
  {
    return integrator == "statics" || uses_newmark_formulas(integrator) ||
           integrator.starts_with("BLieDF");
  }

  bool has_stages(const std::string &integrator)
  {
    for (const RosenbrockMethod &method : rosenbrock_methods())
      if (method.name == integrator)
        return true;
    return false;
  }

  bool can_adapt(const std::string &integrator)
  {
    if (uses_newmark_formulas(integrator))
      return true;
    for (const RosenbrockMethod &method : rosenbrock_methods())
      if (method.name == integrator)
        return method.embedded_order >= 1;
    return false;
  }

  std::unique_ptr<TimeIntegrator>
  make_case_integrator(const CaseParameters &parameters,
                       const MechanicalSystem &system)
  {
    const TimeParameters &time     = parameters.time;
    const SolverParameters &solver = parameters.solver;
    const std::string &name        = time.integrator;
    const bool adaptive            = time.step_control == StepSizes::adaptive;
    if (adaptive && !can_adapt(name))
      throw Error("\"Time/Step control\" is adaptive, but the integrator \"" +
                  name +
                  "\" does not estimate its error. Use fixed steps, a "
                  "Rosenbrock method with an embedded method, or generalized "
                  "alpha.");
    if (name == "IDA" && system.constraint_kind() == ConstraintKind::rigid)
      throw Error(
        "IDA does not solve the equations of incompressible rubber (index 3). "
        "Give a finite \"Bulk modulus\", or use generalized alpha or BLieDF.");

    IntegratorOptions options;
    NewtonOptions newton;
    newton.tolerance      = solver.newton_tolerance;
    newton.max_iterations = solver.max_iterations;
    newton.modified       = solver.keep_tangent;
    // The tangent before contact knows nothing of it, and the monotonicity
    // test would take what it does not know for divergence.
    if (!parameters.contacts.empty())
      {
        newton.full_steps     = true;
        newton.descend_energy = true;
        // A jump past a limit point takes longer than Newton's method.
        newton.max_iterations *= 4;
        // Nodes come into contact one after the other, with small steps too:
        // they must not shrink for that.
        options.statics.target_iterations = 10;
      }
    options.statics.newton           = newton;
    options.generalized_alpha.newton = newton;
    options.bliedf.newton            = newton;
    options.hht_alpha                = time.hht_alpha;
    if (name == "generalized alpha")
      options.generalized_alpha.parameters =
        chung_hulbert(time.spectral_radius);
    // An incompressible body whose sleeve starts with a velocity needs
    // velocities that keep its volume.
    ConsistencyOptions consistency;
    consistency.project                   = true;
    options.generalized_alpha.consistency = consistency;
    options.bliedf.consistency            = consistency;
    options.rosenbrock.consistency        = consistency;
    const Tolerances tolerances           = {time.absolute_tolerance,
                                             time.relative_tolerance,
                                             true};
    if (adaptive)
      {
        options.generalized_alpha.error_tolerance = time.relative_tolerance;
        options.rosenbrock.adaptive               = true;
        options.rosenbrock.tolerances             = tolerances;
      }
    options.ida.tolerances                 = tolerances;
    options.ida.tolerances.scale_with_step = false;
    options.ida.max_order                  = time.maximum_order;
    return make_integrator(name, system, options);
  }
} // namespace rivlin
