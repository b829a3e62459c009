// SPDX-License-Identifier: Apache-2.0
// VTU files and their indices, byte by byte. That VTK reads them is checked by
// tests/verification/paraview_files.py.
#include <rivlin/base/vtu_file.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <algorithm>
#include <cstring>

namespace
{
  using namespace rivlin;
  using VtuFile = TemporaryFolder;

  /// One quadrilateral with a field at points, one of the cell, and names.
  VtuGrid small_grid()
  {
    VtuGrid grid;
    grid.points.values =
      std::vector<float>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0.1f, 0};
    grid.add_cell(VtkCell::quad, std::array{0, 1, 2, 3});
    grid.point_data = {
      {"velocity [mm/s]",
       3,
       std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 0.1, -1e-9, 12}}};
    grid.cell_data = {{"region", 1, std::vector<std::int32_t>{7}}};
    grid.names     = {{"region names", {"ab", ""}}};
    grid.time      = 0.125;
    return grid;
  }

  /// What stands in the array of that name.
  std::string content(const std::string &text, const std::string &name)
  {
    const auto title = text.find("Name=\"" + name + "\"");
    if (title == std::string::npos)
      return "no such array";
    const auto begin = text.find('>', title) + 2;
    return text.substr(begin, text.find("</DataArray>", begin) - begin - 1);
  }

  std::string from_base64(const std::string &text)
  {
    const std::string digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    for (std::size_t i = 0; i + 3 < text.size(); i += 4)
      {
        unsigned int three = 0;
        for (std::size_t k = i; k < i + 4; ++k)
          three = three << 6 | (text[k] == '=' ? 0 : digits.find(text[k]));
        bytes += static_cast<char>(three >> 16);
        if (text[i + 2] != '=')
          bytes += static_cast<char>(three >> 8 & 255);
        if (text[i + 3] != '=')
          bytes += static_cast<char>(three & 255);
      }
    return bytes;
  }

  template <typename Number>
  std::vector<Number> numbers(const std::string &bytes)
  {
    std::vector<Number> result(bytes.size() / sizeof(Number));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }

  TEST_F(VtuFile, TextHasATupleInALine)
  {
    const std::string text =
      vtu_text(small_grid(), {.as_text = true, .deflate = {}});
    EXPECT_EQ(content(text, "points"), "0 0 0\n1 0 0\n1 1 0\n0 0.100000001 0");
    EXPECT_EQ(content(text, "velocity [mm/s]"),
              "1 2 3\n4 5 6\n7 8 9\n0.1 -1e-09 12");
    EXPECT_EQ(content(text, "connectivity"), "0\n1\n2\n3");
    EXPECT_EQ(content(text, "offsets"), "4");
    EXPECT_EQ(content(text, "types"), "9");
    EXPECT_EQ(content(text, "region"), "7");
    EXPECT_EQ(content(text, "region names"), "97 98 0\n0");
    EXPECT_NE(text.find("Name=\"TIME\" NumberOfTuples=\"1\" "
                        "format=\"ascii\">0.125<"),
              std::string::npos);
    EXPECT_NE(text.find("NumberOfPoints=\"4\" NumberOfCells=\"1\""),
              std::string::npos);
  }

  TEST_F(VtuFile, BytesComeBehindTheirLength)
  {
    const std::string text = vtu_text(small_grid(), {});
    EXPECT_EQ(text.find("compressor"), std::string::npos);
    const std::string bytes = from_base64(content(text, "velocity [mm/s]"));
    EXPECT_EQ(numbers<std::uint64_t>(bytes.substr(0, 8)),
              std::vector<std::uint64_t>{96});
    EXPECT_EQ(numbers<double>(bytes.substr(8)),
              (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 0.1, -1e-9, 12}));
    EXPECT_EQ(numbers<std::int32_t>(
                from_base64(content(text, "connectivity")).substr(8)),
              (std::vector<std::int32_t>{0, 1, 2, 3}));
    // One byte: two signs fill up.
    EXPECT_EQ(from_base64(content(text, "types")).substr(8), "\x09");
  }

  TEST_F(VtuFile, CompressedBytesComeBehindAHeaderOfOneBlock)
  {
    const auto reversed = [](const std::string_view bytes) {
      return std::string(bytes.rbegin(), bytes.rend()) + "!";
    };
    const std::string text = vtu_text(small_grid(), {false, reversed});
    EXPECT_NE(text.find(" compressor=\"vtkZLibDataCompressor\""),
              std::string::npos);
    // Four numbers of eight bytes: 44 signs, then the block on its own.
    const std::string array = content(text, "connectivity");
    EXPECT_EQ(numbers<std::uint64_t>(from_base64(array.substr(0, 44))),
              (std::vector<std::uint64_t>{1, 16, 16, 17}));
    std::string block = from_base64(array.substr(44));
    EXPECT_EQ(block.back(), '!');
    block.pop_back();
    std::reverse(block.begin(), block.end());
    EXPECT_EQ(numbers<std::int32_t>(block),
              (std::vector<std::int32_t>{0, 1, 2, 3}));
  }

  TEST_F(VtuFile, AGridWithoutCellsIsAFile)
  {
    VtuGrid grid;
    grid.points.values = std::vector<float>();
    grid.point_data    = {{"J [-]", 1, std::vector<float>()}};
    const auto none = [](const std::string_view) { return std::string("?"); };
    const std::string text = vtu_text(grid, {false, none});
    EXPECT_NE(text.find("NumberOfPoints=\"0\" NumberOfCells=\"0\""),
              std::string::npos);
    EXPECT_EQ(numbers<std::uint64_t>(from_base64(content(text, "J [-]"))),
              (std::vector<std::uint64_t>{0, 0, 0}));
  }

  TEST_F(VtuFile, NamesAreEscaped)
  {
    VtuGrid grid           = small_grid();
    grid.cell_data[0].name = "a<b & \"c\"";
    EXPECT_NE(vtu_text(grid, {}).find("Name=\"a&lt;b &amp; &quot;c&quot;\""),
              std::string::npos);
  }

  TEST_F(VtuFile, IndicesNamePiecesArraysAndTimes)
  {
    write_pvtu(folder / "s.pvtu", small_grid(), {"s.0.vtu", "s.1.vtu"});
    const std::string pieces = read(folder / "s.pvtu");
    for (const char *part :
         {"<PPoints>\n<PDataArray type=\"Float32\" Name=\"points\" "
          "NumberOfComponents=\"3\"/>",
          "<PPointData>\n<PDataArray type=\"Float64\" Name=\"velocity [mm/s]\" "
          "NumberOfComponents=\"3\"/>",
          "<PCellData>\n<PDataArray type=\"Int32\" Name=\"region\"",
          "<Piece Source=\"s.0.vtu\"/>\n<Piece Source=\"s.1.vtu\"/>"})
      EXPECT_NE(pieces.find(part), std::string::npos) << part << pieces;

    write_pvd(folder / "s.pvd",
              {{0, "a.vtu"}, {0.1 + 0.2, "b.vtu"}, {1. / 3, "c.vtu"}});
    EXPECT_NE(read(folder / "s.pvd")
                .find("<DataSet timestep=\"0\" file=\"a.vtu\"/>\n<DataSet "
                      "timestep=\"0.3\" file=\"b.vtu\"/>\n<DataSet "
                      "timestep=\"0.333333333333\" file=\"c.vtu\"/>"),
              std::string::npos);
  }

  TEST_F(VtuFile, FilesAreCompleteOrAbsent)
  {
    write_vtu(folder / "a.vtu", small_grid(), {});
    EXPECT_EQ(read(folder / "a.vtu"), vtu_text(small_grid(), {}));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.vtu.part"));
    EXPECT_THROW(write_vtu(folder / "no" / "a.vtu", small_grid(), {}), Error);
  }
} // namespace
