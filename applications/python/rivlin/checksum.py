# SPDX-License-Identifier: Apache-2.0
"""CRC-64/XZ (polynomial of ECMA-182, reflected), the checksum of container files.

Bytes are cut into lanes that numpy handles side by side: without the inversions before and after, the checksum is linear over
GF(2), and leading zeros do not count, so that lane A followed by lane B has the checksum (A, moved over the length of B) xor B."""
from __future__ import annotations

import numpy
from numpy.typing import NDArray

_ALL = 0xFFFFFFFFFFFFFFFF
_LANES = 1024
_Words = NDArray[numpy.uint64]


def _make_table() -> _Words:
    rows = numpy.arange(256, dtype=numpy.uint64)
    for _ in range(8):
        rows = (rows >> numpy.uint64(1)) ^ ((rows & numpy.uint64(1)) * numpy.uint64(0xC96C5795D7870F42))
    return rows


_TABLE = _make_table()
_INTEGERS: list[int] = _TABLE.tolist()
_LOW, _BYTE = numpy.uint64(0xFF), numpy.uint64(8)


def _step(states: _Words, data: _Words | numpy.uint64) -> _Words:
    """The states of several lanes after one more byte in each."""
    result: _Words = _TABLE[((states ^ data) & _LOW).astype(numpy.intp)] ^ (states >> _BYTE)
    return result


def _product(columns: _Words, states: _Words) -> _Words:
    """A matrix over GF(2), given by what it makes of each bit, times several states."""
    result = numpy.zeros_like(states)
    for bit, column in enumerate(columns):
        result ^= ((states >> numpy.uint64(bit)) & numpy.uint64(1)) * column
    return result


def _one_by_one(data: bytes) -> int:
    state = _ALL
    for byte in data:
        state = _INTEGERS[(state ^ byte) & 0xFF] ^ (state >> 8)
    return state ^ _ALL


def crc64(data: bytes) -> int:
    """Of "123456789" it is 0x995dc9bbdf1939fa."""
    if len(data) <= 16 * _LANES:
        return _one_by_one(data)
    length = -(-len(data) // _LANES)
    lanes = numpy.zeros(_LANES * length, dtype=numpy.uint8)
    first = lanes.size - len(data)
    lanes[first:] = numpy.frombuffer(data, dtype=numpy.uint8)
    lanes[first:first + 8] ^= 0xFF  # the inversion before
    states = numpy.zeros(_LANES, dtype=numpy.uint64)
    # What a lane's length of zero bytes makes of each bit.
    moved = numpy.uint64(1) << numpy.arange(64, dtype=numpy.uint64)
    for column in numpy.ascontiguousarray(lanes.reshape(_LANES, length).T):
        states = _step(states, column.astype(numpy.uint64))
        moved = _step(moved, numpy.uint64(0))
    while len(states) > 1:
        states = _product(moved, states[0::2]) ^ states[1::2]
        moved = _product(moved, moved)
    return int(states[0]) ^ _ALL
