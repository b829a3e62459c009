// SPDX-License-Identifier: Apache-2.0
// The largest |J - Jhat(p)| at Gauss points, its place, and how much rubber is
// concerned.
#include <rivlin/fe/volume_error.h>

#include <rivlin/base/number_text.h>
#include <rivlin/fe/gauss_point_fields.h>
#include <rivlin/spaces/point_text.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>

#include <array>
#include <cmath>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// Undeformed place of Gauss point q of cell c.
    template <int dim>
    Point<dim>
    gauss_point(const Discretization<dim> &space, const int c, const int q)
    {
      const QGauss<dim> quadrature(space.element().degree + 1);
      return space.mapping().transform_unit_to_real_cell(space.cell(c),
                                                         quadrature.point(q));
    }
  } // namespace

  template <int dim>
  VolumeError<dim> volume_error(const FEModel<dim> &model,
                                const State &state,
                                const double limit)
  {
    const Discretization<dim> &space = model.discretization();
    const ElementBasis &basis        = space.kernel().basis();
    const MPI_Comm communicator      = space.communicator();
    const DofVector dofs             = model.all_dofs(state);
    VolumeError<dim> worst;
    int cell = -1, point = -1;
    double beyond = 0, rubber = 0;
    for (int c = 0; c < space.n_cells(); ++c)
      {
        const VolumetricLaw *law = volumetric_law(model.material_of_cell(c));
        if (basis.n_pressure_nodes == 0 || law == nullptr)
          continue;
        for (int q = 0; q < basis.n_points; ++q)
          {
            const auto [F, p] = gauss_point_state(space, c, q, dofs);
            const double J    = F.determinant();
            const double expected =
              1 + invert_volumetric(*law, p).volume_change;
            const double weight = space.weights(c)[q];
            rubber += weight;
            if (std::abs(J - expected) > limit)
              beyond += weight;
            if (std::abs(J - expected) > worst.size() || cell < 0)
              {
                worst.J        = J;
                worst.expected = expected;
                cell           = c;
                point          = q;
              }
          }
      }
    if (cell >= 0)
      worst.place = gauss_point(space, cell, point);
    // Of equal ones that of the lowest rank.
    const double largest = Utilities::MPI::max(worst.size(), communicator);
    const unsigned int n = Utilities::MPI::n_mpi_processes(communicator);
    const unsigned int holder =
      Utilities::MPI::min(cell >= 0 && worst.size() == largest
                            ? Utilities::MPI::this_mpi_process(communicator)
                            : n,
                          communicator);
    if (holder == n)
      return {};
    std::array<double, dim + 2> values = {worst.J, worst.expected};
    for (int i = 0; i < dim; ++i)
      values[2 + i] = worst.place[i];
    MPI_Bcast(values.data(), dim + 2, MPI_DOUBLE, holder, communicator);
    worst.J        = values[0];
    worst.expected = values[1];
    for (int i = 0; i < dim; ++i)
      worst.place[i] = values[2 + i];
    worst.share = Utilities::MPI::sum(beyond, communicator) /
                  Utilities::MPI::sum(rubber, communicator);
    return worst;
  }

  template <int dim>
  std::string describe(const VolumeError<dim> &error, const double limit)
  {
    return "J is " + number_text(error.J, 3) + " at " +
           point_text(error.place) + ", where the pressure asks for " +
           number_text(error.expected, 6) + "; the difference is above " +
           number_text(limit) + " in " + number_text(100 * error.share, 2) +
           " % of the rubber. The mixed element keeps volumes in the mean, and "
           "a bonded edge or a crease is singular: stresses there mean "
           "nothing. A finer mesh does not help; see doc/theory/edges.md.";
  }

  template VolumeError<2>
  volume_error(const FEModel<2> &, const State &, double);
  template VolumeError<3>
  volume_error(const FEModel<3> &, const State &, double);
  template std::string describe(const VolumeError<2> &, double);
  template std::string describe(const VolumeError<3> &, double);
} // namespace rivlin
