// SPDX-License-Identifier: Apache-2.0
// B^T 1 = 0 on the free displacements is what makes the pressure level free.
#include <rivlin/fe/pressure_level.h>

#include <rivlin/base/error.h>
#include <rivlin/fe/cell_evaluator.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  template <int dim>
  void refuse_free_pressure_level(const FEModel<dim> &model)
  {
    for (const auto &[region, id] : model.mesh().material_sets)
      if (const Material &material = model.material_of_region(id);
          has_pressure(material) && !is_incompressible(material))
        return;
    if (model.constraint_kind() != ConstraintKind::rigid)
      return;

    // int div N_a, cell by cell from the coupling at rest.
    const auto &space       = model.discretization();
    const int nu            = space.n_displacements_per_cell();
    const int np            = space.n_pressures_per_cell();
    const DofVector at_rest = space.make_vector();
    CellEvaluator<dim> evaluate_cell(model);
    DofVector flux = space.make_vector();
    double size    = 0;
    for (int c = 0; c < space.n_cells(); ++c)
      {
        const ElementResult &cell =
          evaluate_cell(c, at_rest, Need::residual_and_tangent);
        for (int k = 0; k < nu; ++k)
          for (int m = 0; m < np; ++m)
            {
              flux.local_element(space.cell_dofs(c)[k]) +=
                cell.coupling[m * nu + k];
              size = std::max(size, std::abs(cell.coupling[m * nu + k]));
            }
      }
    flux.compress(dealii::VectorOperation::add);
    Blocks free_flux;
    model.unknowns().gather(flux, free_flux);
    const MPI_Comm communicator = space.communicator();
    const double largest =
      dealii::Utilities::MPI::max(free_flux.q.size() > 0
                                    ? free_flux.q.cwiseAbs().maxCoeff()
                                    : 0.,
                                  communicator);
    if (largest <= 1e-9 * dealii::Utilities::MPI::max(size, communicator))
      throw Error(
        "The rubber is incompressible (infinite bulk modulus) and its whole "
        "boundary is prescribed: nothing determines the level of the pressure, "
        "and motions that change the enclosed volume are impossible. Give a "
        "finite \"Bulk modulus\" or free a part of the boundary.");
  }

  template void refuse_free_pressure_level(const FEModel<2> &);
  template void refuse_free_pressure_level(const FEModel<3> &);
} // namespace rivlin
