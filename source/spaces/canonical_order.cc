// SPDX-License-Identifier: Apache-2.0
// Keys of the owned unknowns, cells and faces, sorted on rank 0.
#include <rivlin/spaces/canonical_order.h>

#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;

    /// Cell (4 numbers made by CellId) and number within the cell.
    using Key = std::array<unsigned int, 5>;

    template <int dim>
    Key key_within(const typename Discretization<dim>::CellIterator &cell,
                   const unsigned int number)
    {
      const auto id = cell->id().template to_binary<dim>();
      return {id[0], id[1], id[2], id[3], number};
    }

    /// The smallest key of each owned degree of freedom. All cells around it
    /// are owned or ghosts, so each rank finds its own keys alone.
    template <int dim>
    std::vector<Key> keys_of_dofs(const Discretization<dim> &discretization)
    {
      const Key none = {~0u, ~0u, ~0u, ~0u, ~0u};
      std::vector<Key> keys(discretization.n_owned_dofs(), none);
      const auto &owned = discretization.dofs().locally_owned_dofs();
      std::vector<dealii::types::global_dof_index> indices(
        discretization.element().n_dofs_per_cell());
      for (const auto &cell : discretization.dofs().active_cell_iterators())
        if (!cell->is_artificial())
          {
            cell->get_dof_indices(indices);
            for (unsigned int k = 0; k < indices.size(); ++k)
              if (owned.is_element(indices[k]))
                {
                  Key &key = keys[discretization.local_index(indices[k])];
                  key      = std::min(key, key_within<dim>(cell, k));
                }
          }
      return keys;
    }
  } // namespace

  template <int dim>
  CanonicalOrder::CanonicalOrder(const Discretization<dim> &discretization,
                                 const Unknowns &unknowns)
    : mpi_communicator(discretization.communicator())
  {
    const std::vector<Key> keys = keys_of_dofs(discretization);
    // Which degree of freedom is behind each entry of q and lambda: integers
    // are exact in double.
    DofVector numbers = discretization.make_vector();
    for (unsigned int dof = 0; dof < discretization.n_owned_dofs(); ++dof)
      numbers.local_element(dof) = dof;
    Blocks dofs;
    unknowns.gather(numbers, dofs);

    const auto keys_of = [&](const Vector &own_dofs) {
      std::vector<Key> own;
      for (const double dof : own_dofs)
        own.push_back(keys[static_cast<std::size_t>(dof)]);
      return own;
    };
    const auto sort = [&](const Block block, const std::vector<Key> &own) {
      Part &result = parts[static_cast<std::size_t>(block)];
      const std::vector<std::vector<Key>> all =
        mpi::gather(mpi_communicator, own, 0);
      result.n_own    = static_cast<int>(own.size());
      result.n_global = mpi::sum(result.n_own, mpi_communicator);
      std::vector<Key> joined;
      for (const std::vector<Key> &of_rank : all)
        {
          result.offsets.push_back(static_cast<int>(joined.size()));
          result.counts.push_back(static_cast<int>(of_rank.size()));
          joined.insert(joined.end(), of_rank.begin(), of_rank.end());
        }
      std::vector<int> by_key(joined.size());
      std::iota(by_key.begin(), by_key.end(), 0);
      std::sort(by_key.begin(), by_key.end(), [&](const int i, const int j) {
        return joined[i] < joined[j];
      });
      result.places.resize(joined.size());
      for (std::size_t place = 0; place < by_key.size(); ++place)
        {
          if (place > 0 && joined[by_key[place - 1]] == joined[by_key[place]])
            throw std::logic_error("Two unknowns have the same place.");
          result.places[by_key[place]] = static_cast<int>(place);
        }
    };
    sort(Block::displacement, keys_of(dofs.q));
    sort(Block::pressure, keys_of(dofs.lambda));
    std::vector<Key> cells, faces;
    for (int c = 0; c < discretization.n_cells(); ++c)
      cells.push_back(key_within<dim>(discretization.cell(c), 0));
    for (const BoundaryFace &face : boundary_faces(discretization))
      faces.push_back(
        key_within<dim>(discretization.cell(face.cell), face.face));
    sort(Block::cell, cells);
    sort(Block::face, faces);
  }

  namespace
  {
    /// Blocks of `width` numbers: counts stay those of unknowns or cells.
    class BlockType
    {
    public:
      explicit BlockType(const int width)
      {
        MPI_Type_contiguous(width, MPI_DOUBLE, &type);
        MPI_Type_commit(&type);
      }
      BlockType(const BlockType &)            = delete;
      BlockType &operator=(const BlockType &) = delete;
      ~BlockType()
      {
        MPI_Type_free(&type);
      }
      operator MPI_Datatype() const
      {
        return type;
      }

    private:
      MPI_Datatype type;
    };
  } // namespace

  Vector CanonicalOrder::gather(const Block block,
                                const Vector &own,
                                const int width) const
  {
    const Part &p            = part(block);
    const int rank           = mpi::this_mpi_process(mpi_communicator);
    const Eigen::Index n_own = Eigen::Index(p.n_own) * width,
                       n     = Eigen::Index(p.n_global) * width;
    if (own.size() < n_own || (rank > 0 && own.size() > n_own))
      throw std::logic_error("A vector of " + number_text(own.size()) +
                             " entries on rank " + number_text(rank) +
                             " does not belong to " + number_text(n_own) +
                             " unknowns.");
    Vector joined(rank == 0 ? n : 0);
    const BlockType type(width);
    MPI_Gatherv(own.data(),
                p.n_own,
                type,
                joined.data(),
                p.counts.data(),
                p.offsets.data(),
                type,
                0,
                mpi_communicator);
    if (rank > 0)
      return {};
    const Eigen::Index n_more = own.size() - n_own;
    Vector whole(n + n_more);
    for (int i = 0; i < p.n_global; ++i)
      whole.segment(Eigen::Index(p.places[i]) * width, width) =
        joined.segment(Eigen::Index(i) * width, width);
    whole.tail(n_more) = own.tail(n_more);
    return whole;
  }

  Vector CanonicalOrder::scatter(const Block block,
                                 const Vector &whole,
                                 const int width) const
  {
    const Part &p        = part(block);
    const int rank       = mpi::this_mpi_process(mpi_communicator);
    const Eigen::Index n = Eigen::Index(p.n_global) * width;
    if (rank == 0 && whole.size() < n)
      throw std::logic_error("A vector of " + number_text(whole.size()) +
                             " entries does not belong to " + number_text(n) +
                             " unknowns.");
    Vector joined(rank == 0 ? n : 0);
    if (rank == 0)
      for (int i = 0; i < p.n_global; ++i)
        joined.segment(Eigen::Index(i) * width, width) =
          whole.segment(Eigen::Index(p.places[i]) * width, width);
    const Eigen::Index n_more = rank == 0 ? whole.size() - n : 0;
    Vector own(Eigen::Index(p.n_own) * width + n_more);
    const BlockType type(width);
    MPI_Scatterv(joined.data(),
                 p.counts.data(),
                 p.offsets.data(),
                 type,
                 own.data(),
                 p.n_own,
                 type,
                 0,
                 mpi_communicator);
    if (n_more > 0)
      own.tail(n_more) = whole.tail(n_more);
    return own;
  }

  template <int dim>
  std::vector<BoundaryFace>
  boundary_faces(const Discretization<dim> &discretization)
  {
    std::vector<BoundaryFace> faces;
    for (int c = 0; c < discretization.n_cells(); ++c)
      {
        const auto &cell = discretization.cell(c);
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary())
            faces.push_back({c, static_cast<int>(f)});
      }
    return faces;
  }

  template CanonicalOrder::CanonicalOrder(const Discretization<2> &,
                                          const Unknowns &);
  template CanonicalOrder::CanonicalOrder(const Discretization<3> &,
                                          const Unknowns &);
  template std::vector<BoundaryFace> boundary_faces(const Discretization<2> &);
  template std::vector<BoundaryFace> boundary_faces(const Discretization<3> &);
} // namespace rivlin
