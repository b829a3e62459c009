# SPDX-License-Identifier: Apache-2.0
"""history.csv, and other tables of numbers with a line of names."""
from __future__ import annotations

import csv
import re
from typing import Iterator, Mapping

import numpy
from numpy.typing import NDArray

from ._names import Path, file_in, nearest, text_of
from .errors import WrongInput

Column = NDArray[numpy.float64]


def name_and_unit(title: str) -> tuple[str, str]:
    """"inner force x [N]" -> ("inner force x", "N"); without brackets the unit is empty."""
    match = re.fullmatch(r"(.*?)\s*\[(.*)\]", title)
    return (match[1], match[2]) if match else (title, "")


class History(Mapping[str, Column]):
    """Columns by their titles, which are names with units: history["inner force x [N]"]; the unit may be left out."""

    def __init__(self, columns: Mapping[str, Column], source: str = "history") -> None:
        self._columns = dict(columns)
        self._titles = {name_and_unit(title)[0]: title for title in reversed(list(columns))}
        self.source = source  #: The file that it comes from.

    def __getitem__(self, name: str) -> Column:
        title = name if name in self._columns else self._titles.get(name)
        if title is None:
            raise KeyError(f'"{self.source}" has no column "{name}".{nearest(name, self._columns)}')
        return self._columns[title]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __contains__(self, name: object) -> bool:
        return name in self._columns or name in self._titles

    def __repr__(self) -> str:
        return f'<History "{self.source}", {self.n_rows} rows, {len(self)} columns>'

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(next(iter(self._columns.values()), ()))

    @property
    def time(self) -> Column:
        """The column "time [s]"."""
        return self["time [s]"]

    def unit(self, name: str) -> str:
        """Unit of a column, empty if it has none."""
        self[name]
        return name_and_unit(name if name in self._columns else self._titles[name])[1]

    def matching(self, wanted: str) -> list[str]:
        """Titles of the columns that are called so, or else of those that begin so; WrongInput if there are none."""
        exact = [title for title in self if wanted in (title, name_and_unit(title)[0])]
        found = exact or [title for title in self if title.startswith(wanted)]
        if not found:
            raise WrongInput(f'"{self.source}" has no column "{wanted}".{nearest(wanted, self)}')
        return found


def parse_history(text: str, source: str = "history") -> History:
    """The text of a CSV file with names in its first line.

    Empty lines and lines that begin with # are passed over. Cells that are not numbers, rows of another length and titles that stand
    twice are refused, with the line. A run that has not stepped yet has columns without rows."""
    lines = text.splitlines()
    kept = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    if not kept:
        raise WrongInput(f'"{source}" has no line of names.')
    rows = csv.reader((line for _, line in kept), skipinitialspace=True)
    titles = [title.strip() for title in next(rows)]
    twice = next((title for title in titles if titles.count(title) > 1), None)
    if twice is not None:
        raise WrongInput(f'"{source}" has two columns "{twice}".')
    table = numpy.empty((len(titles), len(kept) - 1))
    n_rows = 0
    for row in rows:
        line = kept[rows.line_num - 1][0]
        if len(row) != len(titles):
            raise WrongInput(f'"{source}", line {line}: {len(row)} cells, the header has {len(titles)}.')
        for column, cell in enumerate(row):
            try:
                table[column, n_rows] = float(cell)
            except ValueError:
                raise WrongInput(f'"{source}", line {line}: "{cell}" is not a number.') from None
        n_rows += 1
    return History(dict(zip(titles, table[:, :n_rows])), source)


def read_history(path: Path) -> History:
    """history.csv of a run, given by its folder or as a file; any CSV file that parse_history takes can be read."""
    file = file_in(path, "history.csv")
    return parse_history(text_of(file), str(file))
