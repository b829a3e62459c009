// SPDX-License-Identifier: Apache-2.0
// Each part is there or not; what is not there is not written.
#include "rom_loads.h"

#include <rivlin/base/number_text.h>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::json;

    std::string load_prefix(const std::size_t k)
    {
      return "load " + number_text(k) + " ";
    }

    Json write_loads(const std::vector<ReducedLoad> &loads,
                     Container &container)
    {
      Json list = Json::array();
      for (std::size_t k = 0; k < loads.size(); ++k)
        {
          RomWriter file(container, load_prefix(k));
          file.put("constant", loads[k].constant);
          file.put("linear", loads[k].linear);
          file.put("quadratic", loads[k].quadratic);
          list.push_back({{"name", loads[k].name}});
        }
      return list;
    }

    Json write_points(const PressurePoints &points, Container &container)
    {
      RomWriter file(container, "pressure points ");
      file.put("law", points.law_of_point);
      file.put("modes", points.modes);
      file.put("weights", points.weights);
      Json laws = Json::array();
      for (const VolumetricLaw &law : points.laws)
        laws.push_back(volumetric_json(law));
      return {{"laws", laws}};
    }

    PressurePoints read_points(const RomReader &file)
    {
      PressurePoints points;
      for (const RomObject &law : file.description.objects("laws"))
        points.laws.push_back(volumetric_of(law));
      points.law_of_point = file.integers("law");
      points.modes        = file.matrix("modes");
      points.weights      = file.column("weights");
      return points;
    }

    Json write_start(const ReducedStart &start, Container &container)
    {
      RomWriter file(container, "start ");
      file.put("r", start.r);
      file.put("p", start.p);
      file.put("sleeve loads", start.sleeve_loads);
      file.put("loads", start.loads);
      return {{"step", start.step},
              {"gravity",
               {start.gravity[0], start.gravity[1], start.gravity[2]}}};
    }

    ReducedStart read_start(const RomReader &file)
    {
      ReducedStart start;
      start.step                  = file.description.text("step");
      start.r                     = file.column("r");
      start.p                     = file.column("p");
      start.sleeve_loads          = file.matrix("sleeve loads");
      start.loads                 = file.column("loads");
      const std::vector<double> g = file.description.numbers("gravity", 3);
      start.gravity               = Vector3(g[0], g[1], g[2]);
      // Without it the file would be one of a model that begins undeformed.
      if (!start.is_given())
        file.description.fail("has no coordinates of its start");
      return start;
    }
  } // namespace

  bool has_loads_or_start(const ReducedModelData &data)
  {
    return !data.prescribed.empty() || !data.loads.empty() ||
           data.stiffness.size() > 0 || data.pressure_points.n_points() > 0 ||
           data.start.is_given();
  }

  void write_loads_and_start(const ReducedModelData &data,
                             Container &container,
                             nlohmann::json &model)
  {
    if (!data.prescribed.empty())
      {
        model["prescribed"] = Json::array();
        for (const std::string &name : data.prescribed)
          model["prescribed"].push_back({{"name", name}});
      }
    if (!data.loads.empty())
      model["loads"] = write_loads(data.loads, container);
    if (data.stiffness.size() > 0)
      {
        model["springs"] = true;
        RomWriter(container, "").put("stiffness", data.stiffness);
      }
    if (data.pressure_points.n_points() > 0)
      model["pressure_points"] = write_points(data.pressure_points, container);
    if (data.start.is_given())
      model["start"] = write_start(data.start, container);
  }

  void read_loads_and_start(const Container &container,
                            const RomObject &model,
                            ReducedModelData &data)
  {
    const auto part = [&](const std::string &prefix, const RomObject &object) {
      return RomReader(container, prefix, object, data.dim);
    };
    if (model.has("prescribed"))
      for (const RomObject &one : model.objects("prescribed"))
        data.prescribed.push_back(one.text("name"));
    if (model.has("loads"))
      {
        const std::vector<RomObject> loads = model.objects("loads");
        for (std::size_t k = 0; k < loads.size(); ++k)
          {
            const RomReader file = part(load_prefix(k), loads[k]);
            data.loads.push_back({loads[k].text("name"),
                                  file.column("constant"),
                                  file.matrix("linear"),
                                  file.matrix("quadratic")});
          }
      }
    if (model.has("springs") && model.truth("springs"))
      data.stiffness = part("", model).matrix("stiffness");
    if (model.has("pressure_points"))
      data.pressure_points =
        read_points(part("pressure points ", model.object("pressure_points")));
    if (model.has("start"))
      data.start = read_start(part("start ", model.object("start")));
  }
} // namespace rivlin
