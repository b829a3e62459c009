// SPDX-License-Identifier: Apache-2.0
// What the finite element model shows of a state: reactions, columns of what
// acts on it, energies, powers.
#include <rivlin/base/error.h>
#include <rivlin/fe/fe_model.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  Observation FEModel<dim>::observe(const State &state) const
  {
    const MPI_Comm communicator     = discretization_.communicator();
    const SleevePlacement placement = sleeves_.place(state, motion_order());
    const BodyState at{state.time,
                       placement,
                       dofs_at(state, placement, 0),
                       definition.inertia ? dofs_at(state, placement, 1)
                                          : DofVector()};
    DofVector force = discretization_.make_vector();
    CellSums sums;
    if (const Evaluation failure = assemble(state, at, force, &sums);
        !failure.valid)
      throw ComputationFailed(failure.reason);

    Observation seen;
    seen.motions = placement.motions;
    seen.reactions =
      motion_.reactions(placement.motions, at.displacement, force);
    seen.strain_energy = Utilities::MPI::sum(sums.energy, communicator);
    seen.max_J_error   = Utilities::MPI::max(sums.max_J_error, communicator);
    seen.min_J         = Utilities::MPI::min(sums.min_J, communicator);
    observe_actions(at, seen);
    for (const RigidSleeve &body : placement.bodies)
      {
        seen.strain_energy += body.spring_energy();
        seen.rotation_vectors.push_back(body.rotation_vector());
      }
    if (definition.inertia)
      observe_motion(at, force, seen);
    return seen;
  }

  template <int dim>
  void FEModel<dim>::observe_actions(const BodyState &at,
                                     Observation &seen) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    std::array<double, 3> sums  = {0, 0, 0};
    std::vector<SurfaceForce> carried(seen.reactions.size());
    for (const auto &action : actions_)
      {
        const ActionBalance balance = action->balance(at);
        sums[0] += balance.energy;
        sums[1] += balance.external_power;
        sums[2] += balance.dissipated_power;
        action->add_carrier_forces(at, carried);
        const std::vector<double> columns = action->columns(at);
        seen.action_columns.insert(seen.action_columns.end(),
                                   columns.begin(),
                                   columns.end());
      }
    MPI_Allreduce(
      MPI_IN_PLACE, sums.data(), 3, MPI_DOUBLE, MPI_SUM, communicator);
    seen.strain_energy += sums[0];
    seen.external_power    = sums[1];
    seen.dissipation_power = sums[2];
    for (std::size_t s = 0; s < carried.size(); ++s)
      {
        Eigen::Matrix<double, 3, 4> all;
        all << carried[s].force, carried[s].first_moments;
        MPI_Allreduce(
          MPI_IN_PLACE, all.data(), 12, MPI_DOUBLE, MPI_SUM, communicator);
        const Vector3 force     = all.col(0);
        const Matrix3 moments   = all.rightCols<3>();
        const RigidMotion &at_s = at.placement.motions[s];
        // Levers turn with the carrier: sum (R X) x f, as at its nodes.
        const Matrix3 turned =
          moments * (Matrix3::Identity() + at_s.rotation[0]).transpose();
        for (int i = 0; i < 3; ++i)
          {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            seen.reactions[s].force[i] += force[i];
            seen.reactions[s].moment[i] += turned(k, j) - turned(j, k);
          }
        if (definition.inertia)
          seen.external_power += force.dot(at_s.translation[1]) +
                                 moments.cwiseProduct(at_s.rotation[1]).sum();
      }
  }

  template <int dim>
  void FEModel<dim>::observe_motion(const BodyState &at,
                                    const DofVector &force,
                                    Observation &seen) const
  {
    const auto power_of = [&](const auto &add_force) {
      DofVector other = discretization_.make_vector();
      add_force(other);
      other.compress(VectorOperation::add);
      return other * at.velocity;
    };
    seen.kinetic_energy = 0.5 * power_of([&](DofVector &f) {
                            inertia_->add_mass_product(1, at.velocity, f);
                          });
    seen.dissipation_power += power_of(
      [&](DofVector &f) { inertia_->add_damping_product(1, at.velocity, f); });
    // Supports, of which the free directions of sleeves do no work together
    // with the body behind them.
    seen.external_power += motion_.power(force, at.velocity);
    for (int k = 0; k < sleeves_.n_free(); ++k)
      {
        const RigidSleeve &body = at.placement.bodies[k];
        const SleeveLoad load   = sleeves_.load(k, at.time, 0);
        seen.kinetic_energy += body.kinetic_energy();
        seen.dissipation_power += body.dissipation();
        const SurfaceForce surface =
          motion_.surface_force(sleeves_.support(k), force);
        seen.external_power +=
          body.load_power(load) - body.project(surface).dot(body.velocities());
      }
  }

  template <int dim>
  Tensor<1, dim> FEModel<dim>::displacement_at(const Point<dim> &X,
                                               const State &state) const
  {
    const auto place     = discretization_.locate(X);
    const DofVector dofs = all_dofs(state);
    const Tensor<1, dim> u =
      discretization_.interpolate_displacement(place, dofs);
    return Utilities::MPI::broadcast(discretization_.communicator(),
                                     u,
                                     place.rank);
  }

  template void FEModel<2>::observe_actions(const BodyState &,
                                            Observation &) const;
  template void FEModel<3>::observe_actions(const BodyState &,
                                            Observation &) const;
  template void FEModel<2>::observe_motion(const BodyState &,
                                           const DofVector &,
                                           Observation &) const;
  template void FEModel<3>::observe_motion(const BodyState &,
                                           const DofVector &,
                                           Observation &) const;
  template Observation FEModel<2>::observe(const State &) const;
  template Observation FEModel<3>::observe(const State &) const;
  template Tensor<1, 2> FEModel<2>::displacement_at(const Point<2> &,
                                                    const State &) const;
  template Tensor<1, 3> FEModel<3>::displacement_at(const Point<3> &,
                                                    const State &) const;
} // namespace rivlin
