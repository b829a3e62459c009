// SPDX-License-Identifier: Apache-2.0
// Orders of convergence of the integrators on the finite element model, under
// prescribed and under free motion, in displacement, velocity and pressure.
#include "static_solution.h"

#include <rivlin/base/taylor.h>
#include <rivlin/dynamics/make_integrator.h>

#include <gtest/gtest.h>

#include <map>

namespace rivlin
{
  namespace
  {
    constexpr double pi = std::numbers::pi;

    /// sin^6 has five derivatives that vanish at 0: the start from rest is
    /// smooth enough for all methods.
    Taylor<3> smooth_start(const double t, const double frequency)
    {
      const Taylor<3> x =
        Taylor<3>::from_derivatives({frequency * t, frequency, 0, 0});
      const auto [s, c] = sin_cos(x);
      return s * s * s * s * s * s;
    }

    /// Rubber so heavy that inertia matters at 1 Hz: the first torsional
    /// frequency of the ring is 3.4 Hz.
    template <int dim>
    ModelDefinition<dim> heavy_ring(const double inverse_bulk_modulus)
    {
      ModelDefinition<dim> definition;
      definition.inertia             = true;
      definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
      definition.materials["rubber"].density           = 1e-4;
      definition.materials["rubber"].stiffness_damping = 1e-3;
      return definition;
    }

    /// Inner sleeve driven in x by up to 2 mm and turned by up to 0.2 rad.
    template <int dim>
    ModelDefinition<dim> driven_ring(const double inverse_bulk_modulus)
    {
      ModelDefinition<dim> definition = heavy_ring<dim>(inverse_bulk_modulus);
      Support<dim> inner              = fixed<dim>("inner");
      inner.sleeve                    = Sleeve();
      inner.sleeve->motion            = [](const double t, int) {
        const Taylor<3> s     = smooth_start(t, pi);
        const auto [sin, cos] = sin_cos(0.2 * s);
        RigidMotion motion;
        for (int k = 0; k < 4; ++k)
          {
            motion.translation[k][0] = 2 * s.derivative(k);
            motion.rotation[k](0, 0) = motion.rotation[k](1, 1) =
              cos.derivative(k) - (k == 0 ? 1 : 0);
            motion.rotation[k](0, 1) = -sin.derivative(k);
            motion.rotation[k](1, 0) = sin.derivative(k);
          }
        return motion;
      };
      definition.supports = {inner, fixed<dim>("outer")};
      return definition;
    }

    /// Inner sleeve free, loaded by a force and a moment.
    template <int dim>
    ModelDefinition<dim> loaded_ring(const double inverse_bulk_modulus)
    {
      ModelDefinition<dim> definition = heavy_ring<dim>(inverse_bulk_modulus);
      Support<dim> inner              = fixed<dim>("inner");
      inner.sleeve                    = Sleeve();
      Sleeve &sleeve                  = *inner.sleeve;
      sleeve.body.free_translation    = {true, true, dim == 3};
      sleeve.body.rotation =
        dim == 3 ? RotationFreedom::free : RotationFreedom::about_axis;
      const double thickness = dim == 3 ? 40 : 1;
      sleeve.body.mass       = 0.3 * thickness;
      sleeve.body.inertia.diagonal().setConstant(20 * thickness);
      sleeve.load = [thickness](const double t, const int order) {
        const double s = smooth_start(t, pi).derivative(order);
        SleeveLoad load;
        load.force = thickness * Vector3(80, 20, dim == 3 ? 8 : 0) * s;
        load.moment =
          thickness * Vector3(dim == 3 ? 90 : 0, dim == 3 ? -60 : 0, 200) * s;
        return load;
      };
      definition.supports = {inner, fixed<dim>("outer")};
      return definition;
    }

    template <int dim>
    State run(const FEModel<dim> &model,
              const std::string &method,
              const int n_steps,
              const double end)
    {
      IntegratorOptions options;
      options.generalized_alpha.newton.tolerance      = 1e-12;
      options.generalized_alpha.newton.max_iterations = 30;
      options.bliedf.newton = options.generalized_alpha.newton;
      const auto integrator = make_integrator(method, model, options);
      State state           = model.initial_state();
      IntegrationPlan plan;
      plan.end_time                  = end;
      plan.initial_step              = end / n_steps;
      plan.minimum_step              = plan.initial_step;
      const IntegrationReport report = integrate(*integrator, state, plan);
      if (!report.finished)
        throw std::runtime_error(method + ": " + report.reason);
      return state;
    }

    /// IDA chooses its own orders: its error follows the tolerance.
    template <int dim>
    void expect_ida_follows_tolerance(const FEModel<dim> &model,
                                      const State &reference,
                                      const double end)
    {
      std::vector<std::array<double, 2>> errors;
      for (const double tolerance : {1e-4, 1e-6, 1e-8})
        {
          IntegratorOptions options;
          options.ida.tolerances = {tolerance, tolerance, false};
          const auto integrator  = make_integrator("IDA", model, options);
          State state            = model.initial_state();
          IntegrationPlan plan;
          plan.end_time     = end;
          plan.initial_step = end;
          ASSERT_TRUE(integrate(*integrator, state, plan).finished);
          errors.push_back(
            {(state.q - reference.q).norm() / reference.q.norm(),
             (state.v - reference.v).norm() / reference.v.norm()});
          std::cout << std::setw(18) << "IDA" << std::setw(8) << tolerance
                    << std::setw(14) << errors.back()[0] << std::setw(14)
                    << errors.back()[1] << std::endl;
        }
      for (int i = 0; i < 2; ++i)
        {
          EXPECT_LT(errors[1][i], 0.05 * errors[0][i]);
          EXPECT_LT(errors[2][i], 0.005 * errors[0][i]);
        }
    }

    struct Expected
    {
      std::string method;
      std::vector<int> n_steps;
      double order_q, order_v, order_lambda; ///< least observed orders
    };

    template <int dim>
    void expect_orders(const FEModel<dim> &model,
                       const State &reference,
                       const double end,
                       const std::vector<Expected> &table)
    {
      for (const Expected &expected : table)
        {
          std::vector<std::array<double, 3>> errors;
          for (const int n : expected.n_steps)
            {
              const State state = run(model, expected.method, n, end);
              Vector dq;
              difference(model.space(), reference.q, state.q, dq);
              errors.push_back(
                {dq.norm() / reference.q.norm(),
                 (state.v - reference.v).norm() / reference.v.norm(),
                 (state.lambda - reference.lambda).norm() /
                   reference.lambda.norm()});
              std::cout << std::setw(18) << expected.method << std::setw(6)
                        << n;
              for (int i = 0; i < 3; ++i)
                {
                  std::cout << std::setw(12) << errors.back()[i];
                  if (errors.size() > 1)
                    std::cout << std::setw(10)
                              << std::log2(errors[errors.size() - 2][i] /
                                           errors.back()[i]);
                }
              std::cout << std::endl;
            }
          const auto &last   = errors.back();
          const auto &before = errors[errors.size() - 2];
          EXPECT_GT(std::log2(before[0] / last[0]), expected.order_q)
            << expected.method << " q";
          EXPECT_GT(std::log2(before[1] / last[1]), expected.order_v)
            << expected.method << " v";
          EXPECT_GT(std::log2(before[2] / last[2]), expected.order_lambda)
            << expected.method << " lambda";
        }
    }

    MeshParameters coarse_ring()
    {
      MeshParameters mesh;
      mesh.elements_radial          = 2;
      mesh.elements_circumferential = 8;
      mesh.elements_axial           = 1;
      return mesh;
    }

    constexpr double end_time = 0.8;

    /// All methods, on a flat space, against a fine run of RODAS4P.
    void expect_orders_on_flat_space(const FEModel<2> &model)
    {
      const State reference = run(model, "RODAS4P", 2048, end_time);
      expect_orders(model,
                    reference,
                    end_time,
                    {{"generalized alpha", {64, 128, 256}, 1.8, 1.8, 1.8},
                     {"ROS3P", {128, 256, 512}, 2.7, 2.7, 2.7},
                     {"RODAS4P", {32, 64, 128}, 3.4, 3.4, 3.3},
                     {"BLieDF2", {256, 512}, 1.8, 1.8, 1.8},
                     {"BLieDF3", {256, 512}, 2.7, 2.7, 2.7}});
      expect_ida_follows_tolerance(model, reference, end_time);
    }

    std::vector<Expected> multistep_methods(const double pressure_order)
    {
      return {{"generalized alpha", {32, 64}, 1.8, 1.8, 1.8},
              {"BLieDF2", {64, 128}, 1.8, 1.8, 1.8},
              {"BLieDF3", {64, 128}, 2.6, 2.6, pressure_order}};
    }
  } // namespace

  TEST(FEOrdersSlow, DrivenSleeve)
  {
    expect_orders_on_flat_space(
      FEModel<2>(make_mesh<2>(coarse_ring(), MPI_COMM_WORLD),
                 driven_ring<2>(1. / 30)));
  }

  TEST(FEOrdersSlow, FreeSleeve)
  {
    expect_orders_on_flat_space(
      FEModel<2>(make_mesh<2>(coarse_ring(), MPI_COMM_WORLD),
                 loaded_ring<2>(1. / 30)));
  }

  TEST(FEOrdersSlow, FreelyRotatingSleeve)
  {
    // On R^n x SO(3) the pressures of the methods of order 3 are not yet in
    // their asymptotic range at these steps.
    const FEModel<3> model(make_mesh<3>(coarse_ring(), MPI_COMM_WORLD),
                           loaded_ring<3>(1. / 30));
    auto table = multistep_methods(2.0);
    table.push_back({"ROS2-small", {64, 128}, 1.8, 1.8, 1.8});
    table.push_back({"ROS3P", {64, 128}, 2.7, 2.7, 2.0});
    table.push_back({"RODAS4P", {16, 32}, 3.4, 3.4, 3.3});
    expect_orders(model, run(model, "RODAS4P", 256, end_time), end_time, table);
  }

  TEST(FEOrdersSlow, IncompressibleRubber)
  {
    // Index 3: the pressure is a Lagrange multiplier.
    const FEModel<3> model(make_mesh<3>(coarse_ring(), MPI_COMM_WORLD),
                           driven_ring<3>(0));
    expect_orders(model,
                  run(model, "BLieDF3", 320, end_time),
                  end_time,
                  multistep_methods(2.6));
  }
} // namespace rivlin
