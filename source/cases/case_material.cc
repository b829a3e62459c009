// SPDX-License-Identifier: Apache-2.0
// From the parameters of a section to a material.
#include <rivlin/cases/case_material.h>

#include <rivlin/base/error.h>
#include <rivlin/cases/parameter_text.h>

#include <cmath>
#include <sstream>
#include <vector>

namespace rivlin
{
  namespace
  {
    /// "a b; c d" as rows of n numbers.
    std::vector<std::vector<double>> parse_rows(const std::string &text,
                                                const std::size_t n,
                                                const std::string &what)
    {
      std::vector<std::vector<double>> rows;
      std::istringstream parts(text);
      for (std::string part; std::getline(parts, part, ';');)
        {
          rows.push_back(parse_numbers(part, what));
          if (rows.back().size() != n)
            throw Error(what + " is \"" + text + "\": the term \"" + part +
                        "\" has " + std::to_string(rows.back().size()) +
                        " numbers instead of " + std::to_string(n) + ".");
        }
      if (rows.empty())
        throw Error(what + " is empty. Give at least one term.");
      return rows;
    }

    double parse_inverse_bulk_modulus(const std::string &text,
                                      const std::string &what)
    {
      if (text == "infinity" || text == "inf" || text == "Infinity")
        return 0;
      const std::vector<double> numbers = parse_numbers(text, what);
      if (numbers.size() != 1 || !(numbers[0] > 0))
        throw Error(what + " is \"" + text +
                    "\". Give a positive number or \"infinity\".");
      return 1 / numbers[0];
    }
  } // namespace

  Material make_material(const MaterialParameters &parameters,
                         const std::string &section)
  {
    Material material;
    material.density           = parameters.density;
    material.mass_damping      = parameters.mass_damping;
    material.stiffness_damping = parameters.stiffness_damping;
    try
      {
        if (parameters.law == "Saint Venant-Kirchhoff")
          material.law = saint_venant_kirchhoff(parameters.young_modulus,
                                                parameters.poisson_ratio);
        else if (parameters.law == "Hooke")
          material.law =
            hooke(parameters.young_modulus, parameters.poisson_ratio);
        else
          {
            Rubber rubber;
            rubber.volumetric.inverse_bulk_modulus =
              parse_inverse_bulk_modulus(parameters.bulk_modulus,
                                         "\"Bulk modulus\"");
            rubber.volumetric.kind =
              parameters.volumetric_law == "quadratic"
                ? VolumetricKind::quadratic
              : parameters.volumetric_law == "logarithmic"
                ? VolumetricKind::logarithmic
                : VolumetricKind::ogden;
            rubber.volumetric.beta = parameters.exponent;
            if (parameters.law == "neo-Hooke")
              rubber.isochoric = NeoHooke{parameters.c10};
            else if (parameters.law == "Mooney-Rivlin")
              rubber.isochoric = MooneyRivlin{parameters.c10, parameters.c01};
            else if (parameters.law == "polynomial")
              {
                Polynomial law;
                for (const auto &row : parse_rows(parameters.polynomial,
                                                  3,
                                                  "\"Polynomial terms\""))
                  {
                    if (row[0] != std::floor(row[0]) ||
                        row[1] != std::floor(row[1]) || row[0] < 0 ||
                        row[1] < 0)
                      throw Error(
                        "\"Polynomial terms\" is \"" + parameters.polynomial +
                        "\": the powers i and j must be whole numbers, 0 or more.");
                    law.terms.push_back({static_cast<int>(row[0]),
                                         static_cast<int>(row[1]),
                                         row[2]});
                  }
                rubber.isochoric = law;
              }
            else
              {
                Ogden law;
                for (const auto &row :
                     parse_rows(parameters.ogden, 2, "\"Ogden terms\""))
                  law.terms.push_back({row[0], row[1]});
                rubber.isochoric = law;
              }
            material.law = rubber;
          }
        check(material);
      }
    catch (const Error &error)
      {
        throw Error("Section \"" + section + "\": " + error.what());
      }
    return material;
  }
} // namespace rivlin
