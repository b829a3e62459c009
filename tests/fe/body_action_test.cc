// SPDX-License-Identifier: Apache-2.0
// Everything that acts on the body, by the same checks; failures of actions.
#include "action_checks.h"

#include <rivlin/base/error.h>
#include <rivlin/fe/gravity.h>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    template <int dim>
    Traction<dim> some_traction()
    {
      const auto at = [](const int order) {
        return [order](const Point<dim> &X,
                       const Tensor<1, dim> &normal,
                       const double t) {
          return (order == 0 ? t * t : 2 * t) * (normal + 0.01 * X);
        };
      };
      return {"y1", at(0), at(1)};
    }

    template <int dim>
    Gravity<dim> some_gravity()
    {
      return {[](const double t, const int order) {
        Tensor<1, dim> g;
        g[0] = order == 0 ? 10 * t : 10.;
        g[1] = order == 0 ? -20. : 0.;
        return g;
      }};
    }

    template <int dim>
    BodyForce<dim> some_body_force()
    {
      return {[](const Point<dim> &X, const double t) {
        return Tensor<1, dim>(t * X);
      }};
    }

    template <int dim>
    BoundarySpring<dim> some_springs()
    {
      BoundarySpring<dim> spring{"y1", {}, {}};
      for (int i = 0; i < dim; ++i)
        {
          spring.stiffness[i] = 1. + i;
          spring.viscosity[i] = 0.3 - 0.1 * i;
        }
      return spring;
    }

    const FollowerPressure some_pressure{"y1",
                                         [](double t) { return 0.1 * t * t; },
                                         [](double t) { return 0.2 * t; }};

    // Surfaces on the driven sleeve. With the distance 0.2 all that touches is
    // inside one branch of the law, which differences need.
    Contact some_contact(const RigidSurface &surface)
    {
      return {"stop", {"y1"}, surface, {ContactMethod::penalty, 0.2, 10}, 0u};
    }
    const Plane above{Vector3(0, 30, 0), -Vector3::UnitY()};
    const Cylinder around{Vector3(10, 130, 0), Vector3::UnitZ(), 100, false};

    Contact some_barrier()
    {
      Contact contact =
        some_contact(Plane{Vector3(0, 30.21, 0), -Vector3::UnitY()});
      contact.law.method = ContactMethod::barrier;
      return contact;
    }

    template <int dim>
    void expect_consistent_actions()
    {
      expect_consistent_action<dim>("traction", some_traction<dim>());
      expect_consistent_action<dim>("pressure", some_pressure);
      expect_consistent_action<dim>("body force", some_body_force<dim>());
      expect_consistent_action<dim>("gravity", some_gravity<dim>());
      expect_consistent_action<dim>("springs", some_springs<dim>());
      expect_consistent_action<dim>("plane", some_contact(above));
      expect_consistent_action<dim>("cylinder", some_contact(around));
      expect_consistent_action<dim>("barrier", some_barrier());
    }

    /// Fails after t = 0.5.
    class Fails final : public BodyAction<2>
    {
    public:
      std::string kind() const override
      {
        return "failure";
      }
      Evaluation add_residual(const BodyState &at, DofVector &) const override
      {
        if (at.time <= 0.5)
          return {};
        return {false, "Nothing acts after t = 0.5."};
      }
    };
  } // namespace

  TEST(BodyAction, IsConsistentInThePlane)
  {
    expect_consistent_actions<2>();
  }

  TEST(BodyAction, IsConsistentInSpace)
  {
    expect_consistent_actions<3>();
  }

  TEST(BodyAction, FailureIsAValue)
  {
    ModelDefinition<2> definition;
    definition.materials["rubber"] = reference_rubber(1. / 30);
    definition.supports            = {fixed<2>("x0")};
    definition.actions             = {
                  [](const BodyView<2> &) { return std::make_unique<Fails>(); }};
    const FEModel<2> model(distorted_box<2>(1, 0), definition);
    State state = model.initial_state();
    Blocks r;
    EXPECT_TRUE(model.residual(state, ConstraintLevel::position, r).valid);
    state.time = 0.6;
    EXPECT_EQ(model.residual(state, ConstraintLevel::position, r).reason,
              "Nothing acts after t = 0.5.");
    // The step control ends where nothing acts any more.
    try
      {
        solve_statically<2>(distorted_box<2>(1, 0), definition, 4);
        ADD_FAILURE() << "it went on";
      }
    catch (const std::runtime_error &error)
      {
        EXPECT_NE(std::string(error.what()).find("Nothing acts"),
                  std::string::npos)
          << error.what();
      }
  }

  TEST(BodyAction, ThatGivesNoNumberIsNamed)
  {
    ModelDefinition<2> definition;
    definition.materials["rubber"] = reference_rubber(1. / 30);
    definition.supports            = {fixed<2>("x0")};
    definition.actions             = {
                  Traction<2>{"x1",
                              [](const Point<2> &, const Tensor<1, 2> &, double) {
                    return Tensor<1, 2>();
                  }},
                  FollowerPressure{"y1", [](const double t) { return std::sqrt(-t); }}};
    const FEModel<2> model(distorted_box<2>(1, 0), definition);
    State state = model.initial_state();
    state.time  = 0.25;
    Blocks r;
    EXPECT_EQ(model.residual(state, ConstraintLevel::position, r).reason,
              "The residual is not finite at t = 0.25: the pressure on \"y1\" "
              "gives no number. Check its channels at this time.");
    EXPECT_EQ(describe(*model.actions()[0]), "traction on \"x1\"");
  }
} // namespace rivlin
