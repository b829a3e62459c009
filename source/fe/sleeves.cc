// SPDX-License-Identifier: Apache-2.0
// Bookkeeping of the rigid sleeves.
#include <rivlin/fe/sleeves.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  template <int dim>
  Sleeves<dim>::Sleeves(const ModelDefinition<dim> &definition, MPI_Comm comm)
    : communicator(comm)
    , is_owner(dealii::Utilities::MPI::this_mpi_process(comm) == 0)
    , gravity_field(definition.gravity)
  {
    for (unsigned int s = 0; s < definition.supports.size(); ++s)
      {
        const Support<dim> &support = definition.supports[s];
        sleeves.push_back(support.sleeve);
        if (!support.sleeve)
          continue;
        RigidSleeve body(support.sleeve->body);
        if (body.n_velocities() == 0)
          continue;
        const RigidSleeveProperties &p = body.properties();
        bool translates                = false;
        for (const bool is_free : p.free_translation)
          translates = translates || is_free;
        if (definition.inertia && translates && !(p.mass > 0))
          throw Error("The free sleeve on \"" + support.set +
                      "\" has no mass (it is " + number_text(p.mass) +
                      "), but its dynamics is asked for. Give \"Mass\", or "
                      "\"Ring\" and \"Ring density\".");
        if (definition.inertia && p.rotation != RotationFreedom::none)
          for (int i = 0; i < 3; ++i)
            if ((p.rotation == RotationFreedom::free || i == p.axis) &&
                !(p.inertia(i, i) > 0))
              throw Error("The free sleeve on \"" + support.set +
                          "\" has no moment of inertia about " + "xyz"[i] +
                          ", but it may rotate. Give \"Inertia\", or \"Ring\" "
                          "and \"Ring density\", or lock the rotation.");
        free_bodies.push_back(body);
        free_supports.push_back(s);
        position_offsets.push_back(position_offsets.back() +
                                   body.n_positions());
        velocity_offsets.push_back(velocity_offsets.back() +
                                   body.n_velocities());
      }
  }

  template <int dim>
  bool Sleeves<dim>::is_flat() const
  {
    for (const RigidSleeve &body : free_bodies)
      if (!body.is_flat())
        return false;
    return true;
  }

  template <int dim>
  ConfigurationSpace Sleeves<dim>::space() const
  {
    ConfigurationSpace result;
    if (is_owner)
      for (const RigidSleeve &body : free_bodies)
        result = result * body.space();
    return result;
  }

  template <int dim>
  Vector Sleeves<dim>::initial_positions() const
  {
    Vector q(n_owned_positions());
    if (is_owner)
      for (int k = 0; k < n_free(); ++k)
        q.segment(position_offsets[k], free_bodies[k].n_positions()) =
          free_bodies[k].initial_positions();
    return q;
  }

  template <int dim>
  RigidMotion Sleeves<dim>::driven(const unsigned int s,
                                   const double t,
                                   const int order) const
  {
    return sleeves[s] && sleeves[s]->motion ? sleeves[s]->motion(t, order)
                                            : RigidMotion();
  }

  template <int dim>
  Vector Sleeves<dim>::broadcast_tail(const Vector &x, const int size) const
  {
    Vector tail = Vector::Zero(size);
    if (is_owner)
      tail = x.tail(size);
    MPI_Bcast(tail.data(), size, MPI_DOUBLE, 0, communicator);
    return tail;
  }

  template <int dim>
  SleevePlacement Sleeves<dim>::place(const State &state, const int order) const
  {
    SleevePlacement result;
    for (unsigned int s = 0; s < sleeves.size(); ++s)
      result.motions.push_back(driven(s, state.time, order));
    if (n_free() == 0)
      return result;
    const Vector q = broadcast_tail(state.q, n_positions());
    const Vector v = broadcast_tail(state.v, n_velocities());
    const Vector a = broadcast_tail(state.a, n_velocities());
    result.bodies  = free_bodies;
    for (int k = 0; k < n_free(); ++k)
      {
        const int n         = free_bodies[k].n_velocities();
        RigidMotion &motion = result.motions[free_supports[k]];
        result.bodies[k].set(motion,
                             q.segment(position_offsets[k],
                                       free_bodies[k].n_positions()),
                             v.segment(velocity_offsets[k], n),
                             a.segment(velocity_offsets[k], n));
        motion = result.bodies[k].motion();
      }
    return result;
  }

  template <int dim>
  void Sleeves<dim>::shift_time(const double t,
                                const int order,
                                SleevePlacement &placement) const
  {
    std::vector<RigidMotion> moved;
    for (unsigned int s = 0; s < sleeves.size(); ++s)
      moved.push_back(driven(s, t, order));
    for (int k = 0; k < n_free(); ++k)
      {
        // The free directions stay, the others come from the new time.
        RigidMotion &motion    = moved[free_supports[k]];
        const RigidMotion &old = placement.motions[free_supports[k]];
        const auto &p          = free_bodies[k].properties();
        for (int j = 0; j < 4; ++j)
          {
            for (int i = 0; i < 3; ++i)
              if (p.free_translation[i])
                motion.translation[j][i] = old.translation[j][i];
            if (p.rotation != RotationFreedom::none)
              motion.rotation[j] = old.rotation[j];
          }
      }
    placement.motions = moved;
  }

  template <int dim>
  std::vector<RigidMotion> Sleeves<dim>::explicit_rates(const double t) const
  {
    std::vector<RigidMotion> rates;
    for (unsigned int s = 0; s < sleeves.size(); ++s)
      rates.push_back(driven(s, t, 3));
    for (int k = 0; k < n_free(); ++k)
      rates[free_supports[k]] =
        free_bodies[k].driven_part(rates[free_supports[k]]);
    for (RigidMotion &motion : rates)
      {
        for (int j = 0; j < 3; ++j)
          {
            motion.translation[j] = motion.translation[j + 1];
            motion.rotation[j]    = motion.rotation[j + 1];
          }
        motion.translation[3].setZero();
        motion.rotation[3].setZero();
      }
    return rates;
  }

  template <int dim>
  dealii::Tensor<1, dim> Sleeves<dim>::gravity(const double t,
                                               const int order) const
  {
    return gravity_field ? gravity_field(t, order) : dealii::Tensor<1, dim>();
  }

  template <int dim>
  SleeveLoad
  Sleeves<dim>::load(const int k, const double t, const int order) const
  {
    const Sleeve &sleeve = *sleeves[free_supports[k]];
    SleeveLoad result    = sleeve.load ? sleeve.load(t, order) : SleeveLoad();
    const auto g         = gravity(t, order);
    for (int i = 0; i < dim; ++i)
      result.gravity[i] = g[i];
    return result;
  }

  template class Sleeves<2>;
  template class Sleeves<3>;
} // namespace rivlin
