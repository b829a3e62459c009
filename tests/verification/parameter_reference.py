#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""doc/parameters.md is what the program prints.

Usage: parameter_reference.py PROGRAM SOURCE_DIR"""
import pathlib
import sys

from program import run


def main():
    code, printed, errors = run(sys.argv[1], "parameters", "--markdown")
    page = (pathlib.Path(sys.argv[2]) / "doc" / "parameters.md").read_text()
    if code != 0 or printed != page:
        print(errors or "doc/parameters.md is not current: rivlin parameters --markdown > doc/parameters.md")
        return 1
    print(f"doc/parameters.md is current, {printed.count(chr(10))} lines")
    return 0 if printed.count("| `") > 20 else 1


if __name__ == "__main__":
    sys.exit(main())
