// SPDX-License-Identifier: Apache-2.0
// Materials and sleeves as JSON.
#include "rom_json.h"

#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rivlin
{
  using Json = nlohmann::json;

  RomObject::RomObject(const Json &object, std::string place)
    : json(&object)
    , where(std::move(place))
  {
    if (!object.is_object())
      fail("is not a JSON object");
  }

  void RomObject::fail(const std::string &what) const
  {
    throw Error(where + " " + what +
                ". The reduced model is damaged or was not written by Rivlin.");
  }

  void RomObject::fail_unknown(const std::string &what,
                               const std::string &name) const
  {
    throw Error(where + " has the " + what + " \"" + name +
                "\", which this program does not know. Use a newer version of "
                "Rivlin if it is not damaged.");
  }

  const Json &RomObject::find(const char *key) const
  {
    const auto found = json->find(key);
    if (found == json->end())
      fail(std::string("has no \"") + key + "\"");
    return *found;
  }

  double RomObject::number(const char *key) const
  {
    const Json &value = find(key);
    if (!value.is_number() || !std::isfinite(value.get<double>()))
      fail(std::string("has no finite number \"") + key + "\"");
    return value.get<double>();
  }

  int
  RomObject::integer(const char *key, const int lowest, const int highest) const
  {
    const Json &value = find(key);
    // As a double, in which no integer of the file overflows.
    const double n = value.is_number_integer()
                       ? value.get<double>()
                       : std::numeric_limits<double>::quiet_NaN();
    if (!(n >= lowest && n <= highest))
      fail(std::string("has no whole number \"") + key + "\" from " +
           number_text(lowest) + " to " + number_text(highest));
    return static_cast<int>(n);
  }

  bool RomObject::truth(const char *key) const
  {
    const Json &value = find(key);
    if (!value.is_boolean())
      fail(std::string("has no true or false for \"") + key + "\"");
    return value.get<bool>();
  }

  std::string RomObject::text(const char *key) const
  {
    const Json &value = find(key);
    if (!value.is_string())
      fail(std::string("has no text \"") + key + "\"");
    return value.get<std::string>();
  }

  bool RomObject::has(const char *key) const
  {
    return json->contains(key);
  }

  std::map<std::string, std::string> RomObject::texts() const
  {
    std::map<std::string, std::string> result;
    for (const auto &[key, value] : json->items())
      {
        if (!value.is_string())
          fail("has no text \"" + key + "\"");
        result[key] = value.get<std::string>();
      }
    return result;
  }

  RomObject RomObject::object(const char *key) const
  {
    return RomObject(find(key), where + ", " + key + ",");
  }

  std::vector<RomObject> RomObject::objects(const char *key) const
  {
    const Json &value = find(key);
    if (!value.is_array())
      fail(std::string("has no list \"") + key + "\"");
    std::vector<RomObject> result;
    for (const Json &entry : value)
      result.push_back(RomObject(entry, where + ", " + key + ","));
    return result;
  }

  std::vector<double> RomObject::numbers(const char *key,
                                         const std::size_t n) const
  {
    const Json &value = find(key);
    if (!value.is_array() || value.size() != n)
      fail(std::string("has no list \"") + key + "\" of " + number_text(n) +
           " numbers");
    std::vector<double> result;
    for (const Json &entry : value)
      {
        if (!entry.is_number() || !std::isfinite(entry.get<double>()))
          fail(std::string("has no finite numbers in \"") + key + "\"");
        result.push_back(entry.get<double>());
      }
    return result;
  }

  Json volumetric_json(const VolumetricLaw &law)
  {
    return {{"law", name_of(law.kind)},
            {"inverse_bulk_modulus", law.inverse_bulk_modulus},
            {"beta", law.beta}};
  }

  VolumetricLaw volumetric_of(const RomObject &object)
  {
    const std::string name = object.text("law");
    for (const VolumetricKindNames &known : volumetric_kinds())
      if (name == known.name)
        return {known.kind,
                object.number("inverse_bulk_modulus"),
                object.number("beta")};
    object.fail_unknown("volumetric law", name);
  }

  namespace
  {
    template <class Owner>
    void put(const LawNumber<Owner> &number, const Owner &owner, Json &json)
    {
      json[number.names.key] = owner.*number.member;
    }

    template <class Law, class Term, class... Numbers>
    void put(const LawTable<Law, Term, Numbers...> &table,
             const Law &law,
             Json &json)
    {
      Json rows = Json::array();
      for (const Term &term : law.*table.member)
        {
          Json row = Json::object();
          for_each_constant(table.columns, [&](const auto &column) {
            row[column.key] = term.*column.member;
          });
          rows.push_back(row);
        }
      json[table.names.key] = rows;
    }

    template <class Owner>
    void
    get(const LawNumber<Owner> &number, const RomObject &object, Owner &owner)
    {
      owner.*number.member = object.number(number.names.key);
    }

    template <class Term>
    void get_cell(const LawColumn<Term, int> &column,
                  const RomObject &row,
                  Term &term)
    {
      term.*column.member =
        row.integer(column.key, column.lowest, column.highest);
    }

    template <class Term>
    void get_cell(const LawColumn<Term, double> &column,
                  const RomObject &row,
                  Term &term)
    {
      term.*column.member = row.number(column.key);
    }

    template <class Law, class Term, class... Numbers>
    void get(const LawTable<Law, Term, Numbers...> &table,
             const RomObject &object,
             Law &law)
    {
      for (const RomObject &row : object.objects(table.names.key))
        {
          Term term;
          for_each_constant(table.columns, [&](const auto &column) {
            get_cell(column, row, term);
          });
          (law.*table.member).push_back(term);
        }
    }

    /// Name and constants.
    template <class Law>
    Json law_json(const Law &law)
    {
      Json json = {{"law", Law::name}};
      for_each_constant(Law::constants,
                        [&](const auto &one) { put(one, law, json); });
      return json;
    }

    Json law_json(const Rubber &law)
    {
      return {{"law", Rubber::name},
              {"isochoric",
               std::visit([](const auto &iso) { return law_json(iso); },
                          law.isochoric)},
              {"volumetric", volumetric_json(law.volumetric)}};
    }

    template <class Law>
    void read_law(const RomObject &object, Law &law)
    {
      for_each_constant(Law::constants,
                        [&](const auto &one) { get(one, object, law); });
    }

    void read_law(const RomObject &object, Rubber &law);

    /// The alternative whose name the object tells.
    template <class... Laws>
    void read_choice(const RomObject &object, std::variant<Laws...> &choice)
    {
      const std::string name = object.text("law");
      const auto take        = [&]<class Law>(const Law &) {
        if (name != Law::name)
          return false;
        read_law(object, choice.template emplace<Law>());
        return true;
      };
      if (!(take(Laws{}) || ...))
        object.fail_unknown("law", name);
    }

    void read_law(const RomObject &object, Rubber &law)
    {
      read_choice(object.object("isochoric"), law.isochoric);
      law.volumetric = volumetric_of(object.object("volumetric"));
    }

    constexpr std::array<const char *, 3> rotation_names = {"none",
                                                            "about axis",
                                                            "free"};

    template <class Names>
    int index_of(const RomObject &object, const char *key, const Names &names)
    {
      const std::string text = object.text(key);
      const auto found       = std::find(names.begin(), names.end(), text);
      if (found == names.end())
        object.fail("has the unknown " + std::string(key) + " \"" + text +
                    "\"");
      return static_cast<int>(found - names.begin());
    }

    template <std::size_t n>
    std::array<double, n> array_of(const RomObject &object, const char *key)
    {
      const std::vector<double> numbers = object.numbers(key, n);
      std::array<double, n> result;
      std::copy(numbers.begin(), numbers.end(), result.begin());
      return result;
    }
  } // namespace

  Json material_json(const Material &material)
  {
    Json json =
      std::visit([](const auto &law) { return law_json(law); }, material.law);
    json["density"]           = material.density;
    json["mass_damping"]      = material.mass_damping;
    json["stiffness_damping"] = material.stiffness_damping;
    return json;
  }

  Material material_of(const RomObject &object)
  {
    Material material;
    material.density           = object.number("density");
    material.mass_damping      = object.number("mass_damping");
    material.stiffness_damping = object.number("stiffness_damping");
    read_choice(object, material.law);
    return material;
  }

  Json capabilities_json(const Capabilities &capabilities)
  {
    Json json = Json::object();
    for (const Capability &one : all_capabilities)
      json[one.key] = capabilities.*one.member;
    return json;
  }

  Capabilities capabilities_of(const RomObject &object)
  {
    Capabilities result;
    for (const Capability &one : all_capabilities)
      if (object.has(one.key))
        result.*one.member = object.truth(one.key);
    return result;
  }

  Json sleeve_json(const ReducedSleeve &sleeve)
  {
    const RigidSleeveProperties &body = sleeve.body;
    std::vector<double> inertia, is_free;
    for (int c = 0; c < 9; ++c)
      inertia.push_back(body.inertia(c / 3, c % 3));
    for (const bool direction : body.free_translation)
      is_free.push_back(direction ? 1 : 0);
    return {{"name", sleeve.name},
            {"centre", {sleeve.centre[0], sleeve.centre[1], sleeve.centre[2]}},
            {"free_translation", is_free},
            {"rotation", rotation_names[static_cast<int>(body.rotation)]},
            {"axis", body.axis},
            {"mass", body.mass},
            {"inertia", inertia},
            {"stiffness", body.stiffness},
            {"damping", body.damping},
            {"force_in_body_axes", body.force_in_body_axes},
            {"moment_in_body_axes", body.moment_in_body_axes}};
  }

  ReducedSleeve sleeve_of(const RomObject &object)
  {
    ReducedSleeve sleeve;
    RigidSleeveProperties &body       = sleeve.body;
    sleeve.name                       = object.text("name");
    const std::vector<double> centre  = object.numbers("centre", 3);
    const std::vector<double> inertia = object.numbers("inertia", 9);
    const std::vector<double> is_free = object.numbers("free_translation", 3);
    for (int i = 0; i < 3; ++i)
      {
        sleeve.centre[i]         = centre[i];
        body.free_translation[i] = is_free[i] != 0;
        for (int j = 0; j < 3; ++j)
          body.inertia(i, j) = inertia[3 * i + j];
      }
    body.rotation = static_cast<RotationFreedom>(
      index_of(object, "rotation", rotation_names));
    body.axis                = object.integer("axis", 0, 2);
    body.mass                = object.number("mass");
    body.stiffness           = array_of<6>(object, "stiffness");
    body.damping             = array_of<6>(object, "damping");
    body.force_in_body_axes  = object.truth("force_in_body_axes");
    body.moment_in_body_axes = object.truth("moment_in_body_axes");
    return sleeve;
  }
} // namespace rivlin
