// SPDX-License-Identifier: Apache-2.0
// Uses the finite element part: makes a mesh of a ring.
#include <rivlin/base/version.h>
#include <rivlin/spaces/mesh_generator.h>

#include <deal.II/base/mpi.h>

#include <iostream>

int
main(int argc, char *argv[])
{
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  rivlin::MeshParameters parameters;
  parameters.elements_radial          = 3;
  parameters.elements_circumferential = 16;
  const auto mesh = rivlin::make_mesh<2>(parameters, MPI_COMM_WORLD);
  std::cout << "rivlin " << rivlin::version() << ": "
            << mesh->triangulation.n_global_active_cells() << " cells\n";
  return mesh->triangulation.n_global_active_cells() == 48 ? 0 : 1;
}
