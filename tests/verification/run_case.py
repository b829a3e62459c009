#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a shipped case and compares history.csv with its .expect file.

Usage: run_case.py PROGRAM CASE.prm CASE.expect
A line of the file: column | last or time | number | rel or abs tolerance | where it comes from.
A line "--set Section/Key=value" changes the case, for example to shorten a long run."""
import sys
import tempfile

from program import simulate, value_at


def main():
    program, case, expectations = sys.argv[1:4]
    lines = [line.split("#")[0].strip() for line in open(expectations)]
    overrides = [line.removeprefix("--set ") for line in lines if line.startswith("--set ")]
    with tempfile.TemporaryDirectory() as directory:
        history = simulate(program, case, directory, "Output/VTU=none", *overrides)
    failed = n_checked = 0
    for line in lines:
        if not line or line.startswith("--set "):
            continue
        column, when, number, tolerance, source = [part.strip() for part in line.split("|")]
        kind, bound = tolerance.split()
        expected, seen = float(number), value_at(history, column, when)
        error = abs(seen - expected) / (abs(expected) if kind == "rel" else 1)
        ok = error <= float(bound)
        n_checked += 1
        failed += not ok
        print(f"{'ok  ' if ok else 'FAIL'} {column} at {when}: {seen:.8g}, expected {expected:.8g} "
              f"({kind} {error:.1e}, allowed {bound}; {source})")
    return 1 if failed or n_checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
