// SPDX-License-Identifier: Apache-2.0
// Declaration of all parameters: one line binds name, default, range and text.
#include <rivlin/cases/parameter_declarations.h>

#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/mesh_declaration.h>

#include <array>

namespace rivlin
{
  using dealii::ParameterHandler;
  namespace Patterns = dealii::Patterns;

  namespace
  {
    void declare_material(ParameterHandler &prm, MaterialParameters &material)
    {
      const Patterns::Double any;
      prm.add_parameter(
        "Law",
        material.law,
        "Material law: neo-Hooke, Mooney-Rivlin, polynomial and Ogden are rubber (with a bulk modulus); the other two are for steel parts.",
        Patterns::Selection(
          "neo-Hooke|Mooney-Rivlin|polynomial|Ogden|Saint Venant-Kirchhoff|Hooke"));
      prm.add_parameter("C10",
                        material.c10,
                        "Neo-Hooke, Mooney-Rivlin: first constant (stress).",
                        any);
      prm.add_parameter("C01",
                        material.c01,
                        "Mooney-Rivlin: second constant (stress).",
                        any);
      prm.add_parameter(
        "Polynomial terms",
        material.polynomial,
        "Polynomial: terms \"i j c_ij\" of W = sum c_ij (I1-3)^i (I2-3)^j, separated by semicolons (stress); Yeoh: \"1 0 0.4; 2 0 -0.01; 3 0 0.001\".",
        Patterns::Anything());
      prm.add_parameter(
        "Ogden terms",
        material.ogden,
        "Ogden: terms \"mu alpha\" of W = sum 2 mu/alpha^2 (l1^alpha + l2^alpha + l3^alpha - 3), separated by semicolons (mu: stress).",
        Patterns::Anything());
      prm.add_parameter(
        "Bulk modulus",
        material.bulk_modulus,
        "Rubber: bulk modulus (stress), or \"infinity\" for incompressible rubber.",
        Patterns::Anything());
      prm.add_parameter(
        "Volumetric law",
        material.volumetric_law,
        "Rubber: W_vol/kappa = (J-1)^2/2 (quadratic), (J^2-1-2 ln J)/4 (logarithmic), or (b ln J + J^-b - 1)/b^2 (Ogden).",
        Patterns::Selection("quadratic|logarithmic|Ogden"));
      prm.add_parameter("Volumetric exponent",
                        material.exponent,
                        "Rubber: b of the volumetric law Ogden.",
                        any);
      prm.add_parameter(
        "Young's modulus",
        material.young_modulus,
        "Saint Venant-Kirchhoff, Hooke: Young's modulus (stress).",
        any);
      prm.add_parameter("Poisson's ratio",
                        material.poisson_ratio,
                        "Saint Venant-Kirchhoff, Hooke: Poisson's ratio.",
                        any);
      prm.add_parameter(
        "Density",
        material.density,
        "Mass per reference volume (mass/length^3); statics uses it for gravity only.",
        any);
      prm.add_parameter(
        "Mass damping",
        material.mass_damping,
        "Dynamics: Rayleigh damping, factor of the mass matrix (1/s).",
        Patterns::Double(0.));
      prm.add_parameter(
        "Stiffness damping",
        material.stiffness_damping,
        "Dynamics: Rayleigh damping, factor of the stiffness of the undeformed state (s); the isochoric one if mixed.",
        Patterns::Double(0.));
    }

    void declare_support(ParameterHandler &prm, SupportParameters &support)
    {
      prm.add_parameter(
        "Set",
        support.set,
        "Boundary set of the mesh; without it the name of this section.",
        Patterns::Anything());
      prm.add_parameter(
        "Type",
        support.type,
        "fixed: the components below do not move; driven: rigid sleeve whose pose is given by six channels; free: rigid sleeve that forces move; prescribed: the components below move as their channels say, each node alike.",
        Patterns::Selection("fixed|driven|free|prescribed"));
      prm.add_parameter(
        "Components",
        support.components,
        "Fixed, prescribed: which displacement components are held or moved, e.g. \"xy\"; a symmetry plane x = 0 is \"x\". Prescribed ones must be named.",
        Patterns::Anything());
      const std::array<std::string, 3> axis = {"x", "y", "z"};
      for (int i = 0; i < 3; ++i)
        prm.add_parameter(
          "Translation " + axis[i],
          support.translation[i],
          "Driven, and directions of a free sleeve that are not free: translation " +
            axis[i] +
            " of the centre (length), a channel: formula in t, table(\"file.csv\", \"column\"), or a combination.",
          Patterns::Anything());
      for (int i = 0; i < 3; ++i)
        prm.add_parameter(
          "Rotation " + axis[i],
          support.rotation[i],
          "Driven, and free without rotation: component " + axis[i] +
            " of the rotation vector (rad), a channel; exact at any angle.",
          Patterns::Anything());
      for (int i = 0; i < 3; ++i)
        prm.add_parameter("Displacement " + axis[i],
                          support.displacement[i],
                          "Prescribed: displacement " + axis[i] +
                            " of all nodes (length), a channel.",
                          Patterns::Anything());
      prm.add_parameter(
        "Radial displacement",
        support.radial_displacement,
        "Prescribed: displacement of all nodes away from the z axis through Centre (give that if a set from a file does not go all around) (length), a channel, added to those of x and y; negative calibrates an outer sleeve.",
        Patterns::Anything());
      prm.add_parameter(
        "Centre",
        support.centre,
        "Point of the sleeve that Translation moves, Rotation turns about and moments refer to, the centre of mass of a free sleeve, \"x, y, z\" (length); without it the middle of the set.",
        Patterns::Anything());
      prm.add_parameter(
        "Free directions",
        support.free_directions,
        "Free: translations x y z and rotations rx ry rz that are unknowns; no rotation, one of them (about a fixed axis) or all three. In 2D x y rz.",
        Patterns::Anything());
      prm.add_parameter("Mass",
                        support.mass,
                        "Free: mass of the sleeve; needed in dynamics.",
                        Patterns::Double(0.));
      prm.add_parameter(
        "Inertia",
        support.inertia,
        "Free: moments of inertia about the centre, \"xx, yy, zz\" or \"xx, yy, zz, xy, xz, yz\" (mass length^2); in 2D \"zz\".",
        Patterns::Anything());
      prm.add_parameter(
        "Ring",
        support.ring,
        "Free, instead of Mass and Inertia: a ring about the z axis, \"inner radius, outer radius, length\" (length); in 2D its length is the thickness of the model.",
        Patterns::Anything());
      prm.add_parameter("Ring density",
                        support.ring_density,
                        "Free: mass per volume of the ring (mass/length^3).",
                        Patterns::Double(0.));
      for (int i = 0; i < 3; ++i)
        prm.add_parameter("Force " + axis[i],
                          support.force[i],
                          "Free: force " + axis[i] +
                            " at the centre (force), a channel.",
                          Patterns::Anything());
      for (int i = 0; i < 3; ++i)
        prm.add_parameter("Moment " + axis[i],
                          support.moment[i],
                          "Free: moment " + axis[i] +
                            " (force length), a channel.",
                          Patterns::Anything());
      prm.add_parameter(
        "Load axes",
        support.load_axes,
        "Free: axes of force and moment, inertial or turning with the body.",
        Patterns::Selection("inertial|body"));
      prm.add_parameter(
        "Springs",
        support.springs,
        "Free: stiffnesses to the ground, \"x, y, z, rx, ry, rz\" (force/length, force length); in 2D \"x, y, rz\".",
        Patterns::Anything());
      prm.add_parameter(
        "Dampers",
        support.dampers,
        "Free: viscosities to the ground in the same order (force s/length, force length s).",
        Patterns::Anything());
    }

    void declare_load(ParameterHandler &prm, LoadParameters &load)
    {
      prm.add_parameter(
        "Set",
        load.set,
        "Boundary set of the mesh; without it the name of this section.",
        Patterns::Anything());
      prm.add_parameter(
        "Type",
        load.type,
        "traction: force per undeformed area in fixed directions; pressure: normal to the deformed surface, positive against it; springs: to the ground, they oppose displacement and velocity.",
        Patterns::Selection("traction|pressure|springs"));
      const std::array<std::string, 3> axis = {"x", "y", "z"};
      for (int i = 0; i < 3; ++i)
        prm.add_parameter("Traction " + axis[i],
                          load.traction[i],
                          "Traction: component " + axis[i] +
                            " (stress), a channel.",
                          Patterns::Anything());
      prm.add_parameter("Pressure",
                        load.pressure,
                        "Pressure (stress), a channel.",
                        Patterns::Anything());
      for (int i = 0; i < 3; ++i)
        prm.add_parameter(
          "Stiffness " + axis[i],
          load.stiffness[i],
          "Springs: force " + axis[i] +
            " per displacement and undeformed area (stress/length).",
          Patterns::Double(0.));
      for (int i = 0; i < 3; ++i)
        prm.add_parameter("Viscosity " + axis[i],
                          load.viscosity[i],
                          "Springs in dynamics: force " + axis[i] +
                            " per velocity and undeformed area "
                            "(stress s/length).",
                          Patterns::Double(0.));
    }

    void declare_contact(ParameterHandler &prm, ContactParameters &contact)
    {
      prm.add_parameter(
        "Set",
        contact.set,
        "Boundary set of the rubber that may touch the surface, or several, separated by commas; without it the name of this section.",
        Patterns::Anything());
      prm.add_parameter(
        "Surface",
        contact.surface,
        "Rigid surface without friction: plane or cylinder (in 2D a line or a circle).",
        Patterns::Selection("plane|cylinder"));
      prm.add_parameter(
        "Point",
        contact.point,
        "Point of the plane or of the cylinder's axis, \"x, y, z\" (length); without it the origin.",
        Patterns::Anything());
      prm.add_parameter(
        "Direction",
        contact.direction,
        "Normal of the plane, towards the rubber, or axis of the cylinder, \"x, y, z\", of any length; without it y in 2D and z in 3D, the axis always z in 2D.",
        Patterns::Anything());
      prm.add_parameter("Radius",
                        contact.radius,
                        "Cylinder: its radius (length).",
                        Patterns::Double(0.));
      prm.add_parameter(
        "Through",
        contact.through,
        "Cylinder, instead of Radius: boundary set that lies on it but for rounded ends, such as the opposite side of a void, which thereby becomes a rigid stop.",
        Patterns::Anything());
      prm.add_parameter("Rubber",
                        contact.rubber,
                        "Cylinder: on which side the rubber is.",
                        Patterns::Selection("inside|outside"));
      prm.add_parameter(
        "Carried by",
        contact.carrier,
        "Fixed or driven support that the surface moves with and that feels its force; without it the surface is at rest.",
        Patterns::Anything());
      prm.add_parameter(
        "Method",
        contact.method,
        "penalty: acts on penetration, which stays below Distance; barrier: acts below Distance, never penetrates.",
        Patterns::Selection("penalty|barrier"));
      prm.add_parameter(
        "Distance",
        contact.distance,
        "Bound of the penetration or of the gap at which the rubber stops (length); 0: 1e-4 of the size of the part.",
        Patterns::Double(0.));
      prm.add_parameter(
        "Pressure",
        contact.pressure,
        "Scale of contact pressures (stress): the stiffness is Pressure/Distance, and the bound holds up to 7 times this pressure (penalty), 23 times (barrier); 0: ten shear moduli.",
        Patterns::Double(0.));
    }

    void declare_continuation(ParameterHandler &prm, CaseParameters &values)
    {
      prm.enter_subsection("Checkpoint");
      prm.add_parameter(
        "Interval",
        values.checkpoint.interval,
        "Wall time between two checkpoints in restart/, from which --resume goes on (s); 0: not by time.",
        Patterns::Double(0.));
      prm.add_parameter(
        "Steps",
        values.checkpoint.steps,
        "Accepted steps between two checkpoints; 0: not by steps.",
        Patterns::Integer(0));
      prm.leave_subsection();

      prm.enter_subsection("Snapshots");
      prm.add_parameter(
        "Interval",
        values.snapshots.interval,
        "Time between snapshots of all unknowns in snapshots.h5 (s), hit exactly; 0: not by time.",
        Patterns::Double(0.));
      prm.add_parameter("Steps",
                        values.snapshots.steps,
                        "Accepted steps between snapshots; 0: not by steps.",
                        Patterns::Integer(0));
      prm.leave_subsection();
    }

    template <typename Parameters>
    void declare_named(ParameterHandler &prm,
                       const std::string &section,
                       Named<Parameters> &named,
                       void (*declare)(ParameterHandler &, Parameters &))
    {
      prm.enter_subsection(section);
      for (auto &[name, parameters] : named)
        {
          prm.enter_subsection(name);
          declare(prm, parameters);
          prm.leave_subsection();
        }
      prm.leave_subsection();
    }
  } // namespace

  void declare_parameters(ParameterHandler &prm,
                          CaseParameters &values,
                          TextChoices &text)
  {
    prm.add_parameter("Dimension",
                      text.dimension,
                      "2 (plane strain) or 3.",
                      Patterns::Selection("2|3"));
    prm.add_parameter(
      "Unit system",
      values.unit_system,
      "Units of all numbers: mm-t-s (mm, t, s, N, MPa) or m-kg-s (m, kg, s, N, Pa).",
      Patterns::Selection("mm-t-s|m-kg-s"));
    declare_mesh(prm, values.mesh, text);

    prm.enter_subsection("Element");
    prm.add_parameter(
      "Formulation",
      values.formulation,
      "mixed: displacement Q_n and pressure Q_(n-1), for rubber; displacement: Q_n alone, locks when nearly incompressible.",
      Patterns::Selection("mixed|displacement"));
    prm.add_parameter("Degree",
                      values.degree,
                      "Degree n of the displacement; at least 2 if mixed.",
                      Patterns::Integer(1, 4));
    prm.add_parameter(
      "Thickness",
      values.thickness,
      "2D: thickness of the part (length); all forces are for this thickness.",
      Patterns::Double(0.));
    prm.leave_subsection();

    prm.enter_subsection("Material");
    declare_material(prm, values.material);
    prm.leave_subsection();
    declare_named(prm, "Material", values.regions, &declare_material);
    declare_named(prm, "Supports", values.supports, &declare_support);
    declare_named(prm, "Loads", values.loads, &declare_load);
    declare_named(prm, "Contacts", values.contacts, &declare_contact);
    declare_load_steps(prm, values.steps);

    prm.enter_subsection("Gravity");
    for (int i = 0; i < 3; ++i)
      prm.add_parameter(
        std::string("Acceleration ") + "xyz"[i],
        values.gravity[i],
        std::string("Acceleration of gravity ") + "xyz"[i] +
          " (length/s^2) on rubber and free sleeves, a channel.",
        Patterns::Anything());
    prm.leave_subsection();

    prm.enter_subsection("Initial");
    prm.add_parameter(
      "Definitions",
      values.initial.definitions,
      "Dynamics: abbreviations for the formulas of this section, \"name = formula\" separated by semicolons; each may use x, y, z and those before it.",
      Patterns::Anything());
    for (int i = 0; i < 3; ++i)
      prm.add_parameter(
        std::string("Displacement ") + "xyz"[i],
        values.initial.displacement[i],
        std::string("Dynamics: displacement ") + "xyz"[i] +
          " at t = 0 (length), a formula in the place x, y, z; it must agree with the supports.",
        Patterns::Anything());
    for (int i = 0; i < 3; ++i)
      prm.add_parameter(
        std::string("Velocity ") + "xyz"[i],
        values.initial.velocity[i],
        std::string("Dynamics: velocity ") + "xyz"[i] +
          " at t = 0 (length/s), a formula in the place x, y, z; it must agree with the supports.",
        Patterns::Anything());
    prm.add_parameter(
      "Volume waves",
      values.initial.volume_waves,
      "Dynamics, mixed, nearly incompressible: none moves the start to the nearest one without pressure waves, which the bulk modulus makes out of errors of interpolation; incompressible rubber never has any.",
      Patterns::Selection("as given|none"));
    prm.leave_subsection();

    prm.enter_subsection("Time");
    std::string integrators;
    for (const std::string &name : case_integrators())
      integrators += (integrators.empty() ? "" : "|") + name;
    prm.add_parameter(
      "Integrator",
      values.time.integrator,
      "statics: equilibrium at each time, by load steps; all others are dynamics, from rest or from section Initial.",
      Patterns::Selection(integrators));
    prm.add_parameter("End time",
                      values.time.end_time,
                      "The run goes from t = 0 to this time (s).",
                      Patterns::Double(0.));
    prm.add_parameter(
      "Step size",
      values.time.step_size,
      "Statics: first load step (s), later ones adapt to the Newton iterations. Dynamics: the step, or the first one if adaptive.",
      Patterns::Double(0.));
    prm.add_parameter(
      "Minimum step size",
      values.time.minimum_step,
      "A step that fails is cut back down to this size (s); then the run ends with exit code 1. 0: a thousandth of Step size.",
      Patterns::Double(0.));
    prm.add_parameter("Maximum step size",
                      values.time.maximum_step,
                      "Steps grow up to this size (s); 0: no limit.",
                      Patterns::Double(0.));
    prm.add_parameter(
      "Step control",
      values.time.step_control,
      "Dynamics: fixed steps, or adaptive by the estimated error (Rosenbrock methods with an embedded method, generalized alpha, Newmark, HHT).",
      Patterns::Selection("fixed|adaptive"));
    prm.add_parameter(
      "Absolute tolerance",
      values.time.absolute_tolerance,
      "Adaptive and IDA: bound of the local error of each displacement (length), of h times velocity and h^2 times pressure.",
      Patterns::Double(0.));
    prm.add_parameter(
      "Relative tolerance",
      values.time.relative_tolerance,
      "Adaptive and IDA: the same relative to the size of each unknown; generalized alpha: relative to the size of the part.",
      Patterns::Double(0.));
    prm.add_parameter(
      "Spectral radius",
      values.time.spectral_radius,
      "Generalized alpha: rho at infinite frequency, 0 (strongest damping) to 1 (none).",
      Patterns::Double(0., 1.));
    prm.add_parameter("HHT alpha",
                      values.time.hht_alpha,
                      "HHT: 0 (no damping) to 1/3.",
                      Patterns::Double(0., 0.3334));
    prm.add_parameter(
      "Maximum order",
      values.time.maximum_order,
      "IDA: largest order of its BDF formulas. Above 2 they amplify undamped waves that the steps do not resolve, and IDA is driven to tiny steps.",
      Patterns::Integer(1, 5));
    prm.leave_subsection();

    prm.enter_subsection("Solver");
    prm.add_parameter(
      "Linear solver",
      values.solver.linear_solver,
      "MUMPS: direct, symmetric indefinite, distributed; KLU: direct on one process, a fallback; "
      "iterative: FGMRES with multigrid, distributed, little memory; auto: MUMPS or iterative, by size and memory.",
      Patterns::Selection("auto|MUMPS|KLU|iterative"));
    prm.add_parameter(
      "Linear tolerance",
      values.solver.linear_tolerance,
      "Iterative: residual of a linear system relative to its right-hand side; "
      "0: 1e-6, and 1e-10 for Rosenbrock methods, whose stages are solutions of linear systems.",
      Patterns::Double(0., 0.1));
    prm.add_parameter(
      "Maximum linear iterations",
      values.solver.max_linear_iterations,
      "Iterative: after that many the system is solved directly, if memory allows.",
      Patterns::Integer(1, 100000));
    prm.add_parameter(
      "Newton tolerance",
      values.solver.newton_tolerance,
      "Bound of the last Newton increment, relative to the size of the part and to its shear modulus.",
      Patterns::Double(0.));
    prm.add_parameter(
      "Maximum Newton iterations",
      values.solver.max_iterations,
      "After that many the step is refused and cut back; with contacts after four times as many.",
      Patterns::Integer(1, 1000));
    prm.add_parameter(
      "Tangent",
      values.solver.tangent,
      "Implicit methods: a new tangent in every Newton iteration, or the old one while it converges well.",
      Patterns::Selection("every iteration|kept"));
    prm.leave_subsection();

    prm.enter_subsection("Output");
    prm.add_parameter(
      "Interval",
      values.output.interval,
      "Time between output times (s), hit exactly; 0: every accepted step.",
      Patterns::Double(0.));
    prm.add_parameter(
      "Times",
      values.output.times,
      "Further output times, \"0.1, 0.25\" (s), hit exactly; without Interval the only ones besides start and end.",
      Patterns::Anything());
    prm.add_parameter(
      "VTU",
      values.output.vtu,
      "ParaView files: all output times, the last one, or none.",
      Patterns::Selection("all|last|none"));
    prm.leave_subsection();
    declare_continuation(prm, values);

    declare_named(
      prm,
      "Probes",
      values.probes,
      +[](ParameterHandler &handler, ProbeParameters &probe) {
        handler.add_parameter(
          "Point",
          probe.point,
          "Point of the undeformed body, \"x, y, z\" (length); what \"Quantities\" names goes to history.csv.",
          Patterns::Anything());
        handler.add_parameter(
          "Set",
          probe.set,
          "Instead of a point: a region, or a part of the boundary with the cells next to it.",
          Patterns::Anything());
        handler.add_parameter(
          "Quantities",
          probe.quantities,
          "List of: displacement, velocity, stress (Cauchy), von Mises, pressure (mean Cauchy stress), "
          "principal stretch (the largest), J. Of a set: means of displacement, velocity (over the region or "
          "the boundary) and stress, the largest von Mises stress and stretch, "
          "the smallest and largest pressure and J at Gauss points.",
          Patterns::List(Patterns::Selection(
            "displacement|velocity|stress|von Mises|pressure|principal stretch|J")));
      });
  }
} // namespace rivlin
