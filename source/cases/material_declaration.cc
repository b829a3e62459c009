// SPDX-License-Identifier: Apache-2.0
// Sections Material and Material/<region>.
#include <rivlin/cases/parameter_declarations.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// A description stands for its law: names end here.
    template <class Description>
    ValueType<const Description *> choice(const std::vector<Description> &all)
    {
      Names<const Description *> names;
      for (const Description &one : all)
        names.push_back({one.name, &one});
      return one_of(names);
    }

    bool contains(const std::vector<std::string> &names,
                  const std::string &name)
    {
      return std::find(names.begin(), names.end(), name) != names.end();
    }

    std::string law_text()
    {
      std::string rubber, steel;
      for (const LawDescription &law : law_descriptions())
        {
          std::string &list = law.is_rubber ? rubber : steel;
          list += (list.empty() ? "" : ", ") + law.name + " " + law.energy;
        }
      return "Material law with its energy. Isochoric part of rubber, which has "
             "a bulk modulus too: " +
             rubber + ". For steel parts: " + steel + ".";
    }

    std::string volumetric_text()
    {
      std::string list;
      for (const VolumetricDescription &law : volumetric_descriptions())
        list += (list.empty() ? "" : ", ") + law.energy + " (" + law.name + ")";
      return "Rubber: W_vol/kappa = " + list + ", b the exponent.";
    }

    /// "neo-Hooke, Mooney-Rivlin: first constant."
    std::string constant_text(const SharedConstant &shared)
    {
      std::string laws =
        shared.volumetric_laws.size() == volumetric_descriptions().size()
          ? "Rubber"
          : joined(shared.laws);
      if (laws.empty())
        laws = "Volumetric law " + joined(shared.volumetric_laws);
      return laws + ": " + shared.constant.text + ".";
    }

    /// Whom of the chosen laws a constant does not concern.
    std::string unconcerned(const MaterialParameters &material,
                            const SharedConstant &shared)
    {
      if (contains(shared.laws, material.law->name))
        return "";
      if (shared.volumetric_laws.empty() || !material.law->is_rubber)
        return "the law \"" + material.law->name + "\"";
      return contains(shared.volumetric_laws, material.volumetric_law->name)
               ? ""
               : "the volumetric law \"" + material.volumetric_law->name + "\"";
    }

    /// Values that the material has already are kept.
    void declare_constant(Schema &schema,
                          const SharedConstant &shared,
                          MaterialParameters &material)
    {
      const ConstantDescription &constant = shared.constant;
      LawConstants &values                = material.constants;
      Parameter &parameter =
        constant.is_table()
          ? schema.add(constant.name,
                       values.tables[constant.name],
                       number_rows(constant.columns.size()),
                       constant.dimension,
                       constant_text(shared))
          : schema.add(constant.name,
                       values.numbers
                         .try_emplace(constant.name, constant.default_value)
                         .first->second,
                       constant.range.may_be_infinite ? number_or_infinity()
                                                      : number(),
                       constant.dimension,
                       constant_text(shared));
      parameter.needs(
        [&material, shared] { return unconcerned(material, shared); });
    }

    void declare_material(Schema &schema,
                          MaterialParameters &material,
                          const CaseParameters &values)
    {
      schema
        .add("Law", material.law, choice(law_descriptions()), "", law_text())
        .chooses();
      schema
        .add("Volumetric law",
             material.volumetric_law,
             choice(volumetric_descriptions()),
             "",
             volumetric_text())
        .chooses()
        .needs([&material]() -> std::string {
          return material.law->is_rubber
                   ? ""
                   : "the law \"" + material.law->name + "\"";
        });
      for (const SharedConstant &shared : shared_constants())
        declare_constant(schema, shared, material);
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

  bool is_given_with(const std::string &key,
                     const std::set<std::string> &given,
                     const std::string &section)
  {
    std::vector<std::string> law = {"Law", "Volumetric law"};
    for (const SharedConstant &shared : shared_constants())
      law.push_back(shared.constant.name);
    const auto is_given = [&](const std::string &name) {
      return given.count(section + "/" + name) > 0;
    };
    return contains(law, key) ? std::any_of(law.begin(), law.end(), is_given)
                              : is_given(key);
  }

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
