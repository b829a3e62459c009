// SPDX-License-Identifier: Apache-2.0
// Sleeves of reduced models; doc/theory/sleeves.md has the formulas.
#include <rivlin/online/reduced_kinematics.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <utility>

namespace rivlin
{
  namespace
  {
    void check_freedoms(const RigidSleeveProperties &body,
                        const int dim,
                        const bool inertia,
                        const int s)
    {
      if (dim == 2 &&
          (body.free_translation[2] || body.rotation == RotationFreedom::free ||
           (body.rotation == RotationFreedom::about_axis && body.axis != 2)))
        throw Error(message("Sleeve ",
                            s,
                            " of a plane model may move in x and y and rotate "
                            "about z only. Lock its other directions."));
      if (!inertia)
        return;
      bool translates = false;
      for (const bool is_free : body.free_translation)
        translates = translates || is_free;
      if (translates && !(body.mass > 0))
        throw Error(message("The free sleeve ",
                            s,
                            " has the mass ",
                            body.mass,
                            ", but its dynamics is asked for. Give a positive "
                            "mass."));
      for (int i = 0; i < 3; ++i)
        if ((body.rotation == RotationFreedom::free ||
             (body.rotation == RotationFreedom::about_axis &&
              i == body.axis)) &&
            !(body.inertia(i, i) > 0))
          throw Error(message("The free sleeve ",
                              s,
                              " has no moment of inertia about ",
                              "xyz"[i],
                              ", but it may rotate. Give one, or lock the "
                              "rotation."));
    }
  } // namespace

  ReducedKinematics::ReducedKinematics(const int dimension,
                                       const int n_modal_coordinates,
                                       std::vector<Sleeve> all_sleeves,
                                       const bool inertia,
                                       std::vector<DrivenNumber> all_prescribed)
    : dim(dimension)
    , n_modes(n_modal_coordinates)
    , n_rho_per_sleeve(dim + dim * dim)
    , sleeves(std::move(all_sleeves))
    , prescribed(std::move(all_prescribed))
    , motions(sleeves.size())
  {
    for (int s = 0; s < n_sleeves(); ++s)
      {
        check_freedoms(sleeves[s].body, dim, inertia, s);
        const RigidSleeve body(sleeves[s].body);
        if (body.n_velocities() == 0)
          continue;
        free_sleeves.push_back(s);
        position_offsets.push_back(n_modes + free_positions);
        velocity_offsets.push_back(n_modes + free_velocities);
        free_positions += body.n_positions();
        free_velocities += body.n_velocities();
        bodies.push_back(body);
      }
    for (Vector &part : coordinates)
      part = Vector::Zero(n_coordinates());
    zero = Vector::Zero(n_velocities());
  }

  ConfigurationSpace ReducedKinematics::space() const
  {
    ConfigurationSpace result = vector_space(n_modes);
    for (const RigidSleeve &body : bodies)
      result = result * body.space();
    return result;
  }

  Vector ReducedKinematics::initial_positions() const
  {
    Vector q = Vector::Zero(n_modes + free_positions);
    for (int k = 0; k < n_free(); ++k)
      q.segment(position_offsets[k], bodies[k].n_positions()) =
        bodies[k].initial_positions();
    return q;
  }

  Vector ReducedKinematics::positions_at(const Vector &r) const
  {
    Vector q        = Vector::Zero(n_modes + free_positions);
    q.head(n_modes) = r.tail(n_modes);
    for (int k = 0; k < n_free(); ++k)
      {
        const RigidSleeveProperties &own = bodies[k].properties();
        // Translation and R - I have the layout of force and first moments.
        const SurfaceForce at = surface(r, free_sleeves[k]);
        int next              = position_offsets[k];
        for (int i = 0; i < 3; ++i)
          if (own.free_translation[i])
            q[next++] = at.force[i];
        const Quaternion turn =
          quaternion(Matrix3::Identity() + at.first_moments);
        if (own.rotation == RotationFreedom::about_axis)
          q[next] = rotation_logarithm(turn)[own.axis];
        else if (own.rotation == RotationFreedom::free)
          q.segment<4>(next) = turn;
      }
    return q;
  }

  RigidMotion
  ReducedKinematics::driven(const int s, const double t, const int order) const
  {
    return sleeves[s].motion ? sleeves[s].motion(t, order) : RigidMotion();
  }

  void ReducedKinematics::write(const Vector3 &t,
                                const Matrix3 &A,
                                const int s,
                                double *rho) const
  {
    rho += s * n_rho_per_sleeve;
    for (int i = 0; i < dim; ++i)
      rho[i] = t[i];
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        rho[dim + i * dim + J] = A(i, J);
  }

  void ReducedKinematics::place(const double t,
                                const Vector &q,
                                const Vector *v,
                                const Vector *a,
                                const int order)
  {
    const Vector *rates[] = {&q, v ? v : &zero, a ? a : &zero};
    for (int s = 0; s < n_sleeves(); ++s)
      motions[s] = driven(s, t, order);
    for (int k = 0; k < n_free(); ++k)
      {
        RigidMotion &motion = motions[free_sleeves[k]];
        const int n         = bodies[k].n_velocities();
        bodies[k].set(motion,
                      q.segment(position_offsets[k], bodies[k].n_positions()),
                      rates[1]->segment(velocity_offsets[k], n),
                      rates[2]->segment(velocity_offsets[k], n));
        motion = bodies[k].motion();
      }
    for (int j = 0; j < 3; ++j)
      {
        for (int s = 0; s < n_sleeves(); ++s)
          write(motions[s].translation[j],
                motions[s].rotation[j],
                s,
                coordinates[j].data());
        for (int i = 0; i < n_prescribed(); ++i)
          coordinates[j][n_rho() + i] = j <= order ? prescribed[i](t, j) : 0;
        coordinates[j].tail(n_modes) = rates[j]->head(n_modes);
      }
  }

  void ReducedKinematics::place_free(const Vector &q)
  {
    for (int k = 0; k < n_free(); ++k)
      {
        const auto at_rest =
          zero.segment(velocity_offsets[k], bodies[k].n_velocities());
        bodies[k].set(RigidMotion(),
                      q.segment(position_offsets[k], bodies[k].n_positions()),
                      at_rest,
                      at_rest);
      }
  }

  void ReducedKinematics::explicit_rate(const double t,
                                        const int order,
                                        Vector &rate) const
  {
    rate.setZero(n_coordinates());
    int k = 0;
    for (int s = 0; s < n_sleeves(); ++s)
      {
        RigidMotion motion = driven(s, t, order);
        if (k < n_free() && free_sleeves[k] == s)
          motion = bodies[k++].driven_part(motion);
        write(motion.translation[order],
              motion.rotation[order],
              s,
              rate.data());
      }
    for (int i = 0; i < n_prescribed(); ++i)
      rate[n_rho() + i] = prescribed[i](t, order);
  }

  void ReducedKinematics::explicit_change(const double t,
                                          const double new_time,
                                          Vector &change) const
  {
    change.setZero(n_coordinates());
    int k = 0;
    for (int s = 0; s < n_sleeves(); ++s)
      {
        RigidMotion then = driven(s, new_time, 0), now = driven(s, t, 0);
        if (k < n_free() && free_sleeves[k] == s)
          {
            then = bodies[k].driven_part(then);
            now  = bodies[k].driven_part(now);
            ++k;
          }
        write(then.translation[0] - now.translation[0],
              then.rotation[0] - now.rotation[0],
              s,
              change.data());
      }
    for (int i = 0; i < n_prescribed(); ++i)
      change[n_rho() + i] = prescribed[i](new_time, 0) - prescribed[i](t, 0);
  }

  SurfaceForce ReducedKinematics::surface(const Eigen::Ref<const Vector> &rows,
                                          const int s) const
  {
    const double *rho = rows.data() + s * n_rho_per_sleeve;
    SurfaceForce result;
    for (int i = 0; i < dim; ++i)
      {
        result.force[i] = rho[i];
        for (int J = 0; J < dim; ++J)
          result.first_moments(i, J) = rho[dim + i * dim + J];
      }
    return result;
  }

  void ReducedKinematics::project(const Vector &rows,
                                  Eigen::Ref<Vector> result) const
  {
    result.head(n_modes) = rows.tail(n_modes);
    for (int k = 0; k < n_free(); ++k)
      result.segment(velocity_offsets[k], bodies[k].n_velocities()) =
        bodies[k].project(surface(rows, free_sleeves[k]));
  }

  void ReducedKinematics::columns(const Change change, MatrixRef result) const
  {
    result.setZero();
    for (int k = 0; k < n_free(); ++k)
      for (int j = 0; j < bodies[k].n_velocities(); ++j)
        {
          const SleeveVector w =
            SleeveVector::Unit(bodies[k].n_velocities(), j);
          RigidField field;
          switch (change)
            {
              case Change::displacement:
                field = bodies[k].displacement_change(w);
                break;
              case Change::velocity_by_position:
                field = bodies[k].velocity_change_by_position(w);
                break;
              case Change::acceleration_by_position:
                field = bodies[k].acceleration_change_by_position(w);
                break;
              case Change::acceleration_by_velocity:
                field = bodies[k].acceleration_change_by_velocity(w);
                break;
            }
          write(field.t,
                field.A,
                free_sleeves[k],
                result.col(velocity_offsets[k] - n_modes + j).data());
        }
  }

  SleeveLoad ReducedKinematics::load(const int k,
                                     const double t,
                                     const int order,
                                     const Vector3 &gravity) const
  {
    const Sleeve &own = sleeves[free_sleeves[k]];
    SleeveLoad result = own.load ? own.load(t, order) : SleeveLoad();
    result.gravity    = gravity;
    return result;
  }
} // namespace rivlin
