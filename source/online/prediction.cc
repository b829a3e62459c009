// SPDX-License-Identifier: Apache-2.0
// Works and losses are integrated over the steps, the rest is observed at
// output times.
#include <rivlin/online/prediction.h>

#include <rivlin/dynamics/run_sink.h>
#include <rivlin/online/range_guard.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace rivlin
{
  namespace
  {
    constexpr std::array<const char *, 3> axes = {"x", "y", "z"};

    double cpu_time()
    {
      return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    }

    /// Integrals of the powers by the trapezoidal rule.
    struct Works
    {
      double time = 0, external_power = 0, dissipation = 0;
      double external_work = 0, dissipated = 0;

      void advance(const double t, const ReducedObservation &seen)
      {
        external_work +=
          (t - time) / 2 * (external_power + seen.external_power);
        dissipated += (t - time) / 2 * (dissipation + seen.dissipation_power);
        time           = t;
        external_power = seen.external_power;
        dissipation    = seen.dissipation_power;
      }
    };

    /// Collects a row per output time, or per step if there are none.
    class Recorder final : public RunSink
    {
    public:
      Recorder(const ReducedModel &the_model, const bool every_step)
        : model(the_model)
        , writes_every_step(every_step)
      {}

      void start(const State &state) override
      {
        sums.time = state.time;
        sums.advance(state.time, model.observe(state));
        if (writes_every_step)
          output(state);
      }

      void step(const State &state, const StepReport &) override
      {
        const double before = cpu_time();
        sums.advance(state.time, model.observe(state));
        observing += cpu_time() - before;
        if (writes_every_step)
          output(state);
      }

      void output(const State &state) override
      {
        const double before = cpu_time();
        times.push_back(state.time);
        rows.push_back(model.observe(state));
        r.push_back(model.coordinates(state, 0));
        r_rate.push_back(model.coordinates(state, 1));
        r_acceleration.push_back(model.coordinates(state, 2));
        p.push_back(state.lambda);
        works.push_back({sums.external_work, sums.dissipated});
        observing += cpu_time() - before;
      }

      std::vector<double> times;
      std::vector<ReducedObservation> rows;
      std::vector<Vector> r, r_rate, r_acceleration, p;
      std::vector<std::array<double, 2>> works;
      double observing = 0; ///< CPU time that is not the integrator's

    private:
      const ReducedModel &model;
      bool writes_every_step;
      Works sums;
    };
  } // namespace

  Prediction predict(const ReducedModel &model,
                     TimeIntegrator &integrator,
                     const IntegrationPlan &plan,
                     const State *first)
  {
    Prediction result;
    const ReducedModelData &data = model.data();
    Recorder recorder(model, plan.output_times.empty());
    State state  = first ? *first : model.state_at_rest();
    result.begin = state.time;
    RangeGuard guard(model, integrator);
    double smallest_step = plan.minimum_step;
    for (const PlanStage &stage : plan.stages)
      smallest_step = std::max(smallest_step, stage.minimum_step);
    guard.set_smallest_step(smallest_step);
    const double start     = cpu_time();
    result.report          = run(guard, state, plan, {&recorder});
    result.cpu_seconds     = cpu_time() - start - recorder.observing;
    result.times           = recorder.times;
    result.n_kept_in_range = guard.n_refused();

    const auto n        = static_cast<Eigen::Index>(recorder.rows.size());
    const auto n_sleeve = static_cast<Eigen::Index>(data.sleeves.size());
    result.reactions.resize(6 * n_sleeve, n);
    result.poses.resize(6 * n_sleeve, n);
    result.r.resize(data.n_coordinates(), n);
    result.r_rate.resize(data.n_coordinates(), n);
    result.r_acceleration.resize(data.n_coordinates(), n);
    result.pressures.resize(data.n_pressures(), n);
    result.energies.resize(4, n);
    const auto n_contact = static_cast<Eigen::Index>(data.contacts.size());
    result.contacts.resize(6 * n_contact, n);
    for (Eigen::Index k = 0; k < n; ++k)
      {
        const ReducedObservation &seen = recorder.rows[k];
        for (Eigen::Index s = 0; s < n_sleeve; ++s)
          {
            result.reactions.col(k).segment<6>(6 * s)
              << seen.reactions[s].force,
              seen.reactions[s].moment;
            result.poses.col(k).segment<6>(6 * s)
              << seen.motions[s].translation[0],
              seen.rotation_vectors[s];
          }
        result.r.col(k)              = recorder.r[k];
        result.r_rate.col(k)         = recorder.r_rate[k];
        result.r_acceleration.col(k) = recorder.r_acceleration[k];
        result.pressures.col(k)      = recorder.p[k];
        result.energies.col(k) << seen.kinetic_energy, seen.strain_energy,
          recorder.works[k][0], recorder.works[k][1];
        for (Eigen::Index c = 0; c < n_contact; ++c)
          {
            const ContactObservation &contact = seen.contacts[c];
            result.contacts.col(k).segment<6>(6 * c) << contact.force,
              contact.smallest_gap, contact.area, contact.largest_pressure;
          }
        result.trust.push_back(seen.trust);
        if (!seen.trust.inside && result.left_range_at < 0)
          result.left_range_at = result.times[k];
      }
    return result;
  }

  std::vector<std::string> prediction_titles(const ReducedModelData &data,
                                             const UnitSystem &units)
  {
    std::vector<std::string> titles = {"time [s]"};
    const int first                 = data.dim == 2 ? 2 : 0;
    for (const ReducedSleeve &sleeve : data.sleeves)
      {
        for (int i = 0; i < data.dim; ++i)
          titles.push_back(
            with_unit(sleeve.name + " translation " + axes[i], units.length));
        for (int i = first; i < 3; ++i)
          titles.push_back(
            with_unit(sleeve.name + " rotation " + axes[i], "rad"));
      }
    for (const ReducedSleeve &sleeve : data.sleeves)
      {
        for (int i = 0; i < data.dim; ++i)
          titles.push_back(
            with_unit(sleeve.name + " force " + axes[i], units.force));
        for (int i = first; i < 3; ++i)
          titles.push_back(
            with_unit(sleeve.name + " moment " + axes[i], units.moment));
      }
    for (const ReducedContact &contact : data.contacts)
      {
        for (int i = 0; i < data.dim; ++i)
          titles.push_back(
            with_unit(contact.name + " contact force " + axes[i], units.force));
        titles.push_back(
          with_unit(contact.name + " smallest gap", units.length));
        titles.push_back(
          with_unit(contact.name + " contact area", units.length + "^2"));
        titles.push_back(
          with_unit(contact.name + " largest contact pressure", units.stress));
      }
    for (const char *energy : {"kinetic energy",
                               "strain energy",
                               "external work",
                               "dissipated energy"})
      titles.push_back(with_unit(energy, units.energy));
    for (const char *name : {"min J [-]",
                             "distance to training [-]",
                             "difference of second cubature [-]",
                             "inside trained range [-]"})
      titles.push_back(name);
    if (!data.contacts.empty())
      for (const char *name : {"contact pressure over training [-]",
                               "touches where not trained [-]"})
        titles.push_back(name);
    return titles;
  }

  std::vector<double> prediction_row(const ReducedModelData &data,
                                     const Prediction &prediction,
                                     const int column)
  {
    std::vector<double> row = {prediction.times[column]};
    const int first         = data.dim == 2 ? 2 : 0;
    for (const Matrix *values : {&prediction.poses, &prediction.reactions})
      for (std::size_t s = 0; s < data.sleeves.size(); ++s)
        {
          for (int i = 0; i < data.dim; ++i)
            row.push_back((*values)(6 * s + i, column));
          for (int i = first; i < 3; ++i)
            row.push_back((*values)(6 * s + 3 + i, column));
        }
    for (std::size_t c = 0; c < data.contacts.size(); ++c)
      for (int i = 0; i < 6; ++i)
        if (i < data.dim || i >= 3)
          row.push_back(prediction.contacts(6 * c + i, column));
    for (int i = 0; i < 4; ++i)
      row.push_back(prediction.energies(i, column));
    const Trust &trust = prediction.trust[column];
    row.insert(row.end(),
               {trust.min_J,
                trust.distance,
                trust.second_cubature,
                trust.inside ? 1. : 0.});
    if (!data.contacts.empty())
      row.insert(row.end(),
                 {trust.contact_pressure, trust.untrained_contact ? 1. : 0.});
    return row;
  }
} // namespace rivlin
