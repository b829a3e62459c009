#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the package reads: histories, containers, reduced models, reports, snapshots.

Usage: files_test.py BUILD_DIR SOURCE_DIR."""
import importlib.util
import json
import random
import sys
import unittest
import unittest.mock

import numpy

from common import SOURCE, FolderTest, rivlin
from rivlin.checksum import crc64
from spring_model import K, spring_model

OLD = SOURCE / "tests/online/version_0_1.rom"


def bit_by_bit(data):
    """CRC-64/XZ from its definition."""
    state = (1 << 64) - 1
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = (state >> 1) ^ (0xC96C5795D7870F42 if state & 1 else 0)
    return state ^ ((1 << 64) - 1)


class Histories(FolderTest):
    def write(self, text, name="history.csv"):
        file = self.folder / name
        file.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return file

    def test_columns_by_title_name_and_beginning(self):
        self.write('time [s],inner force x [N],inner force y [N],"work, total [N mm]",steps\n0,1,2,3,4\n0.5,-1e-3,nan,1e400,7\n')
        history = rivlin.read_history(self.folder)
        self.assertEqual(list(history), ["time [s]", "inner force x [N]", "inner force y [N]", "work, total [N mm]", "steps"])
        numpy.testing.assert_array_equal(history.time, [0, 0.5])
        numpy.testing.assert_array_equal(history["inner force x"], [1, -1e-3])
        numpy.testing.assert_array_equal(history["inner force y [N]"], [2, numpy.nan])
        self.assertEqual((history.unit("work, total"), history.unit("inner force x [N]"), history.unit("steps")), ("N mm", "N", ""))
        self.assertEqual(history.matching("inner force"), ["inner force x [N]", "inner force y [N]"])
        self.assertEqual(history.matching("steps"), ["steps"])
        self.assertTrue("inner force x" in history and "inner force" not in history)
        self.assertEqual((history.n_rows, len(history)), (2, 5))
        self.refused('has no column "iner force x". Did you mean "inner force x [N]"?', history.__getitem__, "iner force x", kind=KeyError)
        self.refused('has no column "moment".', history.matching, "moment")

    def test_tables_of_others(self):
        text = "\ufeff# measured\r\ntime [s], x [mm]\r\n\r\n0, 1\r\n# pause\r\n1, 2\r\n"
        history = rivlin.read_history(self.write(text, "motion.csv"))
        numpy.testing.assert_array_equal(history["x [mm]"], [1, 2])

    def test_a_run_without_steps_has_no_rows(self):
        history = rivlin.read_history(self.write("time [s],x [mm]\n"))
        self.assertEqual((history.n_rows, list(history)), (0, ["time [s]", "x [mm]"]))

    def test_refusals(self):
        self.refused(f'There is no file "{self.folder}/history.csv".', rivlin.read_history, self.folder)
        for text, words in (("time [s],x\n0,one\n", 'line 2: "one" is not a number.'), ("time [s],x\n\n0\n", "line 3: 1 cells, the header has 2."),
                            ("time [s],x,x\n0,1,2\n", 'has two columns "x".'), ("", "has no line of names."),
                            (b"time [s],\xff\n", "is not a text in UTF-8 (byte 9).")):
            self.refused(words, rivlin.read_history, self.write(text))


class Containers(FolderTest):
    def test_checksum(self):
        self.assertEqual(crc64(b"123456789"), 0x995DC9BBDF1939FA)
        generator = random.Random(1)
        # Lanes of numpy begin above 16384 bytes.
        for n in (0, 1, 7, 8, 9, 1000, 16384, 16385, 20479, 20480):
            data = generator.randbytes(n)
            self.assertEqual(crc64(data), bit_by_bit(data), n)

    def test_what_is_written_is_read(self):
        arrays = {"a": numpy.arange(6.0).reshape(2, 3), "b": numpy.float32([1.5]), "c": numpy.array([[1], [-2]], dtype=numpy.int32),
                  "d": numpy.uint8([7, 8, 9]), "e": numpy.zeros((0, 4)), "f": numpy.array(5, dtype=numpy.int64), "t": numpy.arange(6.0).reshape(2, 3).T}
        file = self.folder / "some.safetensors"
        file.write_bytes(rivlin.container_bytes({"format": "mine ü", "crc64": "old"}, arrays))
        metadata, read = rivlin.read_container(file)
        self.assertEqual(metadata, {"format": "mine ü"})
        self.assertEqual(set(read), set(arrays))
        for name, array in arrays.items():
            numpy.testing.assert_array_equal(read[name], array)
            self.assertEqual(read[name].dtype, array.dtype)
        self.assertFalse(read["a"].flags.writeable)
        self.refused("cannot be stored", rivlin.container_bytes, {}, {"a": numpy.array([1j])})

    def test_a_file_of_the_program(self):
        rom = rivlin.read_rom(OLD)
        self.assertEqual(rom.metadata["format"], "rivlin reduced model 1")
        self.assertEqual((rom.model["dimension"], rom.model["sleeves"][0]["name"]), (2, "sleeve 0"))
        self.assertEqual(rom.notes["origin"], "synthetic")
        self.assertEqual((rom.arrays["mass"].shape, rom.arrays["force material of point"].dtype), ((8, 8), numpy.dtype(numpy.int32)))
        numpy.testing.assert_array_equal(rom.arrays["mass"], rom.arrays["mass"].T)
        # Written again it is the same model to the library.
        metadata, arrays = rivlin.read_container(OLD)
        rivlin.Model(rivlin.container_bytes(metadata, arrays)).start()

    def test_a_changed_model(self):
        metadata, arrays = rivlin.parse_container(spring_model())
        model = rivlin.Model(rivlin.container_bytes(metadata, {**arrays, "force tangents": 2 * arrays["force tangents"]}), quasi_static=True)
        model.start()
        model.set_pose(0, [0, 0.5, 0, 0, 0, 0])
        model.advance(1)
        self.assertAlmostEqual(model.reaction()[1], K, delta=1e-8)

    def test_every_damage_is_seen(self):
        content, generator = OLD.read_bytes(), random.Random(2)
        places = [*range(8), *(generator.randrange(len(content)) for _ in range(300))]
        for place in places:
            damaged = bytearray(content)
            damaged[place] ^= 1 << generator.randrange(8)
            with self.assertRaises(rivlin.WrongInput, msg=f"byte {place}"):
                rivlin.parse_container(bytes(damaged))
        for length in (0, 7, 8, 100, len(content) - 1):
            with self.assertRaises(rivlin.WrongInput):
                rivlin.parse_container(content[:length])
        self.refused("checksum", rivlin.parse_container, content + b"\0")

    def test_headers_that_lie(self):
        def with_header(text, data=bytes(8)):
            """With the checksum that belongs to it."""
            header = json.loads(text)
            plain = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
            header["__metadata__"]["crc64"] = f"{bit_by_bit(plain + data):016x}"
            text = json.dumps(header).encode()
            return len(text).to_bytes(8, "little") + text + data
        entry = '{"__metadata__": {}, "a": {"dtype": "%s", "shape": %s, "data_offsets": %s}}'
        self.assertEqual(rivlin.parse_container(with_header(entry % ("F64", "[1]", "[0, 8]"))).arrays["a"].shape, (1,))
        for kind, shape, offsets in (("F16", "[4]", "[0, 8]"), ("F64", "[2]", "[0, 8]"), ("F64", "[2]", "[0, 16]"), ("F64", "[-1, -1]", "[0, 8]"),
                                     ("F64", "[1]", "[-8, 0]"), ("F64", "[0]", "[0, 0]"), ("F64", "[true]", "[0, 8]"), ("F64", "1", "[0, 8]"),
                                     ("F64", "[1]", "8"), ("F32", "[1]", "[4, 8]")):
            with self.assertRaises(rivlin.WrongInput, msg=f"{kind} {shape} {offsets}"):
                rivlin.parse_container(with_header(entry % (kind, shape, offsets)))
        twice = b'{"a": 1, "a": 2}'
        self.refused("a name stands twice", rivlin.parse_container, len(twice).to_bytes(8, "little") + twice)
        self.refused("does not fit", rivlin.parse_container, (2**60).to_bytes(8, "little") + bytes(100))
        self.refused("is no JSON", rivlin.parse_container, (8).to_bytes(8, "little") + b"[[[[[[[[")
        file = self.folder / "other.rom"
        file.write_bytes(rivlin.container_bytes({"format": "rivlin checkpoint 2"}, {}))
        self.refused('is not a reduced model: its format is "rivlin checkpoint 2"', rivlin.read_rom, file)


class Reports(FolderTest):
    def test_lists_of_numbers_are_arrays(self):
        text = '{"steps": 3, "values": [1, 2.5], "names": ["a"], "runs": [{"error": null, "modes": [[1, 2], [3, 4]]}], "none": []}'
        for name, read in (("summary", rivlin.read_summary), ("training", rivlin.read_training), ("comparison", rivlin.read_comparison)):
            (self.folder / f"{name}.json").write_text(text)
            for path in (self.folder, str(self.folder / f"{name}.json")):
                report = read(path)
                numpy.testing.assert_array_equal(report["values"], [1, 2.5])
                numpy.testing.assert_array_equal(report["runs"][0]["modes"][1], [3, 4])
                self.assertEqual((report["steps"], report["names"], report["runs"][0]["error"], report["none"]), (3, ["a"], None, []))

    def test_refusals(self):
        self.refused("There is no file", rivlin.read_training, self.folder)
        file = self.folder / "summary.json"
        for text, words in (("{", "is no JSON: "), ("[1]", "is no JSON object.")):
            file.write_text(text)
            self.refused(words, rivlin.read_summary, file)


class SnapshotFiles(FolderTest):
    def test_without_h5py(self):
        (self.folder / "snapshots.h5").write_bytes(b"")
        with unittest.mock.patch.dict(sys.modules, {"h5py": None}):
            self.refused("has no h5py to read it. Install it", rivlin.read_snapshots, self.folder, kind=rivlin.MissingPart)

    @unittest.skipIf(importlib.util.find_spec("h5py") is None, "h5py is not installed")
    def test_valid_rows(self):
        file = self.folder / "snapshots.h5"
        self.refused("There is no file", rivlin.read_snapshots, self.folder)
        import h5py
        with h5py.File(file, "w") as content:
            content.attrs["format"] = numpy.bytes_("rivlin snapshots 1")
            content.attrs["channels"] = numpy.bytes_('["inner translation x [mm]"]')
            content.attrs["sleeves"] = numpy.bytes_('["inner"]')
            content["count"] = 2
            content["time"] = [0.0, 0.1, numpy.nan]
            content["q"] = numpy.arange(12.0).reshape(3, 4)
            content["q"].attrs["unit"] = numpy.bytes_("mm")
            content["q_points"] = numpy.zeros((4, 3))
        snapshots = rivlin.read_snapshots(self.folder)
        numpy.testing.assert_array_equal(snapshots.arrays["time"], [0, 0.1])
        numpy.testing.assert_array_equal(snapshots.arrays["q"], numpy.arange(8.0).reshape(2, 4))
        self.assertEqual(snapshots.arrays["q_points"].shape, (4, 3))
        self.assertEqual((snapshots.units["q"], snapshots.channels, snapshots.sleeves), ("mm", ["inner translation x [mm]"], ["inner"]))
        self.assertEqual(list(rivlin.read_snapshots(file, only=["time"]).arrays), ["time"])
        self.refused('has no data set "tine". Did you mean "time"?', rivlin.read_snapshots, file, only=["tine"])
        with h5py.File(self.folder / "other.h5", "w"):
            pass
        self.refused("does not hold snapshots", rivlin.read_snapshots, self.folder / "other.h5")
        file.write_bytes(b"no HDF5")
        self.refused("Cannot read", rivlin.read_snapshots, file)


if __name__ == "__main__":
    unittest.main()
