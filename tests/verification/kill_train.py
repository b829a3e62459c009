#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Signals at random moments of a training, which is started again after each: all files stay readable, and the model is
that of the undisturbed training, bit for bit.

Usage: kill_train.py PROGRAM READ_SNAPSHOTS N_SIGNALS [SIGNALS] [SEED]"""
import collections
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import small_training
from program import rivlin
from run_files import check_files
from small_training import overrides

PROGRAM, READER, N_SIGNALS = sys.argv[1], sys.argv[2], int(sys.argv[3])
SIGNALS = [signal.Signals["SIG" + name] for name in (sys.argv[4] if len(sys.argv) > 4 else "KILL,TERM,INT").split(",")]
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 5
SHORT = ["Settings=Time/End time=0.1", "Excitation/Kinds=sweeps", "Excitation/Amplitudes=x 2, y 2", "Basis/Modes=4"]
PATIENCE = 300  # seconds for an end after a signal; only a hang takes so long


def start(plan, directory):
    return subprocess.Popen([PROGRAM, "train", str(plan), "--output", str(directory), "--quiet", *overrides(*SHORT)],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def finished(process):
    errors = process.communicate()[1]
    assert process.returncode == 0, f"exit code {process.returncode}: {errors}"


def numbers_of(model):
    """The arrays of a model, bit for bit; its texts have a date."""
    return {name: array.tobytes() for name, array in rivlin.read_rom(model).arrays.items()}


def check(directory):
    """Every file under its final name is complete."""
    for run in directory.glob("runs/*"):
        if run.is_dir():
            check_files(run, READER, None)
    for path in directory.glob("*.json"):
        json.loads(path.read_text())
    for path in directory.glob("*.rom"):
        numbers_of(path)


def main():
    generator = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        plan = small_training.write(folder)
        begin = time.monotonic()
        finished(start(plan, folder / "reference"))
        duration = time.monotonic() - begin
        model = numbers_of(folder / "reference" / "plan.rom")
        counts, n_trainings = collections.Counter(), 0
        while sum(counts.values()) < N_SIGNALS:
            n_trainings += 1
            directory = folder / f"training_{n_trainings}"
            while True:
                process = start(plan, directory)
                if sum(counts.values()) >= N_SIGNALS:
                    finished(process)
                    break
                kind = generator.choice(SIGNALS)
                time.sleep(generator.uniform(0, 1.1 * duration))
                process.send_signal(kind)
                try:
                    errors = process.communicate(timeout=PATIENCE)[1]
                except subprocess.TimeoutExpired:
                    raise AssertionError(f"no end {PATIENCE} s after {kind.name}") from None
                if process.returncode == 0:
                    break
                assert process.returncode in (-kind.value, 128 + kind.value), f"exit code {process.returncode}: {errors}"
                counts[kind.name] += 1
                if directory.exists():
                    check(directory)
            check(directory)
            assert numbers_of(directory / "plan.rom") == model, "the model differs from that of the undisturbed training"
        told = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
        print(f"{told} in {n_trainings} trainings of {duration:.1f} s; every file readable, every model the same bit for bit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
