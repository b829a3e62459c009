#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No file above 500 lines, no function above 100.

Tables and declarations of parameters may be longer: they have no flow. The
format of the code (one brace per line) makes functions easy to find. Usage:
check_lengths.py SOURCE_DIR. Prints violations, exits 1."""
import pathlib
import re
import sys

MOST_LINES, MOST_IN_FUNCTION = 500, 100
# Functions that are one table.
TABLES = {"make_methods", "declare_mesh", "bases"}
BLOCK = re.compile(r"^\s*(namespace|class|struct|enum|union|extern)\b|^\s*template\b.*\b(class|struct)\b")


def head_of(lines, brace):
    """The lines between the end of the last statement and an opening brace."""
    start = brace
    while start > 0 and lines[start - 1].strip() and not re.search(r"[;{}]\s*(//.*)?$", lines[start - 1]) \
            and not lines[start - 1].lstrip().startswith(("#", "//", "public:", "private:", "protected:")):
        start -= 1
    return " ".join(line.strip() for line in lines[start:brace])


def functions(lines):
    """First line, length and head of each function; blocks inside are its own."""
    stack = []
    for number, line in enumerate(lines):
        if match := re.match(r"^( *)\{$", line):
            stack.append((len(match.group(1)), number, head_of(lines, number)))
        elif match := re.match(r"^( *)\}", line):
            indent = len(match.group(1))
            while stack and stack[-1][0] > indent:
                stack.pop()
            if stack and stack[-1][0] == indent:
                _, first, head = stack.pop()
                outer_is_block = all(BLOCK.match(h) for _, _, h in stack)
                if outer_is_block and not BLOCK.match(head) and "(" in head:
                    yield first + 1, number - first - 1, head


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, n_files = [], 0
    for top in ("include", "source", "applications", "tests"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cc"):
                continue
            n_files += 1
            where = path.relative_to(root)
            lines = path.read_text().splitlines()
            if len(lines) > MOST_LINES:
                found.append(f"{where}: {len(lines)} lines, at most {MOST_LINES}")
            if top == "tests":
                continue
            for first, length, head in functions(lines):
                name = re.search(r"([~\w]+)\s*\(", head)
                if length > MOST_IN_FUNCTION and not (name and name.group(1) in TABLES):
                    found.append(f"{where}:{first}: a function of {length} lines, at most {MOST_IN_FUNCTION}: {head[:60]}")
    print("\n".join(found) if found else f"{n_files} files are short enough")
    return 1 if found or n_files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
