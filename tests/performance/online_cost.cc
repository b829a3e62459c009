// SPDX-License-Identifier: Apache-2.0
// One step of the online model over the numbers of modes and points.
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/table_training.h>
#include <rivlin/offline/training.h>
#include <rivlin/online/online_model.h>

#include "offline/small_body.h"
#include "offline/static_states.h"
#include "online/allocation_counter.h"

#include <benchmark/benchmark.h>

#include <numbers>
#include <string>

using namespace rivlin;

namespace
{
  constexpr int n_stored = 240;

  /// A plane ring of 72 Q2/Q1 cells, 648 points, with 50 equilibria.
  struct Ring
  {
    DiscreteBody body;
    MemorySnapshots snapshots;

    Ring()
      : body(make_body())
      , snapshots(static_snapshots(body, random_poses(50, 3, 1)))
    {}

    static DiscreteBody make_body()
    {
      SmallBodyOptions options;
      options.n_radial  = 3;
      options.n_angular = 24;
      return make_small_body(options);
    }
  };

  /// n modes, half from the equilibria, half eigenmodes, and n / 4 pressures.
  ReducedBases bases_of(const Ring &ring, const int n)
  {
    BasisOptions options;
    options.method       = PodMethod::svd;
    options.modes.count  = n / 2;
    options.n_eigenmodes = n / 2;
    options.n_pressures  = n / 4;
    return train_bases(ring.body, {&ring.snapshots}, options);
  }

  /// Points evenly over the ring with equal shares of its volume: what they
  /// cost does not depend on how well they were chosen.
  ReducedForce
  some_points(const Ring &ring, const Matrix &modes, const int n_points)
  {
    std::vector<int> points;
    for (int k = 0; k < n_points; ++k)
      points.push_back(
        static_cast<int>((k + 0.5) * ring.body.n_points() / n_points));
    double volume = 0;
    for (const double weight : ring.body.weights)
      volume += weight;
    return point_force(ring.body,
                       modes,
                       points,
                       Vector::Constant(n_points, volume / n_points));
  }

  /// Every equilibrium and fractions of it.
  ReducedForce table_of(const Ring &ring, const ReducedBases &bases)
  {
    const Matrix all =
      project_snapshots(ring.body, bases, {&ring.snapshots}, 0).r;
    Matrix states(all.rows(), n_stored);
    for (int k = 0; k < n_stored; ++k)
      states.col(k) = (1 + k % 5) / 5. * all.col(k / 5);
    TpwlForce tpwl;
    tpwl.table = train_table(ring.body,
                             bases.modes,
                             states,
                             energy_metric(ring.body, bases.modes).root);
    return tpwl;
  }

  /// The sleeve goes to and fro by 2 mm with 3 Hz, h = 3 ms.
  void measure(benchmark::State &bench, const ReducedModelData &data)
  {
    constexpr double h = 3e-3, omega = 6 * std::numbers::pi;
    OnlineModel model(data);
    model.start(0);
    long iterations = 0, substeps = 0, steps = 0;
    bool accepted   = true;
    const auto step = [&] {
      const double t            = model.time() + h;
      OnlineModel::Vector6 pose = OnlineModel::Vector6::Zero(), velocity = pose;
      pose[0]     = 2 * std::sin(omega * t);
      velocity[0] = 2 * omega * std::cos(omega * t);
      model.set_pose(0, pose, &velocity);
      const AdvanceReport &report = model.advance(h);
      accepted                    = accepted && report.accepted;
      iterations += report.newton_iterations;
      substeps += report.n_substeps;
      ++steps;
    };
    for (int k = 0; k < 20; ++k)
      step();
    const long allocations = allocations_of([&] {
      for (int k = 0; k < 20; ++k)
        step();
    });
    iterations = substeps = steps = 0;
    for (auto _ : bench)
      step();
    if (!accepted)
      bench.SkipWithError("refused");
    const double n                = static_cast<double>(std::max(steps, 1L));
    bench.counters["iterations"]  = iterations / n;
    bench.counters["substeps"]    = substeps / n;
    bench.counters["allocations"] = allocations / 20.;
    bench.counters["coordinates"] = data.n_coordinates();
    bench.counters["pressures"]   = data.n_pressures();
  }
} // namespace

int
main(int argc, char **argv)
{
  const Ring ring;
  for (const int n : {10, 20, 40, 70, 100})
    {
      const ReducedBases bases = bases_of(ring, n);
      const ReducedModelData projected =
        project_model(ring.body, bases, {{}}, false);
      const auto add = [&](const std::string &name, const ReducedForce &force) {
        ReducedModelData data = projected;
        data.force            = force;
        benchmark::RegisterBenchmark(
          (name + "/modes:" + std::to_string(n)).c_str(),
          [data](benchmark::State &bench) { measure(bench, data); });
      };
      for (const int n_points : {50, 100, 200, 350, 500})
        add("points:" + std::to_string(n_points),
            some_points(ring, bases.modes, n_points));
      add("TPWL:" + std::to_string(n_stored), table_of(ring, bases));
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
