// SPDX-License-Identifier: Apache-2.0
// Full fields from the modes, on cells that share their nodes.
#include <rivlin/studies/reduced_pictures.h>

#include <rivlin/base/number_text.h>
#include <rivlin/fe/compressed_encoding.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  namespace
  {
    /// Three components per node, also in 2D.
    VtuField vectors(const std::string &name,
                     const Eigen::Ref<const Vector> &values,
                     const int dim)
    {
      std::vector<float> numbers(values.size() / dim * 3);
      for (Eigen::Index k = 0; k < values.size(); ++k)
        numbers[k / dim * 3 + k % dim] = static_cast<float>(values[k]);
      return {name, 3, std::move(numbers)};
    }

    VtuGrid make_geometry(const FullBasis &full)
    {
      VtuGrid grid;
      grid.points = vectors("points",
                            Eigen::Map<const Vector>(full.coordinates.data(),
                                                     full.coordinates.size()),
                            full.dim);
      const std::span<const int> nodes(full.cells);
      for (std::size_t first = 0; first < nodes.size();
           first += full.nodes_per_cell)
        grid.add_cell(lagrange_cell(full.dim, full.degree),
                      nodes.subspan(first, full.nodes_per_cell));
      return grid;
    }

    /// Pressures are linear in a cell: each node (row) has these parts of the
    /// values at the corners (columns).
    Matrix corner_parts(const int dim, const int degree)
    {
      const auto places   = lagrange_places(dim, degree);
      const int n_corners = 1 << dim;
      Matrix parts        = Matrix::Ones(places.size(), n_corners);
      for (std::size_t a = 0; a < places.size(); ++a)
        for (int b = 0; b < n_corners; ++b)
          for (int d = 0; d < dim; ++d)
            {
              const double x = static_cast<double>(places[a][d]) / degree;
              parts(a, b) *= places[b][d] == 0 ? 1 - x : x;
            }
      return parts;
    }

    /// Zero where there are no pressures.
    VtuField nodal_pressures(const std::string &name,
                             const FullBasis &full,
                             const Vector &p)
    {
      const Matrix parts = corner_parts(full.dim, full.degree);
      std::vector<float> values(full.coordinates.size() / full.dim);
      for (Eigen::Index m = 0; m < p.size(); ++m)
        if (const int node = full.node_of_pressure[m]; node >= 0)
          values[node] = static_cast<float>(p[m]);
      const auto n_corners = parts.cols();
      for (std::size_t first = 0; first < full.cells.size();
           first += full.nodes_per_cell)
        for (Eigen::Index a = n_corners; a < full.nodes_per_cell; ++a)
          {
            double sum = 0;
            for (Eigen::Index b = 0; b < n_corners; ++b)
              sum += parts(a, b) * values[full.cells[first + b]];
            values[full.cells[first + a]] = static_cast<float>(sum);
          }
      return {name, 1, std::move(values)};
    }
  } // namespace

  VtuGrid reduced_picture(const ReducedModelData &data,
                          const Prediction &prediction,
                          const int column,
                          const UnitSystem &units)
  {
    const FullBasis &full = data.full;
    VtuGrid grid          = make_geometry(full);
    grid.time             = prediction.times[column];
    grid.point_data       = {
            vectors(with_unit("displacement", units.length),
              full.displacement_modes * prediction.r.col(column),
              full.dim),
            vectors(with_unit("velocity", units.length + "/s"),
              full.displacement_modes * prediction.r_rate.col(column),
              full.dim)};
    if (prediction.pressures.rows() > 0)
      grid.point_data.push_back(
        nodal_pressures(with_unit("pressure unknown p", units.stress),
                        full,
                        full.pressure_modes *
                          prediction.pressures.col(column)));
    return grid;
  }

  void write_pictures(const ReducedModelData &data,
                      const Prediction &prediction,
                      const UnitSystem &units,
                      const std::filesystem::path &folder)
  {
    std::vector<std::pair<double, std::string>> series;
    for (int k = 0; k < static_cast<int>(prediction.times.size()); ++k)
      {
        const std::string name = "solution_" + zero_padded(k, 4) + ".vtu";
        write_vtu(folder / name,
                  reduced_picture(data, prediction, k, units),
                  compressed_encoding());
        series.emplace_back(prediction.times[k], name);
      }
    write_pvd(folder / "solution.pvd", series);
  }
} // namespace rivlin
