// SPDX-License-Identifier: Apache-2.0
// What the case says comes first, then the file, then the defaults.
#include <rivlin/cases/case_mesh.h>

#include <rivlin/base/error.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/spaces/mesh_import.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    MeshImport mesh_import(const CaseParameters &parameters)
    {
      if (parameters.mesh.file.empty())
        throw Error(
          "\"Mesh/File\" is empty. Name the mesh file, relative to "
          "the folder of the parameter file.");
      MeshImport import;
      import.file = std::filesystem::path(parameters.path).parent_path() /
                    parameters.mesh.file;
      import.merge_coincident_nodes = parameters.mesh.merge_coincident_nodes;
      import.refinements            = parameters.mesh.refinements;
      const auto use                = [](std::vector<std::string> &sets,
                          const std::string &name) {
        if (!name.empty() &&
            std::find(sets.begin(), sets.end(), name) == sets.end())
          sets.push_back(name);
      };
      for (const auto &[name, support] : parameters.supports)
        use(import.sets_in_use, support.set);
      for (const auto &[name, load] : parameters.loads)
        use(import.sets_in_use, load.set);
      for (const auto &[name, probe] : parameters.probes)
        use(import.probed_sets, probe.set);
      return import;
    }

    RegionMaterial
    region_material(const std::string &region,
                    const CaseParameters &parameters,
                    const std::vector<MaterialSuggestion> &suggestions,
                    std::vector<std::string> &notices)
    {
      RegionMaterial result{region, "Material", parameters.material};
      for (const auto &[name, material] : parameters.regions)
        if (name == region)
          result = {region, "Material/" + region, material};
      for (const MaterialSuggestion &suggestion : suggestions)
        if (suggestion.region == region)
          {
            std::vector<std::pair<std::string, std::string>> used;
            std::string list;
            for (const auto &[key, value] : suggestion.parameters)
              if (!is_given_with(key, parameters.given, result.section))
                {
                  used.emplace_back(key, value);
                  list += (list.empty() ? "" : ", ") + key + " = " + value;
                }
            if (used.empty())
              {
                notices.push_back("Region \"" + region +
                                  "\" has the material of section \"" +
                                  result.section + "\".");
                continue;
              }
            const std::string place =
              "material \"" + suggestion.material + "\" of the mesh file";
            result.parameters = with_texts(result.parameters, used, place);
            notices.push_back("Region \"" + region + "\" has " + list +
                              " from the mesh file, since section \"" +
                              result.section + "\" gives nothing else.");
            result.section += ", " + place;
          }
      return result;
    }
  } // namespace

  template <int dim>
  CaseMesh<dim> make_case_mesh(const CaseParameters &parameters,
                               MPI_Comm communicator)
  {
    CaseMesh<dim> result;
    if (parameters.mesh.shape != MeshShape::file)
      {
        result.size = forecast_size(generated_counts(parameters.mesh, dim),
                                    parameters,
                                    communicator);
        require_fitting(result.size);
        result.mesh = make_mesh<dim>(parameters.mesh, communicator);
        result.materials.push_back({"rubber", "Material", parameters.material});
        for (const auto &[region, material] : parameters.regions)
          result.materials.push_back({region, "Material/" + region, material});
        return result;
      }
    MeshImport import      = mesh_import(parameters);
    import.before_refining = [&](const MeshCounts &coarse) {
      result.size = forecast_size(coarse, parameters, communicator);
    require_fitting(result.size);
  };
  ImportedMesh<dim> imported = import_mesh<dim>(import, communicator);
  result.mesh                = std::move(imported.mesh);
  result.notices             = std::move(imported.notices);
  for (const auto &[region, id] : result.mesh->material_sets)
    result.materials.push_back(
      region_material(region, parameters, imported.materials, result.notices));
  for (const auto &[region, material] : parameters.regions)
    result.mesh->material_id(region); // refuses names that do not exist
  if (parameters.degree == 1 && result.mesh->geometry)
    result.notices.push_back(
      "Elements of degree 1 have straight edges: the mid-nodes of the mesh "
      "file are not used.");
  return result;
} // namespace rivlin

template CaseMesh<2> make_case_mesh(const CaseParameters &, MPI_Comm);
template CaseMesh<3> make_case_mesh(const CaseParameters &, MPI_Comm);
} // namespace rivlin
