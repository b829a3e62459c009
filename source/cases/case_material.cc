// SPDX-License-Identifier: Apache-2.0
// From the parameters of a section to a material.
#include <rivlin/cases/case_material.h>

#include <rivlin/base/error.h>

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
        material.law = parameters.law->make(parameters.constants,
                                            parameters.volumetric_law->make(
                                              parameters.constants));
        check(material);
      }
    catch (const Error &error)
      {
        throw Error("Section \"" + section + "\": " + error.what());
      }
    return material;
  }
} // namespace rivlin
