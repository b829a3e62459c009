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
    return std::visit([](const auto &one) { return one.n_coordinates(); },
                      force);
  }

  int n_points(const ReducedForce &force)
  {
    return std::visit([](const auto &one) { return one.n_points(); }, force);
  }

  int n_states(const ReducedForce &force)
  {
    return std::visit([](const auto &one) { return one.n_states(); }, force);
  }

  bool is_empty(const ReducedForce &force)
  {
    return n_points(force) == 0 && n_states(force) == 0;
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
      std::visit([&](const auto &one) { one.evaluate(r, need, result); },
                 force);
    if (!result.valid)
      result.energy = std::numeric_limits<double>::infinity();
  }

  void prepare(ReducedForce &force)
  {
    std::visit([](auto &one) { one.prepare(); }, force);
  }

  void check(const ReducedForce &force)
  {
    std::visit([](const auto &one) { one.check(); }, force);
  }

  void check_in_model(const ReducedForce &force,
                      const int n,
                      const int dim,
                      const bool has_pressures,
                      const std::string &name)
  {
    check(force);
    if (n_coordinates(force) != n)
      throw Error(message("The ",
                          name,
                          " of the reduced model has ",
                          n_coordinates(force),
                          " coordinates, the mass matrix ",
                          n,
                          ". Both need the same."));
    try
      {
        std::visit(
          [&](const auto &one) { one.check_in_model(dim, has_pressures); },
          force);
      }
    catch (const Error &error)
      {
        throw Error("The " + name + " of the reduced model " + error.what());
      }
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
    return std::visit([](const auto &one) { return one.describe(); }, force);
  }
} // namespace rivlin
