# SPDX-License-Identifier: Apache-2.0
"""snapshots.h5: states of a run. Needs h5py."""
from __future__ import annotations

import json
import sys
from typing import Any, Iterable, NamedTuple, Optional

from numpy.typing import NDArray

from ._names import Path, file_in, nearest
from .errors import MissingPart, WrongInput

#: Data sets with a row for each snapshot; the others describe the unknowns.
ROWS = ("time", "q", "v", "a", "lambda", "channels", "sleeves", "sleeve_rates")


class Snapshots(NamedTuple):
    """The valid rows of snapshots.h5; data sets and attributes are those of doc/formats.md."""
    arrays: dict[str, NDArray[Any]]  #: "time", "q", "lambda", "q_points", ...
    units: dict[str, str]  #: By data set.
    channels: list[str]  #: Names with units of the columns of "channels".
    sleeves: list[str]  #: Names of the sleeves in "sleeves".
    attributes: dict[str, Any]  #: Of the file: format, program, case, unit system, identity, ...


def _plain(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def read_snapshots(path: Path, only: Optional[Iterable[str]] = None) -> Snapshots:
    """snapshots.h5 of a run, given by its folder or as a file; also of one that still runs. only: names of the data sets to read,
    where the file is large."""
    file = file_in(path, "snapshots.h5")
    try:
        import h5py
    except ImportError:
        raise MissingPart(f'"{file}" is an HDF5 file; {sys.executable} has no h5py to read it. Install it: the package python3-h5py of '
                          "Debian, or pip install h5py.") from None
    try:
        with h5py.File(file, "r") as content:
            attributes = {name: _plain(value) for name, value in content.attrs.items()}
            if not str(attributes.get("format", "")).startswith("rivlin snapshots "):
                raise WrongInput(f'"{file}" does not hold snapshots: its format is "{attributes.get("format", "")}".')
            names = [name for name in content if name != "count"]
            chosen = names if only is None else list(only)
            for name in chosen:
                if name not in names:
                    raise WrongInput(f'"{file}" has no data set "{name}".{nearest(name, names)}')
            count = int(content["count"][()])
            arrays = {name: content[name][:count] if name in ROWS else content[name][()] for name in chosen}
            units = {name: str(_plain(content[name].attrs.get("unit", ""))) for name in chosen}
    except OSError as error:
        raise WrongInput(f'Cannot read "{file}": {error}.') from None
    lists = [json.loads(attributes.get(name, "[]")) for name in ("channels", "sleeves")]
    return Snapshots(arrays, units, lists[0], lists[1], attributes)
