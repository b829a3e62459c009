// SPDX-License-Identifier: Apache-2.0
// Lengths relative to the part, stresses relative to the shear modulus.
#include <rivlin/fe/increment_weights.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  template <int dim>
  Vector increment_weights(const FEModel<dim> &model)
  {
    const MPI_Comm communicator = model.discretization().communicator();
    const double n_q =
      dealii::Utilities::MPI::sum(static_cast<double>(model.n_velocities()),
                                  communicator);
    const double n_lambda =
      dealii::Utilities::MPI::sum(static_cast<double>(model.n_multipliers()),
                                  communicator);
    const double of_q = 1 / (model.size_of_part() * std::sqrt(n_q));
    // The root mean square of equal pressures is the pressure.
    const double of_stress =
      model.increment_norm({Vector::Zero(model.n_velocities()),
                            Vector::Ones(model.n_multipliers())});
    const double of_lambda = of_stress / std::sqrt(std::max(n_lambda, 1.));
    Vector on_mesh;
    model.unknowns().to_rows({Vector::Constant(model.n_velocities(), of_q),
                              Vector::Constant(model.n_multipliers(),
                                               of_lambda)},
                             on_mesh);
    Vector on_sleeves =
      Vector::Constant(model.sleeves().n_owned_velocities(), of_q);
    // An angle counts as the displacement it causes.
    if (on_sleeves.size() > 0)
      for (int k = 0; k < model.sleeves().n_free(); ++k)
        {
          const RigidSleeve &body = model.sleeves().body(k);
          const int n_angles      = body.n_angles();
          on_sleeves.segment(model.sleeves().offset(k) + body.n_velocities() -
                               n_angles,
                             n_angles) *= model.size_of_part();
        }
    Vector weights(on_mesh.size() + on_sleeves.size());
    weights << on_mesh, on_sleeves;
    return weights;
  }

  template Vector increment_weights(const FEModel<2> &);
  template Vector increment_weights(const FEModel<3> &);
} // namespace rivlin
