// SPDX-License-Identifier: Apache-2.0
// One instance of an FMU, whatever the version of the standard: values by
// reference, modes, steps, states, derivatives.
#pragma once

#include <rivlin/export/bushing_frame.h>
#include <rivlin/export/fmu_variables.h>
#include <rivlin/online/online_model.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rivlin
{
  /// All functions throw Error for what the host did wrong and
  /// ComputationFailed where the model finds no solution; the state is then
  /// the one before the call.
  class BushingUnit
  {
  public:
    enum class Mode
    {
      instantiated,
      initialization,
      step,
      terminated
    };

    /// Everything that a later step depends on; made and read by state().
    using StateBytes = std::string;

    explicit BushingUnit(ReducedModelData data);

    const FmuSetup &setup() const
    {
      return the_setup;
    }
    Mode mode() const
    {
      return the_mode;
    }
    double time() const
    {
      return now;
    }

    /// Numbers by reference, all or none of them. Booleans are 0 and 1; both
    /// kinds throw for references of the other kind.
    void get(std::span<const unsigned int> references,
             bool booleans,
             std::span<double> values);
    void set(std::span<const unsigned int> references,
             bool booleans,
             std::span<const double> values);

    void set_start_time(double time);
    void enter_initialization();
    void exit_initialization();
    void terminate();
    void reset();

    /// From `time` by h; `time` must be the current one.
    void step(double time, double h);

    /// A text if the last step left the trained range, empty otherwise.
    const std::string &range_warning() const
    {
      return warning;
    }

    /// Change of outputs after the last step with a change of the inputs that
    /// were given for it.
    void derivative(std::span<const unsigned int> unknowns,
                    std::span<const unsigned int> knowns,
                    std::span<const double> seed,
                    std::span<double> sensitivity);

    StateBytes state() const;
    void set_state(std::string_view bytes);

  private:
    using Vector6 = BushingFrame::Vector6;

    const FmuVariable &variable(unsigned int reference) const;
    double &value(const FmuRole role, const int component)
    {
      return values[fmu_reference(role, component)];
    }
    bool option(const FmuOption which) const
    {
      return values[fmu_reference(which)] != 0;
    }
    Vector6 six(FmuRole role) const;
    void store(FmuRole role, const Vector6 &numbers);
    BushingFrame::Motion host_motion() const;

    void require_settable(const FmuVariable &variable, double number) const;
    void set_to_start_values();
    /// The model and the frame for the parameters.
    void build();
    void begin(); ///< equilibrium with the inputs, if something changed
    void give_inputs(double h, bool with_velocity);
    void compute_outputs();
    void compute_trust();
    void look_at_range();
    void forget_results();
    const OnlineTangent &tangent();

    std::array<std::optional<FmuVariable>, n_fmu_references> variables;
    FmuSetup the_setup;
    int dim;
    /// As long as no model was made of it, and where the model was scaled.
    std::optional<ReducedModelData> data;
    std::unique_ptr<OnlineModel> model;
    BushingFrame frame;

    Mode the_mode = Mode::instantiated;
    double now    = 0;
    std::array<double, n_fmu_references> values{};
    bool built = false; ///< the model fits the parameters
    bool begun = false; ///< and is in equilibrium with the inputs
    /// Of the last step, for derivatives: inputs and length.
    BushingFrame::Motion last_inputs;
    double last_h       = 0;
    bool outputs_known  = false;
    bool trust_is_known = false;
    bool was_outside    = false;
    std::optional<OnlineTangent> last_tangent;
    std::string warning;
  };
} // namespace rivlin
