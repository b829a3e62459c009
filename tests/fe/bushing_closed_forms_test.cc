// SPDX-License-Identifier: Apache-2.0
// The exact solutions of the thick-walled tube: inflation, torsion, axial and
// radial load; doc/theory/verification.md derives them.
#include "static_solution.h"

#include <gtest/gtest.h>

#include <numbers>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;
    constexpr double pi = std::numbers::pi;
    constexpr double A = 10, B = 25;

    template <int dim>
    double radius(const Point<dim> &X)
    {
      return std::hypot(X[0], X[1]);
    }

    /// A quarter of the tube (start: y = 0, end: x = 0) or all of it.
    template <int dim>
    std::unique_ptr<Mesh<dim>> tube(const double angle,
                                    const int n_radial,
                                    const int n_around,
                                    const double length)
    {
      MeshParameters parameters;
      parameters.sector_angle             = angle;
      parameters.elements_radial          = n_radial;
      parameters.elements_circumferential = n_around;
      parameters.elements_axial           = 1;
      parameters.length                   = length;
      return make_mesh<dim>(parameters, MPI_COMM_WORLD);
    }

    template <int dim>
    Support<dim> held(const std::string &set, const std::string &components)
    {
      Support<dim> support;
      support.set = set;
      for (int i = 0; i < dim; ++i)
        support.components[i] = components.find("xyz"[i]) != std::string::npos;
      return support;
    }

    /// The symmetry planes of the quarter, and of plane strain in 3D.
    template <int dim>
    std::vector<Support<dim>> quarter_supports(const bool plane_strain)
    {
      std::vector<Support<dim>> supports = {held<dim>("start", "y"),
                                            held<dim>("end", "x")};
      if (dim == 3 && plane_strain)
        {
          supports.push_back(held<dim>("bottom", "z"));
          supports.push_back(held<dim>("top", "z"));
        }
      return supports;
    }

    /// Pressure inside, plane strain: r^2 = R^2 + K, K = a^2 - A^2.
    struct Inflation
    {
      double ratio; ///< a/A

      double K() const
      {
        return A * A * (ratio * ratio - 1);
      }
      /// Radial Cauchy stress; zero at the outer surface.
      double radial_stress(const double R) const
      {
        const double r = std::sqrt(R * R + K()), b = std::sqrt(B * B + K());
        return mu * (std::log(R * b / (r * B)) +
                     K() / 2 * (1 / (b * b) - 1 / (r * r)));
      }
      double internal_pressure() const
      {
        return -radial_stress(A);
      }
      /// Mean Cauchy stress: radial stress minus its deviator.
      double mean_stress(const double R) const
      {
        const double l2    = R * R / (R * R + K()); // radial stretch squared
        const double trace = 1 + l2 + 1 / l2;
        return radial_stress(R) - 2 * c10 * (l2 - trace / 3) +
               2 * c01 * (1 / l2 - trace / 3);
      }
      template <int dim>
      Tensor<1, dim> displacement(const Point<dim> &X) const
      {
        const double R      = radius(X);
        const double factor = std::sqrt(1 + K() / (R * R)) - 1;
        Tensor<1, dim> u;
        u[0] = factor * X[0];
        u[1] = factor * X[1];
        return u;
      }
    };

    /// Driven by the pressure that belongs to a(t)/A = 1 + t (ratio - 1).
    template <int dim>
    StaticSolution<dim> inflate(const Inflation &exact,
                                const int n,
                                const int n_steps,
                                const double tolerance = 1e-11)
    {
      ModelDefinition<dim> definition;
      definition.materials["rubber"] = reference_rubber(0);
      definition.supports            = quarter_supports<dim>(true);
      definition.actions             = {FollowerPressure{
        "inner", [&exact](const double t) {
          return Inflation{1 + t * (exact.ratio - 1)}.internal_pressure();
        }}};
      return solve_statically(tube<dim>(90, n, n, 2.),
                              definition,
                              n_steps,
                              tolerance);
    }

    template <int dim>
    double bore_ratio(const StaticSolution<dim> &solution)
    {
      Point<dim> X;
      X[0] = A;
      return 1 + solution.model->displacement_at(X, solution.state)[0] / A;
    }

    /// Torsion by theta between bonded sleeves, plane strain: r = R and
    /// phi(R) = C (1/R^2 - 1/B^2), C = theta A^2 B^2/(B^2 - A^2).
    struct Torsion
    {
      double theta;

      double C() const
      {
        return theta * A * A * B * B / (B * B - A * A);
      }
      double moment_per_length() const
      {
        return 4 * pi * mu * C();
      }
      /// Mean Cauchy stress whose average over the ring is zero.
      double mean_stress(const double R) const
      {
        return C() * C() * (-mu + 4. / 3 * (2 * c10 + 4 * c01)) *
               (std::pow(R, -4.) - 1 / (A * A * B * B));
      }
      template <int dim>
      Tensor<1, dim> displacement(const Point<dim> &X) const
      {
        const double R     = radius(X);
        const double angle = C() * (1 / (R * R) - 1 / (B * B));
        Tensor<1, dim> u;
        u[0] = (std::cos(angle) - 1) * X[0] - std::sin(angle) * X[1];
        u[1] = std::sin(angle) * X[0] + (std::cos(angle) - 1) * X[1];
        return u;
      }
    };

    /// Nearly incompressible, because both sleeves held leave the pressure
    /// level of incompressible rubber open; int J dV is the same before and
    /// after, so that the mean of p is zero. The solution differs from the
    /// incompressible one by a share mu/kappa = 1e-8; the rounding error of the
    /// pressure level, kappa/mu times that of a double, bounds the tolerance.
    template <int dim>
    StaticSolution<dim>
    twist(const Torsion &exact, const int n, const double length)
    {
      ModelDefinition<dim> definition;
      definition.materials["rubber"] = reference_rubber(1e-8);
      Support<dim> inner             = held<dim>("inner", "xyz");
      inner.displacement = [&exact](const Point<dim> &X, const double t, int) {
        return Torsion{t * exact.theta}.displacement(
          Point<dim>(X * (A / radius(X))));
      };
      definition.supports = {inner, held<dim>("outer", "xyz")};
      if (dim == 3)
        {
          definition.supports.push_back(held<dim>("bottom", "z"));
          definition.supports.push_back(held<dim>("top", "z"));
        }
      return solve_statically(tube<dim>(360, n, 4 * n, length),
                              definition,
                              4,
                              1e-9);
    }

    /// Slope of the logarithmic decrease: 2 for quadratic convergence. Pairs of
    /// increments between the start of contraction and the rounding error.
    std::vector<double> newton_orders(const StepReport &step)
    {
      std::vector<double> orders;
      const auto norm = [&](const std::size_t k) {
        return step.iterations[k].increment_norm;
      };
      for (std::size_t k = 1; k + 1 < step.iterations.size(); ++k)
        if (norm(k) < 1e-1 && norm(k + 1) > 1e-13)
          orders.push_back(std::log(norm(k + 1)) / std::log(norm(k)));
      return orders;
    }
  } // namespace

  TEST(InflatedTube, ConvergesToTheClosedForm)
  {
    EXPECT_NEAR(Inflation{1.5}.internal_pressure(), 0.508749, 5e-7);
    for (const double ratio : {1.1, 1.5, 2.})
      {
        const Inflation exact{ratio};
        ConvergenceTable table("inflated tube, a/A = " + std::to_string(ratio),
                               {"u", "p", "a/A"});
        for (const int n : {2, 4, 8})
          {
            const auto solution      = inflate<2>(exact, n, 4);
            const FieldErrors errors = l2_errors<2>(
              *solution.model,
              solution.state,
              [&](const Point<2> &X) { return exact.displacement(X); },
              [&](const Point<2> &X) { return exact.mean_stress(radius(X)); });
            table.add(
              n, {errors.u, errors.p, std::abs(bore_ratio(solution) - ratio)});
          }
        table.print();
        EXPECT_GT(table.order(0), 2.8) << ratio;
        EXPECT_GT(table.order(1), 1.8) << ratio;
        EXPECT_GT(table.order(2), 3.5) << ratio;
      }
  }

  TEST(InflatedTube, SpaceAndPlaneStrainAgree)
  {
    const Inflation exact{1.5};
    const auto plane = inflate<2>(exact, 3, 4);
    const auto space = inflate<3>(exact, 3, 4);
    EXPECT_NEAR(bore_ratio(space), bore_ratio(plane), 1e-9);
    // The ends carry the axial stress of plane strain.
    EXPECT_NEAR(space.strain_energy, 2 * plane.strain_energy, 1e-9);
    EXPECT_NEAR(bore_ratio(space), 1.5, 2e-3);
  }

  TEST(InflatedTube, NewtonConvergesQuadratically)
  {
    const auto solution = inflate<2>(Inflation{1.5}, 4, 1, 1e-13);
    ASSERT_EQ(solution.steps.size(), 1u);
    std::cout << "increments:";
    for (const NewtonIteration &iteration : solution.steps[0].iterations)
      std::cout << " " << iteration.increment_norm;
    const std::vector<double> orders = newton_orders(solution.steps[0]);
    std::cout << "\n";
    ASSERT_GE(orders.size(), 2u);
    // |x_k+1| <= C |x_k|^2 with a constant of order 1.
    for (const double order : orders)
      EXPECT_GT(order, 1.7);
  }

  TEST(Torsion, ConvergesToTheClosedFormAtSixtyDegrees)
  {
    const Torsion exact{pi / 3};
    EXPECT_NEAR(40 * exact.moment_per_length() / exact.theta, 59839.86, 5e-3);
    ConvergenceTable table("torsion by 60 degrees", {"u", "p", "moment"});
    for (const int n : {6, 12, 24})
      {
        const auto solution      = twist<2>(exact, n, 1);
        const FieldErrors errors = l2_errors<2>(
          *solution.model,
          solution.state,
          [&](const Point<2> &X) { return exact.displacement(X); },
          [&](const Point<2> &X) { return exact.mean_stress(radius(X)); });
        const double moment = solution.reactions[0].moment[2];
        EXPECT_NEAR(solution.reactions[1].moment[2],
                    -moment,
                    1e-9 * exact.moment_per_length());
        table.add(n,
                  {errors.u,
                   errors.p,
                   std::abs(moment / exact.moment_per_length() - 1)});
      }
    table.print();
    EXPECT_GT(table.order(0), 2.8);
    EXPECT_GT(table.order(1), 1.8);
    EXPECT_GT(table.order(2), 3.5);
  }

  TEST(Torsion, SpaceAndPlaneStrainAgree)
  {
    const Torsion exact{pi / 3};
    const double length = 5;
    const auto plane    = twist<2>(exact, 2, 1);
    const auto space    = twist<3>(exact, 2, length);
    EXPECT_NEAR(space.reactions[0].moment[2],
                length * plane.reactions[0].moment[2],
                1e-8 * length * exact.moment_per_length());
    EXPECT_NEAR(space.strain_energy,
                length * plane.strain_energy,
                1e-8 * length * plane.strain_energy);
  }

  // u_z = w(R), w' = g = k/R: exact at any amplitude if the ends are held in
  // the plane and carry the dead axial traction -c01 g^2.
  TEST(AxialShear, FiniteAmplitudeConvergesToTheClosedForm)
  {
    const double k = 12 / std::log(B / A); // the inner sleeve moves by 12 mm
    const double length = 4, force = 2 * pi * mu * length * k;
    const auto shear = [k](const Point<3> &X) { return k / radius(X); };
    const auto w     = [k](const Point<3> &X, const double t) {
      Tensor<1, 3> u;
      u[2] = t * k * std::log(B / radius(X));
      return u;
    };
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(0);
    definition.supports            = quarter_supports<3>(false);
    Support<3> inner               = held<3>("inner", "xyz");
    inner.displacement = [k](const Point<3> &, const double t, int) {
      Tensor<1, 3> u;
      u[2] = t * k * std::log(B / A);
      return u;
    };
    definition.supports.insert(definition.supports.begin(),
                               {inner, held<3>("outer", "xyz")});
    for (const char *set : {"bottom", "top"})
      {
        definition.supports.push_back(held<3>(set, "xy"));
        definition.actions.push_back(Traction<3>{
          set,
          [shear](const Point<3> &X, const Tensor<1, 3> &N, const double t) {
            return -c01 * t * t * shear(X) * shear(X) * N;
          }});
      }
    ConvergenceTable table("axial shear by 12 mm", {"u", "p", "force"});
    for (const int n : {2, 4, 8})
      {
        const auto solution =
          solve_statically(tube<3>(90, n, n, length), definition, 2);
        const FieldErrors errors = l2_errors<3>(
          *solution.model,
          solution.state,
          [&](const Point<3> &X) { return w(X, 1); },
          [&](const Point<3> &X) {
            return (2 * c10 + c01) / 3 * shear(X) * shear(X);
          });
        table.add(n,
                  {errors.u,
                   errors.p,
                   std::abs(4 * solution.reactions[0].force[2] / force - 1)});
      }
    table.print();
    EXPECT_GT(table.order(0), 2.8);
    EXPECT_GT(table.order(1), 1.8);
    EXPECT_GT(table.order(2), 3.5);
  }

  TEST(AxialShear, StiffnessOfTheLongBush)
  {
    const double u = 1e-4; // force is odd in u: nonlinearity (u/15)^2 = 4e-11
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(0);
    Support<3> inner               = held<3>("inner", "xyz");
    inner.displacement = [u](const Point<3> &, const double t, int) {
      return Tensor<1, 3>({0., 0., t * u});
    };
    definition.supports = {inner, held<3>("outer", "xyz")};
    for (const Support<3> &plane : quarter_supports<3>(false))
      definition.supports.push_back(plane);
    for (const char *set : {"bottom", "top"})
      definition.supports.push_back(held<3>(set, "xy"));
    const auto solution =
      solve_statically(tube<3>(90, 6, 3, 40), definition, 1);
    const double stiffness = 4 * solution.reactions[0].force[2] / u;
    std::cout << "axial stiffness of the long bush " << stiffness
              << " N/mm, exact " << 2 * pi * mu * 40 / std::log(B / A) << "\n";
    EXPECT_NEAR(stiffness, 274.288, 1e-4 * 274.288);
  }

  TEST(RadialLoad, LinearStiffnessConvergesToTheClosedForm)
  {
    const double exact =
      4 * pi * mu / (std::log(B / A) - (B * B - A * A) / (B * B + A * A));
    EXPECT_NEAR(exact, 65.3978, 5e-5);
    const double u = 1e-4;
    ConvergenceTable table("linear radial stiffness", {"stiffness"});
    // Half a ring, cut along the load; the pressure vanishes on the other cut
    // of the quarter by antisymmetry, so that its level is fixed here by a
    // large bulk modulus: mu/kappa = 1e-8.
    for (const int n : {3, 6, 12})
      {
        ModelDefinition<2> definition;
        definition.materials["rubber"] = reference_rubber(1e-8);
        Support<2> inner               = held<2>("inner", "xy");
        inner.displacement = [u](const Point<2> &, const double t, int) {
          return Tensor<1, 2>({t * u, 0.});
        };
        definition.supports = {inner,
                               held<2>("outer", "xy"),
                               held<2>("start", "y"),
                               held<2>("end", "y")};
        const auto solution =
          solve_statically(tube<2>(180, n, 3 * n, 1), definition, 1);
        table.add(
          n, {std::abs(2 * solution.reactions[0].force[0] / u / exact - 1)});
      }
    table.print();
    EXPECT_GT(table.order(0), 3.5);
    EXPECT_LT(table.error(0), 1e-4);
  }
} // namespace rivlin
