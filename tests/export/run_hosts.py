#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One host drives the FMU through both versions of the standard, on Linux and, where
there is a host for it and wine, on Windows: the same numbers to 1e-12 and 1e-9 of
their size. Usage: run_hosts.py FMU_2 FMU_3 HOST [HOST.exe WINE]. Exits 1 if they differ."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

N_STEPS = 40


def outputs(command, environment=None):
    run = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, timeout=300)
    if run.returncode != 0:
        raise SystemExit(f"{command} failed ({run.returncode}):\n{run.stderr[-2000:]}")
    rows = [[float(word) for word in line.split()] for line in run.stdout.splitlines() if line.strip()]
    if len(rows) != N_STEPS or any(len(row) != 12 for row in rows):
        raise SystemExit(f"{command} printed {len(rows)} lines")
    return rows


def difference(rows, others):
    size = max(abs(x) for row in rows for x in row[:3]), max(abs(x) for row in rows for x in row[3:6])
    if min(size) == 0:
        raise SystemExit("the FMU has no forces")
    return max(abs(x - y) / size[column // 3 % 2] for row, other in zip(rows, others) for column, (x, y) in enumerate(zip(row, other)))


def main():
    files, host, windows = sys.argv[1:3], sys.argv[3], sys.argv[4:6]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for fmi, file in zip((2, 3), files):
            place = pathlib.Path(folder, f"B\u00fcchse {fmi}")
            zipfile.ZipFile(file).extractall(place)
            token = re.search(r'(?:guid|instantiationToken)="([^"]+)"', (place / "modelDescription.xml").read_text()).group(1)
            name = pathlib.Path(file).stem
            folders = ("linux64", "win64") if fmi == 2 else ("x86_64-linux", "x86_64-windows")
            cases.append((fmi, place, token, [place / "binaries" / one for one in folders], name))
        for inertia in "01":
            first = None
            for fmi, place, token, (linux, win), name in cases:
                location = (place / "resources").as_uri() if fmi == 2 else str(place / "resources") + "/"
                rows = outputs([host, str(linux / f"{name}.so"), location, token, str(fmi), str(N_STEPS), inertia])
                first = first or rows
                pairs = [("FMI 2 and 3", 1e-12, rows)]
                if windows:
                    environment = dict(os.environ, WINEPREFIX=str(pathlib.Path(folder, "wine")), WINEDEBUG="-all", HOME=folder)
                    # wine shows the root as drive Z.
                    location = "file:///Z:" + location[7:] if fmi == 2 else "Z:" + location
                    pairs.append(("Linux and Windows", 1e-9,
                                  outputs([windows[1], windows[0], str(win / f"{name}.dll"), location, token, str(fmi), str(N_STEPS), inertia],
                                          environment)))
                for what, limit, others in pairs:
                    apart = difference(first, others)
                    failed = failed or not apart <= limit
                    print(f"{what}, FMI {fmi}, inertia {inertia}: {apart:.1e} apart, at most {limit:.0e}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
