// SPDX-License-Identifier: Apache-2.0
// One line per parameter of the mesh.
#include <rivlin/cases/parameter_declarations.h>

#include <rivlin/base/number_text.h>

namespace rivlin
{
  namespace
  {
    const Names<MeshShape> &shape_names()
    {
      static const Names<MeshShape> names = {{"bushing", MeshShape::bushing},
                                             {"box", MeshShape::box},
                                             {"cook", MeshShape::cook},
                                             {"file", MeshShape::file}};
      return names;
    }

    const Names<Flanges> &flange_names()
    {
      static const Names<Flanges> names = {{"none", Flanges::none},
                                           {"top", Flanges::top},
                                           {"bottom", Flanges::bottom},
                                           {"both", Flanges::both}};
      return names;
    }

    const Names<FreeSurface> &free_surface_names()
    {
      static const Names<FreeSurface> names = {{"flat", FreeSurface::flat},
                                               {"groove", FreeSurface::groove},
                                               {"chamfer",
                                                FreeSurface::chamfer}};
      return names;
    }
  } // namespace

  void declare_mesh(Schema &schema, CaseParameters &values)
  {
    MeshParameters &mesh = values.mesh;
    // Whom a parameter does not concern: the chosen shape, where the condition
    // does not hold.
    const auto unless = [&values](const auto condition) {
      return [&values, condition]() -> std::string {
        if (condition(values.mesh, values.dimension == 3))
          return "";
        return "the " + number_text(values.dimension) + "D mesh type \"" +
               name_of(shape_names(), values.mesh.shape) + "\"";
      };
    };
    const auto bushing = unless([](const MeshParameters &m, bool) {
      return m.shape == MeshShape::bushing;
    });
    const auto bushing_3d =
      unless([](const MeshParameters &m, const bool solid) {
        return m.shape == MeshShape::bushing && solid;
      });
    const auto box = unless(
      [](const MeshParameters &m, bool) { return m.shape == MeshShape::box; });
    const auto block       = unless([](const MeshParameters &m, bool) {
      return m.shape == MeshShape::box || m.shape == MeshShape::cook;
    });
    const auto solid_block = unless([](const MeshParameters &m,
                                       const bool solid) {
      return solid && (m.shape == MeshShape::box || m.shape == MeshShape::cook);
    });
    const auto file        = unless(
      [](const MeshParameters &m, bool) { return m.shape == MeshShape::file; });
    // The same for features of the bushing.
    const auto where = [&mesh](const auto condition, const std::string &whom) {
      return [&mesh, condition, whom]() -> std::string {
        return condition(mesh) ? whom : "";
      };
    };
    const auto with_voids =
      where([](const MeshParameters &m) { return m.voids == 0; },
            "a bushing without voids");
    const auto with_flanges =
      where([](const MeshParameters &m) { return m.flanges == Flanges::none; },
            "a bushing without flanges");
    const auto without_flanges =
      where([](const MeshParameters &m) { return m.flanges != Flanges::none; },
            "a bushing with flanges");
    const auto with_shaped_ends = where(
      [](const MeshParameters &m) {
        return m.free_surface == FreeSurface::flat;
      },
      "a flat free surface");
    const auto with_steel = where(
      [](const MeshParameters &m) {
        return m.inner_steel == 0 && m.outer_steel == 0;
      },
      "a bushing without steel walls");

    const ValueType<double> positive = number(0);
    const ValueType<int> count       = whole_number(1, 10000);
    schema.section("Mesh", Role::body);
    schema
      .add(
        "Type",
        mesh.shape,
        one_of(shape_names()),
        "",
        "Shape: bushing (ring in 2D, tube around the z axis in 3D), box, cook (Cook's membrane), or file (a mesh from Abaqus or Gmsh).")
      .chooses();
    schema
      .add("Inner radius",
           mesh.inner_radius,
           positive,
           "length",
           "Bushing: inner radius of the rubber.")
      .needs(bushing);
    schema
      .add("Outer radius",
           mesh.outer_radius,
           positive,
           "length",
           "Bushing: outer radius of the rubber.")
      .needs(bushing);
    schema
      .add("Length",
           mesh.length,
           positive,
           "length",
           "Bushing in 3D: length of the tube, from -Length/2 to Length/2.")
      .needs(bushing_3d);
    schema
      .add(
        "Sector angle",
        mesh.sector_angle,
        number(0, 360),
        "degrees",
        "Bushing: angle of the sector from the x axis; below 360 the cut faces are the sets \"start\" and \"end\".")
      .needs(bushing);
    schema
      .add(
        "Inner steel",
        mesh.inner_steel,
        positive,
        "length",
        "Bushing: wall thickness of an elastic steel sleeve inside the rubber; 0: none.")
      .needs(bushing);
    schema
      .add(
        "Outer steel",
        mesh.outer_steel,
        positive,
        "length",
        "Bushing: wall thickness of an elastic steel sleeve around the rubber; 0: none.")
      .needs(bushing);
    schema
      .add(
        "Elements radial",
        mesh.elements_radial,
        count,
        "",
        "Bushing: elements through the rubber; with voids, beside them: shared by the inner cover, the void and the outer cover, each at least one and the void two.")
      .needs(bushing);
    schema
      .add(
        "Elements circumferential",
        mesh.elements_circumferential,
        count,
        "",
        "Bushing: elements around; with voids a multiple of their number, at least four for each.")
      .needs(bushing);
    schema
      .add("Elements axial",
           mesh.elements_axial,
           count,
           "",
           "Bushing in 3D: elements along the axis, those of flanges included.")
      .needs(bushing_3d);
    schema
      .add("Elements steel",
           mesh.elements_steel,
           count,
           "",
           "Bushing: elements through each steel wall.")
      .needs(bushing)
      .tells_unless(with_steel);
    schema
      .add(
        "Grading radial",
        mesh.grading_radial,
        number(1., 1000),
        "",
        "Bushing: size of the middle element over that of the elements at the bonded surfaces; with voids, of the element at the void.")
      .needs(bushing)
      .tells_unless(
        where([](const MeshParameters &m) { return m.elements_radial < 3; },
              "a bushing with fewer than three elements through the rubber"));
    schema
      .add(
        "Grading axial",
        mesh.grading_axial,
        number(1., 1000),
        "",
        "Bushing in 3D without flanges: size of the middle element over that of the elements at the free ends.")
      .needs(bushing_3d)
      .needs(without_flanges)
      .tells_unless(
        where([](const MeshParameters &m) { return m.elements_axial < 3; },
              "a bushing with fewer than three elements along the axis"));
    schema
      .add(
        "Voids",
        mesh.voids,
        whole_number(0, 100),
        "",
        "Bushing: number of kidney-shaped voids, equally spaced around and, in 3D, through the whole length; their sides are the sets \"void 1 inner\", \"void 1 outer\" and \"void 1 ends\".")
      .needs(bushing);
    schema
      .add("Void angle",
           mesh.void_angle,
           number(-360, 360),
           "degrees",
           "Voids: centre of the first one, from the x axis.")
      .needs(bushing)
      .needs(with_voids);
    schema
      .add("Void width",
           mesh.void_width,
           number(0, 360),
           "degrees",
           "Voids: angle between the tips of their rounded ends.")
      .needs(bushing)
      .needs(with_voids);
    schema
      .add("Void inner radius",
           mesh.void_inner_radius,
           positive,
           "length",
           "Voids: radius of the side towards the axis.")
      .needs(bushing)
      .needs(with_voids);
    schema
      .add(
        "Void outer radius",
        mesh.void_outer_radius,
        positive,
        "length",
        "Voids: radius of the opposite side; if it is \"Outer radius\", voids reach the outer sleeve.")
      .needs(bushing)
      .needs(with_voids);
    schema
      .add(
        "Flanges",
        mesh.flanges,
        one_of(flange_names()),
        "",
        "Bushing in 3D: rims of rubber around the ends of the outer sleeve, which ends below them; sets \"flange top\", \"flange top seat\", \"flange top rim\".")
      .needs(bushing_3d);
    schema
      .add("Flange radius",
           mesh.flange_radius,
           positive,
           "length",
           "Flanges: radius of the rim.")
      .needs(bushing_3d)
      .needs(with_flanges);
    schema
      .add("Flange thickness",
           mesh.flange_thickness,
           positive,
           "length",
           "Flanges: size along the axis, a part of \"Length\".")
      .needs(bushing_3d)
      .needs(with_flanges);
    schema
      .add("Elements flange",
           mesh.elements_flange,
           count,
           "",
           "Flanges: elements from the outer sleeve to the rim.")
      .needs(bushing_3d)
      .needs(with_flanges);
    schema
      .add(
        "Free surface",
        mesh.free_surface,
        one_of(free_surface_names()),
        "",
        "Bushing in 3D: shape of the free ends of the rubber: flat, groove (a parabola from sleeve to sleeve) or chamfer (a cone, deepest at the outer sleeve).")
      .needs(bushing_3d)
      .needs(where(
        [](const MeshParameters &m) {
          return m.free_surface == FreeSurface::groove && m.elements_radial < 2;
        },
        "a bushing with one element through the rubber, which has no node "
        "between the sleeves,"));
    schema
      .add("Free surface depth",
           mesh.free_surface_depth,
           positive,
           "length",
           "Groove, chamfer: largest distance from the flat end.")
      .needs(bushing_3d)
      .needs(with_shaped_ends);
    schema.add("Size x", mesh.size[0], positive, "length", "Box: size in x.")
      .needs(box);
    schema.add("Size y", mesh.size[1], positive, "length", "Box: size in y.")
      .needs(box);
    schema
      .add("Size z",
           mesh.size[2],
           positive,
           "length",
           "Box and Cook's membrane in 3D: size in z.")
      .needs(solid_block);
    schema
      .add("Elements x",
           mesh.elements[0],
           count,
           "",
           "Box and Cook's membrane: elements in x.")
      .needs(block);
    schema
      .add("Elements y",
           mesh.elements[1],
           count,
           "",
           "Box and Cook's membrane: elements in y.")
      .needs(block);
    schema
      .add("Elements z",
           mesh.elements[2],
           count,
           "",
           "Box and Cook's membrane in 3D: elements in z.")
      .needs(solid_block);
    schema
      .add(
        "File",
        mesh.file,
        any_text(),
        "",
        "File: Abaqus input file (.inp) or Gmsh mesh (.msh 2.2 or 4.1), relative to the folder of the parameter file; see meshes.md.")
      .needs(file);
    schema
      .add(
        "Merge coincident nodes",
        mesh.merge_coincident_nodes,
        yes_or_no(),
        "",
        "File: connect cells at nodes that are less than a thousandth of the shortest edge apart, as between parts of an assembly.")
      .needs(file);
    schema.add(
      "Refinements",
      mesh.refinements,
      whole_number(0, 10),
      "",
      "Global refinements of the mesh described above; round surfaces stay round, mid-nodes of a file keep their curves.");
  }
} // namespace rivlin
