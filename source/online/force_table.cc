// SPDX-License-Identifier: Apache-2.0
// Stored states: the nearest ones, and Taylor series about the nearest.
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "force_parts.h"
#include "rom_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rivlin
{
  namespace
  {
    bool is_symmetric(const Matrix &tangents, const Eigen::Index n)
    {
      for (Eigen::Index s = 0; s < tangents.cols(); ++s)
        for (Eigen::Index i = 0; i < n; ++i)
          for (Eigen::Index j = 0; j < i; ++j)
            if (static_cast<float>(tangents(i + n * j, s)) !=
                static_cast<float>(tangents(j + n * i, s)))
              return false;
      return true;
    }
  } // namespace

  void ForceTable::prepare()
  {
    if (metric.size() > 0 && images.size() == 0)
      images.noalias() = metric * states;
  }

  void write_table(const ForceTable &table,
                   const bool must_be_symmetric,
                   RomWriter &file)
  {
    file.put("states", table.states);
    file.put("forces", table.forces);
    file.put("energies", table.energies);
    file.put("metric", table.metric);
    const Eigen::Index n = table.states.rows();
    const bool symmetric = must_be_symmetric || is_symmetric(table.tangents, n);
    file.description["symmetric"] = symmetric;
    if (!symmetric)
      {
        file.put_single("tangents", table.tangents);
        return;
      }
    Matrix packed(n * (n + 1) / 2, table.tangents.cols());
    Eigen::Index row = 0;
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++row)
        packed.row(row) =
          (table.tangents.row(i + n * j) + table.tangents.row(j + n * i)) / 2;
    file.put_single("tangents", packed);
  }

  ForceTable read_table(const RomReader &file)
  {
    ForceTable table;
    table.states         = file.matrix("states");
    table.forces         = file.matrix("forces");
    table.energies       = file.column("energies");
    table.metric         = file.matrix("metric");
    table.tangents       = file.matrix("tangents");
    const Eigen::Index n = table.states.rows();
    if (!file.description.truth("symmetric"))
      return table;
    // The size of the file bounds n here.
    const Matrix packed = std::move(table.tangents);
    if (packed.rows() != n * (n + 1) / 2)
      file.fail(message("array \"tangents\" of a force has ",
                        packed.rows(),
                        " rows, but ",
                        n,
                        " coordinates ask for ",
                        n * (n + 1) / 2));
    table.tangents.resize(n * n, packed.cols());
    Eigen::Index row = 0;
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++row)
        table.tangents.row(i + n * j) = table.tangents.row(j + n * i) =
          packed.row(row);
    return table;
  }

  void find_nearest(const ForceTable &table,
                    const Vector &r,
                    const int n_nearest,
                    const std::size_t extra,
                    ForceEvaluation &result)
  {
    const Eigen::Index n_states = table.states.cols(), n = r.size();
    const Eigen::Index n_image =
      table.metric.size() > 0 ? table.metric.rows() : n;
    result.scratch.resize(
      std::max<std::size_t>(result.scratch.size(),
                            n_states + n_image + n + extra));
    result.order.resize(n_states);
    double *distance = result.scratch.data();
    Eigen::Map<Vector> image(distance + n_states, n_image);
    Eigen::Map<Vector> difference(distance + n_states + n_image, n);
    const bool prepared = table.images.size() > 0;
    if (prepared)
      image.noalias() = table.metric * r;
    for (Eigen::Index i = 0; i < n_states; ++i)
      if (prepared)
        distance[i] = (image - table.images.col(i)).norm();
      else
        {
          difference = r - table.states.col(i);
          if (table.metric.size() > 0)
            image.noalias() = table.metric * difference;
          else
            image = difference;
          distance[i] = image.norm();
        }
    std::iota(result.order.begin(), result.order.end(), 0);
    std::partial_sort(result.order.begin(),
                      result.order.begin() +
                        std::min<Eigen::Index>(n_nearest, n_states),
                      result.order.end(),
                      [&](const int a, const int b) {
                        return distance[a] < distance[b] ||
                               (distance[a] == distance[b] && a < b);
                      });
    result.distance = distance[result.order[0]];
  }

  void LookupForce::evaluate(const Vector &r,
                             const Need need,
                             ForceEvaluation &result) const
  {
    const Eigen::Index n = r.size();
    const std::size_t before =
      table.states.cols() +
      (table.metric.size() > 0 ? table.metric.rows() : n) + n;
    find_nearest(table, r, 1, 2 * n + n * n, result);
    const int s = result.order[0];
    Eigen::Map<Vector> x(result.scratch.data() + before, n);
    Eigen::Map<Vector> Kx(x.data() + n, n);
    Eigen::Map<Matrix> Sx(Kx.data() + n, n, n); // d2f_i/dr_j dr_k x_k
    const Eigen::Map<const Matrix> K(table.tangents.col(s).data(), n, n);
    x            = r - table.states.col(s);
    Kx.noalias() = K * x;
    result.energy =
      table.energies[s] + x.dot(table.forces.col(s)) + x.dot(Kx) / 2;
    result.force = table.forces.col(s) + Kx;
    if (second.size() > 0)
      {
        Eigen::Map<Vector>(Sx.data(), n * n).noalias() =
          Eigen::Map<const Matrix>(second.col(s).data(), n * n, n) * x;
        Kx.noalias() = Sx * x;
        result.force += Kx / 2;
        result.energy += x.dot(Kx) / 6;
      }
    if (need != Need::residual_and_tangent)
      return;
    result.tangent = K;
    if (second.size() > 0)
      result.tangent += Sx;
  }

  void check_table(const ForceTable &table, const bool symmetric)
  {
    const Eigen::Index n = table.states.rows(), n_states = table.states.cols();
    if (n_states == 0)
      throw Error("A table of forces has no states. Train the model again.");
    require_matrix(table.states, n, n_states, "states");
    require_matrix(table.forces, n, n_states, "forces");
    require_matrix(table.tangents, n * n, n_states, "tangents");
    require_matrix(table.energies, n_states, 1, "energies");
    if (table.metric.size() > 0)
      require_matrix(table.metric, table.metric.rows(), n, "metric");
    if (table.images.size() > 0)
      require_matrix(table.images, table.metric.rows(), n_states, "images");
    if (!symmetric)
      return;
    for (Eigen::Index i = 0; i < n_states; ++i)
      {
        const Eigen::Map<const Matrix> K(table.tangents.col(i).data(), n, n);
        const double error = (K - K.transpose()).cwiseAbs().maxCoeff(),
                     size  = K.cwiseAbs().maxCoeff();
        // Single precision in files: 6e-8.
        if (error > 1e-6 * size)
          throw Error(message("Tangent ",
                              i,
                              " of a table of energies is not symmetric: "
                              "difference ",
                              error,
                              " of ",
                              size,
                              "."));
      }
  }

  void LookupForce::check() const
  {
    check_table(table, false);
    const Eigen::Index n = table.states.rows();
    if (second.size() > 0)
      require_matrix(second, n * n * n, table.states.cols(), "second");
  }

  std::string LookupForce::describe() const
  {
    return message("Lookup ",
                   second.size() > 0 ? 2 : 1,
                   ", ",
                   table.states.cols(),
                   " states");
  }

  void LookupForce::write(RomWriter &file) const
  {
    write_table(table, false, file);
    if (second.size() > 0)
      file.put_single("second", second);
    file.description["kind"]  = kinds[0];
    file.description["order"] = second.size() > 0 ? 2 : 1;
  }

  LookupForce LookupForce::read(const RomReader &file)
  {
    LookupForce force;
    force.table = read_table(file);
    if (file.description.integer("order", 1, 2) == 2)
      force.second = file.matrix("second");
    return force;
  }
} // namespace rivlin
