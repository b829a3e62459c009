// SPDX-License-Identifier: Apache-2.0
// Reduced models to containers and back, without files.
#include <rivlin/online/rom_file.h>

#include <rivlin/base/number_text.h>

#include <rivlin/base/text.h>
#include <rivlin/base/version.h>

#include "rom_contact.h"
#include "rom_loads.h"
#include "rom_parts.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace rivlin
{
  using Json = nlohmann::json;

  namespace
  {
    const std::string format_name = "rivlin reduced model ";
    const std::string note_prefix = "note: ";

    Json write_force(Container &container,
                     const std::string &prefix,
                     const ReducedForce &force)
    {
      if (is_empty(force))
        return {{"kind", "none"}};
      RomWriter file(container, prefix);
      std::visit([&](const auto &one) { one.write(file); }, force);
      return file.description;
    }

    /// The alternative whose kind the description tells.
    template <class... Forces>
    void read_choice(const RomReader &file, std::variant<Forces...> &choice)
    {
      const std::string kind = file.description.text("kind");
      const auto take        = [&]<class Force>(const Force &) {
        if (std::find(Force::kinds.begin(), Force::kinds.end(), kind) ==
            Force::kinds.end())
          return false;
        choice = Force::read(file);
        return true;
      };
      if (!(take(Forces{}) || ...))
        file.description.fail_unknown("force model", kind);
    }

    ReducedForce read_force(const RomReader &file)
    {
      PointForce none;
      none.dim           = file.dim;
      ReducedForce force = none;
      if (file.description.text("kind") != "none")
        read_choice(file, force);
      return force;
    }

    std::string contact_prefix(const std::size_t k)
    {
      return "contact " + number_text(k) + " ";
    }

    Json write_contacts(Container &container,
                        const std::vector<ReducedContact> &contacts)
    {
      Json list = Json::array();
      for (std::size_t k = 0; k < contacts.size(); ++k)
        {
          RomWriter file(container, contact_prefix(k));
          write_contact(contacts[k], file);
          list.push_back(file.description);
        }
      return list;
    }

    Json write_full(Container &container, const FullBasis &full)
    {
      RomWriter file(container, "full ");
      file.put_single("displacement modes", full.displacement_modes);
      file.put_single("pressure modes", full.pressure_modes);
      container.arrays["full coordinates"] =
        ContainerArray::row(full.coordinates);
      file.put("cells", full.cells);
      file.put("node of pressure", full.node_of_pressure);
      return {{"degree", full.degree}, {"nodes_per_cell", full.nodes_per_cell}};
    }

    FullBasis read_full(const Container &container, const RomReader &file)
    {
      FullBasis full;
      full.dim    = file.dim;
      full.degree = file.description.integer("degree", 1, 100);
      full.nodes_per_cell =
        file.description.integer("nodes_per_cell", 1, 1000000);
      full.displacement_modes = file.matrix("displacement modes");
      full.pressure_modes     = file.matrix("pressure modes");
      full.coordinates        = container.numbers("full coordinates");
      full.cells              = file.integers("cells");
      full.node_of_pressure   = file.integers("node of pressure");
      return full;
    }

    void check_version(const Container &container)
    {
      const std::string &format = container.text("format");
      int version               = 0;
      const char *first         = format.data() + format_name.size(),
                 *end           = format.data() + format.size();
      if (format.rfind(format_name, 0) != 0 ||
          std::from_chars(first, end, version).ptr != end || version < 1)
        throw Error("\"" + container.file +
                    "\" is no reduced model: its format is " +
                    in_quotes(format, 100) +
                    ". It is damaged or was not written by Rivlin.");
      if (version > rom_format_version)
        throw Error(
          "\"" + container.file + "\" has version " + number_text(version) +
          " of the format of reduced models, this program knows " +
          number_text(rom_format_version) + ". Use a newer version of Rivlin.");
    }
  } // namespace

  Container rom_container(const ReducedModelData &data)
  {
    Container container;
    const TrainedRange &range = data.range;
    Json sleeves              = Json::array();
    for (const ReducedSleeve &sleeve : data.sleeves)
      sleeves.push_back(sleeve_json(sleeve));
    Json model = {{"dimension", data.dim},
                  {"unit_system", data.unit_system},
                  {"thickness", data.thickness},
                  {"length_scale", data.length_scale},
                  {"stress_scale", data.stress_scale},
                  {"sleeves", sleeves},
                  {"capabilities", capabilities_json(data.capabilities)},
                  {"body", data.body},
                  {"range",
                   {{"largest_distance", range.largest_distance},
                    {"smallest_J", range.smallest_J}}},
                  {"force", write_force(container, "force ", data.force)},
                  {"second_force",
                   write_force(container, "second force ", data.second_force)}};
    if (data.full.dim > 0)
      {
        model["full"] = write_full(container, data.full);
      }
    RomWriter file(container, "");
    if (!data.contacts.empty())
      {
        model["contacts"] = write_contacts(container, data.contacts);
        file.put("range contact pressures", range.contact_pressures);
      }
    write_loads_and_start(data, container, model);
    file.put("mass", data.mass);
    file.put("damping", data.damping);
    file.put("gravity", data.gravity);
    file.put("rest velocity", data.rest_velocity);
    file.put("compliance", data.compliance);
    file.put("volume linear", data.volume.linear);
    file.put("volume quadratic", data.volume.quadratic);
    file.put("volume cubic", data.volume.cubic);
    file.put("range mean", range.mean);
    file.put("range whitening", range.whitening);
    file.put("range lowest pose", range.lowest_pose);
    file.put("range highest pose", range.highest_pose);
    container.metadata["format"] =
      format_name + number_text(has_loads_or_start(data) ? rom_format_version
                                : data.contacts.empty()  ? 1
                                                         : 2);
    container.metadata["program"] = "rivlin " + std::string(version());
    container.metadata["model"] =
      model.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (const auto &[name, text] : data.notes)
      container.metadata[note_prefix + name] = text;
    return container;
  }

  ReducedModelData reduced_model(const Container &container)
  {
    check_version(container);
    const Json json =
      Json::parse(container.text("model"), nullptr, /*exceptions*/ false);
    const RomObject object(json, "\"" + container.file + "\", model,");
    ReducedModelData data;
    data.dim          = object.integer("dimension", 2, 3);
    data.unit_system  = object.text("unit_system");
    data.thickness    = object.number("thickness");
    data.length_scale = object.number("length_scale");
    data.stress_scale = object.number("stress_scale");
    for (const RomObject &sleeve : object.objects("sleeves"))
      data.sleeves.push_back(sleeve_of(sleeve));
    const RomReader file(container, "", object, data.dim);
    // Files of version 0.1 have neither.
    if (object.has("capabilities"))
      data.capabilities = capabilities_of(object.object("capabilities"));
    if (object.has("body"))
      data.body = object.object("body").texts();
    read_loads_and_start(container, object, data);
    data.mass                   = file.matrix("mass");
    data.damping                = file.matrix("damping");
    data.gravity                = file.matrix("gravity");
    data.rest_velocity          = file.matrix("rest velocity");
    data.compliance             = file.matrix("compliance");
    data.volume.linear          = file.matrix("volume linear");
    data.volume.quadratic       = file.matrix("volume quadratic");
    data.volume.cubic           = file.matrix("volume cubic");
    data.range.mean             = file.column("range mean");
    data.range.whitening        = file.matrix("range whitening");
    data.range.lowest_pose      = file.matrix("range lowest pose");
    data.range.highest_pose     = file.matrix("range highest pose");
    const RomObject range       = object.object("range");
    data.range.largest_distance = range.number("largest_distance");
    data.range.smallest_J       = range.number("smallest_J");
    const auto part             = [&](const char *prefix, const char *key) {
      return RomReader(container, prefix, object.object(key), data.dim);
    };
    data.force        = read_force(part("force ", "force"));
    data.second_force = read_force(part("second force ", "second_force"));
    if (object.has("contacts"))
      {
        const std::vector<RomObject> contacts = object.objects("contacts");
        for (std::size_t k = 0; k < contacts.size(); ++k)
          data.contacts.push_back(read_contact(
            RomReader(container, contact_prefix(k), contacts[k], data.dim)));
        data.range.contact_pressures = file.column("range contact pressures");
      }
    if (json.contains("full"))
      data.full = read_full(container, part("full ", "full"));
    for (const auto &[name, text] : container.metadata)
      if (name.rfind(note_prefix, 0) == 0)
        data.notes[name.substr(note_prefix.size())] = text;
    check(data);
    prepare(data.force);
    return data;
  }

  ReducedModelData stripped(ReducedModelData data)
  {
    data.full = {};
    return data;
  }

  ReducedModelData parse_rom(const std::string_view bytes,
                             const std::string &name)
  {
    return reduced_model(parse_container(bytes, name, NotFinite::refuse));
  }
} // namespace rivlin
