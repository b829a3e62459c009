# SPDX-License-Identifier: Apache-2.0
"""Container files (safetensors layout with a checksum: doc/formats.md): reduced models and checkpoints."""
from __future__ import annotations

import json
import math
from typing import Any, Mapping, NamedTuple

import numpy
from numpy.typing import NDArray

from ._names import Path, bytes_of, file_in
from .checksum import crc64
from .errors import WrongInput

TYPES = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4", "U8": "|u1"}
LONGEST_HEADER = 16 << 20
Arrays = dict[str, NDArray[Any]]


class Container(NamedTuple):
    """Texts and arrays of a container file."""
    metadata: dict[str, str]
    arrays: Arrays  #: Views of the bytes that were read: they cannot be written to.


class Rom(NamedTuple):
    """What a .rom file holds, as doc/formats.md lists it."""
    metadata: dict[str, str]  #: format, program, ...
    model: dict[str, Any]  #: The description: dimension, unit_system, sleeves, force, ...
    notes: dict[str, str]  #: About provenance, training and validation.
    arrays: Arrays  #: mass, damping, "volume linear", ...


def _compact(header: Mapping[str, Any]) -> bytes:
    return json.dumps(header, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a name stands twice in its header")
    return result


def _header_of(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and data; ValueError with the reason."""
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > min(len(content) - 8, LONGEST_HEADER):
        raise ValueError(f"{len(content)} bytes are no container file" if len(content) < 8 else
                         f"its header of {length} bytes does not fit into {len(content)} bytes (at most {LONGEST_HEADER})")
    try:
        header = json.loads(content[8:8 + length].decode(), object_pairs_hook=_without_repetition)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"its header is no JSON: {error}") from None
    if not isinstance(header, dict):
        raise ValueError("its header is no JSON object")
    return header, content[8 + length:]


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _arrays_of(header: dict[str, Any], data: bytes) -> Arrays:
    places = {}
    for name, entry in header.items():
        try:
            kind, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
            size = math.prod(shape) * numpy.dtype(TYPES[kind]).itemsize
        except (KeyError, TypeError, ValueError):
            raise ValueError(f'the entry "{name}" of its header is not that of an array') from None
        if not all(map(_is_size, (*shape, begin, end))) or end - begin != size or end > len(data):
            raise ValueError(f'the array "{name}" of shape {shape} and type {kind} does not fill bytes {begin} to {end} of {len(data)}')
        places[name] = (begin, end, kind, shape)
    last = 0
    for begin, end, _, _ in sorted(places.values(), key=lambda place: place[:2]):
        if begin != last:
            raise ValueError(f"its arrays have gaps or overlap at byte {begin}")
        last = end
    if last != len(data):
        raise ValueError(f"its arrays have {last} bytes, the file has {len(data)}")
    return {name: numpy.frombuffer(data, TYPES[kind], math.prod(shape), begin).reshape(shape)
            for name, (begin, _, kind, shape) in places.items()}


def parse_container(content: bytes, name: str = "container") -> Container:
    """Texts and arrays of a container; lengths, offsets, shapes, types and the checksum are verified."""
    try:
        header, data = _header_of(content)
        metadata = header.get("__metadata__")
        if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
            raise ValueError("it has no texts (__metadata__)")
        checksum = metadata.pop("crc64", None)
        found = f"{crc64(_compact(header) + data):016x}"
        if checksum != found:
            raise ValueError(f"its checksum is {found}, it says {checksum}: the file is damaged")
        del header["__metadata__"]
        return Container(metadata, _arrays_of(header, data))
    except ValueError as error:
        raise WrongInput(f'Cannot read "{name}": {error}.') from None


def read_container(file: Path) -> Container:
    """Texts and arrays of a container file, for example of a checkpoint."""
    path = file_in(file, "")
    return parse_container(bytes_of(path), str(path))


def container_bytes(metadata: Mapping[str, str], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """A container with its checksum. Arrays have one of the types float64, float32, int64, int32, uint8."""
    kinds = {numpy.dtype(kind): name for name, kind in TYPES.items()}
    header: dict[str, Any] = {"__metadata__": {name: text for name, text in metadata.items() if name != "crc64"}}
    parts, end = [], 0
    # Wide types first, so that every array is aligned.
    for name, array in sorted(arrays.items(), key=lambda item: (-item[1].dtype.itemsize, item[0])):
        kind = kinds.get(array.dtype.newbyteorder("<"))
        if kind is None or name == "__metadata__":
            raise WrongInput(f'The array "{name}" of type {array.dtype} cannot be stored in a container.')
        parts.append(numpy.ascontiguousarray(array, dtype=TYPES[kind]).tobytes())
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [end, end + len(parts[-1])]}
        end += len(parts[-1])
    data = b"".join(parts)
    header["__metadata__"]["crc64"] = f"{crc64(_compact(header) + data):016x}"
    text = _compact(header)
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


def read_rom(file: Path) -> Rom:
    """A reduced model as arrays. It is not checked whether they fit each other: rivlin.Model does so."""
    path = file_in(file, "")
    metadata, arrays = parse_container(bytes_of(path), str(path))
    if not metadata.get("format", "").startswith("rivlin reduced model "):
        raise WrongInput(f'"{path}" is not a reduced model: its format is "{metadata.get("format", "")}".')
    try:
        model = json.loads(metadata["model"])
    except (KeyError, ValueError) as error:
        raise WrongInput(f'"{path}" has no description of its model: {error}.') from None
    notes = {name[len("note: "):]: text for name, text in metadata.items() if name.startswith("note: ")}
    rest = {name: text for name, text in metadata.items() if name != "model" and not name.startswith("note: ")}
    return Rom(rest, model, notes, arrays)
