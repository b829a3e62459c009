// SPDX-License-Identifier: Apache-2.0
// Gradient and Hessian of the element functional, the patch test, and that all
// instruction sets agree.
#include <rivlin/solid/element_kernel.h>

#include <rivlin/base/error.h>

#include "lagrange_element.h"
#include "materials_under_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace
{
  using namespace rivlin;

  const Material mooney_rivlin{Rubber{MooneyRivlin{0.4, 0.1},
                                      {VolumetricKind::logarithmic, 0.2, 2.}},
                               1.};

  struct Cell
  {
    LagrangeElement element;
    ElementKernel kernel;
    std::vector<double> u, p;
    ElementWorkspace workspace;

    Cell(int dim,
         int degree,
         bool mixed,
         InstructionSet instructions = best_instruction_set())
      : element(dim, degree, mixed, 0.15)
      , kernel(element.basis, instructions)
    {
      std::mt19937 random(17);
      std::uniform_real_distribution<double> uniform(-1, 1);
      // Nodal noise a small part of the distance of nodes: J stays positive.
      for (std::size_t i = 0; i < element.nodes.size(); ++i)
        u.push_back(0.05 / degree * uniform(random) + 0.1 * element.nodes[i]);
      for (int m = 0; m < element.basis.n_pressure_nodes; ++m)
        p.push_back(0.5 * uniform(random));
    }

    ElementResult evaluate(const Material &material, Need need)
    {
      ElementResult result;
      kernel.evaluate(material,
                      element.inverse_jacobians.data(),
                      element.weights.data(),
                      u.data(),
                      p.data(),
                      need,
                      workspace,
                      result);
      return result;
    }
  };

  // As for the points: fourth order, h = 1e-3. The nodal distance of a cubic
  // element is 1/3 and its gradients are 10/distance at most, so that the step
  // changes F by 0.03 and the truncation error is (0.03)^4/30 = 3e-8 of the
  // tangent; with h = 2e-4 it is 4e-11 and the roundoff 2e-12.
  constexpr double h = 2e-4;

  template <class F>
  auto difference(double &x, const F &f)
  {
    const double x_0 = x;
    const auto at    = [&](double step) {
      x = x_0 + step;
      return f();
    };
    using Value = decltype(f()); // not auto: Eigen's sums refer to their terms
    const Value far = at(2 * h) - at(-2 * h), near = at(h) - at(-h);
    const Value slope = (8 * near - far) / (12 * h);
    x                 = x_0;
    return slope;
  }

  Eigen::Map<const Vector> as_vector(const std::vector<double> &x)
  {
    return {x.data(), Eigen::Index(x.size())};
  }

  void expect_derivatives(Cell &cell, const Material &material)
  {
    const ElementResult r = cell.evaluate(material, Need::residual_and_tangent);
    ASSERT_TRUE(r.valid);
    const std::size_t n_u = cell.u.size(), n_p = cell.p.size();
    const bool mixed       = n_p > 0 && has_pressure(material);
    const double tolerance = 1e-8;
    double size            = 0;
    for (const double entry : r.stiffness)
      size = std::max(size, std::abs(entry));
    ASSERT_GT(size, 0.);
    for (std::size_t j = 0; j < n_u; ++j)
      {
        const double force = difference(cell.u[j], [&] {
          return cell.evaluate(material, Need::energy).energy;
        });
        EXPECT_NEAR(r.force[j], force, tolerance * size) << j;
        const Vector column = difference(cell.u[j], [&]() -> Vector {
          const ElementResult s = cell.evaluate(material, Need::residual);
          Vector both(n_u + n_p);
          both << as_vector(s.force), as_vector(s.volume);
          return both;
        });
        for (std::size_t i = 0; i < n_u; ++i)
          EXPECT_NEAR(r.stiffness[i * n_u + j], column[i], tolerance * size)
            << i << ' ' << j;
        for (std::size_t m = 0; m < n_p; ++m)
          EXPECT_NEAR(r.coupling[m * n_u + j], column[n_u + m], tolerance)
            << m << ' ' << j;
      }
    for (std::size_t m = 0; m < n_p; ++m)
      {
        const double volume = difference(cell.p[m], [&] {
          return cell.evaluate(material, Need::energy).energy;
        });
        EXPECT_NEAR(r.volume[m], volume, tolerance) << m;
        const Vector column = difference(cell.p[m], [&]() -> Vector {
          return as_vector(cell.evaluate(material, Need::residual).volume);
        });
        for (std::size_t k = 0; k < n_p; ++k)
          EXPECT_NEAR(-r.compliance[m * n_p + k], column[k], tolerance)
            << m << ' ' << k;
      }
    double coupling_size = 0;
    for (const double entry : r.coupling)
      coupling_size = std::max(coupling_size, std::abs(entry));
    EXPECT_EQ(coupling_size > 0, mixed);
  }

  TEST(ElementKernel, BlocksAreDerivativesOfTheFunctionalIn2D)
  {
    for (const int degree : {1, 2, 3})
      for (const bool mixed : {false, true})
        if (degree > 1 || !mixed)
          {
            SCOPED_TRACE("degree " + std::to_string(degree) +
                         (mixed ? ", mixed" : ""));
            Cell cell(2, degree, mixed);
            expect_derivatives(cell, mooney_rivlin);
          }
  }

  TEST(ElementKernel, BlocksAreDerivativesOfTheFunctionalIn3D)
  {
    for (const int degree : {1, 2})
      for (const bool mixed : {false, true})
        if (degree > 1 || !mixed)
          {
            SCOPED_TRACE("degree " + std::to_string(degree) +
                         (mixed ? ", mixed" : ""));
            Cell cell(3, degree, mixed);
            expect_derivatives(cell, mooney_rivlin);
          }
  }

  TEST(ElementKernel, BlocksAreDerivativesForEveryLaw)
  {
    for (const auto &[name, material] : materials_under_test())
      {
        SCOPED_TRACE(name);
        Cell mixed(2, 2, true), displacement(2, 2, false), solid(3, 1, false);
        expect_derivatives(mixed, material);
        expect_derivatives(displacement, material);
        expect_derivatives(solid, material);
      }
  }

  // 192 columns of a triquadratic-and-more element take longer by differences:
  // the tangent is checked in one random direction instead.
  TEST(ElementKernel, TangentOfCubicHexahedronIsTheDirectionalDerivative)
  {
    Cell cell(3, 3, true);
    const ElementResult r =
      cell.evaluate(mooney_rivlin, Need::residual_and_tangent);
    const std::size_t n_u = cell.u.size(), n_p = cell.p.size();
    std::mt19937 random(23);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector du(n_u), dp(n_p);
    for (double &x : du)
      x = 0.1 * uniform(random);
    for (double &x : dp)
      x = uniform(random);
    const std::vector<double> u = cell.u, p = cell.p;
    double t           = 0;
    const Vector slope = difference(t, [&]() -> Vector {
      for (std::size_t i = 0; i < n_u; ++i)
        cell.u[i] = u[i] + t * du[i];
      for (std::size_t m = 0; m < n_p; ++m)
        cell.p[m] = p[m] + t * dp[m];
      const ElementResult s = cell.evaluate(mooney_rivlin, Need::residual);
      Vector both(n_u + n_p);
      both << as_vector(s.force), as_vector(s.volume);
      return both;
    });
    using Rows =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Rows> K(r.stiffness.data(), n_u, n_u),
      B(r.coupling.data(), n_p, n_u), C(r.compliance.data(), n_p, n_p);
    EXPECT_LT((K * du + B.transpose() * dp - slope.head(n_u)).norm(),
              1e-9 * slope.norm());
    EXPECT_LT((B * du - C * dp - slope.tail(n_p)).norm(), 1e-9 * slope.norm());
    EXPECT_EQ((K - K.transpose()).norm(), 0.);
    EXPECT_LT((C - C.transpose()).norm(), 1e-15 * C.norm());
  }

  // A homogeneous deformation in a distorted cell. The nodal forces do the work
  // P : dF * volume on every linear displacement, and the element functional is
  // energy density times volume.
  TEST(ElementKernel, HomogeneousDeformationGivesTheExactForces)
  {
    for (const int dim : {2, 3})
      for (const auto &[name, material] : materials_under_test())
        {
          SCOPED_TRACE(name + ", dimension " + std::to_string(dim));
          Cell cell(dim, 2, true);
          std::mt19937 random(31);
          Matrix3 F = Matrix3::Identity() + random_matrix(random, 0.2);
          if (dim == 2)
            F.row(2) = F.col(2).transpose() = Vector3(0, 0, 1).transpose();
          const double p = 0.3;
          for (int a = 0; a < cell.element.basis.n_nodes; ++a)
            for (int i = 0; i < dim; ++i)
              {
                double &u = cell.u[a * dim + i] =
                  -cell.element.nodes[a * dim + i];
                for (int J = 0; J < dim; ++J)
                  u += F(i, J) * cell.element.nodes[a * dim + J];
              }
          std::fill(cell.p.begin(), cell.p.end(), p);
          const PointResponse point =
            evaluate_point(material, F, p, Need::residual);
          const ElementResult r = cell.evaluate(material, Need::residual);
          double volume         = 0;
          for (const double weight : cell.element.weights)
            volume += weight;
          // Sums of some hundred products: 1e-13.
          EXPECT_NEAR(r.energy, point.energy * volume, 1e-13);
          EXPECT_NEAR(r.min_J, point.J, 1e-13);
          EXPECT_NEAR(r.max_J_error, std::abs(point.J - 1), 1e-13);
          for (int i = 0; i < dim; ++i)
            {
              double resultant = 0;
              for (int a = 0; a < cell.element.basis.n_nodes; ++a)
                resultant += r.force[a * dim + i];
              EXPECT_NEAR(resultant, 0., 1e-13);
              for (int J = 0; J < dim; ++J)
                {
                  double work = 0;
                  for (int a = 0; a < cell.element.basis.n_nodes; ++a)
                    work +=
                      r.force[a * dim + i] * cell.element.nodes[a * dim + J];
                  EXPECT_NEAR(work, point.P(i, J) * volume, 1e-13)
                    << i << ' ' << J;
                }
            }
          double gap = 0;
          for (const double entry : r.volume)
            gap += entry;
          EXPECT_NEAR(gap, point.volume_gap * volume, 1e-13);
        }
  }

  // Each nodal force of the patch, on the unit square with quadratic shape
  // functions: int dN_a/dX is known, (1/6, 4/6, 1/6) along a side, +-1 across.
  TEST(ElementKernel, PatchForcesOfTheUnitSquare)
  {
    const LagrangeElement element(2, 2, true, 0.);
    const ElementKernel kernel(element.basis);
    Matrix3 F = Matrix3::Identity();
    F(0, 0)   = 1.2;
    F(0, 1)   = 0.1;
    F(1, 1)   = 0.9;
    std::vector<double> u(18), p(4, -0.4);
    for (int a = 0; a < 9; ++a)
      {
        u[2 * a] = 0.2 * element.nodes[2 * a] + 0.1 * element.nodes[2 * a + 1];
        u[2 * a + 1] = -0.1 * element.nodes[2 * a + 1];
      }
    ElementWorkspace workspace;
    ElementResult r;
    kernel.evaluate(mooney_rivlin,
                    element.inverse_jacobians.data(),
                    element.weights.data(),
                    u.data(),
                    p.data(),
                    Need::residual,
                    workspace,
                    r);
    const Matrix3 P = evaluate_point(mooney_rivlin, F, -0.4, Need::residual).P;
    const double across[3] = {-1, 0, 1}, along[3] = {1. / 6, 4. / 6, 1. / 6};
    for (int a = 0; a < 9; ++a)
      for (int i = 0; i < 2; ++i)
        EXPECT_NEAR(r.force[2 * a + i],
                    P(i, 0) * across[a % 3] * along[a / 3] +
                      P(i, 1) * along[a % 3] * across[a / 3],
                    1e-14);
  }

  TEST(ElementKernel, InstructionSetsAgree)
  {
    int n_compared = 0;
    for (const InstructionSet set :
         {InstructionSet::avx2, InstructionSet::avx512})
      if (is_supported(set))
        for (const int dim : {2, 3})
          for (const int degree : {1, 2, 3})
            for (const auto &[name, material] : materials_under_test())
              {
                SCOPED_TRACE(name + ", degree " + std::to_string(degree));
                const bool mixed = degree > 1;
                Cell one(dim, degree, mixed, set);
                Cell base(dim, degree, mixed, InstructionSet::baseline);
                const ElementResult a =
                  one.evaluate(material, Need::residual_and_tangent);
                const ElementResult b =
                  base.evaluate(material, Need::residual_and_tangent);
                ASSERT_TRUE(a.valid && b.valid);
                const auto expect_same = [](const auto &x, const auto &y) {
                  EXPECT_LE((as_vector(x) - as_vector(y)).norm(),
                            1e-13 * as_vector(y).norm());
                };
                expect_same(a.force, b.force);
                expect_same(a.stiffness, b.stiffness);
                expect_same(a.coupling, b.coupling);
                expect_same(a.compliance, b.compliance);
                EXPECT_LE((as_vector(a.volume) - as_vector(b.volume)).norm(),
                          1e-13);
                EXPECT_NEAR(a.energy,
                            b.energy,
                            1e-13 * (1 + std::abs(b.energy)));
                EXPECT_NEAR(a.min_J, b.min_J, 1e-13);
                EXPECT_NEAR(a.max_J_error, b.max_J_error, 1e-13);
                ++n_compared;
              }
    if (n_compared == 0)
      GTEST_SKIP() << "this processor has the baseline only";
  }

  TEST(ElementKernel, SteelInAMixedMeshHasNoPressure)
  {
    const Material steel{saint_venant_kirchhoff(2.5, 0.3), 1.};
    Cell mixed(3, 2, true), displacement(3, 2, false);
    const auto a = mixed.evaluate(steel, Need::residual_and_tangent);
    const auto b = displacement.evaluate(steel, Need::residual_and_tangent);
    EXPECT_EQ(a.stiffness, b.stiffness);
    EXPECT_EQ(a.force, b.force);
    EXPECT_EQ(a.volume.size(), 8u);
    for (const auto *zero : {&a.volume, &a.coupling, &a.compliance})
      EXPECT_EQ(as_vector(*zero).norm(), 0.);
  }

  TEST(ElementKernel, ResultsAreReusedBetweenMaterials)
  {
    // Rubber leaves numbers in the blocks that steel must clear.
    Cell cell(2, 2, true);
    ElementResult result;
    for (const Material &material :
         {mooney_rivlin, Material{hooke(2.5, 0.3), 1.}})
      cell.kernel.evaluate(material,
                           cell.element.inverse_jacobians.data(),
                           cell.element.weights.data(),
                           cell.u.data(),
                           cell.p.data(),
                           Need::residual_and_tangent,
                           cell.workspace,
                           result);
    EXPECT_EQ(as_vector(result.coupling).norm(), 0.);
    EXPECT_EQ(as_vector(result.volume).norm(), 0.);
  }

  TEST(ElementKernel, InvertedCellIsFlagged)
  {
    for (const InstructionSet set : {InstructionSet::baseline,
                                     InstructionSet::avx2,
                                     InstructionSet::avx512})
      if (is_supported(set))
        {
          Cell cell(3, 2, true, set);
          for (std::size_t i = 0; i < cell.u.size(); i += 3)
            cell.u[i] = -2.2 * cell.element.nodes[i];
          const auto r =
            cell.evaluate(mooney_rivlin, Need::residual_and_tangent);
          EXPECT_FALSE(r.valid);
          EXPECT_TRUE(std::isinf(r.energy));
          EXPECT_LT(r.min_J, 0.);
          cell.u[4] = std::numeric_limits<double>::quiet_NaN();
          EXPECT_FALSE(cell.evaluate(mooney_rivlin, Need::residual).valid);
        }
  }

  TEST(ElementKernel, IncompressibleRubber)
  {
    const Material m{Rubber{MooneyRivlin{0.4, 0.1}, {}}, 1.};
    Cell mixed(2, 2, true), displacement(2, 2, false);
    expect_derivatives(mixed, m);
    EXPECT_EQ(as_vector(
                mixed.evaluate(m, Need::residual_and_tangent).compliance)
                .norm(),
              0.);
    EXPECT_THROW(displacement.evaluate(m, Need::energy), Error);
  }

  TEST(ElementKernel, MassIsDensityTimesVolume)
  {
    Cell cell(3, 2, true);
    std::vector<double> mass;
    cell.kernel.mass(2., cell.element.weights.data(), mass);
    double sum = 0, volume = 0;
    for (const double entry : mass)
      sum += entry;
    for (const double weight : cell.element.weights)
      volume += weight;
    EXPECT_NEAR(sum, 2 * volume, 1e-13);
    // Unit cell: products of the 1D matrix with 4/30 and 16/30 on its diagonal.
    const LagrangeElement unit(2, 2, false, 0.);
    ElementKernel(unit.basis).mass(3., unit.weights.data(), mass);
    EXPECT_NEAR(mass[0], 3. * 4 / 30 * 4 / 30, 1e-15);
    EXPECT_NEAR(mass[4 * 9 + 4], 3. * 16 / 30 * 16 / 30, 1e-15);
    EXPECT_NEAR(mass[0 * 9 + 4], 3. * 2 / 30 * 2 / 30, 1e-15);
  }

  TEST(ElementKernel, RefusesABasisThatDoesNotFit)
  {
    ElementBasis basis = LagrangeElement(2, 2, true, 0.).basis;
    basis.reference_gradients.pop_back();
    try
      {
        ElementKernel kernel(basis);
        FAIL() << "no Error";
      }
    catch (const Error &error)
      {
        EXPECT_NE(
          std::string(error.what()).find("reference_gradients has 161 numbers"),
          std::string::npos)
          << error.what();
      }
    basis.dim = 4;
    EXPECT_THROW(ElementKernel{basis}, Error);
    EXPECT_THROW(ElementKernel{ElementBasis{}}, Error);
  }
} // namespace
