// SPDX-License-Identifier: Apache-2.0
// Parameter by parameter, with both values where they differ.
#include "body_comparison.h"

#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/cases/parameter_declarations.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace rivlin
{
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

  std::string named_section(const std::string &key, const std::string &group)
  {
    if (!begins_with(key, group + "/"))
      return "";
    const auto slash = key.find('/', group.size() + 1);
    return slash == std::string::npos ? "" : key.substr(0, slash);
  }

  bool is_moving(const std::string &support_type)
  {
    const auto type = value_of(support_type_names(), support_type);
    return type == SupportType::driven || type == SupportType::free;
  }

  namespace
  {
    // Whose sections are named by the user: there or not.
    constexpr std::array<const char *, 4> section_groups = {"Supports",
                                                            "Material",
                                                            "Contacts",
                                                            "Loads"};

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
                              "Loads/set/Set=set",
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
  } // namespace

  std::vector<std::string> body_differences(const Applicant &applicant,
                                            const ModelScope &scope)
  {
    return BodyComparison(applicant, scope).differences;
  }
} // namespace rivlin
