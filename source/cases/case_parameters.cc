// SPDX-License-Identifier: Apache-2.0
// Reading a case, and refusing entries that would be ignored.
#include <rivlin/cases/case_parameters.h>

#include <rivlin/base/error.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/cases/parameter_text.h>

#include <algorithm>
#include <set>

namespace rivlin
{
  namespace
  {
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

    const std::set<std::string> void_keys   = {"Void angle",
                                               "Void width",
                                               "Void inner radius",
                                               "Void outer radius"};
    const std::set<std::string> flange_keys = {"Flange radius",
                                               "Flange thickness",
                                               "Elements flange"};

    /// Keys of features that the bushing does not have.
    void check_bushing(const std::set<std::string> &given,
                       const MeshParameters &mesh)
    {
      const auto refuse = [&](const std::string &choice,
                              const std::set<std::string> &keys) {
        refuse_ignored(given, "Mesh", choice, {}, keys);
      };
      if (mesh.voids == 0)
        refuse("a bushing without voids", void_keys);
      else
        refuse("a bushing with voids", {"Grading radial"});
      if (mesh.flanges == Flanges::none)
        refuse("a bushing without flanges", flange_keys);
      else
        refuse("a bushing with flanges", {"Grading axial"});
      if (mesh.free_surface == FreeSurface::flat)
        refuse("a flat free surface", {"Free surface depth"});
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
                                   "Elements z",
                                   "File",
                                   "Merge coincident nodes",
                                   "Voids",
                                   "Flanges",
                                   "Free surface",
                                   "Free surface depth"};
      all.insert(void_keys.begin(), void_keys.end());
      all.insert(flange_keys.begin(), flange_keys.end());
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
                    "Grading radial",
                    "Voids"};
            used.insert(void_keys.begin(), void_keys.end());
            if (solid)
              {
                used.insert({"Length",
                             "Elements axial",
                             "Grading axial",
                             "Flanges",
                             "Free surface",
                             "Free surface depth"});
                used.insert(flange_keys.begin(), flange_keys.end());
              }
            check_bushing(given, values.mesh);
            break;
          case MeshShape::box:
            choice += "box\"";
            used = {"Size x", "Size y", "Elements x", "Elements y"};
            break;
          case MeshShape::cook:
            choice += "cook\"";
            used = {"Elements x", "Elements y"};
            break;
          case MeshShape::file:
            choice += "file\"";
            used = {"File", "Merge coincident nodes"};
            break;
        }
      if (solid && (values.mesh.shape == MeshShape::box ||
                    values.mesh.shape == MeshShape::cook))
        used.insert({"Size z", "Elements z"});
      refuse_ignored(given, "Mesh", choice, used, all);
    }

    void check_supports(const std::set<std::string> &given,
                        const CaseParameters &values)
    {
      const bool solid = values.dimension == 3;
      std::set<std::string> pose, loads, field = {"Components"}, all;
      for (const std::string axis : {"x", "y", "z"})
        {
          const bool planar = axis == "z";
          for (const std::string key :
               {"Translation ", "Force ", "Displacement "})
            all.insert(key + axis);
          for (const std::string key : {"Rotation ", "Moment "})
            all.insert(key + axis);
          if (solid || !planar)
            {
              pose.insert("Translation " + axis);
              field.insert("Displacement " + axis);
              loads.insert("Force " + axis);
            }
          if (solid || planar)
            {
              pose.insert("Rotation " + axis);
              loads.insert("Moment " + axis);
            }
        }
      const std::set<std::string> body = {"Free directions",
                                          "Mass",
                                          "Inertia",
                                          "Ring",
                                          "Ring density",
                                          "Load axes",
                                          "Springs",
                                          "Dampers"};
      field.insert("Radial displacement");
      all.insert({"Components", "Radial displacement"});
      all.insert(body.begin(), body.end());
      for (const auto &[name, support] : values.supports)
        {
          std::set<std::string> used;
          if (support.type == "fixed")
            used = {"Components"};
          else if (support.type == "prescribed")
            used = field;
          else
            used = pose;
          if (support.type == "free")
            {
              used.insert(loads.begin(), loads.end());
              used.insert(body.begin(), body.end());
              if (support.ring.empty())
                used.erase("Ring density");
              else
                {
                  used.erase("Mass");
                  used.erase("Inertia");
                }
            }
          refuse_ignored(given,
                         "Supports/" + name,
                         support.type == "fixed" ? "a fixed support"
                         : support.type == "prescribed"
                           ? "a support of type \"prescribed\""
                         : support.type == "driven"
                           ? (solid ? "a driven sleeve" : "a sleeve in 2D")
                           : "this free sleeve",
                         used,
                         all);
        }
    }

    void check_time(const std::set<std::string> &given,
                    const CaseParameters &values)
    {
      const std::string &name = values.time.integrator;
      const bool adaptive     = values.time.step_control == "adaptive";
      const bool newton_like =
        name == "statics" || name == "HHT" || name == "generalized alpha" ||
        name == "Newmark" || name.rfind("BLieDF", 0) == 0;
      std::set<std::string> used;
      if (name != "statics")
        used.insert("Step control");
      if (adaptive || name == "IDA")
        used.insert({"Absolute tolerance", "Relative tolerance"});
      if (name == "IDA")
        used.insert("Maximum order");
      if (name == "generalized alpha")
        used.insert("Spectral radius");
      if (name == "HHT")
        used.insert("HHT alpha");
      refuse_ignored(given,
                     "Time",
                     "the integrator \"" + name + "\"" +
                       (adaptive ? "" : " with fixed steps"),
                     used,
                     {"Step control",
                      "Absolute tolerance",
                      "Relative tolerance",
                      "Spectral radius",
                      "HHT alpha",
                      "Maximum order"});
      refuse_ignored(given,
                     "Solver",
                     "the integrator \"" + name + "\"",
                     newton_like ? std::set<std::string>{"Newton tolerance",
                                                         "Maximum Newton "
                                                         "iterations",
                                                         "Tangent"}
                                 : std::set<std::string>{},
                     {"Newton tolerance",
                      "Maximum Newton iterations",
                      "Tangent"});
      const std::string &solver             = values.solver.linear_solver;
      const std::set<std::string> iterative = {"Linear tolerance",
                                               "Maximum linear iterations"};
      refuse_ignored(given,
                     "Solver",
                     "the linear solver \"" + solver + "\"",
                     solver == "iterative" || solver == "auto"
                       ? iterative
                       : std::set<std::string>{},
                     {"Linear tolerance", "Maximum linear iterations"});
      std::set<std::string> damping;
      if (name != "statics")
        damping = {"Mass damping", "Stiffness damping"};
      std::vector<std::string> sections = {"Material"};
      for (const auto &[region, material] : values.regions)
        sections.push_back("Material/" + region);
      for (const std::string &section : sections)
        refuse_ignored(given,
                       section,
                       "statics",
                       damping,
                       {"Mass damping", "Stiffness damping"});
    }

    void check_initial(const std::set<std::string> &given,
                       const CaseParameters &values)
    {
      std::set<std::string> used, all;
      for (const std::string axis : {"x", "y", "z"})
        for (const std::string key : {"Displacement ", "Velocity "})
          {
            all.insert(key + axis);
            if (values.dimension == 3 || axis != "z")
              used.insert(key + axis);
          }
      refuse_ignored(given, "Initial", "a model in 2D", used, all);
      all.insert({"Definitions", "Volume waves"});
      if (values.time.integrator == "statics")
        refuse_ignored(given,
                       "Initial",
                       "statics, which starts from the undeformed body,",
                       {},
                       all);
      if (std::none_of(used.begin(), used.end(), [&](const std::string &key) {
            return given.count("Initial/" + key) > 0;
          }))
        refuse_ignored(given,
                       "Initial",
                       "a start without initial displacement or velocity",
                       {},
                       all);
      if (values.formulation != "mixed")
        refuse_ignored(given,
                       "Initial",
                       "the displacement formulation",
                       {},
                       {"Volume waves"});
    }

    void check_loads(const std::set<std::string> &given,
                     const CaseParameters &values)
    {
      std::set<std::string> traction, springs, all = {"Pressure"};
      for (const std::string axis : {"x", "y", "z"})
        {
          if (axis != "z" || values.dimension == 3)
            {
              traction.insert("Traction " + axis);
              springs.insert("Stiffness " + axis);
              if (values.time.integrator != "statics")
                springs.insert("Viscosity " + axis);
            }
          for (const std::string key :
               {"Traction ", "Stiffness ", "Viscosity "})
            all.insert(key + axis);
        }
      const bool is_static = values.time.integrator == "statics";
      for (const auto &[name, load] : values.loads)
        refuse_ignored(given,
                       "Loads/" + name,
                       "a load of type \"" + load.type + "\"" +
                         (load.type != "springs" ? ""
                          : is_static
                            ? " in " + std::to_string(values.dimension) +
                                "D statics"
                            : " in " + std::to_string(values.dimension) + "D"),
                       load.type == "pressure"
                         ? std::set<std::string>{"Pressure"}
                       : load.type == "springs" ? springs
                                                : traction,
                       all);
    }

    void check_ignored(const std::set<std::string> &given,
                       const CaseParameters &values)
    {
      check_mesh(given, values);
      check_material(given, "Material", values.material);
      for (const auto &[name, material] : values.regions)
        check_material(given, "Material/" + name, material);
      check_supports(given, values);
      check_time(given, values);
      check_initial(given, values);
      check_loads(given, values);
      for (const auto &[name, contact] : values.contacts)
        {
          std::set<std::string> used;
          if (contact.surface == "cylinder")
            used = {"Radius", "Through", "Rubber"};
          if (contact.surface == "plane" || values.dimension == 3)
            used.insert("Direction");
          refuse_ignored(given,
                         "Contacts/" + name,
                         "a " + contact.surface + " in " +
                           std::to_string(values.dimension) + "D",
                         used,
                         {"Radius", "Through", "Rubber", "Direction"});
        }
      refuse_ignored(given,
                     "Element",
                     "a 3D model",
                     values.dimension == 3 ? std::set<std::string>{}
                                           : std::set<std::string>{"Thickness"},
                     {"Thickness"});
    }
  } // namespace

  CaseParameters read_case(const std::string &path,
                           const std::vector<std::string> &overrides)
  {
    std::vector<ParameterEntry> entries =
      path.empty() ? std::vector<ParameterEntry>{} : read_parameter_file(path);
    for (const std::string &text : overrides)
      entries.push_back(parse_override(text));

    CaseParameters values;
    values.path     = path;
    values.regions  = named_sections<MaterialParameters>(entries, "Material");
    values.supports = named_sections<SupportParameters>(entries, "Supports");
    values.loads    = named_sections<LoadParameters>(entries, "Loads");
    values.contacts = named_sections<ContactParameters>(entries, "Contacts");
    values.probes   = named_sections<ProbeParameters>(entries, "Probes");
    values.steps    = named_load_steps(entries);
    TextChoices text;
    dealii::ParameterHandler prm;
    declare_parameters(prm, values, text);
    apply_entries(entries, prm);

    values.dimension    = std::stoi(text.dimension);
    values.mesh.shape   = text.shape == "box"    ? MeshShape::box
                          : text.shape == "cook" ? MeshShape::cook
                          : text.shape == "file" ? MeshShape::file
                                                 : MeshShape::bushing;
    values.mesh.flanges = text.flanges == "top"      ? Flanges::top
                          : text.flanges == "bottom" ? Flanges::bottom
                          : text.flanges == "both"   ? Flanges::both
                                                     : Flanges::none;
    values.mesh.free_surface =
      text.free_surface == "groove"    ? FreeSurface::groove
      : text.free_surface == "chamfer" ? FreeSurface::chamfer
                                       : FreeSurface::flat;
    for (auto &[name, support] : values.supports)
      if (support.set.empty())
        support.set = name;
    for (auto &[name, load] : values.loads)
      if (load.set.empty())
        load.set = name;
    for (auto &[name, contact] : values.contacts)
      if (contact.set.empty())
        contact.set = name;
    values.given = given_keys(entries);
    check_ignored(values.given, values);
    complete_load_steps(values);
    values.texts = parameter_texts(prm);
    return values;
  }

  MaterialParameters
  with_texts(const MaterialParameters &material,
             const std::vector<std::pair<std::string, std::string>> &texts,
             const std::string &place)
  {
    CaseParameters values;
    values.material = material;
    TextChoices choices;
    dealii::ParameterHandler prm;
    declare_parameters(prm, values, choices);
    std::vector<ParameterEntry> entries;
    for (const auto &[key, value] : texts)
      entries.push_back({{"Material"}, key, value, place});
    apply_entries(entries, prm);
    return values.material;
  }
} // namespace rivlin
