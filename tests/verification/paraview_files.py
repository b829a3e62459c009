#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""VTK reads what runs write: curved cells of every degree, all fields, pieces of ranks.

Usage: paraview_files.py PROGRAM SOURCE_DIR. Needs VTK and numpy."""
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

import numpy
import vtk
from vtk.util.numpy_support import vtk_to_numpy

from program import simulate

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
BUSHING = SOURCE / "parameter_files" / "quick_start.prm"
COARSE = ["Mesh/Elements radial=2", "Mesh/Elements circumferential=12", "Output/Interval=1", "Time/Step size=0.1"]


def last_picture(directory):
    """The grid that the last line of solution.pvd names."""
    records = xml.parse(directory / "solution.pvd").getroot().findall("Collection/DataSet")
    file = directory / records[-1].get("file")
    reader = vtk.vtkXMLPUnstructuredGridReader() if file.suffix == ".pvtu" else vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(file))
    reader.Update()
    return reader.GetOutput(), float(records[-1].get("timestep"))


def fields(grid):
    data = grid.GetPointData()
    return {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}


def by_place(grid):
    """For each field its values, sorted by the middle of their cell and their own place in it."""
    points = vtk_to_numpy(grid.GetPoints().GetData())
    cells = [[grid.GetCell(c).GetPointId(i) for i in range(grid.GetCell(c).GetNumberOfPoints())]
             for c in range(grid.GetNumberOfCells())]
    keys = [tuple(numpy.round(points[cell].mean(axis=0), 3)) + tuple(numpy.round(points[i], 3)) for cell in cells for i in cell]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    nodes = [i for cell in cells for i in cell]
    return {name: numpy.array([values[nodes[k]] for k in order]) for name, values in fields(grid).items()}


class ParaviewFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def test_cells_of_all_degrees_have_their_nodes_in_order(self):
        case = self.path / "box.prm"
        case.write_text("""set Dimension = 3
subsection Mesh
  set Type = box
  set Elements x = 2
  set Elements y = 1
  set Elements z = 1
end
subsection Element
  set Formulation = displacement
end
subsection Supports
  subsection x0
    set Type = fixed
  end
  subsection x1
    set Type = driven
    set Translation x = 0
  end
end
""")
        random = numpy.random.default_rng(1)
        for dim in (2, 3):
            for degree in (1, 2, 3, 4):
                simulate(PROGRAM, case, self.path / "out", f"Dimension={dim}", f"Element/Degree={degree}", "Time/End time=1",
                         "Time/Step size=1", "Output/Interval=1")
                grid, _ = last_picture(self.path / "out")
                self.assertEqual(grid.GetCell(0).GetNumberOfPoints(), (degree + 1)**dim)
                # The cells are bricks: reference places are parts of the way.
                for c in range(grid.GetNumberOfCells()):
                    cell, box = grid.GetCell(c), numpy.array(grid.GetCell(c).GetBounds()).reshape(3, 2)
                    for _ in range(5):
                        place, weights, seen = numpy.append(random.random(dim), [0] * (3 - dim)), [0] * 125, [0, 0, 0]
                        cell.EvaluateLocation(vtk.reference(0), list(place), seen, weights)
                        numpy.testing.assert_allclose(seen, box[:, 0] + place * (box[:, 1] - box[:, 0]), atol=1e-6)

    def test_inner_sleeve_of_the_picture_moves_as_driven(self):
        simulate(PROGRAM, BUSHING, self.path, *COARSE)
        grid, time = last_picture(self.path)
        self.assertEqual(time, 1)
        self.assertEqual(grid.GetCellType(0), vtk.VTK_BIQUADRATIC_QUAD)
        points, u = vtk_to_numpy(grid.GetPoints().GetData())[:, :2], fields(grid)["displacement [mm]"]
        self.assertEqual(u.shape, (2 * 12 * 9, 3))
        inner = abs(numpy.hypot(*points.T) - 10) < 1e-3
        self.assertEqual(inner.sum(), 12 * 3)
        c, s = numpy.cos(numpy.pi / 9), numpy.sin(numpy.pi / 9)
        moved = points[inner] @ numpy.array([[c, s], [-s, c]]) + [4, 0]
        numpy.testing.assert_allclose(points[inner] + u[inner, :2], moved, atol=1e-5)
        self.assertEqual(abs(u[:, 2]).max(), 0)

    def test_fields_belong_together(self):
        simulate(PROGRAM, BUSHING, self.path, *COARSE)
        data = fields(last_picture(self.path)[0])
        stress = data["Cauchy stress [MPa]"].reshape(-1, 3, 3)
        zz = data["Cauchy stress zz [MPa]"]
        numpy.testing.assert_allclose(stress, stress.transpose(0, 2, 1), atol=1e-5)
        numpy.testing.assert_allclose((stress[:, 0, 0] + stress[:, 1, 1] + zz) / 3, data["pressure [MPa]"], atol=1e-5)
        self.assertTrue((data["material [-]"] == data["material [-]"][0]).all())
        self.assertLess(abs(data["J [-]"].mean() - 1), 0.02)
        self.assertGreater(data["principal stretch [-]"].min(), 1 - 1e-6)
        self.assertGreaterEqual(data["von Mises [MPa]"].min(), 0)
        # p is the mean stress where the mesh resolves it; on this one roughly.
        difference = data["pressure unknown p [MPa]"] - data["pressure [MPa]"]
        self.assertLess(numpy.sqrt((difference**2).mean()), 0.3 * numpy.sqrt((data["pressure [MPa]"]**2).mean()))

    def test_pieces_of_two_ranks_show_the_same(self):
        tube = ["Dimension=3", "Mesh/Length=30", "Mesh/Elements axial=2", "Time/End time=0.1", "Output/Interval=0.1", *COARSE[:2]]
        dynamic = [*COARSE[:2], "Time/Integrator=generalized alpha", "Time/Step size=1e-3", "Time/End time=2e-3",
                   "Output/Interval=2e-3", "Supports/inner/Translation x=2e3*t^2", "Supports/inner/Rotation z=0"]
        for overrides in (COARSE, tube, dynamic):
            seen = []
            for ranks in (1, 2):
                simulate(PROGRAM, BUSHING, self.path / str(ranks), *overrides, ranks=ranks)
                seen.append(by_place(last_picture(self.path / str(ranks))[0]))
            self.assertEqual(list(seen[0]), list(seen[1]))
            self.assertEqual("velocity [mm/s]" in seen[0], overrides is dynamic)
            for name, values in seen[0].items():
                self.assertEqual(values.shape, seen[1][name].shape)
                self.assertLess(abs(values - seen[1][name]).max(), 1e-5 * (1e-3 + abs(values).max()), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
