// SPDX-License-Identifier: Apache-2.0
// Numbers and names that belong to one instance of an Abaqus deck, or to the
// assembly, or to the whole of a deck without parts.
#pragma once

#include "inp_deck.h"

#include <rivlin/mesh/face_table.h>
#include <rivlin/mesh/plain_mesh.h>

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace rivlin
{
  template <typename T>
  struct NamedSet
  {
    std::string name; ///< as written first
    bool is_internal = false;
    std::vector<T> items; ///< sorted, indices of the whole mesh
  };

  struct AbaqusScope
  {
    std::string instance; ///< empty: assembly or deck without parts
    std::unordered_map<long long, int> nodes;
    std::unordered_map<long long, int> cells;
    /// Sets by their names in upper case.
    std::map<std::string, NamedSet<int>> node_sets;
    std::map<std::string, NamedSet<int>> cell_sets;
    std::map<std::string, NamedSet<CellFace>> surfaces;
  };

  /// Fills scopes and mesh from blocks; keeps references to its arguments.
  class AbaqusSetReader
  {
  public:
    AbaqusSetReader(const InpDeck &deck,
                    PlainMesh &mesh,
                    std::vector<AbaqusScope> &instances);

    /// The set of *NODE, NSET= or *ELEMENT, ELSET=.
    static void add(const std::string &name,
                    std::vector<int> items,
                    std::map<std::string, NamedSet<int>> &sets);

    /// *NSET and *ELSET.
    void read_set(const InpBlock &block, AbaqusScope &scope);

    /// *SURFACE; all sets must be known.
    void read_surface(const InpBlock &block, AbaqusScope &scope);

    /// The cells of a set by its name, perhaps with an instance before it.
    const NamedSet<int> *find_cell_set(std::string_view name,
                                       const AbaqusScope &scope) const;

  private:
    using Numbers = std::unordered_map<long long, int> AbaqusScope::*;
    using Sets    = std::map<std::string, NamedSet<int>> AbaqusScope::*;

    const AbaqusScope *find_instance(std::string_view name) const;
    /// Splits "instance.name"; the name alone stays in the scope.
    std::pair<const AbaqusScope *, std::string_view>
    resolve(std::string_view name, const AbaqusScope &scope) const;
    std::vector<int> members(std::string_view field,
                             const AbaqusScope &scope,
                             Numbers numbers,
                             Sets sets,
                             const InpLine &line,
                             const std::string &kind);
    std::vector<int> generate(const InpLine &line,
                              const std::unordered_map<long long, int> &numbers,
                              const std::string &kind) const;
    void tell_missing(const InpBlock &block,
                      const std::string &name,
                      const std::string &kind);
    std::vector<int> nodes_of_cells(const std::vector<int> &cells) const;
    std::vector<CellFace> element_faces(const InpBlock &block,
                                        const AbaqusScope &scope);
    std::vector<CellFace> node_faces(const InpBlock &block,
                                     const AbaqusScope &scope);
    std::vector<CellFace> union_of(const InpBlock &block,
                                   const AbaqusScope &scope) const;
    void spend(std::size_t n_items, const InpBlock &block);
    const FaceTable &faces();

    const InpDeck &deck;
    PlainMesh &mesh;
    std::vector<AbaqusScope> &instances;
    std::unique_ptr<FaceTable> face_table;
    std::size_t n_spent     = 0;
    long long n_missing     = 0; ///< numbers of the present set without owner
    long long first_missing = 0;
  };
} // namespace rivlin
