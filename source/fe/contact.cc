// SPDX-License-Identifier: Apache-2.0
// Contact at nodes. Nodal forces and stiffnesses are proportional to the area
// of a node, so every rank works with the part of it that its own faces have.
#include <rivlin/fe/contact.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/fe/contact_nodes.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// What is not given: the distance relative to the size of the part, the
    /// pressure relative to its shear modulus. Contact pressures of rubber are
    /// a few shear moduli.
    constexpr double default_distance = 1e-4;
    constexpr double default_pressure = 10;

    template <int dim>
    Vector3 to_vector3(const Tensor<1, dim> &x)
    {
      Vector3 result = Vector3::Zero();
      for (int i = 0; i < dim; ++i)
        result[i] = x[i];
      return result;
    }

    bool lies_in_plane(const Plane &plane)
    {
      return plane.normal[2] == 0;
    }

    bool lies_in_plane(const Cylinder &cylinder)
    {
      return std::abs(cylinder.axis[2]) == 1;
    }

    /// What a contact does, on all ranks.
    struct ContactState
    {
      Vector3 force           = Vector3::Zero(); ///< on the body
      double smallest_gap     = std::numeric_limits<double>::infinity();
      double area             = 0; ///< undeformed, under pressure
      double largest_pressure = 0; ///< per undeformed area
    };

    template <int dim>
    class ContactAction final : public BodyAction<dim>
    {
    public:
      ContactAction(const Contact &given, const BodyView<dim> &body);

      std::string kind() const override
      {
        return "contact \"" + contact.name + "\"";
      }
      std::vector<std::string> sets() const override
      {
        return contact.sets;
      }
      bool stores_energy() const override
      {
        return true;
      }
      bool acts_suddenly() const override
      {
        return true;
      }
      std::optional<RigidContact> rigid_contact() const override;
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override;
      void add_tangent(const BodyState &at,
                       TangentBlocks &blocks) const override;
      void add_carrier_rate(const BodyState &at,
                            const std::vector<RigidMotion> &rates,
                            DofVector &rate) const override;
      void add_carrier_forces(const BodyState &at,
                              std::vector<SurfaceForce> &forces) const override;
      ActionBalance balance(const BodyState &at) const override;
      std::vector<std::string>
      column_titles(const UnitSystem &units) const override;
      std::vector<double> columns(const BodyState &at) const override;
      std::string picture_field(const UnitSystem &units) const override
      {
        return with_unit("contact pressure", units.stress);
      }
      void raise_picture_field(const BodyState &at,
                               DofVector &field) const override;

    private:
      using Node = ContactNode<dim>;

      /// Response of one node to the surface, in space.
      struct Touch
      {
        double gap = 0;
        ContactResponse response;
        Vector3 arm = Vector3::Zero();   ///< from the carrier's centre, turned
                                         ///< back to the undeformed body
        Vector3 force = Vector3::Zero(); ///< on the body, per area
        Matrix3 K     = Matrix3::Zero(); ///< - d force/dx
      };

      void complete_law(const BodyView<dim> &body);
      void refuse_moving_carrier(const PrescribedMotion<dim> &motion) const;
      void refuse_cut_body(std::size_t n_supports) const;
      /// Call action(node, dof of its first component, touch).
      template <typename Action>
      void for_nodes(const BodyState &at, const Action &action) const;
      Touch touch(const RigidMotion &motion, const Vector3 &x) const;
      /// The same on all ranks. Collective.
      ContactState observe(const BodyState &at) const;

      Contact contact;
      const Discretization<dim> &space;
      Vector3 centre = Vector3::Zero(); ///< of the carrier
      std::vector<Node> nodes;
    };

    template <int dim>
    ContactAction<dim>::ContactAction(const Contact &given,
                                      const BodyView<dim> &body)
      : contact(given)
      , space(body.discretization)
    {
      complete_law(body);
      if (dim == 2 &&
          !std::visit([](const auto &one) { return lies_in_plane(one); },
                      contact.surface))
        throw Error("Contact \"" + contact.name +
                    "\": in plane strain the normal of a plane has no "
                    "component z, and a cylinder has the axis z.");
      if (contact.carrier)
        {
          refuse_moving_carrier(body.motion);
          centre = to_vector3<dim>(body.motion.centre(*contact.carrier));
        }
      nodes = contact_nodes(body.mesh,
                            space,
                            contact.sets,
                            contact.surface,
                            body.motion.is_prescribed(),
                            1e-6 * contact.law.distance);
      if (Utilities::MPI::sum(nodes.size(), space.communicator()) == 0)
        throw Error("Contact \"" + contact.name +
                    "\": supports hold all nodes of \"" + contact.sets.front() +
                    "\", nothing can touch. Name a free surface.");
      refuse_cut_body(body.motion.supports().size());
    }

    template <int dim>
    void ContactAction<dim>::complete_law(const BodyView<dim> &body)
    {
      if (contact.law.distance == 0)
        contact.law.distance = default_distance * body.length_scale;
      if (contact.law.pressure == 0)
        contact.law.pressure = default_pressure * body.stress_scale;
      check(contact.law);
      check(contact.surface);
    }

    template <int dim>
    void ContactAction<dim>::refuse_moving_carrier(
      const PrescribedMotion<dim> &motion) const
    {
      const Support<dim> &support = motion.supports()[*contact.carrier];
      if (support.displacement || is_free_sleeve(support))
        throw Error("Contact \"" + contact.name +
                    "\": its surface is carried by \"" + support.set +
                    "\", which is not fixed or driven as a whole. Let a "
                    "fixed or driven support or the ground carry it.");
    }

    template <int dim>
    void ContactAction<dim>::refuse_cut_body(const std::size_t n_supports) const
    {
      const BodyState undeformed{0,
                                 {std::vector<RigidMotion>(n_supports), {}},
                                 space.make_vector(),
                                 {}};
      const double gap      = observe(undeformed).smallest_gap;
      const ContactLaw &law = contact.law;
      // A barrier acts before the surfaces touch.
      const bool is_barrier = law.method == ContactMethod::barrier;
      if (gap < (is_barrier ? law.distance : -1e-6 * law.distance))
        throw Error("Contact \"" + contact.name +
                    "\": the smallest gap of the undeformed body is " +
                    number_text(gap, 6) +
                    (is_barrier
                       ? ", less than the distance " +
                           number_text(law.distance) +
                           " from which the barrier acts. Give a smaller "
                           "distance or choose the penalty."
                       : ": the surface cuts the body. Move the surface, or "
                         "turn its side around."));
    }

    template <int dim>
    typename ContactAction<dim>::Touch
    ContactAction<dim>::touch(const RigidMotion &motion, const Vector3 &x) const
    {
      // The point in the frame of the surface, y = C + R^T (x - C - t).
      const bool moves = contact.carrier.has_value();
      const Matrix3 R  = moves
                           ? Matrix3(Matrix3::Identity() + motion.rotation[0])
                           : Matrix3(Matrix3::Identity());
      Touch result;
      result.arm =
        moves ? Vector3(R.transpose() * (x - centre - motion.translation[0]))
              : x;
      const Gap gap =
        rivlin::gap(contact.surface,
                    moves ? Vector3(centre + result.arm) : result.arm);
      result.gap      = gap.value;
      result.response = respond(contact.law, gap.value);
      if (result.response.pressure > 0)
        {
          const Vector3 n = R * gap.normal;
          result.force    = result.response.pressure * n;
          result.K =
            result.response.stiffness * n * n.transpose() -
            result.response.pressure * (R * gap.curvature * R.transpose());
        }
      return result;
    }

    template <int dim>
    template <typename Action>
    void ContactAction<dim>::for_nodes(const BodyState &at,
                                       const Action &action) const
    {
      static const RigidMotion at_rest;
      const RigidMotion &motion =
        contact.carrier ? at.placement.motions[*contact.carrier] : at_rest;
      for (const Node &node : nodes)
        {
          const unsigned int *dofs =
            &space.cell_dofs(node.cell)[node.node * dim];
          Vector3 x = to_vector3<dim>(node.X);
          for (int i = 0; i < dim; ++i)
            x[i] += at.displacement.local_element(dofs[i]);
          action(node, dofs, touch(motion, x));
        }
    }

    template <int dim>
    std::optional<RigidContact> ContactAction<dim>::rigid_contact() const
    {
      RigidContact result{
        contact.name, contact.surface, contact.law, -1, {}, {}};
      if (contact.carrier)
        result.carrier = static_cast<int>(*contact.carrier);
      const int nodes_per_cell = space.kernel().basis().n_nodes;
      for (const Node &node : nodes)
        {
          result.nodes.push_back(node.cell * nodes_per_cell + node.node);
          result.weights.push_back(node.weight);
        }
      return result;
    }

    template <int dim>
    Evaluation ContactAction<dim>::add_residual(const BodyState &at,
                                                DofVector &residual) const
    {
      for_nodes(
        at,
        [&](const Node &node, const unsigned int *dofs, const Touch &touch) {
          for (int i = 0; i < dim; ++i)
            residual.local_element(dofs[i]) -= node.weight * touch.force[i];
        });
      return {};
    }

    template <int dim>
    void ContactAction<dim>::add_tangent(const BodyState &at,
                                         TangentBlocks &blocks) const
    {
      for_nodes(
        at, [&](const Node &node, const unsigned int *, const Touch &touch) {
          if (touch.response.pressure == 0)
            return;
          std::array<double, dim * dim> block;
          for (int i = 0; i < dim; ++i)
            for (int j = 0; j < dim; ++j)
              block[i * dim + j] = node.weight * touch.K(i, j);
          blocks.add({node.cell, {&node.node, 1}, block.data()});
        });
    }

    template <int dim>
    void
    ContactAction<dim>::add_carrier_rate(const BodyState &at,
                                         const std::vector<RigidMotion> &rates,
                                         DofVector &result) const
    {
      if (!contact.carrier)
        return;
      const RigidMotion &rate = rates[*contact.carrier];
      // f = R f_y(y(x, t)) and x moves through the frame as if the surface
      // stood still and the point had minus the velocity of the surface:
      // df/dt = Omega f + K v_surface, Omega = Rdot R^T.
      const Matrix3 R = Matrix3::Identity() +
                        at.placement.motions[*contact.carrier].rotation[0];
      const Matrix3 Omega = rate.rotation[0] * R.transpose();
      for_nodes(
        at,
        [&](const Node &node, const unsigned int *dofs, const Touch &touch) {
          if (touch.response.pressure == 0)
            return;
          const Vector3 velocity =
            rate.translation[0] + rate.rotation[0] * touch.arm;
          const Vector3 change = Omega * touch.force + touch.K * velocity;
          for (int i = 0; i < dim; ++i)
            result.local_element(dofs[i]) -= node.weight * change[i];
        });
    }

    template <int dim>
    void ContactAction<dim>::add_carrier_forces(
      const BodyState &at, std::vector<SurfaceForce> &forces) const
    {
      if (!contact.carrier)
        return;
      SurfaceForce &sum = forces[*contact.carrier];
      for_nodes(
        at, [&](const Node &node, const unsigned int *, const Touch &touch) {
          sum.force += node.weight * touch.force;
          sum.first_moments +=
            node.weight * touch.force * touch.arm.transpose();
        });
    }

    template <int dim>
    ActionBalance ContactAction<dim>::balance(const BodyState &at) const
    {
      ActionBalance result;
      for_nodes(
        at, [&](const Node &node, const unsigned int *, const Touch &touch) {
          result.energy += node.weight * touch.response.energy;
        });
      return result;
    }

    template <int dim>
    ContactState ContactAction<dim>::observe(const BodyState &at) const
    {
      ContactState state;
      for_nodes(
        at, [&](const Node &node, const unsigned int *, const Touch &touch) {
          state.force += node.weight * touch.force;
          state.smallest_gap = std::min(state.smallest_gap, touch.gap);
          state.largest_pressure =
            std::max(state.largest_pressure, touch.response.pressure);
          if (touch.response.pressure > 0)
            state.area += node.weight;
        });
      const MPI_Comm communicator = space.communicator();
      std::array<double, 4> sums  = {state.force[0],
                                     state.force[1],
                                     state.force[2],
                                     state.area};
      MPI_Allreduce(
        MPI_IN_PLACE, sums.data(), 4, MPI_DOUBLE, MPI_SUM, communicator);
      state.force = Vector3(sums[0], sums[1], sums[2]);
      state.area  = sums[3];
      state.smallest_gap =
        Utilities::MPI::min(state.smallest_gap, communicator);
      state.largest_pressure =
        Utilities::MPI::max(state.largest_pressure, communicator);
      return state;
    }

    template <int dim>
    std::vector<std::string>
    ContactAction<dim>::column_titles(const UnitSystem &units) const
    {
      std::vector<std::string> titles;
      for (int i = 0; i < dim; ++i)
        titles.push_back(
          with_unit(contact.name + " contact force " + "xyz"[i], units.force));
      titles.push_back(with_unit(contact.name + " smallest gap", units.length));
      titles.push_back(
        with_unit(contact.name + " contact area", units.length + "^2"));
      titles.push_back(
        with_unit(contact.name + " largest contact pressure", units.stress));
      return titles;
    }

    template <int dim>
    std::vector<double> ContactAction<dim>::columns(const BodyState &at) const
    {
      const ContactState state = observe(at);
      std::vector<double> values(state.force.data(), state.force.data() + dim);
      values.insert(values.end(),
                    {state.smallest_gap, state.area, state.largest_pressure});
      return values;
    }

    template <int dim>
    void ContactAction<dim>::raise_picture_field(const BodyState &at,
                                                 DofVector &field) const
    {
      for_nodes(
        at, [&](const Node &, const unsigned int *dofs, const Touch &touch) {
          double &value = field.local_element(dofs[0]);
          value         = std::max(value, touch.response.pressure);
        });
    }
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  Contact::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<ContactAction<dim>>(*this, body);
  }

  template std::unique_ptr<BodyAction<2>>
  Contact::operator()(const BodyView<2> &) const;
  template std::unique_ptr<BodyAction<3>>
  Contact::operator()(const BodyView<3> &) const;
} // namespace rivlin
