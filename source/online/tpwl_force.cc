// SPDX-License-Identifier: Apache-2.0
// Trajectory piecewise linear forces: Rewienski and White, IEEE Trans.
// Computer-Aided Design 22 (2003); thesis, Definition 6.5.4.
//
// With d_i = |metric (r - r_i)|, rho_i = d_i / d_1 and s_i = -beta rho_i the
// weights are w_i = exp(s_i) / sum exp(s_j). Write n_i = grad d_i,
// G = metric^T metric and a_i = grad s_i - sum w_j grad s_j; then
//   grad w_i   = w_i a_i
//   grad rho_i = (n_i - rho_i n_1) / d_1
//   grad2 d_i  = (G - n_i n_i^T) / d_i
//   sum W_i grad2 w_i = sum w_i (W_i - Wbar) (a_i a_i^T + grad2 s_i),
// Wbar = sum w_i W_i, for any numbers W_i.
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "force_parts.h"
#include "rom_parts.h"

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// The nearest states with what the blends need of each: one column per
    /// state that counts.
    struct Neighbours
    {
      Neighbours(const TpwlForce &force,
                 const Vector &r,
                 ForceEvaluation &result)
        : n(r.size())
        , n_image(force.table.metric.size() > 0 ? force.table.metric.rows() : n)
        , columns(
            std::min<Eigen::Index>(force.n_nearest, force.table.states.cols()))
        , before(place(force, r, result))
        , a(before, n, columns)
        , n_i(a.data() + n * columns, n, columns)
        , g(n_i.data() + n * columns, n, columns)
        , weight(g.data() + n * columns, columns)
        , energy(weight.data() + columns, columns)
        , x(energy.data() + columns, n)
        , image(x.data() + n, n_image)
      {}

      Eigen::Index n, n_image, columns;
      double *before;
      Eigen::Map<Matrix> a;      ///< grad w_i = w_i a_i
      Eigen::Map<Matrix> n_i;    ///< grad d_i
      Eigen::Map<Matrix> g;      ///< f_i + K_i (r - r_i)
      Eigen::Map<Vector> weight; ///< w_i
      Eigen::Map<Vector> energy; ///< W_i + f_i.x + x.K_i.x/2
      Eigen::Map<Vector> x;
      Eigen::Map<Vector> image;
      Eigen::Index count = 0; ///< of weights that are not zero

    private:
      double *place(const TpwlForce &force,
                    const Vector &r,
                    ForceEvaluation &result) const
      {
        find_nearest(force.table,
                     r,
                     static_cast<int>(columns),
                     (3 * n + 2) * columns + n + n_image,
                     result);
        return result.scratch.data() + force.table.states.cols() + n_image + n;
      }
    };

    void set_weights(const TpwlForce &force,
                     const ForceEvaluation &result,
                     Neighbours &near)
    {
      const double *distance = result.scratch.data();
      const double d_1       = distance[result.order[0]];
      near.weight.setZero();
      near.weight[0] = 1;
      near.count     = 1;
      for (Eigen::Index i = 1; i < near.columns; ++i)
        {
          const double d = distance[result.order[i]];
          // At a stored state that state alone counts: the limit d_1 -> 0.
          const double w = d_1 > 0 ? std::exp(-force.beta * (d / d_1 - 1)) : 0;
          if (!(w > 1e-30))
            break;
          near.weight[i] = w;
          near.count     = i + 1;
        }
      near.weight /= near.weight.sum();
    }

    /// The linearized force and the energy of each neighbour.
    void set_forces(const ForceTable &table,
                    const Vector &r,
                    const ForceEvaluation &result,
                    Neighbours &near)
    {
      for (Eigen::Index i = 0; i < near.count; ++i)
        {
          const int s = result.order[i];
          const Eigen::Map<const Matrix> K(table.tangents.col(s).data(),
                                           near.n,
                                           near.n);
          near.x         = r - table.states.col(s);
          auto g         = near.g.col(i);
          g.noalias()    = K * near.x;
          near.energy[i] = table.energies[s] + near.x.dot(table.forces.col(s)) +
                           near.x.dot(g) / 2;
          g += table.forces.col(s);
        }
    }

    void set_weight_gradients(const TpwlForce &force,
                              const Vector &r,
                              const ForceEvaluation &result,
                              Neighbours &near)
    {
      const ForceTable &table = force.table;
      const double *distance  = result.scratch.data();
      const double d_1        = distance[result.order[0]];
      near.a.setZero();
      if (near.count == 1)
        return;
      for (Eigen::Index i = 0; i < near.count; ++i)
        {
          const int s      = result.order[i];
          near.x           = r - table.states.col(s);
          auto n_i         = near.n_i.col(i);
          const double d_i = distance[s];
          if (table.metric.size() > 0)
            {
              near.image.noalias() = table.metric * near.x;
              n_i.noalias()        = table.metric.transpose() * near.image;
            }
          else
            n_i = near.x;
          n_i /= d_i;
          near.a.col(i) =
            -force.beta / d_1 * (n_i - d_i / d_1 * near.n_i.col(0));
        }
      near.x.noalias() =
        near.a.leftCols(near.count) * near.weight.head(near.count);
      near.a.leftCols(near.count).colwise() -= near.x;
    }

    /// sum w_i (W_i - Wbar) (a_i a_i^T + grad2 s_i)
    void add_energy_curvature(const TpwlForce &force,
                              const double mean,
                              const ForceEvaluation &result,
                              const Neighbours &near,
                              Matrix &K)
    {
      const double *distance = result.scratch.data();
      const double d_1       = distance[result.order[0]];
      const auto n_1         = near.n_i.col(0);
      double of_G            = 0;
      for (Eigen::Index i = 0; i < near.count; ++i)
        {
          const double factor = near.weight[i] * (near.energy[i] - mean);
          const double d_i = distance[result.order[i]], rho = d_i / d_1,
                       f2 = -force.beta * factor / (d_1 * d_1);
          const auto a = near.a.col(i), n_i = near.n_i.col(i);
          K += factor * a.lazyProduct(a.transpose());
          if (i == 0)
            continue; // rho_1 = 1
          of_G += f2 * (1 / rho - rho);
          K -= f2 / rho * n_i.lazyProduct(n_i.transpose());
          K -= f2 * n_i.lazyProduct(n_1.transpose());
          K -= f2 * n_1.lazyProduct(n_i.transpose());
          K += 3 * f2 * rho * n_1.lazyProduct(n_1.transpose());
        }
      if (force.table.metric.size() > 0)
        K.noalias() +=
          of_G * (force.table.metric.transpose() * force.table.metric);
      else
        K.diagonal().array() += of_G;
    }
  } // namespace

  void TpwlForce::evaluate(const Vector &r,
                           const Need need,
                           ForceEvaluation &result) const
  {
    const bool energies     = blend == TpwlForce::Blend::energies;
    const bool with_tangent = need == Need::residual_and_tangent;
    Neighbours near(*this, r, result);
    set_weights(*this, result, near);
    set_forces(table, r, result, near);
    const auto g           = near.g.leftCols(near.count);
    const auto w           = near.weight.head(near.count);
    result.force.noalias() = g * w;
    if (energies || (with_tangent && exact_tangent))
      set_weight_gradients(*this, r, result, near);
    double mean = 0;
    if (energies)
      {
        mean          = w.dot(near.energy.head(near.count));
        result.energy = mean;
        for (Eigen::Index i = 0; i < near.count; ++i)
          result.force += w[i] * (near.energy[i] - mean) * near.a.col(i);
      }
    if (!with_tangent)
      return;
    Eigen::Map<Vector> K(result.tangent.data(), near.n * near.n);
    K = w[0] * table.tangents.col(result.order[0]);
    for (Eigen::Index i = 1; i < near.count; ++i)
      K += w[i] * table.tangents.col(result.order[i]);
    if (near.count == 1 || !(energies || exact_tangent))
      return;
    for (Eigen::Index i = 0; i < near.count; ++i)
      {
        result.tangent +=
          w[i] * near.g.col(i).lazyProduct(near.a.col(i).transpose());
        if (energies)
          result.tangent +=
            w[i] * near.a.col(i).lazyProduct(near.g.col(i).transpose());
      }
    if (energies)
      add_energy_curvature(*this, mean, result, near, result.tangent);
  }

  void TpwlForce::check() const
  {
    check_table(table, blend == TpwlForce::Blend::energies);
    if (n_nearest < 1 || !(beta > 0) || !std::isfinite(beta))
      throw Error(message("TPWL needs at least 1 nearest state (is ",
                          n_nearest,
                          ") and a positive beta (is ",
                          beta,
                          ")."));
  }

  std::string TpwlForce::describe() const
  {
    return message(blend == Blend::energies ? "energy-blended TPWL, "
                                            : "TPWL, ",
                   table.states.cols(),
                   " states");
  }

  void TpwlForce::write(RomWriter &file) const
  {
    // Blended energies need symmetry to the last bit.
    const bool energies = blend == Blend::energies;
    write_table(table, energies, file);
    file.description["kind"]          = kinds[0];
    file.description["blend"]         = energies ? "energies" : "forces";
    file.description["n_nearest"]     = n_nearest;
    file.description["beta"]          = beta;
    file.description["exact_tangent"] = exact_tangent;
  }

  TpwlForce TpwlForce::read(const RomReader &file)
  {
    const RomObject &object = file.description;
    const std::string blend = object.text("blend");
    if (blend != "forces" && blend != "energies")
      object.fail_unknown("blend", blend);
    TpwlForce force;
    force.blend         = blend == "energies" ? Blend::energies : Blend::forces;
    force.n_nearest     = object.integer("n_nearest", 1, 1000000);
    force.beta          = object.number("beta");
    force.exact_tangent = object.truth("exact_tangent");
    force.table         = read_table(file);
    return force;
  }
} // namespace rivlin
