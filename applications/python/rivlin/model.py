# SPDX-License-Identifier: Apache-2.0
"""Reduced models: poses or loads in, reactions or poses out, step by step."""
from __future__ import annotations

import ctypes
import operator
import os
import threading
import types
import weakref
from typing import Any, Mapping, NamedTuple, Optional, SupportsFloat, Union

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._names import Path, nearest
from .errors import WrongInput

Numbers = NDArray[numpy.float64]
#: Number of a sleeve, counted from 0, or its name.
SleeveId = Union[int, str]


class Sleeve(NamedTuple):
    """A sleeve that moves."""
    name: str
    is_driven: bool  #: True: pose in, reaction out; False: force and moment in, pose out.


class Trust(NamedTuple):
    """How far the last answer can be trusted."""
    min_J: float  #: Smallest change of volume at the points of the model.
    distance: float  #: To the training set (Mahalanobis); 1: as far as the training went.
    second_cubature: float  #: Relative difference of a second cubature, where the model has one.
    inside: bool  #: Within the trained range.


class Tangent(NamedTuple):
    """Derivatives of the outputs by the inputs at the end of the last step; 6 rows and columns per sleeve."""
    by_input: Numbers
    by_velocity: Numbers  #: By the velocities of driven sleeves, where they were given.


class Motion(NamedTuple):
    """What Model.run returns: one row per time."""
    time: Numbers
    outputs: dict[str, Numbers]  #: By sleeve, n x 6: reactions of driven ones, poses of others.
    inside: NDArray[numpy.bool_]  #: Whether the state was within the trained range.


def numbers_of(values: ArrayLike, shape: tuple[int, ...], what: str) -> Numbers:
    """An array that C can read; other shapes and types are refused, numbers that are not finite by the library."""
    array = numpy.asarray(values)
    if array.dtype.kind not in "iuf":
        raise WrongInput(f"{what} is not an array of real numbers (its type is {array.dtype}).")
    if array.shape != shape:
        raise WrongInput(f"{what} has the shape {array.shape}, it must be {shape}.")
    return numpy.ascontiguousarray(array, dtype=numpy.float64)


def _pointer(array: Optional[Numbers]) -> Optional[int]:
    """Of an array that somebody holds until the call is done."""
    return None if array is None else array.ctypes.data


def _number(value: SupportsFloat, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise WrongInput(f"{what} is not a number: {value!r}.") from None


class Model:
    """A reduced model from a .rom file, given by its name or as its content (bytes), for example

        model = rivlin.Model("bushing.rom")
        model.start()
        model.set_pose("inner", [0.1, 0, 0, 0, 0, 0])
        model.advance(1e-3)
        force = model.reaction("inner")[:3]

    All numbers are in the unit system of the model (unit_system). A pose is translation and rotation vector (axis times angle), a
    reaction is the force and the moment about the moved centre by which the sleeve acts on the rubber. Sleeves are given by name
    or number.

    Errors of the library are raised with its words: WrongInput, NotConverged, InternalError. After NotConverged the state is the
    one before the call. Different models may run in different threads; calls of one model wait for each other.

    quasi_static: each step ends in equilibrium, otherwise generalized alpha with spectral_radius (0 to 1) at infinity. tolerance is
    that of Newton's method, a refused step is halved at most max_halvings times. drive_all: drive sleeves that were free in the
    training, too. gravity is an acceleration; zero: that of the model's start. What is None is the default of the library."""

    def __init__(self, source: Union[Path, bytes], *, quasi_static: Optional[bool] = None, spectral_radius: Optional[float] = None,
                 tolerance: Optional[float] = None, max_halvings: Optional[int] = None, drive_all: Optional[bool] = None,
                 gravity: Optional[ArrayLike] = None) -> None:
        options = _options(quasi_static, spectral_radius, tolerance, max_halvings, drive_all, gravity)
        if isinstance(source, bytes):
            self._open("rivlin_open_bytes", (source, len(source)), options)
            return
        path = os.fsencode(source)
        if b"\0" in path:
            raise WrongInput(f"{source!r} is not the name of a file.")
        self._open("rivlin_open", (path,), options)

    def _open(self, function: str, source: tuple[Any, ...], options: _library.Options) -> None:
        library = _library.library()
        handle, text = _library.MODEL(), ctypes.create_string_buffer(1 << 16)
        status = getattr(library, function)(*source, ctypes.byref(options), ctypes.byref(handle), text, len(text))
        if status:
            raise _library.error_of(status, text.value)
        self._library, self._handle, self._lock = library, handle, threading.Lock()
        self._release = weakref.finalize(self, library.rivlin_close, handle)
        self._unit_system = str(library.rivlin_unit_system(handle).decode())
        self._sleeves = tuple(Sleeve(library.rivlin_sleeve_name(handle, i).decode(), bool(library.rivlin_sleeve_is_driven(handle, i)))
                              for i in range(library.rivlin_n_sleeves(handle)))

    def _call(self, name: str, *arguments: Any) -> None:
        with self._lock:
            if not self._release.alive:
                raise WrongInput("The model is closed. Open it again: rivlin.Model(file).")
            status = getattr(self._library, name)(self._handle, *arguments)
            if status:
                raise _library.error_of(status, self._library.rivlin_last_error(self._handle))

    def close(self) -> None:
        """Free the model; a second time does nothing. Happens by itself with the end of a `with` block or of the object."""
        with self._lock:
            self._release()

    def __enter__(self) -> Model:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 trace: Optional[types.TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        names = ", ".join(f'"{sleeve.name}" {"driven" if sleeve.is_driven else "free"}' for sleeve in self._sleeves)
        return f"<rivlin.Model, {self._unit_system}, sleeves: {names or 'none'}{'' if self._release.alive else ', closed'}>"

    @property
    def unit_system(self) -> str:
        """For example "mm-t-s": mm, t, s, N, MPa."""
        return self._unit_system

    @property
    def sleeves(self) -> tuple[Sleeve, ...]:
        """The sleeves that move, in the order of their numbers."""
        return self._sleeves

    def _sleeve(self, sleeve: SleeveId) -> int:
        if isinstance(sleeve, str):
            names = [known.name for known in self._sleeves]
            if sleeve not in names:
                raise WrongInput(f'There is no sleeve "{sleeve}".{nearest(sleeve, names)}')
            return names.index(sleeve)
        try:
            number = operator.index(sleeve)
        except TypeError:
            raise WrongInput(f"{sleeve!r} is neither the name nor the number of a sleeve.") from None
        if not 0 <= number < len(self._sleeves):
            raise WrongInput(f"There is no sleeve {number}; the model has {len(self._sleeves)}, counted from 0.")
        return number

    def _what(self, words: str, sleeve: int) -> str:
        return f'The {words} of sleeve "{self._sleeves[sleeve].name}"'

    def set_pose(self, sleeve: SleeveId, pose: ArrayLike, velocity: Optional[ArrayLike] = None) -> None:
        """Pose at the end of the next step, 6 numbers, and its time derivative; without one the mean velocity of the step counts.
        Refused for a sleeve that is free in all directions."""
        number = self._sleeve(sleeve)
        place = numbers_of(pose, (6,), self._what("pose", number))
        rate = None if velocity is None else numbers_of(velocity, (6,), self._what("velocity", number))
        self._call("rivlin_set_pose", number, _pointer(place), _pointer(rate))

    def set_load(self, sleeve: SleeveId, force: ArrayLike, moment: ArrayLike = (0, 0, 0)) -> None:
        """Force and moment on a sleeve at the end of the next step, 3 numbers each. Refused for a driven sleeve."""
        number = self._sleeve(sleeve)
        vector = numbers_of(force, (3,), self._what("force", number))
        couple = numbers_of(moment, (3,), self._what("moment", number))
        self._call("rivlin_set_load", number, _pointer(vector), _pointer(couple))

    def start(self, time: float = 0.0) -> None:
        """Begin in equilibrium with the inputs, which are those of the model's start where none are set."""
        self._call("rivlin_start", _number(time, "The time"))

    def advance(self, h: float) -> None:
        """Carry the model to time + h."""
        self._call("rivlin_advance", _number(h, "The step"))

    @property
    def time(self) -> float:
        """Time of the state [s]."""
        value = ctypes.c_double()
        self._call("rivlin_get_time", ctypes.byref(value))
        return value.value

    def reaction(self, sleeve: SleeveId = 0) -> Numbers:
        """Force and moment, 6 numbers."""
        result = numpy.empty(6)
        self._call("rivlin_get_reaction", self._sleeve(sleeve), _pointer(result))
        return result

    def pose(self, sleeve: SleeveId = 0) -> Numbers:
        """Translation and rotation vector, 6 numbers."""
        result = numpy.empty(6)
        self._call("rivlin_get_pose", self._sleeve(sleeve), _pointer(result), None)
        return result

    def velocity(self, sleeve: SleeveId = 0) -> Numbers:
        """Time derivative of the pose, 6 numbers."""
        unused, result = numpy.empty(6), numpy.empty(6)
        self._call("rivlin_get_pose", self._sleeve(sleeve), _pointer(unused), _pointer(result))
        return result

    def trust(self) -> Trust:
        """How far the last answer can be trusted."""
        numbers = _library.TrustNumbers()
        self._call("rivlin_get_trust", ctypes.byref(numbers))
        return Trust(numbers.min_J, numbers.distance, numbers.second_cubature, bool(numbers.inside))

    def tangent(self) -> Tangent:
        """Derivatives of the outputs by the inputs at the end of the last step."""
        n = 6 * len(self._sleeves)
        result = Tangent(numpy.empty((n, n)), numpy.empty((n, n)))
        self._call("rivlin_get_tangent", _pointer(result.by_input), _pointer(result.by_velocity))
        return result

    def save(self) -> bytes:
        """The state: everything that later steps depend on."""
        size = ctypes.c_size_t()
        self._call("rivlin_save_state", None, ctypes.byref(size))
        content = ctypes.create_string_buffer(size.value)
        self._call("rivlin_save_state", content, ctypes.byref(size))
        return content.raw[:size.value]

    def restore(self, state: bytes) -> None:
        """Back to a saved state, of this model or of another one from the same file; bytes that do not fit change nothing."""
        content = bytes(state)
        self._call("rivlin_restore_state", content, len(content))

    def run(self, time: ArrayLike, poses: Union[None, ArrayLike, Mapping[SleeveId, ArrayLike]] = None,
            loads: Union[None, ArrayLike, Mapping[SleeveId, ArrayLike]] = None) -> Motion:
        """Start at the first time, in equilibrium with the first row of the inputs, and advance to the others.

        poses and loads (force and moment) have a row of 6 numbers for each time: one array for a model with one sleeve, or a
        dictionary from sleeves to arrays. When a step fails the error is raised and the model is where the last good step ended."""
        times = numbers_of(time, (numpy.size(time),), "The time")
        if not times.size or not numpy.isfinite(times).all() or (numpy.diff(times) <= 0).any():
            raise WrongInput("The times must be finite, increase, and be at least one.")
        driven, loaded = (self._rows(inputs, what, len(times)) for inputs, what in ((poses, "poses"), (loads, "loads")))
        outputs = {sleeve.name: numpy.empty((len(times), 6)) for sleeve in self._sleeves}
        inside = numpy.empty(len(times), dtype=bool)
        for i, now in enumerate(times):
            for sleeve, rows in driven.items():
                self.set_pose(sleeve, rows[i])
            for sleeve, rows in loaded.items():
                self.set_load(sleeve, rows[i, :3], rows[i, 3:])
            if i == 0:
                self.start(now)
            else:
                self.advance(now - self.time)
            for number, (name, is_driven) in enumerate(self._sleeves):
                outputs[name][i] = self.reaction(number) if is_driven else self.pose(number)
            inside[i] = self.trust().inside
        return Motion(times, outputs, inside)

    def _rows(self, inputs: Union[None, ArrayLike, Mapping[SleeveId, ArrayLike]], what: str, n: int) -> dict[int, Numbers]:
        if inputs is None:
            return {}
        if not isinstance(inputs, Mapping):
            if len(self._sleeves) != 1:
                raise WrongInput(f"The model has {len(self._sleeves)} sleeves: give {what} as a dictionary from sleeves to arrays.")
            inputs = {0: inputs}
        numbers = {self._sleeve(sleeve): rows for sleeve, rows in inputs.items()}
        return {number: numbers_of(rows, (n, 6), self._what(f"table of {what}", number)) for number, rows in numbers.items()}


def _options(quasi_static: Optional[bool], spectral_radius: Optional[float], tolerance: Optional[float], max_halvings: Optional[int],
             drive_all: Optional[bool], gravity: Optional[ArrayLike]) -> _library.Options:
    options = _library.Options()
    _library.library().rivlin_default_options(ctypes.byref(options))
    for name, switch in (("quasi_static", quasi_static), ("drive_all", drive_all)):
        if switch is not None:
            setattr(options, name, bool(switch))
    for name, value in (("spectral_radius", spectral_radius), ("tolerance", tolerance)):
        if value is not None:
            setattr(options, name, _number(value, name))
    if max_halvings is not None:
        if not isinstance(max_halvings, int) or not 0 <= max_halvings < 1000:
            raise WrongInput(f"max_halvings is a whole number from 0 to 999, not {max_halvings!r}.")
        options.max_halvings = max_halvings
    if gravity is not None:
        acceleration = numbers_of(gravity, (3,), "gravity")
        if not numpy.isfinite(acceleration).all():
            raise WrongInput("gravity contains numbers that are not finite.")
        options.gravity[:] = acceleration.tolist()
    return options
