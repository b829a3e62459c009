#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What --resume accepts, refuses and says; other numbers of ranks; what snapshots.h5 holds.

Usage: resume.py PROGRAM SOURCE_DIR READ_SNAPSHOTS"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from program import read_history, rivlin, run
from run_files import check_files, read_snapshots

PROGRAM, SOURCE, READER = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
CASE = SOURCE / "parameter_files" / "quick_start.prm"
SMALL = ["Mesh/Elements radial=2", "Mesh/Elements circumferential=8", "Output/Interval=0.25", "Output/VTU=none",
         "Checkpoint/Steps=1", "Snapshots/Interval=0.25"]


# A free inner sleeve in dynamics; a driven one and other dimensions by overrides.
DYNAMIC_CASE = """
subsection Mesh
  set Inner radius             = 10
  set Outer radius             = 25
  set Elements radial          = 2
  set Elements circumferential = 6
end
subsection Supports
  subsection inner
  end
  subsection outer
    set Type = fixed
  end
end
subsection Time
  set End time  = 0.02
  set Step size = 0.001
end
subsection Output
  set VTU = none
end
subsection Checkpoint
  set Steps = 6
end
subsection Snapshots
  set Steps = 5
end
"""
DRIVEN = ["Supports/inner/Type=driven", "Supports/inner/Translation x=4*sin(100*t)^2",
          "Supports/inner/Rotation z=0.2*sin(50*t)^2"]
FREE = ["Supports/inner/Type=free", "Supports/inner/Mass=1e-4", "Supports/inner/Inertia=0.01",
        "Supports/inner/Force x=200*sin(300*t)", "Supports/inner/Moment z=500*t"]
FREE_3D = ["Dimension=3", "Mesh/Length=20", "Mesh/Elements axial=1", "Mesh/Elements radial=1", *FREE,
           "Supports/inner/Inertia=0.01, 0.02, 0.03", "Supports/inner/Moment y=1000*t"]
# A plate on the free sleeve that rubs on the top of the rubber: the checkpoint holds where it stuck.
RUBBING = [*FREE_3D, "Time/Integrator=BLieDF2", "Supports/inner/Force z=-2e4*t", "Supports/inner/Moment z=4e4*t",
           "Contacts/plate/Set=top", "Contacts/plate/Point=0, 0, 10.05", "Contacts/plate/Direction=0, 0, -1",
           "Time/End time=0.004", "Time/Step size=1e-4", "Checkpoint/Steps=15", "Contacts/plate/Carried by=inner",
           "Contacts/plate/Friction coefficient=0.4"]
# Statics of a void that closes: its sides touch after half of the time.
CLOSING = ["Time/Integrator=statics", "Time/End time=1", "Time/Step size=0.02", "Time/Maximum step size=0.02",
           "Mesh/Inner radius=12", "Mesh/Outer radius=30", "Mesh/Elements radial=5", "Mesh/Elements circumferential=24",
           "Mesh/Voids=2", "Mesh/Void width=120", "Mesh/Void inner radius=19", "Mesh/Void outer radius=20.5",
           "Supports/inner/Type=driven", "Supports/inner/Translation x=3.2*t", "Contacts/void 1/Surface=body",
           "Contacts/void 1/Set=void 1 inner", "Contacts/void 1/Against=void 1 outer", "Checkpoint/Steps=1"]


def simulate(directory, *overrides, resume=False, ranks=1, case=CASE):
    """Exit code, screen and standard error."""
    arguments = ["simulate", case, "--output", directory] + ["--resume"] * resume
    for override in (SMALL if case == CASE else []) + list(overrides):
        arguments += ["--set", override]
    return run(PROGRAM, *arguments, ranks=ranks)


def children(process):
    """Numbers of the processes that a process started."""
    found = []
    for path in pathlib.Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                if int((path / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                    found.append(int(path.name))
            except OSError:
                pass
    return found


def largest_difference(history, reference):
    """Relative to the largest number of the same unit."""
    worst = 0
    for column, values in reference.items():
        unit = column[column.rindex("["):]
        scale = max(abs(x) for title, other in reference.items() if title.endswith(unit) for x in other)
        worst = max([worst] + [abs(a - b) / max(scale, 1e-6) for a, b in zip(values, history[column], strict=True)])
    return worst


class Resume(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """The undisturbed run, and one that stopped at half of the time, from which all tests go on."""
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.whole, cls.half = cls.folder / "whole", cls.folder / "half"
        for directory, overrides in ((cls.whole, []), (cls.half, ["Time/End time=0.5"])):
            code, _, errors = simulate(directory, *overrides)
            assert code == 0, errors

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def copy(self):
        path = self.folder / self.id()
        shutil.copytree(self.half, path)
        return path

    def history(self, directory):
        return (directory / "history.csv").read_bytes()

    def refused(self, directory, *overrides):
        """The message of a refused resumption, which leaves the results as they are."""
        before = {p: p.read_bytes() for p in directory.rglob("*") if p.is_file()}
        code, _, errors = simulate(directory, *overrides, resume=True)
        self.assertEqual(code, 2, errors)
        self.assertEqual(before, {p: p.read_bytes() for p in directory.rglob("*") if p.is_file()})
        return errors

    def test_a_later_end_is_allowed_and_told(self):
        path = self.copy()
        code, screen, errors = simulate(path, resume=True)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("resumed from", screen)
        self.assertIn('"Time/End time" is "1", it was "0.5"', screen)
        self.assertEqual(self.history(path), self.history(self.whole))
        self.assertEqual(json.loads((path / "summary.json").read_text())["resumptions"], 1)
        self.assertIn("t = 0.25 ", (path / "run.log").read_text())
        self.assertIn("t = 0.75 ", (path / "run.log").read_text())

    def test_a_finished_run_stays_as_it_is(self):
        path = self.copy()
        code, _, _ = simulate(path, "Time/End time=0.5", resume=True)
        self.assertEqual(code, 0)
        self.assertEqual(self.history(path), self.history(self.half))

    def test_an_earlier_end_is_refused(self):
        self.assertIn("0.3", self.refused(self.copy(), "Time/End time=0.3"))

    def test_another_material_is_refused(self):
        errors = self.refused(self.copy(), "Material/C10=0.5")
        self.assertIn('"Material/C10" is "0.5", it was "0.4"', errors)

    def test_the_same_number_written_differently_is_the_same(self):
        path = self.copy()
        self.assertEqual(simulate(path, "Material/C10=4e-1", resume=True)[0], 0)
        self.assertEqual(self.history(path), self.history(self.whole))

    def test_another_mesh_is_refused(self):
        errors = self.refused(self.copy(), "Mesh/Elements radial=3")
        self.assertIn('"Mesh/Elements radial" is "3", it was "2"', errors)

    def test_another_load_is_refused(self):
        self.assertIn("Loads/outer", self.refused(self.copy(), "Loads/outer/Traction x=0.1*t"))

    def test_another_probe_is_refused(self):
        self.assertIn("Probes/middle", self.refused(self.copy(), "Probes/middle/Point=15, 0"))

    def test_another_content_of_a_table_is_refused(self):
        path, table = self.folder / "table run", self.folder / "push.csv"
        table.write_text("time [s],x\n" + "".join(f"{i / 10},{i / 10}\n" for i in range(11)))
        push = f'Supports/inner/Translation x=table("{table}", "x")'
        self.assertEqual(simulate(path, push, "Time/End time=0.5")[0], 0)
        table.write_text(table.read_text().replace("0.2,0.2", "0.2,0.3"))
        self.assertIn("inner translation x [mm] at t = ", self.refused(path, push))

    def test_a_damaged_generation_is_passed_over(self):
        path = self.copy()
        newest = max(path.glob("restart/*"))
        content = bytearray(newest.read_bytes())
        content[-100] ^= 1
        newest.write_bytes(content)
        code, screen, _ = simulate(path, resume=True)
        self.assertEqual(code, 0)
        self.assertIn("checksum", screen)
        self.assertEqual(self.history(path), self.history(self.whole))
        check_files(path, READER, self.history(self.whole))

    def test_no_readable_generation_is_an_error(self):
        path = self.copy()
        for file in path.glob("restart/*"):
            file.write_bytes(file.read_bytes()[:-5])
        self.assertIn("No checkpoint", self.refused(path))

    def test_no_checkpoint_is_a_start_from_the_beginning(self):
        path = self.folder / "nothing there"
        code, screen, errors = simulate(path, resume=True)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("no checkpoint", screen)
        self.assertEqual(self.history(path), self.history(self.whole))

    def test_missing_or_foreign_results_are_refused(self):
        path = self.copy()
        (path / "history.csv").unlink()
        self.assertIn("history.csv", self.refused(path))
        (path / "history.csv").write_text("time [s]\n0\n")
        self.assertIn("history.csv", self.refused(path))
        shutil.copy(self.half / "history.csv", path)
        (path / "snapshots.h5").write_bytes((path / "snapshots.h5").read_bytes()[:1000])
        self.assertIn("snapshots.h5", self.refused(path))

    def test_a_new_run_forgets_the_old_checkpoints(self):
        path = self.copy()
        self.assertEqual(simulate(path, "Checkpoint/Steps=0", "Snapshots/Interval=0")[0], 0)
        self.assertEqual({p.name for p in path.iterdir()}, {"history.csv", "summary.json", "run.log"})

    def test_checkpoints_by_wall_time_do_not_change_the_numbers(self):
        path = self.folder / "wall time"
        self.assertEqual(simulate(path, "Checkpoint/Steps=0", "Checkpoint/Interval=1e-3")[0], 0)
        self.assertGreater(len(list(path.glob("restart/*"))), 1)
        self.assertEqual(self.history(path), self.history(self.whole))

    def test_checkpoint_holds_the_state(self):
        metadata, arrays = rivlin.read_container(max(self.half.glob("restart/*")))
        self.assertEqual(metadata["format"], "rivlin checkpoint 2")
        self.assertEqual(arrays["time"][0], 0.5)
        snapshots, _ = read_snapshots(READER, self.half / "snapshots.h5")
        for name in ("q", "v", "a", "lambda"):
            self.assertEqual(list(arrays[name]), snapshots[name][-1])

    def test_other_numbers_of_ranks(self):
        reference = read_history(self.whole)
        q = read_snapshots(READER, self.whole / "snapshots.h5")[0]["q"]
        for before, after in ((1, 2), (2, 3), (3, 1)):
            path = self.folder / f"{before} then {after}"
            self.assertEqual(simulate(path, "Time/End time=0.5", ranks=before)[0], 0)
            code, _, errors = simulate(path, resume=True, ranks=after)
            self.assertEqual(code, 0, errors)
            worst = largest_difference(read_history(path), reference)
            self.assertLess(worst, 1e-9)
            snapshots = read_snapshots(READER, path / "snapshots.h5")[0]["q"]
            for row, expected in zip(snapshots, q, strict=True):
                for a, b in zip(row, expected, strict=True):
                    self.assertLess(abs(a - b), 1e-9)
            print(f"{before} rank(s), then {after}: largest relative difference {worst:.1e}")

    def test_same_number_of_ranks_is_exact_if_the_solver_is(self):
        # MUMPS on several ranks adds in the order of arrival; KLU always adds in the same order.
        klu = "Solver/Linear solver=KLU"
        paths = [self.folder / name for name in ("KLU", "KLU again", "KLU stopped")]
        for path in paths[:2]:
            self.assertEqual(simulate(path, klu, ranks=2)[0], 0)
        self.assertEqual(simulate(paths[2], klu, "Time/End time=0.5", ranks=2)[0], 0)
        self.assertEqual(simulate(paths[2], klu, resume=True, ranks=2)[0], 0)
        self.assertEqual(self.history(paths[0]), self.history(paths[1]))
        self.assertEqual(self.history(paths[0]), self.history(paths[2]))

    def interrupted(self, name, *overrides, ranks=(1, 1)):
        """Histories and snapshots of an undisturbed run and of the same run resumed from its checkpoint before the last."""
        case, path = self.folder / "dynamic.prm", self.folder / name
        case.write_text(DYNAMIC_CASE)
        results = []
        for resume in (False, True):
            code, _, errors = simulate(path, *overrides, resume=resume, ranks=ranks[resume], case=case)
            self.assertEqual(code, 0, f"{name}: {errors}")
            results.append((self.history(path), read_history(path), read_snapshots(READER, path / "snapshots.h5")[0]))
            files = sorted(path.glob("restart/*"))
            self.assertEqual(len(files), 2)
            files[-1].unlink()
        self.assertIn("resumed from", (path / "run.log").read_text())
        return results

    def test_all_kinds_of_integrators_continue_exactly(self):
        for name, overrides in (("generalized alpha", FREE), ("generalized alpha", FREE_3D), ("HHT", DRIVEN),
                                ("BLieDF3", FREE_3D), ("ROS3P", FREE), ("RODAS4P", [*DRIVEN, "Time/Step control=adaptive"]),
                                ("ROS3PL", [*FREE_3D, "Time/Step control=adaptive"]), ("IDA", DRIVEN)):
            with self.subTest(f"{name} {overrides}"):
                whole, resumed = self.interrupted(f"{name} {len(overrides)}", f"Time/Integrator={name}", *overrides)
                self.assertEqual(whole[0], resumed[0])
                self.assertEqual(whole[2], resumed[2])

    def test_a_kept_factorization_is_made_again(self):
        # The last checkpoint but one lies between two factorizations; the counts are those of the undisturbed run.
        mumps = [*FREE_3D, "Time/Integrator=generalized alpha", "Solver/Linear solver=MUMPS"]
        whole, resumed = self.interrupted("kept", *mumps)
        self.assertEqual(resumed[0], whole[0])
        summary = json.loads((self.folder / "kept" / "summary.json").read_text())
        self.assertLess(summary["factorizations"], summary["tangents assembled"])
        self.assertGreater(summary["linear iterations"], 0)
        whole, resumed = self.interrupted("kept on ranks", *mumps, ranks=(2, 1))
        self.assertLess(largest_difference(resumed[1], whole[1]), 1e-9)

    def test_another_solver_goes_on(self):
        # KLU keeps no factorization: its state has no place of one.
        case, path = self.folder / "dynamic.prm", self.folder / "other solver"
        case.write_text(DYNAMIC_CASE)
        reference = None
        for solvers in (("MUMPS", "MUMPS"), ("MUMPS", "KLU"), ("KLU", "MUMPS")):
            shutil.rmtree(path, ignore_errors=True)
            for solver, end in zip(solvers, ("0.01", "0.02"), strict=True):
                code, _, errors = simulate(path, *FREE_3D, "Time/Integrator=generalized alpha", f"Solver/Linear solver={solver}",
                                           f"Time/End time={end}", resume=end == "0.02", case=case)
                self.assertEqual(code, 0, errors)
            history = read_history(path)
            reference = reference or history
            # Within Newton's tolerance of 1e-9 per step.
            self.assertLess(largest_difference(history, reference), 1e-7)

    def test_friction_continues_exactly(self):
        whole, resumed = self.interrupted("rubbing", *RUBBING)
        self.assertEqual(resumed[0], whole[0])
        self.assertGreater(whole[1]["plate friction work [mJ]"][-1], 1e-3)
        whole, resumed = self.interrupted("rubbing on ranks", *RUBBING, ranks=(2, 1))
        self.assertLess(largest_difference(resumed[1], whole[1]), 1e-9)

    def test_rubber_on_rubber_is_killed_in_contact(self):
        # The pattern of the matrix follows the pairs, and the resumed run begins with the sides in contact.
        case, reference, path = (self.folder / name for name in ("closing.prm", "closing", "closing, killed"))
        case.write_text(DYNAMIC_CASE)
        self.assertEqual(simulate(reference, *CLOSING, case=case)[0], 0)
        history = read_history(reference)
        touching = [t for t, p in zip(history["time [s]"], history["void 1 largest contact pressure [MPa]"], strict=True)
                    if p > 0]
        self.assertGreater(len(touching), 20)
        command = [PROGRAM, "simulate", str(case), "--output", str(path)]
        for override in CLOSING:
            command += ["--set", override]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            log, time_now = path / "run.log", 0
            while process.poll() is None and time_now <= touching[2]:
                lines = log.read_text().split("\nt = ") if log.exists() else []
                time_now = float(lines[-1].split()[0]) if len(lines) > 1 and " " in lines[-1] else 0
                time.sleep(0.005)
            self.assertIsNone(process.poll(), "the run ended before it was killed")
            process.kill()
        _, arrays = rivlin.read_container(max(path.glob("restart/*.safetensors")))
        self.assertGreaterEqual(arrays["time"][0], touching[0])
        self.assertLess(arrays["time"][0], 1)
        code, screen, errors = simulate(path, *CLOSING, resume=True, case=case)
        self.assertEqual(code, 0, errors)
        self.assertIn("resumed from", screen)
        self.assertEqual(self.history(path), self.history(reference))
        self.assertEqual(read_snapshots(READER, path / "snapshots.h5")[0], read_snapshots(READER, reference / "snapshots.h5")[0])

    def test_a_rotating_sleeve_on_other_numbers_of_ranks(self):
        # q has one coordinate more than v: the quaternion; both stand on rank 0 behind the displacements.
        for ranks in ((1, 2), (2, 1)):
            whole, resumed = self.interrupted(f"rotating {ranks}", "Time/Integrator=BLieDF2", *FREE_3D, ranks=ranks)
            self.assertEqual(len(whole[2]["q"][0]), len(whole[2]["v"][0]) + 1)
            self.assertLess(largest_difference(resumed[1], whole[1]), 1e-9)

    def test_one_of_two_ranks_is_killed(self):
        path, klu = self.folder / "killed rank", ["Solver/Linear solver=KLU", "Output/Interval=0.01"]
        reference = self.folder / "killed rank, reference"
        self.assertEqual(simulate(reference, *klu, "Output/VTU=all", ranks=2)[0], 0)
        for victim in (0, 1):
            command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", "2", PROGRAM, "simulate", str(CASE),
                       "--output", str(path), "--resume"]
            for override in SMALL + klu + ["Output/VTU=all"]:
                command += ["--set", override]
            n_before = len(list(path.glob("solution_*.pvtu")))
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                while process.poll() is None and len(list(path.glob("solution_*.pvtu"))) < n_before + 5:
                    time.sleep(0.01)
                self.assertIsNone(process.poll(), "the run ended before it was killed")
                os.kill(sorted(children(process.pid))[victim], signal.SIGKILL)
            check_files(path, READER, self.history(reference))
        code, _, errors = simulate(path, *klu, "Output/VTU=all", resume=True, ranks=2)
        self.assertEqual(code, 0, errors)
        self.assertEqual(self.history(path), self.history(reference))
        self.assertEqual(sorted(p.name for p in path.iterdir()), sorted(p.name for p in reference.iterdir()))

    def test_snapshots_tell_what_they_are(self):
        rows, content = read_snapshots(READER, self.whole / "snapshots.h5")
        self.assertEqual([row[0] for row in rows["time"]], [0, 0.25, 0.5, 0.75, 1])
        self.assertEqual(content["attributes"]["unit system"], "mm-t-s")
        self.assertEqual(content["attributes"]["case"], "quick_start.prm")
        self.assertEqual(content["sets"]["lambda"]["attributes"]["unit"], "MPa")
        identity = json.loads(content["attributes"]["identity"])
        self.assertIn(["Material/C10", "0.4", "body", True], identity["parameters"])
        self.assertEqual(len(rows["q"][0]), identity["displacements"])
        self.assertEqual(len(rows["lambda"][0]), identity["pressures"])
        # The inner sleeve: 4 mm to the right and 20 degrees at t = 1.
        self.assertEqual(json.loads(content["attributes"]["sleeves"]), ["inner", "outer"])
        pose = rows["sleeves"][-1][:12]
        self.assertAlmostEqual(pose[0], 4, delta=1e-12)
        self.assertAlmostEqual(pose[3] + 1, 0.9396926207859084, delta=1e-12)  # cos 20 degrees
        self.assertAlmostEqual(pose[6], 0.3420201433256687, delta=1e-12)  # sin 20 degrees
        self.assertEqual(rows["sleeves"][-1][12:], [0] * 12)
        self.assertEqual(rows["channels"][2][0], 2)

    def test_places_of_the_unknowns_do_not_depend_on_ranks(self):
        path = self.folder / "three ranks"
        self.assertEqual(simulate(path, "Time/End time=0.25", ranks=3)[0], 0)
        ours = read_snapshots(READER, self.whole / "snapshots.h5")[0]
        theirs = read_snapshots(READER, path / "snapshots.h5")[0]
        self.assertEqual(ours["q_directions"], theirs["q_directions"])
        for name in ("q_points", "lambda_points"):
            for a, b in zip(ours[name], theirs[name], strict=True):
                self.assertLess(abs(a - b), 1e-12)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
