#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The output directory of a run holds what the contract promises.

Usage: output_files.py PROGRAM SOURCE_DIR"""
import json
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

from program import read_history, run

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CASE = SOURCE / "parameter_files" / "quick_start.prm"


class OutputFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name) / "run"
        cls.code, cls.screen, cls.errors = run(PROGRAM, "simulate", CASE, "--output", cls.path,
                                               "--set", "Output/Interval=0.5")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_success_is_silent_on_standard_error(self):
        self.assertEqual((self.code, self.errors), (0, ""))

    def test_log_is_what_the_screen_showed(self):
        self.assertEqual((self.path / "run.log").read_text(), self.screen)
        self.assertIn("Newton", self.screen)

    def test_history_has_units_and_output_times(self):
        history = read_history(self.path)
        self.assertEqual(history["time [s]"], [0, 0.5, 1])
        for title in ("inner translation x [mm]", "inner force x [N]", "inner moment z [N mm]", "outer force y [N]",
                      "kinetic energy [mJ]", "strain energy [mJ]", "external work [mJ]", "dissipated energy [mJ]",
                      "max abs(J-1) [-]"):
            self.assertIn(title, history)

    def test_newton_converges_quadratically(self):
        # In the last step: each increment at most a constant times the square of the one before.
        line = [line for line in self.screen.splitlines() if line.startswith("t = 1 ")][-1]
        increments = [float(word) for word in line.split(":")[1].split("residual")[0].split()]
        self.assertGreaterEqual(len(increments), 3)
        self.assertLess(increments[-1], 10 * increments[-2] ** 2 + 1e-12)

    def test_summary(self):
        summary = json.loads((self.path / "summary.json").read_text())
        self.assertTrue(summary["finished"])
        self.assertEqual(summary["case"], "quick_start.prm")
        self.assertEqual(summary["unknowns"]["total"],
                         summary["unknowns"]["displacements"] + summary["unknowns"]["pressures"])
        self.assertGreaterEqual(summary["factorizations"], summary["steps"]["accepted"])
        for part in ("assembly", "factorization", "solve", "output", "total"):
            self.assertGreaterEqual(summary["seconds"][part]["wall"], 0)
        for key in ("Newton iterations", "tangents assembled", "residual evaluations", "solves", "ranks", "version"):
            self.assertIn(key, summary)

    def test_paraview_files(self):
        records = xml.parse(self.path / "solution.pvd").getroot().findall(".//DataSet")
        self.assertEqual([float(r.get("timestep")) for r in records], [0, 0.5, 1])
        for record in records:
            root = xml.parse(self.path / record.get("file")).getroot()
            names = {array.get("Name") for array in root.iter("DataArray")}
            for name in ("displacement [mm]", "pressure [MPa]", "Cauchy stress [MPa]", "von Mises [MPa]",
                         "principal stretch [-]", "J [-]", "material [-]"):
                self.assertIn(name, names)
        leftovers = [p.name for p in self.path.iterdir() if p.suffix not in (".vtu", ".pvd", ".csv", ".json", ".log")]
        self.assertEqual(leftovers, [])

    def test_dynamic_run_has_velocities(self):
        folder = self.path.parent / "moving"
        code, _, message = run(PROGRAM, "simulate", CASE, "--output", folder, "--quiet", "--set",
                               "Time/Integrator=ROS3P", "--set", "Time/End time=0.1", "--set", "Time/Step size=0.05")
        self.assertEqual(code, 0, message)
        last = sorted(folder.glob("solution_*.vtu"))[-1]
        names = {array.get("Name") for array in xml.parse(last).getroot().iter("DataArray")}
        self.assertIn("velocity [mm/s]", names)

    def test_second_run_replaces_the_first(self):
        code, screen, _ = run(PROGRAM, "simulate", CASE, "--output", self.path.parent / "again", "--quiet")
        self.assertEqual((code, screen), (0, ""))
        n_before = len(list((self.path.parent / "again").glob("solution_*")))
        run(PROGRAM, "simulate", CASE, "--output", self.path.parent / "again", "--quiet", "--set", "Output/VTU=last")
        self.assertEqual((n_before, len(list((self.path.parent / "again").glob("solution_*")))), (11, 1))

    def test_check_changes_nothing_and_tells(self):
        with tempfile.TemporaryDirectory() as empty:
            code, screen, _ = run(PROGRAM, "check", CASE, cwd=empty)
            self.assertEqual(list(pathlib.Path(empty).iterdir()), [])
        self.assertEqual(code, 0)
        self.assertIn("unknowns", screen)
        self.assertIn('set "inner"', screen)

    def test_help_lists_what_works(self):
        code, screen, _ = run(PROGRAM, "--help")
        self.assertEqual(code, 0)
        for command in [line.split()[1] for line in screen.splitlines() if line.startswith("  rivlin ")]:
            if command.isalpha():
                self.assertEqual(run(PROGRAM, command, "--help")[0], 0, command)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
