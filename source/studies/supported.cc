// SPDX-License-Identifier: Apache-2.0
// Cases and runs are compared with models as parameters and their texts, which
// all three of them tell.
#include <rivlin/studies/supported.h>

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

    // Beside the parameters: a mesh file by what is in it, since it may be
    // called by another name. Cases know its bytes, runs the mesh.
    const std::string mesh_bytes   = "Mesh/File (checksum of its bytes)";
    const std::string mesh_content = "Mesh/File (checksum of its mesh)";

    // Whose sections are named by the user: there or not.
    constexpr std::array<const char *, 3> section_groups = {"Supports",
                                                            "Material",
                                                            "Contacts"};

    bool begins_with(const std::string &text, const std::string &begin)
    {
      return text.rfind(begin, 0) == 0;
    }

    std::string text_of(const ParameterTexts &texts, const std::string &name)
    {
      for (const ParameterText &one : texts)
        if (one.key == name)
          return one.text;
      return "";
    }

    /// "Contacts/stop" of "Contacts/stop/Set"; empty for other sections.
    std::string named_section(const std::string &key, const std::string &group)
    {
      if (!begins_with(key, group + "/"))
        return "";
      const auto slash = key.find('/', group.size() + 1);
      return slash == std::string::npos ? "" : key.substr(0, slash);
    }

    bool describes_body(const std::string &key)
    {
      for (const char *section :
           {"Mesh/", "Element/", "Material/", "Contacts/"})
        if (begins_with(key, section))
          return key != "Mesh/File";
      if (key == "Dimension" || key == "Unit system")
        return true;
      if (!begins_with(key, "Supports/"))
        return false;
      for (const char *name : {"/Set", "/Centre", "/Type", "/Components"})
        if (key.ends_with(name))
          return true;
      return false;
    }

    bool is_moving(const std::string &support_type)
    {
      const auto type = value_of(support_type_names(), support_type);
      return type == SupportType::driven || type == SupportType::free;
    }

    /// Words between blanks and commas.
    std::vector<std::string> words_in(std::string text)
    {
      std::replace(text.begin(), text.end(), ',', ' ');
      std::vector<std::string> words;
      for (const std::string_view word : split_words(text))
        words.emplace_back(word);
      return words;
    }

    /// Texts, or lists of numbers and words that mean the same.
    bool same_value(const std::string &a, const std::string &b)
    {
      const std::vector<std::string> of_a = words_in(a), of_b = words_in(b);
      return std::equal(of_a.begin(),
                        of_a.end(),
                        of_b.begin(),
                        of_b.end(),
                        [](const std::string &x, const std::string &y) {
                          const auto number = to_double(x);
                          return x == y || (number && number == to_double(y));
                        });
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

    /// Defaults are in these units.
    std::string unit_system_of(const ParameterTexts &texts)
    {
      const std::string given = text_of(texts, "Unit system");
      return given.empty() ? "mm-t-s" : given;
    }

    /// Differences of the body in words.
    class BodyComparison
    {
    public:
      BodyComparison(const Applicant &applicant, const ModelScope &scope)
        : model(scope)
        , theirs(body_texts(applicant.texts))
        , ours(scope.body)
        , unused(applicant.unused)
        , defaults(read_case("",
                             {"Supports/set/Type=fixed",
                              "Contacts/set/Set=set",
                              "Unit system=" + unit_system_of(applicant.texts)})
                     .texts)
      {
        compare_supports();
        std::set<std::string> keys;
        for (const BodyTexts *texts : {&theirs, &ours})
          for (const auto &[key, text] : *texts)
            keys.insert(key);
        for (const char *first : {"Dimension", "Unit system"})
          if (keys.erase(first) > 0)
            compare(first);
        for (const std::string &key : keys)
          compare(key);
      }

      std::vector<std::string> differences;

    private:
      bool has_section(const BodyTexts &texts, const std::string &section)
      {
        const auto next = texts.lower_bound(section + "/");
        return next != texts.end() && begins_with(next->first, section + "/");
      }

      void compare_supports()
      {
        std::vector<std::string> moving;
        for (const auto &[key, text] : theirs)
          if (begins_with(key, "Supports/") && key.ends_with("/Type") &&
              is_moving(text))
            moving.push_back(key.substr(9, key.rfind('/') - 9));
        for (const std::string &sleeve : model.sleeves)
          if (std::find(moving.begin(), moving.end(), sleeve) == moving.end())
            differences.push_back(
              "it has no sleeve " + in_quotes(sleeve) + " (" +
              in_quotes("Supports/" + sleeve + "/Type") + " is " +
              value(theirs, "Supports/" + sleeve + "/Type") +
              " instead of driven or free)" + did_you_mean(sleeve, moving));
        if (differences.empty() && moving.size() != model.sleeves.size())
          for (const std::string &sleeve : moving)
            if (std::find(model.sleeves.begin(), model.sleeves.end(), sleeve) ==
                model.sleeves.end())
              differences.push_back(
                "it has " + number_text(moving.size()) +
                " moving sleeves instead of " +
                number_text(model.sleeves.size()) + " (" +
                in_quotes("Supports/" + sleeve + "/Type") + " is " +
                value(theirs, "Supports/" + sleeve + "/Type") + ")");
      }

      /// What a parameter is unless it is given.
      std::string default_text(const std::string &key) const
      {
        for (const std::string group : section_groups)
          if (const std::string section = named_section(key, group);
              !section.empty())
            return text_of(defaults,
                           (group == "Material" ? group : group + "/set") +
                             key.substr(section.size()));
        return text_of(defaults, key);
      }

      static std::string value(const BodyTexts &texts, const std::string &key)
      {
        const auto found = texts.find(key);
        return found == texts.end()    ? "not there"
               : found->second.empty() ? "not given"
                                       : found->second;
      }

      bool is_known_centre(const std::string &key, const std::string &text)
      {
        const std::string name = key.substr(9, key.rfind('/') - 9);
        const auto centre      = model.centres.find(name);
        const auto words       = words_in(text);
        if (centre == model.centres.end() || words.empty() || words.size() > 3)
          return false;
        const double scale = std::max(1., centre->second.norm());
        for (std::size_t i = 0; i < words.size(); ++i)
          if (const auto number = to_double(words[i]);
              !number ||
              !(std::abs(*number - centre->second[i]) <= 1e-9 * scale))
            return false;
        return true;
      }

      bool is_same(const std::string &key)
      {
        const auto a = theirs.find(key), b = ours.find(key);
        if (key == mesh_bytes || key == mesh_content)
          return a == theirs.end() || b == ours.end() || a->second == b->second;
        // Sections are there or not; other parameters have defaults, which
        // matters for those that one version knows and another does not.
        for (const std::string group : section_groups)
          if (const std::string section = named_section(key, group);
              !section.empty() &&
              has_section(theirs, section) != has_section(ours, section))
            return false;
        const std::string x = a == theirs.end() ? default_text(key) : a->second;
        const std::string y = b == ours.end() ? default_text(key) : b->second;
        if (key.ends_with("/Type") && begins_with(key, "Supports/"))
          return x == y || (is_moving(x) && is_moving(y));
        if (key.ends_with("/Centre"))
          return same_value(x, y) || is_known_centre(key, x);
        return same_value(x, y);
      }

      void compare(const std::string &key)
      {
        if (is_same(key) || unused.count(key) > 0)
          return;
        const std::string a = value(theirs, key), b = value(ours, key);
        // A section that one of both has not: its first line is enough.
        for (const std::string group : section_groups)
          if (const std::string section = named_section(key, group);
              !section.empty() &&
              has_section(theirs, section) != has_section(ours, section))
            {
              const std::string line =
                "it has " +
                std::string(has_section(theirs, section) ? "a" : "no") +
                " section " + in_quotes(section) + ", the model has " +
                (has_section(ours, section) ? "one" : "none");
              if (std::find(differences.begin(), differences.end(), line) ==
                  differences.end())
                differences.push_back(line);
              return;
            }
        if (key.ends_with("/Type") && begins_with(key, "Supports/") &&
            (is_moving(a) || is_moving(b)))
          return; // said before
        if (key == "Dimension")
          differences.push_back("dimension " + a + " instead of " + b +
                                " (\"Dimension\")");
        else
          differences.push_back(in_quotes(key) + " is " + a + " instead of " +
                                b);
      }

      const ModelScope &model;
      const BodyTexts theirs;
      const BodyTexts ours;
      const std::set<std::string> unused;
      const ParameterTexts defaults;
    };

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
    scope.name = name;
    scope.body = body_texts(texts);
    scope.capabilities.contacts =
      std::any_of(texts.begin(), texts.end(), [](const ParameterText &one) {
        return !named_section(one.key, "Contacts").empty();
      });
    for (const ParameterText &one : texts)
      if (begins_with(one.key, "Supports/") && one.key.ends_with("/Type") &&
          is_moving(one.text))
        scope.sleeves.push_back(one.key.substr(9, one.key.rfind('/') - 9));
    return scope;
  }

  Capabilities trainable()
  {
    Capabilities result;
    result.contacts = true;
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

  void require_known(const Applicant &applicant, const Capabilities &known)
  {
    refuse_unknown_contact(applicant);
    for (const auto &[key, text, role, resume] : applicant.texts)
      {
        if (const std::string contact = named_section(key, "Contacts");
            !contact.empty() && !known.contacts)
          throw Error(
            applicant.name + " has contacts (section " + in_quotes(contact) +
            "). The reduced model knows no contact: " +
            (applicant.is_run ? "use runs without it."
                              : "train a model of this case, or run the full "
                                "model."));
        if (const std::string load = named_section(key, "Loads");
            !load.empty() && key == load + "/Type")
          {
            const bool are_springs =
              value_of(load_type_names(), text) == LoadType::springs;
            if (!(are_springs ? known.springs : known.body_loads))
              refuse_unknown(applicant,
                             (are_springs ? "springs"
                                          : "a load of type " + text) +
                               std::string(" on the rubber (section ") +
                               in_quotes(load) + ")",
                             "forces on sleeves only",
                             "leave the section Loads out, or run the full "
                             "model.");
          }
        if (begins_with(key, "Supports/") && key.ends_with("/Type") &&
            value_of(support_type_names(), text) == SupportType::prescribed &&
            !known.prescribed_components)
          refuse_unknown(applicant,
                         "the support " +
                           in_quotes(key.substr(9, key.rfind('/') - 9)) +
                           " prescribed by components (" + in_quotes(key) +
                           " is prescribed instead of fixed, driven or free)",
                         "sleeves and fixed surfaces only",
                         "change the type, or run the full model.");
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
    const BodyComparison found(applicant, scope);
    if (!found.differences.empty())
      throw Error(applicant.name + " is of another model than " + scope.name +
                  ": " + listed(found.differences) + ". " +
                  (applicant.is_run
                     ? "Take a run of the same body."
                     : "Undo the change, or train a model of this body."));
    return {};
  }
} // namespace rivlin
