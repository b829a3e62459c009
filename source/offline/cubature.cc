// SPDX-License-Identifier: Apache-2.0
// Positive weights for the compressed rows, and the errors of force models.
#include <rivlin/offline/cubature.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/non_negative_least_squares.h>
#include <rivlin/offline/point_gradients.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace rivlin
{
  Cubature train_cubature(const DiscreteBody &body,
                          const Matrix &modes,
                          const CubatureRows &rows,
                          const CubatureOptions &options)
  {
    if (rows.rows.cols() != body.n_points())
      throw Error("Cubature: rows for " + number_text(rows.rows.cols()) +
                  " points, the body has " + number_text(body.n_points()) +
                  ". Use rows of the same body.");
    NonNegativeOptions solver;
    solver.tolerance    = options.tolerance;
    solver.max_positive = options.max_points;
    solver.excluded     = options.excluded;
    const NonNegativeSolution solution =
      solve_non_negative(rows.rows, rows.target, solver);
    if (solution.support.empty())
      throw Error("Cubature: none of the " + number_text(body.n_points()) +
                  " points is a candidate (" +
                  number_text(options.excluded.size()) +
                  " excluded). Exclude fewer points.");

    Cubature cubature;
    cubature.points   = solution.support;
    cubature.residual = solution.residual;
    Vector weights    = solution.values;
    double change     = body.n_points(); // |x - 1|^2
    for (std::size_t k = 0; k < solution.support.size(); ++k)
      {
        const auto i   = static_cast<Eigen::Index>(k);
        const double x = weights[i];
        change += (x - 1) * (x - 1) - 1;
        weights[i] *= body.weights[solution.support[k]];
      }
    const double volume =
      Eigen::Map<const Vector>(body.weights.data(), body.n_points()).sum();
    cubature.volume_error = weights.sum() / volume - 1;
    cubature.error_bound  = rows.error_per_change * std::sqrt(change);
    cubature.expected_error =
      cubature.error_bound / std::sqrt(double(body.n_points()));
    cubature.force = point_force(body, modes, cubature.points, weights);
    return cubature;
  }

  Vector force_errors(const DiscreteBody &body,
                      const Matrix &modes,
                      const Matrix &states,
                      const ReducedForce &model)
  {
    const ReducedResponses exact =
      galerkin_responses(body, modes, states, Need::residual);
    require_valid(exact);
    const EnergyMetric metric = energy_metric(body, modes);
    Vector errors(states.cols());
    ForceEvaluation at;
    for (int s = 0; s < states.cols(); ++s)
      {
        const Vector r = states.col(s);
        evaluate(model, r, Need::residual, at);
        const double size = (metric.dual * exact.forces.col(s)).norm();
        if (!at.valid)
          errors[s] = std::numeric_limits<double>::infinity();
        else if (size == 0)
          errors[s] = 0;
        else
          errors[s] =
            (metric.dual * (at.force - exact.forces.col(s))).norm() / size;
      }
    return errors;
  }
} // namespace rivlin
