// SPDX-License-Identifier: Apache-2.0
// Types by the beginning of their names: the letters behind (H, R, I, ...) say
// how Abaqus integrates, which is not our business.
#include "abaqus_types.h"

#include <rivlin/base/nearest_name.h>

#include <algorithm>
#include <array>

namespace rivlin
{
  namespace
  {
    /// Whether the type is `family` or `family` and letters.
    bool belongs_to(const std::string_view type, const std::string_view family)
    {
      return type.starts_with(family) &&
             std::all_of(type.begin() + static_cast<long>(family.size()),
                         type.end(),
                         [](const char c) { return c >= 'A' && c <= 'Z'; });
    }

    bool begins_with_one_of(const std::string_view type,
                            const std::initializer_list<std::string_view> names)
    {
      return std::any_of(names.begin(),
                         names.end(),
                         [&](const std::string_view name) {
                           return type.starts_with(name);
                         });
    }
  } // namespace

  std::variant<ElementLayout, SkippedType, RefusedType>
  abaqus_type(const std::string_view type)
  {
    if (belongs_to(type, "C3D8"))
      return linear_layout(3);
    if (belongs_to(type, "C3D20"))
      return abaqus_quadratic_layout(3);
    if (belongs_to(type, "CPE4"))
      return linear_layout(2);
    if (belongs_to(type, "CPE8"))
      return abaqus_quadratic_layout(2);
    if (begins_with_one_of(type, {"C3D4", "C3D10"}))
      return RefusedType{
        "tetrahedra are not supported. Mesh with hexahedra "
        "(C3D8H, C3D20H)."};
    if (begins_with_one_of(type, {"C3D6", "C3D15"}))
      return RefusedType{
        "wedges are not supported. Mesh with hexahedra "
        "(C3D8H, C3D20H)."};
    if (begins_with_one_of(type, {"CPE3", "CPE6"}))
      return RefusedType{
        "triangles are not supported. Mesh with "
        "quadrilaterals (CPE4H, CPE8H)."};
    if (type.starts_with("CPS"))
      return RefusedType{
        "plane stress is not supported. Use plane strain "
        "(CPE4H, CPE8H) or a 3D model."};
    if (type.starts_with("CPEG"))
      return RefusedType{
        "generalized plane strain is not supported. Use "
        "plane strain (CPE4H, CPE8H) or a 3D model."};
    if (begins_with_one_of(type, {"CAX", "CGAX", "CAXA"}))
      return RefusedType{
        "axisymmetric elements are not supported. Use a 3D "
        "model, a sector is enough."};
    if (begins_with_one_of(type,
                           {"MASS",
                            "ROTARYI",
                            "R3D",
                            "R2D2",
                            "RAX2",
                            "RB2D",
                            "RB3D",
                            "SFM3D",
                            "SPRING",
                            "DASHPOT",
                            "CONN2D",
                            "CONN3D",
                            "DCOUP",
                            "GAP"}))
      return SkippedType{};
    return RefusedType{
      "this type is not supported. Rivlin reads C3D8, C3D20, "
      "CPE4 and CPE8 with all their endings; remove the "
      "others from the deck."};
  }

  std::string reason_to_refuse(const std::string &keyword)
  {
    static constexpr std::array<std::string_view, 15> makers = {
      "NGEN",
      "NFILL",
      "NCOPY",
      "NMAP",
      "ELGEN",
      "ELCOPY",
      "SYSTEM",
      "PARAMETER",
      "IMPERFECTION",
      "IMPORT",
      "SUBSTRUCTUREGENERATE",
      "SUPERELEMENT",
      "SYMMETRICMODELGENERATION",
      "USERELEMENT",
      "MATRIXINPUT"};
    if (std::find(makers.begin(), makers.end(), keyword) != makers.end())
      return "changes the mesh and is not supported. Write a deck that lists "
             "all nodes and elements, as Abaqus/CAE does.";
    static const std::vector<std::string> known = {"NODE",
                                                   "ELEMENT",
                                                   "NSET",
                                                   "ELSET",
                                                   "SURFACE",
                                                   "PART",
                                                   "INSTANCE",
                                                   "ASSEMBLY",
                                                   "INCLUDE",
                                                   "ENDPART",
                                                   "ENDINSTANCE",
                                                   "ENDASSEMBLY",
                                                   "SOLIDSECTION",
                                                   "MATERIAL",
                                                   "HYPERELASTIC"};
    // A misspelled keyword would lose a part of the mesh without a word.
    if (keyword.size() <= 20)
      {
        const std::string nearest = nearest_name(keyword, known);
        if (edit_distance(keyword, nearest) == 1)
          return "is not a keyword. Did you mean *" + nearest + "?";
      }
    return "";
  }
} // namespace rivlin
