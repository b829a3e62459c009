// SPDX-License-Identifier: Apache-2.0
// Declaration of all parameters: one line binds name, default, range and text.
#include <rivlin/fe/parameter_declarations.h>

#include <array>

namespace rivlin
{
  using dealii::ParameterHandler;
  namespace Patterns = dealii::Patterns;

  namespace
  {
    void declare_mesh(ParameterHandler &prm,
                      MeshParameters &mesh,
                      std::string &shape)
    {
      const Patterns::Double positive(0.);
      const Patterns::Integer count(1, 10000);
      prm.enter_subsection("Mesh");
      prm.add_parameter(
        "Type",
        shape,
        "Shape: bushing (ring in 2D, tube around the z axis in 3D), box, or cook (Cook's membrane).",
        Patterns::Selection("bushing|box|cook"));
      prm.add_parameter("Inner radius",
                        mesh.inner_radius,
                        "Bushing: inner radius of the rubber (length).",
                        positive);
      prm.add_parameter("Outer radius",
                        mesh.outer_radius,
                        "Bushing: outer radius of the rubber (length).",
                        positive);
      prm.add_parameter(
        "Length",
        mesh.length,
        "Bushing in 3D: length of the tube, from -Length/2 to Length/2 (length).",
        positive);
      prm.add_parameter(
        "Sector angle",
        mesh.sector_angle,
        "Bushing: angle of the sector from the x axis (degrees); below 360 the cut faces are the sets \"start\" and \"end\".",
        Patterns::Double(0., 360.));
      prm.add_parameter(
        "Inner steel",
        mesh.inner_steel,
        "Bushing: wall thickness of an elastic steel sleeve inside the rubber (length); 0: none.",
        positive);
      prm.add_parameter(
        "Outer steel",
        mesh.outer_steel,
        "Bushing: wall thickness of an elastic steel sleeve around the rubber (length); 0: none.",
        positive);
      prm.add_parameter("Elements radial",
                        mesh.elements_radial,
                        "Bushing: elements through the rubber.",
                        count);
      prm.add_parameter("Elements circumferential",
                        mesh.elements_circumferential,
                        "Bushing: elements around.",
                        count);
      prm.add_parameter("Elements axial",
                        mesh.elements_axial,
                        "Bushing in 3D: elements along the axis.",
                        count);
      prm.add_parameter("Elements steel",
                        mesh.elements_steel,
                        "Bushing: elements through each steel wall.",
                        count);
      prm.add_parameter(
        "Grading radial",
        mesh.grading_radial,
        "Bushing: size of the middle element over that of the elements at the bonded surfaces.",
        Patterns::Double(1., 1000.));
      prm.add_parameter(
        "Grading axial",
        mesh.grading_axial,
        "Bushing in 3D: size of the middle element over that of the elements at the free ends.",
        Patterns::Double(1., 1000.));
      prm.add_parameter("Size x",
                        mesh.size[0],
                        "Box: size in x (length).",
                        positive);
      prm.add_parameter("Size y",
                        mesh.size[1],
                        "Box: size in y (length).",
                        positive);
      prm.add_parameter("Size z",
                        mesh.size[2],
                        "Box and Cook's membrane in 3D: size in z (length).",
                        positive);
      prm.add_parameter("Elements x",
                        mesh.elements[0],
                        "Box and Cook's membrane: elements in x.",
                        count);
      prm.add_parameter("Elements y",
                        mesh.elements[1],
                        "Box and Cook's membrane: elements in y.",
                        count);
      prm.add_parameter("Elements z",
                        mesh.elements[2],
                        "Box and Cook's membrane in 3D: elements in z.",
                        count);
      prm.add_parameter(
        "Refinements",
        mesh.refinements,
        "Global refinements of the mesh described above; round surfaces stay round.",
        Patterns::Integer(0, 10));
      prm.leave_subsection();
    }

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
        "Mass per reference volume (mass/length^3); statics does not use it.",
        any);
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
        "fixed: the components below do not move; driven: rigid sleeve whose pose is given by six channels.",
        Patterns::Selection("fixed|driven"));
      prm.add_parameter(
        "Components",
        support.components,
        "Fixed: which displacement components are held, e.g. \"xy\"; a symmetry plane x = 0 is \"x\".",
        Patterns::Anything());
      const std::array<std::string, 3> axis = {"x", "y", "z"};
      for (int i = 0; i < 3; ++i)
        prm.add_parameter(
          "Translation " + axis[i],
          support.translation[i],
          "Driven: translation " + axis[i] +
            " of the centre (length), a channel: formula in t, table(\"file.csv\", \"column\"), or a combination.",
          Patterns::Anything());
      for (int i = 0; i < 3; ++i)
        prm.add_parameter(
          "Rotation " + axis[i],
          support.rotation[i],
          "Driven: component " + axis[i] +
            " of the rotation vector (rad), a channel; exact at any angle.",
          Patterns::Anything());
      prm.add_parameter(
        "Centre",
        support.centre,
        "Point of the sleeve that Translation moves, Rotation turns about and moments refer to, \"x, y, z\" (length); without it the middle of the set.",
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
        "traction: force per undeformed area in fixed directions; pressure: normal to the deformed surface, positive against it.",
        Patterns::Selection("traction|pressure"));
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
    declare_mesh(prm, values.mesh, text.shape);

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

    prm.enter_subsection("Time");
    prm.add_parameter("Integrator",
                      values.time.integrator,
                      "statics: equilibrium at each time, by load steps.",
                      Patterns::Selection("statics"));
    prm.add_parameter("End time",
                      values.time.end_time,
                      "The run goes from t = 0 to this time (s).",
                      Patterns::Double(0.));
    prm.add_parameter(
      "Step size",
      values.time.step_size,
      "First load step (s); later ones adapt to the Newton iterations.",
      Patterns::Double(0.));
    prm.add_parameter(
      "Minimum step size",
      values.time.minimum_step,
      "A step that fails is cut back down to this size (s); then the run ends with exit code 1.",
      Patterns::Double(0.));
    prm.add_parameter("Maximum step size",
                      values.time.maximum_step,
                      "Steps grow up to this size (s); 0: no limit.",
                      Patterns::Double(0.));
    prm.leave_subsection();

    prm.enter_subsection("Solver");
    prm.add_parameter(
      "Linear solver",
      values.solver.linear_solver,
      "MUMPS: symmetric indefinite, distributed; KLU: on one process, a fallback.",
      Patterns::Selection("MUMPS|KLU"));
    prm.add_parameter(
      "Newton tolerance",
      values.solver.newton_tolerance,
      "Bound of the last Newton increment, relative to the size of the part and to its shear modulus.",
      Patterns::Double(0.));
    prm.add_parameter("Maximum Newton iterations",
                      values.solver.max_iterations,
                      "After that many the step is refused and cut back.",
                      Patterns::Integer(1, 1000));
    prm.leave_subsection();

    prm.enter_subsection("Output");
    prm.add_parameter(
      "Interval",
      values.output.interval,
      "Time between output times (s), hit exactly; 0: every accepted step.",
      Patterns::Double(0.));
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
          "Point of the undeformed body, \"x, y, z\" (length); its displacement goes to history.csv.",
          Patterns::Anything());
      });
  }
} // namespace rivlin
