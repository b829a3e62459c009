// SPDX-License-Identifier: Apache-2.0
// Orders of convergence at finite deformation against a solution made up
// beforehand; doc/theory/verification.md, section "Manufactured solution".
#include "static_solution.h"

#include <rivlin/solid/point_response.h>

#include <gtest/gtest.h>

#include <array>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    /// A motion whose volume ratio belongs to its pressure by the law of the
    /// material: no source in the constraint. First x_1 is stretched so that
    /// J = 1 + t s(X)/kappa, then shears, which keep J, deform the rest by an
    /// amount that does not depend on kappa. s = d stretch / d X_1.
    template <int dim>
    class ManufacturedSolution
    {
    public:
      explicit ManufacturedSolution(const Material &rubber)
        : material(rubber)
        , volumetric(std::get<Rubber>(rubber.law).volumetric)
      {}

      Tensor<1, dim> displacement(const Point<dim> &X, const double t) const
      {
        const auto [x, F] = motion(X, t);
        Tensor<1, dim> u;
        for (int i = 0; i < dim; ++i)
          u[i] = x[i] - X[i];
        return u;
      }

      double pressure(const Point<dim> &X, const double t) const
      {
        const double s = t * stretch_gradient(X)[0];
        return volumetric.inverse_bulk_modulus == 0
                 ? s
                 : evaluate_volumetric(volumetric,
                                       s * volumetric.inverse_bulk_modulus)
                     .pressure;
      }

      /// First Piola-Kirchhoff stress.
      Matrix3 stress(const Point<dim> &X, const double t) const
      {
        return evaluate_point(material,
                              motion(X, t).second,
                              pressure(X, t),
                              Need::residual)
          .P;
      }

      Tensor<1, dim> traction(const Point<dim> &X,
                              const Tensor<1, dim> &normal,
                              const double t) const
      {
        const Matrix3 P = stress(X, t);
        Tensor<1, dim> T;
        for (int i = 0; i < dim; ++i)
          for (int J = 0; J < dim; ++J)
            T[i] += P(i, J) * normal[J];
        return T;
      }

      /// -Div P by central differences of order 8. The fields vary like
      /// sin(2.5 X), so that with h = 0.04 the truncation error is below
      /// (2.5 h)^8/630 = 2e-11 and the rounding error about 1e-14.
      Tensor<1, dim> body_force(const Point<dim> &X, const double t) const
      {
        constexpr double h                     = 0.04;
        constexpr std::array<double, 4> weight = {4. / 5,
                                                  -1. / 5,
                                                  4. / 105,
                                                  -1. / 280};
        Tensor<1, dim> b;
        for (int J = 0; J < dim; ++J)
          for (int k = 0; k < 4; ++k)
            {
              Point<dim> ahead = X, behind = X;
              ahead[J] += (k + 1) * h;
              behind[J] -= (k + 1) * h;
              const Matrix3 difference = stress(ahead, t) - stress(behind, t);
              for (int i = 0; i < dim; ++i)
                b[i] -= weight[k] / h * difference(i, J);
            }
        return b;
      }

    private:
      /// d/dX of stretch = 0.5 sin(1.6 X_1 + 0.3) cos(X_2 + 0.2 X_3) + 0.3 X_1.
      Vector3 stretch_gradient(const Point<dim> &X) const
      {
        const double z = dim == 3 ? 0.2 * X[dim - 1] : 0;
        const double S = std::sin(1.6 * X[0] + 0.3);
        const double C = std::cos(1.6 * X[0] + 0.3);
        return {0.8 * C * std::cos(X[1] + z) + 0.3,
                -0.5 * S * std::sin(X[1] + z),
                dim == 3 ? -0.1 * S * std::sin(X[1] + z) : 0};
      }

      std::pair<Vector3, Matrix3> motion(const Point<dim> &X,
                                         const double t) const
      {
        const double z = dim == 3 ? X[dim - 1] : 0;
        Vector3 x(X[0], X[1], z);
        x[0] += t * volumetric.inverse_bulk_modulus *
                (0.5 * std::sin(1.6 * X[0] + 0.3) * std::cos(X[1] + 0.2 * z) +
                 0.3 * X[0]);
        Matrix3 F = Matrix3::Identity();
        F.row(0) +=
          t * volumetric.inverse_bulk_modulus * stretch_gradient(X).transpose();
        const auto shear = [&](const int i, const int j, const double a) {
          F.row(i) += t * a * 2.5 * std::cos(2.5 * x[j]) * F.row(j);
          x[i] += t * a * std::sin(2.5 * x[j]);
        };
        shear(0, 1, 0.12);
        shear(1, 0, 0.1);
        if (dim == 3)
          {
            shear(2, 0, 0.08);
            shear(0, 2, -0.1);
          }
        return {x, F};
      }

      Material material;
      VolumetricLaw volumetric;
    };

    template <int dim>
    ConvergenceTable convergence(const std::string &title,
                                 const Material &rubber,
                                 const ElementChoice element,
                                 const std::vector<int> &meshes)
    {
      const ManufacturedSolution<dim> exact(rubber);
      ModelDefinition<dim> definition;
      definition.element             = element;
      definition.materials["rubber"] = rubber;
      // All sides but one: the traction there fixes the pressure level.
      for (const std::string set : {"x0", "y0", "y1", "z0", "z1"})
        if (dim == 3 || set[0] != 'z')
          {
            Support<dim> support;
            support.set = set;
            support.displacement =
              [&](const Point<dim> &X, const double t, int) {
                return exact.displacement(X, t);
              };
            definition.supports.push_back(support);
          }
      definition.actions = {Traction<dim>{"x1",
                                          [&](const Point<dim> &X,
                                              const Tensor<1, dim> &normal,
                                              const double t) {
                                            return exact.traction(X, normal, t);
                                          }},
                            BodyForce<dim>{
                              [&](const Point<dim> &X, const double t) {
                                return exact.body_force(X, t);
                              }}};

      const std::vector<std::string> columns =
        element.mixed ? std::vector<std::string>{"u", "p"}
                      : std::vector<std::string>{"u"};
      ConvergenceTable table(title, columns);
      for (const int n : meshes)
        {
          const auto solution =
            solve_statically(distorted_box<dim>(n, 0.06), definition, 1, 1e-9);
          const FieldErrors errors = l2_errors<dim>(
            *solution.model,
            solution.state,
            [&](const Point<dim> &X) { return exact.displacement(X, 1); },
            element.mixed
              ? [&](const Point<dim> &X) { return exact.pressure(X, 1); }
              : std::function<double(const Point<dim> &)>());
          table.add(n, {errors.u, errors.p});
        }
      table.print();
      return table;
    }

    const std::vector<std::pair<std::string, double>> bulk_moduli = {
      {"kappa = 30", 1. / 30},
      {"kappa = 3e5", 1. / 3e5},
      {"kappa = infinity", 0.}};
  } // namespace

  TEST(ManufacturedSolution, TaylorHoodOrdersInPlaneStrain)
  {
    for (const auto &[name, inverse] : bulk_moduli)
      {
        const ConvergenceTable table = convergence<2>("2D Q2/Q1, " + name,
                                                      reference_rubber(inverse),
                                                      {2, true},
                                                      {4, 8, 16});
        EXPECT_GE(table.order(0), 2.9) << name;
        EXPECT_GE(table.order(1), 1.9) << name;
      }
  }

  TEST(ManufacturedSolution, TaylorHoodOrdersWithOtherVolumetricLaws)
  {
    for (const VolumetricKind kind :
         {VolumetricKind::logarithmic, VolumetricKind::ogden})
      {
        const std::string name = kind == VolumetricKind::logarithmic
                                   ? "logarithmic"
                                   : "Ogden volume, beta = 9";
        const ConvergenceTable table =
          convergence<2>("2D Q2/Q1, kappa = 30, " + name,
                         reference_rubber(1. / 30, kind),
                         {2, true},
                         {8, 16});
        EXPECT_GE(table.order(0), 2.9) << name;
        EXPECT_GE(table.order(1), 1.9) << name;
      }
  }

  TEST(ManufacturedSolution, CubicTaylorHoodOrdersInPlaneStrain)
  {
    const ConvergenceTable table = convergence<2>("2D Q3/Q2, kappa = infinity",
                                                  reference_rubber(0),
                                                  {3, true},
                                                  {4, 8});
    EXPECT_GE(table.order(0), 3.9);
    EXPECT_GE(table.order(1), 2.9);
  }

  // Q1 alone feels kappa = 30 as light locking: its order is 1.75 between 8 and
  // 16 elements and rises to 2 from there.
  TEST(ManufacturedSolution, DisplacementOrdersInPlaneStrain)
  {
    for (const int degree : {1, 2})
      {
        const ConvergenceTable table =
          convergence<2>("2D displacement Q" + std::to_string(degree) +
                           ", kappa = 30",
                         reference_rubber(1. / 30),
                         {degree, false},
                         degree == 1 ? std::vector<int>{16, 32, 64}
                                     : std::vector<int>{4, 8, 16});
        EXPECT_GE(table.order(0), degree + 0.9) << "degree " << degree;
      }
  }

  // In space Q1 is tried at kappa = 3, where coarse meshes show the order.
  TEST(ManufacturedSolution, DisplacementOrdersInSpace)
  {
    const ConvergenceTable linear =
      convergence<3>("3D displacement Q1, kappa = 3",
                     reference_rubber(1. / 3),
                     {1, false},
                     {4, 8});
    EXPECT_GE(linear.order(0), 1.9);
    const ConvergenceTable quadratic =
      convergence<3>("3D displacement Q2, kappa = 30",
                     reference_rubber(1. / 30),
                     {2, false},
                     {3, 5});
    EXPECT_GE(quadratic.order(0), 2.9);
  }

  TEST(ManufacturedSolutionSlow, TaylorHoodOrdersInSpace)
  {
    for (const auto &[name, inverse] : bulk_moduli)
      {
        const ConvergenceTable table = convergence<3>("3D Q2/Q1, " + name,
                                                      reference_rubber(inverse),
                                                      {2, true},
                                                      {2, 4, 8});
        EXPECT_GE(table.order(0), 2.9) << name;
        EXPECT_GE(table.order(1), 1.9) << name;
      }
  }
} // namespace rivlin
