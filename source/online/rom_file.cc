// SPDX-License-Identifier: Apache-2.0
// Reduced models to containers and back.
#include <rivlin/online/rom_file.h>

#include <rivlin/base/number_text.h>

#include <rivlin/base/version.h>

#include "rom_json.h"

#include <charconv>
#include <utility>

namespace rivlin
{
  using Json = nlohmann::json;

  namespace
  {
    const std::string format_name        = "rivlin reduced model ";
    const std::string note_prefix        = "note: ";
    constexpr std::size_t largest_extent = 100'000'000;

    /// Matrices as arrays whose last index runs fastest.
    template <class Number>
    void
    put(Container &container, const std::string &name, const Matrix &matrix)
    {
      std::vector<Number> values;
      values.reserve(matrix.size());
      for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j)
          values.push_back(static_cast<Number>(matrix(i, j)));
      container.arrays[name] = {{static_cast<std::size_t>(matrix.rows()),
                                 static_cast<std::size_t>(matrix.cols())},
                                std::move(values)};
    }

    void put_integers(Container &container,
                      const std::string &name,
                      const std::vector<int> &numbers)
    {
      container.arrays[name] = ContainerArray::row(
        std::vector<std::int32_t>(numbers.begin(), numbers.end()));
    }

    [[noreturn]] void fail(const Container &container, const std::string &what)
    {
      throw Error("\"" + container.file + "\" is no reduced model: " + what +
                  ". It is damaged or was not written by Rivlin.");
    }

    const ContainerArray &find(const Container &container,
                               const std::string &name,
                               const std::size_t n)
    {
      const auto found = container.arrays.find(name);
      if (found == container.arrays.end())
        fail(container, "it has no array \"" + name + "\"");
      if (found->second.shape.size() != n)
        fail(container,
             "array \"" + name + "\" has " +
               number_text(found->second.shape.size()) +
               " indices instead of " + number_text(n));
      // Nothing times very much is nothing, but loops would still run.
      for (const std::size_t extent : found->second.shape)
        if (extent > largest_extent)
          fail(container,
               "array \"" + name + "\" claims " + number_text(extent) +
                 " rows or columns");
      return found->second;
    }

    /// Of double or single precision.
    Matrix get(const Container &container, const std::string &name)
    {
      const ContainerArray &array = find(container, name, 2);
      const auto read             = [&](const auto &values) {
        using Number = typename std::decay_t<decltype(values)>::value_type;
        return Matrix(
          Eigen::Map<
            const Eigen::
              Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            values.data(), array.shape[0], array.shape[1])
            .template cast<double>());
      };
      if (const auto *doubles = std::get_if<std::vector<double>>(&array.values))
        return read(*doubles);
      if (const auto *floats = std::get_if<std::vector<float>>(&array.values))
        return read(*floats);
      fail(container, "array \"" + name + "\" has no floating point numbers");
    }

    Vector get_column(const Container &container, const std::string &name)
    {
      const Matrix matrix = get(container, name);
      if (matrix.cols() != 1)
        fail(container, "array \"" + name + "\" is not one column");
      return matrix.col(0);
    }

    std::vector<int> get_integers(const Container &container,
                                  const std::string &name)
    {
      const ContainerArray &array = find(container, name, 1);
      const auto *numbers =
        std::get_if<std::vector<std::int32_t>>(&array.values);
      if (numbers == nullptr)
        fail(container, "array \"" + name + "\" has no integers of 32 bits");
      return {numbers->begin(), numbers->end()};
    }

    bool is_symmetric(const Matrix &tangents, const Eigen::Index n)
    {
      for (Eigen::Index s = 0; s < tangents.cols(); ++s)
        for (Eigen::Index i = 0; i < n; ++i)
          for (Eigen::Index j = 0; j < i; ++j)
            if (static_cast<float>(tangents(i + n * j, s)) !=
                static_cast<float>(tangents(j + n * i, s)))
              return false;
      return true;
    }

    void put_table(Container &container,
                   const std::string &prefix,
                   const ForceTable &table,
                   const bool symmetric)
    {
      put<double>(container, prefix + "states", table.states);
      put<double>(container, prefix + "forces", table.forces);
      put<double>(container, prefix + "energies", table.energies);
      put<double>(container, prefix + "metric", table.metric);
      const Eigen::Index n = table.states.rows();
      if (!symmetric)
        {
          put<float>(container, prefix + "tangents", table.tangents);
          return;
        }
      Matrix packed(n * (n + 1) / 2, table.tangents.cols());
      Eigen::Index row = 0;
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j <= i; ++j, ++row)
          packed.row(row) =
            (table.tangents.row(i + n * j) + table.tangents.row(j + n * i)) / 2;
      put<float>(container, prefix + "tangents", packed);
    }

    ForceTable get_table(const Container &container,
                         const std::string &prefix,
                         const bool symmetric)
    {
      ForceTable table;
      table.states         = get(container, prefix + "states");
      table.forces         = get(container, prefix + "forces");
      table.energies       = get_column(container, prefix + "energies");
      table.metric         = get(container, prefix + "metric");
      table.tangents       = get(container, prefix + "tangents");
      const Eigen::Index n = table.states.rows();
      if (!symmetric)
        return table;
      // The size of the file bounds n here.
      const Matrix packed = std::move(table.tangents);
      if (packed.rows() != n * (n + 1) / 2)
        fail(container,
             "array \"" + prefix + "tangents\" has " +
               number_text(packed.rows()) + " rows, but " + number_text(n) +
               " coordinates ask for " + number_text(n * (n + 1) / 2));
      table.tangents.resize(n * n, packed.cols());
      Eigen::Index row = 0;
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j <= i; ++j, ++row)
          table.tangents.row(i + n * j) = table.tangents.row(j + n * i) =
            packed.row(row);
      return table;
    }

    Json put_force(Container &container,
                   const std::string &prefix,
                   const ReducedForce &force)
    {
      if (const auto *points = std::get_if<PointForce>(&force))
        {
          if (points->n_points() == 0)
            return {{"kind", "none"}};
          Json materials = Json::array();
          for (const Material &material : points->materials)
            materials.push_back(material_json(material));
          put<double>(container, prefix + "gradients", points->gradients);
          put_integers(container,
                       prefix + "material of point",
                       points->material_of_point);
          const bool has_weights = points->weights.size() > 0;
          if (has_weights)
            put<double>(container, prefix + "weights", points->weights);
          else
            put<double>(container, prefix + "test", points->test);
          const bool has_linear = points->linear.size() > 0;
          if (has_linear)
            put<double>(container, prefix + "linear", points->linear);
          return {{"kind", has_weights ? "points" : "points with test matrix"},
                  {"linear", has_linear},
                  {"isochoric", points->isochoric},
                  {"materials", materials}};
        }
      if (const auto *lookup = std::get_if<LookupForce>(&force))
        {
          const bool symmetric =
            is_symmetric(lookup->table.tangents, lookup->table.states.rows());
          put_table(container, prefix, lookup->table, symmetric);
          if (lookup->second.size() > 0)
            put<float>(container, prefix + "second", lookup->second);
          return {{"kind", "lookup"},
                  {"order", lookup->second.size() > 0 ? 2 : 1},
                  {"symmetric", symmetric}};
        }
      const auto &tpwl = std::get<TpwlForce>(force);
      // Blended energies need symmetry to the last bit.
      const bool energies = tpwl.blend == TpwlForce::Blend::energies;
      const bool symmetric =
        energies || is_symmetric(tpwl.table.tangents, tpwl.table.states.rows());
      put_table(container, prefix, tpwl.table, symmetric);
      return {{"kind", "TPWL"},
              {"blend", energies ? "energies" : "forces"},
              {"n_nearest", tpwl.n_nearest},
              {"beta", tpwl.beta},
              {"exact_tangent", tpwl.exact_tangent},
              {"symmetric", symmetric}};
    }

    ReducedForce get_force(const Container &container,
                           const std::string &prefix,
                           const RomObject &object,
                           const int dim)
    {
      const std::string kind = object.text("kind");
      if (kind == "none")
        {
          PointForce none;
          none.dim = dim;
          return none;
        }
      if (kind == "points" || kind == "points with test matrix")
        {
          PointForce points;
          points.dim       = dim;
          points.isochoric = object.truth("isochoric");
          for (const RomObject &material : object.objects("materials"))
            points.materials.push_back(material_of(material));
          points.gradients = get(container, prefix + "gradients");
          points.material_of_point =
            get_integers(container, prefix + "material of point");
          if (kind == "points")
            points.weights = get_column(container, prefix + "weights");
          else
            points.test = get(container, prefix + "test");
          if (object.truth("linear"))
            points.linear = get(container, prefix + "linear");
          return points;
        }
      if (kind == "lookup")
        {
          LookupForce lookup;
          lookup.table =
            get_table(container, prefix, object.truth("symmetric"));
          if (object.integer("order", 1, 2) == 2)
            lookup.second = get(container, prefix + "second");
          return lookup;
        }
      if (kind != "TPWL")
        object.fail("has the unknown kind \"" + kind + "\"");
      TpwlForce tpwl;
      const std::string blend = object.text("blend");
      if (blend != "forces" && blend != "energies")
        object.fail("has the unknown blend \"" + blend + "\"");
      tpwl.blend         = blend == "energies" ? TpwlForce::Blend::energies
                                               : TpwlForce::Blend::forces;
      tpwl.n_nearest     = object.integer("n_nearest", 1, 1000000);
      tpwl.beta          = object.number("beta");
      tpwl.exact_tangent = object.truth("exact_tangent");
      tpwl.table = get_table(container, prefix, object.truth("symmetric"));
      return tpwl;
    }

    void put_full(Container &container, const FullBasis &full)
    {
      put<float>(container, "full displacement modes", full.displacement_modes);
      put<float>(container, "full pressure modes", full.pressure_modes);
      container.arrays["full coordinates"] =
        ContainerArray::row(full.coordinates);
      put_integers(container, "full cells", full.cells);
      put_integers(container, "full node of pressure", full.node_of_pressure);
    }

    FullBasis
    get_full(const Container &container, const RomObject &object, const int dim)
    {
      FullBasis full;
      full.dim                = dim;
      full.degree             = object.integer("degree", 1, 100);
      full.nodes_per_cell     = object.integer("nodes_per_cell", 1, 1000000);
      full.displacement_modes = get(container, "full displacement modes");
      full.pressure_modes     = get(container, "full pressure modes");
      full.coordinates        = container.numbers("full coordinates");
      full.cells              = get_integers(container, "full cells");
      full.node_of_pressure = get_integers(container, "full node of pressure");
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
        fail(container, "its format is \"" + format.substr(0, 100) + "\"");
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
                  {"force", put_force(container, "force ", data.force)},
                  {"second_force",
                   put_force(container, "second force ", data.second_force)}};
    if (data.full.dim > 0)
      {
        model["full"] = {{"degree", data.full.degree},
                         {"nodes_per_cell", data.full.nodes_per_cell}};
        put_full(container, data.full);
      }
    put<double>(container, "mass", data.mass);
    put<double>(container, "damping", data.damping);
    put<double>(container, "gravity", data.gravity);
    put<double>(container, "rest velocity", data.rest_velocity);
    put<double>(container, "compliance", data.compliance);
    put<double>(container, "volume linear", data.volume.linear);
    put<double>(container, "volume quadratic", data.volume.quadratic);
    put<double>(container, "volume cubic", data.volume.cubic);
    put<double>(container, "range mean", range.mean);
    put<double>(container, "range whitening", range.whitening);
    put<double>(container, "range lowest pose", range.lowest_pose);
    put<double>(container, "range highest pose", range.highest_pose);
    container.metadata["format"] =
      format_name + number_text(rom_format_version);
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
    // Files of version 0.1 have neither.
    if (object.has("capabilities"))
      data.capabilities = capabilities_of(object.object("capabilities"));
    if (object.has("body"))
      data.body = object.object("body").texts();
    data.mass                   = get(container, "mass");
    data.damping                = get(container, "damping");
    data.gravity                = get(container, "gravity");
    data.rest_velocity          = get(container, "rest velocity");
    data.compliance             = get(container, "compliance");
    data.volume.linear          = get(container, "volume linear");
    data.volume.quadratic       = get(container, "volume quadratic");
    data.volume.cubic           = get(container, "volume cubic");
    data.range.mean             = get_column(container, "range mean");
    data.range.whitening        = get(container, "range whitening");
    data.range.lowest_pose      = get(container, "range lowest pose");
    data.range.highest_pose     = get(container, "range highest pose");
    const RomObject range       = object.object("range");
    data.range.largest_distance = range.number("largest_distance");
    data.range.smallest_J       = range.number("smallest_J");
    data.force =
      get_force(container, "force ", object.object("force"), data.dim);
    data.second_force = get_force(container,
                                  "second force ",
                                  object.object("second_force"),
                                  data.dim);
    if (json.contains("full"))
      data.full = get_full(container, object.object("full"), data.dim);
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

  void write_rom(const std::filesystem::path &file,
                 const ReducedModelData &data)
  {
    check(data);
    write_container(file, rom_container(data));
  }

  ReducedModelData read_rom(const std::filesystem::path &file)
  {
    return reduced_model(read_container(file, NotFinite::refuse));
  }
} // namespace rivlin
