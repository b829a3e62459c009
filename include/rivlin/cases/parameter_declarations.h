// SPDX-License-Identifier: Apache-2.0
// The declaration of every parameter of a case, one file per group of sections.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/cases/schema.h>

namespace rivlin
{
  /// Bind all parameters to `values`, which must outlive the schema. The named
  /// sections (supports, loads, ...) are those that `values` has; relative
  /// names of tables count from the folder of its path.
  void declare_parameters(Schema &schema, CaseParameters &values);

  // Its parts.
  void declare_mesh(Schema &schema, CaseParameters &values);
  void declare_materials(Schema &schema, CaseParameters &values);
  void declare_supports(Schema &schema, CaseParameters &values);
  void declare_actions(Schema &schema, CaseParameters &values);
  void declare_load_steps(Schema &schema, CaseParameters &values);
  void declare_time(Schema &schema, CaseParameters &values);

  /// Whether the section of a material gives this parameter or, if it is one of
  /// a law, anything of the law: constants of two sources do not mix.
  bool is_given_with(const std::string &key,
                     const std::set<std::string> &given,
                     const std::string &section);

  /// Folder from which the tables of channels are named.
  std::filesystem::path directory_of(const CaseParameters &values);

  /// Conditions that hold in dynamics, in 3D, or in 2D, for Parameter::needs.
  std::function<std::string()> only_in_dynamics(const CaseParameters &values);
  std::function<std::string()> only_in(int dimension,
                                       const CaseParameters &values);

  const Names<SupportType> &support_type_names();
} // namespace rivlin
