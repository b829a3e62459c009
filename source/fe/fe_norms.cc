// SPDX-License-Identifier: Apache-2.0
// How the finite element model measures increments, residuals and errors.
#include <rivlin/dynamics/local_coordinates.h>
#include <rivlin/fe/fe_model.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  double FEModel<dim>::increment_norm(const Blocks &increment) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    double sum                  = increment.q.squaredNorm();
    // An angle counts as the displacement it causes.
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        {
          const int n        = sleeves_.body(k).n_velocities();
          const int n_angles = sleeves_.body(k).n_angles();
          const double angles =
            increment.q
              .segment(unknowns_.n_q() + sleeves_.offset(k) + n - n_angles,
                       n_angles)
              .squaredNorm();
          sum += (length_scale * length_scale - 1) * angles;
        }
    const double q = Utilities::MPI::sum(sum, communicator) /
                     std::max(global_size[0], 1.) /
                     (length_scale * length_scale);
    const double lambda =
      Utilities::MPI::sum(increment.lambda.squaredNorm(), communicator) /
      std::max(global_size[1], 1.) / (stress_scale * stress_scale);
    return std::sqrt(q + lambda);
  }

  template <int dim>
  double FEModel<dim>::error_norm(const State &state_n,
                                  const State &state_np,
                                  const Blocks &error,
                                  const Vector &velocity_error,
                                  const Tolerances &tolerances) const
  {
    const double h =
      tolerances.scale_with_step ? state_np.time - state_n.time : 1.;
    const auto square = [&](const double e, const double size) {
      const double bound = tolerances.absolute + tolerances.relative * size;
      return e / bound * (e / bound);
    };
    const auto sum = [&](const Vector &e,
                         const Vector &x_n,
                         const Vector &x_np,
                         const double scale,
                         const Eigen::Index n) {
      double squares = 0;
      for (Eigen::Index i = 0; i < n; ++i)
        squares +=
          square(scale * e[i], std::max(std::abs(x_n[i]), std::abs(x_np[i])));
      return squares;
    };
    // The mesh, then the sleeves, whose angles count as the displacements they
    // cause: tolerances are lengths.
    const int n_q = unknowns_.n_q();
    double own    = sum(error.q, state_n.q, state_np.q, 1., n_q) +
                 sum(velocity_error, state_n.v, state_np.v, h, n_q) +
                 sum(error.lambda,
                     state_n.lambda,
                     state_np.lambda,
                     h * h,
                     error.lambda.size());
    if (sleeves_.n_owned_velocities() > 0)
      for (int k = 0; k < sleeves_.n_free(); ++k)
        {
          const RigidSleeve &body = sleeves_.body(k);
          const int n = body.n_velocities(), first = n_q + sleeves_.offset(k);
          for (int j = 0; j < n; ++j)
            {
              const int i        = first + j;
              const double scale = j < n - body.n_angles() ? 1. : length_scale;
              own +=
                square(scale * error.q[i],
                       scale *
                         std::max(size_in_direction(space_, state_n.q, i),
                                  size_in_direction(space_, state_np.q, i))) +
                square(scale * h * velocity_error[i],
                       scale * std::max(std::abs(state_n.v[i]),
                                        std::abs(state_np.v[i])));
            }
        }
    const double squares =
      Utilities::MPI::sum(own, discretization_.communicator());
    return std::sqrt(squares / (2 * global_size[0] + global_size[1]));
  }

  template <int dim>
  double FEModel<dim>::residual_norm(const Blocks &residual) const
  {
    return std::sqrt(Utilities::MPI::sum(residual.q.squaredNorm() +
                                           residual.lambda.squaredNorm(),
                                         discretization_.communicator()));
  }

  template <int dim>
  double FEModel<dim>::work(const Vector &force, const Vector &increment) const
  {
    return Utilities::MPI::sum(force.dot(increment),
                               discretization_.communicator());
  }

  template double FEModel<2>::increment_norm(const Blocks &) const;
  template double FEModel<2>::error_norm(const State &,
                                         const State &,
                                         const Blocks &,
                                         const Vector &,
                                         const Tolerances &) const;
  template double FEModel<2>::residual_norm(const Blocks &) const;
  template double FEModel<2>::work(const Vector &, const Vector &) const;

  template double FEModel<3>::increment_norm(const Blocks &) const;
  template double FEModel<3>::error_norm(const State &,
                                         const State &,
                                         const Blocks &,
                                         const Vector &,
                                         const Tolerances &) const;
  template double FEModel<3>::residual_norm(const Blocks &) const;
  template double FEModel<3>::work(const Vector &, const Vector &) const;
} // namespace rivlin
