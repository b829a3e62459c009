// SPDX-License-Identifier: Apache-2.0
// rivlin mesh.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/input_protection.h>
#include <rivlin/base/number_text.h>
#include <rivlin/mesh/coincident_nodes.h>
#include <rivlin/mesh/mesh_check.h>
#include <rivlin/mesh/mesh_report.h>
#include <rivlin/mesh/mesh_vtu.h>
#include <rivlin/mesh/read_mesh_file.h>

#include <deal.II/base/mpi.h>

#include <iostream>

namespace rivlin
{
  namespace
  {
    void show_mesh(const std::vector<std::string> &words)
    {
      Arguments arguments    = parse_arguments(words, {"--vtu"}, {"--merge"});
      const std::string file = single_file(arguments, "FILE.inp or FILE.msh");
      // One rank is enough for a look.
      if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) != 0)
        return;
      const auto &vtu = arguments.values["--vtu"];
      if (!vtu.empty())
        refuse_to_replace(file, vtu.back());
      PlainMesh mesh = read_mesh_file(file);
      if (arguments.flags.contains("--merge"))
        {
          const int n_merged =
            merge_coincident_nodes(mesh, coincidence_tolerance(mesh));
          mesh.notices.push_back(number_text(n_merged) +
                                 " coincident nodes were merged (--merge).");
        }
      const MeshCheck check = check_mesh(mesh);
      std::cout << mesh_report(mesh, check, file) << std::flush;
      if (!vtu.empty())
        {
          write_file_atomically(vtu.back(), mesh_vtu(mesh));
          std::cout << "\nPicture: " << vtu.back() << std::endl;
        }
      require_computable(check, file);
    }
  } // namespace

  Command mesh_command()
  {
    return {
      "mesh",
      "mesh FILE [--vtu FILE] [--merge]",
      "names of sets, counts, volumes, smallest Jacobian, what is wrong "
      "with it",
      "Reads an Abaqus input file (.inp) or a Gmsh mesh (.msh 2.2 or 4.1) "
      "and says what is in it.\n"
      "  --vtu FILE  also writes a picture for ParaView: cells with "
      "region and scaled Jacobian,\n"
      "              and the faces of all surfaces with their number\n"
      "  --merge     connects cells at coincident nodes before that\n"
      "The exit code is 2 if one cannot compute with the mesh.",
      show_mesh,
      false};
  }
} // namespace rivlin
