#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Shipped cases with --set, against closed forms and checked numbers.

Usage: run_variants.py PROGRAM SOURCE_DIR"""
import math
import pathlib
import sys
import tempfile
import unittest

from program import simulate, value_at

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CASES = SOURCE / "parameter_files"


class Variants(unittest.TestCase):
    def last(self, case, column, *overrides):
        with tempfile.TemporaryDirectory() as directory:
            history = simulate(PROGRAM, CASES / case, directory, "Output/VTU=none", *overrides)
        return value_at(history, column, "last")

    def near(self, seen, expected, relative):
        print(f"{self.id()}: {seen:.8g}, expected {expected:.8g} ({seen / expected - 1:+.1e})")
        self.assertLess(abs(seen / expected - 1), relative)

    def test_radial_force_in_plane_strain_at_3_mm(self):
        # Values checked with independent codes, 0.05 %.
        for bulk_modulus, force in (("30", 132.67445), ("3e5", 196.66727)):
            self.near(self.last("bushing_2d_static.prm", "inner force x [N]", "Supports/inner/Translation x=3*t",
                                f"Material/Bulk modulus={bulk_modulus}", "Mesh/Refinements=1"), force, 5e-4)

    def test_stiffness_of_the_3d_bushing_at_small_load(self):
        # Free ends, linear; torsion is the closed form of the long bush, exact here: ends do not warp.
        still = ["Supports/inner/Translation x=0", "Supports/inner/Translation z=0", "Time/End time=1",
                 "Time/Step size=1", "Time/Maximum step size=1", "Output/Interval=0"]
        for channel, column, size, stiffness in (
                ("Translation z", "inner force z [N]", 1e-3, 251.69),
                ("Translation x", "inner force x [N]", 1e-3, 1135.3),
                ("Rotation x", "inner moment x [N mm]", 1e-5, 140090.),
                ("Rotation z", "inner moment z [N mm]", 1e-5, 59839.86)):
            seen = self.last("bushing_3d_static.prm", column, *still, f"Supports/inner/{channel}={size}*t")
            self.near(seen / size, stiffness, 5e-3)

    def test_torsion_to_60_degrees_is_linear(self):
        # M = 4 pi mu L A^2 B^2/(B^2 - A^2) theta at any angle (plane strain, mu = 1 MPa, L = 1 mm).
        angle = math.pi / 3
        exact = 4 * math.pi * 10**2 * 25**2 / (25**2 - 10**2) * angle
        self.near(self.last("bushing_2d_static.prm", "inner moment z [N mm]", "Supports/inner/Translation x=0",
                            f"Supports/inner/Rotation z={angle!r}*t", "Mesh/Refinements=1"), exact, 1e-4)

    def test_a_table_drives_like_its_formula(self):
        with tempfile.TemporaryDirectory() as directory:
            table = pathlib.Path(directory) / "motion.csv"
            table.write_text("time [s],x [mm]\n" + "".join(f"{t/10},{0.3*t}\n" for t in range(11)))
            seen = self.last("quick_start.prm", "inner force x [N]",
                             f'Supports/inner/Translation x=table("{table}", "x [mm]") + 1*t')
        formula = self.last("quick_start.prm", "inner force x [N]")
        self.near(seen, formula, 1e-9)

    def test_fallback_solver_agrees(self):
        self.near(self.last("quick_start.prm", "inner force x [N]", "Solver/Linear solver=KLU"),
                  self.last("quick_start.prm", "inner force x [N]"), 1e-9)

    def test_iterative_solver_agrees(self):
        for case, settings in (("quick_start.prm", []),
                               ("bushing_3d_static.prm", ["Mesh/Elements radial=2", "Mesh/Elements circumferential=8",
                                                          "Mesh/Elements axial=3", "Time/End time=0.5"])):
            column = "inner force x [N]" if case == "quick_start.prm" else "inner force z [N]"
            self.near(self.last(case, column, "Solver/Linear solver=iterative", *settings),
                      self.last(case, column, *settings), 1e-8)

    def test_steel_sleeves_are_nearly_rigid(self):
        steel = [f"Material/{side} steel/{entry}" for side in ("inner", "outer")
                 for entry in ("Law=Saint Venant-Kirchhoff", "Young's modulus=210000", "Poisson's ratio=0.3")]
        seen = self.last("quick_start.prm", "inner force x [N]", "Mesh/Inner steel=2", "Mesh/Outer steel=2", *steel)
        self.near(seen, self.last("quick_start.prm", "inner force x [N]"), 2e-3)

    def test_displacement_elements_converge_when_compressible(self):
        soft = "Material/Bulk modulus=5"
        mixed = self.last("quick_start.prm", "inner force x [N]", soft)
        self.near(self.last("quick_start.prm", "inner force x [N]", soft, "Element/Formulation=displacement"),
                  mixed, 2e-3)
        self.near(self.last("quick_start.prm", "inner force x [N]", soft, "Element/Formulation=displacement",
                            "Element/Degree=1", "Mesh/Refinements=2"), mixed, 1e-2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
