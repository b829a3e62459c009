# SPDX-License-Identifier: Apache-2.0
"""Reads every file of an output directory, strictly; shared by the tests of interrupted runs."""
import base64
import json
import math
import pathlib
import struct
import subprocess
import xml.etree.ElementTree as xml
import zlib

from program import rivlin


def read_vtu(path):
    """Arrays of a VTU file by their names, whatever their encoding."""
    root = xml.parse(path).getroot()
    formats = {"Float32": "f", "Float64": "d", "Int32": "i", "Int64": "q", "UInt8": "B"}
    arrays = {}
    for array in root.iter("DataArray"):
        if array.get("format") == "ascii":
            arrays[array.get("Name")] = list(map(float, array.text.split()))
            continue
        text = array.text.strip()
        if root.get("compressor"):
            # One block: its header of four numbers is encoded on its own.
            assert struct.unpack("<4Q", base64.b64decode(text[:44]))[0] == 1
            data = zlib.decompress(base64.b64decode(text[44:]))
        else:
            data = base64.b64decode(text)[8:]
        arrays[array.get("Name")] = [value for value, in struct.iter_unpack("<" + formats[array.get("type")], data)]
    return arrays


def read_snapshots(reader, path):
    """Valid rows of every data set, by a plain HDF5 program."""
    done = subprocess.run([str(reader), str(path)], capture_output=True, text=True)
    assert done.returncode == 0, f"{path} is not readable: {done.stderr[-500:]}"
    content = json.loads(done.stdout)
    count = content["sets"].pop("count")["values"]
    rows = {}
    for name, entry in content["sets"].items():
        shape, values = entry["shape"], entry["values"]
        if name in ("time", "q", "v", "a", "lambda", "channels", "sleeves"):
            assert count <= shape[0]
            size = math.prod(shape[1:])
            rows[name] = [values[i * size:(i + 1) * size] for i in range(count)]
        else:
            rows[name] = values
    return rows, content


def is_beginning(text, history, tolerance):
    """Bit for bit, or to a tolerance relative to the largest number with the same unit: a force that vanishes by symmetry is
    rounding of the others."""
    if tolerance == 0:
        return history.startswith(text)
    seen, expected = (rivlin.parse_history(some.decode()) for some in (text, history))
    largest = {}
    for title, column in expected.items():
        unit = expected.unit(title)
        largest[unit] = max(largest.get(unit, 1e-300), abs(column).max())
    n = seen.n_rows
    return list(seen) == list(expected) and n <= expected.n_rows and all(
        (abs(column - expected[title][:n]) <= tolerance * largest[expected.unit(title)]).all() for title, column in seen.items())


def check_files(directory, reader, history, tolerance=0):
    """Every file under its final name is complete; history.csv is a beginning of `history`, unless that is None."""
    directory = pathlib.Path(directory)
    for path in directory.rglob("*"):
        if path.suffix == ".csv":
            text = path.read_bytes()
            assert history is None or is_beginning(text, history, tolerance), \
                f"{path} is not a beginning of the undisturbed history"
            rivlin.parse_history(text.decode(), str(path))
            assert text.endswith(b"\n"), path
        elif path.suffix == ".json":
            json.loads(path.read_text())
        elif path.suffix in (".vtu", ".pvtu"):
            xml.parse(path)
        elif path.suffix == ".pvd":
            for record in xml.parse(path).getroot().findall(".//DataSet"):
                assert (directory / record.get("file")).exists(), f"{path} names a file that is not there"
        elif path.suffix == ".safetensors":
            _, arrays = rivlin.read_container(path)
            assert arrays["time"][0] > 0 and len(arrays["q"]) > 0
        elif path.suffix == ".h5":
            rows, _ = read_snapshots(reader, path)
            assert all(x is not None and math.isfinite(x) for name in rows for row in rows[name]
                       for x in (row if isinstance(row, list) else [row])), f"{path} has rows without numbers"
        else:
            assert path.is_dir() or path.suffix in (".log", ".part", ".lock"), f"unexpected file {path}"
