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
                                          : DofVector(),
                       &state.points,
                       state.time - state.point_time};
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
    const std::vector<SurfaceForce> carried = observe_actions(at, seen);
    for (const RigidSleeve &body : placement.bodies)
      {
        seen.strain_energy += body.spring_energy();
        seen.rotation_vectors.push_back(body.rotation_vector());
      }
    if (definition.inertia)
      observe_motion(at, force, carried, seen);
    return seen;
  }

  template <int dim>
  std::vector<SurfaceForce>
  FEModel<dim>::observe_actions(const BodyState &at, Observation &seen) const
  {
    const MPI_Comm communicator = discretization_.communicator();
    const auto branches         = viscous_cells_->energies(at);
    std::array<double, 6> sums  = {
       0, 0, 0, 0, branches.stored, branches.dissipated};
    const std::vector<SurfaceForce> carried = carried_forces(at);
    for (const auto &action : actions_)
      {
        const ActionBalance balance = action->balance(at);
        sums[0] += balance.energy;
        sums[1] += balance.external_power;
        sums[2] += balance.dissipated_power;
        sums[3] += balance.dissipated_energy;
        const std::vector<double> columns = action->columns(at);
        seen.action_columns.insert(seen.action_columns.end(),
                                   columns.begin(),
                                   columns.end());
      }
    MPI_Allreduce(
      MPI_IN_PLACE, sums.data(), 6, MPI_DOUBLE, MPI_SUM, communicator);
    seen.branch_energy = sums[4];
    seen.viscous_loss  = sums[5];
    seen.strain_energy += sums[0] + seen.branch_energy;
    seen.external_power    = sums[1];
    seen.dissipation_power = sums[2];
    seen.dissipated_energy = sums[3] + seen.viscous_loss;
    for (std::size_t s = 0; s < carried.size(); ++s)
      {
        const Vector3 &force    = carried[s].force;
        const Matrix3 &moments  = carried[s].first_moments;
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
    return carried;
  }

  template <int dim>
  void FEModel<dim>::observe_motion(const BodyState &at,
                                    const DofVector &force,
                                    const std::vector<SurfaceForce> &carried,
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
    // Supports and what they carry, of which the free directions of sleeves do
    // no work together with the body behind them.
    seen.external_power += motion_.power(force, at.velocity);
    for (int k = 0; k < sleeves_.n_free(); ++k)
      {
        const RigidSleeve &body = at.placement.bodies[k];
        const SleeveLoad load   = sleeves_.load(k, at.time, 0);
        seen.kinetic_energy += body.kinetic_energy();
        seen.dissipation_power += body.dissipation();
        const unsigned int s = sleeves_.support(k);
        seen.external_power += body.load_power(load) -
                               (body.project(motion_.surface_force(s, force)) +
                                body.project(carried[s]))
                                 .dot(body.velocities());
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

  template std::vector<SurfaceForce>
  FEModel<2>::observe_actions(const BodyState &, Observation &) const;
  template std::vector<SurfaceForce>
  FEModel<3>::observe_actions(const BodyState &, Observation &) const;
  template void FEModel<2>::observe_motion(const BodyState &,
                                           const DofVector &,
                                           const std::vector<SurfaceForce> &,
                                           Observation &) const;
  template void FEModel<3>::observe_motion(const BodyState &,
                                           const DofVector &,
                                           const std::vector<SurfaceForce> &,
                                           Observation &) const;
  template Observation FEModel<2>::observe(const State &) const;
  template Observation FEModel<3>::observe(const State &) const;
  template Tensor<1, 2> FEModel<2>::displacement_at(const Point<2> &,
                                                    const State &) const;
  template Tensor<1, 3> FEModel<3>::displacement_at(const Point<3> &,
                                                    const State &) const;
} // namespace rivlin
