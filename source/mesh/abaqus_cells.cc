// SPDX-License-Identifier: Apache-2.0
// *NODE, *ELEMENT and the data lines of *INSTANCE.
#include "abaqus_cells.h"

#include "abaqus_types.h"
#include "text_place.h"

#include <rivlin/base/types.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rivlin
{
  namespace
  {
    constexpr double radians = std::numbers::pi / 180;

    Vector3 to_vector(const MeshPoint &point)
    {
      return {point[0], point[1], point[2]};
    }

    /// Numbers of a data line; empty fields are zero.
    std::vector<double> numbers_of(const InpLine &line,
                                   const std::size_t first_field,
                                   const InpDeck &deck)
    {
      const auto fields = split_fields(line.text);
      std::vector<double> numbers;
      for (std::size_t i = first_field; i < fields.size(); ++i)
        {
          const auto number =
            fields[i].empty() ? std::optional(0.) : to_coordinate(fields[i]);
          if (!number)
            deck.fail(line,
                      excerpt(fields[i]) + " is not a number (field " +
                        number_text(i + 1) + "). Correct it.");
          numbers.push_back(*number);
        }
      return numbers;
    }
  } // namespace

  MeshPoint InstancePlacement::operator()(const MeshPoint &point) const
  {
    Vector3 x = to_vector(point) + to_vector(translation);
    if (degrees != 0)
      {
        const Vector3 origin = to_vector(a);
        const Vector3 axis   = (to_vector(b) - origin).normalized();
        x = origin + Eigen::AngleAxisd(degrees * radians, axis) * (x - origin);
      }
    return {x[0], x[1], x[2]};
  }

  InstancePlacement read_placement(const InpBlock &block, const InpDeck &deck)
  {
    InstancePlacement placement;
    if (block.data.size() > 2)
      deck.fail(block.data[2],
                "an instance has one line of translation and one of rotation. "
                "Remove this line.");
    for (std::size_t i = 0; i < block.data.size(); ++i)
      {
        std::vector<double> numbers = numbers_of(block.data[i], 0, deck);
        const std::size_t n_wanted  = i == 0 ? 3 : 7;
        if (numbers.size() > n_wanted || (i == 1 && numbers.size() < n_wanted))
          deck.fail(block.data[i],
                    std::string("the ") +
                      (i == 0 ? "translation has 3 numbers"
                              : "rotation has 7 numbers (two points of the "
                                "axis, degrees)") +
                      ", here stand " + number_text(numbers.size()) +
                      ". Correct the line.");
        numbers.resize(n_wanted);
        if (i == 0)
          std::copy_n(numbers.begin(), 3, placement.translation.begin());
        else
          {
            std::copy_n(numbers.begin(), 3, placement.a.begin());
            std::copy_n(numbers.begin() + 3, 3, placement.b.begin());
            placement.degrees = numbers[6];
            if (placement.a == placement.b)
              deck.fail(block.data[i],
                        "the two points of the axis of rotation are the same. "
                        "Give two different points.");
          }
      }
    return placement;
  }

  AbaqusCellReader::AbaqusCellReader(const InpDeck &source, PlainMesh &target)
    : deck(source)
    , mesh(target)
  {}

  void AbaqusCellReader::read_nodes(const InpBlock &block,
                                    const InstancePlacement &placement,
                                    AbaqusScope &scope)
  {
    const std::string system = upper_case(block.value("SYSTEM"));
    if (!system.empty() && system != "R" && system != "C")
      deck.fail(block,
                "coordinates of SYSTEM=" + system +
                  " are not supported. Write rectangular (R) or cylindrical "
                  "(C) ones.");
    std::vector<int> set;
    for (const InpLine &line : block.data)
      {
        const auto fields = split_fields(line.text);
        const auto id     = to_integer(fields.empty() ? "" : fields[0]);
        if (!id || *id < 1)
          deck.fail(line,
                    "a node begins with its number, here stands " +
                      excerpt(line.text) + ". Correct the line.");
        std::vector<double> numbers = numbers_of(line, 1, deck);
        if (numbers.size() < 2)
          deck.fail(line,
                    "node " + number_text(*id) + " has " +
                      number_text(numbers.size()) +
                      " coordinates and needs 2 or 3. The file may be "
                      "truncated; write it again.");
        // More numbers are normals of shells and beams.
        numbers.resize(3);
        MeshPoint point = {numbers[0], numbers[1], numbers[2]};
        if (system == "C")
          point = {numbers[0] * std::cos(numbers[1] * radians),
                   numbers[0] * std::sin(numbers[1] * radians),
                   numbers[2]};
        point = placement(point);
        if (!std::all_of(point.begin(), point.end(), [](const double x) {
              return std::isfinite(x) && std::abs(x) < 1e100;
            }))
          deck.fail(line,
                    "node " + number_text(*id) +
                      " is too far away. Correct its coordinates.");
        const auto [place, is_new] =
          scope.nodes.emplace(*id, static_cast<int>(mesh.nodes.size()));
        if (is_new)
          {
            mesh.nodes.push_back(point);
            mesh.node_ids.push_back(*id);
          }
        else if (mesh.nodes[place->second] != point)
          deck.fail(line,
                    "node " + number_text(*id) +
                      " is defined twice with different coordinates. Remove "
                      "one of them.");
        set.push_back(place->second);
      }
    if (!block.value("NSET").empty())
      AbaqusSetReader::add(block.value("NSET"), set, scope.node_sets);
  }

  void AbaqusCellReader::read_elements(const InpBlock &block,
                                       AbaqusScope &scope)
  {
    const std::string type = upper_case(block.value("TYPE"));
    if (type.empty())
      deck.fail(block, "*ELEMENT without TYPE=. Give the type, e.g. C3D8H.");
    const auto kind = abaqus_type(type);
    if (const auto *refused = std::get_if<RefusedType>(&kind))
      {
        const auto fields = block.data.empty()
                              ? std::vector<std::string_view>()
                              : split_fields(block.data[0].text);
        deck.fail(block,
                  (fields.empty() ? std::string("elements")
                                  : "element " + std::string(fields[0])) +
                    " of type " + excerpt(type) + ": " + refused->reason);
      }
    if (std::holds_alternative<SkippedType>(kind))
      {
        auto &[count, place] = skipped[type];
        if (count == 0)
          place = deck.place(block);
        count += block.data.size();
        return;
      }
    const ElementLayout &layout = std::get<ElementLayout>(kind);
    if (has_cells && layout.dimension != mesh.dimension)
      deck.fail(block,
                "elements of type " + excerpt(type) +
                  " are mixed with those of another dimension. Keep either "
                  "plane or solid elements.");
    has_cells      = true;
    mesh.dimension = layout.dimension;
    read_element_lines(block, layout, type, scope);
  }

  void AbaqusCellReader::read_element_lines(const InpBlock &block,
                                            const ElementLayout &layout,
                                            const std::string &type,
                                            AbaqusScope &scope)
  {
    const std::size_t n_nodes = layout.n_nodes();
    std::vector<int> nodes, set;
    for (std::size_t i = 0; i < block.data.size(); ++i)
      {
        const InpLine &line = block.data[i];
        auto fields         = split_fields(line.text);
        const auto id       = to_integer(fields.empty() ? "" : fields[0]);
        if (!id || *id < 1)
          deck.fail(line,
                    "an element begins with its number, here stands " +
                      excerpt(line.text) + ". Correct the line.");
        // A trailing comma continues; so does a line that Abaqus limits to 16
        // numbers.
        bool goes_on = line.text.ends_with(',') || n_nodes > 15;
        while (fields.size() < n_nodes + 1 && goes_on &&
               i + 1 < block.data.size())
          {
            const auto more = split_fields(block.data[++i].text);
            fields.insert(fields.end(), more.begin(), more.end());
            goes_on = block.data[i].text.ends_with(',') || n_nodes > 15;
          }
        if (fields.size() != n_nodes + 1)
          deck.fail(line,
                    "element " + number_text(*id) + " has " +
                      number_text(fields.size() - 1) + " nodes, " + type +
                      " needs " + number_text(n_nodes) +
                      ". The file may be truncated; write it again.");
        nodes.clear();
        for (std::size_t k = 1; k < fields.size(); ++k)
          {
            const auto number = to_integer(fields[k]);
            const auto found =
              number ? scope.nodes.find(*number) : scope.nodes.end();
            if (found == scope.nodes.end())
              deck.fail(line,
                        "element " + number_text(*id) + " has the node " +
                          excerpt(fields[k]) +
                          ", which is not defined. The file may be "
                          "truncated; write it again.");
            nodes.push_back(found->second);
          }
        if (!scope.cells.emplace(*id, static_cast<int>(mesh.cells.size()))
               .second)
          deck.fail(line,
                    "element " + number_text(*id) +
                      " is defined twice. Remove one of them.");
        set.push_back(static_cast<int>(mesh.cells.size()));
        append_cell(layout, nodes, *id, mesh);
      }
    if (!block.value("ELSET").empty())
      AbaqusSetReader::add(block.value("ELSET"), set, scope.cell_sets);
  }

  void AbaqusCellReader::tell_skipped()
  {
    for (const auto &[type, found] : skipped)
      mesh.notices.push_back(
        "Skipped " + number_text(found.first) + " elements of type " +
        excerpt(type) + " (first in " + found.second +
        "): they are no part of the continuum. Sleeves, masses and springs "
        "come from the parameter file.");
  }
} // namespace rivlin
