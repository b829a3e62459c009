// SPDX-License-Identifier: Apache-2.0
// Joins the finite element part with offline and online.
#include <rivlin/studies/reduced_case.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/fe/body_extraction.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/cases/case_plan.h>
#include <rivlin/online/sleeve_channels.h>
#include <rivlin/studies/supported.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    template <int dim>
    FullCase load(const CaseParameters &parameters)
    {
      FullCase result;
      result.sleeves             = case_sleeves(parameters);
      const CaseModel<dim> built = build_case<dim>(parameters, MPI_COMM_WORLD);
      const FEModel<dim> &model  = *built.model;
      const CanonicalOrder order(model.discretization(), model.unknowns());
      result.body     = extract_body(model, order, built.support_names);
      result.identity = identify(built, parameters.texts);
      return result;
    }

    /// Row of history.csv at a time.
    std::size_t history_row(const TimeTable &history, const double time)
    {
      const std::size_t row = std::lower_bound(history.times.begin(),
                                               history.times.end(),
                                               time - 1e-9) -
                              history.times.begin();
      if (row == history.times.size() ||
          std::abs(history.times[row] - time) > 1e-9)
        throw Error("\"" + history.file.string() +
                    "\" has no row at t = " + number_text(time) +
                    " s. Compare runs with the same output times.");
      return row;
    }

    const char *data_set(const SnapshotField field)
    {
      switch (field)
        {
          case SnapshotField::displacement:
            return "q";
          case SnapshotField::velocity:
            return "v";
          case SnapshotField::acceleration:
            return "a";
          case SnapshotField::pressure:
            return "lambda";
          case SnapshotField::pose:
            return "sleeves";
          case SnapshotField::pose_rate:
            return "sleeve_rates";
        }
      return "";
    }

    /// Whether coordinates of free sleeves stand behind the displacements.
    bool has_sleeves_behind(const SnapshotField field)
    {
      return field == SnapshotField::displacement ||
             field == SnapshotField::velocity ||
             field == SnapshotField::acceleration;
    }

    bool is_free(const RigidSleeveProperties &body)
    {
      return body.free_translation != std::array<bool, 3>{} ||
             body.rotation != RotationFreedom::none;
    }

    /// Whether the run was driven as the prediction was: comparing anything
    /// else is a mistake. Free sleeves move as they like.
    void require_same_motion(const Prediction &prediction,
                             const ReducedModelData &data,
                             const TimeTable &history)
    {
      const UnitSystem &units = unit_system(data.unit_system);
      for (std::size_t s = 0; s < data.sleeves.size(); ++s)
        {
          const std::string &name = data.sleeves[s].name;
          const auto &columns     = history.columns;
          if (std::any_of(columns.begin(), columns.end(), [&](const auto &c) {
                return c.name.rfind(name + " applied", 0) == 0;
              }))
            continue;
          for (int i = 0; i < data.dim; ++i)
            {
              const auto &column = history.column(
                with_unit(name + " translation " + "xyz"[i], units.length));
              for (std::size_t k = 0; k < prediction.times.size(); ++k)
                if (const double ours = prediction.poses(6 * s + i, k),
                    theirs =
                      column.values[history_row(history, prediction.times[k])];
                    std::abs(ours - theirs) > 1e-6 * data.length_scale)
                  throw Error("\"" + history.file.string() + "\" has \"" +
                              column.title() + "\" = " + number_text(theirs) +
                              " at t = " + number_text(prediction.times[k]) +
                              " s, the prediction " + number_text(ours) +
                              ". Compare runs of the same signal.");
            }
        }
    }

    nlohmann::json full_summary(const std::filesystem::path &folder)
    {
      const auto summary =
        nlohmann::json::parse(read_whole_file(folder / "summary.json"));
      if (!summary.contains("seconds") || !summary.contains("steps"))
        throw Error("\"" + folder.string() +
                    "\" is not a run of the full model: its summary.json "
                    "tells no seconds. Compare with the output of rivlin "
                    "simulate.");
      return summary;
    }

    double relative(const double difference, const double size)
    {
      return size > 0 ? std::sqrt(difference / size)
                      : std::numeric_limits<double>::quiet_NaN();
    }

    /// Differences of fields at the times of snapshots.
    void compare_fields(const Prediction &prediction,
                        const DiscreteBody &body,
                        const ReducedBases &basis,
                        const SnapshotSource &snapshots,
                        RunErrors &errors)
    {
      const Matrix modes = gather_rows(basis.modes, body.free_displacements);
      const auto n_free  = modes.rows();
      double du = 0, u = 0, dv = 0, v = 0, dp = 0, p = 0;
      Matrix column(snapshots.n_rows(SnapshotField::displacement), 1);
      Matrix rate(snapshots.n_rows(SnapshotField::velocity), 1);
      Matrix pressure(snapshots.n_rows(SnapshotField::pressure), 1);
      for (int k = 0; k < snapshots.n_snapshots(); ++k)
        {
          const auto at =
            std::min_element(prediction.times.begin(),
                             prediction.times.end(),
                             [t = snapshots.time(k)](const double a,
                                                     const double b) {
                               return std::abs(a - t) < std::abs(b - t);
                             });
          const auto i = at - prediction.times.begin();
          if (at == prediction.times.end() ||
              std::abs(*at - snapshots.time(k)) > 1e-9)
            continue;
          snapshots.read(SnapshotField::displacement, k, column);
          du += (modes * prediction.r.col(i) - column.topRows(n_free))
                  .squaredNorm();
          u += column.topRows(n_free).squaredNorm();
          snapshots.read(SnapshotField::velocity, k, rate);
          dv += (modes * prediction.r_rate.col(i) - rate.topRows(n_free))
                  .squaredNorm();
          v += rate.topRows(n_free).squaredNorm();
          if (pressure.rows() > 0 && prediction.pressures.rows() > 0)
            {
              snapshots.read(SnapshotField::pressure, k, pressure);
              dp += (basis.pressures * prediction.pressures.col(i) - pressure)
                      .squaredNorm();
              p += pressure.squaredNorm();
            }
        }
      errors.displacement = relative(du, u);
      errors.velocity     = relative(dv, v);
      errors.pressure     = relative(dp, p);
    }
  } // namespace

  CaseSleeves case_sleeves(const CaseParameters &parameters)
  {
    require_known(case_applicant(parameters));
    const Drive drive = make_drive(parameters);
    CaseSleeves result;
    result.inertia = drive.inertia;
    result.gravity = drive.gravity;
    result.times   = drive.times;
    for (const DriveSupport &support : drive.supports)
      if (support.sleeve)
        {
          result.names.push_back(support.name);
          result.sleeves.push_back(*support.sleeve);
        }
    return result;
  }

  FullCase load_full_case(const CaseParameters &parameters)
  {
    return parameters.dimension == 2 ? load<2>(parameters)
                                     : load<3>(parameters);
  }

  CaseSleeves table_sleeves(const ReducedModelData &data,
                            const std::filesystem::path &file,
                            const std::vector<std::string> &settings,
                            CaseParameters &parameters)
  {
    const TimeTable table = read_time_table(file);
    for (const std::string &setting : settings)
      if (setting.rfind("Time/", 0) != 0 && setting.rfind("Solver/", 0) != 0)
        throw Error("--set " + setting +
                    ": a table leaves only \"Time\" and \"Solver\" to be "
                    "set. Give a CASE.prm for more.");
    std::vector<std::string> all = {
      "Time/Integrator=generalized alpha",
      "Time/End time=" + number_text(table.times.back()),
      "Time/Step size=" + number_text(table.times[1] - table.times[0])};
    all.insert(all.end(), settings.begin(), settings.end());
    parameters              = read_case("", all);
    parameters.unit_system  = data.unit_system;
    parameters.dimension    = data.dim;
    const UnitSystem &units = unit_system(data.unit_system);
    bool is_used            = false;
    CaseSleeves result;
    result.inertia = !parameters.time.is_static();
    result.times   = make_case_plan(parameters);
    for (const ReducedSleeve &sleeve : data.sleeves)
      {
        std::string motion_title, load_title; // the first of each, if any
        const auto find = [&](const std::string &title, std::string &first) {
          for (const auto &column : table.columns)
            if (column.title() == title)
              {
                if (first.empty())
                  first = title;
                Channel channel("table(\"" +
                                std::filesystem::absolute(file).string() +
                                "\", \"" + title + "\")");
                if (const double start = channel.value(0);
                    std::abs(start) > 1e-12 &&
                    (!result.inertia || &first == &motion_title))
                  throw Error("The column \"" + title + "\" of \"" +
                              file.string() + "\" is " + number_text(start) +
                              " at t = 0, but the model starts undeformed. Let "
                              "it start at zero.");
                return channel;
              }
          return Channel();
        };
        SleeveChannels pose;
        std::array<Channel, 3> force, moment;
        for (int i = 0; i < 3; ++i)
          {
            const std::string axis(1, "xyz"[i]);
            pose.translation[i] =
              find(with_unit(sleeve.name + " translation " + axis,
                             units.length),
                   motion_title);
            pose.rotation[i] =
              find(with_unit(sleeve.name + " rotation " + axis, "rad"),
                   motion_title);
            force[i]  = find(with_unit(sleeve.name + " applied force " + axis,
                                      units.force),
                            load_title);
            moment[i] = find(with_unit(sleeve.name + " applied moment " + axis,
                                       units.moment),
                             load_title);
          }
        if (!motion_title.empty() && !load_title.empty())
          throw Error("\"" + file.string() + "\" has \"" + motion_title +
                      "\" and \"" + load_title +
                      "\": a sleeve is driven or free. Remove the columns "
                      "of one kind.");
        is_used = is_used || !motion_title.empty() || !load_title.empty();
        Sleeve driven;
        driven.body = sleeve.body;
        if (!motion_title.empty())
          {
            driven.body.free_translation = {false, false, false};
            driven.body.rotation         = RotationFreedom::none;
          }
        else if (!load_title.empty() && !is_free(sleeve.body))
          throw Error("\"" + file.string() + "\" has \"" + load_title +
                      "\", but the model was trained on a driven sleeve and "
                      "knows no mass of it. Give a CASE.prm with \"Supports/" +
                      sleeve.name + "\" of type free.");
        driven.motion = [pose](const double t, const int order) {
          return pose.motion(t, order);
        };
        driven.load = [force, moment](const double t, const int order) {
          SleeveLoad load;
          for (int i = 0; i < 3; ++i)
            {
              load.force[i]  = force[i].evaluate(t, order).derivative(order);
              load.moment[i] = moment[i].evaluate(t, order).derivative(order);
            }
          return load;
        };
        result.names.push_back(sleeve.name);
        result.sleeves.push_back(driven);
      }
    if (!is_used)
      throw Error(
        "\"" + file.string() +
        "\" has no column for a sleeve of the "
        "model, such as \"" +
        with_unit(data.sleeves.at(0).name + " translation x", units.length) +
        "\".");
    return result;
  }

  RunSnapshots::RunSnapshots(const std::filesystem::path &folder,
                             const CaseIdentity &model)
    : directory(folder)
    , reader(folder / "snapshots.h5")
  {
    require_supported(run_applicant(folder),
                      texts_scope(model.parameters, "the case"));
    CaseIdentity other = parse_identity(reader.identity());
    // Signals differ from run to run; that is what training is about.
    other.time     = model.time;
    other.channels = model.channels;
    other.values   = model.values;
    std::string list;
    for (const std::string &difference : compare_models(other, model))
      list += (list.empty() ? "" : "; ") + difference;
    if (!list.empty())
      throw Error("The snapshots in \"" + folder.string() +
                  "\" are of another model: " + list +
                  ". Train on runs of one model.");
    if (reader.n_snapshots() == 0)
      throw Error("\"" + (folder / "snapshots.h5").string() +
                  "\" has no snapshots. Set \"Snapshots/Interval\".");
  }

  int RunSnapshots::n_snapshots() const
  {
    return reader.n_snapshots();
  }

  int RunSnapshots::n_rows(const SnapshotField field) const
  {
    return has_sleeves_behind(field) ? reader.n_displacements()
                                     : reader.n_rows(data_set(field));
  }

  double RunSnapshots::time(const int snapshot) const
  {
    return reader.time(snapshot);
  }

  std::string RunSnapshots::name() const
  {
    return reader.path().string();
  }

  void RunSnapshots::read(const SnapshotField field,
                          const int first,
                          Eigen::Ref<Matrix> columns) const
  {
    Matrix all(reader.n_rows(data_set(field)), columns.cols());
    reader.read(data_set(field), first, all);
    columns = all.topRows(columns.rows());
  }

  Prediction predict_case(const std::shared_ptr<const ReducedModelData> &data,
                          const CaseParameters &parameters,
                          const CaseSleeves &sleeves,
                          const std::vector<double> &times)
  {
    if (parameters.unit_system != data->unit_system)
      throw Error("The case is in " + parameters.unit_system +
                  ", the reduced model in " + data->unit_system + ".");
    if (parameters.dimension != data->dim)
      throw Error("The case has dimension " +
                  number_text(parameters.dimension) + ", the reduced model " +
                  number_text(data->dim) + ".");
    std::vector<Sleeve> ordered;
    for (const ReducedSleeve &sleeve : data->sleeves)
      {
        const auto found =
          std::find(sleeves.names.begin(), sleeves.names.end(), sleeve.name);
        if (found == sleeves.names.end())
          throw Error("The case has no sleeve \"" + sleeve.name +
                      "\", which the reduced model has." +
                      did_you_mean(sleeve.name, sleeves.names));
        ordered.push_back(sleeves.sleeves[found - sleeves.names.begin()]);
      }
    if (sleeves.names.size() != data->sleeves.size())
      throw Error("The case has " + number_text(sleeves.names.size()) +
                  " moving sleeves, the reduced model " +
                  number_text(data->sleeves.size()) + ".");
    const ReducedModel model(data, ordered, sleeves.gravity, sleeves.inertia);
    const auto integrator = make_case_integrator(parameters, model, false);
    IntegrationPlan plan  = make_case_plan(parameters).plan;
    if (!times.empty())
      plan.output_times = times;
    return predict(model, *integrator, plan);
  }

  void require_full_run(const std::filesystem::path &folder)
  {
    full_summary(folder);
  }

  RunErrors compare_with_run(const Prediction &prediction,
                             const ReducedModelData &data,
                             const std::filesystem::path &folder,
                             const DiscreteBody *body,
                             const ReducedBases *basis,
                             const SnapshotSource *snapshots)
  {
    RunErrors errors;
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    errors.displacement = errors.velocity = errors.pressure = unknown;
    const TimeTable history = read_time_table(folder / "history.csv");
    const UnitSystem &units = unit_system(data.unit_system);
    require_same_motion(prediction, data, history);
    double difference = 0, size = 0;
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      for (int i = 0; i < 6; ++i)
        {
          const bool is_force = i < 3;
          if (data.dim == 2 && (i == 2 || i == 3 || i == 4))
            continue;
          const std::string title =
            with_unit(data.sleeves[s].name +
                        (is_force ? " force " : " moment ") + "xyz"[i % 3],
                      is_force ? units.force : units.moment);
          const auto &column = history.column(title);
          const double scale = is_force ? 1 : 1 / data.length_scale;
          for (std::size_t k = 0; k < prediction.times.size(); ++k)
            {
              const double full =
                column.values[history_row(history, prediction.times[k])];
              difference +=
                std::pow(scale * (prediction.reactions(6 * s + i, k) - full),
                         2);
              size += std::pow(scale * full, 2);
            }
        }
    errors.reaction = relative(difference, size);
    if (snapshots != nullptr && body != nullptr && basis != nullptr)
      compare_fields(prediction, *body, *basis, *snapshots, errors);
    const auto summary  = full_summary(folder);
    const auto &seconds = summary.at("seconds");
    errors.full_seconds = 0;
    for (const char *part :
         {"analysis", "residual", "assembly", "factorization", "solve"})
      if (seconds.contains(part))
        errors.full_seconds += seconds.at(part).at("cpu").get<double>();
    errors.full_steps = summary.at("steps").at("accepted").get<double>() +
                        summary.at("steps").at("rejected").get<double>();
    errors.seconds  = prediction.cpu_seconds;
    errors.steps    = static_cast<double>(prediction.report.accepted +
                                       prediction.report.rejected);
    errors.duration = prediction.times.empty() ? 0 : prediction.times.back();
    return errors;
  }
} // namespace rivlin
