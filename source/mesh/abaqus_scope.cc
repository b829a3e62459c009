// SPDX-License-Identifier: Apache-2.0
// *NSET, *ELSET, *SURFACE of the Abaqus Keywords Reference.
#include "abaqus_scope.h"

#include "text_place.h"

#include <rivlin/base/nearest_name.h>

#include <algorithm>
#include <utility>

namespace rivlin
{
  namespace
  {
    std::string_view bare(std::string_view name)
    {
      name = trimmed(name);
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
        name = name.substr(1, name.size() - 2);
      return name;
    }

    template <typename T>
    void unite(std::vector<T> &items, const std::vector<T> &more)
    {
      items.insert(items.end(), more.begin(), more.end());
    }

    template <typename T>
    void store(const std::string &name,
               const bool is_internal,
               std::vector<T> items,
               std::map<std::string, NamedSet<T>> &sets)
    {
      NamedSet<T> &set = sets[upper_case(name)];
      if (set.name.empty())
        {
          set.name        = name;
          set.is_internal = is_internal || name.starts_with('_');
        }
      // A name that comes again adds to its set.
      unite(set.items, items);
      make_set(set.items);
    }

    template <typename T>
    std::vector<std::string>
    names_of(const std::map<std::string, NamedSet<T>> &sets)
    {
      std::vector<std::string> names;
      for (const auto &[key, set] : sets)
        names.push_back(set.name);
      return names;
    }

    /// Face of an Abaqus element, "S1" and so on, in our numbers; -1: none.
    int face_number(const std::string_view label, const int dimension)
    {
      static constexpr std::array<int, 6> faces_3d = {4, 5, 2, 1, 3, 0};
      static constexpr std::array<int, 4> faces_2d = {2, 1, 3, 0};
      if (label.size() != 2 || (label[0] != 'S' && label[0] != 's'))
        return -1;
      const int number = label[1] - '1';
      if (number < 0 || number >= 2 * dimension)
        return -1;
      return dimension == 2 ? faces_2d[number] : faces_3d[number];
    }
  } // namespace

  AbaqusSetReader::AbaqusSetReader(const InpDeck &source,
                                   PlainMesh &target,
                                   std::vector<AbaqusScope> &scopes)
    : deck(source)
    , mesh(target)
    , instances(scopes)
  {}

  void AbaqusSetReader::add(const std::string &name,
                            std::vector<int> items,
                            std::map<std::string, NamedSet<int>> &sets)
  {
    store(name, false, std::move(items), sets);
  }

  const AbaqusScope *
  AbaqusSetReader::find_instance(const std::string_view name) const
  {
    const std::string key = upper_case(bare(name));
    for (const AbaqusScope &instance : instances)
      if (upper_case(instance.instance) == key)
        return &instance;
    return nullptr;
  }

  std::pair<const AbaqusScope *, std::string_view>
  AbaqusSetReader::resolve(const std::string_view name,
                           const AbaqusScope &scope) const
  {
    const auto dot = name.find('.');
    if (dot != std::string_view::npos)
      if (const AbaqusScope *other = find_instance(name.substr(0, dot)))
        return {other, bare(name.substr(dot + 1))};
    return {&scope, bare(name)};
  }

  const NamedSet<int> *
  AbaqusSetReader::find_cell_set(const std::string_view name,
                                 const AbaqusScope &scope) const
  {
    const auto [owner, set_name] = resolve(name, scope);
    const auto found             = owner->cell_sets.find(upper_case(set_name));
    return found == owner->cell_sets.end() ? nullptr : &found->second;
  }

  void AbaqusSetReader::spend(const std::size_t n_items, const InpBlock &block)
  {
    // Sets of sets could grow without bound; real decks stay far below this.
    n_spent += n_items;
    if (n_spent > 20000000 + 100 * (mesh.nodes.size() + mesh.cells.size()))
      deck.fail(block,
                "the sets up to here have more than " +
                  number_text(n_spent - n_items) +
                  " members, many times the size of the mesh. Remove sets of "
                  "sets that repeat themselves.");
  }

  std::vector<int> AbaqusSetReader::members(const std::string_view field,
                                            const AbaqusScope &scope,
                                            const Numbers numbers,
                                            const Sets sets,
                                            const InpLine &line,
                                            const std::string &kind)
  {
    const auto [owner, name] = resolve(field, scope);
    if (const auto number = to_integer(name))
      {
        const auto found = (owner->*numbers).find(*number);
        if (found != (owner->*numbers).end())
          return {found->second};
        if (n_missing++ == 0)
          first_missing = *number;
        return {};
      }
    const auto &known = owner->*sets;
    const auto found  = known.find(upper_case(name));
    if (found == known.end())
      deck.fail(line,
                "there is no " + kind + " set " + excerpt(name) +
                  " before this line." + did_you_mean(name, names_of(known)) +
                  " Define it first.");
    return found->second.items;
  }

  std::vector<int>
  AbaqusSetReader::generate(const InpLine &line,
                            const std::unordered_map<long long, int> &numbers,
                            const std::string &kind) const
  {
    const auto fields = split_fields(line.text);
    const auto first  = to_integer(fields.empty() ? "" : fields[0]);
    const auto last   = fields.size() > 1 ? to_integer(fields[1]) : first;
    const auto step =
      fields.size() > 2 ? to_integer(fields[2]) : std::optional<long long>(1);
    if (!first || !last || !step || fields.size() > 3 || *step < 1 ||
        *first < 1 || *last < *first)
      deck.fail(line,
                "GENERATE needs first, last and a positive step, here stands " +
                  excerpt(line.text) + ". Correct the line.");
    std::vector<int> items;
    // The shorter way: through the range, or through what exists.
    const long long n_range = (*last - *first) / *step + 1;
    if (n_range <= static_cast<long long>(numbers.size()))
      {
        for (long long i = 0; i < n_range; ++i)
          if (const auto found = numbers.find(*first + i * *step);
              found != numbers.end())
            items.push_back(found->second);
      }
    else
      for (const auto &[number, index] : numbers)
        if (number >= *first && number <= *last &&
            (number - *first) % *step == 0)
          items.push_back(index);
    if (items.empty())
      deck.fail(line,
                "GENERATE from " + number_text(*first) + " to " +
                  number_text(*last) + " finds no " + kind +
                  ". Correct the numbers.");
    return items;
  }

  void AbaqusSetReader::read_set(const InpBlock &block, AbaqusScope &scope)
  {
    const bool is_node_set = block.keyword == "NSET";
    const std::string kind = is_node_set ? "node" : "element";
    const std::string name = block.value(block.keyword);
    if (name.empty())
      deck.fail(block,
                block.written + " without " + block.keyword +
                  "=NAME. Name the set.");
    const AbaqusScope *owner = &scope;
    if (block.has("INSTANCE"))
      {
        owner = find_instance(block.value("INSTANCE"));
        if (!owner)
          deck.fail(block,
                    "there is no instance " + excerpt(block.value("INSTANCE")) +
                      ". Correct the name.");
      }
    const Numbers numbers =
      is_node_set ? &AbaqusScope::nodes : &AbaqusScope::cells;
    const Sets sets =
      is_node_set ? &AbaqusScope::node_sets : &AbaqusScope::cell_sets;
    n_missing = 0;
    std::vector<int> items;
    if (is_node_set && block.has("ELSET"))
      {
        const NamedSet<int> *cells =
          find_cell_set(block.value("ELSET"), *owner);
        if (!cells)
          deck.fail(block,
                    "there is no element set " + excerpt(block.value("ELSET")) +
                      " before this line. Define it first.");
        items = nodes_of_cells(cells->items);
      }
    for (const InpLine &line : block.data)
      {
        if (block.has("GENERATE"))
          unite(items, generate(line, owner->*numbers, kind));
        else
          for (const std::string_view field : split_fields(line.text))
            if (!field.empty())
              {
                const auto more =
                  members(field, *owner, numbers, sets, line, kind);
                spend(more.size(), block);
                unite(items, more);
              }
        make_set(items);
      }
    spend(items.size(), block);
    tell_missing(block, name, kind);
    store(name, block.has("INTERNAL"), std::move(items), scope.*sets);
  }

  void AbaqusSetReader::tell_missing(const InpBlock &block,
                                     const std::string &name,
                                     const std::string &kind)
  {
    if (n_missing > 0)
      mesh.notices.push_back(
        "The " + kind + " set " + excerpt(name) + " (" + deck.place(block) +
        ") names " + number_text(n_missing) + " " + kind +
        "s that do not exist or were skipped, the first is " +
        number_text(first_missing) + ".");
  }

  std::vector<int>
  AbaqusSetReader::nodes_of_cells(const std::vector<int> &cells) const
  {
    std::vector<int> nodes;
    for (const int cell : cells)
      {
        for (int v = 0; v < mesh.n_corners(); ++v)
          nodes.push_back(mesh.cells[cell][v]);
        if (!mesh.mid_nodes.empty())
          for (const int node : mesh.mid_nodes[cell].edges)
            if (node >= 0)
              nodes.push_back(node);
      }
    make_set(nodes);
    return nodes;
  }

  const FaceTable &AbaqusSetReader::faces()
  {
    if (!face_table)
      face_table = std::make_unique<FaceTable>(mesh);
    return *face_table;
  }

  std::vector<CellFace> AbaqusSetReader::element_faces(const InpBlock &block,
                                                       const AbaqusScope &scope)
  {
    std::vector<CellFace> result;
    for (const InpLine &line : block.data)
      {
        const auto fields = split_fields(line.text);
        if (fields.empty())
          continue;
        const auto cells = members(fields[0],
                                   scope,
                                   &AbaqusScope::cells,
                                   &AbaqusScope::cell_sets,
                                   line,
                                   "element");
        spend(6 * cells.size(), block);
        const std::string_view label = fields.size() > 1 ? fields[1] : "";
        const int face               = face_number(label, mesh.dimension);
        if (!label.empty() && face < 0)
          deck.fail(line,
                    "a face is S1 to S" + number_text(mesh.n_faces()) +
                      " for elements of this dimension, here stands " +
                      excerpt(label) + ". Correct the face.");
        for (const int cell : cells)
          if (!label.empty())
            result.push_back({cell, face});
          else
            for (int f = 0; f < mesh.n_faces(); ++f)
              if (faces().is_free({cell, f}))
                result.push_back({cell, f});
      }
    return result;
  }

  std::vector<CellFace> AbaqusSetReader::node_faces(const InpBlock &block,
                                                    const AbaqusScope &scope)
  {
    std::vector<int> nodes;
    for (const InpLine &line : block.data)
      {
        const auto fields = split_fields(line.text);
        if (fields.empty())
          continue;
        const auto more = members(fields[0],
                                  scope,
                                  &AbaqusScope::nodes,
                                  &AbaqusScope::node_sets,
                                  line,
                                  "node");
        spend(more.size(), block);
        unite(nodes, more);
      }
    make_set(nodes);
    return free_faces_with_nodes(mesh, faces(), nodes);
  }

  std::vector<CellFace>
  AbaqusSetReader::union_of(const InpBlock &block,
                            const AbaqusScope &scope) const
  {
    std::vector<CellFace> result;
    for (const InpLine &line : block.data)
      for (const std::string_view field : split_fields(line.text))
        {
          const auto [owner, name] = resolve(field, scope);
          const auto found         = owner->surfaces.find(upper_case(name));
          if (found == owner->surfaces.end())
            deck.fail(line,
                      "there is no surface " + excerpt(name) +
                        " before this line." +
                        did_you_mean(name, names_of(owner->surfaces)) +
                        " Define it first.");
          unite(result, found->second.items);
          make_set(result);
        }
    return result;
  }

  void AbaqusSetReader::read_surface(const InpBlock &block, AbaqusScope &scope)
  {
    const std::string name = block.value("NAME");
    if (name.empty())
      deck.fail(block, "*SURFACE without NAME=. Name the surface.");
    const std::string type =
      block.has("TYPE") ? upper_case(block.value("TYPE")) : "ELEMENT";
    const std::string combine = upper_case(block.value("COMBINE"));
    const bool is_known       = combine.empty() || combine == "UNION";
    if ((type != "ELEMENT" && type != "NODE") || !is_known)
      {
        mesh.notices.push_back("The surface " + excerpt(name) + " (" +
                               deck.place(block) + ", " +
                               (is_known ? "type " + excerpt(type)
                                         : "combination " + excerpt(combine)) +
                               ") is not made of element faces or nodes and "
                               "was skipped.");
        return;
      }
    n_missing  = 0;
    auto items = !combine.empty() ? union_of(block, scope)
                 : type == "NODE" ? node_faces(block, scope)
                                  : element_faces(block, scope);
    make_set(items);
    spend(items.size(), block);
    tell_missing(block, name, type == "NODE" ? "node" : "element");
    store(name, block.has("INTERNAL"), std::move(items), scope.surfaces);
  }
} // namespace rivlin
