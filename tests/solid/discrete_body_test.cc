// SPDX-License-Identifier: Apache-2.0
// Whether the check of a discretized body finds what does not fit.
#include <rivlin/base/error.h>
#include <rivlin/solid/discrete_body.h>

#include "offline/small_body.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <numeric>

namespace rivlin
{
  TEST(DiscreteBody, SmallBodiesFitTogether)
  {
    for (const int dim : {2, 3})
      for (const int degree : {1, 2})
        for (const bool mixed : {false, true})
          for (const int n_steel_layers : {0, 1})
            {
              if (mixed && degree == 1)
                continue;
              SmallBodyOptions options;
              options.dim            = dim;
              options.degree         = degree;
              options.mixed          = mixed;
              options.n_steel_layers = n_steel_layers;
              EXPECT_NO_THROW(check(make_small_body(options)));
            }
  }

  TEST(DiscreteBody, WeightsAddUpToTheVolume)
  {
    // Biquadratic arcs of 22.5 degrees: the area of a ring is met to the error
    // of the interpolated circle, of order (angle)^4 = 2.4e-2 / 180.
    SmallBodyOptions options;
    options.n_angular = 16;
    for (const int dim : {2, 3})
      {
        options.dim             = dim;
        const DiscreteBody body = make_small_body(options);
        const double volume =
          std::accumulate(body.weights.begin(), body.weights.end(), 0.);
        const double exact = M_PI * (625 - 100) * (dim == 3 ? 40 : 1);
        EXPECT_NEAR(volume, exact, 2e-4 * exact) << dim;
      }
  }

  TEST(DiscreteBody, RefusesWhatDoesNotFit)
  {
    struct Damage
    {
      std::function<void(DiscreteBody &)> make;
      std::string message;
    };
    const std::vector<Damage> damages = {
      {[](DiscreteBody &b) { b.coordinates.pop_back(); }, "coordinates have"},
      {[](DiscreteBody &b) { b.cell_nodes.pop_back(); }, "nodes of the cells"},
      {[](DiscreteBody &b) { b.cell_nodes[3] = b.n_nodes; }, "name the index"},
      {[](DiscreteBody &b) { b.cell_pressures[0] = -1; }, "lacks the pressure"},
      {[](DiscreteBody &b) { b.cell_material[0] = 1; }, "materials"},
      {[](DiscreteBody &b) { b.weights[1] = -1; }, "quadrature weight"},
      {[](DiscreteBody &b) {
         b.weights[1] = std::numeric_limits<double>::quiet_NaN();
       },
       "not finite"},
      {[](DiscreteBody &b) { b.inverse_jacobians.push_back(1); },
       "inverse Jacobians have"},
      {[](DiscreteBody &b) { ++b.n_pressures; }, "belongs to no cell"},
      {[](DiscreteBody &b) { b.free_displacements.pop_back(); },
       "neither free nor of a support"},
      {[](DiscreteBody &b) {
         b.supports[1].displacements.push_back(b.free_displacements[0]);
       },
       "more than once"},
      {[](DiscreteBody &b) { b.basis.dim = 1; }, "dimension is 1"}};
    for (const Damage &damage : damages)
      {
        DiscreteBody body = make_small_body();
        damage.make(body);
        try
          {
            check(body);
            ADD_FAILURE() << "accepted: " << damage.message;
          }
        catch (const Error &error)
          {
            EXPECT_NE(std::string(error.what()).find(damage.message),
                      std::string::npos)
              << error.what();
          }
      }
  }
} // namespace rivlin
