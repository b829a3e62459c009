// SPDX-License-Identifier: Apache-2.0
// What every action on the body must satisfy, whatever it is: a new one gets
// these checks by one more line in body_action_test.cc.
#pragma once

#include "model_derivatives.h"
#include "static_solution.h"

#include <rivlin/solid/sleeve.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  /// A block 20 x 30 (x 10) on the sleeve "x0", which is driven and turns a
  /// little, with the free sleeve "x1"; all other sides are free. At t = 0.4,
  /// the time of random_state(), the driven sleeve is `lift` higher in y.
  template <int dim>
  struct ActionBench
  {
    double lift         = -0.1;
    double sleeve_shift = 0; ///< of the free sleeve in x, in state()
    double sleeve_lift  = 0; ///< of the free sleeve, in state()
    /// Another mesh with these two sets; its sets that all ranks know.
    std::function<std::unique_ptr<Mesh<dim>>()> other_mesh = {};
    std::vector<std::string> shared_sets                   = {};

    std::unique_ptr<FEModel<dim>> model(const ActionDefinition<dim> &action,
                                        const bool inertia = true) const
    {
      MeshParameters mesh;
      mesh.shape    = MeshShape::box;
      mesh.size     = {20, 30, 10};
      mesh.elements = {2, 2, 1};
      ModelDefinition<dim> definition;
      definition.inertia                     = inertia;
      definition.materials["rubber"]         = reference_rubber(1. / 2000);
      definition.materials["rubber"].density = 1e-3;
      Support<dim> driven                    = fixed<dim>("x0");
      driven.sleeve                          = Sleeve();
      driven.sleeve->motion = [bench = *this](const double t, int) {
        return bench.motion(t);
      };
      Support<dim> loose                  = fixed<dim>("x1");
      loose.sleeve                        = Sleeve();
      loose.sleeve->body.free_translation = {true, true, dim == 3};
      loose.sleeve->body.rotation =
        dim == 3 ? RotationFreedom::free : RotationFreedom::about_axis;
      loose.sleeve->body.mass = 3;
      loose.sleeve->body.inertia.diagonal() << 200, 300, 400;
      definition.supports    = {driven, loose};
      definition.actions     = {action};
      definition.shared_sets = shared_sets;
      return std::make_unique<FEModel<dim>>(
        other_mesh ? other_mesh() : make_mesh<dim>(mesh, MPI_COMM_WORLD),
        definition);
    }

    State state(const FEModel<dim> &model) const
    {
      State state = random_state(model, 1.);
      const int n = model.sleeves().n_owned_positions();
      if (n > 0)
        {
          state.q.tail(n)[0] += sleeve_shift;
          state.q.tail(n)[1] += sleeve_lift;
        }
      return state;
    }

    RigidMotion motion(const double t) const
    {
      std::array<SleevePose, 4> pose;
      for (int k = 0; k < 4; ++k)
        {
          const double phase         = t - 0.4 + k * std::numbers::pi / 2;
          pose[k].translation[0]     = 0.003 * std::sin(phase);
          pose[k].translation[1]     = lift * std::cos(phase);
          pose[k].rotation_vector[2] = 5e-4 * std::sin(phase + 1);
          if (dim == 3)
            pose[k].rotation_vector[0] = 5e-4 * std::sin(phase + 2);
        }
      const SleeveMotion sleeve(pose, Vector3::Zero());
      RigidMotion motion;
      for (int k = 0; k < 4; ++k)
        {
          motion.translation[k] = sleeve.translation(k);
          motion.rotation[k]    = sleeve.rotation(k);
        }
      return motion;
    }
  };

  /// Sees whether an action's blocks are as symmetric as they say.
  class SymmetryOfBlocks final : public TangentBlocks
  {
  public:
    explicit SymmetryOfBlocks(const int dimension)
      : dim(dimension)
    {}
    void add(const TangentBlock &block) override
    {
      const std::size_t n =
        block.dofs.empty() ? block.nodes.size() * dim : block.dofs.size();
      double size = 0, gap = 0;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          {
            const double a = block.values[i * n + j];
            size           = std::max(size, std::abs(a));
            gap = std::max(gap, std::abs(a - block.values[j * n + i]));
          }
      if (block.is_symmetric)
        {
          EXPECT_LE(gap, 1e-14 * size);
        }
    }

  private:
    int dim;
  };

  /// One action of a model at a random state, moved along parameters.
  template <int dim>
  class ActionProbe
  {
  public:
    ActionProbe(const FEModel<dim> &fe_model, const State &at_state)
      : model(fe_model)
      , action(*model.actions().at(0))
      , state(at_state)
      , placement(model.sleeves().place(state, 2))
      , u(model.dofs_at(state, placement, 0))
      , v(model.dofs_at(state, placement, 1))
    {}

    /// The body `time` later, its nodes moved by s w and its velocities changed
    /// by s z (null: not), its supports `carried` further on their way.
    BodyState at(const double time,
                 const DofVector *w,
                 const DofVector *z,
                 const double s,
                 const double carried,
                 const bool at_rest = false) const
    {
      const auto moved = [&](const DofVector &x, const DofVector *direction) {
        DofVector y = model.discretization().make_vector();
        y           = x;
        y.zero_out_ghost_values();
        if (direction)
          y.add(s, *direction);
        y.update_ghost_values();
        return y;
      };
      SleevePlacement there = placement;
      for (RigidMotion &motion : there.motions)
        {
          // Straight on in x and R: differences are of first order only.
          motion.translation[0] += carried * motion.translation[1];
          motion.rotation[0] += carried * motion.rotation[1];
        }
      return {state.time + time,
              there,
              moved(u, w),
              at_rest ? DofVector() : moved(v, z)};
    }
    BodyState here() const
    {
      return at(0, nullptr, nullptr, 0, 0);
    }

    DofVector random_direction(const int seed) const
    {
      // The same on all ranks where they share a node.
      DofVector x = model.discretization().make_vector();
      for (unsigned int i = 0; i < x.locally_owned_size(); ++i)
        if (model.unknowns().is_displacement(i))
          x.local_element(i) =
            std::sin(seed + 12.9898 * x.get_partitioner()->local_to_global(i));
      x.update_ghost_values();
      return x;
    }

    /// Summed over the ranks.
    Vector residual(const BodyState &body) const
    {
      DofVector r                 = model.discretization().make_vector();
      const Evaluation evaluation = action.add_residual(body, r);
      EXPECT_TRUE(evaluation.valid) << evaluation.reason;
      return owned(r);
    }
    Vector owned(DofVector &r) const
    {
      r.compress(dealii::VectorOperation::add);
      return Eigen::Map<const Vector>(r.begin(), r.locally_owned_size());
    }
    double product(const Vector &r, const DofVector &w) const
    {
      return sum(
        r.dot(Eigen::Map<const Vector>(w.begin(), w.locally_owned_size())));
    }
    double norm(const Vector &r) const
    {
      return std::sqrt(sum(r.squaredNorm()));
    }
    double sum(const double x) const
    {
      return dealii::Utilities::MPI::sum(x,
                                         model.discretization().communicator());
    }
    double energy(const BodyState &body) const
    {
      return sum(action.balance(body).energy);
    }

    const FEModel<dim> &model;
    const BodyAction<dim> &action;
    State state;
    SleevePlacement placement;
    DofVector u, v;
  };

  /// The residual at rest is the derivative of the energy.
  template <int dim>
  void expect_energy(const ActionProbe<dim> &probe)
  {
    if (!probe.action.stores_energy())
      {
        EXPECT_EQ(probe.energy(probe.here()), 0);
        return;
      }
    const DofVector w = probe.random_direction(1);
    const double expected =
      probe.product(probe.residual(probe.at(0, nullptr, nullptr, 0, 0, true)),
                    w);
    const double change = slope(
      [&](const double s) {
        return Vector::Constant(1,
                                probe.energy(probe.at(0, &w, nullptr, s, 0)));
      },
      1e-3)[0];
    EXPECT_NE(expected, 0);
    // Truncation of the differences: 4e-8 for contacts, whose law is not a
    // polynomial, rounding errors for all others.
    EXPECT_NEAR(change, expected, 2e-7 * std::abs(expected));
  }

  /// Blocks times directions are differences of the residual; transposed ones
  /// belong to them.
  template <int dim>
  void expect_tangent(const ActionProbe<dim> &probe)
  {
    const auto &space    = probe.model.discretization();
    const BodyState here = probe.here();
    const DofVector w    = probe.random_direction(2);
    const DofVector z    = probe.random_direction(3);
    DofVector by_w       = space.make_vector();
    DofVector by_z       = space.make_vector();
    DofVector transposed = space.make_vector();
    BlockProducts<dim> blocks(space,
                              {{&w, nullptr, &by_w},
                               {nullptr, &z, &by_z},
                               {&z, &z, &transposed, true}});
    probe.action.add_tangent(here, blocks);
    const Vector Kw = probe.owned(by_w), Dz = probe.owned(by_z);
    const Vector Tz   = probe.owned(transposed);
    const double size = probe.norm(probe.residual(here));
    const auto expect = [&](const Vector &product, const Vector &change) {
      EXPECT_LT(probe.norm(product - change),
                1e-7 * probe.norm(change) + 1e-10 * size);
    };
    expect(Kw,
           slope(
             [&](const double s) {
               return probe.residual(probe.at(0, &w, nullptr, s, 0));
             },
             1e-3));
    expect(Dz,
           slope(
             [&](const double s) {
               return probe.residual(probe.at(0, nullptr, &z, s, 0));
             },
             1e-2));
    if (!probe.action.is_viscous())
      {
        EXPECT_EQ(probe.norm(Dz), 0);
        // z . K w = w . K^T z
        EXPECT_NEAR(probe.product(Kw, z),
                    probe.product(Tz, w),
                    1e-11 * probe.norm(Kw) * probe.norm(Tz) + 1e-12 * size);
      }
    SymmetryOfBlocks symmetry(dim);
    probe.action.add_tangent(here, symmetry);
  }

  /// Rates in time and of carriers are differences of the residual.
  template <int dim>
  void expect_rates(const ActionProbe<dim> &probe)
  {
    const BodyState here = probe.here();
    const double size    = probe.norm(probe.residual(here));
    DofVector in_time    = probe.model.discretization().make_vector();
    if (probe.action.time_dependence() == TimeDependence::given)
      probe.action.add_time_rate(here, in_time);
    const Vector time_rate = probe.owned(in_time);
    const Vector change    = slope(
      [&](const double s) {
        return probe.residual(probe.at(s, nullptr, nullptr, 0, 0));
      },
      1e-3);
    if (probe.action.time_dependence() != TimeDependence::differences)
      {
        EXPECT_LT(probe.norm(time_rate - change),
                  1e-9 * probe.norm(change) + 1e-10 * size);
      }

    std::vector<RigidMotion> rates(probe.placement.motions.size());
    for (std::size_t s = 0; s < rates.size(); ++s)
      {
        rates[s].translation[0] = probe.placement.motions[s].translation[1];
        rates[s].rotation[0]    = probe.placement.motions[s].rotation[1];
      }
    DofVector by_carriers = probe.model.discretization().make_vector();
    add_carrier_rate(probe.model.discretization(),
                     probe.action.carried_nodes(here),
                     probe.placement.motions,
                     rates,
                     false,
                     by_carriers);
    const Vector carrier_rate = probe.owned(by_carriers);
    const Vector carried      = slope(
      [&](const double s) {
        return probe.residual(probe.at(0, nullptr, nullptr, 0, s));
      },
      1e-3);
    EXPECT_LT(probe.norm(carrier_rate - carried),
              1e-7 * probe.norm(carried) + 1e-10 * size);
  }

  /// r . v = dE/dt + dissipated - external - power of the carriers.
  template <int dim>
  void expect_power_balance(const ActionProbe<dim> &probe)
  {
    const BodyState here        = probe.here();
    const ActionBalance balance = probe.action.balance(here);
    std::vector<SurfaceForce> carried(probe.placement.motions.size());
    add_carried_forces(probe.action.carried_nodes(here), carried);
    double carriers = 0;
    for (std::size_t s = 0; s < carried.size(); ++s)
      {
        const RigidMotion &motion = probe.placement.motions[s];
        carriers +=
          carried[s].force.dot(motion.translation[1]) +
          carried[s].first_moments.cwiseProduct(motion.rotation[1]).sum();
      }
    const double energy_rate = slope(
      [&](const double s) {
        return Vector::Constant(
          1, probe.energy(probe.at(s, &probe.v, nullptr, s, s)));
      },
      1e-3)[0];
    const double power      = probe.product(probe.residual(here), probe.v);
    const double dissipated = probe.sum(balance.dissipated_power);
    const double external   = probe.sum(balance.external_power);
    const double size       = std::abs(power) + std::abs(energy_rate) +
                        std::abs(dissipated) + std::abs(external);
    EXPECT_GE(dissipated, 0);
    EXPECT_GT(size, 0);
    EXPECT_NEAR(power,
                energy_rate + dissipated - external - probe.sum(carriers),
                1e-7 * size);
    // Nothing moves: no power.
    const ActionBalance rest =
      probe.action.balance(probe.at(0, nullptr, nullptr, 0, 0, true));
    EXPECT_EQ(probe.sum(rest.dissipated_power), 0);
    EXPECT_EQ(probe.sum(rest.external_power), 0);
  }

  /// All of the above, and the model that has the action: tangent with free and
  /// driven sleeves, products, time derivative.
  template <int dim>
  void expect_consistent_action(const std::string &name,
                                const ActionDefinition<dim> &definition,
                                const ActionBench<dim> &bench = {})
  {
    SCOPED_TRACE(name + ", " + std::to_string(dim) + "D");
    const auto model  = bench.model(definition);
    const State state = bench.state(*model);
    const ActionProbe<dim> probe(*model, state);
    EXPECT_GT(probe.norm(probe.residual(probe.here())), 0);
    expect_energy(probe);
    expect_tangent(probe);
    expect_rates(probe);
    expect_power_balance(probe);
    const UnitSystem &units = unit_system("mm-t-s");
    EXPECT_EQ(probe.action.column_titles(units).size(),
              probe.action.columns(probe.here()).size());
    EXPECT_NE(describe(probe.action), "");
    expect_weighted_tangent(*model, state);
    expect_products(*model, state);
    if (model->time_dependence() == TimeDependence::given)
      expect_time_derivative(*model, state);
  }
} // namespace rivlin
