// SPDX-License-Identifier: Apache-2.0
// Dead loads; see doc/theory/mixed_form.md, section "Loads".
#include <rivlin/fe/traction.h>

#include <rivlin/fe/surface_patch.h>

namespace rivlin
{
  namespace
  {
    template <int dim>
    class TractionAction final : public BodyAction<dim>
    {
    public:
      TractionAction(const Traction<dim> &traction, const BodyView<dim> &body)
        : load(traction)
        , space(body.discretization)
        , patches(surface_patches(body.mesh, space, load.set))
      {}

      std::string kind() const override
      {
        return "traction";
      }
      std::vector<std::string> sets() const override
      {
        return {load.set};
      }
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override
      {
        add(load.traction, at.time, residual);
        return {};
      }
      TimeDependence time_dependence() const override
      {
        return load.rate ? TimeDependence::given : TimeDependence::differences;
      }
      void add_time_rate(const BodyState &at, DofVector &rate) const override
      {
        add(load.rate, at.time, rate);
      }

    private:
      void add(const decltype(Traction<dim>::traction) &traction,
               const double t,
               DofVector &residual) const
      {
        for (const SurfacePatch<dim> &patch : patches)
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            subtract_force(space,
                           patch,
                           q,
                           traction(patch.X[q], patch.normal[q], t),
                           residual);
      }

      Traction<dim> load;
      const Discretization<dim> &space;
      std::vector<SurfacePatch<dim>> patches;
    };
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  Traction<dim>::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<TractionAction<dim>>(*this, body);
  }

  template struct Traction<2>;
  template struct Traction<3>;
} // namespace rivlin
