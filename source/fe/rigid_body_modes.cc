// SPDX-License-Identifier: Apache-2.0
// A rigid motion w is left free if it moves no held component: it lies in the
// null space of the sum of w_i(X) w_j(X) over those.
#include <rivlin/fe/rigid_body_modes.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <string>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    constexpr int n_rigid_modes = dim == 2 ? 3 : 6;

    template <int dim>
    using RigidModes = Eigen::Matrix<double, n_rigid_modes<dim>, 1>;

    std::vector<std::string> rigid_mode_names(const int dim)
    {
      if (dim == 2)
        return {"translation x", "translation y", "rotation about z"};
      return {"translation x",
              "translation y",
              "translation z",
              "rotation about x",
              "rotation about y",
              "rotation about z"};
    }

    /// Whether the sleeve can rotate about an axis.
    bool turns(const RigidSleeveProperties &body, const int axis)
    {
      return body.rotation == RotationFreedom::free ||
             (body.rotation == RotationFreedom::about_axis &&
              body.axis == axis);
    }

    /// One component of the translations and of the rotations e x X at X.
    template <int dim>
    RigidModes<dim> rigid_modes(const Point<dim> &X, const int component)
    {
      RigidModes<dim> w = RigidModes<dim>::Zero();
      w[component]      = 1;
      if constexpr (dim == 2)
        w[2] = component == 0 ? -X[1] : X[0];
      else
        for (int axis = 0; axis < 3; ++axis)
          {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            if (component == next)
              w[3 + axis] = -X[last];
            else if (component == last)
              w[3 + axis] = X[next];
          }
      return w;
    }

    /// Sum of w w^T over what is held, and how many terms it has.
    template <int dim>
    struct HeldModes
    {
      Matrix gram  = Matrix::Zero(n_rigid_modes<dim>, n_rigid_modes<dim>);
      double count = 0;

      void hold(const RigidModes<dim> &w)
      {
        gram += w * w.transpose();
        count += 1;
      }
    };

    /// Driven directions and springs of free sleeves hold the body, too.
    template <int dim>
    void add_free_sleeves(const PrescribedMotion<dim> &motion,
                          const double length,
                          HeldModes<dim> &modes)
    {
      for (unsigned int s = 0; s < motion.supports().size(); ++s)
        {
          const Support<dim> &support = motion.supports()[s];
          if (!is_free_sleeve(support))
            continue;
          const RigidSleeveProperties &body = support.sleeve->body;
          for (int i = 0; i < dim; ++i)
            if (!body.free_translation[i] || body.stiffness[i] > 0)
              modes.hold(rigid_modes<dim>(motion.centre(s) / length, i));
          for (int axis = dim == 2 ? 2 : 0; axis < 3; ++axis)
            if (!turns(body, axis) || body.stiffness[3 + axis] > 0)
              modes.hold(RigidModes<dim>::Unit(n_rigid_modes<dim>,
                                               dim == 2 ? 2 : 3 + axis));
        }
    }
  } // namespace

  template <int dim>
  void refuse_free_rigid_body_modes(const PrescribedMotion<dim> &motion,
                                    const std::vector<HeldPoint<dim>> &held,
                                    const double length,
                                    MPI_Comm communicator)
  {
    constexpr int n_modes = n_rigid_modes<dim>;
    HeldModes<dim> modes;
    for (const auto &points : {motion.held_points(), held})
      for (const HeldPoint<dim> &point : points)
        modes.hold(rigid_modes<dim>(point.X / length, point.component));
    if (Utilities::MPI::this_mpi_process(communicator) == 0)
      add_free_sleeves(motion, length, modes);
    MPI_Allreduce(MPI_IN_PLACE,
                  modes.gram.data(),
                  n_modes * n_modes,
                  MPI_DOUBLE,
                  MPI_SUM,
                  communicator);
    const double count = Utilities::MPI::sum(modes.count, communicator);

    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(modes.gram);
    std::vector<Vector> free_modes;
    for (int k = 0; k < n_modes; ++k)
      if (eigen.eigenvalues()[k] <= 1e-10 * std::max(count, 1.))
        free_modes.push_back(eigen.eigenvectors().col(k));
    if (free_modes.empty())
      return;
    const std::vector<std::string> names = rigid_mode_names(dim);
    // Name the coordinate motions that take part in the free ones.
    std::string list;
    for (int i = 0; i < n_modes; ++i)
      {
        double share = 0;
        for (const Vector &mode : free_modes)
          share += mode[i] * mode[i];
        if (share > 1e-6)
          list += (list.empty() ? "" : ", ") + names[i];
      }
    throw Error(
      "The supports leave " + number_text(free_modes.size()) +
      " rigid body motion" + (free_modes.size() > 1 ? "s" : "") + " free (" +
      list +
      "). Add a support: for example a section Supports/<set> "
      "with \"Type = fixed\", more \"Components\" of an existing one, or "
      "springs to the ground (Loads/<set> with \"Type = springs\").");
  }

  template void refuse_free_rigid_body_modes(const PrescribedMotion<2> &,
                                             const std::vector<HeldPoint<2>> &,
                                             double,
                                             MPI_Comm);
  template void refuse_free_rigid_body_modes(const PrescribedMotion<3> &,
                                             const std::vector<HeldPoint<3>> &,
                                             double,
                                             MPI_Comm);
} // namespace rivlin
