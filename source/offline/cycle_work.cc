// SPDX-License-Identifier: Apache-2.0
// A closed curve through the trained poses by statics.
#include <rivlin/offline/cycle_work.h>

#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/sudden_forces.h>
#include <rivlin/online/reduced_start.h>
#include <rivlin/online/sleeve_channels.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rivlin
{
  namespace
  {
    using Vector6 = Eigen::Matrix<double, 6, 1>;

    /// Times: a ramp to the first pose of the curve, then the curve.
    constexpr double ramp = 0.25;

    /// The poses of a sleeve: `middle` and `amplitude` of each direction.
    struct Curve
    {
      Vector6 middle, amplitude;
      Vector6 start = Vector6::Zero(); ///< of the ramp

      /// k-th derivatives of middle_i + amplitude_i sin(2 pi s + phase_i).
      Vector6 at(const double s, const int k) const
      {
        constexpr double turn = 2 * std::numbers::pi;
        Vector6 result        = k == 0 ? middle : Vector6(Vector6::Zero());
        for (int i = 0; i < 6; ++i)
          result[i] += amplitude[i] * std::pow(turn, k) *
                       std::sin(turn * s + i * std::numbers::pi / 3 +
                                k * std::numbers::pi / 2);
        return result;
      }

      RigidMotion motion(const double t, const int order) const
      {
        std::array<SleevePose, 4> pose;
        for (int k = 0; k <= order; ++k)
          {
            const Vector6 way       = at(0, 0) - start;
            const Vector6 value     = t >= ramp ? at(t - ramp, k)
                                      : k == 0 ? Vector6(start + t / ramp * way)
                                      : k == 1 ? Vector6(way / ramp)
                                               : Vector6(Vector6::Zero());
            pose[k].translation     = value.head<3>();
            pose[k].rotation_vector = value.tail<3>();
          }
        return rigid_motion(pose, order);
      }
    };

    /// rows of rho times d rho / dt.
    double power(const ReducedModelData &data,
                 const Vector &rows,
                 const std::vector<Sleeve> &sleeves,
                 const double t)
    {
      double sum = 0;
      int i      = 0;
      for (const Sleeve &sleeve : sleeves)
        {
          const RigidMotion motion = sleeve.motion(t, 1);
          for (int a = 0; a < data.dim; ++a)
            sum += rows[i++] * motion.translation[1][a];
          for (int a = 0; a < data.dim; ++a)
            for (int b = 0; b < data.dim; ++b)
              sum += rows[i++] * motion.rotation[1](a, b);
        }
      return sum;
    }
  } // namespace

  CycleWork work_over_cycle(const ReducedModelData &data,
                            const int n_steps,
                            const double fraction)
  {
    const HeldInputs start = inputs_at_start(data);
    std::vector<Sleeve> sleeves;
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      {
        const Vector6 low  = data.range.lowest_pose.col(s),
                      high = data.range.highest_pose.col(s);
        const Curve curve{(low + high) / 2,
                          fraction * (high - low) / 2,
                          start.sleeves[s].pose};
        Sleeve sleeve;
        sleeve.motion = [curve](const double t, const int order) {
          return curve.motion(t, order);
        };
        sleeves.push_back(sleeve);
      }
    const ReducedModel model(
      std::make_shared<ReducedModelData>(data),
      sleeves,
      [g = start.gravity](double, const int order) {
        return order == 0 ? g : Vector3(Vector3::Zero());
      },
      false);
    StaticsOptions options;
    options.newton.tolerance = 1e-12;
    if (!data.contacts.empty())
      expect_sudden_forces(options);
    Statics statics(model, options);
    IntegrationPlan plan;
    plan.end_time     = ramp + 1;
    plan.initial_step = 1. / n_steps;
    plan.minimum_step = plan.initial_step / 64;
    for (int k = 0; k <= n_steps; ++k)
      plan.output_times.push_back(ramp + double(k) / n_steps);
    double work = 0, lowest = 0, highest = 0, power_n = 0;
    int n_outputs = 0;
    Observer observer;
    observer.on_output = [&](const State &state) {
      const Vector *rows = nullptr;
      if (!model.all_rows(state, rows).valid)
        return;
      const double now = power(data, *rows, sleeves, state.time);
      if (n_outputs > 0)
        work += (now + power_n) / 2 / n_steps;
      ++n_outputs;
      power_n = now;
      lowest  = std::min(lowest, work);
      highest = std::max(highest, work);
    };
    State state = model.initial_state();
    CycleWork result;
    result.finished = integrate(statics, state, plan, {observer}).finished &&
                      n_outputs == n_steps + 1;
    if (!result.finished)
      result.spurious = std::numeric_limits<double>::quiet_NaN();
    else if (highest > lowest)
      result.spurious = work / (highest - lowest);
    return result;
  }
} // namespace rivlin
