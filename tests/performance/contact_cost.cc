// SPDX-License-Identifier: Apache-2.0
// What contact costs a step of the online model in 3D with 40 modes: CPU time
// with it and without, per step and per Newton iteration.
#include <rivlin/offline/contact_training.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/training.h>
#include <rivlin/online/online_model.h>

#include "offline/small_body.h"
#include "offline/static_states.h"
#include "offline/trial_basis.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>

using namespace rivlin;

namespace
{
  constexpr int n_modes = 40, n_material_points = 280;

  /// A tube of 24 quadratic cells between sleeves, without pressures: with them
  /// a step would cost more, and contact relative to it less. Its nodes halfway
  /// may touch a cylinder around them: what contact costs does not depend on
  /// where it is.
  DiscreteBody make_body()
  {
    SmallBodyOptions options;
    options.dim       = 3;
    options.mixed     = false;
    options.rubber    = small_body_rubber(20);
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
       {SnapshotField::pose, Matrix::Zero(24, 2)}});
    BasisOptions options;
    options.method           = PodMethod::svd;
    options.modes.count      = 2;
    options.n_eigenmodes     = n_modes - 2;
    const ReducedBases bases = train_bases(body, {&snapshots}, options);
    ReducedModelData data    = project_model(body, bases, {{}}, false);
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
    // As if it had been trained in touch. Otherwise each touch leaves the
    // trained range, the steps before it are refused and made of shorter ones,
    // and what is measured is that.
    data.range.contact_pressures.setConstant(1e9);
    for (ReducedContact &contact : data.contacts)
      std::fill(contact.touched.begin(), contact.touched.end(), 1);
    return data;
  }

  /// Microseconds of force and tangent of the material and of the contacts, at
  /// a state with half of the points in touch.
  std::array<double, 2> evaluation_cost(const ReducedModelData &data)
  {
    Vector r = Vector::Zero(data.n_coordinates());
    r[0]     = 1;
    ForceEvaluation material;
    ContactEvaluation contact;
    std::array<double, 2> best = {1e9, 1e9};
    for (int turn = 0; turn < 40; ++turn)
      for (int part = 0; part < 2; ++part)
        {
          constexpr int n          = 50;
          const std::clock_t start = std::clock();
          for (int k = 0; k < n; ++k)
            if (part == 0)
              evaluate(data.force, r, Need::residual_and_tangent, material);
            else
              evaluate(data.contacts, r, Need::residual_and_tangent, contact);
          best[part] =
            std::min(best[part],
                     1e6 * static_cast<double>(std::clock() - start) /
                       CLOCKS_PER_SEC / n);
        }
    return best;
  }

  struct Cost
  {
    double seconds    = 1e9; ///< of a step, best of several rounds
    double iterations = 0;
    double area       = 0; ///< mean part of the points that touch
  };

  /// The sleeve goes to and fro by 1.5 mm with 3 Hz, one period.
  Cost measure(const ReducedModelData &data, const double h)
  {
    constexpr double omega = 6 * std::numbers::pi;
    const int n_steps      = static_cast<int>(1. / 3 / h);
    OnlineModel model(data);
    model.start(0);
    Cost cost;
    for (int round = 0; round < 2; ++round)
      {
        cost.iterations = cost.area = 0;
        const std::clock_t start    = std::clock();
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
        const double seconds =
          static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        cost.seconds = std::min(cost.seconds, seconds / n_steps);
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
  const std::array<double, 2> alone = evaluation_cost(with);
  std::printf(
    "{\"modes\": %d, \"points\": %d, \"contact points\": %d, "
    "\"us of the material\": %.1f, \"us of the contact\": %.1f",
    n_modes,
    n_material_points,
    with.contacts[0].n_points(),
    alone[0],
    alone[1]);
  for (const double h : {3e-3, 1e-3})
    {
      // In turn, so that a slow moment of the machine does not hit one alone.
      Cost a, b;
      for (int turn = 0; turn < 3; ++turn)
        {
          const Cost x = measure(without, h), y = measure(with, h);
          if (x.seconds < a.seconds)
            a = x;
          if (y.seconds < b.seconds)
            b = y;
        }
      std::printf(
        ",\n \"steps of %g s\": {\"touching part\": %.2f, "
        "\"us per step without\": %.1f, \"us per step with\": %.1f, "
        "\"ratio\": %.3f, \"iterations without\": %.2f, "
        "\"iterations with\": %.2f, \"ratio per iteration\": %.3f}",
        h,
        b.area,
        1e6 * a.seconds,
        1e6 * b.seconds,
        b.seconds / a.seconds,
        a.iterations,
        b.iterations,
        b.seconds / a.seconds * a.iterations / b.iterations);
    }
  std::printf("}\n");
}
