#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/build with stand-ins for the package manager, sudo and CMake.

Usage: build_script_test.py SOURCE_DIR. Shows what would be installed, by whom,
and what the user reads when something fails."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
# Each stand-in notes how it was called.
NOTE = '#!/bin/sh\necho "$(basename "$0") $*" >> "$CALLS"\n'


class BuildScript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        base = pathlib.Path(self.folder.name)
        self.house, self.tools, self.calls = base / "house", base / "tools", base / "calls"
        (self.house / "scripts").mkdir(parents=True)
        self.tools.mkdir()
        for name in ("environment.sh", "build", "test", "test_times"):
            shutil.copy(SOURCE / "scripts" / name, self.house / "scripts")
        (self.house / "packages.txt").write_text(
            "# comment\n\n# Group program: a\nhave-one\nneed-two\n\n# Group tests: b\nneed-three\n")
        program = self.house / "build/release/bin/rivlin"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        self.stand_in("dpkg-query", 'case "$*" in *have-*) printf installed;; *) exit 1;; esac')
        self.stand_in("apt-get")
        self.stand_in("cmake")
        self.stand_in("ctest")
        self.stand_in("id", "echo 0")
        self.stand_in("sudo", '"$@"')

    def stand_in(self, name, body=""):
        file = self.tools / name
        file.write_text(NOTE + body + "\n")
        file.chmod(0o755)

    def run_script(self, name="build", *arguments):
        self.calls.write_text("")
        result = subprocess.run([self.house / "scripts" / name, *arguments], capture_output=True, text=True, cwd="/",
                                env={"PATH": f"{self.tools}:/usr/bin:/bin", "CALLS": str(self.calls)})
        lines = [line for line in self.calls.read_text().splitlines() if not line.startswith(("dpkg-query", "id"))]
        return result, lines

    def test_installs_only_what_is_missing_and_builds(self):
        result, calls = self.run_script()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual([call.split(" -j")[0] for call in calls],
                         ["apt-get -q -o Acquire::Retries=3 update",
                          "apt-get -q -y -o Acquire::Retries=3 install --no-install-recommends need-two need-three",
                          "cmake --preset release", "cmake --build --preset release"])
        self.assertIn("The program is build/release/bin/rivlin.", result.stdout)

    def test_the_program_alone_needs_the_first_group_and_no_tests(self):
        result, calls = self.run_script("build", "--program")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual([call.split(" -j")[0] for call in calls],
                         ["apt-get -q -o Acquire::Retries=3 update",
                          "apt-get -q -y -o Acquire::Retries=3 install --no-install-recommends need-two",
                          "cmake --preset program", "cmake --build --preset program"])
        presets = json.loads((SOURCE / "CMakePresets.json").read_text())
        program = {preset["name"]: preset for preset in presets["configurePresets"]}["program"]
        self.assertEqual(program["inherits"], "release")
        self.assertNotIn("binaryDir", program)
        self.assertEqual(program["cacheVariables"], {"RIVLIN_BUILD_TESTS": "OFF", "RIVLIN_BUILD_PERFORMANCE": "OFF"})
        self.assertIn("./scripts/build --program", (SOURCE / "scripts/demo").read_text())

    def test_every_package_is_in_a_group(self):
        group, groups = None, {}
        for line in (SOURCE / "packages.txt").read_text().splitlines():
            if line.startswith("# Group "):
                group = line.split()[2].rstrip(":")
            elif line and not line.startswith("#"):
                groups.setdefault(group, []).append(line)
        self.assertEqual(set(groups), {"program", "tests"})
        self.assertIn("libdeal.ii-dev", groups["program"])
        self.assertIn("libgtest-dev", groups["tests"])

    def test_unknown_arguments_are_refused(self):
        result, calls = self.run_script("build", "--all")
        self.assertEqual((result.returncode, calls), (1, []))
        self.assertEqual(result.stderr, 'scripts/build: unknown arguments "--all"; there is only --program\n')

    def test_uses_all_cores_where_there_is_memory(self):
        _, calls = self.run_script()
        n_jobs = int(calls[-1].split(" -j ")[1])
        n_cores = len(os.sched_getaffinity(0))
        with open("/proc/meminfo") as stream:
            free = int(next(line for line in stream if line.startswith("MemAvailable")).split()[1])
        limited = pathlib.Path("/sys/fs/cgroup/memory.max")
        if free > 2_000_000 * n_cores and (not limited.exists() or limited.read_text().strip() == "max"):
            self.assertEqual(n_jobs, n_cores)
        else:
            self.assertTrue(1 <= n_jobs <= n_cores, n_jobs)

    def test_installs_nothing_when_nothing_is_missing(self):
        (self.house / "packages.txt").write_text("have-one\n")
        result, calls = self.run_script()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse([call for call in calls if call.startswith("apt-get")])

    def test_uses_sudo_when_not_root(self):
        self.stand_in("id", "echo 1000")
        result, calls = self.run_script()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(calls[0].startswith("sudo env DEBIAN_FRONTEND=noninteractive apt-get"), calls)

    def test_one_clear_line_when_a_step_fails(self):
        self.stand_in("cmake", 'echo "no such preset" >&2; exit 7')
        for name in ("build", "test"):
            result, _ = self.run_script(name)
            self.assertEqual(result.returncode, 7)
            self.assertEqual(result.stderr.splitlines(),
                             ["no such preset",
                              "scripts/build: failed while configuring the preset release (exit code 7); the reason stands above."])

    def test_says_when_there_is_no_program(self):
        (self.house / "build/release/bin/rivlin").unlink()
        result, _ = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "scripts/build: the build left no program build/release/bin/rivlin\n")

    def suites(self, calls):
        """Build folder and choice of labels of each ctest."""
        return [tuple(call.split()[2:5]) for call in calls if call.startswith("ctest")]

    def test_the_test_script_runs_all_suites_and_hands_on_a_failure(self):
        result, calls = self.run_script("test")
        self.assertEqual(result.returncode, 0, result.stderr)
        every_day = [("build/core", "-L", "quick"), ("build/sanitize", "-L", "quick"), ("build/release", "-LE", "long")]
        self.assertEqual(self.suites(calls), every_day)
        self.assertTrue(all("--no-tests=error" in call for call in calls if call.startswith("ctest")))
        result, calls = self.run_script("test", "--long")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.suites(calls),
                         [*every_day, ("build/sanitize-fe", "-L", "quick"), ("build/release", "-L", "long")])
        self.stand_in("ctest", 'case "$*" in *build/release*) exit 8;; esac')
        result, _ = self.run_script("test")
        self.assertEqual(result.returncode, 8)
        self.assertEqual(result.stderr, "scripts/test: failed while testing everything (exit code 8); the reason stands above.\n")

    def test_the_test_script_refuses_unknown_arguments(self):
        result, calls = self.run_script("test", "--log")
        self.assertEqual((result.returncode, calls), (1, []))
        self.assertEqual(result.stderr, 'scripts/test: unknown arguments "--log"; there is only --long\n')

    def test_the_times_of_the_stages_are_kept(self):
        self.stand_in("ctest", 'case "$*" in *build/sanitize*) exit 8;; esac')
        result, _ = self.run_script("test")
        self.assertEqual(result.returncode, 8)
        times = json.loads((self.house / "build/test_times.json").read_text())
        self.assertEqual(times["commit"], "unknown")
        self.assertEqual([stage["stage"] for stage in times["stages"]],
                         ["build release", "build core", "test core -L quick", "build sanitize"])
        for stage in times["stages"]:
            self.assertGreaterEqual(stage["wall seconds"], 0)
            self.assertGreaterEqual(stage["CPU seconds"], 0)
        self.assertRegex(result.stdout, r"\nsum +[0-9.]+ +[0-9.]+\n$")


if __name__ == "__main__":
    unittest.main()
