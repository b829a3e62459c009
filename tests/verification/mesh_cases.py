#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Cases on mesh files: numberings, ranks, changed files, and files and sets that are refused.

Usage: mesh_cases.py PROGRAM SOURCE_DIR"""
import pathlib
import shutil
import sys
import tempfile
import unittest

from program import run, simulate

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
MESHES = SOURCE / "meshes"
# Two cubes side by side; "ends" shares faces with "left" and "right", "middle" lies between the cubes.
NODES = "*NODE\n" + "".join(f"{i + 1}, {i % 3}, {i // 3 % 2}, {i // 6}\n" for i in range(12))
CUBES = """*ELEMENT, TYPE=C3D8H, ELSET=rubber
1, 1, 2, 5, 4, 7, 8, 11, 10
2, 2, 3, 6, 5, 8, 9, 12, 11
"""
SURFACES = """*SURFACE, TYPE=ELEMENT, NAME=left
1, S6
*SURFACE, TYPE=ELEMENT, NAME=right
2, S4
*SURFACE, TYPE=ELEMENT, NAME=ends
1, S6
2, S4
*SURFACE, TYPE=ELEMENT, NAME=middle
1, S4
*SURFACE, TYPE=ELEMENT, NAME=nothing
unused,
*SURFACE, TYPE=NODE, NAME=line
line,
"""
SETS = "*ELSET, ELSET=unused\n*NSET, NSET=line\n1, 4\n"
DECK = NODES + CUBES + SETS + SURFACES
CASE = """set Dimension = 3
subsection Mesh
  set Type = file
  set File = mesh/{name}
end
subsection Material
  set Bulk modulus = 20
end
subsection Supports
  subsection {driven}
    set Type          = driven
    set Translation x = 0.2*t
  end
  subsection {fixed}
  end
end
"""
GMSH_HEAD = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"


class MeshCases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        (self.path / "mesh").mkdir()

    def tearDown(self):
        self.folder.cleanup()

    def case(self, mesh=None, name="deck.inp", driven="right", fixed="left"):
        """A case file with its mesh in a folder beside it."""
        if mesh is not None:
            (self.path / "mesh" / name).write_text(mesh)
        case = self.path / "case.prm"
        case.write_text(CASE.format(name=name, driven=driven, fixed=fixed))
        return case

    def refused(self, parts, case, *settings, ranks=1):
        arguments = [word for text in settings for word in ("--set", text)]
        output = self.path / "output"
        code, screen, message = run(PROGRAM, "simulate", case, "--output", output, *arguments, ranks=ranks)
        own = [line for line in message.splitlines() if line.startswith("rivlin: ")]
        self.assertEqual(code, 2, message)
        self.assertEqual(len(own), 1, message)
        for part in parts:
            self.assertIn(part, message)
        self.assertEqual(screen, "")
        self.assertFalse(output.exists(), "something was written")

    def test_numbers_in_the_file_do_not_matter(self):
        settings = ["Solver/Newton tolerance=1e-13", "Time/Step size=1", "Supports/right/Set=inner", "Supports/left/Set=outer",
                    "Supports/right/Translation x=t", "Supports/right/Rotation z=0.1*t", "Output/VTU=none"]
        histories = []
        for name in ("bushing_abaqus.inp", "bushing_gmsh22.msh", "bushing_gmsh41.msh"):
            shutil.copy(MESHES / name, self.path / "mesh" / name)
            histories.append(simulate(PROGRAM, self.case(name=name), self.path / name, *settings))
        for column in ("right force x [N]", "left force x [N]", "right moment z [N mm]"):
            values = [history[column][-1] for history in histories]
            print(f"{column}: {values[0]:.16g}, largest relative difference "
                  f"{max(abs(x - values[0]) for x in values) / abs(values[0]):.1e}")
            self.assertGreater(abs(values[0]), 10)
            for value in values:
                self.assertLessEqual(abs(value - values[0]), 1e-12 * abs(values[0]), column)

    def test_ranks_do_not_matter(self):
        """Curved cells, and refined ones, on one and two ranks."""
        common = ["Solver/Newton tolerance=1e-12", "Time/Step size=1", "Time/End time=0.3", "Output/Interval=0", "Output/VTU=none"]
        refined = ["Element/Degree=1", "Element/Formulation=displacement", "Mesh/Refinements=1", "Material/Bulk modulus=20"]
        for kind in ([], refined):
            one, two = [simulate(PROGRAM, SOURCE / "parameter_files" / "gmsh_bushing.prm", self.path / str(ranks), *common, *kind,
                                 ranks=ranks) for ranks in (1, 2)]
            self.assertEqual(list(one), list(two))
            scale = max(abs(x) for values in one.values() for x in values)
            self.assertGreater(scale, 100)
            worst = max(abs(a - b) for column in one for a, b in zip(one[column], two[column], strict=True))
            print(f"two ranks: largest difference relative to the largest number {worst / scale:.1e}")
            self.assertLessEqual(worst, 1e-11 * scale)

    def test_notices_are_shown_and_logged(self):
        code, screen, errors = run(PROGRAM, "simulate", SOURCE / "parameter_files" / "abaqus_bushing.prm", "--output",
                                   self.path / "output", "--set", "Time/End time=0.05", "--set", "Output/Interval=0",
                                   "--set", "Element/Formulation=displacement", "--set", "Element/Degree=1")
        self.assertEqual((code, errors), (0, ""))
        log = (self.path / "output" / "run.log").read_text()
        for text in (screen, log):
            self.assertIn('note: Region "RUBBER" has Density = 1.1e-09, Law = Mooney-Rivlin', text)
            self.assertIn("from the mesh file", text)

    def test_check_shows_regions_and_sets(self):
        code, screen, _ = run(PROGRAM, "check", SOURCE / "parameter_files" / "gmsh_bushing.prm")
        self.assertEqual(code, 0)
        for part in ('region "rubber"', 'set "ends"', 'set "inner sleeve"', 'set "outer sleeve"', "576 cells"):
            self.assertIn(part, screen)

    def test_a_changed_mesh_is_not_resumed(self):
        case, settings = self.case(DECK), ["--set", "Checkpoint/Steps=1", "--set", "Time/Step size=0.5"]
        command = ["simulate", case, "--output", self.path / "output", *settings]
        self.assertEqual(run(PROGRAM, *command, "--set", "Time/End time=0.5")[0], 0)
        self.case("** a remark does not matter\n" + DECK)
        self.assertEqual(run(PROGRAM, *command, "--resume")[0], 0)
        self.case(DECK.replace("12, 2, 1, 1", "12, 2, 1, 1.01"))
        code, _, message = run(PROGRAM, *command, "--resume", "--set", "Time/End time=2")
        self.assertEqual(code, 2)
        self.assertIn("does not fit this case", message)

    def test_missing_empty_and_damaged_files(self):
        self.refused(["nowhere.inp"], self.case(name="nowhere.inp"))
        self.refused(["nowhere.inp"], self.case(name="nowhere.inp"), ranks=2)
        self.refused(['"Mesh/File" is empty'], self.case(DECK), "Mesh/File=")
        self.refused(["deck.inp"], self.case(""))
        self.refused(["deck.inp"], self.case(DECK[:len(NODES) + 60]))
        self.refused(["deck.inp"], self.case("\x00\x01\x02binary" * 50))
        self.refused(["deck.inp", "missing.inp"], self.case("*INCLUDE, INPUT=missing.inp\n" + DECK))

    def test_cells_that_are_refused(self):
        tetrahedron = "*ELEMENT, TYPE=C3D4\n9, 1, 2, 4, 7\n"
        self.refused(["C3D4", "line"], self.case(NODES + CUBES + tetrahedron + SETS + SURFACES))
        self.refused(["C3D6", "line"], self.case(NODES + CUBES + "*ELEMENT, TYPE=C3D6\n9, 1, 2, 4, 7, 8, 10\n" + SETS + SURFACES))
        self.refused(["inverted"], self.case(DECK.replace("1, 1, 2, 5, 4, 7, 8, 11, 10", "1, 7, 8, 11, 10, 1, 2, 5, 4")))
        self.refused(["deck.inp"], self.case(DECK.replace("1, 1, 2, 5, 4, 7,", "1, 1, 1, 5, 4, 7,")))
        self.refused(["deck.inp"], self.case(DECK.replace("*ELSET, ELSET=unused", "3, 1, 2, 5, 4, 7, 8, 11, 10\n*ELSET, ELSET=unused")))
        self.refused(['"Dimension"'], self.case(DECK), "Dimension=2")

    def test_hanging_nodes(self):
        half = NODES + "20, 2, 0.5, 0\n21, 1, 0.5, 0\n22, 2, 0.5, 1\n23, 1, 0.5, 1\n"
        cells = CUBES.replace("2, 2, 3, 6, 5, 8, 9, 12, 11", "2, 2, 3, 20, 21, 8, 9, 22, 23\n3, 21, 20, 6, 5, 23, 22, 12, 11")
        self.refused(["deck.inp"], self.case(half + cells + SETS + SURFACES))

    def test_sets_that_are_refused(self):
        case = self.case(DECK, fixed="lefd")
        self.refused(['"lefd"', '"left"', "deck.inp"], case)
        self.refused(['"lefd"', '"left"', "deck.inp"], case, ranks=2)
        self.refused(["share a face", '"ends"', '"right"'], self.case(DECK, fixed="ends"))
        self.refused(["lies inside the body", '"middle"'], self.case(DECK, fixed="middle"))
        self.refused(['"nothing"'], self.case(DECK, fixed="nothing"))
        self.refused(['"line"'], self.case(DECK, fixed="line"))
        self.refused(["share a face"], self.case(DECK), "Loads/ends/Type=pressure", "Loads/ends/Pressure=t")

    def test_absurd_counts(self):
        self.refused(["many.msh"], self.case(GMSH_HEAD + "$Nodes\n2147483648\n1 0 0 0\n", name="many.msh"))
        self.refused(["many.msh"], self.case("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 2147483648 1 2147483648\n3 1 0 2147483648\n",
                                             name="many.msh"))
        self.refused(["deck.inp"], self.case(NODES + CUBES + "*NSET, NSET=all, GENERATE\n1, 2147483648, 1\n"
                                             + SETS + SURFACES, fixed="all"))

    def test_regions_that_do_not_exist(self):
        self.refused(['"ruber"', '"rubber"'], self.case(DECK), "Material/ruber/C10=1")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
