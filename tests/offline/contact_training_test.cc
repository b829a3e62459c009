// SPDX-License-Identifier: Apache-2.0
// Points and weights of contacts: forces of all nodes kept, weights positive,
// what was not touched stays.
#include <rivlin/offline/contact_training.h>

#include <rivlin/offline/lifting.h>
#include <rivlin/offline/memory_snapshots.h>
#include <rivlin/offline/reduced_response.h>

#include "small_body.h"
#include "static_states.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    constexpr double radius = 17.5; ///< of nodes in the middle of the ring

    /// A ring whose middle nodes may touch a cylinder around them, with smooth
    /// modes; the snapshots are combinations of them.
    struct TouchingRing
    {
      DiscreteBody body;
      Matrix modes;
      Matrix states; ///< r, with the sleeve at rest
      ReducedModelData data;

      explicit TouchingRing(const bool carried = false)
      {
        SmallBodyOptions options;
        options.n_angular = 24;
        body              = make_small_body(options);
        RigidContact contact;
        contact.name = "stop";
        contact.surface =
          Cylinder{options.centre, Vector3::UnitZ(), radius + 0.3, true};
        contact.law     = {ContactMethod::penalty, 0.025, 1};
        contact.carrier = carried ? 0 : -1;
        for (int node = 0; node < body.n_nodes; ++node)
          {
            const double x = body.coordinates[2 * node] - options.centre[0],
                         y = body.coordinates[2 * node + 1] - options.centre[1];
            // Only the half with x > 0 can touch in the states below.
            if (std::abs(std::hypot(x, y) - radius) < 1e-9)
              {
                contact.nodes.push_back(node);
                contact.weights.push_back(1 + 0.1 * std::sin(x));
              }
          }
        body.contacts    = {contact};
        const Matrix Psi = lifting_modes(body), V = smooth_modes(body, 6);
        modes.resize(Psi.rows(), Psi.cols() + V.cols());
        modes << Psi, V;
        // Outside of the right half nothing moves.
        for (int node = 0; node < body.n_nodes; ++node)
          {
            const double x = body.coordinates[2 * node] - options.centre[0];
            modes.block(2 * node, Psi.cols(), 2, V.cols()) *=
              x > 0 ? x / radius : 0;
          }
        states                      = Matrix::Zero(modes.cols(), 40);
        states.bottomRows(V.cols()) = trial_states(6, 40, 1, 0.1);
        data.sleeves                = {{"inner", {}, {}}};
      }

      MemorySnapshots snapshots(const Matrix &r) const
      {
        return MemorySnapshots(
          "states",
          Vector::LinSpaced(r.cols(), 0, 1),
          {{SnapshotField::displacement,
            gather_rows(modes * r, body.free_displacements)},
           {SnapshotField::pose, Matrix::Zero(24, r.cols())}});
      }

      std::vector<ContactReport> train(const double tolerance)
      {
        const MemorySnapshots source = snapshots(states);
        return train_contacts(
          body, modes, contact_states(body, {&source}), tolerance, data);
      }
    };

    /// Root mean square over the states of the difference of contact forces,
    /// relative, in the energy metric.
    double difference(const TouchingRing &ring,
                      const std::vector<ReducedContact> &a,
                      const std::vector<ReducedContact> &exact,
                      const Matrix &states)
    {
      const Matrix dual = energy_metric(ring.body, ring.modes).dual;
      ContactEvaluation x, y;
      double error = 0, size = 0;
      for (Eigen::Index s = 0; s < states.cols(); ++s)
        {
          const Vector r = states.col(s);
          evaluate(a, r, Need::residual, x);
          evaluate(exact, r, Need::residual, y);
          error += (dual * (x.force - y.force)).squaredNorm();
          size += (dual * y.force).squaredNorm();
        }
      return std::sqrt(error / size);
    }
  } // namespace

  TEST(ContactTraining, ToleranceZeroKeepsAllNodes)
  {
    TouchingRing ring;
    const std::vector<ContactReport> reports = ring.train(0);
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].n_points, 48);
    EXPECT_EQ(reports[0].n_nodes, 48);
    EXPECT_EQ(reports[0].error, 0);
    EXPECT_GT(reports[0].n_states, 10);
    const ReducedContact &contact = ring.data.contacts[0];
    EXPECT_EQ(contact.weights,
              Eigen::Map<const Vector>(ring.body.contacts[0].weights.data(),
                                       48));
    EXPECT_TRUE(ring.data.capabilities.contacts);
    // Gaps of the nodes are those of the displacements.
    ContactEvaluation at;
    double pressure = 0;
    int n_touching  = 0;
    for (Eigen::Index s = 0; s < ring.states.cols(); ++s)
      {
        const Vector r = ring.states.col(s);
        evaluate(ring.data.contacts, r, Need::residual, at);
        n_touching += at.seen[0].area > 0;
        pressure = std::max(pressure, at.seen[0].largest_pressure);
        EXPECT_FALSE(at.seen[0].untrained);
        const Vector u  = ring.modes * r;
        double smallest = 1e9;
        for (const int node : ring.body.contacts[0].nodes)
          {
            const double *X = &ring.body.coordinates[2 * node];
            smallest        = std::min(smallest,
                                radius + 0.3 -
                                  std::hypot(X[0] + u[2 * node] - 3,
                                             X[1] + u[2 * node + 1] + 2));
          }
        EXPECT_NEAR(at.seen[0].smallest_gap, smallest, 1e-12);
      }
    EXPECT_EQ(n_touching, reports[0].n_states);
    EXPECT_NEAR(ring.data.range.contact_pressures[0], pressure, 1e-12);
  }

  TEST(ContactTraining, FewPointsKeepTheForces)
  {
    for (const bool carried : {false, true})
      {
        TouchingRing ring(carried);
        ring.train(0);
        const std::vector<ReducedContact> exact = ring.data.contacts;
        int n_before                            = 0;
        for (const double tolerance : {0.1, 0.01})
          {
            const ContactReport report    = ring.train(tolerance)[0];
            const ReducedContact &contact = ring.data.contacts[0];
            EXPECT_EQ(contact.sleeve, carried ? 0 : -1);
            EXPECT_GT(contact.weights.minCoeff(), 0);
            EXPECT_LT(report.n_points, 48);
            EXPECT_GT(report.n_points, n_before);
            n_before = report.n_points;
            EXPECT_NEAR(
              report.error,
              difference(ring, ring.data.contacts, exact, ring.states),
              1e-6);
            EXPECT_LT(report.error, 3 * tolerance);
            Matrix unseen        = ring.states;
            unseen.bottomRows(6) = trial_states(6, 40, 2, 0.1);
            EXPECT_LT(difference(ring, ring.data.contacts, exact, unseen),
                      10 * tolerance);
            // Constant pressures too.
            EXPECT_NEAR(contact.weights.sum(),
                        exact[0].weights.sum(),
                        1e-6 * exact[0].weights.sum());
          }
      }
  }

  // The left half never moves: its nodes stay as they are, and say so.
  TEST(ContactTraining, UntouchedNodesKeepTheirAreas)
  {
    TouchingRing ring;
    ring.train(0.1);
    const ReducedContact &contact = ring.data.contacts[0];
    int n_left                    = 0;
    for (int k = 0; k < contact.n_points(); ++k)
      if (contact.points(0, k) < 3 - 1e-9)
        {
          ++n_left;
          EXPECT_EQ(contact.touched[k], 0);
          EXPECT_NEAR(contact.weights[k],
                      1 + 0.1 * std::sin(contact.points(0, k) - 3),
                      1e-12);
        }
    EXPECT_GE(n_left, 23);
  }

  TEST(ContactTraining, WithoutTouchingStatesAllNodesStay)
  {
    TouchingRing ring;
    ring.states.setZero();
    const ContactReport report = ring.train(0.1)[0];
    EXPECT_EQ(report.n_states, 0);
    EXPECT_EQ(report.n_points, 48);
    EXPECT_EQ(ring.data.range.contact_pressures[0], 0);
  }
} // namespace rivlin
