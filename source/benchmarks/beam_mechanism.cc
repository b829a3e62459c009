// SPDX-License-Identifier: Apache-2.0
// Assembly of the forces and of the tangent of beam mechanisms.
#include <rivlin/benchmarks/beam_mechanism.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <Eigen/Geometry>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    ConfigurationSpace space_of(const BeamModel &model)
    {
      ConfigurationSpace result;
      for (const BeamModel::Node &node : model.nodes)
        if (!node.fixed)
          result = std::move(result) * rigid_body_space();
      if (result.factors.empty())
        throw Error("The mechanism has no free node. Add one.");
      return result;
    }
  } // namespace

  int BeamModel::add_node(const Vector3 &position, const bool fixed)
  {
    nodes.push_back({position, fixed});
    return static_cast<int>(nodes.size()) - 1;
  }

  void BeamModel::add_bar(const int a,
                          const int b,
                          const int n,
                          const BeamSection &section)
  {
    if (n < 1)
      throw Error(message("A bar has ", n, " elements. Give at least 1."));
    const Vector3 start = nodes.at(a).position, end = nodes.at(b).position;
    int last = a;
    for (int i = 1; i <= n; ++i)
      {
        const int next =
          i == n ? b : add_node(start + (end - start) * i / double(n));
        elements.push_back({last, next, section});
        last = next;
      }
  }

  BeamMechanism::BeamMechanism(BeamModel beam_model)
    : DenseLieSystem(space_of(beam_model))
    , model(std::move(beam_model))
  {
    int n_free = 0;
    for (const BeamModel::Node &node : model.nodes)
      numbers.push_back(node.fixed ? -1 : n_free++);
    masses.assign(n_free, 0);
    inertias.assign(n_free, Matrix3::Zero());
    for (const BeamModel::Bar &bar : model.elements)
      {
        elements.emplace_back(bar.section,
                              model.nodes.at(bar.a).position,
                              model.nodes.at(bar.b).position);
        for (const int node : {bar.a, bar.b})
          if (const int i = numbers[node]; i >= 0)
            {
              masses[i] += elements.back().nodal_mass();
              inertias[i] += elements.back().nodal_inertia();
            }
      }
    for (const BeamModel::Load &load : model.loads)
      if (!load.factor || numbers.at(load.node) < 0)
        throw Error(message("The load at node ",
                            load.node,
                            " acts on a fixed node or has no factor. Give it "
                            "a free node and a function of time."));
    for (const BeamModel::Joint &joint : model.joints)
      add_joint(joint);
  }

  int BeamMechanism::free_index(const int node) const
  {
    return numbers.at(node);
  }

  BeamPose BeamMechanism::pose(const Vector &q, const int node) const
  {
    const int i = numbers[node];
    if (i < 0)
      return {model.nodes[node].position, Quaternion::Unit(0)};
    return {q.segment<3>(7 * i), q.segment<4>(7 * i + 3)};
  }

  Matrix3 BeamMechanism::rotation(const Vector &q, const int node) const
  {
    return rotation_matrix(pose(q, node).rotation);
  }

  Vector3 BeamMechanism::angular_velocity(const Vector &v, const int node) const
  {
    const int i = numbers[node];
    return i < 0 ? Vector3(Vector3::Zero()) : Vector3(v.segment<3>(6 * i + 3));
  }

  State BeamMechanism::reference() const
  {
    State state;
    state.q.resize(n_positions());
    for (std::size_t node = 0; node < numbers.size(); ++node)
      if (numbers[node] >= 0)
        state.q.segment<7>(7 * numbers[node]) << model.nodes[node].position,
          Quaternion::Unit(0);
    state.v.setZero(n_velocities());
    return state;
  }

  const BeamModel &BeamMechanism::parts() const
  {
    return model;
  }

  BeamElement::Resultants BeamMechanism::resultants(const Vector &q,
                                                    const int element) const
  {
    return elements[element].resultants(pose(q, model.elements[element].a),
                                        pose(q, model.elements[element].b));
  }

  double BeamMechanism::strain_energy(const Vector &q) const
  {
    double sum = 0;
    for (std::size_t e = 0; e < elements.size(); ++e)
      sum += elements[e].energy(pose(q, model.elements[e].a),
                                pose(q, model.elements[e].b));
    return sum;
  }

  double BeamMechanism::kinetic_energy(const Vector &v) const
  {
    double sum = 0;
    for (std::size_t i = 0; i < masses.size(); ++i)
      {
        const Vector3 Omega = v.segment<3>(6 * i + 3);
        sum += masses[i] * v.segment<3>(6 * i).squaredNorm() / 2 +
               Omega.dot(inertias[i] * Omega) / 2;
      }
    return sum;
  }

  TimeDependence BeamMechanism::time_dependence() const
  {
    const bool driven =
      std::any_of(alignments.begin(), alignments.end(), [](const Alignment &x) {
        return static_cast<bool>(x.angle);
      });
    return driven || !model.loads.empty() ? TimeDependence::differences
                                          : TimeDependence::none;
  }

  Evaluation BeamMechanism::mass(const Vector &, MatrixRef M) const
  {
    M.setZero();
    for (std::size_t i = 0; i < masses.size(); ++i)
      {
        M.diagonal().segment<3>(6 * i).setConstant(masses[i]);
        M.block<3, 3>(6 * i + 3, 6 * i + 3) = inertias[i];
      }
    return {};
  }

  Evaluation BeamMechanism::force(const double t,
                                  const Vector &q,
                                  const Vector &v,
                                  Vector &g) const
  {
    g.setZero();
    for (std::size_t i = 0; i < masses.size(); ++i)
      {
        const Vector3 Omega     = v.segment<3>(6 * i + 3);
        g.segment<3>(6 * i + 3) = Omega.cross(Vector3(inertias[i] * Omega));
      }
    for (std::size_t e = 0; e < elements.size(); ++e)
      {
        const auto &[a, b, section] = model.elements[e];
        const BeamElement::Vector12 f =
          elements[e].force(pose(q, a), pose(q, b));
        if (numbers[a] >= 0)
          g.segment<6>(6 * numbers[a]) += f.head<6>();
        if (numbers[b] >= 0)
          g.segment<6>(6 * numbers[b]) += f.tail<6>();
      }
    for (const BeamModel::Load &load : model.loads)
      {
        const int i         = 6 * numbers[load.node];
        const double factor = load.factor(t);
        g.segment<3>(i) -= factor * load.force;
        g.segment<3>(i + 3) -=
          factor * rotation(q, load.node).transpose() * load.moment;
      }
    return {};
  }

  Evaluation BeamMechanism::damping(const State &state, MatrixRef D) const
  {
    D.setZero();
    for (std::size_t i = 0; i < masses.size(); ++i)
      {
        const Vector3 Omega = state.v.segment<3>(6 * i + 3);
        D.block<3, 3>(6 * i + 3, 6 * i + 3) =
          skew(Omega) * inertias[i] - skew(inertias[i] * Omega);
      }
    return {};
  }

  Evaluation BeamMechanism::stiffness(const State &state, MatrixRef K) const
  {
    const Vector &q = state.q;
    K.setZero();
    for (std::size_t e = 0; e < elements.size(); ++e)
      {
        const auto &[a, b, section] = model.elements[e];
        const BeamElement::Matrix12 k =
          elements[e].tangent(pose(q, a), pose(q, b));
        const int at[2] = {numbers[a], numbers[b]};
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            if (at[i] >= 0 && at[j] >= 0)
              K.block<6, 6>(6 * at[i], 6 * at[j]) +=
                k.block<6, 6>(6 * i, 6 * j);
      }
    for (const BeamModel::Load &load : model.loads)
      {
        const int i          = 6 * numbers[load.node] + 3;
        const double factor  = load.factor(state.time);
        const Vector3 moment = rotation(q, load.node).transpose() * load.moment;
        K.block<3, 3>(i, i) -= factor * skew(moment);
      }
    // d(B^T lambda)/dq of the alignments: B has the rows p x y and s x z.
    for (const Alignment &alignment : alignments)
      {
        const Matrix3 Q =
          rotation(q, alignment.a).transpose() * rotation(q, alignment.b);
        const Vector3 p = direction(alignment, state.time).p, &s = alignment.s;
        const double lambda = state.lambda(alignment.row);
        const int a         = 6 * numbers[alignment.a] + 3,
                  b         = 6 * numbers[alignment.b] + 3;
        const bool free_a = a >= 3, free_b = b >= 3;
        if (free_a)
          K.block<3, 3>(a, a) += lambda * skew(p) * skew(Q * s);
        if (free_b)
          K.block<3, 3>(b, b) += lambda * skew(s) * skew(Q.transpose() * p);
        if (free_a && free_b)
          {
            const Matrix3 mixed = lambda * skew(p) * Q * skew(s);
            K.block<3, 3>(a, b) -= mixed;
            K.block<3, 3>(b, a) -= mixed.transpose();
          }
      }
    return {};
  }
} // namespace rivlin
