// SPDX-License-Identifier: Apache-2.0
// Text files in VTK's XML format: a few hundred numbers each.
#include <rivlin/benchmarks/beam_pictures.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/number_text.h>

#include <sstream>

namespace rivlin
{
  namespace
  {
    void
    write_vector(std::ostream &out, const std::string &name, const Matrix &rows)
    {
      out << "<DataArray type=\"Float64\" Name=\"" << name
          << "\" NumberOfComponents=\"3\" format=\"ascii\">\n"
          << rows.format(Eigen::IOFormat(9, Eigen::DontAlignCols))
          << "\n</DataArray>\n";
    }

    template <typename Values>
    void write_integers(std::ostream &out,
                        const std::string &type,
                        const std::string &name,
                        const Values &values)
    {
      out << "<DataArray type=\"" << type << "\" Name=\"" << name
          << "\" format=\"ascii\">\n";
      for (const auto value : values)
        out << value << ' ';
      out << "\n</DataArray>\n";
    }

    std::string vtu(const BeamMechanism &system, const Vector &q)
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
      std::vector<int> connectivity, offsets;
      for (int e = 0; e < n_elements; ++e)
        {
          const BeamElement::Resultants resultants = system.resultants(q, e);
          forces.row(e)                            = resultants.force;
          moments.row(e)                           = resultants.moment;
          connectivity.push_back(model.elements[e].a);
          connectivity.push_back(model.elements[e].b);
          offsets.push_back(2 * e + 2);
        }
      const int line = 3; // VTK_LINE
      std::ostringstream out;
      out << "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" "
             "version=\"0.1\" byte_order=\"LittleEndian\">\n"
             "<UnstructuredGrid>\n<Piece NumberOfPoints=\""
          << n_nodes << "\" NumberOfCells=\"" << n_elements
          << "\">\n<Points>\n";
      write_vector(out, "Points", positions);
      out << "</Points>\n<Cells>\n";
      write_integers(out, "Int32", "connectivity", connectivity);
      write_integers(out, "Int32", "offsets", offsets);
      write_integers(out, "UInt8", "types", std::vector<int>(n_elements, line));
      out << "</Cells>\n<PointData>\n";
      write_vector(out, "displacement [m]", displacements);
      write_vector(out, "rotation [rad]", rotations);
      out << "</PointData>\n<CellData>\n";
      write_vector(out, "force [N]", forces);
      write_vector(out, "moment [N m]", moments);
      out << "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
      return out.str();
    }
  } // namespace

  void write_beam_series(const BeamMechanism &system,
                         const std::vector<State> &states,
                         const std::filesystem::path &directory,
                         const std::string &name)
  {
    std::filesystem::create_directories(directory);
    std::ostringstream series;
    series << "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" "
              "version=\"0.1\">\n<Collection>\n";
    for (std::size_t i = 0; i < states.size(); ++i)
      {
        const std::string file =
          name + '_' + zero_padded(static_cast<long long>(i), 4) + ".vtu";
        write_file_atomically(directory / file, vtu(system, states[i].q));
        series << "<DataSet timestep=\"" << states[i].time << "\" file=\""
               << file << "\"/>\n";
      }
    series << "</Collection>\n</VTKFile>\n";
    write_file_atomically(directory / (name + ".pvd"), series.str());
  }
} // namespace rivlin
