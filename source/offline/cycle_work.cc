// SPDX-License-Identifier: Apache-2.0
// A closed curve through the trained poses by statics.
#include <rivlin/offline/cycle_work.h>

#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/online/reduced_model.h>
#include <rivlin/online/sleeve_channels.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rivlin
{
  namespace
  {
    using Vector6 = Eigen::Matrix<double, 6, 1>;

    /// pose_i = a_i (sin(2 pi t + phase_i) - sin(phase_i)) / 2, |pose| <= a.
    RigidMotion
    motion_at(const Vector6 &amplitude, const double t, const int order)
    {
      constexpr double turn = 2 * std::numbers::pi;
      std::array<SleevePose, 4> pose;
      for (int i = 0; i < 6; ++i)
        {
          const double phase = i * std::numbers::pi / 3;
          for (int k = 0; k <= order; ++k)
            {
              const double value =
                amplitude[i] / 2 *
                (std::pow(turn, k) *
                   std::sin(turn * t + phase + k * std::numbers::pi / 2) -
                 (k == 0 ? std::sin(phase) : 0.));
              (i < 3 ? pose[k].translation[i]
                     : pose[k].rotation_vector[i - 3]) = value;
            }
        }
      return rigid_motion(pose, order);
    }

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
    std::vector<Sleeve> sleeves;
    for (std::size_t s = 0; s < data.sleeves.size(); ++s)
      {
        const Vector6 amplitude =
          fraction * data.range.highest_pose.col(s).cwiseAbs().cwiseMax(
                       data.range.lowest_pose.col(s).cwiseAbs());
        Sleeve sleeve;
        sleeve.motion = [amplitude](const double t, const int order) {
          return motion_at(amplitude, t, order);
        };
        sleeves.push_back(sleeve);
      }
    const ReducedModel model(std::make_shared<ReducedModelData>(data),
                             sleeves,
                             {},
                             false);
    StaticsOptions options;
    options.newton.tolerance = 1e-12;
    Statics statics(model, options);
    IntegrationPlan plan;
    plan.initial_step = 1. / n_steps;
    plan.minimum_step = plan.initial_step / 64;
    for (int k = 0; k <= n_steps; ++k)
      plan.output_times.push_back(double(k) / n_steps);
    double work = 0, lowest = 0, highest = 0, power_n = 0;
    bool is_first = true;
    Observer observer;
    observer.on_output = [&](const State &state) {
      const Vector *rows = nullptr;
      if (!model.all_rows(state, rows).valid)
        return;
      const double now = power(data, *rows, sleeves, state.time);
      if (!is_first)
        work += (now + power_n) / 2 / n_steps;
      is_first = false;
      power_n  = now;
      lowest   = std::min(lowest, work);
      highest  = std::max(highest, work);
    };
    State state = model.initial_state();
    CycleWork result;
    result.finished = integrate(statics, state, plan, {observer}).finished;
    if (highest > lowest)
      result.spurious = work / (highest - lowest);
    return result;
  }
} // namespace rivlin
