// SPDX-License-Identifier: Apache-2.0
// Everything a parameter file can say, as typed values.
#pragma once

#include <rivlin/cases/load_parameters.h>
#include <rivlin/cases/schema.h>
#include <rivlin/dynamics/channel.h>
#include <rivlin/dynamics/integration_method.h>
#include <rivlin/dynamics/place_field.h>
#include <rivlin/fe/probe_quantity.h>
#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/law_description.h>
#include <rivlin/solvers/linear_solver_options.h>
#include <rivlin/spaces/mesh_generator.h>

#include <array>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  struct MaterialParameters
  {
    const LawDescription *law = &law_description("Mooney-Rivlin");
    const VolumetricDescription *volumetric_law =
      &volumetric_description("quadratic");
    LawConstants constants; ///< of all laws; a law takes its own
    double density           = 1.1e-9;
    double mass_damping      = 0;
    double stiffness_damping = 0;
  };

  enum class SupportType
  {
    fixed,
    driven,    ///< rigid sleeve whose pose is given
    free,      ///< rigid sleeve that forces move
    prescribed ///< components that move as their channels say
  };

  enum class LoadAxes
  {
    inertial,
    body ///< turning with the sleeve
  };

  /// Lists of numbers are empty where the case gives none.
  struct SupportParameters
  {
    std::string set;
    SupportType type               = SupportType::fixed;
    std::array<bool, 3> components = {true, true, true};
    std::array<Channel, 3> translation;
    std::array<Channel, 3> rotation;
    // Prescribed components.
    std::array<Channel, 3> displacement;
    Channel radial_displacement;
    std::vector<double> centre;
    // Free sleeves: x, y, z, rx, ry, rz.
    std::array<bool, 6> free_directions = {true, true, true, true, true, true};
    double mass                         = 0;
    std::vector<double> inertia;
    std::vector<double> ring;
    double ring_density = 7.85e-9;
    std::array<Channel, 3> force;
    std::array<Channel, 3> moment;
    LoadAxes load_axes = LoadAxes::inertial;
    std::vector<double> springs;
    std::vector<double> dampers;
  };

  /// A channel that a load step gives: "Supports/outer", "Translation x".
  struct StepChannel
  {
    std::string section;
    std::string key;
    std::string dimension; ///< "length"
    Channel channel = Channel();
  };

  struct LoadStepParameters
  {
    double duration     = 1;
    double step_size    = 0; ///< 0: that of section Time
    double minimum_step = 0;
    double maximum_step = 0;
    std::vector<StepChannel> channels;
  };

  enum class ContactSurface
  {
    plane,
    cylinder,
    revolution,
    body ///< another side of the rubber itself
  };

  struct ContactParameters
  {
    std::vector<std::string> sets;
    ContactSurface surface = ContactSurface::plane;
    std::vector<std::string> against; ///< sets of the other side of the rubber
    std::vector<double> point;
    std::vector<double> direction;
    double radius = 0;
    std::string through;
    bool rubber_inside = true; ///< of a round surface
    std::vector<std::vector<double>> profile;
    double corner_radius = 0;
    std::string carrier;
    ContactMethod method = ContactMethod::penalty;
    double distance      = 0;
    double pressure      = 0;
    double friction      = 0;
    double elastic_slip  = 0;
  };

  struct ProbeParameters
  {
    std::vector<double> point;
    std::string set;
    std::vector<ProbeQuantity> quantities = {ProbeQuantity::displacement};
  };

  /// Formulas of the place; those that are not given are zero.
  struct InitialParameters
  {
    std::string definitions                 = "";
    std::array<std::string, 3> displacement = {"0", "0", "0"};
    std::array<std::string, 3> velocity     = {"0", "0", "0"};
    bool without_volume_waves               = false;
    // What the texts above say; nothing: zero.
    std::optional<PlaceField> displacement_field;
    std::optional<PlaceField> velocity_field;
  };

  enum class StepSizes
  {
    fixed,
    adaptive
  };

  struct TimeParameters
  {
    IntegrationMethod integrator = IntegrationMethod::statics;
    double end_time              = 1;
    double step_size             = 0.1;
    double minimum_step          = 0;
    double maximum_step          = 0;
    StepSizes step_control       = StepSizes::fixed;
    double absolute_tolerance    = 1e-3;
    double relative_tolerance    = 1e-3;
    double spectral_radius       = 0.8;
    double hht_alpha             = 0.1;
    double newmark_beta          = 0.25;
    double newmark_gamma         = 0.5;
    int maximum_order            = 2; ///< of IDA
    /// Nothing: as the method wants it.
    std::optional<StartingValues> starting_values;
    bool stabilized_index_2 = false; ///< form of rigid constraints

    bool is_static() const
    {
      return integrator == IntegrationMethod::statics;
    }
  };

  struct SolverParameters
  {
    LinearSolverKind linear_solver = LinearSolverKind::automatic;
    double linear_tolerance        = 0;
    int max_linear_iterations      = 300;
    double newton_tolerance        = 1e-9;
    int max_iterations             = 15;
    bool keep_tangent              = false;
    double memory_limit            = 0; ///< per rank [GB]; 0: what is free
  };

  enum class Pictures
  {
    all,
    last,
    none
  };

  struct OutputParameters
  {
    double interval = 0;
    std::vector<double> times;
    Pictures vtu = Pictures::all;
  };

  struct CheckpointParameters
  {
    double interval = 0; ///< of wall time
    int steps       = 0;
  };

  struct SnapshotParameters
  {
    double interval = 0;
    int steps       = 0;
  };

  enum class Formulation
  {
    mixed,       ///< displacement and pressure
    displacement ///< alone
  };

  /// A parameter as text, "Section/Sub/Key", and what it is about.
  struct ParameterText
  {
    std::string key;
    std::string text;
    Role role           = Role::body;
    bool changes_resume = true; ///< a continued run must have the same

    friend bool operator==(const ParameterText &a, const ParameterText &b)
    {
      return a.key == b.key && a.text == b.text;
    }
  };
  using ParameterTexts = std::vector<ParameterText>;

  /// Sections that the user names: supports, loads, contacts, regions,
  /// probes.
  template <typename Parameters>
  using Named = std::vector<std::pair<std::string, Parameters>>;

  struct CaseParameters
  {
    std::string path; ///< of the parameter file

    int dimension           = 2;
    std::string unit_system = "mm-t-s";
    MeshParameters mesh;
    Formulation formulation = Formulation::mixed;
    int degree              = 2;
    double thickness        = 1;
    MaterialParameters material; ///< of all regions not named below
    Named<MaterialParameters> regions;
    Named<SupportParameters> supports;
    Named<LoadParameters> loads;
    Named<ContactParameters> contacts;
    Named<LoadStepParameters> steps; ///< in their order
    std::array<Channel, 3> gravity;
    InitialParameters initial;
    Named<ProbeParameters> probes;
    TimeParameters time;
    SolverParameters solver;
    OutputParameters output;
    CheckpointParameters checkpoint;
    SnapshotParameters snapshots;
    ParameterTexts texts;        ///< all of the above as given
    std::set<std::string> given; ///< keys that the case gives itself
    /// Given, but without effect in this case.
    std::vector<UnusedParameter> unused;
  };

  /// Read a case; an empty path means defaults. `overrides` are
  /// "Section/Sub/Key=value" and come after the file. Throws Error for
  /// unknown names, values out of range, and entries whose neglect would change
  /// what was asked for.
  CaseParameters read_case(const std::string &path,
                           const std::vector<std::string> &overrides);

  /// The material with some parameters of section Material replaced; `place` is
  /// where the texts stand, for messages.
  MaterialParameters
  with_texts(const MaterialParameters &material,
             const std::vector<std::pair<std::string, std::string>> &texts,
             const std::string &place);

  /// Every parameter with section, default, range and meaning, as text or as
  /// Markdown. Sections that the user names appear as <region>, <set>, <name>.
  void print_parameters(std::ostream &out, bool markdown);
} // namespace rivlin
