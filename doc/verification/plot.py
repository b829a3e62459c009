#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plots and tables of the verification studies.

Usage: plot.py DIRECTORY [TARGET]: reads verify.csv and trajectories.csv from
DIRECTORY (written by `rivlin verify --output DIRECTORY`, all studies) and writes
PNG files and tables.md into TARGET (default: the directory of this script). The
Lie group methods have their own script, plot_lie_groups.py."""
import collections
import csv
import math
import pathlib
import sys
import xml.etree.ElementTree

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import PIL.Image

COLOURS = ["#1f5fa8", "#c8442e", "#3b8f4a", "#8256a8", "#b8861b", "#444444",
           "#2a9d9d", "#d46aa0"]


def read_errors(path):
    """{(problem, method, options, quantity): [(h, error), ...]}"""
    table = collections.defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["error"]:
                key = (row["problem"], row["method"], row["options"], row["quantity"])
                table[key].append((float(row["step size [s]"]), float(row["error"])))
    return table


def read_trajectories(path):
    """{figure: {series: {quantity: [(t, value), ...]}}}"""
    table = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(list)))
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            table[row["figure"]][row["series"]][row["quantity"]].append(
                (float(row["time [s]"]), float(row["value"])))
    return table


def errors(axes, data, lines, floor=1e-15):
    for number, (label, key) in enumerate(lines):
        points = [(h, e) for h, e in data.get(key, []) if floor < e < 1e3]
        if points:
            axes.loglog(*zip(*points), "o-", ms=3, lw=1.2, label=label, color=COLOURS[number % len(COLOURS)])
    axes.set_xlabel("h [s]")
    axes.grid(True, which="major", lw=0.3)


def slope(axes, h, e, order):
    """A triangle-free reference line of the given order through (h[1], e)."""
    axes.loglog(h, [e * (x / h[1]) ** order for x in h], "k:", lw=0.8)
    axes.annotate(f"{order}", (h[0], e * (h[0] / h[1]) ** order), fontsize=7)


def save(figure, target, name, dpi=100):
    """A palette of 64 colours makes the files three times smaller."""
    figure.tight_layout()
    figure.savefig(target / name, dpi=dpi)
    plt.close(figure)
    with PIL.Image.open(target / name) as image:
        small = image.convert("RGB").quantize(64)
    small.save(target / name, optimize=True)


def prothero_robinson(data, target):
    methods = ["RO2", "ROS3P", "ROS3PL", "RODAS4", "RODAS4P"]
    figure, axes = plt.subplots(2, 3, figsize=(11, 6.4), sharex=True)
    for column, eps in enumerate(["0.01", "1e-06", "0"]):
        problem = f"Prothero-Robinson, eps^2 = {eps}"
        options = "position level" if eps == "0" else ""
        for row, quantity in enumerate(["q", "v"]):
            ax = axes[row][column]
            errors(ax, data, [(m, (problem, m, options, quantity)) for m in methods])
            ax.set_ylabel(f"error in {quantity}")
            if row == 0:
                ax.set_title(f"eps$^2$ = {eps}")
            if eps == "0" and quantity == "q":
                ax.set_yticks([])
                ax.text(0.5, 0.5, "q is exact to rounding\n(linear constraint)", ha="center",
                        transform=ax.transAxes)
            else:
                slope(ax, [1e-2, 1e-1], ax.get_ylim()[1] * 0.3, 2)
                slope(ax, [1e-2, 1e-1], ax.get_ylim()[1] * 0.3, 4)
    axes[0][0].legend(fontsize=8)
    figure.suptitle("Prothero-Robinson, a = 6, t = 2.2 (Becker, Figures 4.4 and 4.5)")
    save(figure, target, "prothero_robinson.png")


def prothero_robinson_regimes(data, target):
    """Largest errors at eps = 1e-3 with the two laws of RODAS4P; dashes: eps = 0.1."""
    eps = 1e-3
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.2))
    for ax, quantity, laws in [(axes[0], "q", [("125 eps$^2$ h$^2$", lambda h: 125 * eps**2 * h**2),
                                               ("2.9 h$^4$", lambda h: 2.9 * h**4)]),
                               (axes[1], "v", [("3.75 h$^3$", lambda h: 3.75 * h**3),
                                               ("1.5 h$^4$ / eps", lambda h: 1.5 * h**4 / eps)])]:
        key = lambda method, square: (f"Prothero-Robinson, eps^2 = {square}", method, "", f"largest {quantity}")
        errors(ax, data, [(m, key(m, "1e-06")) for m in ("RO2", "ROS3P", "RODAS4", "RODAS4P")])
        ax.loglog(*zip(*data[key("RODAS4P", "0.01")]), "--", lw=1, color=COLOURS[3], label="RODAS4P, eps$^2$ = 0.01")
        steps = [h for h, _ in data[key("RODAS4P", "1e-06")]]
        for (label, law), style in zip(laws, (":", "-.")):
            ax.loglog(steps, [law(h) for h in steps], f"k{style}", lw=0.9, label=label)
        ax.axvline(eps, color="grey", lw=0.5)
        ax.set_ylabel(f"largest error of {quantity} in [0, 2.2]")
        ax.set_ylim(bottom=1e-14 if quantity == "q" else 1e-12)
        ax.legend(fontsize=7)
    figure.suptitle("Prothero-Robinson, eps$^2$ = 1e-6 (vertical line: h = eps)")
    save(figure, target, "prothero_robinson_regimes.png")


def first_steps(tracks, target):
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.6))
    for ax, (name, title) in zip(axes, [("4.1", "linear implicit Euler"), ("4.2", "RO2")]):
        for number, (series, values) in enumerate(tracks[name].items()):
            points = values["lambda"]
            style = "o-" if len(points) < 60 else "-"
            ax.plot(*zip(*points), style, ms=3, lw=1.2, label=series, color=COLOURS[number])
        ax.set_title(f"{title} (Becker, Figure {name})")
        ax.set_xlabel("t [s]")
        ax.set_ylabel("lambda (exact: 0)")
        ax.grid(True, lw=0.3)
        ax.legend(fontsize=8)
    save(figure, target, "prothero_robinson_start.png")


def spring_pendulum(data, target):
    eps_values = ["0.01", "0.0001", "1e-06", "0"]
    name = lambda eps: f"spring pendulum, eps^2 = {eps}"
    figure, axes = plt.subplots(2, 4, figsize=(13, 6.2), sharex=True)
    for column, method in enumerate(["RODAS4", "RODAS4P", "RO2", "ROS3P"]):
        for row, quantity in enumerate(["q", "v"]):
            ax = axes[row][column]
            errors(ax, data, [(f"eps$^2$ = {e}", (name(e), method, "position level" if e == "0" else "", quantity))
                              for e in eps_values])
            ax.set_title(method if row == 0 else "")
            ax.set_ylabel(f"error in {quantity}")
            order = 4 if method.startswith("RODAS4") else 3 if method == "ROS3P" else 2
            slope(ax, [1e-3, 1e-2], 1e-2, order)
    axes[0][0].legend(fontsize=8)
    figure.suptitle("Stiff spring pendulum, t = 4 (Becker, Figures 4.7 and 4.8)")
    save(figure, target, "spring_pendulum.png")

    methods = ["RO2", "ROS3P", "ROS3PL", "RODAS3", "ROWDAIND2", "RODAS4", "RODAS4P"]
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.2), sharey=True)
    for ax, (eps, level, title) in zip(axes, [
            ("1e-06", "", "eps$^2$ = 1e-6 (Figure 4.9)"),
            ("0", "position level", "eps = 0, position level (Figure 4.10)"),
            ("0", "acceleration level", "eps = 0, acceleration level")]):
        errors(ax, data, [(m, (name(eps), m, level, "q")) for m in methods])
        ax.set_title(title)
        ax.set_ylabel("error in q")
        slope(ax, [1e-3, 1e-2], 1e-1, 1)
        slope(ax, [1e-3, 1e-2], 1e-1, 4)
    axes[0].legend(fontsize=8)
    save(figure, target, "spring_pendulum_limit.png")


def step_control(tracks, target):
    values = tracks["5.1"]["ROS3P"]
    figure, axes = plt.subplots(3, 1, figsize=(8, 5.4), sharex=True)
    for ax, quantity in zip(axes, ["q_1", "v_1", "h"]):
        ax.plot(*zip(*values[quantity]), ".-", ms=3, lw=0.8, color=COLOURS[0])
        ax.set_ylabel(quantity)
        ax.grid(True, lw=0.3)
    axes[2].set_yscale("log")
    axes[2].set_xlabel("t [s]")
    axes[0].set_title(f"ROS3P, eps = 1e-6, tolerance 1e-4: {len(values['h']) - 1} steps (Becker, Figure 5.1)")
    save(figure, target, "step_control.png")


def mechanisms(data, tracks, target):
    figure, axes = plt.subplots(1, 3, figsize=(12, 3.6))
    series = next(iter(tracks["AB 2"].values()))
    for ax, quantity in zip(axes, ["theta_1 [rad]", "x_4 [m]"]):
        ax.plot(*zip(*series[quantity]), lw=1.2, color=COLOURS[0])
        ax.set_xlabel("t [s]")
        ax.set_ylabel(quantity)
        ax.grid(True, lw=0.3)
    errors(axes[2], data, [(q, ("slider-crank", "generalized alpha", "rho_inf = 0.7", q)) for q in ("q", "v", "lambda")])
    slope(axes[2], [1e-3, 1e-2], 1, 2)
    axes[2].set_ylabel("error")
    axes[2].legend(fontsize=8)
    figure.suptitle("Slider-crank, generalized-alpha, rho = 0.7 (Arnold and Brüls, Figures 2 and 3)")
    save(figure, target, "slider_crank.png")

    figure, axes = plt.subplots(3, 3, figsize=(12, 9))
    damped = next(iter(tracks["AB 6, 7"].values()))
    undamped = next(iter(tracks["AB 8"].values()))
    axes[0][0].plot([v for _, v in damped["x_P [m]"]], [v for _, v in damped["y_P [m]"]], lw=1, color=COLOURS[0])
    axes[0][0].set_xlabel("x_P [m]")
    axes[0][0].set_ylabel("y_P [m]")
    axes[0][0].locator_params(axis="x", nbins=4)
    axes[0][1].plot(*zip(*damped["beta [rad]"]), lw=1.2, color=COLOURS[0])
    axes[0][1].set_ylabel("beta [rad]")
    errors(axes[0][2], data, [(q, ("Andrews' mechanism", "generalized alpha", "rho_inf = 0.7", q)) for q in ("q", "v", "lambda")])
    slope(axes[0][2], [1e-5, 1e-4], 1e-2, 2)
    axes[0][2].set_ylabel("error (Figure 9)")
    axes[0][2].legend(fontsize=8)
    for row, (values, title) in enumerate([(damped, "rho = 0.7 (Figure 7)"), (undamped, "rho = 1 (Figure 8)")], 1):
        for ax, quantity in zip(axes[row], ["a_Px [m/s^2]", "lambda_1 [N]", "lambda_2 [N]"]):
            ax.plot(*zip(*values[quantity]), lw=0.9, color=COLOURS[row - 1])
            ax.set_ylabel(quantity)
            ax.set_title(title, fontsize=9)
    for ax in axes.flat:
        ax.grid(True, lw=0.3)
    for ax in [axes[0][1], *axes[1], *axes[2]]:
        ax.set_xlabel("t [s]")
    figure.suptitle("Andrews' mechanism, generalized-alpha, h = 3e-4 (Arnold and Brüls, Figures 6 to 9)")
    save(figure, target, "andrews.png")


def beams(data, tracks, target):
    figure, axes = plt.subplots(2, 2, figsize=(11, 7))
    coarse, fine = tracks["BCA 4"]["h = 0.2"], tracks["BCA 4"]["h = 0.02"]
    for ax, quantities in [(axes[0][0], ["tip u_z [m]", "elbow u_z [m]"]), (axes[0][1], ["tip u_x [m]", "tip u_y [m]"]),
                           (axes[1][0], ["energy [J]"])]:
        for number, quantity in enumerate(quantities):
            ax.plot(*zip(*fine[quantity]), lw=1.2, color=COLOURS[number], label=f"{quantity}, h = 0.02 s")
            ax.plot(*zip(*coarse[quantity]), "o", ms=2.5, color=COLOURS[number], label="h = 0.2 s")
        ax.set_xlabel("t [s]")
        ax.grid(True, lw=0.3)
    conformal = tracks["BCA 4"]["UL-CRV, h = 0.2"]
    axes[0][0].plot(*zip(*conformal["tip u_z [m]"]), "kx", ms=3, mew=0.6, label="UL-CRV, h = 0.2 s")
    axes[1][0].plot(*zip(*conformal["energy [J]"]), "kx", ms=3, mew=0.6, label="UL-CRV, h = 0.2 s")
    for ax, place in [(axes[0][0], "upper right"), (axes[0][1], "lower left"), (axes[1][0], "lower right")]:
        ax.legend(fontsize=7, ncol=2, loc=place)
    axes[0][0].set_ylim(-12, 14)
    axes[0][1].set_ylim(-10, 5)
    errors(axes[1][1], data, [(f"HHT, {q}", ("right-angle cantilever", "HHT", "alpha = 0.05", q)) for q in ("q", "v")] +
           [(f"{m}, q", ("right-angle cantilever", m, "", "q")) for m in ("BLieDF2", "BLieDF3")])
    slope(axes[1][1], [2e-2, 2e-1], 3e-2, 2)
    axes[1][1].set_ylabel("error at t = 4 s")
    axes[1][1].legend(fontsize=8)
    figure.suptitle("Right-angle cantilever, 10 elements, HHT with alpha = 0.05 (BCA, Figure 4)")
    save(figure, target, "right_angle_cantilever.png")

    figure, axes = plt.subplots(2, 2, figsize=(11, 7))
    values = tracks["BCA 6"]["h = 0.02"]
    for number, quantity in enumerate(["C u_x [m]", "C u_y [m]"]):
        axes[0][0].plot(*zip(*values[quantity]), lw=1, color=COLOURS[number], label=quantity)
    axes[0][0].set_ylim(-0.14, 0.18)
    axes[0][0].legend(fontsize=8, ncol=2)
    for ax, quantity in [(axes[0][1], "C u_z [m]"), (axes[1][0], "drive moment [N m]")]:
        ax.plot(*zip(*values[quantity]), lw=1, color=COLOURS[0])
        ax.set_ylabel(quantity)
    for ax in (axes[0][0], axes[0][1], axes[1][0]):
        ax.set_xlabel("t [s]")
        ax.grid(True, lw=0.3)
    errors(axes[1][1], data, [(q, ("four-bar mechanism", "generalized alpha", "rho_inf = 0.9", f"largest {q}"))
                              for q in ("q", "v", "lambda")])
    slope(axes[1][1], [2e-3, 2e-2], 1e-2, 2)
    axes[1][1].set_ylabel("largest error in [0, 1]")
    axes[1][1].legend(fontsize=8)
    figure.suptitle("Four-bar mechanism, misaligned hinge, rho = 0.9, h = 0.02 s (BCA, Figure 6)")
    save(figure, target, "four_bar.png")


def vtu_lines(path):
    """End points of the lines of a VTU file in ASCII."""
    piece = xml.etree.ElementTree.parse(path).getroot().find("UnstructuredGrid/Piece")
    numbers = [float(x) for x in piece.find("Points/DataArray").text.split()]
    ends = [int(x) for x in piece.find("Cells/DataArray[@Name='connectivity']").text.split()]
    point = lambda i: numbers[3 * i:3 * i + 3]
    return [(point(a), point(b)) for a, b in zip(ends[::2], ends[1::2])]


def beam_motions(source, target):
    """Shapes of the cantilever and of the mechanism at several times."""
    figure = plt.figure(figsize=(12, 5))
    for place, folder, name, h, times in [(121, "right_angle_cantilever", "cantilever", 0.2, [0, 3, 8, 12, 16, 20, 24]),
                                          (122, "four_bar", "four_bar", 0.02, [0, 0.4, 0.54, 0.7, 0.9, 1.2, 1.5])]:
        ax = figure.add_subplot(place, projection="3d")
        for number, t in enumerate(times):
            lines = vtu_lines(source / folder / f"{name}_{round(t / h):04d}.vtu")
            for k, line in enumerate(lines):
                ax.plot(*zip(*line), "o-", ms=1.5, lw=1.6, color=COLOURS[number], label=None if k else f"t = {t} s")
        ax.set_xlabel("x [m]")
        ax.set_ylabel("y [m]")
        ax.set_zlabel("z [m]")
        ax.legend(fontsize=7, loc="upper left")
        ax.set_title(name.replace("_", "-") + (" (z enlarged)" if name == "four_bar" else ""), fontsize=10)
    figure.axes[0].set_box_aspect((12, 14, 18), zoom=0.85)
    figure.axes[1].set_box_aspect((5, 4, 2), zoom=0.85)
    figure.axes[1].view_init(elev=50, azim=-80)
    figure.axes[1].set_zticks([-0.002, 0, 0.002])
    save(figure, target, "beam_motions.png")


def fit(points):
    """Least-squares slope of log error over log h."""
    points = [(math.log(h), math.log(e)) for h, e in points]
    if len(points) < 2:
        return float("nan")
    n = len(points)
    x, y = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    return (sum((p[0] - x) * (p[1] - y) for p in points) / sum((p[0] - x) ** 2 for p in points))


def table(data, title, problem, quantity, rows, every=1):
    """One row per (label, method, options): errors over h and the fitted order of the last three."""
    steps = sorted({h for label, method, options in rows
                    for h, _ in data.get((problem, method, options, quantity), [])}, reverse=True)[::every]
    lines = [f"**{title}**, error in {quantity}", "",
             "| method | " + " | ".join(f"h = {h:.3g}" for h in steps) + " | order (last three) |",
             "|---" * (len(steps) + 2) + "|"]
    for label, method, options in rows:
        points = dict(data.get((problem, method, options, quantity), []))
        if not points:
            continue
        cells = [f"{points[h]:.2e}" if h in points and points[h] < 1e3 else "-" for h in steps]
        # Below 1e-11 rounding errors take over.
        last = sorted((h, e) for h, e in points.items() if e > 1e-11)[:3]
        order = fit(last)
        lines.append(f"| {label} | " + " | ".join(cells) + f" | {'-' if math.isnan(order) else f'{order:.2f}'} |")
    return lines + [""]


def tables(data, target):
    methods = sorted({key[1] for key in data if key[1] not in ("generalized alpha", "IDA")},
                     key=lambda m: (m == "RADAU5", m != "linear implicit Euler", not m.startswith("RO2"), m))
    one_step = lambda options: [(m, m, options) for m in methods]
    alpha = lambda *radii: [(f"generalized alpha, rho = {r}", "generalized alpha", f"rho_inf = {r}") for r in radii]
    lines = ["# Verification tables", "",
             "Generated by plot.py from the output of `rivlin verify`; a dash is a refused or diverged run.", ""]
    for eps in ("0.01", "1e-06", "0"):
        options = "position level" if eps == "0" else ""
        for quantity in ("q", "v", "lambda") if eps != "0" else ("v", "lambda"):
            lines += table(data, f"Prothero-Robinson, eps^2 = {eps}, t = 2.2", f"Prothero-Robinson, eps^2 = {eps}",
                           quantity, alpha("0.7") + one_step(options), 2)
    for eps in ("0.01", "0.0001", "1e-06", "0"):
        options = "position level" if eps == "0" else ""
        for quantity in ("q", "v", "lambda"):
            lines += table(data, f"Stiff spring pendulum, eps^2 = {eps}, t = 4" + (", position level" if eps == "0" else ""),
                           f"spring pendulum, eps^2 = {eps}", quantity, alpha("0.7") + one_step(options))
    for name, title in (("pendulum", "Pendulum, t = 2"), ("two masses, incompressible", "Two masses, incompressible, t = 2"),
                        ("slider-crank", "Slider-crank, t = 1"), ("Andrews' mechanism", "Andrews' mechanism, t = 0.03")):
        radii = {"pendulum": ("0.9", "0.7", "1"), "two masses, incompressible": ("0.7",)}.get(name, ("0.7", "1"))
        for quantity in ("q", "v", "lambda"):
            lines += table(data, f"{title}, acceleration level", name, quantity, alpha(*radii) + one_step("acceleration level"))
        for quantity in ("q", "lambda"):
            lines += table(data, f"{title}, position level", name, quantity, one_step("position level"))
    lines += table(data, "Pendulum, largest error in [0, 2], plain start", "pendulum", "largest lambda", alpha("0.9"))
    for kappa in ("100", "1e+06"):
        for quantity in ("q", "v", "lambda"):
            lines += table(data, f"Two masses, kappa = {kappa}, t = 2", f"two masses, kappa = {kappa}", quantity,
                           alpha("0.7") + one_step(""))
    for quantity in ("q", "v"):
        lines += table(data, "Right-angle cantilever, t = 4", "right-angle cantilever", quantity,
                       [("HHT, alpha = 0.05", "HHT", "alpha = 0.05"), ("BLieDF2", "BLieDF2", ""),
                        ("BLieDF3", "BLieDF3", "")])
    for quantity in ("q", "v", "lambda"):
        lines += table(data, "Four-bar mechanism, largest error in [0, 1]", "four-bar mechanism", f"largest {quantity}",
                       alpha("0.9"))
        lines += table(data, "Four-bar mechanism, t = 0.4", "four-bar mechanism", quantity,
                       [(m, m, "") for m in ("BLieDF2", "BLieDF3", "BLieDF4")])
    for eps in ("0.01", "1e-06"):
        for quantity in ("largest q", "largest v"):
            lines += table(data, f"Prothero-Robinson, eps^2 = {eps}, largest error in [0, 2.2]",
                           f"Prothero-Robinson, eps^2 = {eps}", quantity,
                           [(m, m, "") for m in ("RO2", "ROS3P", "ROS3PL", "RODAS4", "RODAS4P")])
    top = "heavy top, R^3 x SO(3)"
    rows = [("generalized alpha, plain start", "generalized alpha", "rho_inf = 0.9"),
            ("generalized alpha, perturbed start", "generalized alpha", "rho_inf = 0.9, perturbed start"),
            ("generalized alpha, stabilized index 2", "generalized alpha", "rho_inf = 0.9, stabilized index 2"),
            ("UL, perturbed start", "UL", "rho_inf = 0.9, perturbed start"),
            ("UL-CRV, perturbed start", "UL-CRV", "rho_inf = 0.9, perturbed start")]
    rows += [(f"BLieDF{k}{', ' if tail else ''}{tail}", f"BLieDF{k}", tail) for k in (2, 3, 4)
             for tail in ("", "L_k = 0", "unperturbed start", "stabilized index 2")]
    for title, quantities in (("largest error in [0, 1]", ("largest q", "largest v", "largest lambda")),
                              ("largest error in [0.5, 1]", ("late q", "late lambda")),
                              ("one step from exact values", ("local q",)),
                              ("relative error at t = 2", ("relative q", "relative lambda"))):
        for quantity in quantities:
            lines += table(data, f"Heavy top on R^3 x SO(3), {title}", top, quantity, rows)
    (target / "tables.md").write_text("\n".join(lines))


def main():
    source = pathlib.Path(sys.argv[1])
    target = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parent
    data = read_errors(source / "verify.csv")
    tracks = read_trajectories(source / "trajectories.csv")
    prothero_robinson(data, target)
    prothero_robinson_regimes(data, target)
    first_steps(tracks, target)
    spring_pendulum(data, target)
    step_control(tracks, target)
    mechanisms(data, tracks, target)
    beams(data, tracks, target)
    beam_motions(source, target)
    tables(data, target)


if __name__ == "__main__":
    main()
