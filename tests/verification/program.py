# SPDX-License-Identifier: Apache-2.0
"""Runs the program and reads what it wrote; shared by the tests here."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "applications/python"))

import rivlin  # noqa: E402


def run(program, *arguments, ranks=1, cwd=None):
    """Exit code, standard output and standard error of one run."""
    command = [str(program), *map(str, arguments)]
    if ranks > 1:
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(ranks)] + command
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def simulate(program, case, output, *overrides, ranks=1):
    """Runs a case, expects success, returns its history."""
    arguments = ["simulate", case, "--output", output, "--quiet"]
    for override in overrides:
        arguments += ["--set", override]
    code, _, errors = run(program, *arguments, ranks=ranks)
    if code != 0:
        raise AssertionError(f"{case} {overrides}: exit code {code}: {errors}")
    return read_history(output)


def read_history(directory):
    """history.csv as a dictionary from column title to list of numbers."""
    return {title: column.tolist() for title, column in rivlin.read_history(pathlib.Path(directory) / "history.csv").items()}


def value_at(history, column, when):
    """Value of a column in the last row or at a time."""
    if column not in history:
        raise AssertionError(f"no column '{column}'; there are {list(history)}")
    if when == "last":
        return history[column][-1]
    times = history["time [s]"]
    nearest = min(range(len(times)), key=lambda i: abs(times[i] - float(when)))
    assert abs(times[nearest] - float(when)) < 1e-9, f"no row at t = {when}"
    return history[column][nearest]
