#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""doc/parameters.md and doc/plan_parameters.md are what the program prints.

Usage: parameter_reference.py PROGRAM SOURCE_DIR"""
import pathlib
import sys

from program import run

PAGES = {"parameters.md": ["parameters", "--markdown"], "plan_parameters.md": ["parameters", "--plan", "--markdown"]}


def is_current(name, arguments):
    code, printed, errors = run(sys.argv[1], *arguments)
    page = (pathlib.Path(sys.argv[2]) / "doc" / name).read_text()
    if code != 0 or printed != page:
        print(errors or f"doc/{name} is not current: rivlin {' '.join(arguments)} > doc/{name}")
        return False
    print(f"doc/{name} is current, {printed.count(chr(10))} lines")
    return printed.count("| `") > 20


if __name__ == "__main__":
    sys.exit(not all([is_current(name, arguments) for name, arguments in PAGES.items()]))
