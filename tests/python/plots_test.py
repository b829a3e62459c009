#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Plots: what is drawn, by the numbers of their lines, and what is refused.

Usage: plots_test.py BUILD_DIR SOURCE_DIR."""
import unittest

import matplotlib
import numpy

from common import FolderTest, rivlin

matplotlib.use("Agg")


def history(columns, source="history"):
    return rivlin.History({title: numpy.array(values, dtype=float) for title, values in columns.items()}, source)


def lines(axis):
    return {line.get_label(): line.get_xydata() for line in axis.get_lines()}


class Plots(FolderTest):
    def test_columns_of_one_unit_share_a_panel(self):
        columns = {"time [s]": [0, 1], "inner force x [N]": [1, 2], "inner force y [N]": [3, 4], "inner translation x [mm]": [5, 6]}
        figure = rivlin.plot_history(history(columns), ["inner force", "inner translation x", "inner force x"], title="all")
        forces, place = figure.axes
        self.assertEqual(set(lines(forces)), {"inner force x", "inner force y"})
        numpy.testing.assert_array_equal(lines(forces)["inner force y"], [[0, 3], [1, 4]])
        self.assertEqual((forces.get_ylabel(), place.get_ylabel(), place.get_xlabel()), ("inner force [N]", "inner translation x [mm]", "time [s]"))
        one, = rivlin.plot_history(history(columns), "inner force x", x="inner translation").axes
        numpy.testing.assert_array_equal(one.get_lines()[0].get_xydata(), [[5, 1], [6, 2]])

    def test_differences_at_common_times(self):
        reduced = history({"time [s]": [0, 0.5, 1], "inner force x [N]": [1, 2, 4], "min J [-]": [1, 1, 1]})
        full = history({"time [s]": [0, 1], "inner force x [N]": [1, 3], "inner force y [N]": [0, 0]})
        values, differences = rivlin.plot_comparison(reduced, full, "title").axes
        self.assertEqual(set(lines(values)), {"x, full model", "x, reduced model"})
        numpy.testing.assert_array_equal(differences.get_lines()[0].get_xydata(), [[0, 0], [1, 1]])

    def test_a_free_sleeve_shows_its_pose(self):
        columns = {"time [s]": [0, 1], "inner translation y [mm]": [0, 2], "inner force y [N]": [0, 5]}
        values, _ = rivlin.plot_comparison(history(columns), history({**columns, "inner applied force y [N]": [0, 5]})).axes
        self.assertEqual(values.get_ylabel(), "inner translation y [mm]")

    def test_refusals(self):
        some = {"time [s]": [0, 1], "x [mm]": [0, 1]}
        self.refused('"empty" holds no rows of numbers.', rivlin.plot_history, history({"time [s]": []}, "empty"), "time")
        self.refused('has no column "y"', rivlin.plot_history, history(some), "y")
        self.refused('"a" and "b" have no reactions in common.', rivlin.plot_comparison, history(some, "a"), history(some, "b"))
        self.refused('holds no rows of numbers over "time [s]"', rivlin.plot_comparison, history({"x [mm]": [1]}), history(some))


if __name__ == "__main__":
    unittest.main()
