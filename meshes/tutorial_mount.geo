// SPDX-License-Identifier: Apache-2.0
// The conical mount of doc/tutorial.md: rubber between two steel cones, axis z,
// 3 x 12 x 5 hexahedra of second order (curved). Lengths in mm.
//   gmsh -3 -format msh41 tutorial_mount.geo -o tutorial_mount.msh
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;

// Half of the section in the plane y = 0: inner cone from 1 to 4, outer cone from 2 to 3.
Point(1) = {20, 0, 0};
Point(2) = {30, 0, 6};
Point(3) = {20, 0, 24};
Point(4) = {10, 0, 18};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve{1, 3} = 4;   // 3 elements through the rubber
Transfinite Curve{2, 4} = 6;   // 5 along the cones
Transfinite Surface{1};
Recombine Surface{1};

// Four quarter turns about the axis. Extrude returns the section at its end, the volume,
// and the sides that the curves 1 to 4 leave behind.
section = 1;
rubber[] = {}; inner[] = {}; outer[] = {}; free[] = {};
For quarter In {1:4}
  turned[] = Extrude{{0, 0, 1}, {0, 0, 0}, Pi / 2}{ Surface{section}; Layers{3}; Recombine; };
  section = turned[0];
  rubber[] += {turned[1]};
  free[] += {turned[2], turned[4]};
  outer[] += {turned[3]};
  inner[] += {turned[5]};
EndFor
Coherence;

Physical Volume("rubber") = {rubber[]};
Physical Surface("inner") = {inner[]};
Physical Surface("outer") = {outer[]};
Physical Surface("free") = {free[]};
