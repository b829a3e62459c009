// SPDX-License-Identifier: Apache-2.0
// One function per kind of force model.
#include <rivlin/offline/force_training.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/offline/deim.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/table_training.h>

#include <Eigen/Cholesky>

#include <cmath>

namespace rivlin
{
  namespace
  {
    const std::vector<std::pair<std::string, ForceModel>> names = {
      {"Galerkin", ForceModel::galerkin},
      {"cubature", ForceModel::cubature},
      {"lookup 1", ForceModel::lookup_1},
      {"lookup 2", ForceModel::lookup_2},
      {"TPWL", ForceModel::tpwl},
      {"energy TPWL", ForceModel::energy_tpwl},
      {"condensed lookup 1", ForceModel::condensed_lookup_1},
      {"condensed TPWL", ForceModel::condensed_tpwl},
      {"DEIM", ForceModel::deim},
      {"unassembled DEIM", ForceModel::unassembled_deim}};

    bool is_condensed(const ForceModel model)
    {
      return model == ForceModel::condensed_lookup_1 ||
             model == ForceModel::condensed_tpwl;
    }

    Matrix columns(const Matrix &all, const std::vector<int> &chosen)
    {
      return all(Eigen::all, chosen);
    }

    /// As force_errors(), against f + B^T C^-1 c.
    Vector condensed_errors(const DiscreteBody &body,
                            const Matrix &modes,
                            const Matrix &states,
                            const ReducedModelData &data)
    {
      const ReducedResponses isochoric =
        galerkin_responses(body, modes, states, Need::residual);
      const EnergyMetric metric = energy_metric(body, modes);
      const Eigen::LLT<Matrix> compliance(data.compliance);
      Vector errors(states.cols()), c(data.n_pressures());
      Matrix B(data.n_pressures(), states.rows());
      ForceEvaluation at;
      for (Eigen::Index s = 0; s < states.cols(); ++s)
        {
          const Vector r = states.col(s);
          evaluate(data.volume, r, c);
          jacobian(data.volume, r, B);
          const Vector exact =
            isochoric.forces.col(s) + B.transpose() * compliance.solve(c);
          evaluate(data.force, r, Need::residual, at);
          const double size = (metric.dual * exact).norm();
          errors[s] =
            size > 0 ? (metric.dual * (at.force - exact)).norm() / size : 0;
        }
      return errors;
    }

    ReducedForce train_on_table(const ForceModel model,
                                const DiscreteBody &body,
                                const ReducedBases &bases,
                                const Matrix &states,
                                const ForceOptions &options,
                                const ReducedModelData &data)
    {
      const Matrix metric = energy_metric(body, bases.modes).root;
      const Matrix chosen =
        columns(states,
                choose_states(states, metric, {options.n_table_states, 0}));
      ForceTable table = train_table(body, bases.modes, chosen, metric);
      if (is_condensed(model))
        {
          if (data.n_pressures() == 0)
            throw Error(
              "Condensed force models eliminate pressures, but the "
              "model has none. Choose \"TPWL\" or \"lookup 1\".");
          table = condense(table, data.volume, data.compliance);
        }
      if (model == ForceModel::lookup_1 ||
          model == ForceModel::condensed_lookup_1)
        return LookupForce{std::move(table), {}};
      if (model == ForceModel::lookup_2)
        {
          Matrix second = second_by_differences(body, bases.modes, chosen);
          return LookupForce{std::move(table), std::move(second)};
        }
      TpwlForce tpwl;
      tpwl.table = std::move(table);
      tpwl.blend = model == ForceModel::energy_tpwl ? TpwlForce::Blend::energies
                                                    : TpwlForce::Blend::forces;
      tpwl.n_nearest     = std::min<int>(options.n_nearest, chosen.cols());
      tpwl.beta          = options.beta;
      tpwl.exact_tangent = options.exact_tangent;
      return tpwl;
    }
  } // namespace

  std::vector<std::string> force_model_names()
  {
    std::vector<std::string> result;
    for (const auto &[name, model] : names)
      result.push_back(name);
    return result;
  }

  ForceModel force_model(const std::string &name)
  {
    for (const auto &[known, model] : names)
      if (known == name)
        return model;
    throw Error("There is no force model \"" + name + "\"." +
                did_you_mean(name, force_model_names()));
  }

  ForceReport train_force(const ForceModel model,
                          const DiscreteBody &body,
                          const ReducedBases &bases,
                          const Matrix &all_states,
                          const ForceOptions &options,
                          ReducedModelData &data)
  {
    const Matrix states =
      columns(all_states, usable_states(body, bases.modes, all_states));
    if (states.cols() == 0)
      throw Error(
        "All training states invert a material point once they are "
        "projected. Take more modes or smaller excitations.");
    data.second_force = {};
    ForceReport report;
    switch (model)
      {
        case ForceModel::galerkin:
          data.force = galerkin_force(body, bases.modes);
          break;
        case ForceModel::cubature:
          {
            CompressionOptions compression;
            compression.tolerance = options.cubature_tolerance;
            const CubatureRows rows =
              compress_contributions(body, bases.modes, states, compression);
            const Cubature first = train_cubature(body, bases.modes, rows);
            data.force           = first.force;
            if (options.second_cubature)
              {
                CubatureOptions again;
                again.excluded = first.points;
                data.second_force =
                  train_cubature(body, bases.modes, rows, again).force;
              }
            break;
          }
        case ForceModel::deim:
        case ForceModel::unassembled_deim:
          {
            DeimOptions deim;
            deim.n_modes = options.n_interpolation > 0 ? options.n_interpolation
                                                       : data.n_coordinates();
            deim.assembled     = model == ForceModel::deim;
            deim.rows_per_mode = options.rows_per_mode;
            deim.exact_linear  = options.exact_linear;
            deim.selection =
              options.qdeim ? DeimSelection::pivoted_qr : DeimSelection::greedy;
            const Deim trained = train_deim(body, bases.modes, states, deim);
            data.force         = trained.force;
            report.n_cells     = static_cast<int>(trained.cells.size());
            break;
          }
        default:
          data.force =
            train_on_table(model, body, bases, states, options, data);
      }
    prepare(data.force);
    report.description = describe(data.force);
    if (const auto *points = std::get_if<PointForce>(&data.force))
      report.n_points = points->n_points();
    else if (const auto *tpwl = std::get_if<TpwlForce>(&data.force))
      report.n_states = static_cast<int>(tpwl->table.states.cols());
    else
      report.n_states =
        static_cast<int>(std::get<LookupForce>(data.force).table.states.cols());
    if (model != ForceModel::galerkin)
      {
        const Vector errors =
          is_condensed(model)
            ? condensed_errors(body, bases.modes, states, data)
            : force_errors(body, bases.modes, states, data.force);
        report.training_error =
          std::sqrt(errors.squaredNorm() / double(errors.size()));
      }
    if (is_condensed(model))
      {
        data.volume              = {};
        data.compliance          = {};
        data.full.pressure_modes = {};
        data.full.node_of_pressure.clear();
      }
    return report;
  }
} // namespace rivlin
