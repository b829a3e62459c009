// SPDX-License-Identifier: Apache-2.0
// Pictures for ParaView: grids with fields as VTU files, and their indices.
#pragma once

#include <rivlin/base/vtk_cell.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rivlin
{
  /// A field, one tuple of numbers per point or cell.
  struct VtuField
  {
    using Values = std::variant<std::vector<float>,
                                std::vector<double>,
                                std::vector<std::int32_t>,
                                std::vector<std::int64_t>,
                                std::vector<std::uint8_t>>;

    std::string name; ///< with its unit in brackets: "von Mises [MPa]"
    int n_components = 1;
    Values values;
  };

  struct VtuGrid
  {
    VtuField points = {"points", 3, {}}; ///< three coordinates, also in 2D
    std::vector<std::int32_t> nodes;     ///< of all cells, one after the other
    std::vector<std::int64_t> ends;      ///< in `nodes`, of each cell
    std::vector<std::uint8_t> types;
    std::vector<VtuField> point_data;
    std::vector<VtuField> cell_data;
    /// Lists of names that go with the file, such as those of regions.
    std::vector<std::pair<std::string, std::vector<std::string>>> names;
    std::optional<double> time;

    void add_cell(VtkCell type, std::span<const int> nodes_of_cell);
  };

  /// How arrays are written: as text, for small files that people look into,
  /// or as bytes (in base64), which `deflate` may compress: it returns the
  /// stream of zlib for its bytes.
  struct VtuEncoding
  {
    bool as_text = false;
    std::function<std::string(std::string_view)> deflate;
  };

  std::string vtu_text(const VtuGrid &grid, const VtuEncoding &encoding);

  /// Each writes a file that is complete or absent (see AtomicFile). Throws
  /// Error where it cannot be written.
  void write_vtu(const std::filesystem::path &file,
                 const VtuGrid &grid,
                 const VtuEncoding &encoding);

  /// The index of a grid in pieces, each a VTU file; `piece` is one of them.
  void write_pvtu(const std::filesystem::path &file,
                  const VtuGrid &piece,
                  const std::vector<std::string> &files);

  /// The index of a series: times and files.
  void write_pvd(const std::filesystem::path &file,
                 const std::vector<std::pair<double, std::string>> &series);
} // namespace rivlin
