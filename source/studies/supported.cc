// SPDX-License-Identifier: Apache-2.0
// Cases and runs are compared with models as parameters and their texts, which
// all three of them tell.
#include <rivlin/studies/supported.h>

#include "body_comparison.h"

#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/cases/case_contacts.h>
#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/case_loads.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/cases/snapshot_reader.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace rivlin
{
  namespace
  {
    namespace fs = std::filesystem;

    bool describes_body(const std::string &key)
    {
      for (const char *section :
           {"Mesh/", "Element/", "Material/", "Contacts/"})
        if (begins_with(key, section))
          return key != "Mesh/File";
      if (key == "Dimension" || key == "Unit system")
        return true;
      if (begins_with(key, "Loads/"))
        for (const char *name : {"/Set", "/Type", "/Stiffness ", "/Viscosity "})
          if (key.find(name) != std::string::npos)
            return true;
      if (!begins_with(key, "Supports/"))
        return false;
      for (const char *name : {"/Set", "/Centre", "/Type", "/Components"})
        if (key.ends_with(name))
          return true;
      return false;
    }

    [[noreturn]] void refuse_unknown(const Applicant &applicant,
                                     const std::string &has,
                                     const std::string &knows,
                                     const std::string &remedy)
    {
      throw Error(applicant.name + " has " + has + ". Reduced models know " +
                  knows + ": " +
                  (applicant.is_run ? "use runs without it." : remedy));
    }

    std::string listed(std::vector<std::string> parts)
    {
      constexpr std::size_t most = 5;
      if (parts.size() > most)
        {
          const std::string rest = number_text(parts.size() - most);
          parts.resize(most);
          parts.push_back("and " + rest + " more");
        }
      return joined(parts, "; ");
    }
  } // namespace

  BodyTexts body_texts(const ParameterTexts &texts)
  {
    BodyTexts body;
    for (const ParameterText &one : texts)
      if (describes_body(one.key))
        body[one.key] = std::string(trimmed(one.text));
    const bool is_plane = to_double(text_of(texts, "Dimension")) == 2;
    for (auto &[key, text] : body)
      if (begins_with(key, "Supports/") && key.ends_with("/Components"))
        {
          // Sleeves hold all of them, in the plane there is no z.
          const std::string support = key.substr(0, key.rfind('/'));
          if (is_moving(text_of(texts, support + "/Type")))
            text = "xyz";
          if (is_plane)
            std::erase(text, 'z');
        }
    return body;
  }

  BodyTexts body_texts(const CaseIdentity &identity)
  {
    BodyTexts body = body_texts(identity.parameters);
    if (!identity.mesh_file.empty())
      body[mesh_content] = identity.mesh_file;
    return body;
  }

  Applicant case_applicant(const CaseParameters &parameters)
  {
    Applicant result{"The case \"" + parameters.path + "\"", parameters.texts};
    for (const UnusedParameter &unused : parameters.unused)
      result.unused.insert(unused.key);
    if (parameters.mesh.shape == MeshShape::file &&
        !parameters.mesh.file.empty())
      result.texts.push_back(
        {mesh_bytes,
         hex_text(crc64(read_whole_file(
           fs::path(parameters.path).parent_path() / parameters.mesh.file)))});
    return result;
  }

  Applicant run_applicant(const std::filesystem::path &folder)
  {
    Applicant result{"The run in \"" + folder.string() + "\"", {}, true, {}};
    if (fs::exists(folder / "snapshots.h5"))
      {
        const CaseIdentity identity =
          parse_identity(SnapshotReader(folder / "snapshots.h5").identity());
        result.texts = identity.parameters;
        if (!identity.mesh_file.empty())
          result.texts.push_back({mesh_content, identity.mesh_file});
      }
    else if (fs::exists(folder / "summary.json"))
      {
        const auto summary = nlohmann::ordered_json::parse(
          read_whole_file(folder / "summary.json"), nullptr, false);
        if (summary.is_object() && summary.contains("parameters"))
          for (const auto &[key, text] : summary.at("parameters").items())
            result.texts.push_back({key, text.get<std::string>()});
        if (summary.is_object() && summary.contains("mesh file"))
          result.texts.push_back(
            {mesh_content, summary.at("mesh file").get<std::string>()});
      }
    return result;
  }

  ModelScope model_scope(const ReducedModelData &data,
                         const std::filesystem::path &file)
  {
    ModelScope scope;
    scope.name = "the reduced model \"" + file.filename().string() + "\"";
    for (const ReducedSleeve &sleeve : data.sleeves)
      {
        scope.sleeves.push_back(sleeve.name);
        scope.centres[sleeve.name] = sleeve.centre;
      }
    scope.capabilities = data.capabilities;
    scope.body         = data.body;
    // Files of version 0.1 have a note instead.
    if (const auto note = data.notes.find("identity");
        scope.body.empty() && note != data.notes.end())
      scope.body = body_texts(parse_identity(note->second));
    return scope;
  }

  ModelScope texts_scope(const ParameterTexts &texts, const std::string &name)
  {
    ModelScope scope;
    scope.name          = name;
    scope.body          = body_texts(texts);
    Capabilities &known = scope.capabilities;
    for (const auto &[key, text, role, resume] : texts)
      {
        known.contacts =
          known.contacts || !named_section(key, "Contacts").empty();
        if (const std::string load = named_section(key, "Loads");
            !load.empty() && key == load + "/Type")
          (value_of(load_type_names(), text) == LoadType::springs
             ? known.springs
             : known.body_loads) = true;
        known.prescribed_components =
          known.prescribed_components ||
          (begins_with(key, "Supports/") && key.ends_with("/Type") &&
           value_of(support_type_names(), text) == SupportType::prescribed);
      }
    for (const ParameterText &one : texts)
      if (begins_with(one.key, "Supports/") && one.key.ends_with("/Type") &&
          is_moving(one.text))
        scope.sleeves.push_back(one.key.substr(9, one.key.rfind('/') - 9));
    return scope;
  }

  Capabilities trainable()
  {
    Capabilities result;
    result.contacts              = true;
    result.body_loads            = true;
    result.springs               = true;
    result.prescribed_components = true;
    result.nonlinear_volume      = true;
    return result;
  }

  namespace
  {
    /// Reduced models remember nothing, such as where rubber stuck.
    void refuse_unknown_contact(const Applicant &applicant)
    {
      for (const auto &[key, text, role, resume] : applicant.texts)
        if (const std::string contact = named_section(key, "Contacts");
            !contact.empty())
          {
            if (key == contact + "/Friction coefficient" &&
                to_double(text).value_or(0) != 0)
              refuse_unknown(applicant,
                             "friction (" + in_quotes(key) + ")",
                             "no friction",
                             "leave \"Friction coefficient\" out, or run the "
                             "full model.");
            if (key == contact + "/Surface" &&
                value_of(contact_surface_names(), text) == ContactSurface::body)
              refuse_unknown(applicant,
                             "rubber on rubber in " + in_quotes(contact),
                             "no contact of the rubber with itself",
                             "run the full model.");
          }
    }
  } // namespace

  namespace
  {
    [[noreturn]] void refuse_untrained(const Applicant &applicant,
                                       const std::string &has,
                                       const std::string &knows)
    {
      throw Error(applicant.name + " has " + has +
                  ". The reduced model knows " + knows + ": " +
                  (applicant.is_run ? "use runs without it."
                                    : "train a model of this case, or run the "
                                      "full model."));
    }
  } // namespace

  void require_known(const Applicant &applicant, const Capabilities &known)
  {
    refuse_unknown_contact(applicant);
    for (const auto &[key, text, role, resume] : applicant.texts)
      {
        if (const std::string contact = named_section(key, "Contacts");
            !contact.empty() && !known.contacts)
          refuse_untrained(applicant,
                           "contacts (section " + in_quotes(contact) + ")",
                           "no contact");
        if (const std::string load = named_section(key, "Loads");
            !load.empty() && key == load + "/Type")
          {
            const bool are_springs =
              value_of(load_type_names(), text) == LoadType::springs;
            if (!(are_springs ? known.springs : known.body_loads))
              refuse_untrained(applicant,
                               (are_springs ? "springs"
                                            : "a load of type " + text) +
                                 std::string(" on the rubber (section ") +
                                 in_quotes(load) + ")",
                               are_springs ? "no springs on the rubber"
                                           : "no load on the rubber");
          }
        if (begins_with(key, "Supports/") && key.ends_with("/Type") &&
            value_of(support_type_names(), text) == SupportType::prescribed &&
            !known.prescribed_components)
          refuse_untrained(applicant,
                           "the support " +
                             in_quotes(key.substr(9, key.rfind('/') - 9)) +
                             " prescribed by components (" + in_quotes(key) +
                             " is prescribed instead of fixed, driven or free)",
                           "no prescribed components");
        if ((begins_with(key, "Initial/Displacement") ||
             begins_with(key, "Initial/Velocity")) &&
            trimmed(text) != "0" && !known.initial_values)
          refuse_unknown(applicant,
                         in_quotes(key) + " = " + text +
                           " at the start (section \"Initial\")",
                         "a start at rest only, which is 0",
                         "leave it out, or run the full model.");
      }
  }

  std::vector<std::string> require_supported(const Applicant &applicant,
                                             const ModelScope &scope)
  {
    require_known(applicant, scope.capabilities);
    if (applicant.texts.empty() || scope.body.empty())
      return {(applicant.texts.empty() ? applicant.name : scope.name) +
              " does not tell its parameters: whether " +
              (applicant.texts.empty() ? "it is of the body of " + scope.name
                                       : applicant.name + " is of its body") +
              " cannot be checked."};
    const std::vector<std::string> differences =
      body_differences(applicant, scope);
    if (!differences.empty())
      throw Error(applicant.name + " is of another model than " + scope.name +
                  ": " + listed(differences) + ". " +
                  (applicant.is_run
                     ? "Take a run of the same body."
                     : "Undo the change, or train a model of this body."));
    return {};
  }
} // namespace rivlin
