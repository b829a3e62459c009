#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The package as a whole: the library is found wherever the package lies, what it needs, symbols, annotations and docstrings.

Usage: package_test.py BUILD_DIR SOURCE_DIR."""
import inspect
import re
import shutil
import subprocess
import sys
import unittest

from common import BUILD, SOURCE, FolderTest, rivlin
from rivlin import _library

MODEL = SOURCE / "tests/online/version_0_1.rom"


class Package(FolderTest):
    def python(self, folder, code):
        """Runs code with the package of a folder, in an environment without any variable."""
        text = f"import sys; sys.path.insert(0, {str(folder)!r}); import rivlin; {code}"
        return subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, env={}, cwd="/")

    def copy(self):
        """The package as it is installed: files instead of links."""
        shutil.copytree(BUILD / "python/rivlin", self.folder / "a b/rivlin", ignore=shutil.ignore_patterns("__pycache__"))
        return self.folder / "a b"

    def test_the_library_is_found(self):
        for folder in (BUILD / "python", self.copy()):
            found = self.python(folder, f"model = rivlin.Model({str(MODEL)!r}); model.start(); print(rivlin.version(), model.time)")
            self.assertEqual((found.returncode, found.stderr), (0, ""), found)
            self.assertEqual(found.stdout, f"{rivlin.version()} 0.0\n")

    def test_the_source_tree_takes_the_library_of_its_builds(self):
        root = self.folder / "root"
        (root / "applications/python").mkdir(parents=True)
        shutil.copytree(SOURCE / "applications/python/rivlin", root / "applications/python/rivlin", ignore=shutil.ignore_patterns("__pycache__"))
        run = [root / "applications/python", f"rivlin.Model({str(MODEL)!r}).start()"]
        self.assertIn("MissingPart: There is no", self.python(*run).stderr)
        # What needs no library works without it.
        self.assertEqual(self.python(run[0], f"print(rivlin.read_rom({str(MODEL)!r}).model['dimension'])").stdout, "2\n")
        built = root / "build/core/python/rivlin"
        built.mkdir(parents=True)
        shutil.copy(BUILD / "python/rivlin" / _library.NAME, built)
        self.assertEqual(self.python(*run).stderr, "")

    def test_a_library_that_does_not_fit_is_named(self):
        folder = self.copy()
        (folder / "rivlin" / _library.NAME).write_bytes(b"no library")
        errors = self.python(folder, "rivlin.version()").stderr
        self.assertIn("MissingPart: Cannot use", errors)
        self.assertIn(str(folder / "rivlin" / _library.NAME), errors)

    def test_numpy_is_all_that_is_imported(self):
        code = "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'numpy', 'h5py', 'matplotlib', 'scipy', 'vtk'}))"
        self.assertEqual(self.python(BUILD / "python", code).stdout, "numpy\n")

    def test_exactly_the_functions_of_the_header(self):
        header = (SOURCE / "include/rivlin/online/rivlin.h").read_text()
        declared = set(re.findall(r"\b(rivlin_\w+)\(", header))
        symbols = subprocess.run(["nm", "-D", "--defined-only", BUILD / "python/rivlin" / _library.NAME], capture_output=True, text=True, check=True)
        self.assertEqual({line.split()[-1] for line in symbols.stdout.splitlines()}, declared)
        self.assertEqual(set(_library._FUNCTIONS), declared)
        for function in declared:  # as many arguments as the header has
            arguments = re.search(rf"\b{function}\(([^)]*)\)", header)[1]
            n = 0 if arguments.strip() == "void" else arguments.count(",") + 1
            self.assertEqual(len(_library._FUNCTIONS[function][1]), n, function)

    def test_everything_public_is_typed_and_documented(self):
        self.assertTrue((BUILD / "python/rivlin/py.typed").exists())
        for name in rivlin.__all__:
            thing = getattr(rivlin, name)
            self.assertTrue(thing.__doc__ and thing.__doc__.strip(), name)
            members = [member for key, member in vars(thing).items() if not key.startswith("_")] if inspect.isclass(thing) else [thing]
            for member in members:
                function = member.fget if isinstance(member, property) else member
                if inspect.isfunction(function):
                    self.assertTrue(function.__doc__, f"{name}.{function.__name__}")
                    hints = function.__annotations__
                    self.assertLessEqual(set(inspect.signature(function).parameters) - {"self"}, set(hints), f"{name}.{function.__name__}")
                    self.assertIn("return", hints, f"{name}.{function.__name__}")

    def test_the_page_names_everything_public(self):
        page = (SOURCE / "doc/python.md").read_text()
        self.assertEqual([name for name in rivlin.__all__ if not re.search(rf"\b{name}\b", page)], [])

    def test_code_of_the_page_runs(self):
        """Blocks of Python on the page, one after the other, with files of the names that it uses."""
        page = (SOURCE / "doc/python.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertGreater(len(blocks), 1)
        from page_files import write_page_files
        write_page_files(self.folder)
        script = self.folder / "page.py"
        script.write_text(f"import sys; sys.path.insert(0, {str(BUILD / 'python')!r})\nimport matplotlib; matplotlib.use('Agg')\n" + "\n".join(blocks))
        done = subprocess.run([sys.executable, "-B", script], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "force.png").exists())


if __name__ == "__main__":
    unittest.main()
