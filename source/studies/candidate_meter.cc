// SPDX-License-Identifier: Apache-2.0
// What is the same for several candidates is computed once.
#include <rivlin/studies/candidate_meter.h>

#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>
#include <rivlin/offline/body_matrices.h>
#include <rivlin/offline/lifting.h>
#include <rivlin/online/rom_file.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  CandidateMeter::CandidateMeter(
    const FullCase &the_case,
    const TrainedBases &the_bases,
    std::vector<const TrainingSignal *> the_signals,
    const TrainingPlan &the_plan,
    StageClock &the_clock,
    std::function<void(const std::string &)> the_say)
    : full(the_case)
    , largest(the_bases)
    , judged(std::move(the_signals))
    , plan(the_plan)
    , clock(the_clock)
    , say(std::move(the_say))
  {
    if (say)
      say(candidates_table_head());
    if (plan.target.is_given())
      clock("choice of sizes", [&] { measure_projection(); });
  }

  const CandidateMeter::TrainedForce &
  CandidateMeter::force(const TrainedBases &part, const ModelSizes &sizes)
  {
    const std::pair key(sizes.modes, sizes.cubature_tolerance);
    const auto known = forces.find(key);
    if (known != forces.end())
      return known->second;
    ForceOptions options       = plan.force;
    options.cubature_tolerance = sizes.cubature_tolerance;
    options.second_cubature    = false;
    ReducedModelData data      = part.projected;
    const ForceReport report   = train_force(force_model("cubature"),
                                           full.body,
                                           part.bases,
                                           part.states.r,
                                           options,
                                           data);
    return forces[key]         = {data.force, report.n_points};
  }

  void CandidateMeter::add(const SignalReport &report,
                           Candidate &candidate) const
  {
    const auto largest_of = [&](double &value, const Difference &difference) {
      if (!report.finished)
        value = std::numeric_limits<double>::infinity();
      else if (const double error = difference.relative();
               !std::isnan(error) && !(error <= value))
        value = error;
    };
    const Comparison &found = report.comparison;
    if (report.finished && found.headline().is_zero_signal())
      throw Error("The signal \"" + report.signal + "\" has no " +
                  found.headline_name() +
                  ": sizes cannot be chosen by it. Let the signals of the "
                  "section \"Selection\" move the sleeves.");
    largest_of(candidate.reaction, found.reaction());
    if (found.has_free_sleeve() || !report.finished)
      largest_of(candidate.pose, found.pose());
    largest_of(candidate.displacement, found.displacement);
    largest_of(candidate.pressure, found.pressure);
  }

  Candidate CandidateMeter::measure(const ModelSizes &sizes)
  {
    return clock("choice of sizes", [&] {
      const TrainedBases part = leading(largest, sizes.modes, sizes.pressures);
      const TrainedForce &trained = force(part, sizes);
      const auto data = std::make_shared<ReducedModelData>(part.projected);
      data->force     = trained.force;
      train_contacts(full.body,
                     part.bases.modes,
                     part.contact_states,
                     plan.contact_tolerance,
                     *data);
      set_start(part, *data);
      Candidate candidate;
      candidate.sizes      = sizes;
      candidate.points     = trained.n_points;
      candidate.operations = operation_count(data->dim,
                                             data->n_coordinates(),
                                             data->n_pressures(),
                                             trained.n_points);
      candidate.bytes      = static_cast<double>(
        container_bytes(rom_container(stripped(*data))).size());
      double seconds = 0, steps = 0;
      for (const TrainingSignal *signal : judged)
        {
          const SignalReport report =
            measure_on_signal(data, full, part.bases, *signal, nullptr);
          add(report, candidate);
          seconds += report.comparison.seconds;
          steps += report.comparison.steps;
          if (!report.finished)
            break;
        }
      candidate.microseconds         = steps > 0 ? 1e6 * seconds / steps : 0;
      const TargetParameters &target = plan.target;
      candidate.over_wish            = 0;
      for (const auto &[error, wish] :
           {std::pair(candidate.reaction, target.reaction),
            std::pair(candidate.pose, target.pose),
            std::pair(candidate.displacement, target.displacement)})
        if (wish > 0 && !std::isnan(error))
          candidate.over_wish = std::max(candidate.over_wish, error / wish);
      if (say)
        say(candidates_table_row(candidate));
      return candidate;
    });
  }

  double CandidateMeter::missed_over_wish(const int n_modes) const
  {
    // By mass, not by unknowns as the errors are measured: nearly the least.
    constexpr double certainty = 0.8;
    const double wish          = plan.target.displacement;
    return wish > 0 && missed.size() >= n_modes && n_modes > 0
             ? certainty * missed[n_modes - 1] / wish
             : 0;
  }

  void CandidateMeter::measure_projection()
  {
    const std::vector<int> &rows = full.body.free_displacements;
    const auto n_free            = static_cast<Eigen::Index>(rows.size());
    const int n_lifted           = largest.bases.n_lifted;
    const Matrix &modes          = largest.bases.modes;
    const SparseMatrix M         = mass_matrix(full.body);
    const Matrix V               = modes.rightCols(largest.n_modes());
    const double mass            = largest.projected.mass(n_lifted, n_lifted);
    const Matrix test            = (M * V).transpose() / mass;
    const Matrix V_free          = gather_rows(V, rows);
    missed                       = Vector::Zero(largest.n_modes());
    for (const TrainingSignal *signal : judged)
      {
        const RunSnapshots source = snapshots_of(full, *signal);
        Vector squares            = Vector::Zero(largest.n_modes());
        double size               = 0;
        Matrix q(source.n_rows(SnapshotField::displacement), 1);
        for (int k = 0; k < source.n_snapshots(); ++k)
          {
            source.read(SnapshotField::displacement, k, q);
            const Vector lifted = modes.leftCols(n_lifted) *
                                  lifted_coordinates(full.body, source, k, 1);
            Vector inside = Vector::Zero(modes.rows());
            Vector left(n_free);
            for (Eigen::Index i = 0; i < n_free; ++i)
              left[i] = inside[rows[i]] = q(i, 0) - lifted[rows[i]];
            const Vector coordinates = test * inside;
            size += q.col(0).head(n_free).squaredNorm();
            for (Eigen::Index n = 0; n < missed.size(); ++n)
              {
                left -= coordinates[n] * V_free.col(n);
                squares[n] += left.squaredNorm();
              }
          }
        if (size > 0)
          missed = missed.cwiseMax((squares / size).cwiseSqrt());
      }
  }
} // namespace rivlin
