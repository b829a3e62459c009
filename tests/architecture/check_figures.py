#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""README.md repeats figures of other pages; this checks that they are the same.

A row of the table "measured", and a paragraph or an item of a list with a link
marked "figures" ([figures](doc/page.md)), name the page that their numbers
come from. Each number of such a row or paragraph must stand on that page as it is
written, with all its digits. Numbers in `code` and in links do not count. Usage:
check_figures.py SOURCE_DIR. Prints violations, exits 1."""
import pathlib
import re
import sys

# 6.9318, 100,028, 3e5, +0.41; not the 2 of "2D" or of "Table_2".
NUMBER = re.compile(r"(?<![\w.,])[+-]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]*\w)")
LINK = re.compile(r"\[([^\]]*)\]\(([^)#]+)(?:#[^)]*)?\)")
ROWS_OF = "| measured |"
MARK = "figures"


def numbers(text):
    return {found.lstrip("+-") for found in NUMBER.findall(text)}


def blocks(text):
    """(line number, text) of each row, item and paragraph, and whether it must name a page."""
    in_measured, start, lines = False, 0, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        in_measured = line.startswith(ROWS_OF) or (in_measured and line.startswith("|"))
        alone = line.startswith("|")
        if lines and (not line.strip() or alone or line.startswith(("- ", "#"))):
            yield start, " ".join(lines), False
            lines = []
        if alone:
            yield number, line, in_measured and not line.startswith((ROWS_OF, "|---"))
        elif line.strip() and not line.startswith("    "):
            start = start if lines else number
            lines.append(line)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, n_figures, n_rows = [], 0, 0
    for line, text, is_row in blocks((root / "README.md").read_text(encoding="utf-8")):
        pages = [page for name, page in LINK.findall(text) if is_row or name == MARK]
        if is_row:
            n_rows += 1
            if not pages:
                found.append(f"README.md:{line}: no link to the page that the figures come from")
        if not pages:
            continue
        missing = [page for page in pages if not (root / page).is_file()]
        found += [f"README.md:{line}: there is no {page}" for page in missing]
        known = set().union(*(numbers((root / page).read_text(encoding="utf-8")) for page in pages if page not in missing))
        figures = numbers(LINK.sub("", re.sub(r"`[^`]*`", "", text)))
        n_figures += len(figures)
        found += [f"README.md:{line}: {figure} is not on {' or '.join(pages)}" for figure in sorted(figures - known)]
    if not n_rows:
        found.append(f'README.md: there is no table that begins with "{ROWS_OF}"')
    print("\n".join(found) if found else f"{n_figures} figures of README.md stand on the pages that it names")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
