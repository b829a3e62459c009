#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels and threads of OpenBLAS: what the program chooses and what it says.

Usage: blas.py PROGRAM SOURCE_DIR OLD_BLAS, the last an OpenBLAS that takes
every processor for a Prescott and notes how it is called."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

OLD_BLAS = pathlib.Path(sys.argv.pop(3)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(2)).resolve()
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
VARIABLES = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
ONLY_READ = {"parameters", "mesh", "info", "export"}


def environment(**settings):
    """This one without the variables of OpenBLAS, and with the settings."""
    kept = {name: value for name, value in os.environ.items()
            if name not in VARIABLES and not name.startswith("OPENBLAS_")}
    return {**kept, **settings}


def fast_kernels():
    """What the processor allows, or None."""
    with open("/proc/cpuinfo") as stream:
        flags = set(next((line for line in stream if line.startswith("flags")), "").split())
    if {"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= flags:
        return "SkylakeX"
    return "Haswell" if {"avx2", "fma"} <= flags else None


class Blas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def log_line(self, **settings):
        """What the log of a small run says of the BLAS."""
        output = self.path / "run"
        subprocess.run([PROGRAM, "simulate", SOURCE / "parameter_files/quick_start.prm", "--output", output, "--quiet",
                        "--set", "Mesh/Elements radial=1", "--set", "Mesh/Elements circumferential=4",
                        "--set", "Output/VTU=none"],
                       env=environment(**settings), check=True, stdout=subprocess.DEVNULL)
        lines = [line for line in (output / "run.log").read_text().splitlines() if line.startswith("BLAS:")]
        self.assertEqual(len(lines), 1, lines)
        return lines[0]

    def calls(self, *arguments, **settings):
        """Calls of the old BLAS; the command itself may be refused."""
        file = self.path / "calls"
        file.write_text("")
        subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=self.path,
                       env=environment(LD_PRELOAD=str(OLD_BLAS), CALLS=str(file), **settings))
        return file.read_text().splitlines()

    def test_one_thread_if_nobody_asks_for_more(self):
        self.assertRegex(self.log_line(), r"^BLAS: OpenBLAS [0-9.]+, \w+ kernels, 1 thread$")

    def test_what_the_user_sets_wins_and_is_named(self):
        # OpenBLAS never takes more threads than there are cores.
        n = min(2, len(os.sched_getaffinity(0)))
        threads = "1 thread" if n == 1 else "2 threads"
        for variable in VARIABLES:
            self.assertTrue(self.log_line(**{variable: "2"}).endswith(f"kernels, {threads} ({variable})"), variable)
        self.assertTrue(self.log_line(OPENBLAS_NUM_THREADS="many").endswith("kernels, 1 thread"))

    def test_every_command_that_computes_chooses(self):
        kernels = fast_kernels() or "Prescott"
        lines = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, env=environment()).stdout.splitlines()
        commands = {line.split()[1] for line in lines if line.startswith("  rivlin ") and "--help" not in line}
        self.assertLessEqual({"simulate", "check", "train", "predict", "verify"} | ONLY_READ, commands)
        for command in commands - ONLY_READ:
            self.assertEqual(self.calls(command, "--help"), [f"{kernels} kernels, 1"], command)
        for command in ONLY_READ:
            self.assertEqual(self.calls(command, "--help"), [], command)

    def test_kernels_and_threads_of_the_user_are_kept(self):
        self.assertEqual(self.calls("check", "--help", OPENBLAS_CORETYPE="Nehalem"), ["Nehalem kernels, 1"])
        self.assertEqual(self.calls("check", "--help", OPENBLAS_NUM_THREADS="1"), [])


if __name__ == "__main__":
    unittest.main()
