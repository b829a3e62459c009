// SPDX-License-Identifier: Apache-2.0
// Sections Material and Material/<region>.
#include <rivlin/cases/parameter_declarations.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    ValueType<std::string> choice(const std::vector<std::string> &names)
    {
      Names<std::string> pairs;
      for (const std::string &name : names)
        pairs.push_back({name, name});
      return one_of(pairs);
    }

    void declare_material(Schema &schema,
                          MaterialParameters &material,
                          const CaseParameters &values)
    {
      // Holds if the law is one of these.
      const auto laws = [&material](const std::vector<std::string> names) {
        return [&material, names]() -> std::string {
          return std::find(names.begin(), names.end(), material.law) ==
                     names.end()
                   ? "the law \"" + material.law + "\""
                   : "";
        };
      };
      const auto rubber =
        laws({"neo-Hooke", "Mooney-Rivlin", "polynomial", "Ogden"});
      const auto steel = laws({"Saint Venant-Kirchhoff", "Hooke"});
      schema.add(
        "Law",
        material.law,
        choice({"neo-Hooke",
                "Mooney-Rivlin",
                "polynomial",
                "Ogden",
                "Saint Venant-Kirchhoff",
                "Hooke"}),
        "",
        "Material law: neo-Hooke, Mooney-Rivlin, polynomial and Ogden are rubber (with a bulk modulus); the other two are for steel parts.");
      schema
        .add("C10",
             material.c10,
             number(),
             "stress",
             "Neo-Hooke, Mooney-Rivlin: first constant.")
        .needs(laws({"neo-Hooke", "Mooney-Rivlin"}));
      schema
        .add("C01",
             material.c01,
             number(),
             "stress",
             "Mooney-Rivlin: second constant.")
        .needs(laws({"Mooney-Rivlin"}));
      schema
        .add(
          "Polynomial terms",
          material.polynomial,
          number_rows(3),
          "stress",
          "Polynomial: terms \"i j c_ij\" of W = sum c_ij (I1-3)^i (I2-3)^j, separated by semicolons; Yeoh: \"1 0 0.4; 2 0 -0.01; 3 0 0.001\".")
        .needs(laws({"polynomial"}));
      schema
        .add(
          "Ogden terms",
          material.ogden,
          number_rows(2),
          "stress",
          "Ogden: terms \"mu alpha\" of W = sum 2 mu/alpha^2 (l1^alpha + l2^alpha + l3^alpha - 3), separated by semicolons.")
        .needs(laws({"Ogden"}));
      schema
        .add("Bulk modulus",
             material.bulk_modulus,
             number_or_infinity(),
             "stress",
             "Rubber: bulk modulus, or \"infinity\" for incompressible rubber.")
        .needs(rubber);
      schema
        .add(
          "Volumetric law",
          material.volumetric_law,
          choice({"quadratic", "logarithmic", "Ogden"}),
          "",
          "Rubber: W_vol/kappa = (J-1)^2/2 (quadratic), (J^2-1-2 ln J)/4 (logarithmic), or (b ln J + J^-b - 1)/b^2 (Ogden).")
        .needs(rubber);
      schema
        .add("Volumetric exponent",
             material.exponent,
             number(),
             "",
             "Rubber: b of the volumetric law Ogden.")
        .needs(rubber)
        .needs([&material]() -> std::string {
          return material.volumetric_law == "Ogden"
                   ? ""
                   : "the volumetric law \"" + material.volumetric_law + "\"";
        });
      schema
        .add("Young's modulus",
             material.young_modulus,
             number(),
             "stress",
             "Saint Venant-Kirchhoff, Hooke: Young's modulus.")
        .needs(steel);
      schema
        .add("Poisson's ratio",
             material.poisson_ratio,
             number(),
             "",
             "Saint Venant-Kirchhoff, Hooke: Poisson's ratio.")
        .needs(steel);
      schema
        .add("Density",
             material.density,
             number(),
             "mass/length^3",
             "Mass per reference volume; statics uses it for gravity only.")
        .tells_unless([&values]() -> std::string {
          const bool has_gravity =
            std::any_of(values.gravity.begin(),
                        values.gravity.end(),
                        [](const Channel &g) {
                          return g.depends_on_time() || g.value(0) != 0;
                        }) ||
            std::any_of(values.steps.begin(),
                        values.steps.end(),
                        [](const auto &step) {
                          return std::any_of(step.second.channels.begin(),
                                             step.second.channels.end(),
                                             [](const StepChannel &channel) {
                                               return channel.section ==
                                                      "Gravity";
                                             });
                        });
          return values.time.is_static() && !has_gravity
                   ? "statics without gravity"
                   : "";
        });
      schema
        .add("Mass damping",
             material.mass_damping,
             number(0),
             "1/s",
             "Dynamics: Rayleigh damping, factor of the mass matrix.")
        .needs(only_in_dynamics(values));
      schema
        .add(
          "Stiffness damping",
          material.stiffness_damping,
          number(0),
          "s",
          "Dynamics: Rayleigh damping, factor of the stiffness of the undeformed state; the isochoric one if mixed.")
        .needs(only_in_dynamics(values));
    }
  } // namespace

  void declare_materials(Schema &schema, CaseParameters &values)
  {
    schema.section("Material", Role::body);
    declare_material(schema, values.material, values);
    for (auto &[name, material] : values.regions)
      {
        schema.section("Material/" + name, Role::body);
        declare_material(schema, material, values);
      }
  }
} // namespace rivlin
