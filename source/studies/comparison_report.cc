// SPDX-License-Identifier: Apache-2.0
// Comparisons as text and JSON.
#include <rivlin/studies/comparison.h>

#include <rivlin/base/number_text.h>
#include <rivlin/studies/report_text.h>

#include <nlohmann/json.hpp>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    constexpr std::array<const char *, 6> directions = {
      "x", "y", "z", "rx", "ry", "rz"};

    Json difference_json(const Difference &difference, const std::string &unit)
    {
      return {{with_unit("absolute", unit), json_number(difference.absolute)},
              {"relative", json_number(difference.relative())}};
    }

    /// Of the directions that are known.
    Json directions_json(const std::array<Difference, 6> &differences,
                         const std::string &length,
                         const std::string &angle)
    {
      Json json = Json::object();
      for (int i = 0; i < 6; ++i)
        if (differences[i].is_known())
          json[directions[i]] =
            difference_json(differences[i], i < 3 ? length : angle);
      return json;
    }
  } // namespace

  std::string error_text(const Difference &difference)
  {
    return difference.is_zero_signal() ? "not measurable (zero signal)"
                                       : percent(difference.relative());
  }

  std::string comparison_text(const Comparison &comparison)
  {
    const bool is_free = comparison.has_free_sleeve();
    std::string text = std::string(is_free ? "Pose" : "Reaction") + " error " +
                       error_text(comparison.headline());
    if (comparison.from > 0)
      text += " behind t = " + number_text(comparison.from) + " s";
    const auto add = [&](const char *what, const Difference &difference) {
      if (difference.is_known())
        text += std::string(", ") + what + " " + error_text(difference);
    };
    if (is_free)
      add("reaction", comparison.reaction());
    add("contact force", comparison.contact_force);
    add("displacement", comparison.displacement);
    add("pressure", comparison.pressure);
    return text + ", speed-up per step " + three_digits(comparison.speed_up());
  }

  Json comparison_json(const Comparison &comparison, const UnitSystem &units)
  {
    std::vector<std::pair<const char *, Difference>> all = {
      {"displacement", comparison.displacement},
      {"velocity", comparison.velocity},
      {"pressure", comparison.pressure},
      {"reaction", comparison.reaction()},
      {"pose", comparison.pose()}};
    if (!comparison.contacts.empty())
      all.emplace_back("contact force", comparison.contact_force);
    Json json;
    json["headline"] = {{"of", comparison.headline_name()},
                        {"relative",
                         json_number(comparison.headline().relative())}};
    if (comparison.from > 0)
      json["measured behind [s]"] = comparison.from;
    Json silent = Json::array();
    for (const auto &[name, difference] : all)
      {
        json["errors"][name] = json_number(difference.relative());
        if (difference.is_zero_signal())
          silent.push_back(name);
      }
    if (!silent.empty())
      json["not measurable (zero signal)"] = silent;
    for (const SleeveComparison &sleeve : comparison.sleeves)
      {
        Json entry = Json::object();
        if (sleeve.reaction.is_known())
          entry["reaction"] = difference_json(sleeve.reaction, units.force);
        if (sleeve.is_free != std::array<bool, 6>{})
          {
            entry["pose"] = directions_json(sleeve.pose, units.length, "rad");
            entry["velocity"] =
              directions_json(sleeve.velocity, units.length + "/s", "rad/s");
          }
        json["sleeves"][sleeve.name] = entry;
      }
    for (const ContactComparison &contact : comparison.contacts)
      json["contacts"][contact.name]["force"] =
        difference_json(contact.force, units.force);
    if (comparison.fixed_force.is_known())
      json["force of fixed supports"] =
        difference_json(comparison.fixed_force, units.force);
    json["steps"]                 = comparison.steps;
    json["seconds"]               = comparison.seconds;
    json["seconds of full model"] = comparison.full_seconds;
    json["speed-up per step"]     = json_number(comparison.speed_up());
    json["real-time factor"]      = json_number(comparison.real_time_factor());
    return json;
  }
} // namespace rivlin
