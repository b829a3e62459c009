# SPDX-License-Identifier: Apache-2.0
"""Small VTU files with curved quadratic cells, as runs write them: each cell
has its own points."""
import numpy
import vtk
from vtk.util.numpy_support import numpy_to_vtk


def _write(file, points, cells, cell_type, fields):
    grid = vtk.vtkUnstructuredGrid()
    vtk_points = vtk.vtkPoints()
    vtk_points.SetData(numpy_to_vtk(points, deep=True))
    grid.SetPoints(vtk_points)
    for cell in cells:
        ids = vtk.vtkIdList()
        for point in cell:
            ids.InsertNextId(int(point))
        grid.InsertNextCell(cell_type, ids)
    for name, values in fields.items():
        array = numpy_to_vtk(numpy.ascontiguousarray(values, dtype=numpy.float32), deep=True)
        array.SetName(name)
        grid.GetPointData().AddArray(array)
    writer = vtk.vtkXMLUnstructuredGridWriter()
    writer.SetFileName(str(file))
    writer.SetInputData(grid)
    writer.Write()


def _cells(n_radial, n_around, n_axial):
    """Points (r, angle, z in [0, 1]) of each cell in the order of VTK, and the cells."""
    element = vtk.vtkLagrangeHexahedron() if n_axial else vtk.vtkLagrangeQuadrilateral()
    layers = range(3) if n_axial else [0]
    parameters, cells = [], []
    for k in range(max(n_axial, 1)):
        for j in range(n_around):
            for i in range(n_radial):
                first, order = len(parameters), {}
                for c in layers:
                    for b in range(3):
                        for a in range(3):
                            index = element.PointIndexFromIJK(a, b, c, [2, 2, 2]) if n_axial else element.PointIndexFromIJK(a, b, [2, 2])
                            order[index] = ((i + a / 2) / n_radial, (j + b / 2) / n_around, (k + c / 2) / max(n_axial, 1))
                parameters += [order[index] for index in range(len(order))]
                cells.append(range(first, first + len(order)))
    return numpy.array(parameters), cells


def write_ring(file, shift=3.0, inner=10.0, outer=25.0, n_radial=3, n_around=12, length=0.0, n_axial=0):
    """A ring (or tube of the given length) whose inner side is moved in x; the
    field is linear in the radius from 1 to 2, the outer third is material 1."""
    parameters, cells = _cells(n_radial, n_around, n_axial)
    r = inner + (outer - inner) * parameters[:, 0]
    angle = 2 * numpy.pi * parameters[:, 1]
    points = numpy.column_stack([r * numpy.cos(angle), r * numpy.sin(angle), length * parameters[:, 2]])
    displacement = numpy.zeros_like(points)
    displacement[:, 0] = shift * (outer - r) / (outer - inner)
    material = numpy.concatenate([[float(parameters[list(cell), 0].mean() > 2 / 3)] * len(cell) for cell in cells])
    _write(file, points, cells, vtk.VTK_LAGRANGE_HEXAHEDRON if n_axial else vtk.VTK_LAGRANGE_QUADRILATERAL,
           {"displacement [mm]": displacement, "von Mises [MPa]": 1 + parameters[:, 0], "J [-]": numpy.ones(len(r)), "material [-]": material})


def write_pvd(file, steps):
    lines = [f'<DataSet timestep="{time}" group="" part="0" file="{name}"/>' for time, name in steps]
    file.write_text('<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1"><Collection>\n'
                    + "\n".join(lines) + "\n</Collection></VTKFile>\n")
