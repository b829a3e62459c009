// SPDX-License-Identifier: Apache-2.0
// The bushing of this folder for Gmsh: rubber between the radii 10 and 25,
// length 40 mm, axis z, 4 x 24 x 6 hexahedra of second order (curved).
//   gmsh -3 -format msh41 gmsh_bushing.geo -o gmsh_bushing.msh
r1 = 10; r2 = 25; length = 40;
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;

Point(1) = {r1, 0, -length / 2};
Point(2) = {r2, 0, -length / 2};
Line(1) = {1, 2};
Transfinite Curve{1} = 5;

// Four quarters around the axis, each extruded to a volume, whose sides come
// in the order of its curves: start, outer, end, inner.
line = 1;
inner[] = {}; outer[] = {}; ends[] = {}; rubber[] = {};
For quarter In {1:4}
  around[] = Extrude{{0, 0, 1}, {0, 0, 0}, Pi / 2}{ Curve{line}; Layers{6}; Recombine; };
  up[] = Extrude{0, 0, length}{ Surface{around[1]}; Layers{6}; Recombine; };
  line = around[0];
  ends[] += {around[1], up[0]};
  rubber[] += {up[1]};
  outer[] += {up[3]};
  inner[] += {up[5]};
EndFor
Coherence;

Physical Volume("rubber") = {rubber[]};
Physical Surface("inner sleeve") = {inner[]};
Physical Surface("outer sleeve") = {outer[]};
Physical Surface("ends") = {ends[]};
