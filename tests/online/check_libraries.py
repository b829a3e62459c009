#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program given links the runtime of C and C++ and nothing else.

Usage: check_libraries.py PROGRAM. Prints other libraries and exits 1."""
import re
import subprocess
import sys

RUNTIME = re.compile(r"(linux-vdso|libstdc\+\+|libm|libgcc_s|libc|ld-linux[-\w]*)\.so[.\d]*$")


def main():
    lines = subprocess.run(["ldd", sys.argv[1]], capture_output=True, text=True, check=True).stdout.splitlines()
    names = [line.split()[0].rsplit("/", 1)[-1] for line in lines if line.strip()]
    others = [name for name in names if not RUNTIME.match(name)]
    print("\n".join(others) if others else f"only {', '.join(names)}")
    return 1 if others or "libc.so.6" not in names else 0


if __name__ == "__main__":
    sys.exit(main())
