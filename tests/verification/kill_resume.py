#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Signals at random moments, --resume after each: all files stay readable, the result is that of the undisturbed run.

Usage: kill_resume.py PROGRAM SOURCE_DIR READ_SNAPSHOTS N_SIGNALS [SIGNALS] [RANKS] [SEED]
  SIGNALS  some of KILL,TERM,INT with commas between them; each time one of them
  RANKS    1: the result is the same bit for bit; 2: within 1e-9. A signal reaches one rank, all of them or (not KILL) mpirun."""
import collections
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

from run_files import check_files, is_beginning, read_snapshots

PROGRAM, SOURCE, READER, N_SIGNALS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
SIGNALS = [signal.Signals["SIG" + name] for name in (sys.argv[5] if len(sys.argv) > 5 else "KILL").split(",")]
RANKS = int(sys.argv[6]) if len(sys.argv) > 6 else 1
SEED = int(sys.argv[7]) if len(sys.argv) > 7 else 5
CASE = SOURCE / "parameter_files" / "quick_start.prm"
OVERRIDES = ["Mesh/Elements radial=3", "Mesh/Elements circumferential=12", "Output/Interval=0.025", "Checkpoint/Steps=1",
             "Snapshots/Steps=2"]
TOLERANCE = 0 if RANKS == 1 else 1e-9
PATIENCE = 300  # seconds for an end after a signal; only a hang takes so long


def start(directory, resume):
    command = [PROGRAM, "simulate", str(CASE), "--output", str(directory)] + ["--resume"] * resume
    for override in OVERRIDES:
        command += ["--set", override]
    if RANKS > 1:
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(RANKS)] + command
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def ranks_of(process):
    """Process numbers of the ranks that mpirun started, those that are still there."""
    try:
        tasks = list(pathlib.Path(f"/proc/{process.pid}/task").iterdir())
        children = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    except OSError:
        return []
    return children


def disturb(process, kind, generator):
    """Send a signal to the program; to its ranks, where there are several."""
    targets = ranks_of(process) if RANKS > 1 else []
    if not targets or (kind != signal.SIGKILL and generator.random() < 0.3):
        if RANKS > 1 and kind == signal.SIGKILL:
            return  # a launcher that is killed leaves its ranks behind
        process.send_signal(kind)
        return
    for pid in targets if generator.random() < 0.5 else [generator.choice(targets)]:
        subprocess.run(["kill", f"-{kind.value}", str(pid)], stderr=subprocess.DEVNULL)


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


def was_interrupted(process, kind):
    """False if the run was finished before the signal. An end by the signal, or after the step with its exit code."""
    try:
        errors = process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        raise AssertionError(f"no end {PATIENCE} s after {kind.name}") from None
    if process.returncode == 0:
        return False
    assert RANKS > 1 or process.returncode in (-kind.value, 128 + kind.value), f"exit code {process.returncode}: {errors}"
    return True


def compare(run, reference, history, snapshots, summary):
    """The result of a run that was resumed with that of the undisturbed one."""
    check_files(run, READER, history, TOLERANCE)
    result = (run / "history.csv").read_bytes()
    assert result.count(b"\n") == history.count(b"\n") and is_beginning(result, history, TOLERANCE), \
        "history.csv differs from the undisturbed run"
    assert pictures(run) == pictures(reference), "solution.pvd differs"
    assert len(list(run.glob("solution_*"))) == len(list(reference.glob("solution_*")))
    assert not list(run.rglob("*.part"))
    assert len(list(run.glob("restart/*"))) == 2
    outcome = json.loads((run / "summary.json").read_text())
    for key in ("steps", "finished", "end time [s]"):
        assert outcome[key] == summary[key], f"{key}: {outcome[key]} instead of {summary[key]}"
    if RANKS > 1:
        return
    assert read_snapshots(READER, run / "snapshots.h5")[0] == snapshots, "snapshots.h5 differs"
    for key in ("Newton iterations", "tangents assembled", "factorizations", "residual evaluations", "solves"):
        assert outcome[key] == summary[key], f"{key}: {outcome[key]} instead of {summary[key]}"


def main():
    generator = random.Random(SEED)
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

        counts = collections.Counter()
        n_runs = n_early = 0
        while sum(counts.values()) < N_SIGNALS:
            n_runs += 1
            run = pathlib.Path(folder) / f"run {n_runs}"
            is_first = True
            while True:
                process = start(run, not is_first)
                is_first = False
                if sum(counts.values()) >= N_SIGNALS:
                    finished(process)
                    break
                kind = generator.choice(SIGNALS)
                if generator.random() < 0.2:
                    time.sleep(generator.uniform(0, 1.2 * startup))
                else:
                    wait_for_steps(run, process)
                    time.sleep(generator.uniform(0, 8 * per_step))
                disturb(process, kind, generator)
                if not was_interrupted(process, kind):
                    break
                counts[kind.name] += 1
                if run.exists():
                    check_files(run, READER, history, TOLERANCE)
                n_early += not any(run.glob("restart/*.safetensors"))
            compare(run, reference, history, snapshots, summary)
        told = ", ".join(f"{n} {name}" for name, n in sorted(counts.items()))
        print(f"{told} in {n_runs} runs on {RANKS} ranks, {n_early} before the first checkpoint; start {startup:.2f} s, "
              f"step {per_step:.3f} s; every file readable, every history the same "
              + ("bit for bit" if RANKS == 1 else "within 1e-9"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
