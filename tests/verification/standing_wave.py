#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Finite torsional standing wave: frequency, field, volume and energy of the shipped case.

Usage: standing_wave.py PROGRAM SOURCE_DIR           the test
       standing_wave.py PROGRAM SOURCE_DIR --study   the table of doc/gallery/standing_wave.md"""
import math
import pathlib
import sys
import tempfile
import unittest

from program import simulate

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
CASE = SOURCE / "parameter_files" / "standing_wave.prm"
# k1 = 0.2156472480/mm is the first zero of J1(kB) Y1(kA) - Y1(kB) J1(kA); mu = 1 MPa, rho = 1.1e-9 t/mm^3.
EXACT = 0.2156472480 * math.sqrt(1 / 1.1e-9) / (2 * math.pi)


def fit(times, values, frequency):
    """Least squares fit of a cos(wt) + b sin(wt): sum of squared residuals, a and b."""
    cc = cs = ss = cv = sv = vv = 0.0
    for t, v in zip(times, values):
        c, s = math.cos(2 * math.pi * frequency * t), math.sin(2 * math.pi * frequency * t)
        cc, cs, ss, cv, sv, vv = cc + c * c, cs + c * s, ss + s * s, cv + c * v, sv + s * v, vv + v * v
    determinant = cc * ss - cs * cs
    a, b = (ss * cv - cs * sv) / determinant, (cc * sv - cs * cv) / determinant
    return vv - a * cv - b * sv, a, b


def frequency_of(times, values):
    """The frequency that fits best, by golden section within 10 % of the exact one: over five periods
    the residual has one minimum there."""
    low, high = 0.9 * EXACT, 1.1 * EXACT
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 1e-7 * EXACT:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if fit(times, values, left)[0] < fit(times, values, right)[0]:
            high = right
        else:
            low = left
    return (low + high) / 2


def measure(*overrides):
    """Frequency, and the errors of one run."""
    with tempfile.TemporaryDirectory() as directory:
        history = simulate(PROGRAM, CASE, directory, "Output/VTU=none", *overrides)
    times = history["time [s]"]
    places = {"inside": (12.0, 0.0), "middle": (15.485, 0.0), "outside": (0.0, 20.0)}
    radial = field = 0.0
    twists = {}
    for name, (x, y) in places.items():
        angle = math.atan2(y, x)
        positions = [(x + u, y + v) for u, v in zip(history[f"{name} displacement x [mm]"],
                                                    history[f"{name} displacement y [mm]"])]
        twists[name] = [math.remainder(math.atan2(b, a) - angle, 2 * math.pi) for a, b in positions]
        radial = max(radial, max(abs(math.hypot(a, b) - math.hypot(x, y)) for a, b in positions))
        for t, (a, b) in zip(times, positions):
            phi = angle + twists[name][0] * math.cos(2 * math.pi * EXACT * t)
            r = math.hypot(x, y)
            field = max(field, math.hypot(a - r * math.cos(phi), b - r * math.sin(phi)))
    energy = [a + b for a, b in zip(history["kinetic energy [mJ]"], history["strain energy [mJ]"])]
    return {"frequency": frequency_of(times, twists["middle"]), "twist": abs(twists["middle"][0]), "radial": radial,
            "field": field, "energy": max(abs(e / energy[0] - 1) for e in energy),
            "volume": max(history["max abs(J-1) [-]"]), "steps": len(times) - 1}


class StandingWave(unittest.TestCase):
    def test_the_fit_is_better_than_what_it_judges(self):
        times = [5e-6 * i for i in range(1001)]
        for shift in (1, 1.0003, 0.997):
            values = [0.3 * math.cos(2 * math.pi * EXACT * shift * t + 0.2) for t in times]
            self.assertLess(abs(frequency_of(times, values) / EXACT - shift), 1e-6)

    def test_shipped_case(self):
        seen = measure()
        print({key: f"{value:.6g}" for key, value in seen.items()})
        self.assertGreater(seen["twist"], math.radians(20))
        # Required are 1e-3; errors of mesh (+8e-5) and step (-1e-4) are known and well below.
        self.assertLess(abs(seen["frequency"] / 1034.827 - 1), 2e-4)
        # Displacements of 5.4 mm, radial ones zero: errors of the mesh, which fall with it.
        self.assertLess(seen["field"], 0.02)
        self.assertLess(seen["radial"], 3e-3)
        # The supports do no work; (wh)^2/12 = 9e-5 bounds what the method lets the energy swing.
        self.assertLess(seen["energy"], 9e-5)

    def test_coarser_meshes_and_steps_are_worse(self):
        # Order of the step 2: four times the error; of the mesh 3.6 (table of doc/gallery/standing_wave.md), at least 2.
        shipped, step = measure(), measure("Time/Step size=1e-5")
        mesh = measure("Mesh/Elements radial=4", "Mesh/Elements circumferential=12")
        print(f"frequencies {shipped['frequency']:.4f}, twice the step {step['frequency']:.4f}, half the mesh "
              f"{mesh['frequency']:.4f}, exact {EXACT:.4f}")
        # Richardson: the difference of two steps is three times the error of the finer one, 1e-4.
        self.assertAlmostEqual((shipped["frequency"] - step["frequency"]) / 3 / EXACT, 1.05e-4, delta=2e-5)
        self.assertGreater(mesh["radial"], 4 * shipped["radial"])
        self.assertGreater(mesh["field"], 4 * shipped["field"])


def study():
    print("| mesh | step [s] | frequency [Hz] | error | field [mm] | radial [mm] | energy |\n" + "|---" * 7 + "|")
    for mesh in ((4, 12), (8, 24), (16, 48)):
        row(mesh, 2.5e-6)
    for step in (2.5e-5, 1e-5, 5e-6):
        row((8, 24), step)


def row(mesh, step):
    seen = measure(f"Mesh/Elements radial={mesh[0]}", f"Mesh/Elements circumferential={mesh[1]}",
                   f"Time/Step size={step}")
    print(f"| {mesh[0]} x {mesh[1]} | {step:g} | {seen['frequency']:.4f} | {seen['frequency'] / EXACT - 1:+.1e} | "
          f"{seen['field']:.1e} | {seen['radial']:.1e} | {seen['energy']:.1e} |", flush=True)


if __name__ == "__main__":
    if "--study" in sys.argv:
        study()
    else:
        unittest.main(argv=[sys.argv[0], "-v"])
