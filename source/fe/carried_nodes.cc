// SPDX-License-Identifier: Apache-2.0
// Sums over carried nodes. In the frame of the support the force depends on y
// alone, and y moves with R^T (x' - v).
#include <rivlin/fe/carried_nodes.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  namespace
  {
    Matrix3 rotation_of(const RigidMotion &motion)
    {
      return Matrix3::Identity() + motion.rotation[0];
    }
  } // namespace

  void add_carried_forces(const CarriedNodes &nodes,
                          std::vector<SurfaceForce> &forces)
  {
    for (const CarriedNode &node : nodes)
      {
        forces[node.support].force += node.force;
        forces[node.support].first_moments += node.force * node.arm.transpose();
      }
  }

  template <int dim>
  void add_carrier_rate(const Discretization<dim> &discretization,
                        const CarriedNodes &nodes,
                        const std::vector<RigidMotion> &motions,
                        const std::vector<RigidMotion> &rates,
                        const bool transposed,
                        DofVector &result)
  {
    for (const CarriedNode &node : nodes)
      {
        const RigidMotion &rate = rates[node.support];
        const Matrix3 R         = rotation_of(motions[node.support]);
        const Vector3 velocity =
          rate.translation[0] + rate.rotation[0] * node.arm;
        const Vector3 turned =
          rate.rotation[0] * (R.transpose() * node.force); // Omega f
        const Vector3 change =
          turned + (transposed ? Vector3(node.K.transpose() * velocity)
                               : Vector3(node.K * velocity));
        const unsigned int *dofs =
          &discretization.cell_dofs(node.cell)[node.node * dim];
        for (int i = 0; i < dim; ++i)
          result.local_element(dofs[i]) -= change[i];
      }
  }

  template <int dim>
  void add_carried_force_rates(const Discretization<dim> &discretization,
                               const CarriedNodes &nodes,
                               const std::vector<RigidMotion> &motions,
                               const std::vector<RigidMotion> &rates,
                               const DofVector *velocity,
                               std::vector<SurfaceForce> &forces)
  {
    for (const CarriedNode &node : nodes)
      {
        const RigidMotion &rate = rates[node.support];
        const Matrix3 R         = rotation_of(motions[node.support]);
        // Of the support past the node.
        Vector3 relative = rate.translation[0] + rate.rotation[0] * node.arm;
        if (velocity)
          {
            const unsigned int *dofs =
              &discretization.cell_dofs(node.cell)[node.node * dim];
            for (int i = 0; i < dim; ++i)
              relative[i] -= velocity->local_element(dofs[i]);
          }
        const Vector3 change =
          rate.rotation[0] * (R.transpose() * node.force) + node.K * relative;
        SurfaceForce &sum = forces[node.support];
        sum.force += change;
        sum.first_moments +=
          change * node.arm.transpose() -
          node.force * (R.transpose() * relative).transpose();
      }
  }

  void sum_over_ranks(std::vector<SurfaceForce> &forces, MPI_Comm communicator)
  {
    std::vector<double> all;
    all.reserve(12 * forces.size());
    for (const SurfaceForce &sum : forces)
      {
        all.insert(all.end(), sum.force.data(), sum.force.data() + 3);
        all.insert(all.end(),
                   sum.first_moments.data(),
                   sum.first_moments.data() + 9);
      }
    MPI_Allreduce(MPI_IN_PLACE,
                  all.data(),
                  static_cast<int>(all.size()),
                  MPI_DOUBLE,
                  MPI_SUM,
                  communicator);
    for (std::size_t s = 0; s < forces.size(); ++s)
      {
        const double *values    = &all[12 * s];
        forces[s].force         = Eigen::Map<const Vector3>(values);
        forces[s].first_moments = Eigen::Map<const Matrix3>(values + 3);
      }
  }

  template void add_carrier_rate(const Discretization<2> &,
                                 const CarriedNodes &,
                                 const std::vector<RigidMotion> &,
                                 const std::vector<RigidMotion> &,
                                 bool,
                                 DofVector &);
  template void add_carrier_rate(const Discretization<3> &,
                                 const CarriedNodes &,
                                 const std::vector<RigidMotion> &,
                                 const std::vector<RigidMotion> &,
                                 bool,
                                 DofVector &);
  template void add_carried_force_rates(const Discretization<2> &,
                                        const CarriedNodes &,
                                        const std::vector<RigidMotion> &,
                                        const std::vector<RigidMotion> &,
                                        const DofVector *,
                                        std::vector<SurfaceForce> &);
  template void add_carried_force_rates(const Discretization<3> &,
                                        const CarriedNodes &,
                                        const std::vector<RigidMotion> &,
                                        const std::vector<RigidMotion> &,
                                        const DofVector *,
                                        std::vector<SurfaceForce> &);
} // namespace rivlin
