// SPDX-License-Identifier: Apache-2.0
// Rows are nonlinear volumes of single points, weights come from non-negative
// least squares.
#include <rivlin/offline/pressure_training.h>

#include <rivlin/offline/non_negative_least_squares.h>

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// At most so many numbers per point decide about its weight.
    constexpr Eigen::Index most_rows = 400;

    bool is_nonlinear(const Material &material)
    {
      return has_pressure(material) && !is_linear(*volumetric_law(material));
    }

    PressurePoints all_points(const DiscreteBody &body, const Matrix &modes)
    {
      PressurePoints points;
      std::vector<int> law_of_material;
      for (const Material &material : body.materials)
        {
          law_of_material.push_back(static_cast<int>(points.laws.size()));
          if (is_nonlinear(material))
            points.laws.push_back(*volumetric_law(material));
        }
      const int n_points = body.basis.n_points,
                n_nodes  = body.basis.n_pressure_nodes;
      std::vector<double> weights;
      std::vector<Vector> rows;
      for (int cell = 0; cell < body.n_cells(); ++cell)
        {
          if (!is_nonlinear(body.materials[body.cell_material[cell]]))
            continue;
          for (int q = 0; q < n_points; ++q)
            {
              Vector l = Vector::Zero(modes.cols());
              for (int a = 0; a < n_nodes; ++a)
                l += body.basis.pressure_values[q * n_nodes + a] *
                     modes.row(body.cell_pressures[cell * n_nodes + a])
                       .transpose();
              rows.push_back(l);
              weights.push_back(body.weights[cell * n_points + q]);
              points.law_of_point.push_back(
                law_of_material[body.cell_material[cell]]);
            }
        }
      points.modes.resize(static_cast<Eigen::Index>(rows.size()), modes.cols());
      for (std::size_t k = 0; k < rows.size(); ++k)
        points.modes.row(static_cast<Eigen::Index>(k)) = rows[k];
      points.weights =
        Eigen::Map<const Vector>(weights.data(),
                                 static_cast<Eigen::Index>(weights.size()));
      return points;
    }

    /// Nonlinear volumes seen by each pressure mode at some of the states, a
    /// column for each point; each state counts the same.
    Matrix rows_of(const PressurePoints &points, const Matrix &states)
    {
      const Eigen::Index m = states.rows(), n = points.n_points();
      const Eigen::Index n_states =
        std::min(states.cols(), std::max<Eigen::Index>(10, most_rows / m));
      Matrix rows = Matrix::Zero(m * n_states, n);
      for (Eigen::Index s = 0; s < n_states; ++s)
        {
          const Vector p = states.col(s * states.cols() / n_states);
          for (Eigen::Index q = 0; q < n; ++q)
            rows.block(s * m, q, m, 1) =
              points.weights[q] *
              nonlinear_volume(points.laws[points.law_of_point[q]],
                               points.modes.row(q).dot(p))
                .volume_change *
              points.modes.row(q).transpose();
          const double size = rows.middleRows(s * m, m).rowwise().sum().norm();
          if (size > 0)
            rows.middleRows(s * m, m) /= size;
        }
      return rows;
    }

    /// As few combinations of the rows as leave out `tolerance` of them, and
    /// the sum of the weights.
    Matrix compressed(const Matrix &rows,
                      const Vector &weights,
                      const double tolerance)
    {
      const Eigen::SelfAdjointEigenSolver<Matrix> eigen(rows *
                                                        rows.transpose());
      const Vector &values = eigen.eigenvalues();
      Eigen::Index cut     = 0;
      double left          = 0;
      while (cut < values.size() - 1 &&
             left + values[cut] <= tolerance * tolerance * values.sum())
        left += values[cut++];
      const Eigen::Index n = values.size() - cut;
      Matrix result(n + 1, rows.cols());
      result.topRows(n) = eigen.eigenvectors().rightCols(n).transpose() * rows;
      result.row(n) =
        weights.transpose() * (result.topRows(n).norm() / weights.norm());
      return result;
    }
  } // namespace

  bool has_nonlinear_volume(const DiscreteBody &body)
  {
    return std::any_of(body.materials.begin(),
                       body.materials.end(),
                       is_nonlinear);
  }

  PressurePoints train_pressure_points(const DiscreteBody &body,
                                       const Matrix &pressure_modes,
                                       const Matrix &states,
                                       const double tolerance)
  {
    if (!has_nonlinear_volume(body) || pressure_modes.cols() == 0)
      return {};
    PressurePoints all = all_points(body, pressure_modes);
    if (tolerance == 0 || states.cols() == 0)
      return all;
    const Matrix rows = rows_of(all, states);
    if (rows.isZero(0))
      return all;
    const Matrix few = compressed(rows, all.weights, tolerance);
    NonNegativeOptions options;
    options.tolerance = tolerance;
    const NonNegativeSolution found =
      solve_non_negative(few, few.rowwise().sum(), options);
    PressurePoints points;
    points.laws    = all.laws;
    points.modes   = all.modes(found.support, Eigen::all);
    points.weights = all.weights(found.support).cwiseProduct(found.values);
    for (const int q : found.support)
      points.law_of_point.push_back(all.law_of_point[q]);
    return points;
  }
} // namespace rivlin
