// SPDX-License-Identifier: Apache-2.0
// Reactions and poses come from history.csv, fields and velocities of sleeves
// from snapshots.
#include <rivlin/studies/comparison.h>

#include "comparer.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/whole_file.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    std::array<bool, 6> free_directions(const RigidSleeveProperties &body)
    {
      std::array<bool, 6> result{};
      for (int i = 0; i < 3; ++i)
        {
          result[i] = body.free_translation[i];
          result[3 + i] =
            body.rotation == RotationFreedom::free ||
            (body.rotation == RotationFreedom::about_axis && body.axis == i);
        }
      return result;
    }

    std::string title(const std::string &sleeve,
                      const char *translational,
                      const char *rotational,
                      const int component,
                      const std::string &unit,
                      const std::string &rotational_unit)
    {
      return with_unit(sleeve + (component < 3 ? translational : rotational) +
                         "xyz"[component % 3],
                       component < 3 ? unit : rotational_unit);
    }

    std::string pose_title(const std::string &sleeve,
                           const int component,
                           const UnitSystem &units)
    {
      return title(
        sleeve, " translation ", " rotation ", component, units.length, "rad");
    }

    /// Rows of history.csv at the times of a prediction.
    std::vector<std::size_t> history_rows(const TimeTable &history,
                                          const std::vector<double> &times)
    {
      std::vector<std::size_t> rows;
      for (const double time : times)
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
          rows.push_back(row);
        }
      return rows;
    }

    nlohmann::json full_summary(const std::filesystem::path &folder)
    {
      const auto summary =
        nlohmann::json::parse(read_whole_file(folder / "summary.json"),
                              nullptr,
                              false);
      if (!summary.is_object() || !summary.contains("seconds") ||
          !summary.contains("steps"))
        throw Error("\"" + folder.string() +
                    "\" is not a run of the full model: its summary.json "
                    "tells no seconds. Compare with the output of rivlin "
                    "simulate.");
      return summary;
    }
  } // namespace

  std::string reaction_title(const std::string &sleeve,
                             const int component,
                             const UnitSystem &units)
  {
    return title(
      sleeve, " force ", " moment ", component, units.force, units.moment);
  }

  Comparer::Comparer(const Prediction &the_prediction,
                     const ReducedModelData &the_data,
                     const std::vector<Sleeve> &the_sleeves,
                     const std::filesystem::path &folder,
                     const double from)
    : prediction(the_prediction)
    , data(the_data)
    , sleeves(the_sleeves)
    , units(unit_system(data.unit_system))
    , history(read_time_table(folder / "history.csv"))
    , rows(history_rows(history, prediction.times))
    , first(from > 0 ? std::upper_bound(prediction.times.begin(),
                                        prediction.times.end(),
                                        from + 1e-9) -
                         prediction.times.begin()
                     : 0)
    , n_times(static_cast<double>(rows.size() - first))
    , duration(rows.empty() ? 0 : prediction.times.back() - prediction.begin)
  {
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      {
        result.sleeves.emplace_back();
        result.sleeves[s].name    = data.sleeves[s].name;
        result.sleeves[s].is_free = free_directions(sleeves[s].body);
      }
    result.duration = duration;
    result.from     = from;
    require_same_motion();
    compare_reactions();
    compare_poses();
    compare_contacts();
  }

  /// Comparing anything else is a mistake. Free directions move as they like.
  void Comparer::require_same_motion() const
  {
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      for (int i = 0; i < 6; ++i)
        {
          if (result.sleeves[s].is_free[i] || !exists(i, data.dim))
            continue;
          // Angles that a free rotation about another axis leaves at zero
          // have no column.
          const std::string name = pose_title(data.sleeves[s].name, i, units);
          if (i >= 3 && std::none_of(history.columns.begin(),
                                     history.columns.end(),
                                     [&](const auto &column) {
                                       return column.title() == name;
                                     }))
            continue;
          history.column(name); // throws if there is none
          require_same(
            name,
            [&](const std::size_t k) { return prediction.poses(6 * s + i, k); },
            1e-6 * (i < 3 ? data.length_scale : 1.));
        }
  }

  void Comparer::require_same_loads(const ReducedModel::Gravity &gravity,
                                    const ReducedInputs &inputs) const
  {
    const auto compare = [&](const std::string &name, const auto &ours) {
      double size = 0;
      for (const double time : prediction.times)
        size = std::max(size, std::abs(ours(time)));
      require_same(
        name,
        [&](const std::size_t k) { return ours(prediction.times[k]); },
        std::max(1e-6 * size, 1e-9));
    };
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      for (int i = 0; i < 6; ++i)
        if (result.sleeves[s].is_free[i] && exists(i, data.dim))
          compare(title(data.sleeves[s].name,
                        " applied force ",
                        " applied moment ",
                        i,
                        units.force,
                        units.moment),
                  [&](const double t) {
                    const SleeveLoad load =
                      sleeves[s].load ? sleeves[s].load(t, 0) : SleeveLoad();
                    return i < 3 ? load.force[i] : load.moment[i - 3];
                  });
    for (int i = 0; i < data.dim; ++i)
      compare(with_unit(std::string("gravity ") + "xyz"[i],
                        units.length + "/s^2"),
              [&](const double t) { return gravity ? gravity(t, 0)[i] : 0.; });
    for (std::size_t k = 0; k < inputs.prescribed.size(); ++k)
      compare(with_unit(data.prescribed[k], units.length),
              [&](const double t) { return inputs.prescribed[k](t, 0); });
    for (std::size_t k = 0; k < inputs.loads.size(); ++k)
      compare(with_unit(data.loads[k].name, units.stress),
              [&](const double t) { return inputs.loads[k](t, 0); });
  }

  void Comparer::require_same(const std::string &name,
                              const std::function<double(std::size_t)> &ours,
                              const double tolerance) const
  {
    const auto column =
      std::find_if(history.columns.begin(),
                   history.columns.end(),
                   [&](const auto &one) { return one.title() == name; });
    for (std::size_t k = 0; k < rows.size(); ++k)
      {
        const double theirs =
          column == history.columns.end() ? 0 : column->values[rows[k]];
        if (std::abs(ours(k) - theirs) > tolerance)
          throw Error("\"" + history.file.string() + "\" has " +
                      (column == history.columns.end() ? "no " : "") + "\"" +
                      name + "\"" +
                      (column == history.columns.end()
                         ? ""
                         : " = " + number_text(theirs)) +
                      " at t = " + number_text(prediction.times[k]) +
                      " s, the prediction " + number_text(ours(k)) +
                      ". Compare runs of the same signal.");
      }
  }

  void Comparer::compare_reactions()
  {
    Squares all;
    bool any = false;
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      {
        SleeveComparison &sleeve = result.sleeves[s];
        Squares own;
        bool is_driven = false;
        for (int i = 0; i < 6; ++i)
          {
            if (sleeve.is_free[i] || !exists(i, data.dim))
              continue;
            is_driven = true;
            const auto &column =
              history.column(reaction_title(sleeve.name, i, units));
            const double scale = i < 3 ? 1 : 1 / data.length_scale;
            for (std::size_t k = first; k < rows.size(); ++k)
              for (Squares *squares : {&own, &all})
                squares->add(scale * prediction.reactions(6 * s + i, k),
                             scale * column.values[rows[k]]);
          }
        if (is_driven)
          sleeve.reaction = own.over(n_times, force_noise());
        any = any || is_driven;
      }
    if (any)
      result.driven_reaction = all.over(n_times, force_noise());
  }

  void Comparer::relate(std::array<Difference, 6> &differences,
                        const double noise) const
  {
    std::array<double, 2> largest{};
    for (int i = 0; i < 6; ++i)
      if (differences[i].is_known())
        largest[i / 3] = std::max(largest[i / 3], differences[i].size);
    // One kind that is a millionth of the other is rounding, too.
    const double together =
      std::max(largest[0], largest[1] * data.length_scale);
    for (int i = 0; i < 6; ++i)
      if (differences[i].is_known())
        {
          const double length  = i < 3 ? 1 : data.length_scale;
          differences[i].size  = largest[i / 3];
          differences[i].noise = std::max(noise, 1e-6 * together) / length;
        }
  }

  void Comparer::compare_poses()
  {
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      {
        SleeveComparison &sleeve = result.sleeves[s];
        for (int i = 0; i < 6; ++i)
          if (sleeve.is_free[i] && exists(i, data.dim))
            {
              const auto &column =
                history.column(pose_title(sleeve.name, i, units));
              Squares squares;
              for (std::size_t k = first; k < rows.size(); ++k)
                squares.add(prediction.poses(6 * s + i, k),
                            column.values[rows[k]]);
              sleeve.pose[i] = squares.over(n_times, 0);
            }
        relate(sleeve.pose, kinematic_noise * data.length_scale);
      }
  }

  bool Difference::is_known() const
  {
    return !std::isnan(absolute);
  }

  bool Difference::is_zero_signal() const
  {
    return is_known() && !(size > noise);
  }

  double Difference::relative() const
  {
    return is_known() && size > noise ? absolute / size : unknown;
  }

  bool Comparison::has_free_sleeve() const
  {
    return std::any_of(sleeves.begin(),
                       sleeves.end(),
                       [](const SleeveComparison &sleeve) {
                         return sleeve.is_free != std::array<bool, 6>{};
                       });
  }

  const Difference &Comparison::reaction() const
  {
    return driven_reaction.is_known() ? driven_reaction : fixed_force;
  }

  Difference Comparison::pose() const
  {
    Difference worst;
    for (const SleeveComparison &sleeve : sleeves)
      for (const Difference &one : sleeve.pose)
        if (one.is_known() &&
            (!worst.is_known() || !(one.relative() <= worst.relative())) &&
            !(worst.is_known() && one.is_zero_signal()))
          worst = one;
    return worst;
  }

  Difference Comparison::headline() const
  {
    return has_free_sleeve() ? pose() : reaction();
  }

  std::string Comparison::headline_name() const
  {
    return has_free_sleeve() ? "pose" : "reaction";
  }

  double Comparison::speed_up() const
  {
    return (full_seconds / full_steps) / (seconds / steps);
  }

  double Comparison::real_time_factor() const
  {
    return duration / seconds;
  }

  void require_full_run(const std::filesystem::path &folder)
  {
    full_summary(folder);
  }

  void require_rows(const std::filesystem::path &folder,
                    const std::vector<double> &times)
  {
    history_rows(read_time_table(folder / "history.csv"), times);
  }

  Comparison compare_with_run(const Prediction &prediction,
                              const ReducedModelData &data,
                              const std::vector<Sleeve> &sleeves,
                              const ReducedModel::Gravity &gravity,
                              const std::filesystem::path &folder,
                              const FullFields *fields,
                              const ReducedInputs &inputs,
                              const double from)
  {
    Comparer comparer(prediction, data, sleeves, folder, from);
    comparer.require_same_loads(gravity, inputs);
    comparer.compare_fixed_supports(gravity);
    if (fields != nullptr)
      comparer.compare_fields(*fields);
    Comparison result   = std::move(comparer.result);
    const auto summary  = full_summary(folder);
    const auto &seconds = summary.at("seconds");
    for (const char *part :
         {"analysis", "residual", "assembly", "factorization", "solve"})
      if (seconds.contains(part))
        result.full_seconds += seconds.at(part).at("cpu").get<double>();
    result.full_steps = summary.at("steps").at("accepted").get<double>() +
                        summary.at("steps").at("rejected").get<double>();
    result.seconds = prediction.cpu_seconds;
    result.steps   = static_cast<double>(prediction.report.accepted +
                                       prediction.report.rejected);
    return result;
  }
} // namespace rivlin
