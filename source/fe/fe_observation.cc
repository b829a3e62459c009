// SPDX-License-Identifier: Apache-2.0
// What the finite element model shows of a state: reactions, contacts,
// energies, powers.
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
    const DofVector dofs            = dofs_at(state, placement, 0);
    DofVector force                 = discretization_.make_vector();
    CellSums sums;
    if (const Evaluation failure = assemble(state.time, dofs, force, &sums);
        !failure.valid)
      throw ComputationFailed(failure.reason);
    add_other_forces(state, placement, dofs, force);
    force.compress(VectorOperation::add);

    Observation seen;
    seen.motions       = placement.motions;
    seen.reactions     = motion_.reactions(placement.motions, dofs, force);
    seen.strain_energy = Utilities::MPI::sum(sums.energy, communicator);
    seen.contacts      = contacts_->observe(placement.motions, dofs);
    for (int k = 0; k < contacts_->size(); ++k)
      {
        const ContactState &contact = seen.contacts[k];
        seen.strain_energy += contact.energy;
        const auto carrier = contacts_->contact(k).carrier;
        if (!carrier)
          continue;
        // The carrier of the surface pushes too; moments as of its nodes.
        Vector3 pole = placement.motions[*carrier].translation[0];
        for (int i = 0; i < dim; ++i)
          pole[i] += motion_.centre(*carrier)[i];
        const Vector3 moment = contact.moment - pole.cross(contact.force);
        for (int i = 0; i < 3; ++i)
          {
            seen.reactions[*carrier].force[i] += contact.force[i];
            seen.reactions[*carrier].moment[i] += moment[i];
          }
      }
    seen.max_J_error = Utilities::MPI::max(sums.max_J_error, communicator);
    seen.min_J       = Utilities::MPI::min(sums.min_J, communicator);
    for (const RigidSleeve &body : placement.bodies)
      {
        seen.strain_energy += body.spring_energy();
        seen.rotation_vectors.push_back(body.rotation_vector());
      }
    if (!definition.inertia)
      return seen;

    const DofVector velocity = dofs_at(state, placement, 1);
    const auto power_of      = [&](const auto &add_force) {
      DofVector other = discretization_.make_vector();
      add_force(other);
      other.compress(VectorOperation::add);
      return other * velocity;
    };
    seen.kinetic_energy    = 0.5 * power_of([&](DofVector &f) {
                            inertia_->add_mass_product(1, velocity, f);
                          });
    seen.dissipation_power = power_of(
      [&](DofVector &f) { inertia_->add_damping_product(1, velocity, f); });
    // Loads on the material; the residual has them with the minus sign.
    seen.external_power = -power_of([&](DofVector &f) {
      loads_.add_residual(state.time, dofs, f);
      if (sleeves_.has_gravity())
        inertia_->add_mass_product(-1,
                                   uniform(sleeves_.gravity(state.time, 0)),
                                   f);
    });
    // Supports, of which the free directions of sleeves do no work together
    // with the body behind them.
    seen.external_power += motion_.power(force, velocity) +
                           contacts_->power(placement.motions, dofs);
    for (int k = 0; k < sleeves_.n_free(); ++k)
      {
        const RigidSleeve &body = placement.bodies[k];
        const SleeveLoad load   = sleeves_.load(k, state.time, 0);
        seen.kinetic_energy += body.kinetic_energy();
        seen.dissipation_power += body.dissipation();
        const SurfaceForce surface =
          motion_.surface_force(sleeves_.support(k), force);
        seen.external_power +=
          body.load_power(load) - body.project(surface).dot(body.velocities());
      }
    return seen;
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

  template Observation FEModel<2>::observe(const State &) const;
  template Observation FEModel<3>::observe(const State &) const;
  template Tensor<1, 2> FEModel<2>::displacement_at(const Point<2> &,
                                                    const State &) const;
  template Tensor<1, 3> FEModel<3>::displacement_at(const Point<3> &,
                                                    const State &) const;
} // namespace rivlin
