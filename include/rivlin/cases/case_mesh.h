// SPDX-License-Identifier: Apache-2.0
// The mesh of a case and the materials of its regions.
#pragma once

#include <rivlin/cases/size_forecast.h>
#include <rivlin/spaces/mesh.h>

#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  struct RegionMaterial
  {
    std::string region;
    std::string section; ///< where its parameters stand, for messages
    MaterialParameters parameters;
  };

  template <int dim>
  struct CaseMesh
  {
    std::unique_ptr<Mesh<dim>> mesh;
    std::vector<RegionMaterial> materials;
    std::vector<std::string> notices; ///< what the user should know
    SizeForecast size;
  };

  /// Generated or read, as section Mesh says. Regions of a file without a
  /// section Material/<region> have the material of section Material; what the
  /// file suggests counts where the case says nothing: on the law with all its
  /// constants, and on the density. Throws Error before anything large is made
  /// if the model would not fit into memory. Collective.
  template <int dim>
  CaseMesh<dim> make_case_mesh(const CaseParameters &parameters,
                               MPI_Comm communicator);
} // namespace rivlin
