// SPDX-License-Identifier: Apache-2.0
// Gmsh reference manual, "Gmsh file formats": MSH 2.2 and 4.1.
#include "gmsh_file.h"

#include "msh_stream.h"
#include "text_place.h"

#include <rivlin/base/error.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

namespace rivlin
{
  std::optional<GmshType> gmsh_type(const long long type)
  {
    static const std::array<GmshType, 20> types = {
      {{"", 0, 0},
       {"lines", 1, 2},
       {"triangles", 2, 3},
       {"quadrilaterals", 2, 4, true},
       {"tetrahedra", 3, 4},
       {"hexahedra", 3, 8, true},
       {"wedges", 3, 6},
       {"pyramids", 3, 5},
       {"lines", 1, 3},
       {"triangles", 2, 6},
       {"quadrilaterals", 2, 9, true},
       {"tetrahedra", 3, 10},
       {"hexahedra", 3, 27, true},
       {"wedges", 3, 18},
       {"pyramids", 3, 14},
       {"points", 0, 1},
       {"quadrilaterals", 2, 8, true},
       {"hexahedra", 3, 20, true},
       {"wedges", 3, 15},
       {"pyramids", 3, 13}}};
    if (type < 1 || type >= static_cast<long long>(types.size()))
      return {};
    return types[static_cast<std::size_t>(type)];
  }

  ElementLayout gmsh_layout(const long long type)
  {
    const int dimension = gmsh_type(type)->dimension;
    if (type == 3 || type == 5)
      return linear_layout(dimension);
    if (type == 16 || type == 17)
      return gmsh_serendipity_layout(dimension);
    return gmsh_full_layout(dimension);
  }

  namespace
  {
    class GmshParser
    {
    public:
      GmshParser(const std::string_view content,
                 const std::filesystem::path &name)
        : stream(content, name)
        , file(name)
      {}

      GmshFile parse()
      {
        read_format();
        bool has_nodes = false, has_elements = false;
        while (!stream.at_end())
          {
            const std::string_view name = stream.word();
            if (!name.starts_with('$'))
              stream.fail("a section such as $Nodes is expected, here stands " +
                          excerpt(name) +
                          ". The file is damaged; write it again.");
            const std::string_view section = name.substr(1);
            if (section == "PhysicalNames")
              read_physical_names();
            else if (section == "Entities" && version == 4)
              read_entities();
            else if (section == "Nodes" && !has_nodes)
              {
                has_nodes = true;
                version == 2 ? read_nodes_2() : read_nodes_4();
              }
            else if (section == "Elements" && has_nodes && !has_elements)
              {
                has_elements = true;
                version == 2 ? read_elements_2() : read_elements_4();
              }
            else if (section == "Nodes" || section == "Elements")
              stream.fail("the section " + excerpt(name) +
                          " comes twice or before the nodes. The file is "
                          "damaged; write it again.");
            else
              {
                stream.skip_section(section);
                continue;
              }
            stream.end_section(section);
          }
        if (!has_nodes || !has_elements)
          throw Error('"' + file.string() + "\" has no section $" +
                      (has_nodes ? "Elements" : "Nodes") +
                      ". The file is truncated; write it again.");
        return std::move(result);
      }

    private:
      void read_format()
      {
        if (stream.word() != "$MeshFormat")
          stream.fail(
            "a Gmsh mesh begins with $MeshFormat. Write the mesh "
            "with Gmsh in format 2.2 or 4.1.");
        const std::string number(stream.word());
        const long long is_binary   = stream.integer();
        const long long n_real_size = stream.integer();
        if (number != "2.2" && number != "4.1")
          stream.fail("format " + excerpt(number) +
                      " is not supported. Write format 4.1 (gmsh -format "
                      "msh41) or 2.2 (gmsh -format msh22).");
        version = number == "2.2" ? 2 : 4;
        if (n_real_size != 8 || (is_binary != 0 && is_binary != 1))
          stream.fail("the second line of the file must be \"" + number +
                      " 0 8\" or \"" + number +
                      " 1 8\". Write the file again.");
        if (is_binary)
          {
            stream.line();
            stream.skip_bytes(1);
            stream.is_binary = true;
            if (stream.integer() != 1)
              stream.fail(
                "the file was written on a machine of another byte "
                "order. Write it as text (gmsh -bin 0).");
          }
        stream.end_section("MeshFormat");
      }

      /// Data begins in the next line; text does not care.
      void begin_data()
      {
        if (stream.is_binary)
          {
            stream.line();
            stream.skip_bytes(1);
          }
      }

      void read_physical_names()
      {
        const bool was_binary = stream.is_binary;
        stream.is_binary      = false;
        const long long n = stream.count(stream.integer(), 2, "physical names");
        for (long long i = 0; i < n; ++i)
          {
            const int dimension   = small(stream.integer());
            const int number      = std::abs(small(stream.integer()));
            std::string_view name = stream.line();
            if (name.size() < 2 || name.front() != '"' || name.back() != '"')
              stream.fail(
                "a physical name in quotes is expected, here "
                "stands " +
                excerpt(name) + ". Correct the line.");
            name = name.substr(1, name.size() - 2);
            result.physical_names[{dimension, number}] = std::string(name);
          }
        stream.is_binary = was_binary;
      }

      /// An int that Gmsh would write.
      int small(const long long number)
      {
        if (number < -2147483647 || number > 2147483647)
          stream.fail("the number " + number_text(number) +
                      " is impossible here. The file is damaged; write it "
                      "again.");
        return static_cast<int>(number);
      }

      void read_entities()
      {
        begin_data();
        std::array<long long, 4> n_entities;
        for (long long &n : n_entities)
          n = stream.count(stream.size(), 8, "entities");
        for (int dimension = 0; dimension < 4; ++dimension)
          for (long long i = 0; i < n_entities[dimension]; ++i)
            {
              const int tag = small(stream.integer());
              for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k)
                stream.real();
              const long long n_groups =
                stream.count(stream.size(), 4, "physical groups");
              std::vector<int> groups;
              for (long long k = 0; k < n_groups; ++k)
                groups.push_back(std::abs(small(stream.integer())));
              if (!groups.empty())
                result.entity_groups[{dimension, tag}] = groups;
              if (dimension == 0)
                continue;
              const long long n_bounding =
                stream.count(stream.size(), 4, "bounding entities");
              for (long long k = 0; k < n_bounding; ++k)
                stream.integer();
            }
      }

      void add_node(const long long id)
      {
        if (!node_index.emplace(id, static_cast<int>(result.node_ids.size()))
               .second)
          stream.fail("node " + number_text(id) +
                      " is defined twice. The file is damaged; write it "
                      "again.");
        result.node_ids.push_back(id);
      }

      void add_point()
      {
        MeshPoint point;
        for (double &x : point)
          {
            x = stream.real();
            if (std::abs(x) > 1e100)
              stream.fail(
                "a node is too far away. The file is damaged; "
                "write it again.");
          }
        result.nodes.push_back(point);
      }

      void read_nodes_2()
      {
        const bool is_binary      = stream.is_binary;
        stream.is_binary          = false; // the count is text in any case
        const long long announced = stream.integer();
        stream.is_binary          = is_binary;
        begin_data();
        const long long n = stream.count(announced, 28, "nodes");
        for (long long i = 0; i < n; ++i)
          {
            add_node(stream.integer());
            add_point();
          }
      }

      void read_nodes_4()
      {
        begin_data();
        const long long n_blocks =
          stream.count(stream.size(), 20, "blocks of nodes");
        stream.count(stream.size(), 32, "nodes");
        stream.size();
        stream.size();
        for (long long block = 0; block < n_blocks; ++block)
          {
            const int dimension = small(stream.integer());
            stream.integer();
            const bool is_parametric = stream.integer() != 0;
            const long long n        = stream.count(stream.size(), 32, "nodes");
            for (long long i = 0; i < n; ++i)
              add_node(stream.size());
            for (long long i = 0; i < n; ++i)
              {
                add_point();
                for (int k = 0; is_parametric && k < dimension && k < 3; ++k)
                  stream.real();
              }
          }
      }

      void add_element(const long long id,
                       const int type,
                       const int n_nodes,
                       const int entity,
                       const int physical)
      {
        result.elements.push_back(
          {id, type, entity, physical, result.element_nodes.size()});
        for (int k = 0; k < n_nodes; ++k)
          {
            const long long node =
              version == 2 ? stream.integer() : stream.size();
            const auto found = node_index.find(node);
            if (found == node_index.end())
              stream.fail("element " + number_text(id) + " has the node " +
                          number_text(node) +
                          ", which is not defined. The file is damaged; write "
                          "it again.");
            result.element_nodes.push_back(found->second);
          }
      }

      /// What we know about this type; it must have a known number of nodes.
      GmshType known_type(const long long type, const long long id)
      {
        const auto known = gmsh_type(type);
        if (!known)
          stream.fail("element " + number_text(id) + " has the Gmsh type " +
                      number_text(type) +
                      ", which is not supported. Mesh with quadrilaterals or "
                      "hexahedra of order 1 or 2.");
        return *known;
      }

      void read_elements_2()
      {
        const bool is_binary      = stream.is_binary;
        stream.is_binary          = false;
        const long long announced = stream.integer();
        stream.is_binary          = is_binary;
        begin_data();
        const long long n = stream.count(announced, 8, "elements");
        // Binary files have a header for several elements.
        long long n_in_block = 1, type = 0, n_tags = 0;
        for (long long i = 0; i < n;)
          {
            long long id = 0;
            if (is_binary)
              {
                type       = stream.integer();
                n_in_block = stream.count(stream.integer(), 8, "elements");
                n_tags     = stream.count(stream.integer(), 4, "tags");
              }
            for (long long k = 0; k < n_in_block; ++k)
              {
                id = stream.integer();
                if (!is_binary)
                  {
                    type   = stream.integer();
                    n_tags = stream.count(stream.integer(), 4, "tags");
                  }
                const GmshType known = known_type(type, id);
                int physical = 0, entity = 0;
                for (long long t = 0; t < n_tags; ++t)
                  {
                    const int tag = small(stream.integer());
                    if (t == 0)
                      physical = std::abs(tag);
                    else if (t == 1)
                      entity = tag;
                  }
                add_element(
                  id, static_cast<int>(type), known.n_nodes, entity, physical);
              }
            // An empty block would not bring us to the end.
            if (n_in_block < 1)
              stream.fail(
                "a block of elements is empty. The file is damaged; "
                "write it again.");
            i += n_in_block;
          }
      }

      void read_elements_4()
      {
        begin_data();
        const long long n_blocks =
          stream.count(stream.size(), 20, "blocks of elements");
        stream.count(stream.size(), 16, "elements");
        stream.size();
        stream.size();
        for (long long block = 0; block < n_blocks; ++block)
          {
            stream.integer();
            const int entity     = small(stream.integer());
            const long long type = stream.integer();
            const long long n    = stream.count(stream.size(), 16, "elements");
            for (long long i = 0; i < n; ++i)
              {
                const long long id = stream.size();
                add_element(id,
                            static_cast<int>(type),
                            known_type(type, id).n_nodes,
                            entity,
                            0);
              }
          }
      }

      MshStream stream;
      const std::filesystem::path &file;
      int version = 4;
      std::unordered_map<long long, int> node_index;
      GmshFile result;
    };
  } // namespace

  GmshFile parse_gmsh_file(const std::string_view content,
                           const std::filesystem::path &file)
  {
    return GmshParser(content, file).parse();
  }
} // namespace rivlin
