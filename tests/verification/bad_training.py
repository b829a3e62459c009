#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bad plans, snapshots, models and excitations: exit code 2, one clear message, nothing half written.

Usage: bad_training.py PROGRAM SOURCE_DIR READ_SNAPSHOTS"""
import math
import pathlib
import shutil
import struct
import sys
import tempfile
import unittest

import small_training
from program import read_history, rivlin, run, simulate
from run_files import read_snapshots
from small_training import ROWS, SIGNAL, overrides

PROGRAM, SOURCE, READER = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
NAN = struct.pack("<d", float("nan"))
# Two short runs are enough for a model to be refused.
SHORT = ["Settings=Time/End time=0.05", "Excitation/Kinds=sweeps", "Excitation/Amplitudes=x 2, y 2", "Basis/Modes=4"]


class BadTraining(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """A model without fields, and runs to be given as snapshots."""
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.plan = small_training.write(cls.folder)
        cls.case, cls.trained = cls.folder / "case.prm", cls.folder / "trained"
        code, _, errors = run(PROGRAM, "train", cls.plan, "--output", cls.trained, *overrides(*SHORT, "Basis/Keep fields=false"))
        assert code == 0, errors
        cls.model, cls.sweep = cls.trained / "plan.rom", cls.trained / "runs" / "sweep_1"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def refused(self, parts, *arguments, ranks=1):
        """Exit code 2 and one message with all parts; the folder "output" is not made."""
        code, shown, message = run(PROGRAM, *arguments, ranks=ranks)
        written = (self.folder / "output").exists()
        shutil.rmtree(self.folder / "output", ignore_errors=True)
        self.assertEqual(code, 2, message)
        own = [line for line in message.splitlines() if line.startswith("rivlin: ")]
        self.assertEqual(len(own), 1, message)
        for part in parts:
            self.assertIn(part, message)
        self.assertNotIn("Stacktrace", message)
        self.assertEqual(shown, "")
        self.assertFalse(written, "something was written")
        return message

    def plan_refused(self, parts, *settings):
        self.refused(parts, "train", self.plan, "--output", self.folder / "output", *overrides(*settings))

    def test_plans(self):
        self.plan_refused(['"Case" is missing'], "Case=")
        self.plan_refused(["nowhere.prm", "cannot be read"], "Case=nowhere.prm")
        self.plan_refused(['"cubatre"', '"cubature"', "Force/Model"], "Force/Model=cubatre")
        self.plan_refused(['"TPVL"', '"TPWL"', "Force/Compare"], "Force/Compare=Galerkin, TPVL")
        self.plan_refused(['"ray"', "Excitation/Kinds"], "Excitation/Kinds=sweeps, ray")
        self.plan_refused(['"Mods"', '"Modes"'], "Basis/Mods=3")
        self.plan_refused(["nothing to train on", '"Signals"', '"Excitation"'], "Excitation/Kinds=")
        self.plan_refused(['"Validation" is empty'], "Validation/Settings=")
        self.plan_refused(['"sweep 1"', "held-out"], "Validation/Settings=Supports/inner/Translation x=4*(sin(10*pi*t)^3)")
        self.plan_refused(["Pressure modes", "2.5"], "Basis/Pressure modes=2.5")
        self.plan_refused(["Pressure modes", "-1"], "Basis/Pressure modes=-1")
        # The same in other words, a little larger, shortened; and nothing at all.
        for motion in ("4*sin(t*pi*20/2)^3+0*t", "4*(1+1e-9)*sin(10*pi*t)^3", "4*sin(10*pi*t)^3; Time/End time=0.1"):
            self.plan_refused(['"sweep 1"', "held-out", "not used otherwise"], f"Validation/Settings=Supports/inner/Translation x={motion}")
        self.plan_refused(['"validation"', "moves nothing", "0.2 s"], "Validation/Settings=Supports/inner/Translation x=0*t")
        self.plan_refused(['"sweep 1"', '"runs/sweep_1"', "another name"], "Signals/sweep 1/Settings=Supports/inner/Translation x=t")
        self.plan_refused(["Force/Cubature tolerance", "1e-06"], "Force/Cubature tolerance=1e-9")
        self.plan_refused(["Snapshot interval"], "Snapshot interval=0")
        self.plan_refused(['"Snapshot interval" 1e-09', "100000 snapshots"], "Snapshot interval=1e-9")

    def test_targets(self):
        wish = "Target/Reaction error=0.005"
        self.plan_refused(['"Basis/Modes"', '"Target"', "Remove it"], wish)
        for setting in ("Basis/Ratio=0.999", "Basis/Pressure modes=4", "Basis/Supremizers=true", "Basis/Eigenmodes=2", "Force/Cubature tolerance=0.01"):
            self.wish_refused([f'"{setting.split("=")[0]}"', '"Target"'], wish, setting)
        self.wish_refused(['"Target"', '"TPWL"', '"Force/Compare"'], wish, "Force/Model=TPWL")
        self.wish_refused(['"Selection"', "held back"], wish, "Excitation/Kinds=sweeps")
        self.wish_refused(['"Selection/a"', "empty"], wish, "Selection/a/Settings=")
        same = "Selection/a/Settings=Supports/inner/Translation x=4*(sin(10*pi*t)^3)"
        self.wish_refused(['"sweep 1"', '"selection a"', "not used otherwise"], wish, same)
        self.wish_refused(['"selection a"', '"validation"'], wish, "Selection/a/Settings=" + "; ".join(SIGNAL))
        free = "Settings=Supports/inner/Type=free; Supports/inner/Mass=1e-3; Supports/inner/Inertia=0.05"
        loads = ["Excitation/Kinds=", free, "Signals/a/Settings=Supports/inner/Force x=10*t", "Validation/Settings=Supports/inner/Force x=20*t"]
        self.wish_refused(['"inner"', "free", '"Target/Pose error"'], wish, *loads, "Selection/a/Settings=Supports/inner/Force y=10*t")
        self.wish_refused(['"inner"', "driven", '"Target/Reaction error"'], "Target/Pose error=0.01")

    def wish_refused(self, parts, *settings):
        """The plan without sizes."""
        plan = small_training.write(self.folder / "without sizes", plan=small_training.PLAN.replace("subsection Basis\n  set Modes = 20\nend\n", ""))
        self.refused(parts, "train", plan, "--output", self.folder / "output", *overrides(*settings))

    def test_cases_of_another_kind(self):
        steps = "subsection Steps\n  subsection one\n    set Duration = 0.05\n  end\nend\n"
        (self.folder / "steps.prm").write_text(self.case.read_text().replace("  set End time   = 0.2\n", "") + steps)
        case = f"Case={self.folder / 'steps.prm'}"
        self.plan_refused(["steps.prm", '"Steps"', '"Begin with step"'], case)
        self.plan_refused(['"Begin with step" is "two"', "no step of that name"], case, "Begin with step=two")
        self.plan_refused(['"Begin with step" is "one"', "first load step"], case, "Begin with step=one")
        self.plan_refused(['"Begin with step" is "one"', "has no load steps"], "Begin with step=one")
        prescribed = self.folder / "prescribed.prm"
        fixed = "  subsection outer\n    set Type = fixed\n"
        self.assertIn(fixed, self.case.read_text())
        prescribed.write_text(self.case.read_text().replace(fixed, "  subsection outer\n    set Type = prescribed\n"
                              "    set Components = xy\n    set Radial displacement = -0.1*t\n"))
        self.refused(['"outer"', "no prescribed components", "train a model of this case"],
                     "predict", self.model, "--excitation", prescribed, "--output", self.folder / "output")

    def test_excitations(self):
        self.plan_refused(['"Excitation/Sleeve"', '"innr"', '"inner"'], "Excitation/Sleeve=innr")
        self.plan_refused(["Excitation/Amplitudes", '"q 3"'], "Excitation/Amplitudes=x 4, q 3")
        self.plan_refused(["Excitation/Amplitudes", '"x -4"'], "Excitation/Amplitudes=x -4")
        self.plan_refused(["Excitation/Amplitudes", "x twice"], "Excitation/Amplitudes=x 4, x 3")
        self.plan_refused(["Excitation/Amplitudes", "empty"], "Excitation/Amplitudes=")
        self.plan_refused(["Translation z", "2D"], "Excitation/Amplitudes=z 4")
        self.plan_refused(["sinn", "sin"], "Excitation/Profile=sinn(t)")
        self.plan_refused(["at t = 0"], "Excitation/Profile=cos(t)")

    def test_what_reduced_models_do_not_know(self):
        friction = "Contacts/stop/Set=outer; Contacts/stop/Point=0 -30; Contacts/stop/Friction coefficient=0.3"
        self.plan_refused(["friction", "full model"], f"Settings={friction}")
        self.plan_refused(["Initial"], "Settings=Initial/Velocity x=10-r; Initial/Definitions=r = sqrt(x^2 + y^2)")

    # A half ring above a plane: reduced models know neither such a contact nor a load on the cut.
    CONTACT = ["Contacts/stop/Set=start", "Contacts/stop/Point=0 -5", "Mesh/Sector angle=180"]

    def test_what_reduced_models_do_not_know_in_predictions(self):
        for settings, parts in ((self.CONTACT, ['"Contacts/stop"', "no contact", "full model"]),
                                (["Loads/outer/Type=pressure", "Loads/outer/Pressure=t"], ['"Loads/outer"', "pressure", "full model"]),
                                (["Loads/outer/Type=springs", "Loads/outer/Stiffness x=1"], ['"Loads/outer"', "springs", "full model"]),
                                (["Initial/Velocity x=1"], ['"Initial/Velocity x" = 1', "at rest"])):
            with self.subTest(settings[0]):
                self.prediction_refused(parts, self.case, *SIGNAL, *settings)

    def test_bodies_of_another_kind_in_predictions(self):
        for settings, parts in ((["Material/C10=0.5"], ['"Material/C10" is 0.5 instead of 0.4']),
                                (["Material/Density=2e-9"], ['"Material/Density" is 2e-9 instead of 1.1e-09']),
                                (["Material/Mass damping=1"], ['"Material/Mass damping" is 1 instead of 0']),
                                (["Mesh/Outer radius=26"], ['"Mesh/Outer radius" is 26 instead of 25']),
                                (["Mesh/Refinements=1"], ['"Mesh/Refinements" is 1 instead of 0']),
                                (["Element/Thickness=2"], ['"Element/Thickness" is 2 instead of 1']),
                                (["Element/Formulation=displacement"], ['"Element/Formulation" is displacement instead of mixed']),
                                (["Supports/inner/Centre=5 0"], ['"Supports/inner/Centre" is 5 0']),
                                (["Unit system=m-kg-s"], ['"Unit system" is m-kg-s instead of mm-t-s'])):
            with self.subTest(settings[0]):
                self.prediction_refused(["another model", '"plan.rom"', "train a model of this body", *parts], self.case, *SIGNAL, *settings)
        case = self.folder / "one support.prm"
        case.write_text(self.case.read_text().replace("  subsection outer\n    set Type = fixed\n  end\n", ""))
        self.prediction_refused(['no section "Supports/outer"', "the model has one"], case)

    def test_runs_with_what_reduced_models_do_not_know(self):
        loads = ["Loads/start/Type=pressure", "Loads/start/Pressure=1e-3*t", "Mesh/Sector angle=180"]
        for name, settings, parts in (("contacts", self.CONTACT, ['"Contacts/stop"', "no contact"]), ("loads", loads, ['"Loads/start"', "pressure"])):
            with self.subTest(name):
                other = self.folder / name
                simulate(PROGRAM, self.case, other, *settings, "Time/End time=0.01", "Snapshots/Interval=5e-3", ROWS,
                         "Supports/inner/Translation x=1e-3*sin(10*t)^2")
                self.given([str(other), *parts, "use runs without it"], other)
                self.given([str(other), *parts], other, "Validation/Settings=", section="Validation")
                self.prediction_refused([str(other), *parts], self.case, "Time/End time=0.01", options=["--compare", other])

    def test_signals_that_change_the_body(self):
        self.plan_refused(['"Material/C10" is 0.5 instead of 0.4', '"stiff"'], "Signals/stiff/Settings=Material/C10=0.5")
        self.plan_refused(['"Contacts/stop"', '"touching"'], "Signals/touching/Settings=" + "; ".join(self.CONTACT))

    def test_comparison_with_a_run_of_another_body(self):
        # By its snapshots, and without them by its summary.
        for name, settings in (("stiff with snapshots", ["Snapshots/Interval=5e-3"]), ("stiff", [])):
            other = self.folder / name
            simulate(PROGRAM, self.case, other, "Material/C10=0.5", "Time/End time=0.01", ROWS, *settings)
            for excitation in (self.case, other / "history.csv"):
                self.prediction_refused([str(other), '"Material/C10" is 0.5 instead of 0.4', "same body"], excitation, "Time/End time=0.01",
                                        options=["--compare", other])

    def test_comparison_with_a_run_of_statics(self):
        other = self.folder / "statics"
        simulate(PROGRAM, self.case, other, "Time/Integrator=statics", "Time/End time=0.01", ROWS)
        self.prediction_refused([str(other), "statics", "same kind"], self.case, "Time/End time=0.01", options=["--compare", other])

    def test_command_lines(self):
        output = ["--output", self.folder / "output"]
        self.refused(["one PLAN.prm"], "train", *output)
        self.refused(['"--otput"', '"--output"'], "train", self.plan, "--otput", "x")
        self.refused(["one MODEL.rom"], "info")
        self.refused(["--excitation"], "predict", self.model, *output)
        self.refused(["--jobs 2", "2 ranks", "either"], "train", self.plan, *output, "--jobs", 2, ranks=2)
        self.refused(["--jobs 0"], "train", self.plan, *output, "--jobs", 0)
        # Rank 0 alone reads the case: the others are let go.
        self.refused(["nowhere.prm"], "train", self.plan, *output, *overrides("Case=nowhere.prm"), ranks=2)
        # A case is not a plan, and a plan is not a case.
        self.refused(['"Dimension"'], "train", self.case, *output)
        self.refused(['"Case"'], "predict", self.model, "--excitation", self.plan, *output)
        for command in (["train", self.plan], ["predict", self.model, "--excitation", self.case]):
            self.refused(["output directory", "--output"], *command, "--output", self.case / "below")

    def given(self, parts, run_folder, *settings, section="Signals/given"):
        self.plan_refused(parts, *SHORT, f"{section}/Run={run_folder}", *settings)

    def test_snapshots_of_other_models(self):
        for name, change, parts in (("mesh", "Mesh/Elements radial=2", ["Mesh/Elements radial"]),
                                    ("material", "Material/C10=0.5", ["Material/C10", "0.5", "0.4"]),
                                    ("form", "Element/Formulation=displacement", ["Element/Formulation"]),
                                    ("units", "Unit system=m-kg-s", ["Unit system"])):
            with self.subTest(name):
                other = self.folder / name
                simulate(PROGRAM, self.case, other, change, "Time/End time=0.01", "Snapshots/Interval=5e-3", ROWS,
                         "Supports/inner/Translation x=1e-3*sin(10*t)^2")
                self.given(["another model", str(other), *parts], other)
        self.given(["another model"], self.folder / "mesh", "Validation/Settings=", section="Validation")

    def test_runs_that_are_none(self):
        self.given(["nowhere", "snapshots.h5"], "nowhere")
        self.given(["nowhere", "snapshots.h5"], "nowhere", "Validation/Settings=", section="Validation")
        self.given(["Run", "Settings", "Signals/given"], "trained/runs/sweep_1", "Signals/given/Settings=Time/End time=0.1")
        self.given(['"given"', "held-out"], "trained/runs/validation", "Validation/Settings=", "Validation/Run=trained/runs/validation")
        for name, content in (("text", b"no snapshots\n"), ("empty", b""), ("half", (self.sweep / "snapshots.h5").read_bytes()[:3000])):
            (self.folder / name).mkdir()
            (self.folder / name / "snapshots.h5").write_bytes(content)
            self.given([name, "snapshots.h5"], name)

    def test_nan_in_snapshots(self):
        rows, _ = read_snapshots(READER, self.sweep / "snapshots.h5")
        for field in ("q", "v", "lambda", "sleeves"):
            with self.subTest(field):
                damaged = self.folder / f"NaN in {field}"
                shutil.copytree(self.sweep, damaged)
                content = (damaged / "snapshots.h5").read_bytes()
                # A number that is in the file exactly once, in the middle of the run.
                number = next(bytes_ for bytes_ in (struct.pack("<d", value) for value in rows[field][5])
                              if bytes_ != bytes(8) and (content.count(bytes_) == 1 or field == "sleeves"))
                (damaged / "snapshots.h5").write_bytes(content.replace(number, NAN))
                output = self.folder / f"output {field}"
                message = self.refused(["snapshots.h5", "not finite", "0.025"], "train", self.plan, "--quiet", "--output", output,
                                       *overrides(*SHORT, "Excitation/Kinds=", f"Signals/given/Run={damaged}"))
                self.assertIn(damaged.name, message)
                self.assertFalse((output / "plan.rom").exists() or (output / "training.json").exists())

    def test_more_modes_than_snapshots_have(self):
        # Two runs of eleven snapshots, the first at rest: said before they run.
        self.plan_refused(['"Basis/Modes" is 21', "22 snapshots, 20 without", "Snapshot interval"], *SHORT, "Basis/Modes=21")
        self.plan_refused(['"Basis/Pressure modes" is 21', "22 snapshots"], *SHORT, "Basis/Pressure modes=21")
        # Fewer than snapshots, but more than they tell: known only afterwards.
        output = self.folder / "too many"
        message = self.refused(["modes", "snapshots"], "train", self.plan, "--quiet", "--output", output, *overrides(*SHORT, "Basis/Modes=20"))
        self.assertIn("20", message)
        self.assertFalse((output / "plan.rom").exists() or (output / "training.json").exists())

    def bad_model(self, content, *parts):
        bad = self.folder / "bad.rom"
        bad.write_bytes(content)
        self.refused(["bad.rom", *parts], "info", bad)
        self.refused(["bad.rom", *parts], "predict", bad, "--excitation", self.case, "--output", self.folder / "output")

    def with_texts(self, **texts):
        """The model with other texts and the checksum that belongs to them."""
        metadata, arrays = rivlin.read_container(self.model)
        return rivlin.container_bytes({**metadata, **texts}, arrays)

    def test_models(self):
        content = self.model.read_bytes()
        self.refused(["nowhere.rom"], "info", self.folder / "nowhere.rom")
        self.bad_model(b"", "0 bytes")
        for length in (5, 100, len(content) // 2, len(content) - 1):
            self.bad_model(content[:length])
        self.bad_model(content + b"\0")
        for place in (len(content) // 2, len(content) - 9):
            damaged = bytearray(content)
            damaged[place] ^= 4
            self.bad_model(bytes(damaged), "checksum")
        self.bad_model(struct.pack("<Q", 2**60) + content[8:], str(2**60))
        self.bad_model(self.plan.read_bytes())

        self.assertEqual(rivlin.read_container(self.model).metadata["format"], "rivlin reduced model 1")
        self.bad_model(self.with_texts(format="rivlin reduced model 4"), "version 4", "newer")
        # The checksum made here is right: without a change the model is read.
        (self.folder / "same.rom").write_bytes(self.with_texts())
        self.assertEqual(run(PROGRAM, "info", self.folder / "same.rom")[0], 0)

    def prediction_refused(self, parts, excitation, *settings, options=()):
        self.refused(parts, "predict", self.model, "--excitation", excitation, "--output", self.folder / "output",
                     *options, *overrides(*settings))

    def test_cases_that_do_not_fit_the_model(self):
        self.prediction_refused(["no sleeve", '"inner"'], self.case, "Supports/inner/Type=fixed", "Supports/outer/Type=driven")
        self.prediction_refused(["2 moving sleeves"], self.case, "Supports/outer/Type=driven")
        self.prediction_refused(["m-kg-s", "mm-t-s"], self.case, "Unit system=m-kg-s")
        self.prediction_refused(["dimension 3"], self.case, "Dimension=3", "Mesh/Elements axial=1")
        self.prediction_refused(["Loads"], SOURCE / "parameter_files" / "cook.prm")
        self.prediction_refused(["no fields", "--vtu"], self.case, options=["--vtu"])
        self.prediction_refused(["nowhere.prm"], self.folder / "nowhere.prm")

    def table(self, text, *parts, settings=()):
        (self.folder / "motion.csv").write_text(text)
        self.prediction_refused(["motion.csv", *parts], self.folder / "motion.csv", *settings)

    def test_tables(self):
        self.table("time [s],x [mm]\n0,0\n0.1,1\n", "which drives nothing", "Known: inner translation x [mm], ")
        self.table("time [s],inner translation x [N]\n0,0\n0.1,1\n", '"inner translation x [N]"', '"inner translation x [mm]"')
        self.table("time [s],inner translation x\n0,0\n0.1,1\n", "no unit", '"inner translation x [mm]"')
        # Columns that are meant but not known are not dropped.
        good = "time [s],inner translation x [mm],"
        for title, nearest in (("Inner translation y [mm]", "inner translation y [mm]"), ("inner translaton y [mm]", "inner translation y [mm]"),
                               ("inner rotation x [rad]", "inner rotation z [rad]"), ("inner translation z [mm]", "inner translation x [mm]"),
                               ("inner rotation_z [deg]", "inner rotation z [rad]"), ("outer translation x [mm]", "inner translation x [mm]")):
            self.table(f"{good}{title}\n0,0,0\n0.1,1,1\n", f'"{title}", which drives nothing. Did you mean "{nearest}"?')
        self.table(f"{good}inner rotation z [degr]\n0,0,0\n0.1,1,1\n", '"inner rotation z [degr]"', "rad, deg")
        self.table("time [s],inner translation x [mm]\n0,1\n0.1,1\n", "inner translation x [mm]", "at t = 0")
        self.table("time [s],inner translation x [mm]\n0,0\n", "two are needed")
        self.table("time [s],inner translation x [mm]\n0.1,0\n0.2,1\n", "0.1 to 0.2")
        self.table("time [s],inner translation x [mm]\n0,0\n0.1,nan\n", "line 3")
        self.table("time [s],inner translation x [mm]\n0,0\n0.1,1\n", "0.1", settings=["Time/End time=0.2"])
        # The model was trained on a driven sleeve: it has no mass.
        self.table("time [s],inner applied force x [N]\n0,0\n0.1,1\n", "inner applied force x [N]", "mass")
        self.table("time [s],inner translation x [mm],inner applied force x [N]\n0,0,0\n0.1,1,1\n", "driven or free")
        self.prediction_refused(["nowhere.csv"], self.folder / "nowhere.csv")
        self.prediction_refused(['"Time"', "Material/C10"], self.sweep / "history.csv", "Material/C10=1")

    def test_tables_in_other_units_are_converted(self):
        def force(header, rows):
            (self.folder / "units.csv").write_text(header + "\n" + rows)
            output = self.folder / "in units"
            code, _, errors = run(PROGRAM, "predict", self.model, "--excitation", self.folder / "units.csv", "--output", output,
                                  *overrides("Time/Step size=1e-3"))
            self.assertEqual(code, 0, errors)
            history = read_history(output)
            return [history[f"inner {name}"][-1] for name in ("translation x [mm]", "rotation z [rad]", "force x [N]", "moment z [N mm]")]
        expected = force("time [s],inner translation x [mm],inner rotation z [rad]", "0,0,0\n0.025,0.1,0.01\n0.05,1,0.1\n")
        degree = math.pi / 180
        found = force("time [s],inner rotation z [deg],inner translation x [m]",
                      f"0,0,0\n0.025,{0.01 / degree},1e-4\n0.05,{0.1 / degree},1e-3\n")
        self.assertGreater(abs(expected[2]), 1)
        for one, other in zip(expected, found):
            self.assertAlmostEqual(one, other, delta=1e-9 * abs(one))

    def test_what_is_not_used_of_a_history_is_told(self):
        history = (self.sweep / "history.csv").read_text().splitlines()
        (self.folder / "more.csv").write_text("\n".join([history[0] + ",top displacement x [mm]"] + [row + ",0" for row in history[1:]]) + "\n")
        for name, told in (("more.csv", True), (self.sweep / "history.csv", False)):
            code, _, errors = run(PROGRAM, "predict", self.model, "--excitation", self.folder / name, "--quiet", "--output", self.folder / "told")
            self.assertEqual(code, 0, errors)
            self.assertEqual('not used of' in errors and '"top displacement x [mm]"' in errors, told, errors)

    def test_predictions_do_not_replace_full_runs(self):
        before = {file.name: file.read_bytes() for file in self.sweep.iterdir()}
        self.refused([str(self.sweep), "run of the full model", "another folder"], "predict", self.model, "--excitation", self.case,
                     "--output", self.sweep)
        self.assertEqual({file.name: file.read_bytes() for file in self.sweep.iterdir()}, before)

    def test_comparisons(self):
        held_out = self.trained / "runs" / "validation"
        self.prediction_refused(["nowhere"], held_out / "history.csv", options=["--compare", self.folder / "nowhere"])
        self.prediction_refused(["0.05", "0.1", "Time/End time"], self.case, *SIGNAL, "Time/End time=0.1", options=["--compare", held_out])
        # The next two are found after the prediction: its own files are there.
        for excitation, compared, parts in ((self.sweep / "history.csv", held_out, ["inner translation x [mm]", "same signal"]),
                                            (held_out / "history.csv", self.folder / "predicted", ["full model"])):
            output = self.folder / "predicted"
            code, _, errors = run(PROGRAM, "predict", self.model, "--excitation", held_out / "history.csv", "--output", output)
            self.assertEqual(code, 0, errors)
            message = self.refused(parts, "predict", self.model, "--excitation", excitation, "--quiet",
                                   "--output", self.folder / "elsewhere", "--compare", compared)
            self.assertNotIn("defect", message)
            self.assertFalse((self.folder / "elsewhere" / "comparison.json").exists())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
