# SPDX-License-Identifier: Apache-2.0
"""Simple plots of histories. Needs matplotlib, which is imported here alone, and not before a plot is asked for."""
from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy

from .errors import MissingPart, WrongInput
from .history import Column, History, name_and_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def _new_figure(*args: Any, **keywords: Any) -> tuple[Figure, Any]:
    """Figure and axes by pyplot, in whatever way matplotlib is set up."""
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise MissingPart(f"Plots need matplotlib, which {sys.executable} cannot load ({error}). Install it: the package "
                          "python3-matplotlib of Debian, or pip install matplotlib.") from None
    figure, axes = pyplot.subplots(*args, squeeze=False, layout="constrained", **keywords)
    return figure, axes


def _with_grid(*axes: Any) -> None:
    for axis in axes:
        axis.grid(True, linewidth=0.4, alpha=0.6)


def _common_words(titles: Sequence[str]) -> str:
    """The words with which all names begin."""
    words = []
    for same_place in zip(*(name_and_unit(title)[0].split() for title in titles)):
        if len(set(same_place)) > 1:
            break
        words.append(same_place[0])
    return " ".join(words)


def plot_history(history: History, y: Union[str, Sequence[str]], x: str = "time", title: str = "") -> Figure:
    """Columns against another one. Columns are given by the begin of their names, and one begin may stand for several; those with
    the same unit share a panel."""
    if not history.n_rows:
        raise WrongInput(f'"{history.source}" holds no rows of numbers.')
    x_title = history.matching(x)[0]
    panels: dict[str, list[str]] = {}
    for wanted in [y] if isinstance(y, str) else y:
        for found in history.matching(wanted):
            panel = panels.setdefault(name_and_unit(found)[1], [])
            if found not in panel:
                panel.append(found)
    figure, axes = _new_figure(len(panels), 1, sharex=True, figsize=(8, 1.5 + 3 * len(panels)))
    marker = "o" if history.n_rows <= 40 else None
    for axis, (unit, titles) in zip(axes[:, 0], panels.items()):
        for column in titles:
            axis.plot(history[x_title], history[column], marker=marker, markersize=3, linewidth=1.5, label=name_and_unit(column)[0])
        if len(titles) == 1:
            axis.set_ylabel(titles[0])
        else:
            label = _common_words(titles)
            axis.set_ylabel(f"{label} [{unit}]".strip() if unit else label)
            axis.legend(frameon=False)
        _with_grid(axis)
    axes[-1, 0].set_xlabel(x_title)
    if title:
        figure.suptitle(title)
    return figure


def _free_sleeves(full: History) -> set[str]:
    """Sleeves on which loads act in the full run."""
    matches = (re.fullmatch(r"(.*) applied (?:force|moment) [xyz] \[.*\]", title) for title in full)
    return {match[1] for match in matches if match}


def _differences(reduced: History, full: History, title: str) -> tuple[Column, Column]:
    """Times that both have, and reduced minus full there."""
    _, here, there = numpy.intersect1d(numpy.round(reduced.time, 9), numpy.round(full.time, 9), return_indices=True)
    return reduced.time[here], reduced[title][here] - full[title][there]


def _draw(values: Any, differences: Any, reduced: History, full: History, title: str, label: str, **look: Any) -> None:
    """One column of both, and their difference below."""
    line, = values.plot(full.time, full[title], linewidth=3, alpha=0.35, label=f"{label}full model", **look)
    values.plot(reduced.time, reduced[title], color=line.get_color(), linewidth=1, label=f"{label}reduced model")
    differences.plot(*_differences(reduced, full, title), color=line.get_color(), linewidth=1)


def _plot_poses(reduced: History, full: History, sleeves: set[str]) -> Optional[Figure]:
    """A column of panels for translations and one for rotations, with the difference below each."""
    panels: dict[tuple[str, str], dict[str, str]] = {}
    for title in reduced:
        match = re.fullmatch(r"(.*) (translation|rotation) ([xyz]) (\[.*\])", title)
        if match and match[1] in sleeves and title in full:
            panels.setdefault((match[1], match[3]), {})[match[2]] = title
    if not panels:
        return None
    kinds = [kind for kind in ("translation", "rotation") if any(kind in panel for panel in panels.values())]
    figure, axes = _new_figure(2 * len(panels), len(kinds), sharex=True, figsize=(4.6 * len(kinds) + 0.4, 2.5 * len(panels) + 0.8),
                               height_ratios=[3, 1] * len(panels))
    for row, panel in enumerate(panels.values()):
        for column, kind in enumerate(kinds):
            values, differences = axes[2 * row, column], axes[2 * row + 1, column]
            if kind not in panel:
                values.set_visible(False)
                differences.set_visible(False)
                continue
            _draw(values, differences, reduced, full, panel[kind], "", color=f"C{row}")
            values.set_ylabel(panel[kind], fontsize="small")
            differences.set_ylabel("difference", fontsize="small")
            _with_grid(values, differences)
    axes[0, 0].legend(frameon=False, ncols=2, fontsize="small", loc="lower left", bbox_to_anchor=(0, 0.98))
    for axis in axes[-1]:
        axis.set_xlabel("time [s]")
    return figure


def _plot_reactions(reduced: History, full: History, sleeves: set[str]) -> Figure:
    panels: dict[str, list[tuple[str, str]]] = {}
    for title in reduced:
        match = re.fullmatch(r"((.*) (?:force|moment)) ([xyz]) (\[.*\])", title)
        if match and "applied" not in title and match[2] not in sleeves and title in full and (full[title].any() or reduced[title].any()):
            panels.setdefault(f"{match[1]} {match[4]}", []).append((match[3], title))
    if not panels:
        raise WrongInput(f'"{reduced.source}" and "{full.source}" have no reactions in common.')
    figure, axes = _new_figure(2 * len(panels), 1, sharex=True, figsize=(8, 3.6 * len(panels) + 0.6), height_ratios=[3, 1] * len(panels))
    for number, (name, columns) in enumerate(panels.items()):
        values, differences = axes[2 * number, 0], axes[2 * number + 1, 0]
        for direction, title in columns:
            _draw(values, differences, reduced, full, title, f"{direction}, ")
        values.set_ylabel(name)
        values.legend(frameon=False, ncols=len(columns), fontsize="small", loc="lower right", bbox_to_anchor=(1, 0.98))
        differences.set_ylabel("difference")
        _with_grid(values, differences)
    axes[-1, 0].set_xlabel("time [s]")
    return figure


def plot_comparison(reduced: History, full: History, title: str = "") -> Figure:
    """A reduced model against the full one. A driven sleeve is judged by its reactions: forces and moments have a panel each, and
    below each stands the difference. The reaction of a free sleeve is its load and says nothing: its pose is shown instead."""
    for history in (reduced, full):
        if not history.n_rows or "time [s]" not in history:
            raise WrongInput(f'"{history.source}" holds no rows of numbers over "time [s]".')
    sleeves = _free_sleeves(full)
    figure = (_plot_poses(reduced, full, sleeves) if sleeves else None) or _plot_reactions(reduced, full, sleeves)
    if title:
        figure.suptitle(title)
    return figure
