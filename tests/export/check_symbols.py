#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The library of FMUs for Linux exports the functions of the standard and nothing
else, and needs nothing newer than enterprise Linux 8 has (glibc 2.28, the C++
runtime of GCC 8). Usage: check_symbols.py LIBRARY.so. Prints violations, exits 1."""
import re
import subprocess
import sys

NEWEST = {"GLIBC": (2, 28), "GLIBCXX": (3, 4, 25), "CXXABI": (1, 3, 11), "GCC": (8, 0, 0)}
N_FUNCTIONS = {"fmi2": 34, "fmi3": 75}
LIBRARIES = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main():
    library, found = sys.argv[1], []
    functions = {"fmi2": set(), "fmi3": set()}
    for line in output("objdump", "-T", library).splitlines():
        words = line.split()
        if len(words) < 4 or not re.match(r"[0-9a-f]{16}$", words[0]):
            continue
        name = words[-1]
        if "*UND*" not in line:
            if name[:4] in functions and re.fullmatch(r"fmi[23][A-Z]\w*", name):
                functions[name[:4]].add(name)
            else:
                found.append(f"exports {name}")
            continue
        version = re.search(r"(GLIBCXX|GLIBC|CXXABI|GCC)_([\d.]+)", line)
        if version and tuple(map(int, version.group(2).split("."))) > NEWEST[version.group(1)]:
            found.append(f"needs {name} of {version.group(0)}")
    for prefix, number in N_FUNCTIONS.items():
        if len(functions[prefix]) != number:
            found.append(f"exports {len(functions[prefix])} functions {prefix}*, not {number}")
    needed = set(re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", library)))
    found += [f"needs the library {name}" for name in needed - LIBRARIES]
    print("\n".join(found) if found else f"exports {sum(map(len, functions.values()))} functions, needs {', '.join(sorted(needed))}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
