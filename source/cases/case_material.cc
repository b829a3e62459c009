// SPDX-License-Identifier: Apache-2.0
// From the parameters of a section to a material.
#include <rivlin/cases/case_material.h>

#include <rivlin/base/error.h>

#include <cmath>
#include <vector>

namespace rivlin
{
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
              std::isinf(parameters.bulk_modulus) ? 0
                                                  : 1 / parameters.bulk_modulus;
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
                if (parameters.polynomial.empty())
                  throw Error(
                    "\"Polynomial terms\" is empty. Give at least one term.");
                for (const auto &row : parameters.polynomial)
                  {
                    if (row[0] != std::floor(row[0]) ||
                        row[1] != std::floor(row[1]) || row[0] < 0 ||
                        row[1] < 0)
                      throw Error(
                        "\"Polynomial terms\" is \"" +
                        number_rows(3).print(parameters.polynomial) +
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
                if (parameters.ogden.empty())
                  throw Error(
                    "\"Ogden terms\" is empty. Give at least one term.");
                for (const auto &row : parameters.ogden)
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
