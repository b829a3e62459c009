// SPDX-License-Identifier: Apache-2.0
// Rank 0 reads and checks, all ranks build the same coarse mesh.
#include <rivlin/spaces/mesh_import.h>

#include "consistent_order.h"

#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/spaces/first_rank.h>
#include <rivlin/mesh/boundary_sets.h>
#include <rivlin/mesh/cell_geometry.h>
#include <rivlin/mesh/coincident_nodes.h>
#include <rivlin/mesh/face_table.h>
#include <rivlin/mesh/mesh_check.h>
#include <rivlin/mesh/read_mesh_file.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>

#include <algorithm>
#include <set>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// What all ranks need of the file.
    struct SharedMesh
    {
      /// Without file numbers, sets and instances.
      PlainMesh cells;
      std::vector<std::string> set_names;
      std::vector<std::vector<CellFace>> sets;
      std::vector<MeshPoint> centres; ///< one per set
      std::string checksum;
    };

    template <typename T>
    std::string_view bytes(const std::vector<T> &items)
    {
      static_assert(std::is_trivially_copyable_v<T>);
      return {reinterpret_cast<const char *>(items.data()),
              items.size() * sizeof(T)};
    }

    std::string content_checksum(const PlainMesh &mesh)
    {
      Crc64 sum;
      sum.add(bytes(mesh.nodes));
      sum.add(bytes(mesh.cells));
      sum.add(bytes(mesh.mid_nodes));
      sum.add(bytes(mesh.cell_regions));
      for (const std::string &region : mesh.regions)
        sum.add(region + "\n");
      for (const MaterialSuggestion &material : mesh.materials)
        for (const auto &[name, value] : material.parameters)
          sum.add(material.region + "/" + name + "=" + value + "\n");
      return hex_text(sum.value());
    }

    /// Centroid of the area (2D: length) of a set, with mid-nodes.
    MeshPoint centroid(const PlainMesh &mesh, const std::vector<CellFace> &set)
    {
      // Exact where the faces are flat; otherwise as good as the area of the
      // curved face itself.
      const QGauss<1> gauss(4);
      const int n_across = mesh.dimension == 3 ? 4 : 1;
      Vector3 moment     = Vector3::Zero();
      double area        = 0;
      for (const CellFace &face : set)
        {
          const CellMap map(mesh, face.cell);
          const int normal = face.face / 2;
          const int a      = (normal + 1) % mesh.dimension,
                    b      = (normal + 2) % mesh.dimension;
          Vector3 x        = Vector3::Zero();
          x[normal]        = face.face % 2;
          for (unsigned int i = 0; i < gauss.size(); ++i)
            for (int j = 0; j < n_across; ++j)
              {
                double weight = gauss.weight(i);
                x[a]          = gauss.point(i)[0];
                if (mesh.dimension == 3)
                  {
                    x[b] = gauss.point(j)[0];
                    weight *= gauss.weight(j);
                  }
                const Matrix3 jacobian = map.jacobian(x);
                weight *= mesh.dimension == 3
                            ? jacobian.col(a).cross(jacobian.col(b)).norm()
                            : jacobian.col(a).norm();
                area += weight;
                moment += weight * map.point(x);
              }
        }
      const Vector3 centre = moment / area;
      return {centre[0], centre[1], centre[2]};
    }

    /// Sets of the case first, then those of the file that lie on the boundary
    /// and leave them their faces.
    void choose_sets(const PlainMesh &mesh,
                     const MeshImport &import,
                     SharedMesh &shared)
    {
      std::vector<std::string> names = import.sets_in_use;
      for (const std::string &name : import.probed_sets)
        if (std::find(mesh.regions.begin(), mesh.regions.end(), name) ==
              mesh.regions.end() &&
            std::find(names.begin(), names.end(), name) == names.end())
          names.push_back(name);
      const FaceTable table(mesh);
      try
        {
          shared.sets = boundary_sets_in_use(mesh, table, names);
        }
      catch (const Error &error)
        {
          throw Error(import.file.string() + ": " + error.what());
        }
      std::set<CellFace> taken;
      for (const auto &set : shared.sets)
        taken.insert(set.begin(), set.end());
      for (const auto &[name, faces] : mesh.face_sets)
        {
          const bool is_usable =
            !faces.empty() &&
            std::find(names.begin(), names.end(), name) == names.end() &&
            std::all_of(faces.begin(), faces.end(), [&](const CellFace &face) {
              return table.is_free(face) && !taken.contains(face);
            });
          if (!is_usable)
            continue;
          names.push_back(name);
          shared.sets.push_back(faces);
          taken.insert(faces.begin(), faces.end());
        }
      shared.set_names = std::move(names);
      for (const auto &set : shared.sets)
        shared.centres.push_back(centroid(mesh, set));
    }

    /// Read and checked, on rank 0.
    PlainMesh read(const MeshImport &import, const int dim)
    {
      PlainMesh mesh = read_mesh_file(import.file);
      if (mesh.dimension != dim)
        throw Error("The mesh in " + import.file.string() + " is " +
                    number_text(mesh.dimension) + "D, but \"Dimension\" is " +
                    number_text(dim) + ". Set it to " +
                    number_text(mesh.dimension) + ".");
      if (import.merge_coincident_nodes)
        mesh.notices.push_back(
          number_text(
            merge_coincident_nodes(mesh, coincidence_tolerance(mesh))) +
          " coincident nodes were merged.");
      const MeshCheck check = check_mesh(mesh);
      require_computable(check, import.file);
      mesh.notices.insert(mesh.notices.end(),
                          check.warnings.begin(),
                          check.warnings.end());
      order_consistently(mesh);
      return mesh;
    }

    template <typename T>
    void share(MPI_Comm communicator, T &value)
    {
      value = Utilities::MPI::broadcast(communicator, value, 0);
    }

    /// Arrays go as bytes, so that their size is not limited to 2 GiB.
    template <typename T>
    requires(std::is_trivially_copyable_v<T>) void share(MPI_Comm communicator,
                                                         std::vector<T> &items)
    {
      items.resize(Utilities::MPI::broadcast(communicator,
                                             std::uint64_t(items.size()),
                                             0));
      Utilities::MPI::broadcast(reinterpret_cast<char *>(items.data()),
                                items.size() * sizeof(T),
                                0,
                                communicator);
    }

    void share_materials(MPI_Comm communicator,
                         std::vector<MaterialSuggestion> &materials)
    {
      std::vector<std::vector<std::string>> texts;
      for (const MaterialSuggestion &material : materials)
        {
          texts.push_back({material.region, material.material});
          for (const auto &[name, value] : material.parameters)
            texts.back().insert(texts.back().end(), {name, value});
        }
      share(communicator, texts);
      materials.clear();
      for (const std::vector<std::string> &text : texts)
        {
          materials.push_back({text[0], text[1], {}});
          for (std::size_t i = 2; i < text.size(); i += 2)
            materials.back().parameters.emplace_back(text[i], text[i + 1]);
        }
    }

    void share_mesh(MPI_Comm communicator, SharedMesh &mesh)
    {
      share(communicator, mesh.cells.dimension);
      share(communicator, mesh.cells.n_corner_nodes);
      share(communicator, mesh.cells.nodes);
      share(communicator, mesh.cells.cells);
      share(communicator, mesh.cells.mid_nodes);
      share(communicator, mesh.cells.regions);
      share(communicator, mesh.cells.cell_regions);
      share_materials(communicator, mesh.cells.materials);
      share(communicator, mesh.cells.notices);
      share(communicator, mesh.set_names);
      mesh.sets.resize(mesh.set_names.size());
      for (std::vector<CellFace> &set : mesh.sets)
        share(communicator, set);
      share(communicator, mesh.centres);
      share(communicator, mesh.checksum);
    }

    template <int dim>
    Point<dim> to_point(const MeshPoint &x)
    {
      Point<dim> point;
      for (int d = 0; d < dim; ++d)
        point[d] = x[d];
      return point;
    }

    template <int dim>
    void create(const SharedMesh &shared, Mesh<dim> &mesh)
    {
      const PlainMesh &plain = shared.cells;
      std::vector<Point<dim>> points;
      for (int i = 0; i < plain.n_corner_nodes; ++i)
        points.push_back(to_point<dim>(plain.nodes[i]));
      std::vector<CellData<dim>> cells(plain.cells.size());
      for (std::size_t c = 0; c < cells.size(); ++c)
        {
          std::copy_n(plain.cells[c].begin(),
                      plain.n_corners(),
                      cells[c].vertices.begin());
          cells[c].material_id = plain.cell_regions[c];
        }
      mesh.triangulation.create_triangulation(points, cells, {});
      for (std::size_t r = 0; r < plain.regions.size(); ++r)
        mesh.material_sets[plain.regions[r]] = r;

      // Faces without name keep deal.II's 0.
      std::vector<std::array<types::boundary_id, 6>> ids(cells.size());
      for (std::size_t s = 0; s < shared.sets.size(); ++s)
        {
          const std::string &name  = shared.set_names[s];
          mesh.boundary_sets[name] = s + 1;
          mesh.known_centres[name] = to_point<dim>(shared.centres[s]);
          for (const CellFace &face : shared.sets[s])
            ids[face.cell][face.face] = s + 1;
        }
      // Coarse cells keep the order of the file (their ids do not: p4est has
      // an order of its own).
      for (const auto &cell : mesh.triangulation.cell_iterators_on_level(0))
        for (const unsigned int f : cell->face_indices())
          if (const auto id = ids[cell->index()][f]; id > 0)
            cell->face(f)->set_boundary_id(id);
    }

    /// The quadratic maps of the cells of the file; a refined cell is a part of
    /// the reference cell of its ancestor.
    template <int dim>
    void bend(std::shared_ptr<const PlainMesh> plain, Mesh<dim> &mesh)
    {
      mesh.geometry = [plain = std::move(plain)](
                        const typename Triangulation<dim>::cell_iterator &cell,
                        const std::vector<Point<dim>> &reference) {
        const auto [coarse, places] = in_coarse_cell<dim>(cell, reference);
        const CellMap map(*plain, coarse);
        std::vector<Point<dim>> points;
        for (const Point<dim> &x : places)
          {
            Vector3 place = Vector3::Zero();
            for (int d = 0; d < dim; ++d)
              place[d] = x[d];
            place = map.point(place);
            points.push_back(to_point<dim>({place[0], place[1], place[2]}));
          }
        return points;
      };
    }
  } // namespace

  template <int dim>
  ImportedMesh<dim> import_mesh(const MeshImport &import, MPI_Comm communicator)
  {
    SharedMesh shared;
    on_first_rank(communicator, [&] {
      PlainMesh file  = read(import, dim);
      shared.checksum = content_checksum(file);
      choose_sets(file, import, shared);
      PlainMesh &cells     = shared.cells;
      cells.dimension      = file.dimension;
      cells.n_corner_nodes = file.n_corner_nodes;
      cells.nodes          = std::move(file.nodes);
      cells.cells          = std::move(file.cells);
      cells.mid_nodes      = std::move(file.mid_nodes);
      cells.regions        = std::move(file.regions);
      cells.cell_regions   = std::move(file.cell_regions);
      cells.materials      = std::move(file.materials);
      cells.notices        = std::move(file.notices);
    });
    share_mesh(communicator, shared);

    ImportedMesh<dim> result;
    result.mesh = std::make_unique<Mesh<dim>>(communicator);
    create(shared, *result.mesh);
    result.mesh->checksum = shared.checksum;
    if (import.before_refining)
      {
        const auto &coarse = result.mesh->triangulation;
        MeshCounts counts;
        counts.dimension = dim;
        counts.vertices  = coarse.n_used_vertices();
        counts.lines     = coarse.n_lines();
        counts.quads     = dim == 3 ? coarse.n_quads() : coarse.n_cells(0);
        counts.hexes     = dim == 3 ? coarse.n_cells(0) : 0;
        import.before_refining(counts);
      }
    result.mesh->triangulation.refine_global(import.refinements);
    result.materials = std::move(shared.cells.materials);
    result.notices   = std::move(shared.cells.notices);
    if (!shared.cells.mid_nodes.empty())
      {
        bend(std::make_shared<const PlainMesh>(std::move(shared.cells)),
             *result.mesh);
        move_vertices(*result.mesh);
      }
    return result;
  }

  template ImportedMesh<2> import_mesh(const MeshImport &, MPI_Comm);
  template ImportedMesh<3> import_mesh(const MeshImport &, MPI_Comm);
} // namespace rivlin
