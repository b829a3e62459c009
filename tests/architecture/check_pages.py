#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What README.md and the pages tell to type can be typed: files that commands of
the program read are there, made by a command of the page, or placeholders in
capital letters; where the program is called by its bare name README.md says how
it is found. Usage: check_pages.py SOURCE_DIR. Prints violations, exits 1."""
import pathlib
import re
import sys

COMMAND = re.compile(r"(?:^|[\s`/])rivlin (?:simulate|check|train|mesh|predict|info|export) ([^\s`\\]+\.\w+)(.*)")
TABLE = re.compile(r"--excitation ([^\s`\\]+)")
COLUMN = re.compile(r"table\(\"([^\"]+)\"")


def is_there(name, page, root):
    if name.split("/")[-1].split(".")[0].isupper() or name.startswith("output/"):
        return True
    made = re.search(r"(?:> |cp \S+ |--output )" + re.escape(name) + r"(?:\s|$)", page)
    return made is not None or (root / name).is_file()


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, n_commands = [], 0
    for path in [root / "README.md", *sorted((root / "doc").rglob("*.md"))]:
        page = path.read_text()
        for number, line in enumerate(page.splitlines(), 1):
            for match in COMMAND.finditer(line):
                names = [match.group(1)] + TABLE.findall(match.group(2))
                n_commands += 1
                found += [f"{path.relative_to(root)}:{number}: there is no {name}" for name in names if not is_there(name, page, root)]
            # Pages about the language of tables may name any; the gallery is there to be tried.
            if path.parent.name == "gallery":
                found += [f"{path.relative_to(root)}:{number}: there is no table {name}" for name in COLUMN.findall(line)
                          if not is_there(name, page, root) and not is_there("parameter_files/" + name, page, root)]
    if 'export PATH="$PWD/build/release/bin:$PATH"' not in (root / "README.md").read_text():
        found.append("README.md does not say how `rivlin` is found")
    print("\n".join(found) if found else f"{n_commands} commands of the pages read files that are there")
    return 1 if found or n_commands == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
