#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reduced models from training to prediction: what they miss, what is reused, what they say of themselves.

Usage: train.py PROGRAM. Errors are relative norms over time against the full model; limits are about twice what
was measured. Signals are never those of the training unless the test says so."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as xml

import small_training
from program import read_history, rivlin, run, simulate
from run_files import read_vtu
from small_training import N_RUNS, ROWS, SIGNAL, overrides

PROGRAM = sys.argv[1]
FIELDS = ("displacement", "velocity", "pressure", "reaction")


def train(plan, output, *settings):
    """Trains, expects success, returns what the screen showed."""
    code, screen, errors = run(PROGRAM, "train", plan, "--output", output, *overrides(*settings))
    assert (code, errors) == (0, ""), f"exit code {code}: {errors}"
    return screen


def predict(model, excitation, output, *settings, options=()):
    """Standard output and standard error of a prediction that succeeds."""
    code, screen, errors = run(PROGRAM, "predict", model, "--excitation", excitation, "--output", output, *options, *overrides(*settings))
    assert code == 0, f"exit code {code}: {errors}"
    return screen, errors


def read_model(path):
    """Metadata and raw arrays of a .rom file (doc/formats.md), whatever their types."""
    content = pathlib.Path(path).read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + length])
    metadata, data = header.pop("__metadata__"), content[8 + length:]
    return metadata, {name: (entry["dtype"], entry["shape"], data[slice(*entry["data_offsets"])]) for name, entry in header.items()}


def comparison(folder):
    return json.loads((folder / "comparison.json").read_text())


class Train(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """One model for all tests."""
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.plan = small_training.write(cls.folder)
        cls.case, cls.trained = cls.folder / "case.prm", cls.folder / "trained"
        cls.screen = train(cls.plan, cls.trained)
        cls.model, cls.held_out = cls.trained / "plan.rom", cls.trained / "runs" / "validation"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def path(self):
        return self.folder / self.id()

    def below(self, errors, **limits):
        print({name: f"{value:.2g}" for name, value in errors.items() if value is not None})
        for name, limit in limits.items():
            self.assertLess(errors[name], limit, name)
            self.assertGreater(errors[name], 0, name)

    def test_report(self):
        report = small_training.report(self.trained)
        self.assertEqual(report["sizes"], {"sleeve coordinates": 6, "prescribed displacements": 0, "modes": 20, "pressure modes": 10})
        self.assertEqual(report["unknowns"], {"displacements": 320, "pressures": 64})
        self.assertEqual(report["snapshots"], 41 * (N_RUNS - 1))
        for values in report["singular values"].values():
            self.assertGreater(len(values), 5)
            # Directions x and y are alike: equal values may swap by rounding.
            for a, b in zip(values, values[1:]):
                self.assertGreaterEqual(a, b - 1e-9 * values[0])
            self.assertLess(values[-1], 1e-3 * values[0])
        self.assertLess(report["missed by the bases"]["displacement"], 0.005)
        # Locking would show as an inf-sup value far below that of a single pressure mode.
        self.assertGreater(report["inf-sup value"]["of the model"], 0.8 * report["inf-sup value"]["of one pressure mode"])
        self.assertGreater(report["inf-sup value"]["of the model"], 0.1)
        model, = report["models"]
        self.assertEqual(model["force model"], "cubature")
        self.assertLess(model["points"], 3 * 16 * 9)
        # The energy of cubature points is a potential: a closed cycle gives nothing.
        self.assertLess(abs(model["spurious work per cycle"]), 1e-9)
        self.below(model["held out"]["errors"], reaction=3e-4, displacement=0.011, velocity=0.03, pressure=0.011)
        self.assertIsNone(model["held out"]["left trained range at [s]"])
        self.assertEqual(len(model["training"]), N_RUNS - 1)
        for entry in model["training"]:
            self.assertLess(entry["errors"]["reaction"], 0.02, entry["signal"])
        self.assertLess(model["bytes without fields"], 1e6)
        self.assertIn("inf-sup value", self.screen)

    def test_prediction_is_what_the_report_says(self):
        path = self.path()
        screen, errors = predict(self.model, self.case, path, *SIGNAL, ROWS, options=["--compare", self.held_out])
        self.assertEqual(errors, "")
        told = small_training.report(self.trained)["models"][0]["held out"]["errors"]
        found = comparison(path)
        for name in FIELDS:
            self.assertAlmostEqual(found["errors"][name] / told[name], 1, delta=1e-6, msg=name)
        self.assertGreater(found["speed-up per step"], 2)
        self.assertIn("Reaction error", screen)
        history, full = read_history(path), read_history(self.held_out)
        self.assertEqual(history["time [s]"], full["time [s]"])
        summary = json.loads((path / "summary.json").read_text())
        self.assertTrue(summary["finished"])
        self.assertIsNone(summary["left trained range at [s]"])

    def test_every_step_is_a_row_without_an_interval(self):
        predict(self.model, self.case, self.path(), *SIGNAL)
        self.assertEqual(len(read_history(self.path())["time [s]"]), 41)

    def test_info(self):
        code, screen, errors = run(PROGRAM, "info", self.model)
        self.assertEqual((code, errors), (0, ""))
        for part in ("reduced model of case.prm", "6 of sleeves, 20 modes, 10 pressures", "cubature", "in the file",
                     "inner, trained from (-4, -4, 0, 0, 0, -0.3) to (4, 4, 0, 0, 0, 0.3)", f"{41 * (N_RUNS - 1)} snapshots",
                     "held out      reaction 0."):
            self.assertIn(part, screen)

    def numbers(self, model):
        """Everything in the file but its notes."""
        _, arrays = read_model(model)
        return arrays

    def test_finished_runs_are_used_again(self):
        before = {file: file.stat().st_mtime_ns for file in self.trained.glob("runs/*/*")}
        numbers = self.numbers(self.model)
        screen = train(self.plan, self.trained)
        self.assertEqual(screen.count("finished before"), N_RUNS)
        self.assertNotIn("running the full model", screen)
        self.assertEqual(before, {file: file.stat().st_mtime_ns for file in self.trained.glob("runs/*/*")})
        self.assertEqual(self.numbers(self.model), numbers)

    def test_another_signal_runs_again_alone(self):
        # Only the held-out run differs from those that are there.
        screen = train(self.plan, self.trained, "Validation/Settings=" + "; ".join(SIGNAL[:2]))
        self.assertEqual(screen.count("finished before"), N_RUNS - 1)
        self.assertEqual(screen.count("running the full model"), 1)
        train(self.plan, self.trained)

    def test_a_table_that_was_edited_is_read_again(self):
        path = self.path()
        path.mkdir()
        def table(middle):
            rows = [(0.001 * i, middle if i == 50 else 0.5e-4 * i * i) for i in range(101)]
            (self.folder / "motion.csv").write_text("time [s],motion [mm]\n" + "".join(f"{t:g},{x:.9g}\n" for t, x in rows))
        settings = ["Settings=Time/End time=0.1", "Excitation/Kinds=", "Signals/a/Settings=Supports/inner/Translation x=table('motion.csv', 'motion [mm]')",
                    "Signals/b/Settings=Supports/inner/Translation y=t", "Basis/Modes=5"]
        table(0.125)
        train(self.plan, path, *settings)
        table(0.126)
        screen = train(self.plan, path, *settings)
        self.assertIn("a: running the full model", screen)
        self.assertEqual(screen.count("finished before"), 2)
        self.assertEqual(train(self.plan, path, *settings).count("finished before"), 3)

    def test_what_a_prediction_does_not_use_is_listed(self):
        screen, errors = predict(self.model, self.case, self.path(), *SIGNAL, "Probes/p/Point=15, 0", "Solver/Linear solver=KLU", "Snapshots/Interval=0.1")
        self.assertEqual(errors, "")
        told = json.loads((self.path() / "summary.json").read_text())["unused parameters"]
        self.assertEqual(sorted(told), ["Probes/p/Point", "Snapshots/Interval", "Solver/Linear solver"])
        for key, reason in told.items():
            self.assertIn(f'unused: "{key}": {reason}', screen)

    def test_killed_training_goes_on(self):
        path = self.path()
        command = [PROGRAM, "train", str(self.plan), "--output", str(path)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            # In the middle of the third run.
            third = path / "runs" / "sweep_3" / "history.csv"
            end = time.monotonic() + 120
            while not third.exists() and process.poll() is None and time.monotonic() < end:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertFalse((path / "training.json").exists())
        screen = train(self.plan, path)
        for name in ("sweep 1: finished before", "sweep 2: finished before", "sweep 3: running", "pair 1 + 2: running"):
            self.assertIn(name, screen)
        self.assertEqual(self.numbers(path / "plan.rom"), self.numbers(self.model))
        self.assertFalse(list(path.rglob("*.part")))

    def test_runs_at_once_give_the_same_model(self):
        path = self.path()
        code, screen, errors = run(PROGRAM, "train", self.plan, "--output", path, "--jobs", 3)
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(screen.count("running the full model"), N_RUNS)
        self.assertEqual(self.numbers(path / "plan.rom"), self.numbers(self.model))
        for name in ("sweep_1", "validation"):
            self.assertEqual(read_history(path / "runs" / name), read_history(self.trained / "runs" / name))

    def test_a_failure_of_one_of_several_runs(self):
        # The sleeve goes through the outer ring: no step is small enough.
        path = self.path()
        code, _, errors = run(PROGRAM, "train", self.plan, "--output", path, "--jobs", 2, "--quiet", *overrides(
            "Excitation/Kinds=sweeps", "Signals/through/Settings=Supports/inner/Translation x=200*t; Time/Minimum step size=4e-3"))
        self.assertEqual(code, 1, errors)
        self.assertIn('"through"', errors)
        self.assertFalse((path / "plan.rom").exists())

    def test_all_ranks_share_the_runs(self):
        path = self.path()
        code, screen, errors = run(PROGRAM, "train", self.plan, "--output", path, ranks=2)
        self.assertEqual(code, 0, errors)
        self.assertEqual(screen.count("running the full model"), N_RUNS)
        self.assertEqual(json.loads((path / "runs" / "sweep_1" / "summary.json").read_text())["ranks"], 2)
        # The runs are the same but for rounding.
        here, there = ([[float(cell) for cell in row.split(",")] for row in (folder / "runs" / "sweep_1" / "history.csv").read_text().splitlines()[1:]]
                       for folder in (path, self.trained))
        self.assertEqual(len(here), len(there))
        for column, other in zip(zip(*here), zip(*there)):
            for a, b in zip(column, other):
                self.assertAlmostEqual(a, b, delta=1e-6 * max(1, max(map(abs, other))))
        ours, theirs = (small_training.report(folder)["models"][0]["held out"]["errors"] for folder in (path, self.trained))
        for name in FIELDS:
            # Rounding errors of the runs choose other points of the cubature: models as good, not the same.
            self.assertLess(max(ours[name] / theirs[name], theirs[name] / ours[name]), 2, name)

    def wished(self, name, *settings):
        """A training that chooses its sizes: folder and screen."""
        plan = small_training.write(self.folder / name, plan=small_training.PLAN.replace("subsection Basis\n  set Modes = 20\nend\n", ""))
        path = self.path() if name == "wished" else self.folder / name / "trained"
        return path, train(plan, path, *settings)

    def test_sizes_by_wish(self):
        wish = "Target/Reaction error=0.002"
        path, screen = self.wished("wished", wish)
        report = small_training.report(path)
        # Nothing was said about a selection: some pairs are held back, and that is said.
        self.assertIn('There is no section "Selection"', screen)
        self.assertTrue(report["selection"]["held back from training"])
        for name in report["selection"]["signals"]:
            self.assertIn(name, screen)
            self.assertNotIn(name, report["signals"])
        self.assertTrue(report["target"]["met on the selection"])
        taken, = [candidate for candidate in report["candidates"] if candidate["taken"]]
        self.assertEqual((taken["modes"], taken["pressure modes"]), (report["sizes"]["modes"], report["sizes"]["pressure modes"]))
        self.assertLessEqual(taken["reaction"], 0.002)
        self.assertLessEqual(taken["displacement"], 0.03)
        for candidate in report["candidates"]:
            if candidate["reaction"] <= 0.002 and candidate["displacement"] <= 0.03:
                self.assertGreaterEqual(candidate["operations"], taken["operations"])
        model, = report["models"]
        self.assertEqual(model["points"], taken["points"])
        for signal in model["selection"]:
            self.assertLessEqual(signal["errors"]["reaction"], 0.002 * (1 + 1e-6))
        # Coarser wishes have cheaper models.
        path, _ = self.wished("coarse", "Target/Reaction error=0.02", "Target/Displacement error=0.2")
        coarse, = [candidate for candidate in small_training.report(path)["candidates"] if candidate["taken"]]
        self.assertLess(coarse["operations"], taken["operations"])

    def test_validation_does_not_choose(self):
        wish, other = "Target/Reaction error=0.005", "Validation/Settings=" + SIGNAL[0]
        path, _ = self.wished("chosen", wish)
        again, _ = self.wished("chosen again", wish, other)
        self.assertEqual(self.numbers(path / "plan.rom"), self.numbers(again / "plan.rom"))

    def test_a_wish_that_nothing_meets(self):
        plan = small_training.write(self.folder / "hopeless", plan=small_training.PLAN.replace("subsection Basis\n  set Modes = 20\nend\n", ""))
        code, _, errors = run(PROGRAM, "train", plan, "--output", self.path(), *overrides("Target/Reaction error=1e-7", "Target/Most modes=8"))
        self.assertEqual(code, 1)
        self.assertIn("No model meets the target", errors)
        self.assertIn("8 modes", errors)
        # What comes nearest is there.
        self.assertFalse(small_training.report(self.path())["target"]["met on the selection"])
        self.assertEqual(run(PROGRAM, "info", self.path() / "plan.rom")[0], 0)

    def test_greedy_training_keeps_its_best_model(self):
        screen = train(self.plan, self.path(), "Greedy/Tolerance=1e-9", "Greedy/Most rounds=3", "Basis/Modes=8",
                       "Selection/a/Settings=" + "; ".join(SIGNAL[:2]), "Validation/Settings=" + SIGNAL[2])
        self.assertEqual(screen.count(": adding ray"), 3)
        kept = [100 * float(line.split()[4]) / 100 for line in screen.splitlines() if line.startswith("Error on the selection")]
        told = [float(line.split("(")[1].split("%")[0]) for line in screen.splitlines() if line.startswith("Not better on the selection")]
        report = small_training.report(self.path())
        final = 100 * max(signal["errors"]["reaction"] for signal in report["models"][0]["selection"])
        for error in kept + told:
            self.assertLessEqual(final, error * 1.01)
        self.assertEqual(report["selection"], {"signals": ["selection a"], "held back from training": False})

    def test_excitation_by_a_table(self):
        # A spline through 41 samples of a period of 80 ms misses the formula between them, most in the accelerations.
        path = self.path()
        screen, errors = predict(self.model, self.held_out / "history.csv", path, options=["--compare", self.held_out])
        self.assertEqual(errors, "")
        told = small_training.report(self.trained)["models"][0]["held out"]["errors"]
        self.assertAlmostEqual(comparison(path)["errors"]["reaction"] / told["reaction"], 1, delta=1e-3)
        by_case = self.folder / "by case"
        predict(self.model, self.case, by_case, *SIGNAL, ROWS)
        a, b = read_history(path), read_history(by_case)
        for title in ("inner force x [N]", "inner force y [N]", "inner moment z [N mm]"):
            size = max(map(abs, b[title]))
            worst = max(abs(x - y) for x, y in zip(a[title], b[title], strict=True)) / size
            print(f"{title}: table against formula {worst:.1e}")
            self.assertLess(worst, 1e-4)

    def test_fields_for_paraview(self):
        path = self.path()
        predict(self.model, self.case, path, *SIGNAL, "Output/Interval=0.1", options=["--vtu"])
        steps = xml.parse(path / "solution.pvd").getroot().findall("Collection/DataSet")
        self.assertEqual([float(step.get("timestep")) for step in steps], [0, 0.1, 0.2])
        piece = xml.parse(path / steps[1].get("file")).getroot().find("UnstructuredGrid/Piece")
        n_points, n_cells = int(piece.get("NumberOfPoints")), int(piece.get("NumberOfCells"))
        self.assertEqual((n_points, n_cells), (7 * 32, 48))
        arrays = read_vtu(path / steps[1].get("file"))
        self.assertEqual(len(arrays["connectivity"]), 9 * n_cells)
        self.assertEqual(max(arrays["connectivity"]), n_points - 1)
        self.assertEqual(len(arrays["pressure unknown p [MPa]"]), n_points)
        # Nodes of the inner sleeve move with it, those of the outer one rest.
        history, points, u = read_history(path), arrays["points"], arrays["displacement [mm]"]
        row = history["time [s]"].index(0.1)
        shift = [history[f"inner translation {axis} [mm]"][row] for axis in "xy"]
        inner = [i for i in range(n_points) if abs(points[3 * i]**2 + points[3 * i + 1]**2 - 100) < 1e-3]
        outer = [i for i in range(n_points) if abs(points[3 * i]**2 + points[3 * i + 1]**2 - 625) < 1e-3]
        self.assertEqual((len(inner), len(outer)), (32, 32))
        for axis in (0, 1):
            self.assertAlmostEqual(sum(u[3 * i + axis] for i in inner) / 32, shift[axis], delta=1e-5)
            self.assertLess(max(abs(u[3 * i + axis]) for i in outer), 1e-5)

    def test_leaving_the_trained_range_is_told(self):
        path = self.path()
        _, errors = predict(self.model, self.case, path, "Supports/inner/Translation x=5*ramp(0, 0.2)", ROWS)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertIn("warning", errors)
        history = rivlin.read_history(path)
        inside = history["inside trained range [-]"]
        first = history.time[inside == 0][0]
        self.assertFalse(inside[history["inner translation x [mm]"] > 4 + 1e-6].any())
        self.assertEqual(inside[0], 1)
        self.assertEqual(json.loads((path / "summary.json").read_text())["left trained range at [s]"], first)
        self.assertIn(f"t = {first:g} s", errors)

    def test_a_training_signal_stays_in_the_range(self):
        path = self.path()
        _, errors = predict(self.model, self.case, path, "Supports/inner/Translation x=4*(sin(10*pi*t)^3)", ROWS)
        self.assertEqual(errors, "")

    def test_a_free_sleeve_with_a_model_trained_on_a_driven_one(self):
        free = ["Supports/inner/Type=free", "Supports/inner/Mass=1e-3", "Supports/inner/Inertia=0.05",
                "Supports/inner/Force x=120*sin(20*pi*t)*ramp(0, 0.1)", "Supports/inner/Moment z=300*sin(10*pi*t)*ramp(0, 0.1)"]
        full, path = self.folder / "free", self.path()
        simulate(PROGRAM, self.case, full, *free, ROWS)
        screen, _ = predict(self.model, self.case, path, *free, ROWS, options=["--compare", full])
        found = comparison(path)
        # The load is given: the reaction of the outer ring is right whatever the model does, the pose is what tells.
        self.below(found["errors"], reaction=0.002, pose=0.015)
        self.assertEqual(found["headline"], {"of": "pose", "relative": found["errors"]["pose"]})
        self.assertGreater(found["errors"]["pose"], 2 * found["errors"]["reaction"])
        self.assertIn("Pose error", screen)
        inner = found["sleeves"]["inner"]
        self.assertEqual(sorted(inner["pose"]), ["rz", "x", "y"])
        self.assertNotIn("reaction", inner)
        self.assertEqual(found["errors"]["pose"], max(entry["relative"] for entry in inner["pose"].values()))
        for entry in inner["pose"].values():
            self.assertLess(entry["relative"], 0.015)
        ours, theirs = read_history(path), read_history(full)
        for title in ("inner translation x [mm]", "inner rotation z [rad]"):
            size = max(map(abs, theirs[title]))
            worst = max(abs(a - b) for a, b in zip(ours[title], theirs[title], strict=True)) / size
            print(f"free sleeve, {title}: {worst:.1e} of {size:.2g}")
            self.assertLess(worst, 0.015)

    def test_a_free_sleeve_in_training(self):
        # Trained and validated with loads: velocities of the sleeve are measured, too.
        path = self.path()
        free = "Supports/inner/Type=free; Supports/inner/Mass=1e-3; Supports/inner/Inertia=0.05"
        loads = ["Force x=120*sin(20*pi*t)*ramp(0, 0.1)", "Force y=80*sin(10*pi*t)*ramp(0, 0.1)", "Moment z=300*sin(10*pi*t)*ramp(0, 0.1)"]
        settings = [f"Signals/{i}/Settings=Supports/inner/{load}" for i, load in enumerate(loads)]
        held_out = "Validation/Settings=Supports/inner/Force x=60*sin(20*pi*t)*ramp(0, 0.1); Supports/inner/Moment z=200*sin(10*pi*t)*ramp(0, 0.1)"
        screen = train(self.plan, path, f"Settings={free}", "Excitation/Kinds=", held_out, *settings)
        self.assertIn(" pose ", screen)
        found = small_training.report(path)["models"][0]["held out"]
        self.assertEqual(found["headline"]["of"], "pose")
        self.below(found["errors"], pose=0.05, displacement=0.1)
        inner = found["sleeves"]["inner"]
        for quantity, units in (("pose", ("absolute [mm]", "absolute [rad]")), ("velocity", ("absolute [mm/s]", "absolute [rad/s]"))):
            for direction in ("x", "y", "rz"):
                entry = inner[quantity][direction]
                self.assertGreater(entry[units[direction == "rz"]], 0)
                self.assertLess(entry["relative"], 0.2, f"{quantity} {direction}")
        code, screen, _ = run(PROGRAM, "info", path / "plan.rom")
        self.assertEqual(code, 0)
        self.assertIn("held out      pose ", screen)

    def test_nothing_is_measured_on_a_signal_that_rests(self):
        path = self.path()
        # A signal of zeros is refused; one of rounding errors is found out here.
        still = "Validation/Settings=Supports/inner/Translation x=2e-9*sin(10*pi*t)^3"
        screen = train(self.plan, path, still, "Excitation/Kinds=sweeps", "Basis/Modes=5")
        self.assertIn("not measurable (zero signal)", screen)
        found = small_training.report(path)["models"][0]["held out"]
        self.assertIsNone(found["errors"]["reaction"])
        self.assertIsNone(found["errors"]["displacement"])
        self.assertIn("reaction", found["not measurable (zero signal)"])

    def test_runs_that_are_there(self):
        # The same training from the folders of finished runs: the model is the same.
        plan = self.folder / "given.prm"
        names = [entry.replace(" ", "_") for entry in small_training.report(self.trained)["signals"]]
        text = "set Case = case.prm\nset Snapshot interval = 5e-3\nsubsection Basis\n  set Modes = 20\nend\nsubsection Signals\n"
        for name in names:
            text += f"  subsection {name}\n    set Run = trained/runs/{name}\n  end\n"
        plan.write_text(text + "end\nsubsection Validation\n  set Run = trained/runs/validation\nend\n")
        screen = train(plan, self.path())
        self.assertNotIn("running the full model", screen)
        self.assertEqual(self.numbers(self.path() / "given.rom"), self.numbers(self.model))
        ours, theirs = (small_training.report(folder)["models"][0]["held out"]["errors"] for folder in (self.path(), self.trained))
        self.assertEqual(ours, theirs)

    def test_displacement_form(self):
        path = self.path()
        kappa = "Settings=Material/Bulk modulus=30; Element/Formulation=displacement"
        train(self.plan, path, kappa)
        report = small_training.report(path)
        self.assertEqual(report["sizes"]["pressure modes"], 0)
        self.assertIsNone(report["models"][0]["held out"]["errors"]["pressure"])
        self.below(report["models"][0]["held out"]["errors"], reaction=0.001, displacement=0.01)
        predict(path / "plan.rom", self.case, path / "prediction", *SIGNAL, ROWS, *kappa[9:].split("; "),
                options=["--compare", path / "runs" / "validation", "--vtu"])
        told = report["models"][0]["held out"]["errors"]
        for name in ("reaction", "displacement"):
            self.assertAlmostEqual(comparison(path / "prediction")["errors"][name] / told[name], 1, delta=1e-6)

    def test_incompressible(self):
        # In space, where the ends of the rubber are free: in the plane a whole boundary that is prescribed leaves nothing to move.
        case = small_training.CASE.replace("Dimension = 2", "Dimension = 3").replace("= 2000", "= infinity").replace("0.2", "0.1")
        case = case.replace("radial          = 3", "radial          = 1").replace("circumferential = 16", "circumferential = 8")
        case = case.replace("subsection Mesh\n", "subsection Mesh\n  set Length = 30\n  set Elements axial = 2\n")
        plan = small_training.PLAN.replace("x 4, y 4, rz 0.3", "x 2, z 3").replace("10*pi", "20*pi").replace("= 20", "= 12")
        motion = ["Supports/inner/Translation x=1.2*sin(20*pi*t)^3", "Supports/inner/Translation z=1.5*sin(30*pi*t)^3"]
        path = self.path()
        plan = small_training.write(path, case, plan, motion)
        train(plan, path / "trained")
        report = small_training.report(path / "trained")
        self.below(report["models"][0]["held out"]["errors"], reaction=0.003, displacement=0.03)
        predict(path / "trained" / "plan.rom", path / "case.prm", path / "prediction", *motion, ROWS,
                options=["--compare", path / "trained" / "runs" / "validation"])
        told = report["models"][0]["held out"]["errors"]["reaction"]
        self.assertAlmostEqual(comparison(path / "prediction")["errors"]["reaction"] / told, 1, delta=1e-6)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
