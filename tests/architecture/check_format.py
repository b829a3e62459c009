#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every C and C++ file is formatted as .clang-format says.

Usage: check_format.py SOURCE_DIR CLANG_FORMAT. Names the files to format and
exits 1."""
import pathlib
import re
import subprocess
import sys

FOLDERS = ("include", "source", "applications", "tests")
SUFFIXES = {".cc", ".h", ".c"}
VERSION = 14  # Other versions format other lines.


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    try:
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    except OSError:
        sys.exit(f"clang-format {VERSION} is missing: ./scripts/build installs it, or install the package clang-format.")
    found = re.search(r"version (\d+)", version)
    if not found or int(found.group(1)) != VERSION:
        sys.exit(f"{program} is not clang-format {VERSION}: {version.strip()}")
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SUFFIXES)
    if not files:
        sys.exit(f"No C++ files below {root}.")
    names = [str(path.relative_to(root)) for path in files]
    result = subprocess.run([program, "--dry-run", "-Werror", *names], cwd=root, capture_output=True, text=True)
    bad = sorted({line.split(":")[0] for line in result.stderr.splitlines() if "error:" in line})
    if bad:
        print(f"{len(bad)} of {len(names)} files are not formatted. Format them:\n  clang-format -i " + " ".join(bad))
    elif result.returncode:
        print(result.stderr)
    else:
        print(f"{len(names)} files are formatted.")
    return 1 if bad or result.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
