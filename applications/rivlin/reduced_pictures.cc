// SPDX-License-Identifier: Apache-2.0
// VTU files as text: one piece, quadratic or linear cells.
#include "reduced_pictures.h"

#include <rivlin/base/atomic_file.h>

#include <deal.II/base/utilities.h>

#include <iomanip>
#include <sstream>

namespace rivlin
{
  namespace
  {
    /// VTK_QUAD, VTK_BIQUADRATIC_QUAD, VTK_HEXAHEDRON or
    /// VTK_TRIQUADRATIC_HEXAHEDRON.
    int vtk_type(const FullBasis &full)
    {
      return full.dim == 2 ? (full.degree == 1 ? 9 : 28)
                           : (full.degree == 1 ? 12 : 29);
    }

    void open_array(std::ostream &out,
                    const std::string &type,
                    const std::string &name,
                    const int components)
    {
      out << "<DataArray type=\"" << type << "\" Name=\"" << name
          << "\" NumberOfComponents=\"" << components
          << "\" format=\"ascii\">\n";
    }

    void write_vectors(std::ostream &out,
                       const std::string &name,
                       const Eigen::Ref<const Vector> &values,
                       const int dim)
    {
      open_array(out, "Float32", name, 3);
      for (Eigen::Index node = 0; node < values.size() / dim; ++node)
        for (int i = 0; i < 3; ++i)
          out << (i < dim ? values[node * dim + i] : 0.)
              << (i < 2 ? ' ' : '\n');
      out << "</DataArray>\n";
    }

    std::string vtu_text(const FullBasis &full,
                         const Vector &u,
                         const Vector &v,
                         const Vector &p,
                         const UnitSystem &units)
    {
      std::ostringstream out;
      out << std::setprecision(9);
      const Eigen::Map<const Vector> X(full.coordinates.data(),
                                       full.coordinates.size());
      const auto n_nodes = X.size() / full.dim;
      const auto n_cells = full.cells.size() / full.nodes_per_cell;
      out << "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" "
             "version=\"0.1\" byte_order=\"LittleEndian\">\n"
             "<UnstructuredGrid>\n<Piece NumberOfPoints=\""
          << n_nodes << "\" NumberOfCells=\"" << n_cells << "\">\n<Points>\n";
      write_vectors(out, "points", X, full.dim);
      out << "</Points>\n<Cells>\n";
      open_array(out, "Int32", "connectivity", 1);
      for (std::size_t k = 0; k < full.cells.size(); ++k)
        out << full.cells[k]
            << ((k + 1) % full.nodes_per_cell == 0 ? '\n' : ' ');
      out << "</DataArray>\n";
      open_array(out, "Int32", "offsets", 1);
      for (std::size_t c = 1; c <= n_cells; ++c)
        out << c * full.nodes_per_cell << '\n';
      out << "</DataArray>\n";
      open_array(out, "UInt8", "types", 1);
      for (std::size_t c = 0; c < n_cells; ++c)
        out << vtk_type(full) << '\n';
      out << "</DataArray>\n</Cells>\n<PointData>\n";
      write_vectors(out, with_unit("displacement", units.length), u, full.dim);
      write_vectors(out,
                    with_unit("velocity", units.length + "/s"),
                    v,
                    full.dim);
      if (p.size() > 0)
        {
          open_array(out,
                     "Float32",
                     with_unit("pressure unknown p", units.stress),
                     1);
          // Mid-nodes show the mean of the corners: the pressure is linear.
          Vector at_nodes = Vector::Zero(n_nodes);
          Vector count    = Vector::Zero(n_nodes);
          for (Eigen::Index m = 0; m < p.size(); ++m)
            if (const int node = full.node_of_pressure[m]; node >= 0)
              {
                at_nodes[node] = p[m];
                count[node]    = 1;
              }
          const int corners = 1 << full.dim;
          for (std::size_t c = 0; c < n_cells; ++c)
            {
              const int *cell = full.cells.data() + c * full.nodes_per_cell;
              for (int a = corners; a < full.nodes_per_cell; ++a)
                if (count[cell[a]] == 0)
                  {
                    // The corners nearest to the mid-node in the cell.
                    const auto place = X.segment(cell[a] * full.dim, full.dim);
                    double nearest   = std::numeric_limits<double>::infinity();
                    for (int b = 0; b < corners; ++b)
                      nearest =
                        std::min(nearest,
                                 (X.segment(cell[b] * full.dim, full.dim) -
                                  place)
                                   .norm());
                    double sum = 0;
                    int n      = 0;
                    for (int b = 0; b < corners; ++b)
                      if ((X.segment(cell[b] * full.dim, full.dim) - place)
                            .norm() < 1.3 * nearest)
                        {
                          sum += at_nodes[cell[b]];
                          ++n;
                        }
                    at_nodes[cell[a]] = sum / n;
                  }
            }
          for (const double value : at_nodes)
            out << value << '\n';
          out << "</DataArray>\n";
        }
      out << "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
      return out.str();
    }
  } // namespace

  void write_pictures(const ReducedModelData &data,
                      const Prediction &prediction,
                      const UnitSystem &units,
                      const std::filesystem::path &folder)
  {
    const FullBasis &full = data.full;
    std::ostringstream pvd;
    pvd << std::setprecision(17)
        << "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" "
           "version=\"0.1\">\n<Collection>\n";
    for (std::size_t k = 0; k < prediction.times.size(); ++k)
      {
        const std::string name =
          "solution_" + dealii::Utilities::int_to_string(k, 4) + ".vtu";
        const Vector p =
          prediction.pressures.rows() > 0
            ? Vector(full.pressure_modes * prediction.pressures.col(k))
            : Vector();
        write_file_atomically(
          folder / name,
          vtu_text(full,
                   full.displacement_modes * prediction.r.col(k),
                   full.displacement_modes * prediction.r_rate.col(k),
                   p,
                   units));
        pvd << "<DataSet timestep=\"" << prediction.times[k]
            << "\" part=\"0\" file=\"" << name << "\"/>\n";
      }
    pvd << "</Collection>\n</VTKFile>\n";
    write_file_atomically(folder / "solution.pvd", pvd.str());
  }
} // namespace rivlin
