#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the bushing of this folder in several formats and numberings.

Usage: make_meshes.py FOLDER

A rubber tube between the radii 10 and 25, length 40 mm, axis z, middle at
z = 0: 4 x 24 x 6 hexahedra. Written are

  abaqus_bushing.inp     part, instance and assembly; numbers with gaps
  bushing_abaqus.inp     flat deck; numbers backwards
  bushing_gmsh22.msh     Gmsh 2.2; numbers in order
  bushing_gmsh41.msh     Gmsh 4.1; nodes and elements shuffled

The last three are the same bushing for tests; the coordinates agree to the
last bit, so that only the numbering differs."""
import math
import pathlib
import random
import sys

N_R, N_PHI, N_Z = 4, 24, 6
R_INNER, R_OUTER, LENGTH = 10.0, 25.0, 40.0


def node(i, j, k):
    """Place of a node in the list of all nodes, in order."""
    return (k * N_PHI + j % N_PHI) * (N_R + 1) + i


def points():
    result = []
    for k in range(N_Z + 1):
        for j in range(N_PHI):
            angle = 2 * math.pi * j / N_PHI
            for i in range(N_R + 1):
                radius = R_INNER + (R_OUTER - R_INNER) * i / N_R
                result.append((radius * math.cos(angle), radius * math.sin(angle), LENGTH * (k / N_Z - 0.5)))
    return result


def cells():
    """Corners around the bottom, then around the top: radial, circumferential, axial."""
    around = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return [[node(i + a, j + b, k + c) for c in (0, 1) for a, b in around]
            for k in range(N_Z) for j in range(N_PHI) for i in range(N_R)]


def cell(i, j, k):
    return (k * N_PHI + j) * N_R + i


INNER = [cell(0, j, k) for k in range(N_Z) for j in range(N_PHI)]
OUTER = [cell(N_R - 1, j, k) for k in range(N_Z) for j in range(N_PHI)]
INNER_FACE, OUTER_FACE = "S6", "S4"  # corners 1-4 and 2-3 of the bottom
INNER_CORNERS, OUTER_CORNERS = (0, 3, 7, 4), (1, 2, 6, 5)


def rows(numbers, width=12):
    return "\n".join(", ".join(map(str, numbers[i:i + width])) for i in range(0, len(numbers), width))


def number(x):
    return repr(x) if x else "0."


def abaqus_lines(node_ids, cell_ids, node_order, cell_order):
    p, c = points(), cells()
    yield "*Node"
    for n in node_order:
        yield f"{node_ids[n]:7d}, " + ", ".join(map(number, p[n]))
    yield "*Element, type=C3D8H"
    for e in cell_order:
        yield f"{cell_ids[e]:7d}, " + ", ".join(str(node_ids[n]) for n in c[e])


def abaqus_assembly():
    """Numbers that begin at 1001 and 50003 and leave gaps; sets with names only."""
    n_nodes, n_cells = len(points()), len(cells())
    node_ids = [1001 + 3 * n + 100 * (n // 60) for n in range(n_nodes)]
    cell_ids = [50003 + 2 * e + 1000 * (e // 96) for e in range(n_cells)]
    return "\n".join([
        "*Heading",
        "Rubber bushing, 10 to 25 mm, 40 mm long; mm, t, s, N, MPa",
        "** Names only, numbers with gaps: nothing here may depend on numbers.",
        "*Part, name=Tube",
        *abaqus_lines(node_ids, cell_ids, range(n_nodes), range(n_cells)),
        "*Elset, elset=RUBBER, generate",
        f"{cell_ids[0]}, {cell_ids[-1]}, 1",
        "*Elset, elset=_inner_cells, internal",
        rows([cell_ids[e] for e in INNER]),
        "*Elset, elset=_outer_cells, internal",
        rows([cell_ids[e] for e in OUTER]),
        "*Surface, type=ELEMENT, name=Inner_Sleeve",
        f"_inner_cells, {INNER_FACE}",
        "*Surface, type=ELEMENT, name=\"Outer-Sleeve\"",
        f"_outer_cells, {OUTER_FACE}",
        "*Solid Section, elset=RUBBER, material=\"Natural rubber\"",
        ",",
        "*End Part",
        "**",
        "*Assembly, name=Assembly",
        "*Instance, name=Tube-1, part=Tube",
        "*End Instance",
        "*Nset, nset=Probe, instance=Tube-1",
        f" {node_ids[node(N_R // 2, 0, N_Z)]},",
        "*End Assembly",
        "**",
        "*Material, name=\"Natural rubber\"",
        "*Density",
        " 1.1e-9,",
        "*Hyperelastic, mooney-rivlin",
        " 0.4, 0.1, 1e-3",
        "** Supports and loads stand in the parameter file; these are for Abaqus.",
        "*Step, name=Radial, nlgeom=YES",
        "*Static",
        " 0.1, 1.",
        "*Output, field, variable=PRESELECT",
        "*End Step",
        ""])


def abaqus_flat():
    """Everything backwards, sets by single elements and by nodes."""
    n_nodes, n_cells = len(points()), len(cells())
    node_ids, cell_ids = [n_nodes - n for n in range(n_nodes)], [n_cells - e for e in range(n_cells)]
    outer_nodes = [node_ids[node(N_R, j, k)] for k in range(N_Z + 1) for j in range(N_PHI)]
    return "\n".join([
        "*HEADING",
        "The same bushing as a flat deck",
        *abaqus_lines(node_ids, cell_ids, reversed(range(n_nodes)), reversed(range(n_cells))),
        "*ELSET, ELSET=rubber, GENERATE",
        f"1, {n_cells}, 1",
        "*NSET, NSET=outer_nodes",
        rows(outer_nodes),
        "*SURFACE, NAME=inner",
        "\n".join(f"{cell_ids[e]}, {INNER_FACE}" for e in INNER),
        "*SURFACE, NAME=outer, TYPE=NODE",
        "outer_nodes",
        "*SOLID SECTION, ELSET=rubber, MATERIAL=nr",
        ""])


PHYSICAL = ["$PhysicalNames", "3", '2 1 "inner"', '2 2 "outer"', '3 1 "rubber"', "$EndPhysicalNames"]


def quads():
    c = cells()
    return [(1, [c[e][v] for v in INNER_CORNERS]) for e in INNER] + [(2, [c[e][v] for v in OUTER_CORNERS]) for e in OUTER]


def gmsh22():
    p, c, q = points(), cells(), quads()
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", *PHYSICAL, "$Nodes", str(len(p))]
    lines += [f"{n + 1} " + " ".join(map(number, x)) for n, x in enumerate(p)]
    lines += ["$EndNodes", "$Elements", str(len(c) + len(q))]
    lines += [f"{e + 1} 3 2 {group} {group} " + " ".join(str(n + 1) for n in nodes) for e, (group, nodes) in enumerate(q)]
    lines += [f"{len(q) + e + 1} 5 2 1 1 " + " ".join(str(n + 1) for n in nodes) for e, nodes in enumerate(c)]
    return "\n".join(lines + ["$EndElements", ""])


def gmsh41():
    p, c, q = points(), cells(), quads()
    shuffle = random.Random(1).shuffle
    tags = list(range(1, len(p) + 1))
    shuffle(tags)
    order = list(range(len(p)))
    shuffle(order)
    shuffle(c)
    box = "-25 -25 -20 25 25 20"
    lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", *PHYSICAL,
             "$Entities", "0 0 2 1", f"1 {box} 1 1 0", f"2 {box} 1 2 0", f"1 {box} 1 1 2 1 2", "$EndEntities",
             "$Nodes", f"1 {len(p)} 1 {len(p)}", f"3 1 0 {len(p)}"]
    lines += [str(tags[n]) for n in order] + [" ".join(map(number, p[n])) for n in order]
    lines += ["$EndNodes", "$Elements", f"3 {len(c) + len(q)} 1 {len(c) + len(q)}"]
    tag = 0
    for group in (1, 2):
        own = [nodes for g, nodes in q if g == group]
        lines.append(f"2 {group} 3 {len(own)}")
        for nodes in own:
            tag += 1
            lines.append(f"{tag} " + " ".join(str(tags[n]) for n in nodes))
    lines.append(f"3 1 5 {len(c)}")
    for nodes in c:
        tag += 1
        lines.append(f"{tag} " + " ".join(str(tags[n]) for n in nodes))
    return "\n".join(lines + ["$EndElements", ""])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("abaqus_bushing.inp", abaqus_assembly()), ("bushing_abaqus.inp", abaqus_flat()),
                          ("bushing_gmsh22.msh", gmsh22()), ("bushing_gmsh41.msh", gmsh41())):
        (folder / name).write_text(content)
    print(f"{folder}: 4 meshes of {len(points())} nodes and {len(cells())} hexahedra")


if __name__ == "__main__":
    main()
