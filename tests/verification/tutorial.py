#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of doc/tutorial.md, with a shortened training: the page and its files stay current.

Usage: tutorial.py PROGRAM SOURCE_DIR"""
import json
import math
import pathlib
import re
import sys
import tempfile
import unittest

from program import read_history, run, simulate

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
PAGE = (SOURCE / "doc" / "tutorial.md").read_text(encoding="utf-8")
CASE, PLAN, TABLE = (SOURCE / "parameter_files" / name for name in ("tutorial_mount.prm", "tutorial_mount_train.prm", "tutorial_ride.csv"))
# Three sweeps to one side, of ten steps each, instead of nine signals of forty steps.
SHORT = ["--set", "Settings=Time/Integrator=generalized alpha; Time/Step size=0.01; Time/End time=0.1; Supports/inner/Translation z=0",
         "--set", "Snapshot interval=0.01", "--set", "Excitation/Kinds=sweeps", "--set", "Target/Reaction error=0.1",
         "--set", "Target/Displacement error=0.3"]


def shown(text):
    """The lines that the page shows of a command, without white space at their ends."""
    return [line.strip() for line in text.splitlines() if line.strip()]


class Tutorial(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        code, cls.screen, errors = run(PROGRAM, "train", PLAN, "--output", cls.folder / "trained", *SHORT)
        assert (code, errors) == (0, ""), f"exit code {code}: {errors}"
        cls.model = cls.folder / "trained" / "tutorial_mount_train.rom"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def predict(self, excitation, name, *options):
        code, _, errors = run(PROGRAM, "predict", self.model, "--excitation", excitation, "--output", self.folder / name, *options)
        self.assertEqual(code, 0, errors)
        return read_history(self.folder / name), errors

    def on_page(self, text):
        for line in shown(text):
            self.assertIn(line, PAGE, "this line is not in doc/tutorial.md as the program writes it")

    def test_mesh_is_as_shown(self):
        code, screen, errors = run(PROGRAM, "mesh", "meshes/tutorial_mount.msh", cwd=SOURCE)
        self.assertEqual((code, errors), (0, ""))
        self.on_page(screen)
        # Pappus: area of the section times the way of its centroid; parabolas are not quite round.
        volume, = [float(line.split()[1]) for line in screen.splitlines() if line.split()[:1] == ["volume"]]
        self.assertAlmostEqual(volume / (2 * math.pi * 20 * 240), 1, delta=3e-4)

    def test_check_is_as_shown(self):
        code, screen, errors = run(PROGRAM, "check", "parameter_files/tutorial_mount.prm", cwd=SOURCE)
        self.assertEqual((code, errors), (0, ""))
        # What is free is that machine's.
        self.on_page(re.sub(r"per rank, .* GB are free", "per rank, ", screen))

    def test_training_chooses_sizes(self):
        report = json.loads((self.folder / "trained" / "training.json").read_text())
        self.assertTrue(report["target"]["met on the selection"])
        self.assertEqual(report["selection"]["signals"], ["selection push", "selection orbit", "selection tilt"])
        taken = [candidate for candidate in report["candidates"] if candidate["taken"]]
        self.assertEqual(len(taken), 1)
        self.assertLess(taken[0]["reaction"], 0.1)
        self.assertLess(report["models"][0]["held out"]["errors"]["reaction"], 0.1)

    def test_info_tells_the_range(self):
        code, screen, errors = run(PROGRAM, "info", self.model)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("reduced model of tutorial_mount.prm", screen)
        self.assertIn("trained from", screen)

    def test_prediction_with_a_table(self):
        history, _ = self.predict(TABLE, "ride", "--set", "Time/Step size=5e-3")
        self.assertEqual(len(history["time [s]"]), 101)
        self.assertGreater(max(history["inner force z [N]"]), 1000)

    def test_prediction_with_a_case(self):
        simulate(PROGRAM, CASE, self.folder / "full", "Output/VTU=none")
        self.predict(CASE, "static", "--compare", self.folder / "full")
        facts = json.loads((self.folder / "static" / "comparison.json").read_text())
        self.assertLess(facts["errors"]["reaction"], 0.1)

    def test_leaving_the_range_is_told(self):
        for channel in ("z=6*sin(2*pi*t)", "y=2*sin(2*pi*t)"):
            history, errors = self.predict(CASE, "far " + channel[0], "--set", "Supports/inner/Translation " + channel)
            self.assertIn("leaves its trained range", errors)
            self.assertEqual(min(history["inside trained range [-]"]), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
