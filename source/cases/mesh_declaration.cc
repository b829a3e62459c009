// SPDX-License-Identifier: Apache-2.0
// One line per parameter of the mesh.
#include <rivlin/cases/mesh_declaration.h>

namespace rivlin
{
  using dealii::ParameterHandler;
  namespace Patterns = dealii::Patterns;

  void
  declare_mesh(ParameterHandler &prm, MeshParameters &mesh, TextChoices &text)
  {
    const Patterns::Double positive(0.);
    const Patterns::Integer count(1, 10000);
    prm.enter_subsection("Mesh");
    prm.add_parameter(
      "Type",
      text.shape,
      "Shape: bushing (ring in 2D, tube around the z axis in 3D), box, cook (Cook's membrane), or file (a mesh from Abaqus or Gmsh).",
      Patterns::Selection("bushing|box|cook|file"));
    prm.add_parameter("Inner radius",
                      mesh.inner_radius,
                      "Bushing: inner radius of the rubber (length).",
                      positive);
    prm.add_parameter("Outer radius",
                      mesh.outer_radius,
                      "Bushing: outer radius of the rubber (length).",
                      positive);
    prm.add_parameter(
      "Length",
      mesh.length,
      "Bushing in 3D: length of the tube, from -Length/2 to Length/2 (length).",
      positive);
    prm.add_parameter(
      "Sector angle",
      mesh.sector_angle,
      "Bushing: angle of the sector from the x axis (degrees); below 360 the cut faces are the sets \"start\" and \"end\".",
      Patterns::Double(0., 360.));
    prm.add_parameter(
      "Inner steel",
      mesh.inner_steel,
      "Bushing: wall thickness of an elastic steel sleeve inside the rubber (length); 0: none.",
      positive);
    prm.add_parameter(
      "Outer steel",
      mesh.outer_steel,
      "Bushing: wall thickness of an elastic steel sleeve around the rubber (length); 0: none.",
      positive);
    prm.add_parameter(
      "Elements radial",
      mesh.elements_radial,
      "Bushing: elements through the rubber; with voids, beside them: shared by the inner cover, the void and the outer cover, each at least one and the void two.",
      count);
    prm.add_parameter(
      "Elements circumferential",
      mesh.elements_circumferential,
      "Bushing: elements around; with voids a multiple of their number, at least four for each.",
      count);
    prm.add_parameter(
      "Elements axial",
      mesh.elements_axial,
      "Bushing in 3D: elements along the axis, those of flanges included.",
      count);
    prm.add_parameter("Elements steel",
                      mesh.elements_steel,
                      "Bushing: elements through each steel wall.",
                      count);
    prm.add_parameter(
      "Grading radial",
      mesh.grading_radial,
      "Bushing without voids: size of the middle element over that of the elements at the bonded surfaces.",
      Patterns::Double(1., 1000.));
    prm.add_parameter(
      "Grading axial",
      mesh.grading_axial,
      "Bushing in 3D without flanges: size of the middle element over that of the elements at the free ends.",
      Patterns::Double(1., 1000.));
    prm.add_parameter(
      "Voids",
      mesh.voids,
      "Bushing: number of kidney-shaped voids, equally spaced around and, in 3D, through the whole length; their sides are the sets \"void 1 inner\", \"void 1 outer\" and \"void 1 ends\".",
      Patterns::Integer(0, 100));
    prm.add_parameter(
      "Void angle",
      mesh.void_angle,
      "Voids: centre of the first one (degrees from the x axis).",
      Patterns::Double(-360., 360.));
    prm.add_parameter(
      "Void width",
      mesh.void_width,
      "Voids: angle between the tips of their rounded ends (degrees).",
      Patterns::Double(0., 360.));
    prm.add_parameter("Void inner radius",
                      mesh.void_inner_radius,
                      "Voids: radius of the side towards the axis (length).",
                      positive);
    prm.add_parameter(
      "Void outer radius",
      mesh.void_outer_radius,
      "Voids: radius of the opposite side (length); if it is \"Outer radius\", voids reach the outer sleeve.",
      positive);
    prm.add_parameter(
      "Flanges",
      text.flanges,
      "Bushing in 3D: rims of rubber around the ends of the outer sleeve, which ends below them; sets \"flange top\", \"flange top seat\", \"flange top rim\".",
      Patterns::Selection("none|top|bottom|both"));
    prm.add_parameter("Flange radius",
                      mesh.flange_radius,
                      "Flanges: radius of the rim (length).",
                      positive);
    prm.add_parameter(
      "Flange thickness",
      mesh.flange_thickness,
      "Flanges: size along the axis, a part of \"Length\" (length).",
      positive);
    prm.add_parameter("Elements flange",
                      mesh.elements_flange,
                      "Flanges: elements from the outer sleeve to the rim.",
                      count);
    prm.add_parameter(
      "Free surface",
      text.free_surface,
      "Bushing in 3D: shape of the free ends of the rubber: flat, groove (a parabola from sleeve to sleeve) or chamfer (a cone, deepest at the outer sleeve).",
      Patterns::Selection("flat|groove|chamfer"));
    prm.add_parameter(
      "Free surface depth",
      mesh.free_surface_depth,
      "Groove, chamfer: largest distance from the flat end (length).",
      positive);
    prm.add_parameter("Size x",
                      mesh.size[0],
                      "Box: size in x (length).",
                      positive);
    prm.add_parameter("Size y",
                      mesh.size[1],
                      "Box: size in y (length).",
                      positive);
    prm.add_parameter("Size z",
                      mesh.size[2],
                      "Box and Cook's membrane in 3D: size in z (length).",
                      positive);
    prm.add_parameter("Elements x",
                      mesh.elements[0],
                      "Box and Cook's membrane: elements in x.",
                      count);
    prm.add_parameter("Elements y",
                      mesh.elements[1],
                      "Box and Cook's membrane: elements in y.",
                      count);
    prm.add_parameter("Elements z",
                      mesh.elements[2],
                      "Box and Cook's membrane in 3D: elements in z.",
                      count);
    prm.add_parameter(
      "File",
      mesh.file,
      "File: Abaqus input file (.inp) or Gmsh mesh (.msh 2.2 or 4.1), relative to the folder of the parameter file; see meshes.md.",
      Patterns::Anything());
    prm.add_parameter(
      "Merge coincident nodes",
      mesh.merge_coincident_nodes,
      "File: connect cells at nodes that are less than a thousandth of the shortest edge apart, as between parts of an assembly.");
    prm.add_parameter(
      "Refinements",
      mesh.refinements,
      "Global refinements of the mesh described above; round surfaces stay round, mid-nodes of a file keep their curves.",
      Patterns::Integer(0, 10));
    prm.leave_subsection();
  }
} // namespace rivlin
