#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Operations on files and allocations that fail: each run ends with a message, leaves readable files, and is resumed to the
undisturbed result.

Usage: fault_injection.py PROGRAM SOURCE_DIR READ_SNAPSHOTS SHIM WHAT COUNT [SEED]
  WHAT   files, files-2 (two ranks), disk-full (an operation and all after it), disk-full-2, allocations
  COUNT  number of failures, spread over the run; 0: every operation, one after the other; FROM-TO: every one of these numbers,
         to go through a long run in pieces"""
import collections
import errno
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from run_files import check_files, is_beginning

PROGRAM, SOURCE, READER, SHIM, WHAT, COUNT = sys.argv[1:7]
SEED = int(sys.argv[7]) if len(sys.argv) > 7 else 1
CASE = pathlib.Path(SOURCE) / "parameter_files" / "quick_start.prm"
OVERRIDES = ["Mesh/Elements radial=2", "Mesh/Elements circumferential=8", "Time/End time=0.3", "Time/Step size=0.1",
             "Output/Interval=0.1", "Checkpoint/Steps=1", "Snapshots/Steps=1"]
RANKS = 2 if WHAT.endswith("-2") else 1
if RANKS > 1:
    # Two steps: one before and one after the checkpoint that is resumed. Each run starts a launcher and two ranks.
    OVERRIDES[OVERRIDES.index("Time/End time=0.3")] = "Time/End time=0.2"
# On two ranks MUMPS adds up in the order in which numbers arrive.
TOLERANCE = 0 if RANKS == 1 else 1e-9
TIME_LIMIT = 600  # seconds for a run of one, also beside other work; only a hang takes so long
ERRORS = {errno.ENOSPC: "No space left on device", errno.EIO: "Input/output error"}


class Outcome:
    def __init__(self, code, errors, hung=False):
        self.code, self.errors, self.hung = code, errors, hung


def run(directory, resume=False, **fault):
    """One run; `fault` are settings of the shim."""
    command = [PROGRAM, "simulate", str(CASE), "--output", str(directory), "--quiet"] + ["--resume"] * resume
    for override in OVERRIDES:
        command += ["--set", override]
    # Ranks that wait for others leave the processor to them.
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMPI_MCA_mpi_yield_when_idle="1")
    settings = {f"RIVLIN_FAULT_{name}": str(value) for name, value in fault.items()}
    if RANKS > 1:
        # The launcher itself is not disturbed, only what it starts.
        launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(RANKS)]
        if fault:
            launcher += ["-x", f"LD_PRELOAD={SHIM}"]
            for name in settings:
                launcher += ["-x", name]
        command = launcher + command
        environment.update(settings)
    elif fault:
        environment.update(settings, LD_PRELOAD=SHIM)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment,
                               stdin=subprocess.DEVNULL)
    try:
        errors = process.communicate(timeout=TIME_LIMIT)[1]
        return Outcome(process.returncode, errors)
    except subprocess.TimeoutExpired:
        process.terminate()
        try:
            errors = process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            errors = process.communicate()[1]
        return Outcome(None, errors, hung=True)


def same_history(directory, history):
    text = (directory / "history.csv").read_bytes()
    return text.count(b"\n") == history.count(b"\n") and is_beginning(text, history, TOLERANCE)


def judge(outcome, directory, history, wanted):
    """What is wrong with the end of a run; empty if nothing is."""
    if outcome.hung:
        return "hangs"
    own = [line for line in outcome.errors.splitlines() if line.startswith("rivlin: ")]
    if outcome.code == 0:
        # What failed was of no importance, or was done again.
        return "" if same_history(directory, history) else "ends with 0 and another history"
    if outcome.code not in (1, 2):
        return f"ends with {outcome.code}"
    if not own:
        return "ends without a message"
    if not any(part in line for line in own for part in wanted):
        return "does not say what failed"
    if RANKS == 1 and len(own) > 1:
        return "ends with several messages"
    return ""


def check(number, fault, wanted, reference, history, folder):
    """Kinds of defects of one failure, with the last message."""
    directory = pathlib.Path(folder) / f"run_{number}"
    outcome = run(directory, **fault)
    problems = []
    defect = judge(outcome, directory, history, wanted)
    if defect:
        problems.append(defect)
    try:
        if directory.exists():
            check_files(directory, READER, history, TOLERANCE)
    except (AssertionError, ValueError) as error:
        problems.append(f"leaves a file that is not readable: {re.sub(r'run_[0-9]+', 'run', str(error))[:120]}")
    again = run(directory, resume=True)
    if again.code != 0:
        problems.append(f"is not resumed (exit code {again.code})")
        outcome.errors += again.errors
    elif not same_history(directory, history):
        problems.append("is resumed to another history")
    elif json.loads((directory / "summary.json").read_text())["finished"] is not True:
        problems.append("has no finished summary after the resumption")
    shutil.rmtree(directory, ignore_errors=True)
    return problems, outcome.errors.strip()[-400:]


def chosen(n):
    """Numbers of the operations that fail."""
    if "-" in COUNT:
        first, last = map(int, COUNT.split("-"))
        return list(range(first, min(last, n) + 1))
    generator = random.Random(SEED)
    if int(COUNT) == 0 or int(COUNT) >= n:
        return list(range(1, n + 1))
    if WHAT == "allocations":
        # Most are in the steps; the few at the beginning and the end count as much.
        return sorted({max(1, min(n, int(n ** generator.random()))) if generator.random() < 0.3 else
                       generator.randint(1, n) for _ in range(int(COUNT))})
    return sorted(generator.sample(range(1, n + 1), int(COUNT)))


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        reference, counts = pathlib.Path(folder) / "run_0", pathlib.Path(folder) / "counts"
        outcome = run(reference, BELOW=reference, COUNTS=counts)
        assert outcome.code == 0, outcome.errors
        history = (reference / "history.csv").read_bytes()
        check_files(reference, READER, history)
        totals = {}
        for line in counts.read_text().splitlines():
            # Processes that MPI starts report as well; the program has the largest numbers.
            rank, *numbers = map(int, line.split())
            totals[rank] = max(totals.get(rank, (0, 0)), tuple(numbers))
        found, n_runs = collections.defaultdict(list), 0
        for rank in range(RANKS):
            n_files, n_allocations = totals[rank]
            for number in chosen(n_allocations if WHAT == "allocations" else n_files):
                n_runs += 1
                if WHAT == "allocations":
                    fault, wanted = {"ALLOCATION": number}, ["Memory ran out"]
                else:
                    error = errno.ENOSPC if WHAT.startswith("disk") or n_runs % 2 else errno.EIO
                    fault = {"BELOW": pathlib.Path(folder) / f"run_{n_runs}", "CALL": number, "ERROR": error, "RANK": rank,
                             "LASTS": int(WHAT.startswith("disk"))}
                    wanted = [ERRORS[error]]
                problems, message = check(n_runs, fault, wanted, reference, history, folder)
                for problem in problems:
                    found[problem].append((rank, number, message))
                    print(f"number {number} of rank {rank} {problem}", flush=True)
                if n_runs % 20 == 0:
                    print(f"{n_runs} failures so far, the last one number {number} of rank {rank}", flush=True)
        print(f"{WHAT}: {n_runs} failures, operations and allocations by rank {totals}")
        for problem, cases in found.items():
            numbers = ", ".join(f"{number} of rank {rank}" for rank, number, _ in cases[:40])
            print(f"\n{len(cases)} {problem}: numbers {numbers}; for instance")
            for rank, number, message in cases[:3]:
                print(f"  number {number} of rank {rank}: {message}")
        return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
