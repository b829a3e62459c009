// SPDX-License-Identifier: Apache-2.0
// Products with blocks and with their transposes.
#include <rivlin/fe/unsymmetric_blocks.h>

#include <deal.II/base/mpi.h>

#include <array>
#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// K x and K^T x.
    template <int dim>
    std::pair<Vector, Vector> products(const FEModel<dim> &model,
                                       const KeptBlocks<dim> &blocks,
                                       const Vector &x)
    {
      const auto &space = model.discretization();
      Blocks parts;
      model.unknowns().from_rows(x, parts);
      DofVector x_dofs = space.make_vector();
      model.unknowns().scatter(parts.q, parts.lambda, x_dofs);
      x_dofs.update_ghost_values();
      std::array<DofVector, 2> images = {space.make_vector(),
                                         space.make_vector()};
      blocks.multiply(space, x_dofs, images[0], images[1]);
      std::array<Vector, 2> rows;
      for (int i = 0; i < 2; ++i)
        {
          images[i].compress(dealii::VectorOperation::add);
          model.unknowns().gather(images[i], parts);
          model.unknowns().to_rows(parts, rows[i]);
        }
      return {rows[0], rows[1]};
    }
  } // namespace

  template <int dim>
  Vector skew_product(const FEModel<dim> &model,
                      const KeptBlocks<dim> &blocks,
                      const Vector &x)
  {
    const auto [row, column] = products(model, blocks, x);
    return (row - column) / 2;
  }

  template <int dim>
  bool is_unsymmetric(const FEModel<dim> &model, const KeptBlocks<dim> &blocks)
  {
    const MPI_Comm communicator = model.discretization().communicator();
    if (model.actions().empty() ||
        dealii::Utilities::MPI::max(blocks.empty() ? 0 : 1, communicator) == 0)
      return false;
    const auto &unknowns = model.unknowns();
    const Vector x       = Vector::NullaryExpr(unknowns.n_owned(), [&](int i) {
      return std::sin(unknowns.first() + i + 1.);
    });
    const auto [row, column] = products(model, blocks, x);
    const double gap =
      dealii::Utilities::MPI::sum((row - column).squaredNorm(), communicator);
    const double size =
      dealii::Utilities::MPI::sum(row.squaredNorm(), communicator);
    return gap > 1e-20 * size;
  }

  template Vector
  skew_product(const FEModel<2> &, const KeptBlocks<2> &, const Vector &);
  template Vector
  skew_product(const FEModel<3> &, const KeptBlocks<3> &, const Vector &);
  template bool is_unsymmetric(const FEModel<2> &, const KeptBlocks<2> &);
  template bool is_unsymmetric(const FEModel<3> &, const KeptBlocks<3> &);
} // namespace rivlin
