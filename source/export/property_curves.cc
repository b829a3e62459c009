// SPDX-License-Identifier: Apache-2.0
// Curves, damping and errors by the online model in equilibrium.
#include <rivlin/export/property_curves.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/base/unit_conversion.h>
#include <rivlin/dynamics/cubic_spline.h>
#include <rivlin/export/dynamic_stiffness.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/reduced_start.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace rivlin
{
  namespace
  {
    constexpr int n_intervals = 10; ///< on each side
    constexpr std::array<const char *, 6> direction_names = {
      "x", "y", "z", "about x", "about y", "about z"};

    /// Units of the file per unit of the model.
    struct PropertyUnits
    {
      explicit PropertyUnits(const ReducedModelData &data)
      {
        const UnitSystem &units = unit_system(data.unit_system);
        const double length     = unit_factor(units.length, "mm").value(),
                     moment     = unit_factor(units.moment, "N mm").value();
        pose << length, length, length, degrees, degrees, degrees;
        reaction << 1, 1, 1, moment, moment, moment;
      }

      static constexpr double degrees = 180 / std::numbers::pi;
      PropertyPose pose, reaction;
    };

    OnlineModel static_model(const ReducedModelData &data)
    {
      OnlineOptions options;
      options.quasi_static = true;
      options.drive_all    = true;
      options.gravity      = data.start.gravity;
      return OnlineModel(data, options);
    }

    void require_property_model(const ReducedModelData &data,
                                const double frequency)
    {
      if (data.sleeves.size() != 1)
        throw Error(
          message("A property file describes one sleeve that moves "
                  "relative to another one at rest; this model has ",
                  data.sleeves.size(),
                  " moving sleeves. Train it with the outer sleeve "
                  "fixed."));
      if (data.dim != 3)
        throw Error(
          "A property file has six directions; the model is plane "
          "and knows x, y and the rotation about z alone. Train a "
          "model in space.");
      if (!(frequency > 0) || !std::isfinite(frequency))
        throw Error(
          "The frequency at which damping is taken must be "
          "positive.");
    }

    PropertyPose start_pose(const ReducedModelData &data)
    {
      return inputs_at_start(data).sleeves[0].pose;
    }

    /// Trained poses, around that of the start.
    struct PropertyRange
    {
      explicit PropertyRange(const ReducedModelData &data)
        : start(start_pose(data))
        , lowest(start)
        , highest(start)
      {
        if (data.range.lowest_pose.size() == 0)
          return;
        lowest  = start.cwiseMin(data.range.lowest_pose.col(0));
        highest = start.cwiseMax(data.range.highest_pose.col(0));
      }

      /// What a rigid fit of a signal leaves of a direction that stood still
      /// does not count.
      bool is_trained(const int i) const
      {
        const PropertyPose extent = highest - lowest;
        return extent[i] >
               1e-6 * (i < 3 ? extent.head<3>() : extent.tail<3>()).maxCoeff();
      }

      PropertyPose start, lowest, highest;
    };

    /// From the start to one end of the range; the points without the start.
    void follow(OnlineModel &model,
                const PropertyRange &range,
                const int i,
                const double end,
                std::vector<std::pair<double, double>> &points)
    {
      model.set_pose(0, range.start);
      model.start(0);
      for (int k = 1; k <= n_intervals; ++k)
        {
          PropertyPose pose = range.start;
          pose[i] += (end - range.start[i]) * k / n_intervals;
          model.set_pose(0, pose);
          if (const AdvanceReport &report = model.advance(1); !report.accepted)
            throw ComputationFailed(
              std::string("The curve ") + direction_names[i] +
              " ends within the trained range: " + report.reason);
          points.emplace_back(pose[i], model.reaction(0)[i]);
        }
    }

    void set_curve(OnlineModel &model,
                   const PropertyRange &range,
                   const PropertyUnits &units,
                   const int i,
                   PropertyDirection &direction)
    {
      std::vector<std::pair<double, double>> points;
      model.set_pose(0, range.start);
      model.start(0);
      const double now = model.reaction(0)[i];
      points.emplace_back(range.start[i], now);
      direction.is_trained = range.is_trained(i);
      if (!direction.is_trained)
        {
          // As far as other directions of its kind, or 1 mm and 1 degree.
          const PropertyPose extent = range.highest - range.lowest;
          const double other =
            (i < 3 ? extent.head<3>() : extent.tail<3>()).maxCoeff() / 2;
          const double far = other > 0 ? other : 1 / units.pose[i],
                       K   = model.tangent().by_input(i, i);
          for (const double sign : {-1., 1.})
            points.emplace_back(range.start[i] + sign * far,
                                now + sign * far * K);
        }
      else
        for (const double end : {range.lowest[i], range.highest[i]})
          if (end != range.start[i])
            follow(model, range, i, end, points);
      std::sort(points.begin(), points.end());
      for (const auto &[x, F] : points)
        {
          direction.displacements.push_back(x * units.pose[i]);
          direction.forces.push_back(F * units.reaction[i]);
        }
    }

    void set_dynamics(const ReducedModelData &data,
                      const PropertyUnits &units,
                      PropertyCurves &curves)
    {
      const auto shared  = std::make_shared<const ReducedModelData>(data);
      const double omega = 2 * std::numbers::pi * curves.frequency;
      const ComplexMatrix6 K_static = dynamic_stiffness(shared, 0),
                           K        = dynamic_stiffness(shared, omega);
      for (int i = 0; i < 6; ++i)
        {
          PropertyDirection &direction = curves.directions[i];
          if (!(K(i, i).real() > 0))
            throw Error(message("At ",
                                curves.frequency,
                                " Hz the inertia of the rubber outweighs its "
                                "stiffness ",
                                direction_names[i],
                                ": springs and dampers cannot say that. "
                                "Choose a lower frequency."));
          const double factor         = units.reaction[i] / units.pose[i];
          direction.stiffness         = factor * K_static(i, i).real();
          direction.dynamic_stiffness = factor * std::abs(K(i, i));
          direction.damping           = factor * K(i, i).imag() / omega;
          direction.loss_angle = PropertyUnits::degrees * std::arg(K(i, i));
        }
    }

    void add_notes(const ReducedModelData &data, PropertyCurves &curves)
    {
      std::vector<std::string> untrained, held = data.prescribed;
      for (int i = 0; i < 6; ++i)
        if (!curves.directions[i].is_trained)
          untrained.push_back(direction_names[i]);
      if (!untrained.empty())
        curves.notes.push_back(
          "No training signal moved the sleeve in these directions: " +
          joined(untrained) +
          ". Their curves are the straight lines of the model's stiffness, "
          "which is too high: train with them.");
      for (const ReducedLoad &load : data.loads)
        held.push_back(load.name);
      if (!held.empty())
        curves.notes.push_back(
          "Held at the values of the model's start: " + joined(held) + ".");
      if (!curves.is_damped)
        curves.notes.push_back(
          "The model has no damping: the coefficients of the file are zero. "
          "Set \"Mass damping\" or \"Stiffness damping\" of the material "
          "before the training.");
    }

    /// The spline through the points, continued by straight lines.
    double curve_value(const CubicSpline &spline, const double x)
    {
      const double inside   = std::clamp(x, spline.first(), spline.last());
      const Taylor<3> there = spline.evaluate(inside);
      return there.derivative(0) + (x - inside) * there.derivative(1);
    }
  } // namespace

  PropertyCurves property_curves(const ReducedModelData &data,
                                 const double frequency)
  {
    require_property_model(data, frequency);
    const PropertyUnits units(data);
    const PropertyRange range(data);
    OnlineModel model = static_model(data);
    PropertyCurves curves;
    curves.frequency = frequency;
    curves.is_damped = !data.damping.isZero(0);
    for (int i = 0; i < 6; ++i)
      set_curve(model, range, units, i, curves.directions[i]);
    set_dynamics(data, units, curves);
    add_notes(data, curves);
    return curves;
  }

  PropertyErrors property_errors(const ReducedModelData &data,
                                 const PropertyCurves &curves,
                                 const std::vector<PropertyPose> &poses)
  {
    const PropertyUnits units(data);
    std::vector<CubicSpline> splines;
    for (const PropertyDirection &direction : curves.directions)
      splines.emplace_back(direction.displacements, direction.forces);
    OnlineModel model = static_model(data);
    model.set_pose(0, start_pose(data));
    model.start(0);
    PropertyErrors errors;
    // Of forces and moments.
    std::array<double, 2> difference{}, size{}, largest_difference{},
      largest_size{};
    for (const PropertyPose &pose : poses)
      {
        model.set_pose(0, pose);
        // Too far from the last one: from where the model begins.
        if (!model.advance(1).accepted)
          model.start(model.time());
        const PropertyPose coupled =
          model.reaction(0).cwiseProduct(units.reaction);
        PropertyPose error;
        for (int i = 0; i < 6; ++i)
          error[i] =
            curve_value(splines[i], pose[i] * units.pose[i]) - coupled[i];
        for (int part = 0; part < 2; ++part)
          {
            const double e = error.segment<3>(3 * part).squaredNorm(),
                         s = coupled.segment<3>(3 * part).squaredNorm();
            difference[part] += e;
            size[part] += s;
            largest_difference[part] = std::max(largest_difference[part], e);
            largest_size[part]       = std::max(largest_size[part], s);
          }
        ++errors.n_poses;
      }
    const auto ratio = [](const double e, const double s) {
      return s > 0 ? std::sqrt(e / s) : -1;
    };
    errors.force          = ratio(difference[0], size[0]);
    errors.moment         = ratio(difference[1], size[1]);
    errors.largest_force  = ratio(largest_difference[0], largest_size[0]);
    errors.largest_moment = ratio(largest_difference[1], largest_size[1]);
    return errors;
  }

  std::vector<PropertyPose> drawn_poses(const ReducedModelData &data,
                                        const int n_poses)
  {
    const PropertyRange range(data);
    OnlineModel model = static_model(data);
    std::mt19937 engine(1);
    std::vector<PropertyPose> poses;
    for (int k = 0; k < n_poses; ++k)
      {
        PropertyPose share;
        for (double &number : share)
          number = engine() / 4294967296.;
        PropertyPose pose =
          range.lowest + share.cwiseProduct(range.highest - range.lowest);
        for (int pull = 0; pull < 10; ++pull)
          {
            model.set_pose(0, pose);
            try
              {
                model.start(0);
                if (model.is_inside())
                  break;
              }
            catch (const ComputationFailed &)
              {} // further in, then
            pose = (pose + range.start) / 2;
          }
        poses.push_back(pose);
      }
    return poses;
  }
} // namespace rivlin
