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

  namespace
  {
    Json isochoric_json(const IsochoricLaw &law)
    {
      if (const auto *neo = std::get_if<NeoHooke>(&law))
        return {{"law", "neo-Hooke"}, {"c10", neo->c10}};
      if (const auto *mooney = std::get_if<MooneyRivlin>(&law))
        return {{"law", "Mooney-Rivlin"},
                {"c10", mooney->c10},
                {"c01", mooney->c01}};
      Json terms = Json::array();
      if (const auto *polynomial = std::get_if<Polynomial>(&law))
        {
          for (const Polynomial::Term &term : polynomial->terms)
            terms.push_back({{"i", term.i}, {"j", term.j}, {"c", term.c}});
          return {{"law", "polynomial"}, {"terms", terms}};
        }
      for (const Ogden::Term &term : std::get<Ogden>(law).terms)
        terms.push_back({{"mu", term.mu}, {"alpha", term.alpha}});
      return {{"law", "Ogden"}, {"terms", terms}};
    }

    IsochoricLaw isochoric_of(const RomObject &object)
    {
      const std::string law = object.text("law");
      if (law == "neo-Hooke")
        return NeoHooke{object.number("c10")};
      if (law == "Mooney-Rivlin")
        return MooneyRivlin{object.number("c10"), object.number("c01")};
      if (law == "polynomial")
        {
          Polynomial result;
          for (const RomObject &term : object.objects("terms"))
            result.terms.push_back({term.integer("i", 0, 100),
                                    term.integer("j", 0, 100),
                                    term.number("c")});
          return result;
        }
      if (law == "Ogden")
        {
          Ogden result;
          for (const RomObject &term : object.objects("terms"))
            result.terms.push_back({term.number("mu"), term.number("alpha")});
          return result;
        }
      object.fail("has the unknown law \"" + law + "\"");
    }

    constexpr std::array<const char *, 3> volumetric_names = {"quadratic",
                                                              "logarithmic",
                                                              "Ogden"};
    constexpr std::array<const char *, 3> rotation_names   = {"none",
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
    Json json = {{"density", material.density},
                 {"mass_damping", material.mass_damping},
                 {"stiffness_damping", material.stiffness_damping}};
    if (const auto *rubber = std::get_if<Rubber>(&material.law))
      {
        const VolumetricLaw &volumetric = rubber->volumetric;
        json["law"]                     = "rubber";
        json["isochoric"]               = isochoric_json(rubber->isochoric);
        json["volumetric"]              = {
                       {"law", volumetric_names[static_cast<int>(volumetric.kind)]},
                       {"inverse_bulk_modulus", volumetric.inverse_bulk_modulus},
                       {"beta", volumetric.beta}};
        return json;
      }
    const auto set_lame = [&](const auto &law, const char *name) {
      json["law"]    = name;
      json["lambda"] = law.lambda;
      json["mu"]     = law.mu;
    };
    if (const auto *steel = std::get_if<SaintVenantKirchhoff>(&material.law))
      set_lame(*steel, "Saint Venant-Kirchhoff");
    else
      set_lame(std::get<Hooke>(material.law), "Hooke");
    return json;
  }

  Material material_of(const RomObject &object)
  {
    Material material;
    material.density           = object.number("density");
    material.mass_damping      = object.number("mass_damping");
    material.stiffness_damping = object.number("stiffness_damping");
    const std::string law      = object.text("law");
    if (law == "rubber")
      {
        const RomObject volumetric = object.object("volumetric");
        Rubber rubber;
        rubber.isochoric       = isochoric_of(object.object("isochoric"));
        rubber.volumetric.kind = static_cast<VolumetricKind>(
          index_of(volumetric, "law", volumetric_names));
        rubber.volumetric.inverse_bulk_modulus =
          volumetric.number("inverse_bulk_modulus");
        rubber.volumetric.beta = volumetric.number("beta");
        material.law           = rubber;
      }
    else if (law == "Saint Venant-Kirchhoff")
      material.law =
        SaintVenantKirchhoff{object.number("lambda"), object.number("mu")};
    else if (law == "Hooke")
      material.law = Hooke{object.number("lambda"), object.number("mu")};
    else
      object.fail("has the unknown law \"" + law + "\"");
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
