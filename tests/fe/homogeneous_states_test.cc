// SPDX-License-Identifier: Apache-2.0
// Patch tests: homogeneous finite deformations on a distorted mesh are exact;
// doc/theory/verification.md, section "Homogeneous states".
#include "static_solution.h"

#include <rivlin/fe/probes.h>
#include <rivlin/solid/point_response.h>

#include <gtest/gtest.h>

#include <array>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    /// Rounding errors and what the last Newton increment (1e-11) leaves.
    constexpr double roundoff = 1e-10;

    Material incompressible(const IsochoricLaw &law)
    {
      return {Rubber{law, {}}, 1e-9};
    }

    /// The roller x_i = 0 on a side of the box.
    template <int dim>
    Support<dim> symmetry_plane(const int i)
    {
      Support<dim> support;
      support.set = std::string(1, "xyz"[i]) + "0";
      support.components.fill(false);
      support.components[i] = true;
      return support;
    }

    /// The side at X_i = 1 drawn to stretch 1 + t (stretch - 1), free to slide.
    template <int dim>
    Support<dim> driven_side(const int i, const double stretch)
    {
      Support<dim> support = symmetry_plane<dim>(i);
      support.set[1]       = '1';
      support.displacement =
        [i, stretch](const Point<dim> &, const double t, int) {
          Tensor<1, dim> u;
          u[i] = t * (stretch - 1);
          return u;
        };
      return support;
    }

    /// A side whose displacement is that of the homogeneous motion F(t).
    template <int dim>
    Support<dim> homogeneous_side(const std::string &set,
                                  const std::function<Matrix3(double)> &F)
    {
      Support<dim> support;
      support.set          = set;
      support.displacement = [F](const Point<dim> &X, const double t, int) {
        const Matrix3 H = F(t) - Matrix3::Identity();
        Tensor<1, dim> u;
        for (int i = 0; i < dim; ++i)
          for (int J = 0; J < dim; ++J)
            u[i] += H(i, J) * X[J];
        return u;
      };
      return support;
    }

    template <int dim>
    StaticSolution<dim> solve(const Material &material,
                              const std::vector<Support<dim>> &supports)
    {
      ModelDefinition<dim> definition;
      definition.materials["rubber"] = material;
      definition.supports            = supports;
      return solve_statically(distorted_box<dim>(2, 0.15), definition, 4);
    }

    /// The whole field is homogeneous: F and p are met everywhere.
    template <int dim>
    void expect_homogeneous(const StaticSolution<dim> &solution,
                            const Matrix3 &F,
                            const double p)
    {
      const FieldErrors errors = l2_errors<dim>(
        *solution.model,
        solution.state,
        [&](const Point<dim> &X) {
          Tensor<1, dim> u;
          for (int i = 0; i < dim; ++i)
            for (int J = 0; J < dim; ++J)
              u[i] += (F(i, J) - (i == J)) * X[J];
          return u;
        },
        [&](const Point<dim> &) { return p; });
      EXPECT_LT(errors.u, roundoff);
      EXPECT_LT(errors.p, roundoff);
    }

    Matrix3 diagonal(const double l1, const double l2, const double l3)
    {
      return Vector3(l1, l2, l3).asDiagonal();
    }

    Matrix3 simple_shear(const double g)
    {
      Matrix3 F = Matrix3::Identity();
      F(0, 1)   = g;
      return F;
    }
  } // namespace

  TEST(HomogeneousState, UniaxialStressOfEveryLaw)
  {
    const double l = 2, I1 = l * l + 2 / l;
    const Ogden ogden{{{0.63, 1.3}, {0.0012, 5.}, {-0.01, -2.}}};
    double ogden_stress = 0;
    for (const Ogden::Term &term : ogden.terms)
      ogden_stress +=
        2 * term.mu / term.alpha *
        (std::pow(l, term.alpha - 1) - std::pow(l, -term.alpha / 2 - 1));
    const std::vector<std::tuple<std::string, IsochoricLaw, double>> laws = {
      {"neo-Hooke", NeoHooke{0.5}, 2 * 0.5 * (l - 1 / (l * l))},
      {"Mooney-Rivlin",
       MooneyRivlin{c10, c01},
       2 * (1 - 1 / (l * l * l)) * (c10 * l + c01)},
      {"Gent", Gent{1., 10.}, (l - 1 / (l * l)) / (1 - (I1 - 3) / 10)},
      {"Yeoh",
       Polynomial{{{1, 0, 0.5}, {2, 0, -0.02}, {3, 0, 0.003}}},
       2 * (l - 1 / (l * l)) *
         (0.5 - 2 * 0.02 * (I1 - 3) + 3 * 0.003 * (I1 - 3) * (I1 - 3))},
      {"Ogden", ogden, ogden_stress}};
    for (const auto &[name, law, stress] : laws)
      {
        SCOPED_TRACE(name);
        const auto solution = solve<3>(incompressible(law),
                                       {driven_side<3>(0, l),
                                        symmetry_plane<3>(0),
                                        symmetry_plane<3>(1),
                                        symmetry_plane<3>(2)});
        std::cout << name << ": nominal stress "
                  << solution.reactions[0].force[0] << ", relative error "
                  << solution.reactions[0].force[0] / stress - 1 << "\n";
        EXPECT_NEAR(solution.reactions[0].force[0],
                    stress,
                    roundoff * std::abs(stress));
        EXPECT_NEAR(solution.reactions[1].force[0],
                    -stress,
                    roundoff * std::abs(stress));
        expect_homogeneous(solution,
                           diagonal(l, std::sqrt(1 / l), std::sqrt(1 / l)),
                           stress * l / 3);
        if (name == "Mooney-Rivlin")
          {
            EXPECT_NEAR(stress, 1.575, 1e-12); // the tabulated value
          }
      }
  }

  TEST(HomogeneousState, UniaxialStressWithPrescribedBoundary)
  {
    const double l      = 2;
    const double stress = 2 * (1 - 1 / (l * l * l)) * (c10 * l + c01);
    const auto F        = [l](const double t) {
      const double l_t = 1 + t * (l - 1);
      return diagonal(l_t, std::sqrt(1 / l_t), std::sqrt(1 / l_t));
    };
    std::vector<Support<3>> supports; // the side z1 is free
    for (const char *set : {"x1", "x0", "y0", "y1", "z0"})
      supports.push_back(homogeneous_side<3>(set, F));
    const auto solution = solve<3>(reference_rubber(0), supports);
    EXPECT_NEAR(solution.reactions[0].force[0], stress, roundoff * stress);
    expect_homogeneous(solution, F(1), stress * l / 3);
  }

  TEST(HomogeneousState, EquibiaxialStress)
  {
    const double l = 1.5;
    const double stress =
      2 * (l - std::pow(l, -5.)) * (c10 + c01 * l * l); // nominal
    EXPECT_NEAR(stress, 1.710391, 5e-7);                // the tabulated value
    const auto solution = solve<3>(reference_rubber(0),
                                   {driven_side<3>(0, l),
                                    driven_side<3>(1, l),
                                    symmetry_plane<3>(0),
                                    symmetry_plane<3>(1),
                                    symmetry_plane<3>(2)});
    for (const int i : {0, 1})
      EXPECT_NEAR(solution.reactions[i].force[i], stress, roundoff * stress);
    expect_homogeneous(solution,
                       diagonal(l, l, 1 / (l * l)),
                       2 * stress * l / 3);
  }

  // sigma_12 = mu g, sigma_11 - sigma_33 = 2 c10 g^2, sigma_22 - sigma_33 =
  // -2 c01 g^2, and sigma_33 = 0 at the free side z1. The nominal tractions are
  // P e_2 = sigma e_2 and P e_1 = sigma (e_1 - g e_2).
  TEST(HomogeneousState, SimpleShearStress)
  {
    const double g    = 1;
    const auto F      = [g](const double t) { return simple_shear(t * g); };
    const double mean = (2 * c10 - 2 * c01) * g * g / 3;
    // The edges count for the first support, so each side is first once.
    const auto reaction_of = [&](const std::string &first) {
      std::vector<Support<3>> supports = {homogeneous_side<3>(first, F)};
      for (const char *set : {"x0", "x1", "y0", "y1", "z0"})
        if (set != first)
          supports.push_back(homogeneous_side<3>(set, F));
      const auto solution = solve<3>(reference_rubber(0), supports);
      expect_homogeneous(solution, F(1), mean);
      return solution.reactions[0].force;
    };
    const Tensor<1, 3> top = reaction_of("y1"), side = reaction_of("x1");
    EXPECT_NEAR(top[0], mu * g, roundoff);
    EXPECT_NEAR(top[1], -2 * c01 * g * g, roundoff);
    EXPECT_NEAR(side[0], 2 * c10 * g * g - mu * g * g, roundoff);
    EXPECT_NEAR(side[1], mu * g + 2 * c01 * g * g * g, roundoff);
  }

  // Plane strain fixes the third stretch: W = (c10 + c01)(l^2 + l^-2 - 2).
  TEST(HomogeneousState, PlaneStrainTension)
  {
    const double l = 2, stress = mu * (l - std::pow(l, -3.));
    // sigma_22 = 0 = deviator_22 + p.
    const double trace = l * l + 1 / (l * l) + 1;
    const double p =
      -2 * c10 * (1 / (l * l) - trace / 3) + 2 * c01 * (l * l - trace / 3);
    const auto plane = solve<2>(reference_rubber(0),
                                {driven_side<2>(0, l),
                                 symmetry_plane<2>(0),
                                 symmetry_plane<2>(1)});
    EXPECT_NEAR(plane.reactions[0].force[0], stress, roundoff * stress);
    expect_homogeneous(plane, diagonal(l, 1 / l, 1), p);

    const auto space = solve<3>(reference_rubber(0),
                                {driven_side<3>(0, l),
                                 driven_side<3>(2, 1),
                                 symmetry_plane<3>(0),
                                 symmetry_plane<3>(1),
                                 symmetry_plane<3>(2)});
    EXPECT_NEAR(space.reactions[0].force[0], stress, roundoff * stress);
    expect_homogeneous(space, diagonal(l, 1 / l, 1), p);
  }

  // The whole boundary is prescribed and J = 1, so that p = kappa (J - 1) = 0.
  TEST(HomogeneousState, PlaneStrainSimpleShear)
  {
    const double g = 1;
    const auto F   = [g](const double t) { return simple_shear(t * g); };
    for (const double kappa : {30., 3e5})
      {
        std::vector<Support<2>> supports;
        for (const char *set : {"y1", "y0", "x0", "x1"})
          supports.push_back(homogeneous_side<2>(set, F));
        const auto solution = solve<2>(reference_rubber(1 / kappa), supports);
        expect_homogeneous(solution, F(1), 0);
        EXPECT_NEAR(solution.reactions[0].force[0], mu * g, roundoff);
        EXPECT_NEAR(solution.reactions[0].force[1],
                    -(2 * c10 + 4 * c01) * g * g / 3,
                    roundoff);
      }
  }

  // The displacement form in the same patch, with what compressible rubber
  // does: the lateral stretch solves sigma_22 = 0.
  TEST(HomogeneousState, DisplacementFormPassesThePatchTest)
  {
    for (const int degree : {1, 2})
      {
        ModelDefinition<3> definition;
        definition.element             = {degree, false};
        definition.materials["rubber"] = reference_rubber(1. / 30);
        definition.supports            = {driven_side<3>(0, 1.5),
                                          symmetry_plane<3>(0),
                                          symmetry_plane<3>(1),
                                          symmetry_plane<3>(2)};
        const auto solution =
          solve_statically(distorted_box<3>(2, 0.15), definition, 2);
        const Tensor<1, 3> corner =
          solution.model->displacement_at(Point<3>(1, 1, 1), solution.state);
        const Matrix3 F = diagonal(1.5, 1 + corner[1], 1 + corner[2]);
        const Matrix3 P =
          evaluate_point(reference_rubber(1. / 30), F, Need::residual).P;
        EXPECT_NEAR(solution.reactions[0].force[0], P(0, 0), roundoff);
        EXPECT_NEAR(P(1, 1), 0, 100 * roundoff); // a bulk modulus stiffer
        const FieldErrors errors =
          l2_errors<3>(*solution.model,
                       solution.state,
                       [&](const Point<3> &X) {
                         return Tensor<1, 3>(
                           {0.5 * X[0], corner[1] * X[1], corner[2] * X[2]});
                       },
                       {});
        EXPECT_LT(errors.u, roundoff);
      }
  }

  // Uniaxial tension: at points, over the region and at a side the same stress,
  // stretch and volume, and displacements that are means of the linear field.
  TEST(HomogeneousState, ProbesShowItEverywhere)
  {
    const double l           = 1.5;
    const double across      = 1 / std::sqrt(l);
    const auto solution      = solve<3>(incompressible(NeoHooke{0.5}),
                                   {driven_side<3>(0, l),
                                         symmetry_plane<3>(0),
                                         symmetry_plane<3>(1),
                                         symmetry_plane<3>(2)});
    using Q                  = ProbeQuantity;
    const std::vector<Q> all = {Q::displacement,
                                Q::stress,
                                Q::von_mises,
                                Q::pressure,
                                Q::principal_stretch,
                                Q::volume_ratio};
    const Probes<3> probes(*solution.model,
                           {{"in", Point<3>(0.3, 0.6, 0.2), "", all},
                            {"body", {}, "rubber", all},
                            {"side", {}, "x1", all}});
    const double tension = l * l - 1 / l; // mu (l^2 - 1/l), mu = 1
    std::vector<double> expected;
    for (const int probe : {0, 1, 2})
      {
        const bool is_point = probe == 0;
        const Vector3 X     = is_point     ? Vector3(0.3, 0.6, 0.2)
                              : probe == 1 ? Vector3(0.5, 0.5, 0.5)
                                           : Vector3(1, 0.5, 0.5);
        for (const double u :
             {(l - 1) * X[0], (across - 1) * X[1], (across - 1) * X[2]})
          expected.push_back(u);
        for (const double value :
             {tension, 0., 0., 0., 0., 0., tension, tension / 3})
          expected.push_back(value);
        expected.insert(expected.end(), is_point ? 0 : 1, tension / 3);
        expected.push_back(l);
        expected.insert(expected.end(), is_point ? 1 : 2, 1.);
      }
    const std::vector<double> values = probes.values(solution.state);
    const std::vector<std::string> titles =
      probes.titles(unit_system("mm-t-s"));
    ASSERT_EQ(values.size(), expected.size());
    ASSERT_EQ(titles.size(), expected.size());
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_NEAR(values[k], expected[k], roundoff) << titles[k];
    EXPECT_EQ(titles[9], "in von Mises [MPa]");
    EXPECT_EQ(titles.back(), "side max J [-]");
  }
} // namespace rivlin
