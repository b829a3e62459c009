// SPDX-License-Identifier: Apache-2.0
// Beams, joints and loads as one mechanical system on (R^3 x SO(3))^n.
#pragma once

#include <rivlin/benchmarks/beam_element.h>
#include <rivlin/dynamics/dense_system.h>

#include <functional>
#include <vector>

namespace rivlin
{
  enum class JointKind
  {
    spherical, ///< common position: 3 multipliers, the force of b on a
    revolute   ///< and a common axis: 2 more, moments perpendicular to it
  };

  /// A prescribed angle with its time derivatives.
  struct HingeAngle
  {
    double angle = 0, rate = 0, acceleration = 0;
  };

  /// What a mechanism is made of. Nodes have the identity as rotation in the
  /// reference, which is free of stress.
  struct BeamModel
  {
    struct Node
    {
      Vector3 position;
      bool fixed = false; ///< to the ground; no unknown
    };
    struct Bar
    {
      int a = 0, b = 0; ///< nodes
      BeamSection section;
    };
    struct Joint
    {
      int a = 0, b = 0; ///< nodes at the same position
      JointKind kind = JointKind::revolute;
      Vector3 axis   = Vector3::UnitZ(); ///< in the reference
      /// Rotation of b against a about the axis; one more multiplier, the
      /// moment of b on a. Empty: free.
      std::function<HingeAngle(double)> angle;
    };
    /// factor(t) * (force, moment), both fixed in the inertial frame.
    struct Load
    {
      int node = 0;
      Vector3 force, moment;
      std::function<double(double)> factor;
    };

    std::vector<Node> nodes;
    std::vector<Bar> elements;
    std::vector<Joint> joints;
    std::vector<Load> loads;

    int add_node(const Vector3 &position, bool fixed = false);
    /// n elements from node a to node b with n - 1 new nodes between them.
    void add_bar(int a, int b, int n, const BeamSection &section);
  };

  /// q and v of node i at 7 i and 6 i of the free nodes. Mass and inertia are
  /// lumped in the nodes.
  class BeamMechanism final : public DenseLieSystem
  {
  public:
    explicit BeamMechanism(BeamModel model);

    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;
    Evaluation mass(const Vector &q, MatrixRef M) const override;
    Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const override;
    void constraint(double t,
                    const Vector &q,
                    const Vector &lambda,
                    Vector &Phi) const override;
    void
    constraint_jacobian(double t, const Vector &q, MatrixRef B) const override;
    void
    constraint_rate(double t, const Vector &q, Vector &Phi_t) const override;
    void constraint_curvature(double t,
                              const Vector &q,
                              const Vector &v,
                              Vector &curvature) const override;
    Evaluation stiffness(const State &state, MatrixRef K) const override;
    Evaluation damping(const State &state, MatrixRef D) const override;
    TimeDependence time_dependence() const override;

    /// The reference at rest.
    State reference() const;
    BeamPose pose(const Vector &q, int node) const;
    /// Place of the node among the free ones; -1 if it is fixed.
    int free_index(int node) const;
    const BeamModel &parts() const;
    BeamElement::Resultants resultants(const Vector &q, int element) const;
    double strain_energy(const Vector &q) const;
    double kinetic_energy(const Vector &v) const;

  private:
    /// p(t) . R_a^T R_b s = 0 with p fixed in a and s in b; of a prescribed
    /// rotation p turns.
    struct Alignment
    {
      int a, b;         ///< nodes
      int row;          ///< of the multipliers
      Vector3 s;        ///< in b
      Vector3 p;        ///< in a; of a rotation the direction at angle zero
      Vector3 p_turned; ///< p after a quarter turn
      std::function<HingeAngle(double)> angle; ///< empty: p is constant
    };
    struct Direction
    {
      Vector3 p, rate, acceleration;
    };
    static Direction direction(const Alignment &alignment, double t);
    void add_joint(const BeamModel::Joint &joint);
    Matrix3 rotation(const Vector &q, int node) const;
    Vector3 angular_velocity(const Vector &v, int node) const;

    BeamModel model;
    std::vector<int> numbers; ///< free_index
    std::vector<BeamElement> elements;
    std::vector<double> masses;    ///< of the free nodes
    std::vector<Matrix3> inertias; ///< of the free nodes
    struct Coincidence
    {
      int a, b, row;
    };
    std::vector<Coincidence> coincidences;
    std::vector<Alignment> alignments;
    int multipliers = 0;
  };
} // namespace rivlin
