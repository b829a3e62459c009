// SPDX-License-Identifier: Apache-2.0
// Mass matrix of the pressures (Elman, Silvester and Wathen, Finite Elements
// and Fast Iterative Solvers, 2014, chapter 4) and, for matrices of inertia,
// the product with the inverted diagonal.
#include <rivlin/solvers/pressure_schur.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/diagonal_matrix.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/trilinos_vector.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Reduction of the residual in solves with the approximation: below what
    /// FGMRES notices, measured in doc/theory/linear_solvers.md.
    constexpr double inner_tolerance = 1e-2;
    constexpr int max_inner          = 100;
  } // namespace

  template <int dim>
  std::vector<char> find_pressures(const Discretization<dim> &discretization,
                                   const Unknowns &unknowns,
                                   const SubassembledProduct &product)
  {
    // Ghosts ask their owner.
    DistributedVector<float> marks = product.make_vector<float>();
    for (unsigned int dof = 0; dof < discretization.n_owned_dofs(); ++dof)
      if (unknowns.number(dof) >= 0 && !unknowns.is_displacement(dof))
        marks.local_element(unknowns.number(dof) - unknowns.first()) = 1;
    marks.update_ghost_values();
    return {marks.begin(), marks.begin() + product.n_local()};
  }

  template <int dim>
  PressureSchur::PressureSchur(const Discretization<dim> &space,
                               const Unknowns &unknowns,
                               const std::vector<const Material *> &materials,
                               const SubassembledProduct &matrix_product,
                               const std::vector<char> &is_pressure)
    : product(&matrix_product)
    , number(product->n_local(), -1)
    , coupling(matrix_product,
               is_pressure,
               PackedBlock::Between::displacements_and_pressures,
               PackedBlock::Precision::single)
    , pressure(product->make_vector<float>())
    , force(product->make_vector<float>())
    , owned_unknowns(unknowns.owned_numbers())
  {
    const MPI_Comm communicator = space.communicator();
    const int n_own             = unknowns.n_lambda();
    int offset                  = 0;
    MPI_Exscan(&n_own, &offset, 1, MPI_INT, MPI_SUM, communicator);
    if (dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
      offset = 0;
    const int n_all = dealii::Utilities::MPI::sum(n_own, communicator);
    owned.set_size(n_all);
    owned.add_range(offset, offset + n_own);

    // Ghosts learn their number from the owner; integers are exact in double.
    DofVector exchange = product->make_vector();
    exchange           = -1.;
    for (unsigned int dof = 0; dof < space.n_owned_dofs(); ++dof)
      if (unknowns.number(dof) >= 0 && !unknowns.is_displacement(dof))
        {
          rows.push_back(unknowns.number(dof) - unknowns.first());
          exchange.local_element(rows.back()) =
            static_cast<double>(offset + rows.size() - 1);
        }
    exchange.update_ghost_values();
    for (int i = 0; i < product->n_local(); ++i)
      number[i] = static_cast<int>(exchange.local_element(i));

    dealii::DynamicSparsityPattern sparsity(n_all);
    for_entries([&](const unsigned int i, const unsigned int j, std::size_t) {
      if (number[i] >= 0)
        {
          sparsity.add(number[i], number[j]);
          sparsity.add(number[j], number[i]);
        }
    });
    mass.reinit(owned, sparsity, communicator, true);
    const int nu      = space.n_displacements_per_cell();
    const int np      = space.n_pressures_per_cell();
    const auto &basis = space.kernel().basis();
    for (int c = 0; c < space.n_cells(); ++c)
      if (has_pressure(*materials[c]))
        {
          const double weight = 1 / initial_shear_modulus(*materials[c]) +
                                1 / initial_bulk_modulus(*materials[c]);
          std::vector<unsigned int> local;
          for (const unsigned int dof : space.cell_dofs(c).subspan(nu))
            local.push_back(number[product->local_index(unknowns.number(dof))]);
          for (int m = 0; m < np; ++m)
            for (int n = 0; n < np; ++n)
              {
                double sum = 0;
                for (int q = 0; q < basis.n_points; ++q)
                  sum += basis.pressure_values[q * np + m] *
                         basis.pressure_values[q * np + n] *
                         space.weights(c)[q];
                mass.add(local[m], local[n], weight * sum);
              }
        }
    mass.compress(dealii::VectorOperation::add);
    inverse_diagonal.reinit(owned, communicator);
  }

  template <typename Action>
  void PressureSchur::for_entries(const Action &action) const
  {
    for (int r = 0; r < product->n_rows(); ++r)
      {
        const SubassembledProduct::Row row = product->row(r);
        for (std::size_t k = 0; k < row.columns.size(); ++k)
          if (number[row.columns[k]] >= 0)
            action(row.unknown, row.columns[k], row.first + k);
          else if (number[row.unknown] >= 0)
            action(row.columns[k], row.unknown, row.first + k);
      }
  }

  void PressureSchur::update(const std::vector<double> &values,
                             const DofVector &diagonal,
                             const bool is_mass_dominated)
  {
    coupling.update(values);
    uses_mass = !is_mass_dominated;
    if (is_mass_dominated)
      make_diagonal_approximation(values, diagonal);
    const auto &matrix = uses_mass ? mass : other;
    for (std::size_t i = 0; i < rows.size(); ++i)
      {
        const double entry =
          std::abs(matrix.diag_element(owned.nth_index_in_set(i)));
        inverse_diagonal.local_element(i) = entry > 0 ? 1 / entry : 1.;
      }
  }

  void
  PressureSchur::make_diagonal_approximation(const std::vector<double> &values,
                                             const DofVector &diagonal)
  {
    const auto number_of_unknown = [&](const unsigned int i) {
      return diagonal.get_partitioner()->local_to_global(i);
    };
    const MPI_Comm communicator = diagonal.get_mpi_communicator();
    // B^T with the rows of all unknowns; those of the pressures stay empty.
    dealii::DynamicSparsityPattern sparsity(owned_unknowns.size(),
                                            owned.size());
    for_entries([&](const unsigned int i, const unsigned int j, std::size_t) {
      if (number[i] < 0)
        sparsity.add(number_of_unknown(i), number[j]);
    });
    dealii::TrilinosWrappers::SparseMatrix transposed;
    transposed.reinit(owned_unknowns, owned, sparsity, communicator, true);
    for_entries([&](const unsigned int i,
                    const unsigned int j,
                    const std::size_t position) {
      if (number[i] < 0)
        transposed.add(number_of_unknown(i), number[j], values[position]);
    });
    transposed.compress(dealii::VectorOperation::add);
    dealii::TrilinosWrappers::MPI::Vector inverse(owned_unknowns, communicator);
    for (unsigned int i = 0; i < owned_unknowns.n_elements(); ++i)
      inverse[number_of_unknown(i)] =
        number[i] >= 0 ? 0. : 1 / diagonal.local_element(i);
    inverse.compress(dealii::VectorOperation::insert);
    dealii::TrilinosWrappers::SparseMatrix squared;
    transposed.Tmmult(squared, transposed, inverse);

    dealii::DynamicSparsityPattern sum_sparsity(owned.size());
    for (const auto row : owned)
      for (auto entry = squared.begin(row); entry != squared.end(row); ++entry)
        sum_sparsity.add(row, entry->column());
    for_entries([&](const unsigned int i, const unsigned int j, std::size_t) {
      if (number[i] >= 0)
        {
          sum_sparsity.add(number[i], number[j]);
          sum_sparsity.add(number[j], number[i]);
        }
    });
    other.reinit(owned, sum_sparsity, communicator, true);
    for (const auto row : owned)
      for (auto entry = squared.begin(row); entry != squared.end(row); ++entry)
        other.add(row, entry->column(), entry->value());
    // The matrix holds -C.
    for_entries([&](const unsigned int i,
                    const unsigned int j,
                    const std::size_t position) {
      if (number[i] < 0)
        return;
      other.add(number[i], number[j], -values[position]);
      if (i != j)
        other.add(number[j], number[i], -values[position]);
    });
    other.compress(dealii::VectorOperation::add);
    multigrid.initialize(other);
  }

  void PressureSchur::solve(const DofVector &r, DofVector &p) const
  {
    DofVector b(inverse_diagonal), y;
    y.reinit(b);
    for (std::size_t i = 0; i < rows.size(); ++i)
      b.local_element(i) = -r.local_element(rows[i]);
    // An inner solve that stops early is a weaker preconditioner, not an error.
    dealii::IterationNumberControl control(max_inner,
                                           inner_tolerance * b.l2_norm());
    dealii::SolverCG<DofVector> cg(control);
    if (uses_mass)
      cg.solve(mass, y, b, dealii::DiagonalMatrix<DofVector>(inverse_diagonal));
    else
      cg.solve(other, y, b, multigrid);
    for (std::size_t i = 0; i < rows.size(); ++i)
      p.local_element(rows[i]) = y.local_element(i);
  }

  void PressureSchur::subtract_force(const DofVector &p, DofVector &f)
  {
    // Single precision has a small range: the product sees p of size 1.
    double size = 0;
    for (const unsigned int i : rows)
      size = std::max(size, std::abs(p.local_element(i)));
    size = dealii::Utilities::MPI::max(size, p.get_mpi_communicator());
    if (size == 0)
      return;
    for (const unsigned int i : rows)
      pressure.local_element(i) = static_cast<float>(p.local_element(i) / size);
    coupling.multiply(pressure, force);
    for (int i = 0; i < product->n_owned(); ++i)
      f.local_element(i) -= size * force.local_element(i);
  }

  template std::vector<char> find_pressures(const Discretization<2> &,
                                            const Unknowns &,
                                            const SubassembledProduct &);
  template std::vector<char> find_pressures(const Discretization<3> &,
                                            const Unknowns &,
                                            const SubassembledProduct &);
  template PressureSchur::PressureSchur(const Discretization<2> &,
                                        const Unknowns &,
                                        const std::vector<const Material *> &,
                                        const SubassembledProduct &,
                                        const std::vector<char> &);
  template PressureSchur::PressureSchur(const Discretization<3> &,
                                        const Unknowns &,
                                        const std::vector<const Material *> &,
                                        const SubassembledProduct &,
                                        const std::vector<char> &);
} // namespace rivlin
