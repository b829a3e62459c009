// SPDX-License-Identifier: Apache-2.0
// Names first as they are, then without regard to case.
#include <rivlin/mesh/boundary_sets.h>

#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <map>

namespace rivlin
{
  namespace
  {
    template <typename Map>
    typename Map::const_iterator find_name(const Map &map,
                                           const std::string &name)
    {
      const auto exact = map.find(name);
      if (exact != map.end())
        return exact;
      auto found = map.end();
      for (auto i = map.begin(); i != map.end(); ++i)
        if (upper_case(i->first) == upper_case(name))
          {
            if (found != map.end())
              return map.end();
            found = i;
          }
      return found;
    }

    std::vector<CellFace> faces_of(const PlainMesh &mesh,
                                   const FaceTable &faces,
                                   const std::string &name)
    {
      const auto alias    = find_name(mesh.aliases, name);
      const bool is_alias = !mesh.face_sets.contains(name) &&
                            !mesh.node_sets.contains(name) &&
                            alias != mesh.aliases.end();
      const std::string &own = is_alias ? alias->second : name;
      const auto surface     = find_name(mesh.face_sets, own);
      if (surface != mesh.face_sets.end())
        {
          if (surface->second.empty())
            throw Error("The surface " + excerpt(name) +
                        " of the mesh is empty. Give it faces or use another "
                        "one.");
          return surface->second;
        }
      const auto nodes = find_name(mesh.node_sets, own);
      if (nodes != mesh.node_sets.end())
        {
          auto result = free_faces_with_nodes(mesh, faces, nodes->second);
          if (result.empty())
            throw Error("The node set " + excerpt(name) + " has " +
                        number_text(nodes->second.size()) +
                        " nodes, and no face of the boundary has all its "
                        "corners among them. Use a surface.");
          return result;
        }
      std::vector<std::string> names;
      for (const auto &[known, set] : mesh.face_sets)
        names.push_back(known);
      for (const auto &[known, set] : mesh.node_sets)
        names.push_back(known);
      std::string list;
      for (std::size_t i = 0; i < names.size() && i < 20; ++i)
        list += (i == 0 ? "" : ", ") + excerpt(names[i]);
      throw Error("The mesh has no surface or node set " + excerpt(name) + "." +
                  did_you_mean(name, names) +
                  (list.empty() ? " It has none at all."
                                : " It has " + list +
                                    (names.size() > 20 ? ", ..." : "") + "."));
    }
  } // namespace

  std::vector<std::vector<CellFace>>
  boundary_sets_in_use(const PlainMesh &mesh,
                       const FaceTable &faces,
                       const std::vector<std::string> &names)
  {
    std::vector<std::vector<CellFace>> sets;
    std::map<CellFace, std::size_t> owners;
    for (std::size_t i = 0; i < names.size(); ++i)
      {
        sets.push_back(faces_of(mesh, faces, names[i]));
        for (const CellFace &face : sets.back())
          {
            if (!faces.is_free(face))
              throw Error("The surface " + excerpt(names[i]) +
                          " lies inside the body: a face of " +
                          cell_name(mesh, face.cell) +
                          " has a cell on either side. Use a surface of the "
                          "boundary.");
            const auto [owner, is_new] = owners.try_emplace(face, i);
            if (!is_new && owner->second != i)
              throw Error("The surfaces " + excerpt(names[owner->second]) +
                          " and " + excerpt(names[i]) + " share a face of " +
                          cell_name(mesh, face.cell) +
                          ". A face carries one support or load; make the "
                          "surfaces disjoint.");
          }
      }
    return sets;
  }
} // namespace rivlin
