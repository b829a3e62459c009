// SPDX-License-Identifier: Apache-2.0
// A reduced model for multibody programs: poses or loads in, reactions or poses
// out, step by step.
#pragma once

#include <rivlin/online/reduced_model.h>
#include <rivlin/online/sleeve_inputs.h>

#include <memory>
#include <string>
#include <string_view>

namespace rivlin
{
  struct OnlineOptions
  {
    /// Equilibrium at the end of each step instead of generalized alpha.
    bool quasi_static      = false;
    double spectral_radius = 0.8;  ///< of generalized alpha
    double tolerance       = 1e-9; ///< of Newton's method
    /// A step that is refused is halved; at most so often.
    int max_halvings = 10;
    /// Drive all sleeves, also those that were free in the training.
    bool drive_all = false;
    /// Acceleration; zero: that of the model's start, if it has one.
    Vector3 gravity = Vector3::Zero();
  };

  struct AdvanceReport
  {
    bool accepted = false;
    std::string reason; ///< empty if accepted; otherwise what, numbers, remedy
    int n_substeps        = 0;
    int newton_iterations = 0;
    /// Substeps refused because they would have left the trained range.
    long n_kept_in_range = 0;
  };

  /// Derivatives of the outputs after the last advance with respect to the
  /// inputs at its end, 6 rows and columns per sleeve.
  struct OnlineTangent
  {
    Matrix by_input;
    /// With respect to the velocities of driven sleeves, where they were given.
    Matrix by_velocity;
  };

  /// Per sleeve six inputs and six outputs, in the units of the model:
  ///   driven (all directions locked): pose in, reaction out;
  ///   otherwise: force and moment in, pose out; locked directions of it follow
  ///   the pose that is set for it.
  /// Poses are translation and rotation vector, reactions force and moment
  /// about the moved centre by which the sleeve acts on the rubber.
  ///
  /// Between the old and the new inputs poses follow the cubic polynomial with
  /// the given velocities at both ends (Hermite), so that velocity and
  /// acceleration exist; without a velocity the mean one of the step is taken
  /// at its end. Loads are interpolated linearly.
  class OnlineModel
  {
  public:
    using Vector6 = SleeveInputs::Vector6;

    /// Throws Error if the data do not fit.
    explicit OnlineModel(ReducedModelData data,
                         const OnlineOptions &options = {});
    ~OnlineModel();

    int n_sleeves() const;
    const std::string &name(int sleeve) const;
    bool is_driven(int sleeve) const;
    const ReducedModelData &data() const;

    /// Inputs at the end of the next step. Those that have no effect throw
    /// Error: the pose of a sleeve that is free in all directions, the load of
    /// one that is driven.
    void set_pose(int sleeve,
                  const Vector6 &pose,
                  const Vector6 *velocity = nullptr);
    void set_load(int sleeve, const Vector3 &force, const Vector3 &moment);

    /// Begin in equilibrium with the inputs; where none are set, poses and
    /// loads are those of the model's start. Throws ComputationFailed if none
    /// is found. Velocities of driven sleeves are taken over.
    void start(double time);

    /// Carry the model to time + h, all or nothing: a step that does not
    /// converge changes nothing but the inputs.
    const AdvanceReport &advance(double h);

    double time() const;
    Vector6 output(int sleeve) const;
    Vector6 reaction(int sleeve) const;
    /// Pose, and its time derivatives (of translation and rotation vector).
    Vector6 pose(int sleeve) const;
    Vector6 velocity(int sleeve) const;
    const Trust &trust() const;
    /// Trust::inside alone, which costs next to nothing.
    bool is_inside() const;
    const ReducedObservation &observation() const;

    /// Exact for quasi-static steps and for dynamic ones without substeps;
    /// after substeps the state at the beginning of the last one counts as
    /// fixed. Throws ComputationFailed if the tangent is singular.
    OnlineTangent tangent() const;

    /// Everything that a later advance depends on.
    std::string save() const;
    /// Throws Error, and changes nothing, for bytes that do not fit.
    void restore(std::string_view bytes);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation;
  };
} // namespace rivlin
