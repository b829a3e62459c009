#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""rivlin mesh: report, picture, exit codes.

Usage: mesh_command.py PROGRAM SOURCE_DIR"""
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from program import run

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
DECK = SOURCE / "meshes" / "abaqus_bushing.inp"
CUBE = """*NODE
1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, 0\n4, 0, 1, 0
5, 0, 0, 1\n6, 1, 0, 1\n7, 1, 1, 1\n8, 0, 1, 1
*ELEMENT, TYPE=C3D8H, ELSET=rubber
"""


class MeshCommand(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def deck(self, text):
        (self.path / "deck.inp").write_text(text)
        return self.path / "deck.inp"

    def test_report_names_sets_and_volumes(self):
        code, screen, errors = run(PROGRAM, "mesh", DECK)
        self.assertEqual((code, errors), (0, ""))
        for part in ("576 hexahedra", "Inner_Sleeve", "Outer-Sleeve", "RUBBER", "65222.4", "Bulk modulus = 2000"):
            self.assertIn(part, screen)

    def test_picture_is_well_formed(self):
        code, _, _ = run(PROGRAM, "mesh", DECK, "--vtu", self.path / "mesh.vtu")
        self.assertEqual(code, 0)
        piece = xml.etree.ElementTree.parse(self.path / "mesh.vtu").getroot().find("UnstructuredGrid/Piece")
        self.assertEqual(piece.get("NumberOfCells"), str(576 + 2 * 144))

    def test_inverted_cell_is_reported_and_exit_code_2(self):
        code, screen, errors = run(PROGRAM, "mesh", self.deck(CUBE + "1, 5, 6, 7, 8, 1, 2, 3, 4\n"))
        self.assertEqual(code, 2)
        self.assertIn("All 1 cells are inverted", screen)
        self.assertTrue(errors.startswith("rivlin: The mesh"), errors)

    def test_refused_file_and_options(self):
        code, screen, errors = run(PROGRAM, "mesh", self.deck(CUBE + "1, 5, 6, 7\n"))
        self.assertEqual((code, screen), (2, ""))
        self.assertIn("line 11: element 1 has 3 nodes, C3D8H needs 8", errors)
        self.assertEqual(run(PROGRAM, "mesh", self.path / "nothing.msh")[0], 2)
        self.assertEqual(run(PROGRAM, "mesh")[0], 2)
        code, _, errors = run(PROGRAM, "mesh", DECK, "--vtk", "x")
        self.assertEqual(code, 2)
        self.assertIn('"--vtu"', errors)

    def test_merge_connects_parts(self):
        nodes = "".join(f"{10 + i}, {1 + i % 2}, {i // 2 % 2}, {i // 4}\n" for i in range(8))
        text = CUBE.replace("*ELEMENT", nodes + "*ELEMENT") + "1, 1, 2, 3, 4, 5, 6, 7, 8\n2, 10, 11, 13, 12, 14, 15, 17, 16\n"
        code, screen, _ = run(PROGRAM, "mesh", self.deck(text))
        self.assertEqual(code, 0)
        self.assertIn("2 bodies", screen)
        code, screen, _ = run(PROGRAM, "mesh", self.deck(text), "--merge")
        self.assertIn("4 coincident nodes were merged", screen)
        self.assertNotIn("2 bodies", screen)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
