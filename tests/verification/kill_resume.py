#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kill -9 at random moments, --resume after each: all files stay readable, the result is that of the undisturbed run.

Usage: kill_resume.py PROGRAM SOURCE_DIR READ_SNAPSHOTS N_KILLS"""
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

from run_files import check_files, read_snapshots

PROGRAM, SOURCE, READER, N_KILLS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
CASE = SOURCE / "parameter_files" / "quick_start.prm"
OVERRIDES = ["Mesh/Elements radial=3", "Mesh/Elements circumferential=12", "Output/Interval=0.025", "Checkpoint/Steps=1",
             "Snapshots/Steps=2"]


def start(directory, resume):
    command = [PROGRAM, "simulate", str(CASE), "--output", str(directory)] + ["--resume"] * resume
    for override in OVERRIDES:
        command += ["--set", override]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def n_steps(directory):
    """Steps that run.log tells of, those that were repeated after a resumption included."""
    log = directory / "run.log"
    return log.read_text().count("\nt = ") if log.exists() else 0


def wait_for_steps(directory, process):
    """Until the first step of this process."""
    before = n_steps(directory)
    while process.poll() is None and n_steps(directory) == before:
        time.sleep(0.005)


def pictures(directory):
    """Times and files of solution.pvd."""
    return [record.attrib for record in xml.parse(directory / "solution.pvd").getroot().findall(".//DataSet")]


def finished(process):
    errors = process.communicate()[1]
    assert process.returncode == 0, f"exit code {process.returncode}: {errors}"


def main():
    generator = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        reference = pathlib.Path(folder) / "reference"
        begin = time.monotonic()
        process = start(reference, False)
        wait_for_steps(reference, process)
        startup = time.monotonic() - begin
        finished(process)
        per_step = (time.monotonic() - begin - startup) / 40
        history = (reference / "history.csv").read_bytes()
        check_files(reference, READER, history)
        snapshots, _ = read_snapshots(READER, reference / "snapshots.h5")
        assert history.count(b"\n") == 42 and len(snapshots["q"]) == 21
        summary = json.loads((reference / "summary.json").read_text())

        n_kills = n_runs = n_early = 0
        while n_kills < N_KILLS:
            n_runs += 1
            run = pathlib.Path(folder) / f"run {n_runs}"
            is_first = True
            while True:
                process = start(run, not is_first)
                is_first = False
                if n_kills < N_KILLS:
                    if generator.random() < 0.2:
                        time.sleep(generator.uniform(0, 1.2 * startup))
                    else:
                        wait_for_steps(run, process)
                        time.sleep(generator.uniform(0, 8 * per_step))
                    process.send_signal(signal.SIGKILL)
                    errors = process.communicate()[1]
                    if process.returncode == -signal.SIGKILL:
                        n_kills += 1
                        if run.exists():
                            check_files(run, READER, history)
                        n_early += not any(run.glob("restart/*.safetensors"))
                        continue
                    assert process.returncode == 0, f"exit code {process.returncode}: {errors}"
                else:
                    finished(process)
                break
            check_files(run, READER, history)
            assert (run / "history.csv").read_bytes() == history, "history.csv differs from the undisturbed run"
            assert read_snapshots(READER, run / "snapshots.h5")[0] == snapshots, "snapshots.h5 differs"
            assert pictures(run) == pictures(reference), "solution.pvd differs"
            assert len(list(run.glob("solution_*"))) == len(list(reference.glob("solution_*")))
            assert not list(run.rglob("*.part"))
            assert len(list(run.glob("restart/*"))) == 2
            result = json.loads((run / "summary.json").read_text())
            for key in ("steps", "Newton iterations", "tangents assembled", "factorizations", "residual evaluations",
                        "solves", "finished", "end time [s]"):
                assert result[key] == summary[key], f"{key}: {result[key]} instead of {summary[key]}"
        print(f"{n_kills} kills in {n_runs} runs, {n_early} before the first checkpoint; start {startup:.2f} s, "
              f"step {per_step:.3f} s; every file readable, every history the same bit for bit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
