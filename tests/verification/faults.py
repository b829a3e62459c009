#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Signals, locks, full disks and failures of single ranks: one message, the right exit code, nothing lost, no hang.

Usage: faults.py PROGRAM SOURCE_DIR [TEST...]"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import small_training
from program import read_history, rivlin, run
from small_training import overrides

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CASE = SOURCE / "parameter_files" / "quick_start.prm"
SMALL = ["Mesh/Elements radial=3", "Mesh/Elements circumferential=12", "Output/VTU=none"]
# Enough steps to be met by a signal, all of them rows.
SHORT = [*SMALL, "Time/Step size=0.01", "Output/Interval=0.01"]
ENDLESS = [*SMALL, "Time/Step size=1e-6", "Time/Maximum step size=1e-6", "Output/Interval=0.01"]
# Nothing here takes a minute; what does hangs.
PATIENCE = 300
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe"]


def settings(values):
    return [word for value in values for word in ("--set", value)]


def command(directory, values, *more, case=CASE):
    return [PROGRAM, "simulate", str(case), "--output", str(directory), *settings(values), *more]


def own_lines(errors):
    return [line for line in errors.splitlines() if line.startswith("rivlin: ")]


def children(process):
    """Processes that it started, recursively."""
    found = []
    for number in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split():
        found += [int(number), *children(number)]
    return found


def ranks_of(process):
    """Processes of the program, in the order of their start."""
    found = []
    for number in children(process):
        with contextlib.suppress(OSError):
            if pathlib.Path(f"/proc/{number}/comm").read_text().strip() == pathlib.Path(PROGRAM).name:
                found.append(number)
    return found


def is_running(process):
    """Not if it only waits to be forgotten."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.output = self.path / "output"
        self.started = []

    def tearDown(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.communicate()
        self.folder.cleanup()

    def start(self, words, ranks=1):
        if ranks > 1:
            words = [*MPIRUN, "-np", str(ranks), *words]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.started.append(process)
        return process

    def wait_for(self, question, process):
        begin = time.monotonic()
        while not question():
            self.assertIsNone(process.poll(), "ended too early: " + (process.stderr.read() if process.poll() is not None else ""))
            self.assertLess(time.monotonic() - begin, PATIENCE, "nothing happens")
            time.sleep(0.01)

    def n_steps(self):
        log = self.output / "run.log"
        return log.read_text().count("\nt = ") if log.exists() else 0

    def wait_for_steps(self, process, n=3):
        before = self.n_steps()
        self.wait_for(lambda: self.n_steps() >= before + n, process)

    def ended(self, process, code):
        """One message and the exit code; the message."""
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, errors)
        own = own_lines(errors)
        self.assertEqual(len(own), 1 if code else 0, errors)
        return own[0] if own else ""

    def summary(self):
        return json.loads((self.output / "summary.json").read_text())

    def finishes(self, words, ranks=1):
        process = self.start(words, ranks)
        self.ended(process, 0)

    # --- signals ---

    def interrupted(self, number, code, ranks=1, checkpoints=()):
        """A run that is stopped by the signal and then goes on has the history of an undisturbed one."""
        values = [*SHORT, *checkpoints]
        reference = self.path / "reference"
        if not reference.exists():
            self.finishes(command(reference, SHORT), ranks)
        shutil.rmtree(self.output, ignore_errors=True)
        process = self.start(command(self.output, values), ranks)
        self.wait_for_steps(process)
        # Any rank will do.
        os.kill(process.pid if ranks == 1 else ranks_of(process.pid)[-1], number)
        name = signal.Signals(number).name
        message = self.ended(process, code)
        self.assertIn(f"Interrupted by {name} at t = ", message)
        self.assertIn("--resume", message)
        summary = self.summary()
        self.assertFalse(summary["finished"])
        self.assertTrue(summary["ended"].startswith(f"Interrupted by {name}"), summary["ended"])
        self.assertEqual(read_history(self.output)["time [s]"][-1], summary["end time [s]"])
        self.assertLess(summary["end time [s]"], 1)
        newest = sorted((self.output / "restart").iterdir())[-1]
        self.assertEqual(rivlin.read_container(newest)[1]["time"][0], summary["end time [s]"])
        self.assertFalse((self.output / "rivlin.lock").exists())
        self.finishes(command(self.output, values, "--resume"), ranks)
        if ranks == 1:
            self.assertEqual((self.output / "history.csv").read_bytes(), (reference / "history.csv").read_bytes())
        self.assertEqual(len(read_history(self.output)["time [s]"]), 101)
        self.assertTrue(self.summary()["finished"])
        # The last checkpoint is that of the end: what is finished stays.
        self.finishes(command(self.output, values, "--resume"), ranks)
        self.assertEqual(len(read_history(self.output)["time [s]"]), 101)

    def test_a_signal_ends_the_run_after_the_step(self):
        self.interrupted(signal.SIGINT, 130)
        self.interrupted(signal.SIGTERM, 143, checkpoints=["Checkpoint/Steps=7"])

    def test_a_signal_to_one_rank_ends_all(self):
        self.interrupted(signal.SIGTERM, 143, ranks=2)

    def test_a_second_signal_ends_at_once(self):
        process = self.start(command(self.output, ENDLESS))
        self.wait_for_steps(process)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertIn(process.returncode, (-signal.SIGTERM, -signal.SIGINT))

    def test_a_signal_writes_a_checkpoint(self):
        for ranks in (1, 2):
            shutil.rmtree(self.output, ignore_errors=True)
            process = self.start(command(self.output, ENDLESS), ranks)
            self.wait_for_steps(process)
            # The launcher of Open MPI passes this one on.
            process.send_signal(signal.SIGUSR1)
            self.wait_for(lambda: any(self.output.glob("restart/*.safetensors")), process)
            self.wait_for_steps(process)
            self.assertIn("asked for by SIGUSR1", (self.output / "run.log").read_text())
            os.kill(process.pid if ranks == 1 else ranks_of(process.pid)[0], signal.SIGTERM)
            self.ended(process, 143)

    def test_training_stops_and_goes_on(self):
        plan = small_training.write(self.path)
        trained = self.path / "trained"
        few = overrides("Excitation/Kinds=sweeps", "Basis/Modes=4")
        for number, code, more, ranks in ((signal.SIGINT, 130, ["--jobs", "2"], 1), (signal.SIGTERM, 143, [], 2), (signal.SIGTERM, 143, [], 1)):
            process = self.start([PROGRAM, "train", str(plan), "--output", str(trained), *few, *more], ranks)
            known = len(list(trained.glob("runs/*/summary.json")))
            self.wait_for(lambda: any(log.read_text().count("\nt = ") > 2 for log in trained.glob("runs/*/run.log")
                                      if not (log.parent / "summary.json").exists()), process)
            programs = ranks_of(process.pid)
            os.kill(process.pid if ranks == 1 else programs[0], number)
            message = self.ended(process, code)
            self.assertIn(signal.Signals(number).name, message)
            self.assertIn("the same command goes on", message)
            self.assertFalse([one for one in programs if is_running(one)], "processes go on")
            self.assertFalse((trained / "plan.rom").exists())
            self.assertFalse(list(trained.rglob("rivlin.lock")))
            self.assertGreaterEqual(len(list(trained.glob("runs/*/summary.json"))), known)
        self.finishes([PROGRAM, "train", str(plan), "--output", str(trained), *few])
        self.assertTrue((trained / "plan.rom").exists())
        self.prediction(trained)

    def prediction(self, trained):
        """Predictions can be stopped; what they read is not what they write."""
        model, case, run_directory = trained / "plan.rom", self.path / "case.prm", trained / "runs" / "sweep_1"
        output = self.path / "prediction"
        output.mkdir()
        long = overrides("Time/Step size=1e-7", "Output/Interval=0.1")
        process = self.start([PROGRAM, "predict", str(model), "--excitation", str(case), "--output", str(output), *long])
        self.wait_for(lambda: (output / "rivlin.lock").exists(), process)
        code, _, errors = run(PROGRAM, "predict", model, "--excitation", case, "--output", output)
        self.assertEqual(code, 2)
        self.assertIn(f"in use by process {process.pid} ", errors)
        process.send_signal(signal.SIGINT)
        self.assertIn("Interrupted by SIGINT", self.ended(process, 130))
        summary = json.loads((output / "summary.json").read_text())
        self.assertTrue(summary["ended"].startswith("Interrupted by SIGINT"))
        history = (run_directory / "history.csv").read_bytes()
        for arguments in (["--excitation", case, "--compare", run_directory],
                          ["--excitation", run_directory / ".." / "sweep_1" / "history.csv"]):
            code, _, errors = run(PROGRAM, "predict", model, *arguments, "--output", run_directory)
            self.assertEqual(code, 2, errors)
            self.assertIn("would replace", errors)
        self.assertEqual((run_directory / "history.csv").read_bytes(), history)

    # --- directories ---

    def test_two_runs_in_one_directory(self):
        process = self.start(command(self.output, ENDLESS))
        self.wait_for_steps(process)
        for more in ((), ("--resume",)):
            message = self.ended(self.start(command(self.output, SHORT, *more)), 2)
            self.assertIn(f"in use by process {process.pid} ", message)
            self.assertIn("--force", message)
        self.wait_for_steps(process)
        process.kill()
        process.communicate()
        self.assertTrue((self.output / "rivlin.lock").exists())
        self.finishes(command(self.output, SHORT))
        self.assertIn(f"process {process.pid} ", (self.output / "run.log").read_text())
        self.assertFalse((self.output / "rivlin.lock").exists())

    def test_a_lock_of_another_host(self):
        self.output.mkdir()
        lock = self.output / "rivlin.lock"
        lock.write_text("host: elsewhere\nprocess: 1\nbegan: 1\nsince: 2025-01-31T12:00:00Z\n")
        self.assertIn("elsewhere", self.ended(self.start(command(self.output, SHORT), 2), 2))
        self.assertEqual(list(self.output.iterdir()), [lock])
        self.finishes(command(self.output, SHORT, "--force"))
        self.assertFalse(lock.exists())

    def test_resume_never_deletes_results(self):
        self.finishes(command(self.output, SHORT))
        before = {file.name: file.read_bytes() for file in self.output.iterdir()}
        message = self.ended(self.start(command(self.output, SHORT, "--resume")), 2)
        self.assertIn("is finished and has no checkpoint", message)
        self.assertEqual({file.name: file.read_bytes() for file in self.output.iterdir()}, before)
        # A run that was killed is begun anew; what it had is kept.
        shutil.rmtree(self.output)
        process = self.start(command(self.output, SHORT))
        self.wait_for_steps(process)
        process.kill()
        process.communicate()
        rows = (self.output / "history.csv").read_bytes()
        self.assertGreater(rows.count(b"\n"), 3)
        self.finishes(command(self.output, SHORT, "--resume"))
        self.assertEqual((self.output / "earlier_1" / "history.csv").read_bytes(), rows)
        self.assertEqual((self.output / "history.csv").read_bytes(), before["history.csv"])

    def test_outputs_never_replace_inputs(self):
        mesh = self.path / "mesh.inp"
        shutil.copy(SOURCE / "meshes" / "bushing_abaqus.inp", mesh)
        (self.path / "link.vtu").symlink_to(mesh)
        content = mesh.read_bytes()
        for name in (mesh, self.path / ".." / self.path.name / "mesh.inp", self.path / "link.vtu"):
            code, _, errors = run(PROGRAM, "mesh", mesh, "--vtu", name)
            self.assertEqual(code, 2, errors)
            self.assertIn("would replace the input", errors)
        self.assertEqual(mesh.read_bytes(), content)
        self.output.mkdir()
        table = self.output / "history.csv"
        table.write_text("time [s],x [mm]\n0,0\n1,1\n")
        (self.path / "motion.csv").hardlink_to(table)
        driven = f'Supports/inner/Translation x=table("{self.path}/motion.csv", "x [mm]")'
        message = self.ended(self.start(command(self.output, [*SHORT, driven])), 2)
        self.assertIn("would replace the input", message)
        self.assertEqual([file.name for file in self.output.iterdir()], ["history.csv"])

    # --- disks ---

    @contextlib.contextmanager
    def small_disk(self, size):
        disk = self.path / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)], capture_output=True).returncode:
            self.skipTest("this user may not mount a small disk")
        try:
            yield disk
        finally:
            subprocess.run(["umount", str(disk)], check=True)

    def full_disk(self, values, ranks, size="1m"):
        """Ends with the reason; all rows are there, the summary, too; then it can be run elsewhere."""
        with self.small_disk(size) as disk:
            self.output = disk / "output"
            message = self.ended(self.start(command(self.output, values), ranks), 2)
            self.assertIn("No space left on device", message)
            self.assertRegex(message, r'"[^"]*/disk/output/[^"]+"')
            self.assertRegex(message, r"\d+ bytes")
            summary = self.summary()
            self.assertFalse(summary["finished"])
            self.assertIn("No space left", summary["ended"])
            text = (self.output / "history.csv").read_text()
            self.assertTrue(text.endswith("\n"))
            self.assertEqual(read_history(self.output)["time [s]"][-1], summary["end time [s]"])
            self.assertFalse(list(self.output.rglob("*.part")))
            self.assertFalse((self.output / "rivlin.lock").exists())
        (self.path / "disk").rmdir()

    def test_pictures_on_a_full_disk(self):
        pictures = ["Mesh/Elements radial=6", "Time/Step size=0.01", "Output/Interval=0.01"]
        for ranks in (1, 2, 2, 2, 2):
            self.full_disk(pictures, ranks)

    def test_checkpoints_on_a_full_disk(self):
        for ranks in (1, 2):
            self.full_disk([*SHORT, "Mesh/Elements radial=40", "Mesh/Elements circumferential=60", "Checkpoint/Steps=1"], ranks)

    def test_snapshots_on_a_full_disk(self):
        for ranks in (1, 2):
            self.full_disk([*SHORT, "Mesh/Elements radial=20", "Snapshots/Steps=1"], ranks)

    # --- single ranks ---

    def one_rank_fails(self, words, other_words, code, *parts):
        process = self.start([*MPIRUN, "-np", "1", *words, ":", "-np", "1", *other_words])
        message = self.ended(process, code)
        for part in parts:
            self.assertIn(part, message)

    def test_one_rank_cannot_write(self):
        # The piece of rank 1 is larger than its limit.
        pictures = command(self.output, ["Output/Interval=0.1"])
        limited = ["sh", "-c", 'ulimit -f 20; exec "$@"', "sh"]
        self.one_rank_fails(pictures, [*limited, *pictures], 2, "Rank 1", "solution_0000.0001.vtu", "File too large")
        self.assertIn("Rank 1", self.summary()["ended"])
        self.assertFalse(list(self.output.glob("solution_*")))

    def test_one_rank_misses_a_file(self):
        # Ranks on machines with disks of their own.
        (self.path / "here.csv").write_text("time [s],x [mm]\n0,0\n1,1\n")
        here, there = (command(self.output, [*SHORT, f'Supports/inner/Translation x=table("{self.path}/{name}.csv", "x [mm]")'])
                       for name in ("here", "there"))
        self.one_rank_fails(here, there, 2, "there.csv")
        self.one_rank_fails(there, here, 2, "there.csv")

    def test_one_rank_runs_out_of_memory(self):
        # In the factorization, or before: OpenBLAS would wait for memory for ever.
        large = command(self.output, ["Mesh/Elements radial=120", "Mesh/Elements circumferential=240", "Output/VTU=none"])
        for kilobytes in (800000, 1100000):
            limited = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh"]
            self.one_rank_fails(large, [*limited, *large], 1, "emory")

    def test_numbers_that_are_not_finite(self):
        values = [*SHORT, "Supports/inner/Translation x=4*t+0*sqrt(0.305-t)", "Supports/inner/Rotation z=0"]
        for ranks in (1, 2):
            self.ended(self.start(command(self.output, values), ranks), 2)
            summary = self.summary()
            self.assertFalse(summary["finished"])
            self.assertIn("is not finite at t = 0.31 s", summary["ended"])
            self.assertEqual(read_history(self.output)["time [s]"][-1], 0.3)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
