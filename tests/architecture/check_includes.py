#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include line against the level table of doc/architecture.md.

Usage: check_includes.py SOURCE_DIR. Prints each violation and exits 1."""
import pathlib
import re
import sys

LEVEL = {"base": 0, "solid": 1, "dynamics": 1, "mesh": 1, "online": 2, "benchmarks": 2,
         "offline": 3, "export": 3, "spaces": 3, "solvers": 4, "fe": 5, "cases": 6, "studies": 7,
         "applications": 8}
WITH_DEALII = {"spaces", "solvers", "fe", "cases", "studies", "applications"}
# Who may include what from outside; everything not listed is free for all.
FOREIGN = [
    (re.compile(r"^deal\.II/"), WITH_DEALII, "deal.II"),
    (re.compile(r"^(mpi\.h|dmumps_c\.h|metis\.h|Epetra|Amesos|ml_|Teuchos)"), WITH_DEALII, "MPI, MUMPS, METIS or Trilinos"),
    (re.compile(r"^(hdf5|H5)"), {"cases"}, "HDF5"),
    (re.compile(r"^zlib\.h"), {"fe", "export"}, "zlib"),
    (re.compile(r"^(ida|sundials|nvector|sunlinsol|sunmatrix)/"), {"dynamics"}, "SUNDIALS"),
    # Nothing runs under the thread sanitizer, because nothing of ours starts a thread: doc/reliability.md.
    (re.compile(r"^(thread|future|stop_token|execution|omp\.h|pthread\.h|threads\.h|tbb/|boost/(thread|asio)"
                r"|deal\.II/base/(work_stream|thread_management|parallel))"), set(), "what starts threads"),
    (re.compile(r"^boost/"), WITH_DEALII | {"offline", "export", "benchmarks", "dynamics", "solid"}, "Boost"),
]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def room_of(path, root):
    parts = path.relative_to(root).parts
    if parts[0] == "include":
        return parts[2] if len(parts) > 3 else None
    if parts[0] == "source":
        return parts[1] if len(parts) > 2 else None
    return "applications" if parts[0] == "applications" else None


def violations(path, room, root):
    lines = path.read_text().splitlines()
    where = path.relative_to(root)
    found = []
    includes = [(n + 1, m.group(1)) for n, m in enumerate(map(INCLUDE.match, lines)) if m]
    for number, header in includes:
        ours = re.match(r"rivlin/([a-z_]+)/(?:([a-z_]+)/)?", header)
        if ours:
            target, folder = ours.groups()
            if target not in LEVEL:
                found.append(f"{where}:{number}: unknown room '{target}' in <{header}>")
            elif target != room and LEVEL[target] >= LEVEL[room]:
                found.append(f"{where}:{number}: {room} (level {LEVEL[room]}) may not include "
                             f"{target} (level {LEVEL[target]}): <{header}>")
            elif target != room and folder:
                found.append(f"{where}:{number}: {target}/{folder} is a folder of {target} alone: <{header}>")
        for pattern, allowed, name in FOREIGN:
            if pattern.match(header) and room not in allowed:
                found.append(f"{where}:{number}: {name} is not allowed in {room}: <{header}>")
            if name == "SUNDIALS" and pattern.match(header) and "sundials_ida" not in path.name:
                found.append(f"{where}:{number}: SUNDIALS only in dynamics/sundials_ida: <{header}>")
    found += [f"{where}:{n + 1}: OpenMP starts threads" for n, line in enumerate(lines) if re.match(r"\s*#\s*pragma\s+omp", line)]
    own = "rivlin/" + where.relative_to(where.parts[0]).with_suffix(".h").as_posix()
    if path.suffix == ".cc" and (root / "include" / own).exists() and includes:
        if includes[0][1] != own:
            found.append(f"{where}: must include its own header first")
    if path.suffix == ".h" and "#pragma once" not in lines and "precompiled" not in path.name:
        found.append(f"{where}: #pragma once is missing")
    if not lines or "SPDX-License-Identifier: Apache-2.0" not in lines[0]:
        found.append(f"{where}: the first line must be the SPDX licence")
    return found


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, n_files = [], 0
    for top in ("include", "source", "applications"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cc", ".c") and (room := room_of(path, root)):
                n_files += 1
                found += violations(path, room, root)
    print("\n".join(found) if found else f"{n_files} files follow the include rules")
    return 1 if found or n_files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
