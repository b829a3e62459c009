# SPDX-License-Identifier: Apache-2.0
"""The C interface (rivlin/online/rivlin.h), loaded once."""
from __future__ import annotations

import ctypes
import functools
import pathlib

from .errors import Error, InternalError, MissingPart, NotConverged, WrongInput

NAME = "librivlin.so"
# Addresses of arrays: numpy makes them faster than typed pointers.
DOUBLES = ctypes.c_void_p
MODEL = ctypes.c_void_p
KIND_OF_STATUS = {1: NotConverged, 2: WrongInput, 3: InternalError}


class Options(ctypes.Structure):
    """rivlin_options."""
    _fields_ = [("quasi_static", ctypes.c_int), ("spectral_radius", ctypes.c_double), ("tolerance", ctypes.c_double),
                ("max_halvings", ctypes.c_int), ("drive_all", ctypes.c_int), ("gravity", ctypes.c_double * 3)]


class TrustNumbers(ctypes.Structure):
    """rivlin_trust."""
    _fields_ = [("min_J", ctypes.c_double), ("distance", ctypes.c_double), ("second_cubature", ctypes.c_double),
                ("inside", ctypes.c_int)]


_OPENED = [ctypes.POINTER(Options), ctypes.POINTER(MODEL), ctypes.c_char_p, ctypes.c_size_t]
# Name: result, arguments. A result of None is void; int is also rivlin_status.
_FUNCTIONS = {
    "rivlin_version": (ctypes.c_char_p, []),
    "rivlin_default_options": (None, [ctypes.POINTER(Options)]),
    "rivlin_open": (ctypes.c_int, [ctypes.c_char_p, *_OPENED]),
    "rivlin_open_bytes": (ctypes.c_int, [ctypes.c_char_p, ctypes.c_size_t, *_OPENED]),
    "rivlin_close": (None, [MODEL]),
    "rivlin_last_error": (ctypes.c_char_p, [MODEL]),
    "rivlin_unit_system": (ctypes.c_char_p, [MODEL]),
    "rivlin_n_sleeves": (ctypes.c_int, [MODEL]),
    "rivlin_sleeve_name": (ctypes.c_char_p, [MODEL, ctypes.c_int]),
    "rivlin_sleeve_is_driven": (ctypes.c_int, [MODEL, ctypes.c_int]),
    "rivlin_set_pose": (ctypes.c_int, [MODEL, ctypes.c_int, DOUBLES, DOUBLES]),
    "rivlin_set_load": (ctypes.c_int, [MODEL, ctypes.c_int, DOUBLES, DOUBLES]),
    "rivlin_start": (ctypes.c_int, [MODEL, ctypes.c_double]),
    "rivlin_advance": (ctypes.c_int, [MODEL, ctypes.c_double]),
    "rivlin_get_time": (ctypes.c_int, [MODEL, DOUBLES]),
    "rivlin_get_reaction": (ctypes.c_int, [MODEL, ctypes.c_int, DOUBLES]),
    "rivlin_get_pose": (ctypes.c_int, [MODEL, ctypes.c_int, DOUBLES, DOUBLES]),
    "rivlin_get_trust": (ctypes.c_int, [MODEL, ctypes.POINTER(TrustNumbers)]),
    "rivlin_get_tangent": (ctypes.c_int, [MODEL, DOUBLES, DOUBLES]),
    "rivlin_save_state": (ctypes.c_int, [MODEL, ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]),
    "rivlin_restore_state": (ctypes.c_int, [MODEL, ctypes.c_char_p, ctypes.c_size_t]),
}


def candidates() -> list[pathlib.Path]:
    """Beside the package, as in build and install trees; or, from the source tree, in its builds."""
    # Not resolved: in a build tree the modules are links to the source tree.
    here = pathlib.Path(__file__).absolute().parent
    root = here.parents[2]
    return [here / NAME, *(root / "build" / preset / "python" / "rivlin" / NAME for preset in ("release", "core"))]


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The shared library with its functions declared; MissingPart if it is not there or cannot be loaded."""
    file = next((file for file in candidates() if file.is_file()), None)
    if file is None:
        raise MissingPart(f'There is no "{candidates()[0]}", which runs reduced models. Build it (cmake --build build/release --target '
                          "rivlin-shared), or use the package of a build or install tree.")
    try:
        loaded = ctypes.CDLL(str(file))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise MissingPart(f'Cannot use "{file}": {error}. Build it again for this machine and this version of the package.') from error
    return loaded


def error_of(status: int, text: bytes | None) -> Error:
    """The exception of a status that is not RIVLIN_OK, with the words of the library."""
    return KIND_OF_STATUS.get(status, InternalError)((text or b"").decode(errors="replace"))


def version() -> str:
    """Of the shared library, for example "0.1.0"."""
    text: bytes = library().rivlin_version()
    return text.decode()
