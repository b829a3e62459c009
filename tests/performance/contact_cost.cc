// SPDX-License-Identifier: Apache-2.0
// One step of the online model in 3D with 40 modes, with contact and without:
// the ratio that doc/performance.md states.
#include <rivlin/offline/contact_training.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/training.h>
#include <rivlin/online/online_model.h>

#include "offline/small_body.h"
#include "offline/static_states.h"
#include "offline/trial_basis.h"

#include <chrono>
#include <cstdio>
#include <numbers>

using namespace rivlin;

namespace
{
  constexpr int n_modes = 40, n_pressures = 10, n_material_points = 280;

  /// A tube of 24 Q2/Q1 cells between sleeves. Its nodes halfway may touch a
  /// cylinder around them: what contact costs does not depend on where it is.
  DiscreteBody make_body()
  {
    SmallBodyOptions options;
    options.dim       = 3;
    options.n_radial  = 2;
    options.n_angular = 12;
    options.n_axial   = 1;
    DiscreteBody body = make_small_body(options);
    RigidContact contact;
    const double radius = (options.inner + options.outer) / 2;
    contact.name        = "stop";
    contact.surface =
      Cylinder{options.centre, Vector3::UnitZ(), radius + 0.2, true};
    contact.law = {ContactMethod::penalty, 0.1, 10};
    for (int node = 0; node < body.n_nodes; ++node)
      if (std::abs(
            std::hypot(body.coordinates[3 * node] - options.centre[0],
                       body.coordinates[3 * node + 1] - options.centre[1]) -
            radius) < 1e-9)
        {
          contact.nodes.push_back(node);
          contact.weights.push_back(20);
        }
    body.contacts = {contact};
    return body;
  }

  /// Eigenmodes, and two waves as snapshots: nothing is predicted.
  ReducedModelData make_model(const DiscreteBody &body)
  {
    const MemorySnapshots snapshots(
      "waves",
      Vector::LinSpaced(2, 0, 1),
      {{SnapshotField::displacement,
        gather_rows(smooth_modes(body, 2), body.free_displacements)},
       {SnapshotField::pressure, random_numbers(body.n_pressures, 2, 5)},
       {SnapshotField::pose, Matrix::Zero(24, 2)}});
    BasisOptions options;
    options.method       = PodMethod::svd;
    options.modes.count  = 2;
    options.n_eigenmodes = n_modes - 2;
    options.n_pressures  = 2;
    ReducedBases bases   = train_bases(body, {&snapshots}, options);
    // Pressures as many as a trained model has: of the first nodes.
    bases.pressures = Matrix::Identity(body.n_pressures, body.n_pressures)
                        .leftCols(n_pressures);
    ReducedModelData data = project_model(body, bases, {{}}, false);
    std::vector<int> points;
    for (int k = 0; k < n_material_points; ++k)
      points.push_back(
        static_cast<int>((k + 0.5) * body.n_points() / n_material_points));
    double volume = 0;
    for (const double weight : body.weights)
      volume += weight;
    data.force = point_force(body,
                             bases.modes,
                             points,
                             Vector::Constant(n_material_points,
                                              volume / n_material_points));
    train_contacts(body, bases.modes, contact_states(body, {}), 0, data);
    return data;
  }

  struct Cost
  {
    double seconds    = 1e9; ///< of a step, best of several rounds
    double iterations = 0;
    double area       = 0; ///< mean part of the points that touch
  };

  /// The sleeve goes to and fro by 1.5 mm with 3 Hz, h = 3 ms.
  Cost measure(const ReducedModelData &data)
  {
    constexpr double h = 3e-3, omega = 6 * std::numbers::pi;
    constexpr int n_steps = 111; // one period
    OnlineModel model(data);
    model.start(0);
    Cost cost;
    for (int round = 0; round < 6; ++round)
      {
        cost.iterations = cost.area = 0;
        const auto start            = std::chrono::steady_clock::now();
        for (int k = 0; k < n_steps; ++k)
          {
            const double t                = model.time() + h;
            OnlineModel::Vector6 pose     = OnlineModel::Vector6::Zero(),
                                 velocity = pose;
            pose[0]                       = 1.5 * std::sin(omega * t);
            velocity[0]                   = 1.5 * omega * std::cos(omega * t);
            model.set_pose(0, pose, &velocity);
            const AdvanceReport &report = model.advance(h);
            if (!report.accepted)
              {
                std::printf("refused: %s\n", report.reason.c_str());
                std::exit(1);
              }
            cost.iterations += report.newton_iterations / double(n_steps);
            for (const ContactObservation &contact :
                 model.observation().contacts)
              cost.area +=
                contact.area / data.contacts[0].weights.sum() / n_steps;
          }
        const std::chrono::duration<double> time =
          std::chrono::steady_clock::now() - start;
        cost.seconds = std::min(cost.seconds, time.count() / n_steps);
      }
    return cost;
  }
} // namespace

int
main()
{
  const DiscreteBody body     = make_body();
  const ReducedModelData with = make_model(body);
  ReducedModelData without    = with;
  without.contacts.clear();
  without.range.contact_pressures.resize(0);
  // In turn, so that a slow moment of the machine does not hit one alone.
  Cost a, b;
  for (int turn = 0; turn < 3; ++turn)
    {
      const Cost x = measure(without), y = measure(with);
      if (x.seconds < a.seconds)
        a = x;
      if (y.seconds < b.seconds)
        b = y;
    }
  std::printf(
    "{\"modes\": %d, \"points\": %d, \"contact points\": %d, "
    "\"touching part\": %.2f,\n \"us per step without\": %.1f, "
    "\"us per step with\": %.1f, \"ratio\": %.3f,\n "
    "\"iterations without\": %.2f, \"iterations with\": %.2f, "
    "\"ratio per iteration\": %.3f}\n",
    n_modes,
    n_material_points,
    with.contacts[0].n_points(),
    b.area,
    1e6 * a.seconds,
    1e6 * b.seconds,
    b.seconds / a.seconds,
    a.iterations,
    b.iterations,
    b.seconds / a.seconds * a.iterations / b.iterations);
  return 0;
}
