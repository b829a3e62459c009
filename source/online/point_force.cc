// SPDX-License-Identifier: Apache-2.0
// Forces from material points: Galerkin, cubature and DEIM.
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/solid/point_batch.h>

#include "force_parts.h"
#include "rom_parts.h"

#include <algorithm>

namespace rivlin
{
  namespace
  {
    constexpr int points_per_portion = 8; ///< of products with a test matrix

    /// Parts of the scratch memory.
    struct PointScratch
    {
      PointScratch(const PointForce &force, AlignedVector &memory)
      {
        const std::size_t n = force.n_points(), m = force.dim * force.dim;
        const int n_columns = static_cast<int>(force.gradients.cols());
        const std::size_t size_of_product =
          force.weights.size() > 0
            ? congruence_scratch_size(static_cast<int>(m), n_columns)
            : points_per_portion * m * n_columns;
        memory.resize(
          std::max(memory.size(), size_of_product + n * m * (2 + m)));
        product = memory.data(); // first: it starts at a cache line
        D       = product + size_of_product;
        P       = D + n * m;
        tangent = P + n * m;
      }

      double *product, *D, *P, *tangent;
    };

    /// All points, in runs of the same material.
    PointBatchSum evaluate_points(const PointForce &force,
                                  const Need need,
                                  const PointScratch &scratch)
    {
      const int n = force.n_points(), m = force.dim * force.dim;
      PointBatchSum all;
      for (int first = 0; first < n && all.valid;)
        {
          const int material = force.material_of_point[first];
          int end            = first + 1;
          while (end < n && force.material_of_point[end] == material)
            ++end;
          PointBatch batch;
          batch.dim          = force.dim;
          batch.n_points     = end - first;
          batch.isochoric    = force.isochoric;
          batch.displacement = scratch.D + first * m;
          batch.weights =
            force.weights.size() > 0 ? force.weights.data() + first : nullptr;
          batch.P       = scratch.P + first * m;
          batch.tangent = scratch.tangent + std::size_t(first) * m * m;
          const PointBatchSum sum =
            evaluate_batch(force.materials[material], batch, need);
          all.energy += sum.energy;
          all.min_J = first == 0 ? sum.min_J : std::min(all.min_J, sum.min_J);
          all.valid = sum.valid;
          first     = end;
        }
      return all;
    }
  } // namespace

  void PointForce::evaluate(const Vector &r,
                            const Need need,
                            ForceEvaluation &result) const
  {
    const Eigen::Index m = dim * dim, rows = n_points() * m;
    const PointScratch scratch(*this, result.scratch);
    Eigen::Map<Vector> D(scratch.D, rows), P(scratch.P, rows);
    D.noalias()             = gradients * r;
    const PointBatchSum sum = evaluate_points(*this, need, scratch);
    result.min_J            = sum.min_J;
    result.valid            = sum.valid;
    if (!sum.valid)
      return;
    const bool is_gradient = test.size() == 0;
    if (is_gradient)
      result.energy = sum.energy;
    if (need == Need::energy)
      return;
    if (is_gradient)
      result.force.noalias() = gradients.transpose() * P;
    else
      result.force.noalias() = test * P;
    if (linear.size() > 0)
      result.force.noalias() += linear * r;
    if (need != Need::residual_and_tangent)
      return;
    if (is_gradient)
      {
        result.tangent.setZero();
        add_congruence(n_points(),
                       static_cast<int>(m),
                       static_cast<int>(gradients.cols()),
                       scratch.tangent,
                       gradients.data(),
                       scratch.product,
                       result.tangent.data());
        return;
      }
    // In portions: Eigen takes memory from the heap for large products.
    result.tangent.setZero();
    for (int first = 0; first < n_points(); first += points_per_portion)
      {
        const int n = std::min(points_per_portion, n_points() - first);
        Eigen::Map<decltype(PointForce::gradients)> AG(scratch.product,
                                                       n * m,
                                                       gradients.cols());
        for (int k = 0; k < n; ++k)
          AG.middleRows(k * m, m) =
            Eigen::Map<const Matrix>(scratch.tangent + (first + k) * m * m,
                                     m,
                                     m)
              .lazyProduct(gradients.middleRows((first + k) * m, m));
        result.tangent.noalias() += test.middleCols(first * m, n * m) * AG;
      }
    if (linear.size() > 0)
      result.tangent += linear;
  }

  void PointForce::check() const
  {
    if (dim != 2 && dim != 3)
      throw Error(message("The points of a reduced force have the dimension ",
                          dim,
                          ", but only 2 and 3 exist."));
    const Eigen::Index n = n_points(), rows = n * dim * dim;
    if (gradients.rows() != rows || !gradients.allFinite())
      throw Error(message("A reduced force with ",
                          n,
                          " points needs ",
                          rows,
                          " rows of finite gradients, but has ",
                          gradients.rows(),
                          "."));
    if (n == 0)
      return;
    if (test.size() > 0)
      {
        require_matrix(test, gradients.cols(), rows, "test");
        if (weights.size() > 0)
          throw Error(
            "A reduced force has either weights or a test matrix, "
            "but this one has both.");
      }
    else
      require_matrix(weights, n, 1, "weights");
    if (linear.size() > 0)
      {
        const Eigen::Index N = gradients.cols();
        require_matrix(linear, N, N, "linear");
        if (test.size() == 0)
          throw Error(
            "A reduced force has a linear part without a test "
            "matrix. Train it again.");
      }
    for (const Material &material : materials)
      {
        rivlin::check(material);
        if (!isochoric && is_incompressible(material))
          throw Error(
            "A reduced force contains all of the energy, but one of "
            "its materials is incompressible. Train an isochoric "
            "force with pressure modes.");
      }
    for (const int material : material_of_point)
      if (material < 0 || material >= static_cast<int>(materials.size()))
        throw Error(message("A point of a reduced force has material ",
                            material,
                            " of ",
                            materials.size(),
                            "."));
  }

  void PointForce::check_in_model(const int dim_of_model,
                                  const bool has_pressures) const
  {
    if (dim != dim_of_model)
      throw Error(message("has the dimension ",
                          dim,
                          ", the model ",
                          dim_of_model,
                          ". Both need the same."));
    if (isochoric != has_pressures)
      throw Error(
        "is isochoric without pressure modes, or has pressure modes without "
        "being isochoric.");
  }

  std::string PointForce::describe() const
  {
    return message(weights.size() > 0 ? "quadrature with " : "DEIM with ",
                   n_points(),
                   " points");
  }

  void PointForce::write(RomWriter &file) const
  {
    nlohmann::json list = nlohmann::json::array();
    for (const Material &material : materials)
      list.push_back(material_json(material));
    file.put("gradients", gradients);
    file.put("material of point", material_of_point);
    const bool has_weights = weights.size() > 0;
    has_weights ? file.put("weights", weights) : file.put("test", test);
    const bool has_linear = linear.size() > 0;
    if (has_linear)
      file.put("linear", linear);
    file.description = {{"kind", has_weights ? kinds[0] : kinds[1]},
                        {"linear", has_linear},
                        {"isochoric", isochoric},
                        {"materials", list}};
  }

  PointForce PointForce::read(const RomReader &file)
  {
    const RomObject &object = file.description;
    PointForce force;
    force.dim       = file.dim;
    force.isochoric = object.truth("isochoric");
    for (const RomObject &material : object.objects("materials"))
      force.materials.push_back(material_of(material));
    force.gradients         = file.matrix("gradients");
    force.material_of_point = file.integers("material of point");
    if (object.text("kind") == kinds[0])
      force.weights = file.column("weights");
    else
      force.test = file.matrix("test");
    if (object.truth("linear"))
      force.linear = file.matrix("linear");
    return force;
  }
} // namespace rivlin
