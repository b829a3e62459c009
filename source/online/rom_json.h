// SPDX-License-Identifier: Apache-2.0
// Materials and sleeves as JSON, and JSON that is not believed.
#pragma once

#include <rivlin/base/error.h>
#include <rivlin/online/reduced_model_data.h>

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace rivlin
{
  /// A JSON object with accessors that throw Error instead of guessing.
  class RomObject
  {
  public:
    using Json = nlohmann::json;

    /// `where` is for messages.
    RomObject(const Json &json, std::string where);

    double number(const char *key) const; ///< finite
    int integer(const char *key, int lowest, int highest) const;
    bool truth(const char *key) const;
    std::string text(const char *key) const;
    bool has(const char *key) const;
    RomObject object(const char *key) const;
    std::vector<RomObject> objects(const char *key) const;
    /// All entries, which must be texts.
    std::map<std::string, std::string> texts() const;
    /// Exactly n numbers.
    std::vector<double> numbers(const char *key, std::size_t n) const;

    [[noreturn]] void fail(const std::string &what) const;
    /// Of a choice that a newer version may know.
    [[noreturn]] void fail_unknown(const std::string &what,
                                   const std::string &name) const;

  private:
    const Json &find(const char *key) const;

    const Json *json;
    std::string where;
  };

  nlohmann::json volumetric_json(const VolumetricLaw &law);
  VolumetricLaw volumetric_of(const RomObject &object);

  nlohmann::json material_json(const Material &material);
  Material material_of(const RomObject &object);

  nlohmann::json capabilities_json(const Capabilities &capabilities);
  /// Entries that are missing keep their defaults.
  Capabilities capabilities_of(const RomObject &object);

  nlohmann::json sleeve_json(const ReducedSleeve &sleeve);
  ReducedSleeve sleeve_of(const RomObject &object);
} // namespace rivlin
