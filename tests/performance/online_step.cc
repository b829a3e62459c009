// SPDX-License-Identifier: Apache-2.0
// CPU time of a step of a trained model with one driven sleeve, as a multibody
// program sees it: set the pose, advance, ask for the reaction.
//   online_step MODEL.rom STEP END [statics]
#include <rivlin/base/error.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/rom_file.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <string>

using namespace rivlin;

namespace
{
  using Vector6 = OnlineModel::Vector6;

  /// Five motions at once as in bushing_3d_driven.prm; in 2D those of the
  /// held-out signal of bushing_2d_voids_train.prm.
  Vector6 pose_at(const int dim, const double t)
  {
    const double pi = std::numbers::pi, s = std::min(t / 0.2, 1.);
    const double ramp = s * s * (3 - 2 * s);
    Vector6 pose;
    if (dim == 3)
      pose << 1.5 * std::sin(6 * pi * t), 1.2 * std::sin(8 * pi * t),
        1.8 * std::sin(5 * pi * t), 0.04 * std::sin(7 * pi * t), 0,
        0.12 * std::sin(4 * pi * t);
    else
      pose << 9.8 * std::sin(2 * pi * t), 1.2 * std::sin(3 * pi * t), 0, 0, 0,
        0.06 * std::sin(4 * pi * t);
    return ramp * pose;
  }

  struct Run
  {
    double seconds    = 0; ///< per step
    double iterations = 0; ///< per step
    double sum        = 0; ///< of the norms of the reactions
  };

  Run run(OnlineModel &model, const double h, const int n_steps)
  {
    const int dim = model.data().dim;
    Run result;
    model.start(0);
    const std::clock_t start = std::clock();
    for (int k = 1; k <= n_steps; ++k)
      {
        const double t = k * h;
        const Vector6 rate =
          (pose_at(dim, t + 1e-5) - pose_at(dim, t - 1e-5)) / 2e-5;
        model.set_pose(0, pose_at(dim, t), &rate);
        const AdvanceReport &report = model.advance(h);
        if (!report.accepted)
          throw Error(report.reason);
        result.iterations += double(report.newton_iterations) / n_steps;
        result.sum += model.reaction(0).norm();
      }
    result.seconds =
      static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / n_steps;
    return result;
  }
} // namespace

int
main(int argc, char **argv)
{
  if (argc < 4)
    {
      std::fputs("usage: online_step MODEL.rom STEP END [statics]\n", stderr);
      return 2;
    }
  try
    {
      const double h    = std::atof(argv[2]);
      const int n_steps = static_cast<int>(std::lround(std::atof(argv[3]) / h));
      OnlineOptions options;
      options.quasi_static = argc > 4 && std::string(argv[4]) == "statics";
      const ReducedModelData data = read_rom(argv[1]);
      OnlineModel model(data, options);
      Run best = run(model, h, n_steps);
      for (int turn = 1; turn < 3; ++turn)
        best.seconds = std::min(best.seconds, run(model, h, n_steps).seconds);
      std::printf(
        "{\"coordinates\": %d, \"pressures\": %d, \"steps\": %d, "
        "\"us per step\": %.1f, \"iterations\": %.2f, "
        "\"sum of reactions\": %.12g}\n",
        data.n_coordinates(),
        data.n_pressures(),
        n_steps,
        1e6 * best.seconds,
        best.iterations,
        best.sum);
    }
  catch (const std::exception &error)
    {
      std::fprintf(stderr, "%s\n", error.what());
      return 1;
    }
  return 0;
}
