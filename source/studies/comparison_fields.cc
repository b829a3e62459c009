// SPDX-License-Identifier: Apache-2.0
// Comparison of what is inside the body: fixed supports, fields, velocities.
#include <rivlin/offline/lifting.h>

#include "comparer.h"

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// Rate of a pose: velocity and angular velocity, R' R^T = skew(omega).
    Eigen::Matrix<double, 6, 1>
    sleeve_velocity(const Eigen::Ref<const Vector> &rho,
                    const Eigen::Ref<const Vector> &rate,
                    const int dim,
                    const int sleeve)
    {
      const int first = sleeve * (dim + dim * dim);
      Matrix3 R = Matrix3::Identity(), R_rate = Matrix3::Zero();
      Eigen::Matrix<double, 6, 1> result = Eigen::Matrix<double, 6, 1>::Zero();
      for (int i = 0; i < dim; ++i)
        {
          result[i] = rate[first + i];
          for (int J = 0; J < dim; ++J)
            {
              R(i, J) += rho[first + dim + i * dim + J];
              R_rate(i, J) = rate[first + dim + i * dim + J];
            }
        }
      const Matrix3 spin = R_rate * R.transpose();
      result.tail<3>() << (spin(2, 1) - spin(1, 2)) / 2,
        (spin(0, 2) - spin(2, 0)) / 2, (spin(1, 0) - spin(0, 1)) / 2;
      return result;
    }
  } // namespace

  void Comparer::compare_contacts()
  {
    Squares all;
    for (std::size_t c = 0; c < data.contacts.size(); ++c)
      {
        Squares own;
        const std::string &name = data.contacts[c].name;
        for (int i = 0; i < data.dim; ++i)
          {
            const auto &column = history.column(
              with_unit(name + " contact force " + "xyz"[i], units.force));
            for (std::size_t k = first; k < rows.size(); ++k)
              for (Squares *squares : {&own, &all})
                squares->add(prediction.contacts(6 * c + i, k),
                             column.values[rows[k]]);
          }
        result.contacts.push_back({name, own.over(n_times, force_noise())});
      }
    if (!data.contacts.empty())
      result.contact_force = all.over(n_times, force_noise());
  }

  /// Newton's law for the whole body: P' = F_sleeves + F_fixed + F_ground + m
  /// g, with the momentum P = 1^T M [Psi V] r'. Damping by mass would be one
  /// more force, which the model does not know apart from that by stiffness.
  void Comparer::compare_fixed_supports(const ReducedModel::Gravity &gravity)
  {
    // Forces of springs and loads on the rubber would be further terms.
    if (data.body.empty() || prediction.r_acceleration.cols() == 0 ||
        data.stiffness.size() > 0 || !data.loads.empty())
      return;
    for (const auto &[key, text] : data.body)
      if (key.ends_with("/Mass damping") && text != "0")
        return;
    std::vector<Matrix> columns; // one of times per fixed support
    const std::string end = with_unit(" force x", units.force);
    for (const auto &column : history.columns)
      {
        const std::string name = column.title();
        if (!name.ends_with(end) || name.ends_with(" applied" + end) ||
            name.ends_with(" contact" + end))
          continue;
        const std::string support = name.substr(0, name.size() - end.size());
        if (std::any_of(data.sleeves.begin(),
                        data.sleeves.end(),
                        [&](const ReducedSleeve &sleeve) {
                          return sleeve.name == support;
                        }))
          continue;
        columns.emplace_back(3, rows.size());
        columns.back().setZero();
        for (int i = 0; i < data.dim; ++i)
          {
            const auto &force =
              history.column(reaction_title(support, i, units));
            for (std::size_t k = 0; k < rows.size(); ++k)
              columns.back()(i, k) = force.values[rows[k]];
          }
      }
    if (columns.empty())
      return;
    // V^T M V is the mass of the body times the identity.
    const double mass =
      data.n_modes() > 0 ? data.mass(data.n_lifted(), data.n_lifted()) : 0;
    Squares squares;
    for (std::size_t k = first; k < rows.size(); ++k)
      {
        Vector3 ours = Vector3::Zero(), theirs = Vector3::Zero();
        ours.head(data.dim) =
          data.gravity.transpose() * prediction.r_acceleration.col(k);
        if (gravity)
          ours -= mass * gravity(prediction.times[k], 0);
        for (std::size_t s = 0; s < data.sleeves.size(); ++s)
          ours -= prediction.reactions.col(k).segment<3>(6 * s);
        // What the ground carries is not in the reactions.
        for (std::size_t c = 0; c < data.contacts.size(); ++c)
          if (data.contacts[c].carrier.empty())
            ours -= prediction.contacts.col(k).segment<3>(6 * c);
        for (const Matrix &column : columns)
          theirs += column.col(k);
        for (int i = 0; i < data.dim; ++i)
          squares.add(ours[i], theirs[i]);
      }
    result.fixed_force = squares.over(n_times, force_noise());
  }

  /// `columns`: that of the prediction for each snapshot, -1 if there is
  /// none.
  void Comparer::compare_sleeve_velocities(const FullFields &fields,
                                           const std::vector<int> &columns)
  {
    if (!result.has_free_sleeve())
      return;
    const SnapshotSource &source = fields.snapshots;
    std::vector<std::array<Squares, 6>> squares(data.sleeves.size());
    Matrix pose(source.n_rows(SnapshotField::pose), 1);
    Matrix rate(source.n_rows(SnapshotField::pose_rate), 1);
    int n = 0;
    for (int k = 0; k < source.n_snapshots(); ++k)
      {
        if (columns[k] < 0)
          continue;
        ++n;
        source.read(SnapshotField::pose, k, pose);
        source.read(SnapshotField::pose_rate, k, rate);
        const Matrix rho      = sleeve_coordinates(fields.body, pose);
        const Matrix rho_rate = sleeve_coordinates(fields.body, rate);
        for (std::size_t s = 0; s < data.sleeves.size(); ++s)
          {
            const auto theirs =
              sleeve_velocity(rho.col(0), rho_rate.col(0), data.dim, s);
            const auto ours = sleeve_velocity(prediction.r.col(columns[k]),
                                              prediction.r_rate.col(columns[k]),
                                              data.dim,
                                              s);
            for (int i = 0; i < 6; ++i)
              squares[s][i].add(ours[i], theirs[i]);
          }
      }
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      {
        SleeveComparison &sleeve = result.sleeves[s];
        for (int i = 0; i < 6; ++i)
          if (sleeve.is_free[i] && exists(i, data.dim))
            sleeve.velocity[i] = squares[s][i].over(n, 0);
        relate(sleeve.velocity,
               kinematic_noise * data.length_scale / std::max(duration, 1e-30));
      }
  }

  void Comparer::compare_fields(const FullFields &fields)
  {
    const SnapshotSource &source = fields.snapshots;
    const Matrix modes =
      gather_rows(fields.modes, fields.body.free_displacements);
    const auto n_free = modes.rows();
    Matrix u(source.n_rows(SnapshotField::displacement), 1);
    Matrix v(source.n_rows(SnapshotField::velocity), 1);
    Matrix p(source.n_rows(SnapshotField::pressure), 1);
    const bool has_pressures = p.rows() > 0 && prediction.pressures.rows() > 0;
    Squares of_u, of_v, of_p;
    const auto add = [](const Vector &ours,
                        const Eigen::Ref<const Vector> &theirs,
                        Squares &squares) {
      squares.difference += (ours - theirs).squaredNorm();
      squares.size += theirs.squaredNorm();
    };
    std::vector<int> columns;
    double n = 0;
    for (int k = 0; k < source.n_snapshots(); ++k)
      {
        const double t = source.time(k);
        const auto at  = std::lower_bound(prediction.times.begin(),
                                         prediction.times.end(),
                                         t - 1e-9);
        columns.push_back(at == prediction.times.end() ||
                              std::abs(*at - t) > 1e-9
                            ? -1
                            : static_cast<int>(at - prediction.times.begin()));
        if (columns.back() < static_cast<int>(first))
          columns.back() = -1;
        const int i = columns.back();
        if (i < 0)
          continue;
        ++n;
        source.read(SnapshotField::displacement, k, u);
        add(modes * prediction.r.col(i), u.col(0).head(n_free), of_u);
        source.read(SnapshotField::velocity, k, v);
        add(modes * prediction.r_rate.col(i), v.col(0).head(n_free), of_v);
        if (has_pressures)
          {
            source.read(SnapshotField::pressure, k, p);
            add(fields.pressure_modes * prediction.pressures.col(i),
                p.col(0),
                of_p);
          }
      }
    // Per unknown: a size that does not depend on the mesh.
    const double n_u    = n * static_cast<double>(n_free);
    const double x      = kinematic_noise * data.length_scale;
    result.displacement = of_u.over(n_u, x);
    result.velocity     = of_v.over(n_u, x / std::max(duration, 1e-30));
    if (has_pressures)
      result.pressure = of_p.over(n * static_cast<double>(p.rows()),
                                  stress_noise * data.stress_scale);
    compare_sleeve_velocities(fields, columns);
  }
} // namespace rivlin
