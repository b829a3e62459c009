// SPDX-License-Identifier: Apache-2.0
// Blocks, keys and columns of property files.
#include <rivlin/export/property_files.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/base/version.h>

namespace rivlin
{
  namespace
  {
    constexpr std::array<const char *, 6> suffixes = {
      "FX", "FY", "FZ", "TX", "TY", "TZ"};

    std::string block(const std::string &name)
    {
      return message(
        "$", std::string(78 - name.size(), '-'), " ", name, "\n[", name, "]\n");
    }

    std::string comments(const PropertyCurves &curves,
                         const std::string &origin)
    {
      std::string text =
        "$ Static curves of the reduced model " + in_quotes(origin) +
        ", each direction alone, by Rivlin " + std::string(version()) +
        ".\n$ x, y, z of the outer sleeve, z is the axis of the bushing. mm, "
        "N, degrees, N mm.\n";
      for (const std::string &note : curves.notes)
        text += "$ " + note + "\n";
      // The format is ASCII; names of files need not be.
      for (char &c : text)
        if (static_cast<unsigned char>(c) > 126)
          c = '?';
      return text;
    }

    std::string units_block(const std::string &angle)
    {
      return block("UNITS") + " LENGTH = 'mm'\n FORCE = 'newton'\n ANGLE = '" +
             angle + "'\n MASS = 'kg'\n TIME = 'second'\n";
    }

    /// Ten digits: what is less is the tolerance of the equilibrium.
    std::string points_text(const PropertyDirection &direction)
    {
      std::string text;
      for (std::size_t k = 0; k < direction.displacements.size(); ++k)
        text += right_aligned(number_text(direction.displacements[k], 10), 18) +
                right_aligned(number_text(direction.forces[k], 10), 18) + "\n";
      return text;
    }
  } // namespace

  std::string bus_text(const PropertyCurves &curves,
                       const PropertyDamping damping,
                       const std::string &origin)
  {
    const bool viscous = damping == PropertyDamping::viscous;
    std::string text   = block("MDI_HEADER") +
                       " FILE_TYPE = 'bus'\n FILE_VERSION = 4.0\n FILE_FORMAT "
                       "= 'ASCII'\n" +
                       comments(curves, origin) + units_block("degrees") +
                       block("DAMPING") +
                       (viscous ? "$ Viscous, N s/mm and N mm s/deg, at "
                                : "$ Loss angles in degrees at ") +
                       number_text(curves.frequency) + " Hz.\n";
    for (int i = 0; i < 6; ++i)
      {
        const PropertyDirection &direction = curves.directions[i];
        text +=
          std::string(" ") + suffixes[i] + "_DAMPING = " +
          number_text(viscous ? direction.damping : direction.loss_angle, 10) +
          "\n";
      }
    for (int i = 0; i < 6; ++i)
      text += block(std::string(suffixes[i]) + "_CURVE") + "{ x " +
              lower_case(suffixes[i]) + " }\n" +
              points_text(curves.directions[i]);
    return text;
  }

  std::string gbs_text(const PropertyCurves &curves, const std::string &origin)
  {
    std::string text =
      block("HEADER") +
      " FILE_TYPE = 'gbs'\n FILE_VERSION = '1'\n FILE_FORMAT = 'ASCII'\n" +
      comments(curves, origin) + units_block("degree") + block("GLOBAL") +
      " COUPLING = 'uncoupled'\n" + block("DIRECTIONS") +
      "(ACTIVITY)\n{ formulation FX FY FZ TX TY TZ }\n";
    for (const char *formulation : {"SPLINE_STIFFNESS",
                                    "CONSTANT_STIFFNESS",
                                    "CUBIC_STIFFNESS",
                                    "CONSTANT_DAMPING",
                                    "RUBBER_DAMPING",
                                    "HYDROMOUNT_DAMPING"})
      {
        const bool is_active =
          formulation == std::string_view("SPLINE_STIFFNESS") ||
          formulation == std::string_view("CONSTANT_DAMPING");
        text += left_aligned(message("'", formulation, "'"), 22) +
                (is_active ? "1  1  1  1  1  1\n" : "0  0  0  0  0  0\n");
      }
    for (int i = 0; i < 6; ++i)
      text += block(std::string("SPLINE_STIFFNESS_") + suffixes[i]) +
              "(SPLINE_DATA)\n{ disp force }\n" +
              points_text(curves.directions[i]);
    for (int i = 0; i < 6; ++i)
      text += block(std::string("CONSTANT_DAMPING_") + suffixes[i]) +
              " C = " + number_text(curves.directions[i].damping, 10) + "\n";
    return text;
  }
} // namespace rivlin
