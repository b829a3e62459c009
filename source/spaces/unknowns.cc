// SPDX-License-Identifier: Apache-2.0
// Numbering of the unknowns.
#include <rivlin/spaces/unknowns.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  template <int dim>
  Unknowns::Unknowns(const Discretization<dim> &discretization,
                     const std::vector<bool> &is_eliminated)
    : numbers(discretization.n_relevant_dofs(), -1)
    , is_pressure(discretization.n_relevant_dofs(), false)
  {
    for (int c = 0; c < discretization.n_cells(); ++c)
      for (int m = 0; m < discretization.n_pressures_per_cell(); ++m)
        is_pressure[discretization.cell_dofs(
          c)[discretization.n_displacements_per_cell() + m]] = true;

    for (unsigned int dof = 0; dof < discretization.n_owned_dofs(); ++dof)
      if (!is_eliminated[dof])
        {
          numbers[dof] = n_owned();
          if (is_pressure[dof])
            {
              lambda_rows.push_back(n_owned());
              lambda_dofs.push_back(dof);
            }
          else
            {
              q_rows.push_back(n_owned());
              q_dofs.push_back(dof);
            }
        }

    const MPI_Comm communicator = discretization.communicator();
    for (const int n :
         dealii::Utilities::MPI::all_gather(communicator, n_owned()))
      total += n;
    int offset    = 0;
    const int own = n_owned();
    MPI_Exscan(&own, &offset, 1, MPI_INT, MPI_SUM, communicator);
    first_owned =
      dealii::Utilities::MPI::this_mpi_process(communicator) == 0 ? 0 : offset;

    // Ghosts learn their number from the owner; integers are exact in double.
    DofVector exchange = discretization.make_vector();
    for (unsigned int dof = 0; dof < discretization.n_owned_dofs(); ++dof)
      {
        if (numbers[dof] >= 0)
          numbers[dof] += first_owned;
        exchange.local_element(dof) = numbers[dof];
      }
    exchange.update_ghost_values();
    for (unsigned int dof = discretization.n_owned_dofs();
         dof < discretization.n_relevant_dofs();
         ++dof)
      numbers[dof] = static_cast<int>(exchange.local_element(dof));
  }

  dealii::IndexSet Unknowns::owned_numbers() const
  {
    dealii::IndexSet owned(total);
    owned.add_range(first_owned, first_owned + n_owned());
    return owned;
  }

  void Unknowns::scatter(const Vector &q,
                         const Vector &lambda,
                         DofVector &dofs) const
  {
    for (std::size_t i = 0; i < q_dofs.size(); ++i)
      dofs.local_element(q_dofs[i]) = q[i];
    for (std::size_t i = 0; i < lambda_dofs.size(); ++i)
      dofs.local_element(lambda_dofs[i]) = lambda[i];
  }

  void Unknowns::gather(const DofVector &dofs, Blocks &blocks) const
  {
    blocks.q.resize(n_q());
    blocks.lambda.resize(n_lambda());
    for (std::size_t i = 0; i < q_dofs.size(); ++i)
      blocks.q[i] = dofs.local_element(q_dofs[i]);
    for (std::size_t i = 0; i < lambda_dofs.size(); ++i)
      blocks.lambda[i] = dofs.local_element(lambda_dofs[i]);
  }

  void Unknowns::to_rows(const Blocks &blocks, Vector &rows) const
  {
    rows.resize(n_owned());
    for (std::size_t i = 0; i < q_rows.size(); ++i)
      rows[q_rows[i]] = blocks.q[i];
    for (std::size_t i = 0; i < lambda_rows.size(); ++i)
      rows[lambda_rows[i]] = blocks.lambda[i];
  }

  void Unknowns::from_rows(const Vector &rows, Blocks &blocks) const
  {
    blocks.q.resize(n_q());
    blocks.lambda.resize(n_lambda());
    for (std::size_t i = 0; i < q_rows.size(); ++i)
      blocks.q[i] = rows[q_rows[i]];
    for (std::size_t i = 0; i < lambda_rows.size(); ++i)
      blocks.lambda[i] = rows[lambda_rows[i]];
  }

  template Unknowns::Unknowns(const Discretization<2> &,
                              const std::vector<bool> &);
  template Unknowns::Unknowns(const Discretization<3> &,
                              const std::vector<bool> &);
} // namespace rivlin
