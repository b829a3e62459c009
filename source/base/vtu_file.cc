// SPDX-License-Identifier: Apache-2.0
// VTK's XML format "unstructured grid" (VTK File Formats, Kitware), all arrays
// inline, so that any XML reader can open the files.
#include <rivlin/base/vtu_file.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/text.h>

#include <array>
#include <bit>
#include <cassert>
#include <type_traits>

namespace rivlin
{
  namespace
  {
    static_assert(std::endian::native == std::endian::little);

    /// The line before the content, `more` being further attributes.
    std::string head(const std::string_view type, const std::string_view more)
    {
      return message("<?xml version=\"1.0\"?>\n<VTKFile type=\"",
                     type,
                     "\" version=\"1.0\" byte_order=\"LittleEndian\"",
                     more,
                     ">\n");
    }

    std::string attribute(const std::string_view name,
                          const std::string_view value)
    {
      std::string text = message(' ', name, "=\"");
      for (const char c : value)
        if (c == '&')
          text += "&amp;";
        else if (c == '<')
          text += "&lt;";
        else if (c == '"')
          text += "&quot;";
        else
          text += c;
      return text + '"';
    }

    constexpr std::array type_names = {
      "Float32", "Float64", "Int32", "Int64", "UInt8"};

    /// What index files and data files say about an array.
    std::string description(const VtuField &field)
    {
      return attribute("type", type_names[field.values.index()]) +
             attribute("Name", field.name) +
             attribute("NumberOfComponents", number_text(field.n_components));
    }

    std::size_t n_tuples(const VtuField &field)
    {
      return std::visit([](const auto &values) { return values.size(); },
                        field.values) /
             field.n_components;
    }

    std::string_view bytes_of(const VtuField &field)
    {
      return std::visit(
        [](const auto &values) {
          return std::string_view(reinterpret_cast<const char *>(values.data()),
                                  values.size() * sizeof(values[0]));
        },
        field.values);
    }

    void append_base64(std::string &text, const std::string_view bytes)
    {
      constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
      const auto byte = [&](const std::size_t i) {
        return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
      };
      for (std::size_t i = 0; i < bytes.size(); i += 3)
        {
          const unsigned int three =
            byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
          text += digits[three >> 18];
          text += digits[three >> 12 & 63];
          text += i + 1 < bytes.size() ? digits[three >> 6 & 63] : '=';
          text += i + 2 < bytes.size() ? digits[three & 63] : '=';
        }
    }

    void append_numbers(std::string &text, const VtuField &field)
    {
      std::visit(
        [&](const auto &values) {
          for (std::size_t i = 0; i < values.size(); ++i)
            {
              // Nine digits tell all floats apart.
              if constexpr (std::is_same_v<decltype(+values[i]), float>)
                text += number_text(values[i], 9);
              else
                text += number_text(values[i]);
              text += (i + 1) % field.n_components == 0 ? '\n' : ' ';
            }
        },
        field.values);
    }

    /// In one block, because all of it is in memory anyway. Before it stand its
    /// length, or, compressed, the number of blocks and their lengths.
    void append_block(std::string &text,
                      const std::string_view bytes,
                      const VtuEncoding &encoding)
    {
      std::vector<std::uint64_t> lengths = {bytes.size()};
      std::string block(bytes);
      if (encoding.deflate && bytes.empty())
        lengths = {0, 0, 0};
      else if (encoding.deflate)
        {
          block   = encoding.deflate(bytes);
          lengths = {1, bytes.size(), bytes.size(), block.size()};
        }
      const std::string_view header(reinterpret_cast<const char *>(
                                      lengths.data()),
                                    lengths.size() * sizeof(lengths[0]));
      if (encoding.deflate)
        {
          append_base64(text, header);
          append_base64(text, block);
        }
      else
        append_base64(text, std::string(header) + block);
      text += '\n';
    }

    void append_array(std::string &text,
                      const VtuField &field,
                      const VtuEncoding &encoding)
    {
      text += "<DataArray" + description(field) +
              attribute("format", encoding.as_text ? "ascii" : "binary") +
              ">\n";
      if (encoding.as_text)
        append_numbers(text, field);
      else
        append_block(text, bytes_of(field), encoding);
      text += "</DataArray>\n";
    }

    /// Texts are arrays of character codes that end in 0.
    void append_names(std::string &text,
                      const std::string &title,
                      const std::vector<std::string> &names)
    {
      text += "<DataArray type=\"String\"" + attribute("Name", title) +
              attribute("NumberOfTuples", number_text(names.size())) +
              " format=\"ascii\">\n";
      for (const std::string &name : names)
        {
          for (const char c : name)
            text += number_text(static_cast<unsigned char>(c)) + ' ';
          text += "0\n";
        }
      text += "</DataArray>\n";
    }

    void append_field_data(std::string &text, const VtuGrid &grid)
    {
      text += "<FieldData>\n";
      if (grid.time)
        text += message(
          "<DataArray type=\"Float64\" Name=\"TIME\" NumberOfTuples=\"1\" "
          "format=\"ascii\">",
          number_text(*grid.time),
          "</DataArray>\n");
      for (const auto &[title, names] : grid.names)
        append_names(text, title, names);
      text += "</FieldData>\n";
    }

    bool fits(const std::vector<VtuField> &fields, const std::size_t n)
    {
      for (const VtuField &field : fields)
        if (n_tuples(field) != n)
          return false;
      return true;
    }

    [[maybe_unused]] bool is_complete(const VtuGrid &grid)
    {
      return grid.points.n_components == 3 &&
             grid.ends.size() == grid.types.size() &&
             (grid.ends.empty() ? 0 : grid.ends.back()) ==
               static_cast<std::int64_t>(grid.nodes.size()) &&
             fits(grid.point_data, n_tuples(grid.points)) &&
             fits(grid.cell_data, grid.types.size());
    }
  } // namespace

  void VtuGrid::add_cell(const VtkCell type,
                         const std::span<const int> nodes_of_cell)
  {
    nodes.insert(nodes.end(), nodes_of_cell.begin(), nodes_of_cell.end());
    ends.push_back(static_cast<std::int64_t>(nodes.size()));
    types.push_back(static_cast<std::uint8_t>(type));
  }

  std::string vtu_text(const VtuGrid &grid, const VtuEncoding &encoding)
  {
    assert(is_complete(grid));
    std::string text  = head("UnstructuredGrid",
                            message(" header_type=\"UInt64\"",
                                    encoding.deflate && !encoding.as_text
                                       ? " compressor=\"vtkZLibDataCompressor\""
                                       : ""));
    const auto append = [&](const std::string_view title,
                            const std::vector<VtuField> &fields) {
      text += message('<', title, ">\n");
      for (const VtuField &field : fields)
        append_array(text, field, encoding);
      text += message("</", title, ">\n");
    };
    text += "<UnstructuredGrid>\n";
    append_field_data(text, grid);
    text += message("<Piece NumberOfPoints=\"",
                    n_tuples(grid.points),
                    "\" NumberOfCells=\"",
                    grid.types.size(),
                    "\">\n");
    append("Points", {grid.points});
    append("Cells",
           {{"connectivity", 1, grid.nodes},
            {"offsets", 1, grid.ends},
            {"types", 1, grid.types}});
    append("PointData", grid.point_data);
    append("CellData", grid.cell_data);
    return text + "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
  }

  void write_vtu(const std::filesystem::path &file,
                 const VtuGrid &grid,
                 const VtuEncoding &encoding)
  {
    write_file_atomically(file, vtu_text(grid, encoding));
  }

  void write_pvtu(const std::filesystem::path &file,
                  const VtuGrid &piece,
                  const std::vector<std::string> &files)
  {
    std::string text =
      head("PUnstructuredGrid", "") + "<PUnstructuredGrid GhostLevel=\"0\">\n";
    append_field_data(text, piece);
    const auto append = [&](const std::string_view title,
                            const std::vector<VtuField> &fields) {
      text += message("<P", title, ">\n");
      for (const VtuField &field : fields)
        text += "<PDataArray" + description(field) + "/>\n";
      text += message("</P", title, ">\n");
    };
    append("Points", {piece.points});
    append("PointData", piece.point_data);
    append("CellData", piece.cell_data);
    for (const std::string &name : files)
      text += "<Piece" + attribute("Source", name) + "/>\n";
    write_file_atomically(file, text + "</PUnstructuredGrid>\n</VTKFile>\n");
  }

  void write_pvd(const std::filesystem::path &file,
                 const std::vector<std::pair<double, std::string>> &series)
  {
    std::string text = head("Collection", "") + "<Collection>\n";
    for (const auto &[time, name] : series)
      // Twelve digits: 0.3 and not 0.30000000000000004.
      text += "<DataSet" + attribute("timestep", number_text(time, 12)) +
              attribute("file", name) + "/>\n";
    write_file_atomically(file, text + "</Collection>\n</VTKFile>\n");
  }
} // namespace rivlin
