// SPDX-License-Identifier: Apache-2.0
// Everything a parameter file can say, as plain values.
#pragma once

#include <rivlin/spaces/mesh_generator.h>

#include <array>
#include <iosfwd>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  struct MaterialParameters
  {
    std::string law            = "Mooney-Rivlin";
    double c10                 = 0.4;
    double c01                 = 0.1;
    std::string polynomial     = "";
    std::string ogden          = "";
    std::string bulk_modulus   = "2000";
    std::string volumetric_law = "quadratic";
    double exponent            = 9;
    double young_modulus       = 210000;
    double poisson_ratio       = 0.3;
    double density             = 1.1e-9;
    double mass_damping        = 0;
    double stiffness_damping   = 0;
  };

  struct SupportParameters
  {
    std::string set;
    std::string type                       = "fixed";
    std::string components                 = "xyz";
    std::array<std::string, 3> translation = {"0", "0", "0"};
    std::array<std::string, 3> rotation    = {"0", "0", "0"};
    // Prescribed components.
    std::array<std::string, 3> displacement = {"0", "0", "0"};
    std::string radial_displacement         = "0";
    std::string centre;
    // Free sleeves.
    std::string free_directions       = "x y z rx ry rz";
    double mass                       = 0;
    std::string inertia               = "";
    std::string ring                  = "";
    double ring_density               = 7.85e-9;
    std::array<std::string, 3> force  = {"0", "0", "0"};
    std::array<std::string, 3> moment = {"0", "0", "0"};
    std::string load_axes             = "inertial";
    std::string springs               = "";
    std::string dampers               = "";
  };

  struct LoadParameters
  {
    std::string set;
    std::string type                    = "traction";
    std::array<std::string, 3> traction = {"0", "0", "0"};
    std::string pressure                = "0";
    std::array<double, 3> stiffness     = {0, 0, 0}; ///< of springs
    std::array<double, 3> viscosity     = {0, 0, 0};
  };

  /// A channel that a load step gives: "Supports/outer", "Translation x".
  struct StepChannel
  {
    std::string section;
    std::string key;
    std::string text;
  };

  struct LoadStepParameters
  {
    double duration     = 1;
    double step_size    = 0; ///< 0: that of section Time
    double minimum_step = 0;
    double maximum_step = 0;
    std::vector<StepChannel> channels;
  };

  struct ContactParameters
  {
    std::string set;
    std::string surface   = "plane";
    std::string point     = "";
    std::string direction = "";
    double radius         = 0;
    std::string through   = "";
    std::string rubber    = "inside";
    std::string carrier   = "";
    std::string method    = "penalty";
    double distance       = 0;
    double pressure       = 0;
  };

  struct ProbeParameters
  {
    std::string point;
    std::string set;
    std::string quantities = "displacement";
  };

  struct InitialParameters
  {
    std::string definitions                 = "";
    std::array<std::string, 3> displacement = {"0", "0", "0"};
    std::array<std::string, 3> velocity     = {"0", "0", "0"};
    std::string volume_waves                = "as given";
  };

  struct TimeParameters
  {
    std::string integrator    = "statics";
    double end_time           = 1;
    double step_size          = 0.1;
    double minimum_step       = 0;
    double maximum_step       = 0;
    std::string step_control  = "fixed";
    double absolute_tolerance = 1e-3;
    double relative_tolerance = 1e-3;
    double spectral_radius    = 0.8;
    double hht_alpha          = 0.1;
    int maximum_order         = 2; ///< of IDA
  };

  struct SolverParameters
  {
    std::string linear_solver = "auto";
    double linear_tolerance   = 0;
    int max_linear_iterations = 300;
    double newton_tolerance   = 1e-9;
    int max_iterations        = 15;
    std::string tangent       = "every iteration";
  };

  struct OutputParameters
  {
    double interval = 0;
    std::string times;
    std::string vtu = "all";
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

  /// Every parameter, "Section/Sub/Key", and its text.
  using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

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
    std::string formulation = "mixed";
    int degree              = 2;
    double thickness        = 1;
    MaterialParameters material; ///< of all regions not named below
    Named<MaterialParameters> regions;
    Named<SupportParameters> supports;
    Named<LoadParameters> loads;
    Named<ContactParameters> contacts;
    Named<LoadStepParameters> steps; ///< in their order
    std::array<std::string, 3> gravity = {"0", "0", "0"};
    InitialParameters initial;
    Named<ProbeParameters> probes;
    TimeParameters time;
    SolverParameters solver;
    OutputParameters output;
    CheckpointParameters checkpoint;
    SnapshotParameters snapshots;
    ParameterTexts texts;        ///< all of the above as given
    std::set<std::string> given; ///< keys that the case gives itself
  };

  /// Read a case; an empty path means defaults. `overrides` are
  /// "Section/Sub/Key=value" and come after the file. Throws Error for
  /// unknown names, values out of range, and entries that would be ignored.
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
