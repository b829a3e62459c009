// SPDX-License-Identifier: Apache-2.0
// The setup as a note of the model.
#include <rivlin/export/fmu_setup.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace rivlin
{
  namespace
  {
    using SetupJson             = nlohmann::json;
    const std::string setup_key = "fmu";

    template <class Choice>
    using ChoiceTexts = std::array<std::pair<Choice, const char *>, 2>;

    constexpr ChoiceTexts<FmuDrive> drives = {
      {{FmuDrive::displacement, "displacement"}, {FmuDrive::force, "force"}}};
    constexpr ChoiceTexts<FmuAngles> angle_kinds = {
      {{FmuAngles::rotation_vector, "vector"}, {FmuAngles::cardan, "cardan"}}};

    template <class Choice>
    std::string text_of(const ChoiceTexts<Choice> &all, const Choice choice)
    {
      return all[0].first == choice ? all[0].second : all[1].second;
    }

    template <class Choice>
    Choice choice_of(const ChoiceTexts<Choice> &all,
                     const std::string &text,
                     const std::string &what)
    {
      for (const auto &[choice, name] : all)
        if (text == name)
          return choice;
      throw Error("The " + what + " of an FMU is \"" + all[0].second +
                  "\" or \"" + all[1].second + "\", not " +
                  in_quotes(text, 100) + ".");
    }
  } // namespace

  std::string fmu_drive_text(const FmuDrive drive)
  {
    return text_of(drives, drive);
  }

  FmuDrive fmu_drive_of(const std::string &text)
  {
    return choice_of(drives, text, "drive");
  }

  std::string fmu_angles_text(const FmuAngles angles)
  {
    return text_of(angle_kinds, angles);
  }

  FmuAngles fmu_angles_of(const std::string &text)
  {
    return choice_of(angle_kinds, text, "kind of angles");
  }

  void require_drivable(const ReducedModelData &data, const FmuDrive drive)
  {
    if (data.sleeves.size() != 1)
      throw Error(
        message("An FMU describes one sleeve that moves relative to "
                "another one at rest; this model has ",
                data.sleeves.size(),
                " moving sleeves. Train it with the outer sleeve fixed."));
    const int n_free = RigidSleeve(data.sleeves[0].body).n_velocities(),
              n_all  = data.dim == 3 ? 6 : 3;
    if (drive == FmuDrive::force && n_free != n_all)
      throw Error(message("The sleeve ",
                          in_quotes(data.sleeves[0].name),
                          " was free in ",
                          n_free,
                          " of ",
                          n_all,
                          " directions when the model was trained, so that "
                          "the model does not know its mass and cannot take "
                          "forces. Export it with --drive displacement, or "
                          "train a model with a free sleeve."));
  }

  void write_setup(const FmuSetup &setup, ReducedModelData &data)
  {
    data.notes[setup_key] = SetupJson{
      {"drive", fmu_drive_text(setup.drive)},
      {"angles", fmu_angles_text(setup.angles)},
      {"token", setup.token}}.dump();
  }

  FmuSetup read_setup(const ReducedModelData &data)
  {
    const auto note = data.notes.find(setup_key);
    const SetupJson json =
      note == data.notes.end()
        ? SetupJson()
        : SetupJson::parse(note->second, nullptr, /*exceptions*/ false);
    const auto text = [&](const char *key) {
      const auto entry = json.is_object() ? json.find(key) : json.end();
      if (entry == json.end() || !entry->is_string())
        throw Error(std::string("The model in the FMU does not say its ") +
                    key +
                    ": it was not written by \"rivlin export\". Export it "
                    "again.");
      return entry->template get<std::string>();
    };
    FmuSetup setup;
    setup.drive  = fmu_drive_of(text("drive"));
    setup.angles = fmu_angles_of(text("angles"));
    setup.token  = text("token");
    require_drivable(data, setup.drive);
    return setup;
  }
} // namespace rivlin
