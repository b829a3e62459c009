#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Numbers become text in base/number_text.h and nowhere else.

std::to_string prints a density of -1.1e-9 as -0.000000, printf writes the
decimal point of the locale. libfmt stays in source/base/*.cc, so that no header
depends on it. Usage: check_text.py SOURCE_DIR. Prints violations, exits 1."""
import pathlib
import re
import sys

# Rooms that are not clean yet.
NOT_YET = set()
RULES = [
    (re.compile(r"std::to_string\b"), "std::to_string: use number_text or message"),
    (re.compile(r"\bv?sn?printf\s*\("), "printf: use number_text, fixed_text or scientific_text"),
]
FMT = re.compile(r'^\s*#\s*include\s*[<"]fmt/')


def room_of(path, root):
    parts = path.relative_to(root).parts
    if parts[0] == "applications":
        return "applications"
    return parts[2] if parts[0] == "include" and len(parts) > 3 else parts[1]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, n_files = [], 0
    for top in ("include", "source", "applications"):
        for path in sorted((root / top).rglob("*")):
            # C has no other way.
            if path.suffix not in (".h", ".cc"):
                continue
            n_files += 1
            room = room_of(path, root)
            # The FMU for Linux brings its own std::to_chars.
            may_use_fmt = (path.parent == root / "source" / "base" and path.suffix == ".cc") or path == root / "applications/fmu/old_runtime.cc"
            for number, line in enumerate(path.read_text().splitlines(), 1):
                where = f"{path.relative_to(root)}:{number}"
                if FMT.match(line) and not may_use_fmt:
                    found.append(f"{where}: fmt belongs to source/base/*.cc")
                if room not in NOT_YET:
                    found += [f"{where}: {what}" for rule, what in RULES if rule.search(line)]
    print("\n".join(found) if found else f"{n_files} files leave numbers to base/number_text.h")
    return 1 if found or n_files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
