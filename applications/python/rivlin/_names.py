# SPDX-License-Identifier: Apache-2.0
"""Names that users type, and files and folders that they give."""
from __future__ import annotations

import difflib
import os
import pathlib
from typing import Iterable, Union

from .errors import WrongInput

Path = Union[str, "os.PathLike[str]"]


def nearest(word: str, names: Iterable[str]) -> str:
    """" Did you mean ...?", or nothing where there are no names."""
    found = difflib.get_close_matches(word, list(names), n=1, cutoff=0)
    return f' Did you mean "{found[0]}"?' if found else ""


def file_in(path: Path, name: str) -> pathlib.Path:
    """The file itself, or the one of that name in a folder; it is there."""
    file = pathlib.Path(path)
    if file.is_dir():
        file = file / name
    if not file.is_file():
        raise WrongInput(f'There is no file "{file}".')
    return file


def bytes_of(file: pathlib.Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise WrongInput(f'Cannot read "{file}": {error.strerror}.') from error


def text_of(file: pathlib.Path) -> str:
    try:
        return bytes_of(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongInput(f'"{file}" is not a text in UTF-8 (byte {error.start}).') from None
