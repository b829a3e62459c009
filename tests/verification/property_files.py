#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""rivlin export --bus and --gbs, read back by a parser of the layout, for a model whose answers are known in closed form.

Usage: property_files.py PROGRAM SOURCE_DIR."""
import pathlib
import re
import sys
import tempfile
import unittest

import numpy

from program import rivlin, run

PROGRAM, SOURCE = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
del sys.argv[1:3]
sys.path.insert(0, str(pathlib.Path(SOURCE) / "tests/python"))

from spring_model import C, D, K, M, S, spring_model  # noqa: E402

OMEGA = 2 * numpy.pi * 5
DEGREE = numpy.pi / 180
# K - omega^2 M + i omega D; in x with the second spring behind its coordinate.
ACROSS = K - OMEGA**2 * M + 1j * OMEGA * D
ALONG_X = ACROSS - K**2 / (K + S - OMEGA**2 * M)
NAMES = ("FX", "FY", "FZ", "TX", "TY", "TZ")


def value_of(text):
    return text[1:-1] if text[:1] == "'" else float(text)


def parse(file):
    """Blocks by name: keys with values, and rows of tables; $ begins a comment, (...) a sub-block, {...} names columns."""
    blocks, block = {}, None
    for line in file.read_text(encoding="ascii").splitlines():
        line = line.strip()
        if not line or line.startswith(("$", "(", "{")):
            continue
        if match := re.fullmatch(r"\[(\w+)\]", line):
            assert match[1] not in blocks, f"block {match[1]} stands twice"
            block = blocks[match[1]] = {"rows": []}
        elif "=" in line:
            key, value = (part.strip() for part in line.split("=", 1))
            block[key] = value_of(value)
        else:
            block["rows"].append([value_of(word) for word in line.split()])
    return blocks


class PropertyFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "springs ü.rom"
        self.model.write_bytes(spring_model())

    def export(self, *words):
        code, screen, errors = run(PROGRAM, "export", self.model, *words, cwd=self.folder)
        self.assertEqual(code, 0, errors)
        return screen, errors

    def refused(self, words, *arguments, model=None):
        code, _, errors = run(PROGRAM, "export", model or self.model, *arguments, cwd=self.folder)
        self.assertEqual(code, 2, errors)
        self.assertIn(words, errors)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir() if path.suffix in (".bus", ".gbs")), [])

    def check_curves(self, tables):
        for name, table in zip(NAMES, tables):
            x, force = numpy.array(table).T
            self.assertEqual(len(x), 21)
            self.assertTrue((numpy.diff(x) > 0).all())
            if name[0] == "F":
                numpy.testing.assert_allclose(x, numpy.linspace(-1, 1, 21), atol=1e-9)
                expected = x * (K * S / (K + S) if name == "FX" else K)
            else:
                numpy.testing.assert_allclose(x * DEGREE, numpy.linspace(-1, 1, 21), atol=1e-9)
                expected = 2 * C * numpy.sin(x * DEGREE)
            # Newton's 1e-9 and ten digits.
            numpy.testing.assert_allclose(force, expected, atol=1e-6)

    def test_bus(self):
        screen, errors = self.export("--bus", "springs.bus", "--frequency", "5")
        blocks = parse(self.folder / "springs.bus")
        self.assertEqual(list(blocks), ["MDI_HEADER", "UNITS", "DAMPING", *(f"{name}_CURVE" for name in NAMES)])
        self.assertEqual((blocks["MDI_HEADER"]["FILE_TYPE"], blocks["MDI_HEADER"]["FILE_FORMAT"]), ("bus", "ASCII"))
        units = {key: value for key, value in blocks["UNITS"].items() if key != "rows"}
        self.assertEqual(units, {"LENGTH": "mm", "FORCE": "newton", "ANGLE": "degrees", "MASS": "kg", "TIME": "second"})
        self.check_curves(blocks[f"{name}_CURVE"]["rows"] for name in NAMES)
        for name in NAMES:
            self.assertAlmostEqual(blocks["DAMPING"][f"{name}_DAMPING"], D if name[0] == "F" else 0, delta=1e-9)
        self.assertEqual(errors, "")
        self.assertIn("viscous damping at 5 Hz", screen)

    def test_loss_angles(self):
        self.export("--bus", "springs.bus", "--frequency", "5", "--loss-angles")
        damping = parse(self.folder / "springs.bus")["DAMPING"]
        for name, stiffness in (("FX", ALONG_X), ("FY", ACROSS), ("FZ", ACROSS)):
            self.assertAlmostEqual(damping[f"{name}_DAMPING"], numpy.angle(stiffness) / DEGREE, delta=1e-7)

    def test_gbs(self):
        self.export("--gbs", "springs.gbs", "--frequency", "5")
        blocks = parse(self.folder / "springs.gbs")
        self.assertEqual(list(blocks), ["HEADER", "UNITS", "GLOBAL", "DIRECTIONS", *(f"SPLINE_STIFFNESS_{name}" for name in NAMES),
                                        *(f"CONSTANT_DAMPING_{name}" for name in NAMES)])
        self.assertEqual((blocks["HEADER"]["FILE_TYPE"], blocks["HEADER"]["FILE_VERSION"]), ("gbs", "1"))
        self.assertEqual((blocks["GLOBAL"]["COUPLING"], blocks["UNITS"]["ANGLE"]), ("uncoupled", "degree"))
        active = {row[0] for row in blocks["DIRECTIONS"]["rows"] if row[1:] == 6 * [1]}
        self.assertEqual(active, {"SPLINE_STIFFNESS", "CONSTANT_DAMPING"})
        self.assertEqual([row[1:] for row in blocks["DIRECTIONS"]["rows"] if row[0] not in active], 4 * [6 * [0]])
        self.check_curves(blocks[f"SPLINE_STIFFNESS_{name}"]["rows"] for name in NAMES)
        self.assertAlmostEqual(blocks["CONSTANT_DAMPING_FZ"]["C"], D, delta=1e-9)

    def test_what_uncoupled_curves_miss(self):
        # Translations of the springs are uncoupled; turns about two axes at once are not: with R = exp(psi) the moment is
        # 2 c sin|psi| psi / |psi|, the curves say 2 c sin(psi_i).
        time = numpy.linspace(0, 1, 11)
        poses = numpy.zeros((11, 6))
        poses[:, 0], poses[:, 1], poses[:, 3], poses[:, 4] = 0.5 * time, -0.3 * time, 0.6 * time, 0.8 * time
        titles = [f"inner {kind} {axis} {unit}" for kind, unit in (("translation", "[mm]"), ("rotation", "[rad]")) for axis in "xyz"]
        rows = "\n".join(",".join(f"{number:.12g}" for number in (t, *pose)) for t, pose in zip(time, poses))
        (self.folder / "ride.csv").write_text(",".join(["time [s]", *titles]) + "\n" + rows + "\n")
        screen, _ = self.export("--bus", "springs.bus", "--excitation", "ride.csv", "--frequency", "5")
        found = re.search(r"miss (\S+) % of the forces and (\S+) % of the moments .* over 11 poses of ride.csv", screen)
        self.assertTrue(found, screen)
        self.assertLess(float(found[1]), 1e-5)
        size = numpy.linalg.norm(poses[1:, 3:], axis=1)
        coupled = 2 * C * (numpy.sin(size) / size)[:, None] * poses[1:, 3:]
        missed = 2 * C * numpy.sin(poses[1:, 3:]) - coupled
        # Three digits are printed.
        expected = 100 * numpy.linalg.norm(missed) / numpy.linalg.norm(coupled)
        self.assertAlmostEqual(float(found[2]), expected, delta=6e-3 * expected)
        screen, _ = self.export("--bus", "again.bus", "--frequency", "5")
        self.assertIn("100 poses drawn from the trained range with a fixed seed", screen)

    def test_a_model_without_damping(self):
        metadata, arrays = rivlin.read_container(self.model)
        self.model.write_bytes(rivlin.container_bytes(metadata, {**arrays, "damping": 0 * arrays["damping"]}))
        self.refused("has no damping and so no loss angles", "--bus", "a.bus", "--loss-angles", "--frequency", "5")
        _, errors = self.export("--bus", "springs.bus", "--frequency", "5")
        self.assertIn("The model has no damping: the coefficients of the file are zero.", errors)
        self.assertEqual(parse(self.folder / "springs.bus")["DAMPING"]["FX_DAMPING"], 0)

    def test_refusals(self):
        self.refused("What to export is missing. Add --fmu FILE.fmu, --bus FILE.bus or --gbs FILE.gbs.")
        self.refused('A property file of Adams has the ending .bus; "a.txt" has not', "--bus", "a.txt")
        self.refused("--frequency is a positive number of Hz", "--bus", "a.bus", "--frequency", "0")
        self.refused("--frequency is a positive number of Hz", "--gbs", "a.gbs", "--frequency", "fast")
        self.refused("--fmi belongs to --fmu, which is not given.", "--bus", "a.bus", "--fmi", "3")
        self.refused("--frequency belongs to --bus or --gbs", "--fmu", "a.fmu", "--frequency", "5")
        self.refused("--loss-angles belongs to --bus", "--gbs", "a.gbs", "--loss-angles")
        self.refused("outweighs its stiffness", "--bus", "a.bus", "--frequency", "100")
        self.refused("the model is plane", "--bus", "a.bus", model=pathlib.Path(SOURCE) / "tests/online/version_0_1.rom")
        self.refused("nowhere.csv", "--bus", "a.bus", "--frequency", "5", "--excitation", "nowhere.csv")


if __name__ == "__main__":
    unittest.main()
