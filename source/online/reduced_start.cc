// SPDX-License-Identifier: Apache-2.0
// Statics along a straight path of the inputs.
#include <rivlin/online/reduced_start.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/dynamics/sudden_forces.h>

namespace rivlin
{
  namespace
  {
    /// From a to b while t goes from 0 to 1.
    DrivenNumber path(const double a, const double b)
    {
      return [a, b](const double t, const int order) {
        return order == 0 ? a + t * (b - a) : order == 1 ? b - a : 0;
      };
    }

    std::vector<DrivenNumber> paths(const Vector &from, const Vector &to)
    {
      std::vector<DrivenNumber> result;
      for (Eigen::Index i = 0; i < from.size(); ++i)
        result.push_back(path(from[i], to[i]));
      return result;
    }

    std::vector<Sleeve>
    sleeves_along(const HeldInputs &from,
                  const HeldInputs &to,
                  const std::vector<RigidSleeveProperties> &bodies)
    {
      std::vector<Sleeve> sleeves(bodies.size());
      for (std::size_t s = 0; s < bodies.size(); ++s)
        {
          SleeveInputs inputs{0, 1, from.sleeves[s], to.sleeves[s]};
          inputs.end.has_velocity = true; // at rest at both ends
          sleeves[s].body         = bodies[s];
          sleeves[s].motion       = [inputs](const double t, int) {
            return inputs.motion(t);
          };
          sleeves[s].load = [inputs](const double t, const int order) {
            return inputs.load(t, order);
          };
        }
      return sleeves;
    }
  } // namespace

  HeldInputs inputs_at_start(const ReducedModelData &data)
  {
    HeldInputs inputs;
    inputs.sleeves.resize(data.sleeves.size());
    inputs.prescribed = Vector::Zero(data.n_prescribed());
    inputs.loads = Vector::Zero(static_cast<Eigen::Index>(data.loads.size()));
    const ReducedStart &start = data.start;
    if (!start.is_given())
      return inputs;
    inputs.prescribed    = start.r.segment(data.n_rho(), data.n_prescribed());
    inputs.loads         = start.loads;
    inputs.gravity       = start.gravity;
    const int per_sleeve = data.dim + data.dim * data.dim;
    for (std::size_t s = 0; s < inputs.sleeves.size(); ++s)
      {
        SleeveInput &sleeve = inputs.sleeves[s];
        const double *rho   = start.r.data() + s * per_sleeve;
        Matrix3 R           = Matrix3::Identity();
        for (int i = 0; i < data.dim; ++i)
          {
            sleeve.pose[i] = rho[i];
            for (int J = 0; J < data.dim; ++J)
              R(i, J) += rho[data.dim + i * data.dim + J];
          }
        sleeve.pose.tail<3>() = rotation_logarithm(quaternion(R));
        const auto load       = start.sleeve_loads.col(Eigen::Index(s));
        sleeve.force          = load.head<3>();
        sleeve.moment         = load.tail<3>();
      }
    return inputs;
  }

  State equilibrium(const std::shared_ptr<const ReducedModelData> &data,
                    const std::vector<RigidSleeveProperties> &bodies,
                    const HeldInputs &inputs)
  {
    const HeldInputs from = inputs_at_start(*data);
    const ReducedModel::Gravity gravity =
      [g = from.gravity, h = inputs.gravity](const double t, const int order) {
        return order == 0   ? Vector3(g + t * (h - g))
               : order == 1 ? Vector3(h - g)
                            : Vector3(Vector3::Zero());
      };
    const ReducedModel model(data,
                             sleeves_along(from, inputs, bodies),
                             gravity,
                             false,
                             {paths(from.prescribed, inputs.prescribed),
                              paths(from.loads, inputs.loads)});
    StaticsOptions options;
    options.newton.tolerance = 1e-11;
    if (!data->contacts.empty())
      expect_sudden_forces(options);
    Statics statics(model, options);
    IntegrationPlan plan;
    plan.end_time     = 1;
    plan.initial_step = 1;
    plan.minimum_step = 1e-3;
    State state       = model.initial_state();
    if (const IntegrationReport report = integrate(statics, state, plan);
        !report.finished)
      throw ComputationFailed(
        "No equilibrium of the reduced model with the loads of its start: " +
        report.reason);
    return state;
  }
} // namespace rivlin
