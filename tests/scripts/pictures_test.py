#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/render and the scripts that plot, on small files written here.

Usage: pictures_test.py SOURCE_DIR. The picture is judged by its pixels."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import matplotlib.image
import numpy

import lagrange_meshes

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()


def run(script, *arguments):
    return subprocess.run([SOURCE / "scripts" / script, *map(str, arguments)], capture_output=True, text=True)


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.picture = self.folder / "new" / "picture.png"

    def render(self, *arguments):
        result = run("render", *arguments, "--output", self.picture)
        self.assertEqual(result.returncode, 0, result.stderr)
        return matplotlib.image.imread(self.picture)[:, :, :3], result.stdout

    @staticmethod
    def coloured(image):
        """Pixels of the shape, left of the colour bar: neither grey nor white."""
        left = image[:, : int(0.78 * image.shape[1])]
        return left.max(axis=2) - left.min(axis=2) > 0.1

    def test_ring_is_round_and_deformed(self):
        ring = self.folder / "ring.vtu"
        lagrange_meshes.write_ring(ring, shift=6, n_around=6)
        image, text = self.render(ring, "--size", "800x600", "--no-mesh", "--no-outline")
        self.assertEqual(image.shape, (600, 800, 3))
        self.assertIn("von Mises [MPa] from 1 to 2", text)
        shape = self.coloured(image)
        rows, columns = numpy.flatnonzero(shape.any(axis=1)), numpy.flatnonzero(shape.any(axis=0))
        radius = (columns[-1] - columns[0] + 1) / 2
        self.assertAlmostEqual((rows[-1] - rows[0] + 1) / 2, radius, delta=1.5)
        # Area of a ring with radii 10 and 25. Six quadratic arcs miss that of
        # the circles by 0.2 %, their 8 chords by 0.3 %, pixels at the rim by
        # less; six straight edges would miss it by 17 %.
        self.assertAlmostEqual(shape.sum() / (numpy.pi * radius**2 * (1 - 0.4**2)), 1, delta=0.01)
        # The hole is moved to the right by 6 of 25 radii.
        middle = shape[(rows[0] + rows[-1]) // 2]
        hole = numpy.flatnonzero(~middle[columns[0]:columns[-1]]) + columns[0]
        self.assertAlmostEqual((hole.mean() - (columns[0] + columns[-1]) / 2) / radius, 6 / 25, delta=0.01)

    def test_steps_of_a_run(self):
        for number, shift in enumerate((0, 6)):
            lagrange_meshes.write_ring(self.folder / f"solution_{number}.vtu", shift=shift)
        lagrange_meshes.write_pvd(self.folder / "solution.pvd", [(0, "solution_0.vtu"), (0.5, "solution_1.vtu")])
        _, last = self.render(self.folder, "--field", "displacement")
        _, first = self.render(self.folder, "--field", "displacement", "--step", "0")
        self.assertIn("displacement [mm] from 0 to 6", last)
        self.assertIn("displacement [mm] from 0 to 0", first)

    def test_tube_can_be_clipped(self):
        tube = self.folder / "tube.vtu"
        lagrange_meshes.write_ring(tube, length=40, n_axial=2, n_around=8)
        whole, _ = self.render(tube, "--camera", "z", "--no-outline")
        half, _ = self.render(tube, "--camera", "z", "--no-outline", "--clip", "x>0,y>0", "--clip", "x>0,y<0")
        columns = [numpy.flatnonzero(self.coloured(image).any(axis=0)) for image in (whole, half)]
        rows = [numpy.flatnonzero(self.coloured(image).any(axis=1)) for image in (whole, half)]
        ratio = [(c[-1] - c[0]) / (r[-1] - r[0]) for c, r in zip(columns, rows)]
        self.assertAlmostEqual(ratio[0], 1, delta=0.02)
        self.assertLess(ratio[1], 0.7)

    def test_refusals_of_render(self):
        ring = self.folder / "ring.vtu"
        lagrange_meshes.write_ring(ring)
        lagrange_meshes.write_pvd(self.folder / "solution.pvd", [(0, "ring.vtu")])
        for arguments, message in (
                ([self.folder / "nothing"], "There is no file"),
                ([ring, "--field", "von Misis"], 'There is no field "von Misis". Did you mean "von Mises [MPa]"?'),
                ([self.folder, "--step", "3"], 'There is no step "3". Choose last, first or 0 to 0.'),
                ([ring, "--clip", "r>3"], 'Cannot read the condition "r>3" of --clip.'),
                ([ring, "--clip", "x<99"], "--clip leaves nothing to draw."),
                ([ring, "--size", "big"], 'Cannot read --size "big".'),
                ([ring, "--colours", "virids"], 'There is no colour map "virids". Did you mean "viridis"?'),
                ([ring, "--range", "1"], 'Cannot read --range "1".')):
            result = run("render", *arguments, "--output", self.picture)
            self.assertEqual(result.returncode, 1)
            self.assertIn("scripts/render: " + message, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertFalse(self.picture.exists())

    def test_plot_of_a_history(self):
        history = self.folder / "history.csv"
        history.write_text('time [s],inner force x [N],inner force y [N],"work, total [N mm]"\n0,0,1,0\n1,2,3,4\n')
        result = run("plot_history", history, "--y", "inner force", "work", "--output", self.picture)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("3 columns against time [s]", result.stdout)
        self.assertEqual(matplotlib.image.imread(self.picture).shape[:2], (1125, 1200))

    def test_refusals_of_plot_history(self):
        history = self.folder / "history.csv"
        for content, column, message in (
                ("time [s],x [mm]\n0,1\n", "y", 'has no column "y". Did you mean "x [mm]"?'),
                ("time [s],x [mm]\n0,one\n", "x", 'line 2: "one" is not a number.'),
                ("time [s],x [mm]\n0\n", "x", "line 2: 1 cells, the header has 2."),
                ("time [s],x [mm]\n", "x", "holds no rows of numbers.")):
            history.write_text(content)
            result = run("plot_history", history, "--y", column, "--output", self.picture)
            self.assertEqual(result.returncode, 1)
            self.assertIn(message, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def comparison(self, reduced, full, *arguments):
        for name, text in (("reduced", reduced), ("full", full)):
            (self.folder / name).mkdir(exist_ok=True)
            (self.folder / name / "history.csv").write_text(text)
        return run("plot_comparison", self.folder / "reduced", self.folder / "full", "--output", self.picture, *arguments)

    def test_plot_of_full_against_reduced(self):
        titles = "time [s],inner force x [N],inner force y [N],inner moment z [N mm],min J [-]\n"
        result = self.comparison(titles + "0,0,1,0,1\n0.5,1,2,1,1\n1,2,3,4,1\n", titles + "0,0,1,0,1\n1,2.5,3,0,1\n")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("3 reactions", result.stdout)
        one_panel = self.comparison(titles + "0,0,1,0,1\n1,2,3,4,1\n", titles.replace("inner moment z", "outer moment z") + "0,0,1,0,1\n1,2,3,4,1\n",
                                    "--title", "forces alone")
        self.assertIn("2 reactions", one_panel.stdout)
        self.assertEqual(matplotlib.image.imread(self.picture).shape[:2], (420, 800))

    def test_plot_of_a_free_sleeve_shows_its_pose(self):
        poses = [f"inner {kind} {axis} {unit}" for kind, unit in (("translation", "[mm]"), ("rotation", "[rad]")) for axis in "xyz"]
        forces = ["inner force x [N]", "inner moment z [N mm]"]
        rows = "\n0,0,0,0,0,0,0,0,0\n0.5,1,2,3,0.1,0.2,0.3,7,8\n1,2,1,0,0.1,0,0.1,9,9\n"
        reduced = ",".join(["time [s]", *poses, *forces]) + rows
        full = ",".join(["time [s]", *poses, "inner applied force x [N]", forces[0]]) + rows
        result = self.comparison(reduced, full)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("6 poses", result.stdout)
        self.assertEqual(matplotlib.image.imread(self.picture).shape[:2], (830, 960))

    def test_refusals_of_plot_comparison(self):
        good = "time [s],inner force x [N]\n0,1\n1,2\n"
        for reduced, full, message in (
                (good, good.replace("inner", "outer"), "have no reactions in common"),
                (good, "time [s],inner force x [N]\n", "holds no rows of numbers"),
                (good.replace("0,1", "0,one"), good, "one"),
                (good.replace("0,1", "0"), good, "line 2: 1 cells, the header has 2.")):
            result = self.comparison(reduced, full)
            self.assertEqual(result.returncode, 1)
            self.assertIn("scripts/plot_comparison: ", result.stderr)
            self.assertIn(message, result.stderr)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertFalse(self.picture.exists())
        result = run("plot_comparison", self.folder / "nowhere", self.folder, "--output", self.picture)
        self.assertIn("There is no file", result.stderr)

    def test_plot_of_steps(self):
        (self.folder / "run.log").write_text("t = 0.1  h = 0.1  50 %  Newton 2:  1e-3\nt = 0.2  h = 0.1  100 %  Newton 3:  1e-3\n")
        picture = self.folder / "steps.png"
        for quantity in ("size", "newton"):
            result = run("plot_steps", f"kappa = 30={self.folder}", "--quantity", quantity, "--output", picture)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(matplotlib.image.imread(picture).shape[1], 800)
        (self.folder / "run.log").write_text("nothing\n")
        result = run("plot_steps", f"a={self.folder}", "--output", picture)
        self.assertEqual(result.returncode, 1)
        self.assertIn("tells no steps", result.stderr)

    def test_plot_of_work_against_precision(self):
        facts, picture = self.folder / "facts.json", self.folder / "work.png"
        errors = ", ".join(f'"{name}": {{"relative": 1e-3}}' for name in ("displacement", "velocity", "pressure"))
        facts.write_text(f'{{"runs": [{{"run": "ROS3P h=1e-3", "finished": true, "seconds": {{"cpu": 2}}, {errors}}}]}}')
        result = run("plot_work_precision", facts, "--output", picture)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(picture.exists())
        # A case without free sleeve has no pose.
        result = run("plot_work_precision", facts, "--quantities", "rotation", "--output", picture)
        self.assertEqual(result.returncode, 1)
        self.assertIn("rotation", result.stderr)
        facts.write_text("{}")
        result = run("plot_work_precision", facts, "--output", picture)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)


if __name__ == "__main__":
    unittest.main()
