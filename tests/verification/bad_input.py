#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input: exit code 2, one clear message, nothing half written.

Usage: bad_input.py PROGRAM SOURCE_DIR"""
import pathlib
import sys
import tempfile
import unittest

from program import run

PROGRAM, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
CASE = SOURCE / "parameter_files" / "quick_start.prm"


class BadInput(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def refused(self, parts, *arguments, case=CASE, ranks=1, output=None):
        """The run is refused with a message that has all parts, and leaves no output."""
        output = output or self.path / "output"
        code, screen, message = run(PROGRAM, "simulate", case, "--output", output, *arguments, ranks=ranks)
        own = [line for line in message.splitlines() if line.startswith("rivlin: ")]
        self.assertEqual(code, 2, message)
        self.assertEqual(len(own), 1, message)
        if ranks == 1:
            self.assertTrue(message.startswith("rivlin: "), message)
        for part in parts:
            self.assertIn(part, message)
        self.assertNotIn("Stacktrace", message)
        self.assertEqual(screen, "")
        self.assertFalse((self.path / "output").exists(), "something was written")

    def setting(self, parts, *settings):
        arguments = []
        for text in settings:
            arguments += ["--set", text]
        self.refused(parts, *arguments)

    def file(self, text):
        case = self.path / "case.prm"
        case.write_text(text)
        return case

    def test_unknown_parameter_names_the_nearest_and_the_line(self):
        case = self.file("set Dimension = 2\nsubsection Time\n  set Stp size = 0.1\nend\n")
        self.refused(['"Stp size"', '"Step size"', "line 3", '"Time"'], case=case)

    def test_unknown_section(self):
        self.refused(['"Materiall"', '"Material"'], case=self.file("subsection Materiall\n  set C10 = 1\nend\n"))

    def test_numbers_of_the_iterative_solver(self):
        self.setting(['"iterativ"', '"iterative"', "Linear solver"], "Solver/Linear solver=iterativ")
        for entry in ("Linear tolerance=-1", "Linear tolerance=2", "Maximum linear iterations=0"):
            self.setting([entry.split("=")[0], entry.split("=")[1]], "Solver/Linear solver=iterative",
                         f"Solver/{entry}")

    def test_unknown_value_of_a_choice(self):
        self.setting(['"Mooney-Rivlyn"', '"Mooney-Rivlin"', "Material/Law"], "Material/Law=Mooney-Rivlyn")

    def test_a_number_that_is_text(self):
        self.setting(["Material/C10", '"soft"'], "Material/C10=soft")

    def test_line_that_is_not_understood(self):
        self.refused(["line 1", "sett Dimension"], case=self.file("sett Dimension = 2\n"))

    def test_section_without_end(self):
        self.refused(['"Time"', "end"], case=self.file("subsection Time\n"))

    def test_missing_file(self):
        self.refused(["cannot be read", "nowhere.prm"], case=self.path / "nowhere.prm")

    def test_negative_and_undefined_constants(self):
        self.setting(["Material", "-0.4"], "Material/C10=-0.4")
        self.setting(["C10", "nan"], "Material/C10=nan")
        self.setting(["Bulk modulus", "-5"], "Material/Bulk modulus=-5")
        self.setting(["Bulk modulus", "nan"], "Material/Bulk modulus=nan")

    def test_gent(self):
        self.setting(['Section "Material"', "Jm = -3", "positive"], "Material/Law=Gent", "Material/Jm=-3")
        self.setting(["Jm = 0", "positive"], "Material/Law=Gent", "Material/Jm=0")
        self.setting(["mu = 0", "positive"], "Material/Law=Gent", "Material/Shear modulus=0")
        self.setting(['"Material/Jm"', "Mooney-Rivlin"], "Material/Jm=30")

    def test_initial_shear_modulus_must_be_positive(self):
        self.setting(["shear modulus", "Material"], "Material/Law=polynomial",
                     "Material/Polynomial terms=1 0 0.1; 0 1 -0.2")
        self.setting(["shear modulus", "Material"], "Material/Law=Ogden", "Material/Ogden terms=-1 2")

    def test_unknown_sets(self):
        self.setting(['"innr"', '"inner"'], "Supports/innr/Type=fixed")
        self.setting(['"oter"', '"outer"'], "Loads/push/Set=oter")
        self.setting(['"ruber"', '"rubber"'], "Material/ruber/Law=neo-Hooke")

    def test_contacts(self):
        stop = ["Contacts/stop/Set=outer", "Contacts/stop/Surface=cylinder"]
        self.setting(['"Contacts/stop"', "Radius", "Through"], *stop)
        self.setting(['"otter"', '"outer"'], *stop, "Contacts/stop/Radius=99", "Contacts/stop/Set=otter")
        self.setting(["Carried by", '"iner"', '"inner"'], *stop, "Contacts/stop/Radius=99", "Contacts/stop/Carried by=iner")
        self.setting(["stop", "hold all nodes"], *stop, "Contacts/stop/Radius=99")
        self.setting(['"Contacts/stop/Radius"', "plane"], "Contacts/stop/Set=outer", "Contacts/stop/Radius=3")
        self.setting(["Direction", "zero"], "Contacts/stop/Set=outer", "Contacts/stop/Direction=0, 0")
        self.setting(["Point", "2 numbers"], "Contacts/stop/Set=outer", "Contacts/stop/Point=0, 0, 0")
        self.setting(["Distance", "-1"], *stop, "Contacts/stop/Radius=99", "Contacts/stop/Distance=-1")

    def test_surfaces_of_revolution(self):
        def plate(expected, profile, *more):
            self.setting(expected, "Dimension=3", "Contacts/stop/Set=top", "Contacts/stop/Surface=revolution",
                         "Contacts/stop/Rubber=outside", f"Contacts/stop/Profile={profile}", *more)
        good, rounded = "21, 12; 21, 20; 24, 23", "Contacts/stop/Corner radius=0.5"
        plate(["Contacts/stop", "at least three"], "21, 12; 21, 20", rounded)
        plate(["21, 12, 1", "3 numbers instead of 2"], "21, 12, 1; 21, 20; 24, 23", rounded)
        plate(["Contacts/stop", "two equal points", "(21, 20)"], "21, 12; 21, 20; 21, 20; 24, 23", rounded)
        plate(["Contacts/stop", "crosses itself"], "21, 12; 21, 20; 24, 20; 24, 16; 18, 16", rounded)
        plate(["Contacts/stop", "(21, -12)", "not negative"], "21, -12; 21, 20; 24, 23", rounded)
        plate(["Contacts/stop", "corner radius 0", "positive"], good)
        plate(["Corner radius", "-1"], good, "Contacts/stop/Corner radius=-1")
        plate(["Contacts/stop", "corner radius 20", "too large"], good, "Contacts/stop/Corner radius=20")
        plate(['"stop"', "not larger than its distance"], good, rounded, "Contacts/stop/Distance=0.7")
        plate(['"stop"', "cuts the body"], "19, 12; 19, 20; 24, 23", rounded)
        plate(["Friction coefficient", "-0.1"], good, rounded, "Contacts/stop/Friction coefficient=-0.1")
        plate(["Elastic slip", "without friction"], good, rounded, "Contacts/stop/Elastic slip=0.1")
        self.setting(["stop", "plane strain"], "Contacts/stop/Set=outer", "Contacts/stop/Surface=revolution",
                     f"Contacts/stop/Profile={good}", rounded)

    def test_contacts_of_the_rubber_with_itself(self):
        slit = ["Contacts/slit/Surface=body", "Contacts/slit/Set=outer"]
        self.setting(['"Contacts/slit"', "Against"], *slit)
        self.setting(['"iner"', '"inner"'], *slit, "Contacts/slit/Against=iner")
        self.setting(['"outer"', "both sides"], *slit, "Contacts/slit/Against=inner, outer")
        self.setting(["slit", "hold all nodes"], *slit, "Contacts/slit/Against=inner")
        self.setting(['"Contacts/slit/Radius"', "body"], *slit, "Contacts/slit/Against=inner", "Contacts/slit/Radius=3")
        self.setting(['"Contacts/slit/Carried by"', "body"], *slit, "Contacts/slit/Against=inner",
                     "Contacts/slit/Carried by=outer")
        self.setting(['"Contacts/slit/Against"', "plane"], "Contacts/slit/Set=outer", "Contacts/slit/Against=inner")
        self.setting(["face away"], "Mesh/Voids=2", "Mesh/Elements circumferential=24", *slit,
                     "Contacts/slit/Set=void 1 inner", "Contacts/slit/Against=void 2 inner")
        # One set against itself: the inner side of a void is round and cannot meet itself.
        self.setting(["all faces of", '"void 1 inner"', "face away"], "Mesh/Inner radius=12", "Mesh/Outer radius=30",
                     "Mesh/Elements radial=5", "Mesh/Elements circumferential=24", "Mesh/Voids=2", "Mesh/Void width=120",
                     "Mesh/Void inner radius=19", "Mesh/Void outer radius=22", *slit, "Contacts/slit/Set=void 1 inner",
                     "Contacts/slit/Against=void 1 inner")

    def test_region_without_material(self):
        self.setting(['"inner steel"', "Material/inner steel"], "Mesh/Inner steel=1")

    def test_parameter_that_would_be_ignored(self):
        self.setting(['"Material/C01"', "neo-Hooke"], "Material/Law=neo-Hooke", "Material/C01=0.1")
        self.refused(['"Material/C01"'], case=self.file("subsection Material\n  set Law = neo-Hooke\n  set C01 = 1\nend\n"))
        self.setting(['"Mesh/Length"'], "Mesh/Length=3")
        self.setting(['"Supports/outer/Translation x"', "fixed"], "Supports/outer/Translation x=t")

    def test_features_of_a_bushing(self):
        voids = ["Mesh/Voids=2", "Mesh/Void inner radius=14", "Mesh/Void outer radius=21", "Mesh/Elements radial=4",
                 "Mesh/Elements circumferential=24"]
        self.setting(['"Mesh/Void width"', "without voids"], "Mesh/Void width=60")
        self.setting(['"Grading radial" is 2', "nothing to grade", '"Elements radial" than 4'], *voids, "Mesh/Grading radial=2")
        self.setting(["overlap", "190"], *voids, "Mesh/Void width=190")
        self.setting(["full ring", "90"], *voids, "Mesh/Sector angle=90")
        self.setting(["inside the rubber", "30"], *voids, "Mesh/Void outer radius=30")
        self.setting(["Elements circumferential", "25", "multiple"], *voids, "Mesh/Elements circumferential=25")
        self.setting(['"Mesh/Flanges"', "2D"], "Mesh/Flanges=top")
        self.setting(['"Mesh/Free surface"', "2D"], "Mesh/Free surface=groove")
        solid = "Dimension=3"
        self.setting(['"Mesh/Flange radius"', "without flanges"], solid, "Mesh/Flange radius=30")
        self.setting(['"Mesh/Free surface depth"', "flat"], solid, "Mesh/Free surface depth=2")
        self.setting(['"Mesh/Grading axial"', "with flanges"], solid, "Mesh/Flanges=both", "Mesh/Grading axial=2")
        self.setting(["Flange radius", "20"], solid, "Mesh/Flanges=both", "Mesh/Flange radius=20")
        self.setting(["Free surface depth", "40"], solid, "Mesh/Free surface=chamfer", "Mesh/Free surface depth=40")
        self.setting(['"sharp"', "flat, groove, chamfer"], solid, "Mesh/Free surface=sharp")

    def table(self, text, *parts):
        (self.path / "motion.csv").write_text(text)
        self.setting(["motion.csv", *parts],
                     f'Supports/inner/Translation x=table("{self.path}/motion.csv", "x [mm]")')

    def test_tables(self):
        self.table("time [s],x [mm]\n0,0\n1,\n", "line 3")
        self.table("time [s],x [mm]\n0,0\n0.5,much\n1,1\n", "line 3", "much")
        self.table("time [s],x [mm]\n0,0\n0.5,1\n0.5,2\n1,3\n", "line 4", "0.5")
        self.table("time [s],x [mm]\n0,0\n1\n", "line 3")
        self.table("time [s],y [mm]\n0,0\n1,1\n", '"x [mm]"', '"y [mm]"')
        self.table("time [s],x [mm]\n0,0\n0.5,1\n", "0.5")
        self.table("time [s],x [mm]\n0,0\n1,nan\n", "line 3")

    def test_missing_table(self):
        self.setting(["nowhere.csv"], 'Supports/inner/Translation x=table("nowhere.csv", "x")')

    def test_expressions_that_do_not_parse(self):
        self.setting(["Supports/inner/Translation x", "4*(t"], "Supports/inner/Translation x=4*(t")
        self.setting(["sinn", "sin"], "Supports/inner/Translation x=sinn(t)")
        self.setting(["Supports/inner/Translation x"], "Supports/inner/Translation x=")

    def test_channel_that_does_not_start_at_zero(self):
        self.setting(["inner translation x [mm]", "t = 0"], "Supports/inner/Translation x=1+t")

    def test_output_directory_that_is_not_writable(self):
        blocker = self.path / "file"
        blocker.write_text("")
        self.refused(["not writable", "--output"], output=blocker / "below")

    def test_rigid_body_modes(self):
        self.refused(["rigid body motions free", "translation x", "translation y", "rotation about z"],
                     case=self.file("set Dimension = 2\n"))
        self.setting(["1 rigid body motion free (translation x)"],
                     "Supports/inner/Type=fixed", "Supports/inner/Components=y", "Supports/outer/Components=y")
        case = self.file("set Dimension = 3\nsubsection Mesh\n  set Type = box\nend\n"
                         "subsection Supports\n  subsection x0\n    set Components = x\n  end\nend\n")
        self.refused(["3 rigid body motions", "translation y", "translation z", "rotation about x"], case=case)

    def test_supports_that_disagree(self):
        case = self.file("set Dimension = 2\nsubsection Mesh\n  set Type = box\nend\nsubsection Supports\n"
                         "  subsection x0\n  end\n  subsection y0\n    set Type = driven\n"
                         "    set Translation x = t\n  end\nend\n")
        code, _, message = run(PROGRAM, "simulate", case, "--output", self.path / "output")
        self.assertEqual(code, 2, message)
        self.assertIn("Two supports disagree", message)

    def test_load_steps(self):
        steps = ("subsection Steps\n  subsection first\n    set Duration = 0.5\n    subsection Supports\n      subsection inner\n"
                 "        set Translation x = 1 + t\n      end\n    end\n  end\nend\n")
        case = self.file(CASE.read_text() + steps)
        self.refused(['"Supports/inner/Translation x"', '"4*t"', '"Steps/first/Supports/inner/Translation x"'], case=case)
        still = ["--set", "Supports/inner/Translation x=0", "--set", "Supports/inner/Rotation z=0"]
        self.refused(['"first"', "begins with 1", "the value before it is 0", "must not jump"], *still, case=case)

    def test_incompressible_needs_the_mixed_form(self):
        self.setting(["incompressible", "mixed"], "Material/Bulk modulus=infinity", "Element/Formulation=displacement")

    def test_pressure_level_that_nothing_determines(self):
        self.setting(["incompressible", "level of the pressure", "Bulk modulus"], "Material/Bulk modulus=infinity")

    def test_mesh_numbers(self):
        self.setting(["radius", "30"], "Mesh/Inner radius=30")
        self.setting(["Elements circumferential"], "Mesh/Elements circumferential=2")
        self.setting(["Degree", "2"], "Element/Degree=1")

    def test_time_numbers(self):
        self.setting(["Time"], "Time/Step size=0")
        self.setting(["Time/End time"], "Time/End time=-1")

    def test_output_time_outside_the_run(self):
        self.setting(["Output/Times", "1.5", "outside the run"], "Output/Times=0.5, 1.5")
        self.setting(["Output/Times", "soon"], "Output/Times=soon")

    def dynamic(self, parts, *settings):
        self.setting(parts, "Time/Integrator=generalized alpha", *settings)

    def test_free_sleeves(self):
        free = "Supports/inner/Type=free"
        none = ["Supports/inner/Translation x=0", "Supports/inner/Rotation z=0"]
        self.dynamic(["inner", "no mass", "Mass"], free, *none)
        self.dynamic(["moment of inertia", "Inertia"], free, *none, "Supports/inner/Mass=1")
        self.dynamic(["Ring", "two numbers"], free, *none, "Supports/inner/Ring=1, 2, 3")
        self.dynamic(["Free directions", "up"], free, *none, "Supports/inner/Free directions=up")
        self.dynamic(["Free directions", "2D"], free, *none, "Supports/inner/Free directions=x z")
        self.dynamic(["Translation x", "free"], free, *none, "Supports/inner/Translation x=t")
        self.dynamic(["Springs", "3 numbers"], free, *none, "Supports/inner/Springs=1")
        self.dynamic(["Force x", "driven"], free, *none, "Supports/inner/Free directions=y", "Supports/inner/Force x=t")
        self.setting(["Supports/inner/Mass", "does not use it"], "Supports/inner/Mass=1")

    def test_settings_of_integrators(self):
        self.setting(["Integrator", "Time"], "Time/Integrator=leapfrog")
        self.setting(["Spectral radius", "statics"], "Time/Spectral radius=0.5")
        self.setting(["Absolute tolerance", "fixed"], "Time/Integrator=ROS3P", "Time/Absolute tolerance=1e-3")
        self.setting(["adaptive", "BLieDF2"], "Time/Integrator=BLieDF2", "Time/Step control=adaptive")
        self.setting(["Newton tolerance", "ROS3P"], "Time/Integrator=ROS3P", "Solver/Newton tolerance=1e-8")
        self.setting(["Linear tolerance", "MUMPS"], "Solver/Linear solver=MUMPS", "Solver/Linear tolerance=1e-8")
        self.setting(["Mass damping", "statics"], "Material/Mass damping=1")
        self.dynamic(["density"], "Material/Density=0")

    def test_rpc_files(self):
        def record(key, value):
            return key.encode().ljust(32, b"\0") + str(value).encode().ljust(96, b"\0")
        def write(**changes):
            header = {"FORMAT": "BINARY_IEEE_LITTLE_END", "NUM_HEADER_BLOCKS": 4, "NUM_PARAMS": 12,
                      "FILE_TYPE": "TIME_HISTORY", "TIME_TYPE": "DRIVE", "DATA_TYPE": "FLOATING_POINT",
                      "CHANNELS": 1, "DELTA_T": 0.01, "PTS_PER_FRAME": 128, "FRAMES": 1, "PTS_PER_GROUP": 128,
                      "DESC.CHAN_1": "x"}
            header.update(changes)
            text = b"".join(record(key, value) for key, value in header.items())
            (self.path / "road.rsp").write_bytes(text.ljust(2048, b"\0") + b"\0" * 512)
        setting = f'Supports/inner/Translation x=table("{self.path}/road.rsp", "x")'
        write(DATA_TYPE="COMPLEX")
        self.setting(["road.rsp", "COMPLEX"], setting)
        write()
        whole = (self.path / "road.rsp").read_bytes()
        (self.path / "road.rsp").write_bytes(whole[:-100])
        self.setting(["road.rsp"], setting)
        (self.path / "road.rsp").write_bytes(whole[:300])
        self.setting(["road.rsp"], setting)
        (self.path / "road.rsp").write_bytes(whole[:2048] + b"\xff" * 512)
        self.setting(["road.rsp", "finite"], setting)
        (self.path / "road.rsp").write_bytes(whole)
        self.setting(["road.rsp", "1.27"], setting, "Time/End time=2")
        self.setting(["road.rsp", '"x"'], setting.replace('"x"', '"y"'))

    def test_probe_outside_the_body(self):
        self.setting(["outside"], "Probes/far/Point=100, 0")
        self.setting(["Probes/far/Point", "2 numbers"], "Probes/far/Point=1")

    def test_probes(self):
        self.setting(['"rubbre"', '"rubber"'], "Probes/all/Set=rubbre")
        self.setting(["Probes/all", "either"], "Probes/all/Set=rubber", "Probes/all/Point=15, 0")
        self.setting(["Probes/all", "either"], "Probes/all/Quantities=stress")
        self.setting(["statics", "velocit"], "Probes/all/Set=rubber", "Probes/all/Quantities=velocity")
        self.setting(["Probes/all/Quantities", '"stres"'], "Probes/all/Set=rubber", "Probes/all/Quantities=stres")
        self.setting(["Probes/all/Quantities", 'Unknown name "stres"; did you mean "stress"? Known: displacement,'],
                     "Probes/all/Set=rubber", "Probes/all/Quantities=J, stres")

    def test_initial_values(self):
        wave = SOURCE / "parameter_files" / "standing_wave.prm"

        def refused(parts, *settings, ranks=1):
            self.refused(parts, *[word for text in settings for word in ("--set", text)], case=wave, ranks=ranks)
        # Another wave number: the twist does not vanish at the outer sleeve.
        refused(["Initial/Displacement", "at X = (", "prescribes 0 at t = 0"],
                "Initial/Definitions=r = sqrt(x^2 + y^2); phi = 0.1*sin(0.2*(r - 10))")
        refused(["Initial/Displacement x", "prescribes 0"], "Initial/Displacement x=1e-3", ranks=2)
        refused(["Initial/Velocity y", "is 3 at X"], "Initial/Velocity y=3")
        refused(['Section "Initial", displacement', '"z" is not known'], "Initial/Displacement x=z")
        refused(['"t" is not known'], "Initial/Velocity x=t")
        refused(["second meaning", '"x"'], "Initial/Definitions=x = 1; phi = 0")
        refused(["is not finite at ("], "Initial/Displacement x=log(-r)", ranks=2)
        refused(['"Initial/Velocity z"', "2D"], "Initial/Velocity z=0")
        self.setting(['"Initial/Displacement x"', "statics"], "Initial/Displacement x=0.1*x")
        self.setting(['"Initial/Definitions"'], "Time/Integrator=generalized alpha", "Initial/Definitions=a = 1")

    def test_names_that_are_missing(self):
        for text in ("/=3", "Time/=3", "=3"):
            self.setting([f'--set "{text}"', "not understood"], text)
        self.refused(['"set = 3"', "line 1"], case=self.file("set = 3\n"))

    def test_keys_that_are_given_twice(self):
        case = self.file("subsection Time\n  set Step size = 0.1\nend\nset Dimension = 2\nsubsection Time\n  set Step size = 0.2\nend\n")
        self.refused(['"Time/Step size" is given twice', "line 2", "line 6"], case=case)

    def test_options_in_the_place_of_values(self):
        for command in (["simulate", CASE, "--output", "--quiet"], ["simulate", CASE, "--output", ""], ["simulate", CASE, "--set", "--quiet"],
                        ["verify", "--output", "--quiet"]):
            code, _, message = run(PROGRAM, *command, cwd=self.path)
            self.assertEqual(code, 2, message)
            self.assertIn(f"The option {command[-2]} needs a value", message)
            self.assertEqual(list(self.path.iterdir()), [])
        code, _, message = run(PROGRAM, "simulate", CASE, "--output", "a", "--output", "b", cwd=self.path)
        self.assertEqual(code, 2, message)
        self.assertIn('--output is given twice, with "a" and "b"', message)

    def test_step_sizes_that_contradict_each_other(self):
        self.setting(['"Time/Minimum step size" is 0.05 s', '"Time/Maximum step size", which is 0.02 s'],
                     "Time/Minimum step size=0.05", "Time/Maximum step size=0.02")

    def test_elements_of_steel_without_steel_are_told(self):
        code, shown, message = run(PROGRAM, "check", CASE, "--set", "Mesh/Elements steel=2")
        self.assertEqual(code, 0, message)
        self.assertIn('unused: "Mesh/Elements steel": a bushing without steel walls does not use it', shown)

    def test_other_files_in_the_place_of_a_case(self):
        mark = self.path / "mark.prm"
        mark.write_bytes(b"\xef\xbb\xbf" + CASE.read_bytes())
        code, shown, message = run(PROGRAM, "check", mark)
        self.assertEqual(code, 0, message)
        self.assertIn("3312 unknowns", shown)
        wide = self.path / "wide.prm"
        wide.write_bytes(CASE.read_text().encode("utf-16"))
        self.refused(["wide.prm", "UTF-16", "Save it as UTF-8"], case=wide)
        wide.write_bytes(CASE.read_text().replace("Dimension", "Dimen\0sion").encode())
        self.refused(["wide.prm", "is not text", "has the value 0", "Give a parameter file"], case=wide)
        self.refused(["it is a folder"], case=self.path)
        self.refused(["a reduced model", "rivlin predict", "rivlin info"], case=SOURCE / "tests" / "online" / "version_0_1.rom")
        self.refused(["a mesh", "rivlin mesh"], case=SOURCE / "meshes" / "abaqus_bushing.inp")

    def test_meshes_in_other_encodings(self):
        mesh, copy = SOURCE / "meshes" / "abaqus_bushing.inp", self.path / "copy.inp"
        copy.write_bytes(b"\xef\xbb\xbf" + mesh.read_bytes())
        code, shown, message = run(PROGRAM, "mesh", copy)
        self.assertEqual((code, shown.replace(str(copy), "")), (0, run(PROGRAM, "mesh", mesh)[1].replace(str(mesh), "")), message)
        copy.write_bytes(mesh.read_text().encode("utf-16"))
        code, _, message = run(PROGRAM, "mesh", copy)
        self.assertEqual(code, 2, message)
        self.assertIn("is in UTF-16, with two bytes for each letter. Save it as UTF-8.", message)

    def test_tables_in_other_units(self):
        motion = self.path / "motion.csv"
        motion.write_text("time [s],x [N],turn [degr]\n0,0,0\n1,1,1\n")
        self.setting(["motion.csv", '"x [N]"', "not converted to [mm]", "Supports/inner/Translation x"],
                     f'Supports/inner/Translation x=table("{motion}", "x")')
        self.setting(["motion.csv", '"turn [degr]"', "not converted to [rad]", '"deg"'], f'Supports/inner/Rotation z=table("{motion}", "turn")')

    def test_file_in_the_place_of_a_directory(self):
        blocker = self.path / "file"
        blocker.write_text("")
        code, shown, message = run(PROGRAM, "verify", "pendulum", "--output", blocker)
        self.assertEqual((code, shown), (2, ""), message)
        self.assertIn("cannot be made", message)

    def test_reasons_why_a_sleeve_does_not_use_something(self):
        self.setting(['"Supports/inner/Force x"', "but a driven sleeve does not use it"], "Supports/inner/Force x=t")
        self.setting(['"Supports/inner/Translation z"', "but a driven sleeve in 2D does not use it"], "Supports/inner/Translation z=t")
        self.setting(['"Supports/inner/Ring density"', 'free sleeve without "Ring"'], "Supports/inner/Type=free",
                     "Supports/inner/Translation x=0", "Supports/inner/Rotation z=0", "Supports/inner/Ring density=1")

    def test_options(self):
        self.refused(['"--otput"', '"--output"'], "--otput")
        self.refused(["--set"], "--set")
        self.setting(["--set", "Section/Key=value"], "nothing")
        code, _, message = run(PROGRAM, "simulte", CASE)
        self.assertEqual(code, 2)
        self.assertIn('"simulate"', message)
        code, _, message = run(PROGRAM, "sim")
        self.assertEqual(code, 2)
        self.assertIn('Did you mean "simulate"?', message)

    def test_two_ranks_say_it_once(self):
        self.refused(['"Mooney-Rivlin"'], "--set", "Material/Law=Mooney-Rivlyn", ranks=2)

    def test_check_refuses_the_same_way(self):
        code, _, message = run(PROGRAM, "check", CASE, "--set", "Material/C10=-1")
        self.assertEqual(code, 2, message)

    def test_failed_computation_is_exit_code_1_and_keeps_results(self):
        # 16 mm: the sleeves would touch at 15 mm.
        code, _, message = run(PROGRAM, "simulate", CASE, "--output", self.path / "output",
                               "--set", "Supports/inner/Translation x=16*t", "--set", "Time/Minimum step size=0.05")
        self.assertEqual(code, 1, message)
        self.assertIn("Step refused", message)
        self.assertIn("inner translation x [mm] = ", message)
        rows = (self.path / "output" / "history.csv").read_text().splitlines()
        self.assertGreater(len(rows), 2)
        self.assertEqual(len({row.count(",") for row in rows}), 1)
        self.assertIn('"finished": false', (self.path / "output" / "summary.json").read_text())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
