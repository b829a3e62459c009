// SPDX-License-Identifier: Apache-2.0
// Bodies as parameters and their texts, and how they differ.
#pragma once

#include <rivlin/studies/supported.h>

#include <string>
#include <vector>

namespace rivlin
{
  // Beside the parameters: a mesh file by what is in it, since it may be
  // called by another name. Cases know its bytes, runs the mesh.
  inline const std::string mesh_bytes   = "Mesh/File (checksum of its bytes)";
  inline const std::string mesh_content = "Mesh/File (checksum of its mesh)";

  bool begins_with(const std::string &text, const std::string &begin);

  /// The text of a parameter; empty if it is not there.
  std::string text_of(const ParameterTexts &texts, const std::string &name);

  /// "Contacts/stop" of "Contacts/stop/Set"; empty for other sections.
  std::string named_section(const std::string &key, const std::string &group);

  /// Whether a support of this type is a sleeve that moves.
  bool is_moving(const std::string &support_type);

  /// Differences of the body of an applicant from that of a model, in words.
  std::vector<std::string> body_differences(const Applicant &applicant,
                                            const ModelScope &scope);
} // namespace rivlin
