// SPDX-License-Identifier: Apache-2.0
// One cube in the four formats of Gmsh.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rivlin
{
  inline const std::string header_22 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";

  inline const std::string names =
    "$PhysicalNames\n3\n2 5 \"bottom side\"\n"
    "3 1 \"Rubber\"\n1 4 \"edge\"\n"
    "$EndPhysicalNames\n";

  inline const std::string cube_22 =
    header_22 + names +
    "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n"
    "50 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n$EndNodes\n"
    "$Elements\n3\n10 3 2 5 1 1 2 3 4\n11 1 2 4 1 1 2\n"
    "12 5 2 1 1 1 2 3 4 50 6 7 8\n$EndElements\n";

  inline const std::string cube_41 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + names +
    "$Entities\n1 1 1 1\n9 0 0 0 0\n1 0 0 0 1 0 0 1 4 0\n"
    "1 0 0 0 1 1 0 1 -5 0\n1 0 0 0 1 1 1 1 1 1 1\n$EndEntities\n"
    "$Nodes\n2 8 1 50\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
    "1 1 1 4\n50\n6\n7\n8\n0 0 1 .1\n1 0 1 .2\n1 1 1 .3\n0 1 1 .4\n$EndNodes\n"
    "$Elements\n3 3 10 12\n2 1 3 1\n10 1 2 3 4\n1 1 1 1\n11 1 2\n"
    "3 1 5 1\n12 1 2 3 4 50 6 7 8\n$EndElements\n";

  /// The same as format 4.1 in bytes.
  inline std::string binary_cube_41()
  {
    std::string bytes = "$MeshFormat\n4.1 1 8\n";
    const auto put    = [&](const auto value) {
      bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
    };
    const auto put_sizes = [&](const std::vector<std::uint64_t> &values) {
      for (const auto value : values)
        put(value);
    };
    const auto put_ints = [&](const std::vector<std::int32_t> &values) {
      for (const auto value : values)
        put(value);
    };
    const auto put_reals = [&](const std::vector<double> &values) {
      for (const auto value : values)
        put(value);
    };
    put_ints({1});
    bytes += "\n$EndMeshFormat\n" + names + "$Entities\n";
    put_sizes({0, 0, 1, 1});
    for (int entity = 0; entity < 2; ++entity)
      {
        put_ints({1});
        put_reals({0, 0, 0, 1, 1, 1});
        put_sizes({1});
        put_ints({entity == 0 ? 5 : 1});
        put_sizes({0});
      }
    bytes += "\n$EndEntities\n$Nodes\n";
    put_sizes({1, 8, 1, 50});
    put_ints({3, 1, 0});
    put_sizes({8, 1, 2, 3, 4, 50, 6, 7, 8});
    put_reals(
      {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1});
    bytes += "\n$EndNodes\n$Elements\n";
    put_sizes({2, 2, 10, 12});
    put_ints({2, 1, 3});
    put_sizes({1, 10, 1, 2, 3, 4});
    put_ints({3, 1, 5});
    put_sizes({1, 12, 1, 2, 3, 4, 50, 6, 7, 8});
    return bytes + "\n$EndElements\n";
  }

  /// Format 2.2 in bytes; elements come with headers.
  inline std::string binary_cube_22()
  {
    std::string bytes   = "$MeshFormat\n2.2 1 8\n";
    const auto put_ints = [&](const std::vector<std::int32_t> &values) {
      bytes.append(reinterpret_cast<const char *>(values.data()),
                   4 * values.size());
    };
    put_ints({1});
    bytes += "\n$EndMeshFormat\n" + names + "$Nodes\n8\n";
    const std::vector<std::int32_t> ids = {1, 2, 3, 4, 50, 6, 7, 8};
    const double points[8][3]           = {{0, 0, 0},
                                           {1, 0, 0},
                                           {1, 1, 0},
                                           {0, 1, 0},
                                           {0, 0, 1},
                                           {1, 0, 1},
                                           {1, 1, 1},
                                           {0, 1, 1}};
    for (int i = 0; i < 8; ++i)
      {
        put_ints({ids[i]});
        bytes.append(reinterpret_cast<const char *>(points[i]), 24);
      }
    bytes += "\n$EndNodes\n$Elements\n2\n";
    put_ints({3, 1, 2, 10, 5, 1, 1, 2, 3, 4});
    put_ints({5, 1, 2, 12, 1, 1, 1, 2, 3, 4, 50, 6, 7, 8});
    return bytes + "\n$EndElements\n";
  }
} // namespace rivlin
