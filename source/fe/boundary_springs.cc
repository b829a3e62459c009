// SPDX-License-Identifier: Apache-2.0
// Springs to the ground; see doc/theory/mixed_form.md, section "Loads".
#include <rivlin/fe/boundary_springs.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/fe/surface_patch.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    template <int dim>
    void check(const BoundarySpring<dim> &spring)
    {
      double largest = 0;
      for (const auto &constants : {spring.stiffness, spring.viscosity})
        for (const double constant : constants)
          {
            if (!(constant >= 0))
              throw Error("The springs on \"" + spring.set +
                          "\" have the constant " + number_text(constant) +
                          ". Stiffness and viscosity must not be negative.");
            largest = std::max(largest, constant);
          }
      if (largest == 0)
        throw Error("The springs on \"" + spring.set +
                    "\" have no constant. Give \"Stiffness\" or \"Viscosity\" "
                    "of at least one direction, or remove them.");
    }

    template <int dim>
    class SpringAction final : public BodyAction<dim>
    {
    public:
      using Constants = std::array<double, dim>;

      SpringAction(const BoundarySpring<dim> &given, const BodyView<dim> &body)
        : spring(given)
        , space(body.discretization)
      {
        check(spring);
        for (SurfacePatch<dim> &patch :
             surface_patches(body.mesh, space, spring.set))
          {
            Face face;
            const std::size_t n = patch.nodes.size();
            face.product.assign(n * n, 0.);
            for (std::size_t a = 0; a < n; ++a)
              for (std::size_t b = 0; b < n; ++b)
                for (std::size_t q = 0; q < patch.weight.size(); ++q)
                  face.product[a * n + b] += patch.shape[q * n + a] *
                                             patch.shape[q * n + b] *
                                             patch.weight[q];
            face.cell  = patch.cell;
            face.nodes = std::move(patch.nodes);
            face.X     = std::move(patch.X);
            faces.push_back(std::move(face));
          }
      }

      std::string kind() const override
      {
        return "springs";
      }
      std::vector<std::string> sets() const override
      {
        return {spring.set};
      }
      bool is_viscous() const override
      {
        return is_any(spring.viscosity);
      }
      bool stores_energy() const override
      {
        return true;
      }
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override
      {
        for_forces(spring.stiffness,
                   at.displacement,
                   [&](const unsigned int dof, const double force) {
                     residual.local_element(dof) += force;
                   });
        for_forces(spring.viscosity,
                   at.velocity,
                   [&](const unsigned int dof, const double force) {
                     residual.local_element(dof) += force;
                   });
        return {};
      }
      void add_tangent(const BodyState &, TangentBlocks &blocks) const override
      {
        add_blocks(spring.stiffness, TangentBlock::By::displacement, blocks);
        add_blocks(spring.viscosity, TangentBlock::By::velocity, blocks);
      }
      ActionBalance balance(const BodyState &at) const override
      {
        ActionBalance result;
        for_forces(spring.stiffness,
                   at.displacement,
                   [&](const unsigned int dof, const double force) {
                     result.energy +=
                       force * at.displacement.local_element(dof) / 2;
                   });
        for_forces(spring.viscosity,
                   at.velocity,
                   [&](const unsigned int dof, const double force) {
                     result.dissipated_power +=
                       force * at.velocity.local_element(dof);
                   });
        return result;
      }
      std::vector<HeldPoint<dim>> held_points() const override
      {
        std::vector<HeldPoint<dim>> points;
        for (const Face &face : faces)
          for (const auto &X : face.X)
            for (int i = 0; i < dim; ++i)
              if (spring.stiffness[i] > 0)
                points.push_back({X, i});
        return points;
      }

    private:
      struct Face
      {
        int cell;
        std::vector<int> nodes;
        std::vector<double> product; ///< int N_a N_b dA
        std::vector<dealii::Point<dim>> X;
      };

      static bool is_any(const Constants &constants)
      {
        return std::any_of(constants.begin(),
                           constants.end(),
                           [](const double constant) { return constant > 0; });
      }

      /// Call action(dof, force) with constants times int N_a N_b dA x_b.
      template <typename Action>
      void for_forces(const Constants &constants,
                      const DofVector &x,
                      const Action &action) const
      {
        if (x.size() == 0 || !is_any(constants))
          return;
        for (const Face &face : faces)
          {
            const auto dofs     = space.cell_dofs(face.cell);
            const std::size_t n = face.nodes.size();
            for (std::size_t a = 0; a < n; ++a)
              for (int i = 0; i < dim; ++i)
                {
                  double sum = 0;
                  for (std::size_t b = 0; b < n; ++b)
                    sum += face.product[a * n + b] *
                           x.local_element(dofs[face.nodes[b] * dim + i]);
                  action(dofs[face.nodes[a] * dim + i], constants[i] * sum);
                }
          }
      }

      void add_blocks(const Constants &constants,
                      const TangentBlock::By by,
                      TangentBlocks &blocks) const
      {
        if (!is_any(constants))
          return;
        std::vector<double> block;
        for (const Face &face : faces)
          {
            const std::size_t n = face.nodes.size(), size = n * dim;
            block.assign(size * size, 0.);
            for (std::size_t a = 0; a < n; ++a)
              for (std::size_t b = 0; b < n; ++b)
                for (int i = 0; i < dim; ++i)
                  block[(a * dim + i) * size + b * dim + i] =
                    constants[i] * face.product[a * n + b];
            blocks.add({face.cell, face.nodes, block.data(), by});
          }
      }

      BoundarySpring<dim> spring;
      const Discretization<dim> &space;
      std::vector<Face> faces;
    };
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  BoundarySpring<dim>::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<SpringAction<dim>>(*this, body);
  }

  template struct BoundarySpring<2>;
  template struct BoundarySpring<3>;
} // namespace rivlin
