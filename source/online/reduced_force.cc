// SPDX-License-Identifier: Apache-2.0
// The choice among the force models.
#include <rivlin/online/reduced_force.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "force_parts.h"

#include <limits>

namespace rivlin
{
  int n_coordinates(const ReducedForce &force)
  {
    if (const auto *points = std::get_if<PointForce>(&force))
      return static_cast<int>(points->gradients.cols());
    if (const auto *lookup = std::get_if<LookupForce>(&force))
      return static_cast<int>(lookup->table.states.rows());
    return static_cast<int>(std::get<TpwlForce>(force).table.states.rows());
  }

  void evaluate(const ReducedForce &force,
                const Vector &r,
                const Need need,
                ForceEvaluation &result)
  {
    const int n = n_coordinates(force);
    result.force.resize(n);
    result.tangent.resize(n, n);
    result.energy   = 0;
    result.min_J    = 1;
    result.distance = 0;
    result.valid    = r.allFinite();
    if (result.valid)
      std::visit(
        [&](const auto &model) { evaluate_force(model, r, need, result); },
        force);
    if (!result.valid)
      result.energy = std::numeric_limits<double>::infinity();
  }

  void prepare(ReducedForce &force)
  {
    const auto prepare_table = [](ForceTable &table) {
      if (table.metric.size() > 0 && table.images.size() == 0)
        table.images.noalias() = table.metric * table.states;
    };
    if (auto *lookup = std::get_if<LookupForce>(&force))
      prepare_table(lookup->table);
    if (auto *tpwl = std::get_if<TpwlForce>(&force))
      prepare_table(tpwl->table);
  }

  void check(const ReducedForce &force)
  {
    std::visit([](const auto &model) { check_force(model); }, force);
  }

  void require_matrix(const Matrix &matrix,
                      const Eigen::Index rows,
                      const Eigen::Index columns,
                      const std::string &name)
  {
    if (matrix.rows() != rows || matrix.cols() != columns)
      throw Error(message("The matrix \"",
                          name,
                          "\" of the reduced model is ",
                          matrix.rows(),
                          " x ",
                          matrix.cols(),
                          ", but the other sizes ask for ",
                          rows,
                          " x ",
                          columns,
                          "."));
    if (!matrix.allFinite())
      throw Error("The matrix \"" + name +
                  "\" of the reduced model contains numbers that are not "
                  "finite. Train the model again.");
  }

  std::string describe(const ReducedForce &force)
  {
    if (const auto *points = std::get_if<PointForce>(&force))
      return message(points->weights.size() > 0 ? "Galerkin or cubature, "
                                                : "DEIM, ",
                     points->n_points(),
                     " points");
    if (const auto *lookup = std::get_if<LookupForce>(&force))
      return message("Lookup ",
                     lookup->second.size() > 0 ? 2 : 1,
                     ", ",
                     lookup->table.states.cols(),
                     " states");
    const auto &tpwl = std::get<TpwlForce>(force);
    return message(tpwl.blend == TpwlForce::Blend::energies
                     ? "energy-blended TPWL, "
                     : "TPWL, ",
                   tpwl.table.states.cols(),
                   " states");
  }
} // namespace rivlin
