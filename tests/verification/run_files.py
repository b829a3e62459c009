# SPDX-License-Identifier: Apache-2.0
"""Reads every file of an output directory, strictly; shared by the tests of interrupted runs."""
import base64
import csv
import json
import math
import pathlib
import struct
import subprocess
import xml.etree.ElementTree as xml
import zlib

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = (byte >> 1) ^ (0xC96C5795D7870F42 if byte & 1 else 0)
    TABLE.append(byte)


def crc64(data):
    """CRC-64/XZ."""
    state = 0xFFFFFFFFFFFFFFFF
    for byte in data:
        state = TABLE[(state ^ byte) & 0xFF] ^ (state >> 8)
    return state ^ 0xFFFFFFFFFFFFFFFF


def read_container(path):
    """Metadata and arrays of a container file (the safetensors layout of doc/formats.md)."""
    content = pathlib.Path(path).read_bytes()
    length, = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + length])
    data = content[8 + length:]
    metadata = header["__metadata__"]
    checksum = metadata.pop("crc64")
    text = json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert int(checksum, 16) == crc64(text + data), f"{path}: checksum"
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            assert entry["dtype"] == "F64"
            arrays[name] = struct.unpack(f"<{(end - begin) // 8}d", data[begin:end])
    return metadata, arrays


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


def numbers_of(history):
    """Rows of a history as numbers, without its header."""
    return [[float(x) for x in line.split(",")] for line in history.decode().splitlines()[1:]]


def is_beginning(text, history, tolerance):
    """Bit for bit, or to a tolerance relative to the largest number with the same unit: a force that vanishes by symmetry is
    rounding of the others."""
    if tolerance == 0:
        return history.startswith(text)
    rows, others = numbers_of(text), numbers_of(history)
    units = [title.rpartition("[")[2] for title in history.decode().partition("\n")[0].split(",")]
    largest = {}
    for unit, column in zip(units, zip(*others)):
        largest[unit] = max(largest.get(unit, 1e-300), *map(abs, column))
    return len(rows) <= len(others) and all(
        abs(x - y) <= tolerance * largest[unit] for row, other in zip(rows, others) for x, y, unit in zip(row, other, units))


def check_files(directory, reader, history, tolerance=0):
    """Every file under its final name is complete; history.csv is a beginning of `history`, unless that is None."""
    directory = pathlib.Path(directory)
    for path in directory.rglob("*"):
        if path.suffix == ".csv":
            text = path.read_bytes()
            assert history is None or is_beginning(text, history, tolerance), \
                f"{path} is not a beginning of the undisturbed history"
            rows = list(csv.reader(text.decode().splitlines()))
            assert all(len(row) == len(rows[0]) for row in rows), path
            assert text.endswith(b"\n"), path
        elif path.suffix == ".json":
            json.loads(path.read_text())
        elif path.suffix in (".vtu", ".pvtu"):
            xml.parse(path)
        elif path.suffix == ".pvd":
            for record in xml.parse(path).getroot().findall(".//DataSet"):
                assert (directory / record.get("file")).exists(), f"{path} names a file that is not there"
        elif path.suffix == ".safetensors":
            _, arrays = read_container(path)
            assert arrays["time"][0] > 0 and len(arrays["q"]) > 0
        elif path.suffix == ".h5":
            rows, _ = read_snapshots(reader, path)
            assert all(x is not None and math.isfinite(x) for name in rows for row in rows[name]
                       for x in (row if isinstance(row, list) else [row])), f"{path} has rows without numbers"
        else:
            assert path.is_dir() or path.suffix in (".log", ".part", ".lock"), f"unexpected file {path}"
