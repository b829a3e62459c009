# SPDX-License-Identifier: Apache-2.0
"""What runs, trainings and comparisons say about themselves in JSON."""
from __future__ import annotations

import json
from typing import Any

import numpy

from ._names import Path, file_in, text_of
from .errors import WrongInput

Report = dict[str, Any]


def _with_arrays(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_arrays(part) for name, part in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(part, (int, float)) and not isinstance(part, bool) for part in value):
            return numpy.array(value, dtype=float)
        return [_with_arrays(part) for part in value]
    return value


def read_report(path: Path, name: str = "") -> Report:
    """A JSON file, given by itself or by its folder and name; lists of numbers become arrays, null becomes None."""
    file = file_in(path, name)
    try:
        report = json.loads(text_of(file))
    except ValueError as error:
        raise error if isinstance(error, WrongInput) else WrongInput(f'"{file}" is no JSON: {error}.') from None
    if not isinstance(report, dict):
        raise WrongInput(f'"{file}" is no JSON object.')
    return {key: _with_arrays(part) for key, part in report.items()}


def read_summary(path: Path) -> Report:
    """summary.json of a run or a prediction: sizes, counts, seconds, memory."""
    return read_report(path, "summary.json")


def read_training(path: Path) -> Report:
    """training.json of a training: sizes, singular values, errors, cost."""
    return read_report(path, "training.json")


def read_comparison(path: Path) -> Report:
    """comparison.json of rivlin predict --compare: errors against the full model and speed."""
    return read_report(path, "comparison.json")
