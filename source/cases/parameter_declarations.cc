// SPDX-License-Identifier: Apache-2.0
// All sections together, the top level and section Element.
#include <rivlin/cases/parameter_declarations.h>

#include <rivlin/base/number_text.h>

#include <filesystem>

namespace rivlin
{
  std::filesystem::path directory_of(const CaseParameters &values)
  {
    return std::filesystem::path(values.path).parent_path();
  }

  std::function<std::string()> only_in_dynamics(const CaseParameters &values)
  {
    return [&values]() -> std::string {
      return values.time.is_static() ? "statics" : "";
    };
  }

  std::function<std::string()> only_in(const int dimension,
                                       const CaseParameters &values)
  {
    return [&values, dimension]() -> std::string {
      return values.dimension == dimension
               ? ""
               : "a " + number_text(values.dimension) + "D model";
    };
  }

  void declare_parameters(Schema &schema, CaseParameters &values)
  {
    schema.section("", Role::body);
    schema
      .add("Dimension",
           values.dimension,
           one_of<int>({{"2", 2}, {"3", 3}}),
           "",
           "2 (plane strain) or 3.")
      .chooses();
    schema.add(
      "Unit system",
      values.unit_system,
      one_of<std::string>({{"mm-t-s", "mm-t-s"}, {"m-kg-s", "m-kg-s"}}),
      "",
      "Units of all numbers: mm-t-s (mm, t, s, N, MPa) or m-kg-s (m, kg, s, N, Pa).");
    declare_mesh(schema, values);
    schema.section("Element", Role::body);
    schema.add(
      "Formulation",
      values.formulation,
      one_of<Formulation>({{"mixed", Formulation::mixed},
                           {"displacement", Formulation::displacement}}),
      "",
      "mixed: displacement Q_n and pressure Q_(n-1), for rubber; displacement: Q_n alone, locks when nearly incompressible.");
    schema.add("Degree",
               values.degree,
               whole_number(1, 4),
               "",
               "Degree n of the displacement; at least 2 if mixed.");
    schema
      .add("Thickness",
           values.thickness,
           number(0),
           "length",
           "2D: thickness of the part; all forces are for this thickness.")
      .needs(only_in(2, values));
    declare_materials(schema, values);
    declare_supports(schema, values);
    declare_actions(schema, values);
    declare_load_steps(schema, values);
    declare_time(schema, values);
  }
} // namespace rivlin
