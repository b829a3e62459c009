#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""rivlin.Model against closed forms (spring_model.py), against the example in C, and with wrong calls.

Usage: model_test.py BUILD_DIR SOURCE_DIR."""
import gc
import subprocess
import threading
import unittest

import numpy

from common import BUILD, SOURCE, FolderTest, rivlin
from spring_model import C, D, K, M, S, spring_model

OLD = SOURCE / "tests/online/version_0_1.rom"
IN_SERIES = K * S / (K + S)
# Newton's tolerance is 1e-9; stiffness is stored in single precision, but these numbers are exact there.
CLOSE = 1e-8


def reaction(pose):
    x, y, z = pose[:3]
    return [IN_SERIES * x, K * y, K * z]


class ClosedForms(unittest.TestCase):
    def test_reaction_of_a_driven_sleeve(self):
        with rivlin.Model(spring_model(), quasi_static=True) as model:
            self.assertEqual(model.unit_system, "mm-t-s")
            self.assertEqual(model.sleeves, (rivlin.Sleeve("inner", True),))
            model.start(2.0)
            for axis in range(3):
                pose = numpy.array([0.3, -0.2, 0.1, 0, 0, 0])
                pose[3 + axis] = 0.5
                model.set_pose("inner", pose)
                model.advance(0.1)
                expected = numpy.zeros(6)
                expected[:3], expected[3 + axis] = reaction(pose), 2 * C * numpy.sin(0.5)
                numpy.testing.assert_allclose(model.reaction(), expected, atol=CLOSE)
                numpy.testing.assert_allclose(model.pose("inner"), pose, atol=1e-14)
            self.assertAlmostEqual(model.time, 2.3, delta=1e-12)

    def test_tangent_is_the_derivative(self):
        model = rivlin.Model(spring_model(), quasi_static=True)
        model.start()
        model.set_pose(0, [0.1, 0.2, -0.1, 0, 0, 0.4])
        model.advance(1)
        tangent = model.tangent().by_input
        self.assertEqual(tangent.shape, (6, 6))
        numpy.testing.assert_allclose(numpy.diag(tangent)[[0, 1, 2, 5]], [IN_SERIES, K, K, 2 * C * numpy.cos(0.4)], rtol=1e-7)
        state, h = model.save(), 1e-5
        for j in range(6):
            sides = []
            for sign in (1, -1):
                model.restore(state)
                pose = numpy.array([0.1, 0.2, -0.1, 0, 0, 0.4])
                pose[j] += sign * h
                model.set_pose(0, pose)
                model.advance(1)
                sides.append(model.reaction())
            # 1e-4: Newton's 1e-9 of about 60 N mm over 2 h, and h^2.
            numpy.testing.assert_allclose((sides[0] - sides[1]) / (2 * h), tangent[:, j], atol=1e-4 * C)

    def test_pose_of_a_free_sleeve(self):
        model = rivlin.Model(spring_model(is_free=True), quasi_static=True)
        self.assertFalse(model.sleeves[0].is_driven)
        model.start()
        model.set_load("inner", [5, 10, -20], [0, 0, 20])
        model.advance(1)
        expected = [5 / IN_SERIES, 10 / K, -20 / K, 0, 0, numpy.arcsin(20 / (2 * C))]
        numpy.testing.assert_allclose(model.pose(), expected, atol=CLOSE)
        # d pose / d load is the compliance.
        numpy.testing.assert_allclose(model.tangent().by_input[:3, :3], numpy.diag([1 / IN_SERIES, 1 / K, 1 / K]), atol=1e-9)

    def test_damping_and_inertia_of_a_driven_sleeve(self):
        model = rivlin.Model(spring_model())
        model.start()
        h, speed = 0.1, 2.0
        for i in range(1, 6):
            model.set_pose(0, [0, i * h * speed, 0, 0, 0, 0], [0, speed, 0, 0, 0, 0])
            model.advance(h)
            # The first step goes from rest by v h to the speed v: that cubic ends with the acceleration -2 v / h.
            acceleration = -2 * speed / h if i == 1 else 0
            expected = K * i * h * speed + D * speed + M * acceleration
            self.assertAlmostEqual(model.reaction()[1], expected, delta=1e-7 * K)
            self.assertAlmostEqual(model.velocity()[1], speed, delta=1e-12)
        by_velocity = model.tangent().by_velocity
        # y' at the end of the step: damping, and the cubic's acceleration 4 v / h.
        self.assertAlmostEqual(by_velocity[1, 1], D + 4 * M / h, delta=1e-9)

    def test_sleeves_by_name_and_number(self):
        model = rivlin.Model(spring_model(("inner", "middle"), (1.0, 3.0)), quasi_static=True)
        model.start()
        model.set_pose("middle", [0, 0.5, 0, 0, 0, 0])
        model.set_pose(0, [0, 0.25, 0, 0, 0, 0])
        model.advance(1)
        self.assertAlmostEqual(model.reaction(numpy.int64(1))[1], 3 * K * 0.5, delta=CLOSE)
        self.assertAlmostEqual(model.reaction("inner")[1], K * 0.25, delta=CLOSE)
        self.assertEqual(model.tangent().by_input.shape, (12, 12))

    def test_trained_range(self):
        model = rivlin.Model(spring_model(), quasi_static=True)
        model.start()
        self.assertTrue(model.trust().inside)
        model.set_pose(0, [0, 1.5, 0, 0, 0, 0])
        model.advance(1)
        self.assertFalse(model.trust().inside)
        self.assertEqual(model.trust().min_J, 1)

    def test_run_of_several_steps(self):
        time = numpy.linspace(0, 1, 11)
        poses = numpy.zeros((11, 6))
        poses[:, 1] = 0.1 + 1.2 * time
        motion = rivlin.Model(spring_model(), quasi_static=True).run(time, poses)
        numpy.testing.assert_allclose(motion.outputs["inner"][:, 1], K * poses[:, 1], atol=CLOSE)
        numpy.testing.assert_array_equal(motion.inside, poses[:, 1] <= 1)
        loads = numpy.zeros((11, 6))
        loads[:, 2] = time
        motion = rivlin.Model(spring_model(is_free=True), quasi_static=True).run(list(time), loads={"inner": loads})
        numpy.testing.assert_allclose(motion.outputs["inner"][:, 2], time / K, atol=CLOSE)


class OfTheLibrary(FolderTest):
    def test_same_numbers_as_the_example_in_c(self):
        lines = subprocess.run([BUILD / "bin/c_example", OLD, "0.1", "1"], capture_output=True, text=True, check=True).stdout.splitlines()
        rows = numpy.array([[float(cell) for cell in line.split(",")] for line in lines if not line.startswith("#")])
        model, omega = rivlin.Model(str(OLD), drive_all=True), 2 * numpy.pi
        model.start()
        for row in rows:
            t = len(numpy.flatnonzero(rows[:, 0] <= row[0])) * 0.01
            model.set_pose(0, [0.05 * (1 - numpy.cos(omega * t)), 0, 0, 0, 0, 0], [0.05 * omega * numpy.sin(omega * t), 0, 0, 0, 0, 0])
            model.advance(0.01)
            trust = model.trust()
            seen = [model.time, model.pose()[0], model.reaction()[0], trust.min_J, trust.distance, trust.inside]
            # It prints 6, 4 and 3 digits; the force passes zero.
            numpy.testing.assert_allclose(seen, row, rtol=6e-3, atol=1e-5)
            numpy.testing.assert_allclose(seen[:3], row[:3], rtol=6e-6, atol=1e-9)
        self.assertEqual(len(rows), 100)
        self.assertAlmostEqual(model.tangent().by_input[0, 0], float(lines[-1].split(":")[1]), delta=1e-4)

    def test_restored_state_goes_on_bit_for_bit(self):
        model, other = rivlin.Model(OLD), rivlin.Model(OLD.read_bytes())
        model.start()

        def steps(one):
            for i in range(4):
                one.set_pose(0, [0.02 * (i + 1), -0.01 * i, 0, 0, 0, 0.03 * i])
                one.advance(0.01)
            return one.reaction()
        steps(model)
        state = model.save()
        self.assertIsInstance(state, bytes)
        expected = steps(model)
        for one in (model, other):
            one.restore(state)
            numpy.testing.assert_array_equal(steps(one), expected)

    def test_a_closed_cycle_makes_no_work(self):
        time = numpy.linspace(0, 1, 401)
        poses = numpy.zeros((401, 6))
        poses[:, 0], poses[:, 1] = 0.1 * numpy.sin(2 * numpy.pi * time), 0.1 * (1 - numpy.cos(2 * numpy.pi * time))
        force = rivlin.Model(OLD, quasi_static=True).run(time, poses).outputs["sleeve 0"]
        work = numpy.sum(0.5 * (force[1:] + force[:-1]) * numpy.diff(poses, axis=0))
        size = numpy.sum(abs(0.5 * (force[1:] + force[:-1]) * numpy.diff(poses, axis=0)))
        # Trapezoidal rule: (2 pi / 400)^2 / 12 of the size, which cancels for the most part.
        self.assertLess(abs(work), 2e-5 * size)

    def test_threads_wait_for_each_other(self):
        model = rivlin.Model(spring_model(), quasi_static=True)
        model.start()

        def step():
            for _ in range(200):
                model.set_pose(0, [0, 0.5, 0, 0, 0, 0])
                model.advance(0.01)
        threads = [threading.Thread(target=step) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertAlmostEqual(model.time, 8, delta=1e-9)
        self.assertAlmostEqual(model.reaction()[1], 0.5 * K, delta=CLOSE)

    def test_many_models_are_freed(self):
        content = spring_model()

        def resident():
            with open("/proc/self/statm", encoding="ascii") as numbers:
                return int(numbers.read().split()[1]) * 4096
        for _ in range(100):
            rivlin.Model(content).start()
        gc.collect()
        before = resident()
        for _ in range(1000):
            rivlin.Model(content).start()
        gc.collect()
        # One of these models takes some 10 kB: a thousand that are kept would be seen.
        self.assertLess(resident() - before, 2e6)


class Refusals(FolderTest):
    def setUp(self):
        super().setUp()
        self.model = rivlin.Model(spring_model(), quasi_static=True)

    def test_files(self):
        self.refused(f'"{self.folder}/none.rom"', rivlin.Model, self.folder / "none.rom")
        self.refused("is not the name of a file", rivlin.Model, "a\0b.rom")
        content = bytearray(OLD.read_bytes())
        content[-9] ^= 4
        (self.folder / "bad ü.rom").write_bytes(content)
        self.refused("checksum", rivlin.Model, self.folder / "bad ü.rom")
        self.refused("reduced model in memory", rivlin.Model, bytes(content))
        (self.folder / "good ü %20.rom").write_bytes(OLD.read_bytes())
        rivlin.Model(self.folder / "good ü %20.rom").start()

    def test_options(self):
        content = spring_model()
        self.refused("The spectral radius at infinity is 1.5", rivlin.Model, content, spectral_radius=1.5)
        self.refused("needs a tolerance > 0 (is 0)", rivlin.Model, content, tolerance=0)
        self.refused("max_halvings is a whole number", rivlin.Model, content, max_halvings=2**33)
        self.refused("gravity has the shape (2,)", rivlin.Model, content, gravity=[1, 2])
        self.refused("gravity contains numbers that are not finite", rivlin.Model, content, gravity=[0, 0, numpy.nan])
        self.refused("tolerance is not a number", rivlin.Model, content, tolerance="small")

    def test_order_of_calls(self):
        self.refused("The online model has no state yet. Call start() first.", self.model.advance, 0.1)
        self.refused("Call start() first", self.model.reaction)
        self.refused("Call start() first", self.model.save)
        self.model.start()
        self.refused('Sleeve 0 ("inner") is driven: its pose is set, and a load on it has no effect.', self.model.set_load, 0, [1, 0, 0])
        free = rivlin.Model(spring_model(is_free=True))
        self.refused("is free in all directions", free.set_pose, 0, [0] * 6)
        rivlin.Model(spring_model(is_free=True), drive_all=True).set_pose(0, [0] * 6)

    def test_numbers(self):
        self.model.start()
        for h in (0, -1, float("nan"), float("inf")):
            self.refused("A step of the online model must be positive", self.model.advance, h)
        self.refused("The step is not a number: 'long'.", self.model.advance, "long")
        self.refused("The time at which to start is not finite.", self.model.start, numpy.inf)
        self.refused("contains numbers that are not finite", self.model.set_pose, 0, [0, numpy.nan, 0, 0, 0, 0])
        self.refused("contains numbers that are not finite", self.model.set_pose, 0, [0] * 6, [numpy.inf] * 6)
        self.refused('The pose of sleeve "inner" has the shape (3,), it must be (6,).', self.model.set_pose, 0, [1, 2, 3])
        self.refused('The velocity of sleeve "inner" has the shape (6, 1)', self.model.set_pose, 0, [0] * 6, numpy.zeros((6, 1)))
        self.refused("is not an array of real numbers", self.model.set_pose, 0, [1j] * 6)
        self.refused("is not an array of real numbers", self.model.set_pose, 0, ["1"] * 6)
        # Other strides and types are taken as the numbers that they are.
        self.model.set_pose(0, numpy.arange(12, dtype=numpy.float32)[::2] / 64)
        self.model.advance(0.1)
        numpy.testing.assert_array_equal(self.model.pose(), numpy.arange(6) / 32)

    def test_sleeves(self):
        self.refused('There is no sleeve "iner". Did you mean "inner"?', self.model.reaction, "iner")
        for number in (1, -1, 2**32):
            self.refused(f"There is no sleeve {number}; the model has 1, counted from 0.", self.model.reaction, number)
        self.refused("is neither the name nor the number of a sleeve", self.model.reaction, 0.5)

    def test_a_step_that_fails_changes_nothing(self):
        model = rivlin.Model(OLD, quasi_static=True, max_halvings=2)
        model.start()
        before = model.reaction()
        model.set_pose(0, [1e4, 0, 0, 0, 0, 0])
        self.refused("was refused after 2 halvings", model.advance, 0.1, kind=rivlin.NotConverged)
        self.assertEqual(model.time, 0)
        numpy.testing.assert_array_equal(model.reaction(), before)
        model.set_pose(0, [0.01, 0, 0, 0, 0, 0])
        model.advance(0.1)

    def test_states(self):
        self.model.start()
        state = self.model.save()
        for bad in (b"", state[:-1], state + b"\0", OLD.read_bytes()):
            with self.assertRaises(rivlin.WrongInput):
                self.model.restore(bad)
        two = rivlin.Model(spring_model(("a", "b"), (1, 1)), quasi_static=True)
        with self.assertRaises(rivlin.WrongInput):
            two.restore(state)
        self.model.restore(state)

    def test_closed_models(self):
        self.model.start()
        self.model.close()
        self.model.close()
        for call in (self.model.start, self.model.reaction, self.model.tangent, self.model.save, lambda: self.model.time):
            self.refused("The model is closed.", call)
        self.assertIn("closed", repr(self.model))
        self.assertEqual(self.model.sleeves[0].name, "inner")

    def test_run(self):
        run, poses = self.model.run, numpy.zeros((3, 6))
        for time in ([], [0, 0, 1], [0, 2, 1], [0, 1, numpy.nan]):
            self.refused("The times must be finite, increase", run, numpy.array(time, dtype=float), poses)
        self.refused('The table of poses of sleeve "inner" has the shape (3, 6), it must be (2, 6).', run, [0, 1], poses)
        two = rivlin.Model(spring_model(("a", "b"), (1, 1)))
        self.refused("give poses as a dictionary", two.run, [0, 1, 2], poses)
        self.refused('There is no sleeve "c".', two.run, [0, 1, 2], {"c": poses})


if __name__ == "__main__":
    unittest.main()
