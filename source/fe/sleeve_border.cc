// SPDX-License-Identifier: Apache-2.0
// Columns, rows and Schur complement of the free sleeves.
#include <rivlin/fe/sleeve_border.h>

#include <rivlin/base/number_text.h>
#include <rivlin/dynamics/local_coordinates.h>

#include <deal.II/base/mpi.h>

#include <cmath>

namespace rivlin
{
  template <int dim>
  SleeveBorder<dim>::SleeveBorder(const FEModel<dim> &fe_model)
    : model(fe_model)
    , n(model.sleeves().n_velocities())
  {
    if (n == 0)
      return;
    const auto &space = model.discretization();
    DofVector marks   = space.make_vector();
    for (int k = 0; k < model.sleeves().n_free(); ++k)
      model.motion().set_field(model.sleeves().support(k),
                               {Vector3::Ones(), Matrix3::Zero()},
                               marks);
    marks.update_ghost_values();
    for (int c = 0; c < space.n_cells(); ++c)
      {
        bool touch = false;
        for (int l = 0; l < space.n_displacements_per_cell(); ++l)
          touch = touch || marks.local_element(space.cell_dofs(c)[l]) != 0;
        touches.push_back(touch);
      }
  }

  template <int dim>
  template <typename Action>
  void SleeveBorder<dim>::for_bodies(const Action &action) const
  {
    for (int k = 0; k < model.sleeves().n_free(); ++k)
      action(k, model.sleeves().offset(k), placement.bodies[k]);
  }

  template <int dim>
  void SleeveBorder<dim>::begin(const State &at,
                                const SleevePlacement &at_placement,
                                const TangentWeights &with_weights,
                                const bool acceleration_level,
                                const Vector *increment,
                                const PositionOperator kind)
  {
    if (n == 0)
      return;
    state.time   = at.time;
    state.q      = at.q;
    state.v      = at.v;
    state.a      = at.a;
    state.lambda = at.lambda;
    copy_points(at, state);
    placement             = at_placement;
    weights               = with_weights;
    at_acceleration_level = acceleration_level;
    const auto &space     = model.discretization();
    moved.assign(n, space.make_vector());
    virtual_moved.assign(n, space.make_vector());
    columns.assign(n, space.make_vector());
    rows.assign(n, space.make_vector());
    own              = Matrix::Zero(n, n);
    position_weights = Matrix::Zero(n, n);

    const Vector tail  = increment
                           ? model.sleeves().broadcast_tail(*increment, n)
                           : Vector(Vector::Zero(n));
    const bool inertia = model.is_dynamic();
    for_bodies([&](const int k, const int first, const RigidSleeve &body) {
      const unsigned int s = model.sleeves().support(k);
      const int size       = body.n_velocities();
      Matrix T             = body.tangent_operator(tail.segment(first, size));
      if (kind == PositionOperator::stage)
        stage_operator(body.space(), tail.segment(first, size), T);
      const SleeveLoad load = model.sleeves().load(k, state.time, 0);
      position_weights.block(first, first, size, size) = weights.q * T;
      own.block(first, first, size, size) +=
        weights.q * body.tangent_by_position(load) * T;
      if (inertia)
        own.block(first, first, size, size) +=
          weights.v * body.tangent_by_velocity() +
          weights.a * body.tangent_by_acceleration();
      for (int j = 0; j < size; ++j)
        {
          const Vector unit = Vector::Unit(size, j);
          const Vector turn = weights.q * T.col(j);
          DofVector &L      = virtual_moved[first + j];
          model.motion().set_field(s, body.displacement_change(unit), L);
          L.update_ghost_values();
          DofVector &LT = moved[first + j];
          model.motion().set_field(s, body.displacement_change(turn), LT);
          LT.update_ghost_values();
          if (!inertia)
            continue;
          // Inertia and damping of the material that moves with the sleeve.
          const auto field = [&](const RigidField &f, const double factor) {
            DofVector x = space.make_vector();
            model.motion().set_field(s, f, x);
            x.add(factor, L);
            return x;
          };
          const Inertia<dim> &M = *model.inertia();
          DofVector &column     = columns[first + j];
          const RigidField by_v = body.acceleration_change_by_velocity(unit);
          const RigidField by_q = body.acceleration_change_by_position(turn);
          DofVector acceleration =
            field({weights.v * by_v.t + by_q.t, weights.v * by_v.A + by_q.A},
                  weights.a);
          acceleration.update_ghost_values();
          M.add_mass_product(1, acceleration, column);
          DofVector velocity =
            field(body.velocity_change_by_position(turn), weights.v);
          velocity.update_ghost_values();
          M.add_damping_product(1, velocity, column);
          M.add_mass_product(weights.a, L, rows[first + j]);
          M.add_damping_product(weights.v, L, rows[first + j]);
        }
    });
  }

  template <int dim>
  void SleeveBorder<dim>::add_cell(const int c, const ElementResult &cell)
  {
    if (n == 0 || !touches[c])
      return;
    const auto &space = model.discretization();
    const auto dofs   = space.cell_dofs(c);
    const int nu      = space.n_displacements_per_cell();
    const int np      = space.n_pressures_per_cell();
    for (int j = 0; j < n; ++j)
      for (int l = 0; l < nu; ++l)
        {
          const double L  = virtual_moved[j].local_element(dofs[l]);
          const double LT = moved[j].local_element(dofs[l]);
          if (L == 0 && LT == 0)
            continue;
          for (int k = 0; k < nu; ++k)
            {
              const double K = cell.stiffness[k * nu + l];
              columns[j].local_element(dofs[k]) += K * LT;
              rows[j].local_element(dofs[k]) += weights.q * K * L;
            }
          for (int m = 0; m < np; ++m)
            {
              const double B = cell.coupling[m * nu + l];
              columns[j].local_element(dofs[nu + m]) +=
                B * (at_acceleration_level ? weights.a * L : LT);
              rows[j].local_element(dofs[nu + m]) += B * L;
            }
        }
  }

  template <int dim>
  void SleeveBorder<dim>::add_actions(const BodyState &at)
  {
    if (weights.q == 0 || model.actions().empty())
      return;
    const auto &space = model.discretization();
    // By velocities as by displacements: what a column moves, and what a row
    // is multiplied with.
    std::vector<DofVector> moved_velocity, virtual_velocity;
    if (model.has_viscous_actions())
      {
        moved_velocity.assign(n, space.make_vector());
        virtual_velocity.assign(n, space.make_vector());
        for_bodies([&](const int k, const int first, const RigidSleeve &body) {
          const int size = body.n_velocities();
          for (int j = 0; j < size; ++j)
            {
              const Vector turn =
                position_weights.block(first, first + j, size, 1);
              DofVector &velocity = moved_velocity[first + j];
              model.motion().set_field(model.sleeves().support(k),
                                       body.velocity_change_by_position(turn),
                                       velocity);
              velocity.add(weights.v, virtual_moved[first + j]);
              velocity.update_ghost_values();
              DofVector &test = virtual_velocity[first + j];
              test.add(weights.v, virtual_moved[first + j]);
              test.update_ghost_values();
            }
        });
      }
    std::vector<BlockProduct> products;
    for (int j = 0; j < n; ++j)
      {
        const bool viscous = model.has_viscous_actions();
        products.push_back({&moved[j],
                            viscous ? &moved_velocity[j] : nullptr,
                            &columns[j],
                            false});
        products.push_back({&virtual_moved[j],
                            viscous ? &virtual_velocity[j] : nullptr,
                            &rows[j],
                            true});
      }
    BlockProducts<dim> blocks(space, std::move(products));
    for (const auto &action : model.actions())
      action->add_tangent(at, blocks);
  }

  template <int dim>
  void SleeveBorder<dim>::add_carried(const BodyState &at,
                                      std::vector<SurfaceForce> &surfaces)
  {
    if (weights.q == 0 || !model.has_free_carriers())
      return;
    const auto &space        = model.discretization();
    const CarriedNodes nodes = model.carried_nodes(at);
    const auto &motions      = at.placement.motions;
    std::vector<SurfaceForce> carried(motions.size());
    add_carried_forces(nodes, carried);
    sum_over_ranks(carried, space.communicator());
    std::vector<SurfaceForce> changes(n); // of what the sleeve carries itself
    for_bodies([&](const int k, const int first, const RigidSleeve &body) {
      const unsigned int s = model.sleeves().support(k);
      const int size       = body.n_velocities();
      surfaces[k].force += carried[s].force;
      surfaces[k].first_moments += carried[s].first_moments;
      std::vector<RigidMotion> rates(motions.size());
      const auto move = [&](const Vector &direction) {
        const RigidField field  = body.displacement_change(direction);
        rates[s].translation[0] = field.t;
        rates[s].rotation[0]    = field.A;
      };
      for (int j = first; j < first + size; ++j)
        {
          move(position_weights.block(first, j, size, 1));
          add_carrier_rate(space, nodes, motions, rates, false, columns[j]);
          std::vector<SurfaceForce> all(motions.size());
          add_carried_force_rates(space, nodes, motions, rates, nullptr, all);
          changes[j] = all[s];
          move(weights.q * Vector::Unit(size, j - first));
          add_carrier_rate(space, nodes, motions, rates, true, rows[j]);
        }
    });
    sum_over_ranks(changes, space.communicator());
    for_bodies([&](const int, const int first, const RigidSleeve &body) {
      for (int j = first; j < first + body.n_velocities(); ++j)
        own.block(first, j, body.n_velocities(), 1) += body.project(changes[j]);
    });
  }

  template <int dim>
  Evaluation SleeveBorder<dim>::finish(const BodyState &at)
  {
    if (n == 0)
      return {};
    add_actions(at);
    DofVector force;
    if (Evaluation failure = model.full_residual(state, force); !failure.valid)
      return failure;
    std::vector<SurfaceForce> surfaces;
    for (int k = 0; k < model.sleeves().n_free(); ++k)
      surfaces.push_back(
        model.motion().surface_force(model.sleeves().support(k), force));
    add_carried(at, surfaces);
    column_rows.resize(n);
    row_rows.resize(n);
    for (int j = 0; j < n; ++j)
      {
        columns[j].compress(dealii::VectorOperation::add);
        rows[j].compress(dealii::VectorOperation::add);
        Blocks blocks;
        model.unknowns().gather(columns[j], blocks);
        model.unknowns().to_rows(blocks, column_rows[j]);
        model.unknowns().gather(rows[j], blocks);
        model.unknowns().to_rows(blocks, row_rows[j]);
      }
    for_bodies([&](const int k, const int first, const RigidSleeve &body) {
      const unsigned int s = model.sleeves().support(k);
      const int size       = body.n_velocities();
      for (int j = 0; j < n; ++j)
        own.block(first, j, size, 1) +=
          body.project(model.motion().surface_force(s, columns[j]));
      // The nodal forces act on a surface that turns.
      if (weights.q != 0)
        own.block(first, first, size, size) +=
          body.projection_change(surfaces[k]) *
          position_weights.block(first, first, size, size);
    });
    return {};
  }

  template <int dim>
  Evaluation SleeveBorder<dim>::factorize(
    const std::function<Evaluation(const std::vector<Vector> &b,
                                   std::vector<Vector> &x)> &solve_A)
  {
    if (n == 0)
      return {};
    factorized_rows = row_rows;
    if (Evaluation failure = solve_A(column_rows, solved); !failure.valid)
      return failure;
    Matrix product(n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        product(i, j) = row_rows[i].dot(solved[j]);
    MPI_Allreduce(MPI_IN_PLACE,
                  product.data(),
                  n * n,
                  MPI_DOUBLE,
                  MPI_SUM,
                  model.discretization().communicator());
    schur.compute(own - product);
    const auto pivots = schur.matrixLU().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() > 0) || !std::isfinite(pivots.maxCoeff()))
      return {false,
              "The stiffness of a free sleeve is singular: smallest pivot " +
                number_text(pivots.minCoeff(), 6) +
                ". Hold the sleeve by rubber or springs, or reduce the step "
                "size."};
    return {};
  }

  template <int dim>
  Vector SleeveBorder<dim>::solve(const Vector &rhs_q, Vector &x) const
  {
    if (n == 0)
      return Vector();
    Vector rhs(n);
    for (int i = 0; i < n; ++i)
      rhs[i] = -factorized_rows[i].dot(x);
    const int owned = model.sleeves().n_owned_velocities();
    rhs.head(owned) += rhs_q.tail(owned);
    MPI_Allreduce(MPI_IN_PLACE,
                  rhs.data(),
                  n,
                  MPI_DOUBLE,
                  MPI_SUM,
                  model.discretization().communicator());
    const Vector x_s = schur.solve(rhs);
    for (int j = 0; j < n; ++j)
      x -= x_s[j] * solved[j];
    return x_s.head(owned);
  }

  template <int dim>
  Vector SleeveBorder<dim>::multiply(const Vector &x,
                                     const Vector &tail,
                                     Vector &y) const
  {
    if (n == 0)
      return Vector();
    const Vector x_s = model.sleeves().broadcast_tail(tail, n);
    for (int j = 0; j < n; ++j)
      y += x_s[j] * column_rows[j];
    Vector result(n);
    for (int i = 0; i < n; ++i)
      result[i] = row_rows[i].dot(x);
    MPI_Allreduce(MPI_IN_PLACE,
                  result.data(),
                  n,
                  MPI_DOUBLE,
                  MPI_SUM,
                  model.discretization().communicator());
    result += own * x_s;
    return result.head(model.sleeves().n_owned_velocities());
  }

  template <int dim>
  void SleeveBorder<dim>::set_velocity_fields(const Vector &x,
                                              DofVector &velocity,
                                              DofVector &bend) const
  {
    if (n == 0)
      return;
    const Vector tail = model.sleeves().broadcast_tail(x, n);
    for_bodies([&](const int k, const int first, const RigidSleeve &body) {
      const unsigned int s = model.sleeves().support(k);
      const Vector w       = tail.segment(first, body.n_velocities());
      model.motion().set_field(s, body.displacement_change(w), velocity);
      model.motion().set_field(s,
                               body.acceleration_change_by_velocity(w),
                               bend);
    });
  }

  template <int dim>
  void SleeveBorder<dim>::add_rows(const double c_v,
                                   const double c_a,
                                   const DofVector &product,
                                   const Vector &x,
                                   Vector &y) const
  {
    if (n == 0)
      return;
    const Vector tail = model.sleeves().broadcast_tail(x, n);
    Vector result(n);
    for_bodies([&](const int k, const int first, const RigidSleeve &body) {
      const int size = body.n_velocities();
      const Vector w = tail.segment(first, size);
      result.segment(first, size) =
        body.project(
          model.motion().surface_force(model.sleeves().support(k), product)) +
        c_v * (body.tangent_by_velocity() * w) +
        c_a * (body.tangent_by_acceleration() * w);
    });
    const int owned = model.sleeves().n_owned_velocities();
    y.conservativeResize(model.unknowns().n_q() + owned);
    y.tail(owned) = result.head(owned);
  }

  template class SleeveBorder<2>;
  template class SleeveBorder<3>;
} // namespace rivlin
