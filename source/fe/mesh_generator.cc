// SPDX-License-Identifier: Apache-2.0
// All shapes are one structured block, mapped; the ring closes on itself.
#include <rivlin/fe/mesh_generator.h>

#include <rivlin/base/error.h>

#include <deal.II/grid/manifold_lib.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

namespace rivlin
{
  namespace
  {
    using Index3 = std::array<int, 3>;

    /// A block of n[0] x n[1] (x n[2]) cells. Grid index -> point, cell index
    /// -> material, and whether direction 1 closes on itself.
    template <int dim>
    struct Block
    {
      Index3 n    = {1, 1, 1};
      bool closed = false;
      std::function<dealii::Point<dim>(const Index3 &)> point;
      std::function<dealii::types::material_id(const Index3 &)> material;
    };

    /// Boundary ids by side: 2 d for the low side of direction d, 2 d + 1 for
    /// the high side.
    template <int dim>
    void create(const Block<dim> &block, Mesh<dim> &mesh)
    {
      const int points_1 = block.closed ? block.n[1] : block.n[1] + 1;
      const int layers   = dim == 3 ? block.n[2] + 1 : 1;
      const auto number  = [&](int i, int j, int k) {
        return i + (block.n[0] + 1) * ((j % points_1) + points_1 * k);
      };
      std::vector<dealii::Point<dim>> points;
      for (int k = 0; k < layers; ++k)
        for (int j = 0; j < points_1; ++j)
          for (int i = 0; i <= block.n[0]; ++i)
            points.push_back(block.point({i, j, k}));

      std::vector<dealii::CellData<dim>> cells;
      std::vector<Index3> index;
      for (int k = 0; k < (dim == 3 ? block.n[2] : 1); ++k)
        for (int j = 0; j < block.n[1]; ++j)
          for (int i = 0; i < block.n[0]; ++i)
            {
              dealii::CellData<dim> cell;
              for (unsigned int v = 0; v < (1u << dim); ++v)
                cell.vertices[v] =
                  number(i + (v & 1), j + ((v >> 1) & 1), k + ((v >> 2) & 1));
              cell.material_id = block.material({i, j, k});
              cells.push_back(cell);
              index.push_back({i, j, k});
            }
      mesh.triangulation.create_triangulation(points, cells, {});

      for (const auto &cell : mesh.triangulation.active_cell_iterators())
        for (unsigned int f = 0; f < 2 * dim; ++f)
          if (cell->face(f)->at_boundary())
            cell->face(f)->set_boundary_id(f);
    }

    void require(const bool condition, const std::string &message)
    {
      if (!condition)
        throw Error("Mesh: " + message);
    }

    void check_count(const std::string &name, const int n)
    {
      require(n >= 1 && n <= 10000,
              "\"" + name + "\" is " + std::to_string(n) +
                "; give a number of elements from 1 to 10000.");
    }

    /// n + 1 positions in [a, b], symmetric; the middle element is `grading`
    /// times as long as the edge elements: x = tanh(beta s)/tanh(beta), whose
    /// slope falls by cosh(beta)^2 from the middle to the edge.
    std::vector<double> graded_positions(const double a,
                                         const double b,
                                         const int n,
                                         const double grading)
    {
      require(grading >= 1 && grading <= 1000,
              "a grading is the size of the middle element over that of the "
              "edge elements, from 1 to 1000; it is " +
                std::to_string(grading) + ".");
      const double beta = std::acosh(std::sqrt(grading));
      std::vector<double> x(n + 1);
      for (int i = 0; i <= n; ++i)
        {
          const double s = 2. * i / n - 1;
          const double y =
            beta > 1e-6 ? std::tanh(beta * s) / std::tanh(beta) : s;
          x[i] = a + (b - a) * (y + 1) / 2;
        }
      x.front() = a;
      x.back()  = b;
      return x;
    }

    template <int dim>
    void make_bushing(const MeshParameters &p, Mesh<dim> &mesh)
    {
      require(
        p.inner_radius > 0 && p.outer_radius > p.inner_radius,
        "the radii must satisfy 0 < inner radius < outer radius; they are " +
          std::to_string(p.inner_radius) + " and " +
          std::to_string(p.outer_radius) + ".");
      require(
        p.inner_steel >= 0 && p.inner_steel < p.inner_radius &&
          p.outer_steel >= 0,
        "steel walls must not be negative, and the inner one thinner than "
        "the inner radius; they are " +
          std::to_string(p.inner_steel) + " and " +
          std::to_string(p.outer_steel) + ".");
      require(p.sector_angle > 0 && p.sector_angle <= 360,
              "\"Sector angle\" must be in (0, 360] degrees; it is " +
                std::to_string(p.sector_angle) + ".");
      require(dim == 2 || p.length > 0,
              "\"Length\" must be positive; it is " + std::to_string(p.length) +
                ".");
      check_count("Elements radial", p.elements_radial);
      check_count("Elements circumferential", p.elements_circumferential);
      check_count("Elements axial", p.elements_axial);
      check_count("Elements steel", p.elements_steel);
      const bool closed = p.sector_angle == 360;
      require(!closed || p.elements_circumferential >= 3,
              "a full ring needs at least 3 elements around; \"Elements "
              "circumferential\" is " +
                std::to_string(p.elements_circumferential) + ".");

      std::vector<double> radii;
      const auto append = [&](const std::vector<double> &more) {
        radii.insert(radii.end(),
                     more.begin() + (radii.empty() ? 0 : 1),
                     more.end());
      };
      const double inner = p.inner_radius, outer = p.outer_radius;
      int n_inner_steel = 0;
      if (p.inner_steel > 0)
        {
          append(graded_positions(
            inner - p.inner_steel, inner, p.elements_steel, 1));
          n_inner_steel = p.elements_steel;
        }
      append(
        graded_positions(inner, outer, p.elements_radial, p.grading_radial));
      if (p.outer_steel > 0)
        append(
          graded_positions(outer, outer + p.outer_steel, p.elements_steel, 1));
      const std::vector<double> heights = graded_positions(-p.length / 2,
                                                           p.length / 2,
                                                           p.elements_axial,
                                                           p.grading_axial);

      enum : dealii::types::material_id
      {
        rubber     = 0,
        inner_wall = 1,
        outer_wall = 2
      };
      Block<dim> block;
      block.n      = {static_cast<int>(radii.size()) - 1,
                      p.elements_circumferential,
                      p.elements_axial};
      block.closed = closed;
      block.point  = [&](const Index3 &i) {
        const double angle = p.sector_angle * std::numbers::pi / 180 * i[1] /
                             p.elements_circumferential;
        dealii::Point<dim> x;
        x[0] = radii[i[0]] * std::cos(angle);
        x[1] = radii[i[0]] * std::sin(angle);
        if constexpr (dim == 3)
          x[2] = heights[i[2]];
        return x;
      };
      block.material = [&](const Index3 &i) {
        return i[0] < n_inner_steel                       ? inner_wall
               : i[0] < n_inner_steel + p.elements_radial ? rubber
                                                          : outer_wall;
      };
      create(block, mesh);

      mesh.boundary_sets = {{"inner", 0}, {"outer", 1}};
      mesh.known_centres = {{"inner", {}}, {"outer", {}}};
      if (!closed)
        mesh.boundary_sets.insert({{"start", 2}, {"end", 3}});
      if (dim == 3)
        mesh.boundary_sets.insert({{"bottom", 4}, {"top", 5}});
      mesh.material_sets = {{"rubber", rubber}};
      if (p.inner_steel > 0)
        mesh.material_sets["inner steel"] = inner_wall;
      if (p.outer_steel > 0)
        mesh.material_sets["outer steel"] = outer_wall;

      mesh.triangulation.set_all_manifold_ids(0);
      if constexpr (dim == 3)
        mesh.triangulation.set_manifold(0, dealii::CylindricalManifold<dim>(2));
      else
        mesh.triangulation.set_manifold(0, dealii::PolarManifold<dim>());
    }

    /// A box mapped by `map` from [0,1]^dim.
    template <int dim>
    void make_mapped_box(
      const MeshParameters &p,
      const std::function<dealii::Point<dim>(const dealii::Point<dim> &)> &map,
      Mesh<dim> &mesh)
    {
      const std::array<std::string, 3> names = {"Elements x",
                                                "Elements y",
                                                "Elements z"};
      for (int d = 0; d < dim; ++d)
        {
          check_count(names[d], p.elements[d]);
          require(p.shape == MeshShape::cook || p.size[d] > 0,
                  "a box needs positive sizes; size " + std::to_string(d) +
                    " is " + std::to_string(p.size[d]) + ".");
        }
      Block<dim> block;
      block.n     = p.elements;
      block.point = [&](const Index3 &i) {
        dealii::Point<dim> s;
        for (int d = 0; d < dim; ++d)
          s[d] = static_cast<double>(i[d]) / p.elements[d];
        return map(s);
      };
      block.material = [](const Index3 &) {
        return dealii::types::material_id(0);
      };
      create(block, mesh);
      mesh.material_sets = {{"rubber", 0}};
    }

    template <int dim>
    void make_box(const MeshParameters &p, Mesh<dim> &mesh)
    {
      make_mapped_box<dim>(
        p,
        [&](const dealii::Point<dim> &s) {
          dealii::Point<dim> x;
          for (int d = 0; d < dim; ++d)
            x[d] = p.size[d] * s[d];
          return x;
        },
        mesh);
      mesh.boundary_sets = {{"x0", 0}, {"x1", 1}, {"y0", 2}, {"y1", 3}};
      if (dim == 3)
        mesh.boundary_sets.insert({{"z0", 4}, {"z1", 5}});
    }

    /// Corners (0,0) (48,44) (48,60) (0,44), Cook (1974).
    template <int dim>
    void make_cook(const MeshParameters &p, Mesh<dim> &mesh)
    {
      make_mapped_box<dim>(
        p,
        [&](const dealii::Point<dim> &s) {
          dealii::Point<dim> x;
          x[0] = 48 * s[0];
          x[1] = 44 * s[0] + s[1] * (44 - 28 * s[0]);
          if constexpr (dim == 3)
            x[2] = p.size[2] * s[2];
          return x;
        },
        mesh);
      mesh.boundary_sets = {{"left", 0},
                            {"right", 1},
                            {"bottom", 2},
                            {"top", 3}};
      if (dim == 3)
        mesh.boundary_sets.insert({{"back", 4}, {"front", 5}});
    }
  } // namespace

  template <int dim>
  std::unique_ptr<Mesh<dim>> make_mesh(const MeshParameters &parameters,
                                       MPI_Comm communicator)
  {
    require(parameters.refinements >= 0 && parameters.refinements <= 10,
            "\"Refinements\" must be from 0 to 10; it is " +
              std::to_string(parameters.refinements) + ".");
    auto mesh = std::make_unique<Mesh<dim>>(communicator);
    switch (parameters.shape)
      {
        case MeshShape::bushing:
          make_bushing(parameters, *mesh);
          break;
        case MeshShape::box:
          make_box(parameters, *mesh);
          break;
        case MeshShape::cook:
          make_cook(parameters, *mesh);
          break;
        case MeshShape::file:
          throw Error("Mesh: the generator does not read files.");
      }
    mesh->triangulation.refine_global(parameters.refinements);
    return mesh;
  }

  template std::unique_ptr<Mesh<2>> make_mesh(const MeshParameters &, MPI_Comm);
  template std::unique_ptr<Mesh<3>> make_mesh(const MeshParameters &, MPI_Comm);
} // namespace rivlin
