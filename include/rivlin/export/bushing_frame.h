// SPDX-License-Identifier: Apache-2.0
// Between the coordinates of a host (SI units, perhaps mirrored, offset, in
// Cardan angles, angular velocities) and those of the model (its own units,
// rotation vector and its rate).
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/export/fmu_setup.h>

#include <string>

namespace rivlin
{
  class BushingFrame
  {
  public:
    using Vector6 = Eigen::Matrix<double, 6, 1>;

    /// Translation and angles; their rate: velocity and angular velocity, both
    /// in the axes of the outer sleeve.
    struct Motion
    {
      Vector6 pose     = Vector6::Zero();
      Vector6 velocity = Vector6::Zero();
    };

    struct Options
    {
      std::string unit_system = "m-kg-s"; ///< of the model
      FmuAngles angles        = FmuAngles::rotation_vector;
      /// Seen in the mirror y -> -y: the part for the other side of the car.
      bool mirrored          = false;
      double stiffness_scale = 1;
      Vector6 pose_offset    = Vector6::Zero();
      Vector6 preload        = Vector6::Zero();
    };

    BushingFrame() = default;
    explicit BushingFrame(const Options &options);

    /// Pose and its time derivatives as OnlineModel takes them, a time h
    /// later if the velocity stays.
    Motion to_model(const Motion &host, double h) const;
    /// Its derivative along a change of the host's numbers.
    Motion
    to_model_change(const Motion &host, const Motion &change, double h) const;
    /// The reverse with h = 0.
    Motion to_host(const Motion &model) const;
    /// Its translation alone: where the inner sleeve is seen from the outer.
    Vector3 arm_of(const Vector6 &model_pose) const;

    /// What a host applies to the sleeve, with the preload, for OnlineModel.
    Vector6 load_to_model(const Vector6 &host) const;
    /// Force and moment of the bushing on the inner sleeve from the reaction
    /// of the model, which acts on the rubber.
    Vector6 inner_load(const Vector6 &reaction) const;
    /// Its derivative: without the preload.
    Vector6 inner_load_change(const Vector6 &reaction_change) const;

  private:
    Vector6 mirror(const Vector6 &x) const;

    Options given;
    double length = 1; ///< model units per metre
    double moment = 1; ///< model units per N m
  };

  /// -F and -M - d x F: what balances the load on the inner sleeve, d being the
  /// place of the inner sleeve seen from the outer.
  BushingFrame::Vector6 outer_load(const BushingFrame::Vector6 &inner,
                                   const Vector3 &arm);
} // namespace rivlin
