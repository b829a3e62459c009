// SPDX-License-Identifier: Apache-2.0
// The polynomial of the change of volume against integration of J - 1.
#include <rivlin/offline/volume_training.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/point_gradients.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace rivlin
{
  namespace
  {
    /// int l_i (J - 1) by the quadrature of the body, cell by cell.
    Vector integrated(const DiscreteBody &body,
                      const Matrix &modes,
                      const Matrix &pressure_modes,
                      const Vector &r)
    {
      const int dim = body.dim();
      Vector c      = Vector::Zero(pressure_modes.cols());
      for_each_cell(body, modes, [&](int cell, const GradientRows &G) {
        for (int q = 0; q < body.basis.n_points; ++q)
          {
            const Vector D = G.middleRows(q * dim * dim, dim * dim) * r;
            Matrix F       = Matrix::Identity(dim, dim);
            for (int d = 0; d < dim * dim; ++d)
              F(d / dim, d % dim) += D[d];
            const double change = F.determinant() - 1;
            for (int a = 0; a < body.basis.n_pressure_nodes; ++a)
              {
                const int p =
                  body.cell_pressures[cell * body.basis.n_pressure_nodes + a];
                if (p >= 0)
                  c += body.weights[cell * body.basis.n_points + q] * change *
                       body.basis
                         .pressure_values[q * body.basis.n_pressure_nodes + a] *
                       pressure_modes.row(p).transpose();
              }
          }
      });
      return c;
    }

    TEST(VolumeTraining, PolynomialIsTheIntegral)
    {
      for (const int dim : {2, 3})
        {
          SmallBodyOptions options;
          options.dim             = dim;
          options.n_radial        = 3;
          options.n_angular       = 5;
          options.n_steel_layers  = 1; // cells without pressure do not count
          const DiscreteBody body = make_small_body(options);
          // Sizes that are no multiples of a register.
          const int N = 7, m = 5;
          const Matrix modes = smooth_modes(body, N);
          const Matrix L     = random_numbers(body.n_pressures, m, 3);
          const VolumePolynomial volume = train_volume(body, modes, L);
          ASSERT_EQ(volume.n_pressures(), m);
          ASSERT_EQ(volume.n_coordinates(), N);
          EXPECT_EQ(volume.quadratic.cols(), 28);
          EXPECT_EQ(volume.cubic.cols(), dim == 3 ? 84 : 0);
          for (unsigned seed = 1; seed < 4; ++seed)
            {
              const Vector r     = trial_states(N, 1, seed, 0.5);
              const Vector exact = integrated(body, modes, L, r);
              Vector c(m);
              evaluate(volume, r, c);
              // 1e-12: cancellation between cells of a few thousand terms.
              EXPECT_LT((c - exact).norm(), 1e-12 * exact.norm());
            }
        }
    }

    TEST(VolumeTraining, WrongSizesAreRefused)
    {
      SmallBodyOptions options;
      const DiscreteBody mixed = make_small_body(options);
      EXPECT_THROW(
        train_volume(mixed, smooth_modes(mixed, 2), Matrix::Ones(3, 1)), Error);
      options.mixed           = false;
      const DiscreteBody body = make_small_body(options);
      EXPECT_THROW(
        train_volume(body, smooth_modes(body, 2), Matrix::Ones(0, 1)), Error);
    }
  } // namespace
} // namespace rivlin
