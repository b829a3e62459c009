#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plots of the pendulum and the heavy top that mirror the figures of

BCA = Brüls, Cardona and Arnold (2012), Figure 2,
ABC = Arnold, Brüls and Cardona (2015), Figures 1 and 3 to 6,
WA  = Wieloch and Arnold (BLieDF), Figures 1 to 4.

Usage: plot_lie_groups.py DIRECTORY [TARGET [GALLERY]]: reads what `rivlin verify
pendulum heavy-top --output DIRECTORY` wrote and writes PNG files into TARGET
(default: the directory of this script); the motion of the top goes to GALLERY
(default: doc/gallery)."""
import math
import pathlib
import sys

from plot import COLOURS, errors, plt, read_errors, read_trajectories, save, slope

TOP = "heavy top, R^3 x SO(3)"
FREE = "heavy top, SO(3)"
ALPHA = "generalized alpha"


def decorate(ax, ylabel, xlabel="t [s]", legend=True):
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    ax.grid(True, lw=0.3)
    if legend:
        ax.legend(fontsize=8)


def pendulum_transient(tracks, target):
    figure, axes = plt.subplots(1, 3, figsize=(13, 3.6))
    for ax, h, tail, title in [(axes[0], "0.02", "", "h = 0.02 s"), (axes[1], "0.01", "", "h = 0.01 s"),
                               (axes[2], "0.02", ", perturbed start", "h = 0.02 s, perturbed start")]:
        for x_0, style, colour in [("0.2", "+", COLOURS[0]), ("0", ".", COLOURS[1])]:
            points = tracks["ABC 1"][f"x_0 = {x_0}, h = {h}{tail}"]["error of lambda"]
            largest = max(abs(e) for _, e in points)
            ax.plot(*zip(*points), style, ms=4, color=colour, label=f"x_0 = {x_0}: largest {largest:.3g}")
        ax.set_title(title)
        decorate(ax, "error of lambda")
    figure.suptitle("Pendulum, rho = 0.9 (ABC, Figure 1: 2.48e-1 and 1.23e-1; perturbed start 3.99e-3)")
    save(figure, target, "pendulum_transient.png")


def heavy_top(data, tracks, target):
    figure, axes = plt.subplots(2, 3, figsize=(13, 6.4))
    places = [(axes[0][0], "x_3 [m]", 2), (axes[0][1], "psi_2 [rad]", 0.2), (axes[0][2], "lambda_1 [N]", 0.4),
              (axes[1][0], "energy [J]", 2)]
    for ax, quantity, end in places:
        for method, style, colour in [("UL-CRV", "-", COLOURS[1]), ("UL", "-.", COLOURS[2]), (ALPHA, "--", COLOURS[0])]:
            points = [p for p in tracks["BCA 2"][method][quantity] if p[0] <= end + 1e-9]
            ax.plot(*zip(*points), style, lw=1.2, color=colour, label="Lie-alpha" if method == ALPHA else method)
        decorate(ax, quantity)
    for ax, quantity in [(axes[1][1], "q"), (axes[1][2], "lambda")]:
        errors(ax, data, [(m, (TOP, m, "rho_inf = 0.9, perturbed start", f"largest {quantity}"))
                          for m in (ALPHA, "UL-CRV", "UL")])
        slope(ax, [2e-4, 2e-3], 0.3 if quantity == "q" else 300, 2)
        decorate(ax, f"largest error of {quantity} in [0, 1]", "h [s]")
    figure.suptitle("Heavy top on R$^3$ x SO(3), h = 2e-3 s, rho = 0.9 (BCA, Figure 2)")
    save(figure, target, "heavy_top.png")


def reference(tracks, ax, end):
    points = [p for p in tracks["ABC 3"]["reference"]["lambda_3 [N]"] if p[0] <= end + 1e-9]
    ax.plot(*zip(*points), "k-", lw=0.8, label="reference")


def heavy_top_start(tracks, target):
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.8), sharey=True)
    for ax, tail, title in [(axes[0], "", "plain start"), (axes[1], ", perturbed start", "perturbed start")]:
        reference(tracks, ax, 0.1)
        for number, rho in enumerate(("0.9", "0.6")):
            ax.plot(*zip(*tracks["ABC 4"][f"rho_inf = {rho}{tail}"]["lambda_3 [N]"]), "o-", ms=2.5, lw=0.7,
                    color=COLOURS[number], label=f"rho = {rho}")
        ax.set_title(title)
        decorate(ax, "lambda_3 [N]")
    figure.suptitle("Heavy top, index 3, h = 1e-3 s (ABC, Figure 4)")
    save(figure, target, "heavy_top_start.png")


def heavy_top_index_2(tracks, target):
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.8))
    for number, h in enumerate(("0.001", "0.0005")):
        points = tracks["ABC 5"][f"h = {h}"]["norm of eta"][1:]
        axes[0].plot(*zip(*points), lw=0.8, color=COLOURS[number],
                     label=f"h = {h} s: largest {max(e for _, e in points):.3g}")
    decorate(axes[0], "norm of eta")
    reference(tracks, axes[1], 0.1)
    points = [p for p in tracks["ABC 5"]["h = 0.001"]["lambda_3 [N]"] if p[0] <= 0.1]
    axes[1].plot(*zip(*points), "o", ms=2.5, color=COLOURS[0], label="h = 0.001 s")
    decorate(axes[1], "lambda_3 [N]")
    figure.suptitle("Heavy top, stabilized index 2, rho = 0.9 (ABC, Figure 5)")
    save(figure, target, "heavy_top_index_2.png")


def heavy_top_late(data, target):
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.8))
    for ax, quantity, level in [(axes[0], "q", 0.1), (axes[1], "lambda", 40)]:
        errors(ax, data, [(f"{text}, rho = {rho}", (TOP, ALPHA, f"rho_inf = {rho}{tail}", f"late {quantity}"))
                          for rho in ("0.9", "0.6")
                          for text, tail in (("index 3", ""), ("index 2", ", stabilized index 2"))])
        slope(ax, [2e-4, 2e-3], level, 2)
        decorate(ax, f"largest error of {quantity} in [0.5, 1]", "h [s]")
    figure.suptitle("Heavy top beyond the transient phase, plain start for index 3 (ABC, Figure 6)")
    save(figure, target, "heavy_top_late.png")


def bliedf_start(data, target):
    figure, axes = plt.subplots(2, 2, figsize=(10, 6.4))
    for ax, quantity in zip(axes.flat, ("largest lambda", "late lambda", "largest q", "largest v")):
        errors(ax, data, [(label, (TOP, "BLieDF2", options, quantity))
                          for label, options in (("v_0 and v_1 exact", "unperturbed start"), ("perturbed", ""))])
        low = min(e for _, e in data[(TOP, "BLieDF2", "", quantity)])
        slope(ax, [2.5e-4, 4e-3], 300 * low, 2)
        if quantity == "largest lambda":
            slope(ax, [2.5e-4, 4e-3], 6e2, 1)
        where = "in [0.5, 1]" if quantity.startswith("late") else "in [0, 1]"
        decorate(ax, f"largest error of {quantity.split()[1]} {where}", "h [s]")
    figure.suptitle("Heavy top, BLieDF2 with and without perturbed velocities (WA, Figure 1)")
    save(figure, target, "bliedf_start.png")


def bliedf(data, target, name, title, rows, levels):
    """Columns: with and without L_k; rows: (problem, quantity, label)."""
    figure, axes = plt.subplots(len(rows), 2, figsize=(10, 0.6 + 3.4 * len(rows)), sharex=True, sharey="row", squeeze=False)
    for row, (problem, quantity, label) in enumerate(rows):
        for column, (options, head) in enumerate((("", "with L_k"), ("L_k = 0", "L_k = 0"))):
            ax = axes[row][column]
            errors(ax, data, [(f"k = {k}", (problem, f"BLieDF{k}", options, quantity)) for k in (2, 3, 4)])
            for order, level in levels:
                slope(ax, [2e-4, 2e-3], level, order)
            ax.set_title(head)
            decorate(ax, label, "h [s]")
    figure.suptitle(title)
    save(figure, target, name)


def top_motion(tracks, gallery):
    """The top as a disc on its axis at several times, the path of its centre, and a mark that spins."""
    track = tracks["ABC 3"]["reference"]
    times = [t for t, _ in track["x_1 [m]"]]
    centre = list(zip(*([v for _, v in track[f"x_{i} [m]"]] for i in (1, 2, 3))))
    mark = list(zip(*([v for _, v in track[f"R_{i}1"]] for i in (1, 2, 3))))
    cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    figure = plt.figure(figsize=(14, 6.6))
    for number, t in enumerate((0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.35)):
        n = min(range(len(times)), key=lambda i: abs(times[i] - t))
        ax = figure.add_subplot(2, 5, number + 1, projection="3d")
        x, e = centre[n], mark[n]
        f = cross(x, e)
        radius = 0.3
        rim = [[x[i] + radius * (math.cos(a) * e[i] + math.sin(a) * f[i]) for i in range(3)]
               for a in (k * math.pi / 18 for k in range(37))]
        ax.plot(*zip(*centre[:n + 1]), color=COLOURS[5], lw=0.8)
        ax.plot(*zip((0, 0, 0), x), color=COLOURS[0], lw=2.5)
        ax.plot(*zip(*rim), color=COLOURS[0], lw=1.5)
        ax.plot(*zip(x, [x[i] + radius * e[i] for i in range(3)]), color=COLOURS[1], lw=2)
        ax.set_title(f"t = {t:g} s, x_3 = {x[2]:.2f} m", fontsize=9)
        for setter in (ax.set_xlim, ax.set_ylim, ax.set_zlim):
            setter(-1, 1)
        ax.set_box_aspect((1, 1, 1), zoom=1.1)
        ax.view_init(elev=22, azim=-50)
        for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
            axis.set_ticks([-1, 0, 1])
            axis.set_tick_params(labelsize=6)
    save(figure, gallery, "heavy_top.png")


def main():
    here = pathlib.Path(__file__).resolve().parent
    source = pathlib.Path(sys.argv[1])
    target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else here
    gallery = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else here.parent / "gallery"
    data = read_errors(source / "verify.csv")
    tracks = read_trajectories(source / "trajectories.csv")
    pendulum_transient(tracks, target)
    heavy_top(data, tracks, target)
    heavy_top_start(tracks, target)
    heavy_top_index_2(tracks, target)
    heavy_top_late(data, target)
    bliedf_start(data, target)
    bliedf(data, target, "bliedf_local.png", "Heavy top, R$^3$ x SO(3), one step from exact values (WA, Figure 2)",
           [(TOP, "local q", "local error of q")], [(3, 1e-4), (4, 1e-5), (5, 1e-6)])
    bliedf(data, target, "bliedf_free.png", "Heavy top, SO(3), t = 2 s (WA, Figure 3)",
           [(FREE, "relative q", "relative error of q")], [(2, 3), (3, 0.5), (4, 0.1)])
    bliedf(data, target, "bliedf_constrained.png", "Heavy top, R$^3$ x SO(3), t = 2 s (WA, Figure 4)",
           [(TOP, "relative q", "relative error of q"), (TOP, "relative lambda", "relative error of lambda")],
           [(2, 0.5), (3, 0.05), (4, 0.01)])
    top_motion(tracks, gallery)


if __name__ == "__main__":
    main()
