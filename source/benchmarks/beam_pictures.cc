// SPDX-License-Identifier: Apache-2.0
// Files of text: a few hundred numbers each.
#include <rivlin/benchmarks/beam_pictures.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/vtu_file.h>

#include <array>
#include <utility>

namespace rivlin
{
  namespace
  {
    VtuField vectors(const std::string &name, const Matrix &rows)
    {
      std::vector<double> values;
      for (const auto &row : rows.rowwise())
        values.insert(values.end(), row.begin(), row.end());
      return {name, 3, std::move(values)};
    }

    VtuGrid grid_of(const BeamMechanism &system, const Vector &q)
    {
      const BeamModel &model = system.parts();
      const int n_nodes      = static_cast<int>(model.nodes.size()),
                n_elements   = static_cast<int>(model.elements.size());
      Matrix positions(n_nodes, 3), displacements(n_nodes, 3),
        rotations(n_nodes, 3), forces(n_elements, 3), moments(n_elements, 3);
      for (int i = 0; i < n_nodes; ++i)
        {
          const BeamPose pose  = system.pose(q, i);
          positions.row(i)     = pose.position;
          displacements.row(i) = pose.position - model.nodes[i].position;
          rotations.row(i)     = rotation_logarithm(pose.rotation);
        }
      VtuGrid grid;
      for (int e = 0; e < n_elements; ++e)
        {
          const BeamElement::Resultants resultants = system.resultants(q, e);
          forces.row(e)                            = resultants.force;
          moments.row(e)                           = resultants.moment;
          grid.add_cell(VtkCell::line,
                        std::array{model.elements[e].a, model.elements[e].b});
        }
      grid.points     = vectors("points", positions);
      grid.point_data = {vectors("displacement [m]", displacements),
                         vectors("rotation [rad]", rotations)};
      grid.cell_data  = {vectors("force [N]", forces),
                         vectors("moment [N m]", moments)};
      return grid;
    }
  } // namespace

  void write_beam_series(const BeamMechanism &system,
                         const std::vector<State> &states,
                         const std::filesystem::path &directory,
                         const std::string &name)
  {
    std::filesystem::create_directories(directory);
    std::vector<std::pair<double, std::string>> series;
    for (std::size_t i = 0; i < states.size(); ++i)
      {
        const std::string file =
          name + '_' + zero_padded(static_cast<long long>(i), 4) + ".vtu";
        write_vtu(directory / file,
                  grid_of(system, states[i].q),
                  {.as_text = true, .deflate = {}});
        series.emplace_back(states[i].time, file);
      }
    write_pvd(directory / (name + ".pvd"), series);
  }
} // namespace rivlin
