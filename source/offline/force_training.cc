// SPDX-License-Identifier: Apache-2.0
// The table of force models, and how each is trained.
#include <rivlin/offline/force_training.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/offline/deim.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/table_training.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rivlin
{
  namespace
  {
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

    void
    train_galerkin(const ForceTask &task, ReducedModelData &data, ForceReport &)
    {
      data.force = galerkin_force(task.body, task.bases.modes);
    }

    void train_cubature_force(const ForceTask &task,
                              ReducedModelData &data,
                              ForceReport &)
    {
      CompressionOptions compression;
      compression.tolerance   = task.options.cubature_tolerance;
      const CubatureRows rows = compress_contributions(task.body,
                                                       task.bases.modes,
                                                       task.states,
                                                       compression);
      const Cubature first = train_cubature(task.body, task.bases.modes, rows);
      data.force           = first.force;
      if (!task.options.second_cubature)
        return;
      CubatureOptions again;
      again.excluded = first.points;
      data.second_force =
        train_cubature(task.body, task.bases.modes, rows, again).force;
    }

    template <bool assembled>
    void train_deim_force(const ForceTask &task,
                          ReducedModelData &data,
                          ForceReport &report)
    {
      DeimOptions deim;
      deim.n_modes       = task.options.n_interpolation > 0
                             ? task.options.n_interpolation
                             : data.n_coordinates();
      deim.assembled     = assembled;
      deim.rows_per_mode = task.options.rows_per_mode;
      deim.exact_linear  = task.options.exact_linear;
      deim.selection =
        task.options.qdeim ? DeimSelection::pivoted_qr : DeimSelection::greedy;
      const Deim trained =
        train_deim(task.body, task.bases.modes, task.states, deim);
      data.force     = trained.force;
      report.n_cells = static_cast<int>(trained.cells.size());
    }

    ForceTable train_chosen_states(const ForceTask &task)
    {
      const Matrix metric = energy_metric(task.body, task.bases.modes).root;
      const Matrix chosen = columns(
        task.states,
        choose_states(task.states, metric, {task.options.n_table_states, 0}));
      return train_table(task.body, task.bases.modes, chosen, metric);
    }

    ForceTable train_condensed_states(const ForceTask &task,
                                      const ReducedModelData &data)
    {
      if (data.n_pressures() == 0)
        throw Error(
          "Condensed force models eliminate pressures, but the "
          "model has none. Choose \"TPWL\" or \"lookup 1\".");
      return condense(train_chosen_states(task), data.volume, data.compliance);
    }

    void
    train_lookup_1(const ForceTask &task, ReducedModelData &data, ForceReport &)
    {
      data.force = LookupForce{train_chosen_states(task), {}};
    }

    void
    train_lookup_2(const ForceTask &task, ReducedModelData &data, ForceReport &)
    {
      ForceTable table = train_chosen_states(task);
      const int n      = task.options.n_neighbours;
      Matrix second =
        n > 0
          ? second_from_neighbours(table, n)
          : second_by_differences(task.body, task.bases.modes, table.states);
      data.force = LookupForce{std::move(table), std::move(second)};
    }

    void train_condensed_lookup_1(const ForceTask &task,
                                  ReducedModelData &data,
                                  ForceReport &)
    {
      data.force = LookupForce{train_condensed_states(task, data), {}};
    }

    TpwlForce blend(const ForceOptions &options,
                    const TpwlForce::Blend kind,
                    ForceTable table)
    {
      TpwlForce tpwl;
      tpwl.n_nearest =
        std::min<int>(options.n_nearest, static_cast<int>(table.states.cols()));
      tpwl.table         = std::move(table);
      tpwl.blend         = kind;
      tpwl.beta          = options.beta;
      tpwl.exact_tangent = options.exact_tangent;
      return tpwl;
    }

    template <TpwlForce::Blend kind>
    void
    train_tpwl(const ForceTask &task, ReducedModelData &data, ForceReport &)
    {
      data.force = blend(task.options, kind, train_chosen_states(task));
    }

    void train_condensed_tpwl(const ForceTask &task,
                              ReducedModelData &data,
                              ForceReport &)
    {
      data.force = blend(task.options,
                         TpwlForce::Blend::forces,
                         train_condensed_states(task, data));
    }
  } // namespace

  const std::vector<ForceOption> &force_options()
  {
    using Options                                 = ForceOptions;
    static const std::vector<ForceOption> options = {
      {&Options::cubature_tolerance,
       "Cubature tolerance",
       "Part of the forces that the cubature may miss.",
       1e-6,
       0.99,
       true},
      {&Options::second_cubature,
       "Second cubature",
       "Keep a second, independent cubature as error indicator."},
      {&Options::n_table_states,
       "Table states",
       "States of the table.",
       1,
       100000},
      {&Options::n_neighbours,
       "Neighbours",
       "Second derivatives from the tangents of so many nearest states of the "
       "table (Remark 6.5.3 of the thesis); 0: from exact differences.",
       0,
       1000},
      {&Options::n_nearest,
       "Nearest",
       "Number of nearest states that are blended.",
       1,
       1000},
      {&Options::beta,
       "Beta",
       "Exponent of the weights exp(-beta d_i/d_1).",
       0,
       std::numeric_limits<double>::max()},
      {&Options::exact_tangent,
       "Exact tangent",
       "Tangent with the derivative of the weights."},
      {&Options::n_interpolation,
       "Interpolation modes",
       "Modes of the force; 0: as many as coordinates.",
       0,
       100000},
      {&Options::qdeim, "QDEIM", "Choose indices by a pivoted QR."},
      {&Options::rows_per_mode,
       "Rows per mode",
       "Entries of the force that are evaluated for each of its modes; 1 "
       "interpolates (the thesis), more are fitted by least squares.",
       1,
       100},
      {&Options::exact_linear,
       "Exact linear force",
       "Keep the linear part of the force exact and approximate the rest; "
       "false: the thesis."}};
    return options;
  }

  const std::vector<ForceModel> &force_models()
  {
    using Options                               = ForceOptions;
    using Blend                                 = TpwlForce::Blend;
    const std::vector<Options::Member> table    = {&Options::n_table_states};
    const std::vector<Options::Member> tpwl     = {&Options::n_table_states,
                                                   &Options::n_nearest,
                                                   &Options::beta,
                                                   &Options::exact_tangent};
    const std::vector<Options::Member> deim     = {&Options::n_interpolation,
                                                   &Options::qdeim,
                                                   &Options::rows_per_mode,
                                                   &Options::exact_linear};
    static const std::vector<ForceModel> models = {
      {.name     = "Galerkin",
       .text     = "all points: the truth that the others approximate",
       .options  = {},
       .train    = &train_galerkin,
       .is_exact = true},
      {.name    = "cubature",
       .text    = "few points with positive weights",
       .options = {&Options::cubature_tolerance, &Options::second_cubature},
       .train   = &train_cubature_force},
      {.name    = "lookup 1",
       .text    = "linear about the nearest state of a table",
       .options = table,
       .train   = &train_lookup_1},
      {.name    = "lookup 2",
       .text    = "quadratic about the nearest state of a table",
       .options = {&Options::n_table_states, &Options::n_neighbours},
       .train   = &train_lookup_2},
      {.name    = "TPWL",
       .text    = "linear pieces about the nearest states, weighted",
       .options = tpwl,
       .train   = &train_tpwl<Blend::forces>},
      {.name    = "energy TPWL",
       .text    = "quadratic energies about the nearest states, weighted: "
                  "conservative",
       .options = tpwl,
       .train   = &train_tpwl<Blend::energies>},
      {.name = "condensed lookup 1",
       .text = "lookup 1 with the pressures eliminated before, as the thesis "
               "has it",
       .options      = table,
       .train        = &train_condensed_lookup_1,
       .is_condensed = true},
      {.name         = "condensed TPWL",
       .text         = "TPWL with the pressures eliminated before, as the "
                       "thesis has it",
       .options      = tpwl,
       .train        = &train_condensed_tpwl,
       .is_condensed = true},
      {.name    = "DEIM",
       .text    = "few entries of the force vector, interpolated",
       .options = deim,
       .train   = &train_deim_force<true>},
      {.name    = "unassembled DEIM",
       .text    = "few entries of the forces of cells, interpolated",
       .options = deim,
       .train   = &train_deim_force<false>}};
    return models;
  }

  bool ForceModel::reads(const ForceOption &option) const
  {
    return std::find(options.begin(), options.end(), option.member) !=
           options.end();
  }

  std::vector<std::string> force_model_names()
  {
    std::vector<std::string> result;
    for (const ForceModel &model : force_models())
      result.push_back(model.name);
    return result;
  }

  const ForceModel &force_model(const std::string &name)
  {
    for (const ForceModel &model : force_models())
      if (model.name == name)
        return model;
    throw Error("There is no force model \"" + name + "\"." +
                did_you_mean(name, force_model_names()));
  }

  ForceReport train_force(const ForceModel &model,
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
    model.train({body, bases, states, options}, data, report);
    prepare(data.force);
    report.description = describe(data.force);
    report.n_points    = n_points(data.force);
    report.n_states    = n_states(data.force);
    if (!model.is_exact)
      {
        const Vector errors =
          model.is_condensed
            ? condensed_errors(body, bases.modes, states, data)
            : force_errors(body, bases.modes, states, data.force);
        report.training_error =
          std::sqrt(errors.squaredNorm() / double(errors.size()));
      }
    if (model.is_condensed)
      {
        data.volume              = {};
        data.compliance          = {};
        data.pressure_points     = {};
        data.full.pressure_modes = {};
        data.full.node_of_pressure.clear();
      }
    return report;
  }
} // namespace rivlin
