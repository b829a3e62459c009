// SPDX-License-Identifier: Apache-2.0
// Fingerprints of a case and their comparison.
#include <rivlin/cases/case_identity.h>

#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;

    constexpr int n_sums    = 3;
    constexpr int n_samples = 33;

    const Names<Role> &role_names()
    {
      static const Names<Role> names = {{"body", Role::body},
                                        {"drive", Role::drive},
                                        {"numerics", Role::numerics},
                                        {"output", Role::output}};
      return names;
    }

    /// A number that depends irregularly on all the given ones.
    std::uint64_t mix(const std::vector<std::uint64_t> &numbers)
    {
      return crc64({reinterpret_cast<const char *>(numbers.data()),
                    numbers.size() * sizeof(std::uint64_t)});
    }

    /// From -1 to 1.
    double weight(const std::vector<std::uint64_t> &numbers)
    {
      return static_cast<double>(mix(numbers) >> 11) / (1ull << 52) - 1;
    }

    template <int dim>
    void identify_mesh(const Mesh<dim> &mesh, CaseIdentity &identity)
    {
      std::uint64_t sets = 0; // a sum: the order of the cells does not matter
      double largest     = 0;
      std::vector<double> sums(n_sums, 0.);
      for (const auto &cell : mesh.triangulation.active_cell_iterators())
        if (cell->is_locally_owned())
          {
            const auto id = cell->id().template to_binary<dim>();
            std::vector<std::uint64_t> key(id.begin(), id.end());
            key.insert(key.end(), {cell->material_id(), 0, 0, 0});
            sets += mix(key);
            for (const unsigned int f : cell->face_indices())
              if (cell->face(f)->at_boundary())
                {
                  key[5] = f + 1;
                  key[6] = cell->face(f)->boundary_id();
                  sets += mix(key);
                }
            for (const unsigned int v : cell->vertex_indices())
              for (unsigned int d = 0; d < dim; ++d)
                {
                  const double x = cell->vertex(v)[d];
                  largest        = std::max(largest, std::abs(x));
                  key[5]         = v;
                  key[6]         = d;
                  for (int k = 0; k < n_sums; ++k)
                    {
                      key[7] = k;
                      sums[k] += weight(key) * x;
                    }
                }
          }
      const MPI_Comm communicator = mesh.triangulation.get_communicator();
      identity.sets =
        hex_text(mpi::sum(static_cast<unsigned long long>(sets), communicator));
      identity.vertices = {mpi::max(largest, communicator)};
      for (const double sum : sums)
        identity.vertices.push_back(mpi::sum(sum, communicator));
      identity.cells =
        static_cast<long>(mesh.triangulation.n_global_active_cells());
    }

    bool same_value(const std::string &a, const std::string &b)
    {
      if (a == b)
        return true;
      const auto parse = [](const std::string &text, double &number) {
        const char *end = text.data() + text.size();
        return std::from_chars(text.data(), end, number).ptr == end;
      };
      double x = 0, y = 0;
      return parse(a, x) && parse(b, y) && x == y;
    }
    ParameterText parse_parameter(const nlohmann::json &entry)
    {
      ParameterText text;
      entry.at(0).get_to(text.key);
      entry.at(1).get_to(text.text);
      // Files of version 0.1 have no more than these two.
      if (entry.size() > 2)
        {
          const auto role =
            one_of(role_names()).parse(entry.at(2).get<std::string>());
          text.role = role.value_or(Role::body);
          entry.at(3).get_to(text.changes_resume);
        }
      return text;
    }
  } // namespace

  template <int dim>
  CaseIdentity identify(const CaseModel<dim> &model,
                        const ParameterTexts &parameters)
  {
    const FEModel<dim> &fe      = *model.model;
    const MPI_Comm communicator = fe.discretization().communicator();
    CaseIdentity identity;
    identity.parameters    = parameters;
    identity.displacements = mpi::sum(fe.unknowns().n_q(), communicator);
    identity.pressures     = mpi::sum(fe.unknowns().n_lambda(), communicator);
    identity.coordinates =
      mpi::sum(static_cast<int>(fe.initial_state().q.size()), communicator) -
      identity.displacements;
    identify_mesh(fe.mesh(), identity);
    identity.mesh_file = fe.mesh().checksum;
    return identity;
  }

  void identify_channels(const std::vector<NamedChannel> &channels,
                         const double time,
                         CaseIdentity &identity)
  {
    identity.time = time;
    identity.channels.clear();
    identity.values.clear();
    identity.tables.clear();
    for (const NamedChannel &channel : channels)
      {
        identity.channels.push_back(channel.name);
        identity.values.emplace_back();
        identity.tables.push_back(channel.channel.table_checksum());
        for (int i = 0; i < n_samples; ++i)
          identity.values.back().push_back(
            channel.channel.value(time * i / (n_samples - 1)));
      }
  }

  ParameterChanges compare(const ParameterTexts &old, const ParameterTexts &now)
  {
    std::map<std::string,
             std::pair<const ParameterText *, const ParameterText *>>
      pairs;
    for (const ParameterText &text : old)
      pairs[text.key].first = &text;
    for (const ParameterText &text : now)
      pairs[text.key].second = &text;
    ParameterChanges changes;
    for (const auto &[key, pair] : pairs)
      {
        const auto &[before, after] = pair;
        std::string text;
        if (before == nullptr)
          text = "\"" + key + "\" is new, with \"" + after->text + "\"";
        else if (after == nullptr)
          text = "\"" + key + "\" is gone, it was \"" + before->text + "\"";
        else if (!same_value(before->text, after->text))
          text = "\"" + key + "\" is \"" + after->text + "\", it was \"" +
                 before->text + "\"";
        else
          continue;
        const ParameterText &known = after != nullptr ? *after : *before;
        (known.changes_resume ? changes.harmful : changes.harmless)
          .push_back(text);
      }
    return changes;
  }

  std::vector<std::string> compare_models(const CaseIdentity &old,
                                          const CaseIdentity &now)
  {
    std::vector<std::string> differences;
    const auto numbers = [&](const long a, const long b, const char *what) {
      if (a != b)
        differences.push_back("there are " + number_text(b) + " " + what +
                              ", there were " + number_text(a));
    };
    numbers(old.cells, now.cells, "cells");
    numbers(old.displacements, now.displacements, "unknown displacements");
    numbers(old.pressures, now.pressures, "unknown pressures");
    numbers(old.coordinates, now.coordinates, "coordinates of free sleeves");
    if (!differences.empty())
      return differences;
    if (old.sets != now.sets)
      differences.push_back(
        "the cells of the mesh have other regions or boundary sets");
    // Rounding errors of sums over a million vertices stay below this.
    bool moved = old.vertices.size() != now.vertices.size();
    for (std::size_t i = 0; !moved && i < now.vertices.size(); ++i)
      moved = !(std::abs(old.vertices[i] - now.vertices[i]) <=
                1e-9 * now.vertices[0]);
    if (moved)
      differences.push_back("the vertices of the mesh have moved");
    if (differences.empty() && old.mesh_file != now.mesh_file)
      differences.push_back("the mesh file says something else");
    if (old.channels != now.channels)
      differences.push_back("other channels are driven");
    for (std::size_t c = 0; old.channels == now.channels &&
                            c < std::min(old.values.size(), now.values.size());
         ++c)
      {
        double scale = 0;
        for (const double x : now.values[c])
          scale = std::max(scale, std::abs(x));
        const std::size_t n =
          std::min(old.values[c].size(), now.values[c].size());
        for (std::size_t i = 0; i < n; ++i)
          if (!(std::abs(old.values[c][i] - now.values[c][i]) <= 1e-9 * scale))
            {
              differences.push_back(
                now.channels[c] + " at t = " +
                number_text(now.time * static_cast<double>(i) /
                            (n_samples - 1)) +
                " is " + number_text(now.values[c][i]) + ", it was " +
                number_text(old.values[c][i]));
              break;
            }
      }
    return differences;
  }

  void refuse_differences(const std::vector<std::string> &differences,
                          const std::string &folder)
  {
    if (differences.empty())
      return;
    std::string text;
    const std::size_t n_shown = std::min<std::size_t>(differences.size(), 5);
    for (std::size_t i = 0; i < n_shown; ++i)
      text += (i > 0 ? "; " : "") + differences[i];
    if (differences.size() > n_shown)
      text += "; and " + number_text(differences.size() - n_shown) + " more";
    throw Error("The checkpoint in \"" + folder +
                "\" does not fit this case: " + text +
                ". Undo the change, or start from the beginning without "
                "--resume.");
  }

  std::string identity_text(const CaseIdentity &identity)
  {
    nlohmann::json parameters = nlohmann::json::array();
    for (const ParameterText &text : identity.parameters)
      parameters.push_back({text.key,
                            text.text,
                            name_of(role_names(), text.role),
                            text.changes_resume});
    const nlohmann::json json = {{"parameters", parameters},
                                 {"cells", identity.cells},
                                 {"displacements", identity.displacements},
                                 {"pressures", identity.pressures},
                                 {"coordinates", identity.coordinates},
                                 {"sets", identity.sets},
                                 {"vertices", identity.vertices},
                                 {"mesh file", identity.mesh_file},
                                 {"time", identity.time},
                                 {"channels", identity.channels},
                                 {"values", identity.values},
                                 {"tables", identity.tables}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  CaseIdentity parse_identity(const std::string &text)
  {
    CaseIdentity identity;
    try
      {
        const auto json = nlohmann::json::parse(text);
        for (const auto &entry : json.at("parameters"))
          identity.parameters.push_back(parse_parameter(entry));
        json.at("cells").get_to(identity.cells);
        json.at("displacements").get_to(identity.displacements);
        json.at("pressures").get_to(identity.pressures);
        json.at("coordinates").get_to(identity.coordinates);
        json.at("sets").get_to(identity.sets);
        json.at("vertices").get_to(identity.vertices);
        // Cases of earlier versions have no mesh file.
        identity.mesh_file = json.value("mesh file", "");
        json.at("time").get_to(identity.time);
        json.at("channels").get_to(identity.channels);
        json.at("values").get_to(identity.values);
        identity.tables = json.value("tables", std::vector<std::string>());
        // Identities of earlier versions know no tables.
        identity.tables.resize(identity.channels.size());
      }
    catch (const nlohmann::json::exception &error)
      {
        throw Error(std::string("The description of the case in a file is of "
                                "another version: ") +
                    error.what());
      }
    return identity;
  }

  template CaseIdentity identify(const CaseModel<2> &, const ParameterTexts &);
  template CaseIdentity identify(const CaseModel<3> &, const ParameterTexts &);
} // namespace rivlin
