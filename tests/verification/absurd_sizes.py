#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Models that do not fit, devices and pipes as tables, files that explode: refused at once with the number, exit code 2.

Usage: absurd_sizes.py PROGRAM SOURCE_DIR"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CASE = SOURCE / "parameter_files" / "quick_start.prm"
SECONDS = 60  # of CPU; the refusals take less than one


def limited():
    """A refusal needs neither time nor memory; what does is ended."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


class AbsurdSizes(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def run_program(self, command, *settings, case=CASE):
        words = [PROGRAM, command, str(case)]
        if command in ("simulate", "train"):
            words += ["--output", str(self.path / "output")]
        for setting in settings:
            words += ["--set", setting]
        return subprocess.run(words, capture_output=True, text=True, preexec_fn=limited, stdin=subprocess.DEVNULL)

    def refused(self, parts, *settings, case=CASE, commands=("check", "simulate")):
        for command in commands:
            done = self.run_program(command, *settings, case=case)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertTrue(done.stderr.startswith("rivlin: "), done.stderr)
            self.assertLess(len(done.stderr), 2000)
            for part in parts:
                self.assertIn(part, done.stderr)
            self.assertFalse((self.path / "output").exists(), "something was written")

    def test_meshes_that_do_not_fit(self):
        self.refused(["unknowns in 1e+07 cells", "4.5 GB", "Solver/Memory limit"], "Mesh/Elements radial=10000",
                     "Mesh/Elements circumferential=1000", "Solver/Memory limit=4.5")
        self.refused(["unknowns", "more than the 2.147e9"], "Mesh/Refinements=10", "Mesh/Elements radial=10000")
        self.refused(["unknowns", "GB"], "Mesh/Refinements=8")

    def test_a_limit_below_and_above(self):
        self.refused(["0.1 GB are allowed by \"Solver/Memory limit\""], "Solver/Memory limit=0.1")
        done = self.run_program("check", "Solver/Memory limit=1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("memory: about", done.stdout)
        self.assertIn("1e+03 GB are allowed", done.stdout.replace("1000 GB", "1e+03 GB"))

    def test_a_plan_whose_model_does_not_fit(self):
        plan = SOURCE / "parameter_files" / "quick_start_train.prm"
        words = next(line for line in plan.read_text().splitlines() if line.startswith("set Settings")).split("=", 1)[1]
        done = self.run_program("train", f"Settings={words.strip()}; Mesh/Refinements=8", case=plan)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("unknowns", done.stderr)
        self.assertIn("GB are free", done.stderr)
        self.assertEqual(list(self.path.rglob("history.csv")), [], "a full run began")

    def test_refinements_of_a_mesh_file(self):
        case = SOURCE / "parameter_files" / "gmsh_bushing.prm"
        self.refused(["unknowns", "GB"], "Mesh/Refinements=5", case=case, commands=("check",))

    def test_devices_and_pipes_as_tables(self):
        os.mkfifo(self.path / "pipe")
        for name in ("/dev/zero", str(self.path / "pipe")):
            self.refused([name, "a pipe or a device"], f'Supports/inner/Translation x=table("{name}", "x [mm]")')

    def test_tables_of_many_columns(self):
        table = self.path / "wide.csv"
        table.write_text("time [s]," + ",".join(f"c{i}" for i in range(3000000)) + "\n")
        self.refused(["3000001 columns"], f'Supports/inner/Translation x=table("{table}", "c1")')

    def test_many_nested_sections(self):
        case = self.path / "case.prm"
        case.write_text("subsection a\n" * 100000 + "end\n" * 100000)
        self.refused(["16 sections deep", "line 17"], case=case)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
