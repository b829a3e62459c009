// SPDX-License-Identifier: Apache-2.0
// Declaration of all parameters: one line binds name, default, range and text.
#include <rivlin/fe/case_parameters.h>

#include <rivlin/base/error.h>
#include <rivlin/fe/parameter_text.h>

#include <deal.II/base/parameter_handler.h>

#include <nlohmann/json.hpp>

#include <map>
#include <ostream>
#include <set>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using dealii::ParameterHandler;
    namespace Patterns = dealii::Patterns;

    /// Shape as text while reading; MeshParameters has an enum.
    struct TextChoices
    {
      std::string dimension = "2";
      std::string shape     = "bushing";
    };

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

    void
    declare(ParameterHandler &prm, CaseParameters &values, TextChoices &text)
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

    template <typename Parameters>
    Named<Parameters> named_sections(const std::vector<ParameterEntry> &entries,
                                     const std::string &section)
    {
      Named<Parameters> named;
      for (const std::string &name : section_names(entries, section))
        named.push_back({name, Parameters()});
      return named;
    }

    /// Throws Error if a key was given that the chosen kind does not read.
    void refuse_ignored(const std::set<std::string> &given,
                        const std::string &section,
                        const std::string &choice,
                        const std::set<std::string> &used,
                        const std::set<std::string> &all)
    {
      for (const std::string &key : all)
        if (used.count(key) == 0 && given.count(section + "/" + key) > 0)
          throw Error("\"" + section + "/" + key + "\" is given but " + choice +
                      " does not use it. Remove it.");
    }

    void check_material(const std::set<std::string> &given,
                        const std::string &section,
                        const MaterialParameters &material)
    {
      const std::set<std::string> all = {"C10",
                                         "C01",
                                         "Polynomial terms",
                                         "Ogden terms",
                                         "Bulk modulus",
                                         "Volumetric law",
                                         "Volumetric exponent",
                                         "Young's modulus",
                                         "Poisson's ratio"};
      std::set<std::string> used      = {"Bulk modulus", "Volumetric law"};
      if (material.volumetric_law == "Ogden")
        used.insert("Volumetric exponent");
      if (material.law == "neo-Hooke")
        used.insert("C10");
      else if (material.law == "Mooney-Rivlin")
        used.insert({"C10", "C01"});
      else if (material.law == "polynomial")
        used.insert("Polynomial terms");
      else if (material.law == "Ogden")
        used.insert("Ogden terms");
      else
        used = {"Young's modulus", "Poisson's ratio"};
      refuse_ignored(
        given, section, "the law \"" + material.law + "\"", used, all);
    }

    void check_mesh(const std::set<std::string> &given,
                    const CaseParameters &values)
    {
      std::set<std::string> all = {"Inner radius",
                                   "Outer radius",
                                   "Length",
                                   "Sector angle",
                                   "Inner steel",
                                   "Outer steel",
                                   "Elements radial",
                                   "Elements circumferential",
                                   "Elements axial",
                                   "Elements steel",
                                   "Grading radial",
                                   "Grading axial",
                                   "Size x",
                                   "Size y",
                                   "Size z",
                                   "Elements x",
                                   "Elements y",
                                   "Elements z"};
      std::set<std::string> used;
      const bool solid = values.dimension == 3;
      std::string choice =
        "the " + std::to_string(values.dimension) + "D mesh type \"";
      switch (values.mesh.shape)
        {
          case MeshShape::bushing:
            choice += "bushing\"";
            used = {"Inner radius",
                    "Outer radius",
                    "Sector angle",
                    "Inner steel",
                    "Outer steel",
                    "Elements radial",
                    "Elements circumferential",
                    "Elements steel",
                    "Grading radial"};
            if (solid)
              used.insert({"Length", "Elements axial", "Grading axial"});
            break;
          case MeshShape::box:
            choice += "box\"";
            used = {"Size x", "Size y", "Elements x", "Elements y"};
            break;
          case MeshShape::cook:
            choice += "cook\"";
            used = {"Elements x", "Elements y"};
            break;
        }
      if (solid && values.mesh.shape != MeshShape::bushing)
        used.insert({"Size z", "Elements z"});
      refuse_ignored(given, "Mesh", choice, used, all);
    }

    void check_ignored(const std::set<std::string> &given,
                       const CaseParameters &values)
    {
      check_mesh(given, values);
      check_material(given, "Material", values.material);
      for (const auto &[name, material] : values.regions)
        check_material(given, "Material/" + name, material);
      std::set<std::string> pose, traction;
      for (const std::string axis : {"x", "y", "z"})
        {
          pose.insert({"Translation " + axis, "Rotation " + axis});
          traction.insert("Traction " + axis);
        }
      std::set<std::string> plane_pose = {"Translation x",
                                          "Translation y",
                                          "Rotation z"};
      for (const auto &[name, support] : values.supports)
        {
          std::set<std::string> all = pose;
          all.insert("Components");
          refuse_ignored(given,
                         "Supports/" + name,
                         support.type == "fixed" ? "a fixed support"
                         : values.dimension == 2 ? "a sleeve in 2D"
                                                 : "a driven sleeve",
                         support.type == "fixed"
                           ? std::set<std::string>{"Components"}
                         : values.dimension == 2 ? plane_pose
                                                 : pose,
                         all);
        }
      for (const auto &[name, load] : values.loads)
        {
          std::set<std::string> all = traction;
          all.insert("Pressure");
          refuse_ignored(given,
                         "Loads/" + name,
                         "a load of type \"" + load.type + "\"",
                         load.type == "pressure"
                           ? std::set<std::string>{"Pressure"}
                         : values.dimension == 2
                           ? std::set<std::string>{"Traction x", "Traction y"}
                           : traction,
                         all);
        }
      refuse_ignored(given,
                     "Element",
                     "a 3D model",
                     values.dimension == 3 ? std::set<std::string>{}
                                           : std::set<std::string>{"Thickness"},
                     {"Thickness"});
    }

    void print_section(std::ostream &out,
                       const nlohmann::ordered_json &node,
                       const std::string &path,
                       const bool markdown)
    {
      bool first = true;
      for (const auto &[name, entry] : node.items())
        {
          if (!entry.contains("pattern_description") ||
              !entry["pattern_description"].is_string())
            continue;
          if (first && markdown)
            out
              << "\n## " << (path.empty() ? "Top level" : path)
              << "\n\n| parameter | default | range | meaning |\n|---|---|---|---|\n";
          else if (first)
            out << "\n[" << (path.empty() ? "top level" : path) << "]\n";
          first             = false;
          std::string range = entry["pattern_description"].get<std::string>();
          if (range == "[Anything]")
            range = "text";
          std::string value      = entry["default_value"].get<std::string>();
          const std::string text = entry["documentation"].get<std::string>();
          if (markdown)
            {
              std::string escaped;
              for (const char c : range)
                escaped += c == '|' ? std::string("\\|") : std::string(1, c);
              out << "| " << name << " | "
                  << (value.empty() ? "" : "`" + value + "`") << " | "
                  << escaped << " | " << text << " |\n";
            }
          else
            out << "  " << name << " = " << value << "\n      " << text
                << "\n      " << range << "\n";
        }
      for (const auto &[name, child] : node.items())
        if (!child.contains("pattern_description") ||
            !child["pattern_description"].is_string())
          print_section(out,
                        child,
                        path.empty() ? name : path + "/" + name,
                        markdown);
    }
  } // namespace

  CaseParameters read_case(const std::string &path,
                           const std::vector<std::string> &overrides)
  {
    std::vector<ParameterEntry> entries = read_parameter_file(path);
    for (const std::string &text : overrides)
      entries.push_back(parse_override(text));

    CaseParameters values;
    values.path     = path;
    values.regions  = named_sections<MaterialParameters>(entries, "Material");
    values.supports = named_sections<SupportParameters>(entries, "Supports");
    values.loads    = named_sections<LoadParameters>(entries, "Loads");
    values.probes   = named_sections<ProbeParameters>(entries, "Probes");
    TextChoices text;
    ParameterHandler prm;
    declare(prm, values, text);
    apply_entries(entries, prm);

    values.dimension  = std::stoi(text.dimension);
    values.mesh.shape = text.shape == "box"    ? MeshShape::box
                        : text.shape == "cook" ? MeshShape::cook
                                               : MeshShape::bushing;
    for (auto &[name, support] : values.supports)
      if (support.set.empty())
        support.set = name;
    for (auto &[name, load] : values.loads)
      if (load.set.empty())
        load.set = name;
    check_ignored(given_keys(entries), values);
    return values;
  }

  void print_parameters(std::ostream &out, const bool markdown)
  {
    CaseParameters values;
    values.regions  = {{"<region>", {}}};
    values.supports = {{"<set>", {}}};
    values.loads    = {{"<set>", {}}};
    values.probes   = {{"<name>", {}}};
    TextChoices choices;
    ParameterHandler prm;
    declare(prm, values, choices);
    std::ostringstream text;
    prm.print_parameters(text,
                         ParameterHandler::JSON |
                           ParameterHandler::KeepDeclarationOrder);
    if (markdown)
      out
        << "# Parameter reference\n\n"
           "Made by `rivlin parameters --markdown`; a test keeps it current. Dimensions of\n"
           "numbers are in parentheses, in the units named by \"Unit system\".\n";
    print_section(out, nlohmann::ordered_json::parse(text.str()), "", markdown);
  }
} // namespace rivlin
