#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The errors of `rivlin verify prothero-robinson` from an independent program.

The equation q'' = phi'' - (q - phi)/eps^2, phi = cos(6 t), as a system of first
order without a multiplier, solved by the textbook form of a Rosenbrock method
(Hairer and Wanner, Solving ODE II, eq. IV.7.4) with coefficients from a file of
their own. The program uses the index-1 form with lambda, a stage loop of second
order and transformed coefficients: nothing in common but the mathematics.

Usage: prothero_robinson.py PROGRAM"""
import csv
import json
import math
import pathlib
import sys
import tempfile

from program import run

END, FREQUENCY = 2.2, 6.0


def phi(t, k):
    """The k-th derivative."""
    return FREQUENCY**k * math.cos(FREQUENCY * t + k * math.pi / 2)


def rosenbrock(method, eps_squared, n):
    """Largest errors of q and v over n steps, and those at the end."""
    alpha, gamma, b = method["alpha"], method["Gamma"], method["b"]
    stages, h, w = range(len(b)), END / n, 1 / eps_squared
    nodes, gammas = [sum(row) for row in alpha], [sum(row) for row in gamma]
    c = h * gamma[0][0]
    determinant = 1 + c * c * w  # of I - h gamma J, J = [0 1; -w 0]
    q, v = phi(0, 0), phi(0, 1)
    largest = [0.0, 0.0]
    for step in range(n):
        t = step * h
        kq, kv = [], []
        for i in stages:
            s = t + nodes[i] * h
            y = q + sum(a * k for a, k in zip(alpha[i], kq))
            z = v + sum(a * k for a, k in zip(alpha[i], kv))
            # The sums of gamma_ij k_j over j < i: kq has i members.
            dq = sum(g * k for g, k in zip(gamma[i], kq))
            dv = sum(g * k for g, k in zip(gamma[i], kv))
            right_q = h * z + h * dv
            right_v = (h * (phi(s, 2) - w * (y - phi(s, 0))) - h * w * dq
                       + h * h * gammas[i] * (phi(t, 3) + w * phi(t, 1)))
            kq.append((right_q + c * right_v) / determinant)
            kv.append((right_v - c * w * right_q) / determinant)
        q += sum(x * k for x, k in zip(b, kq))
        v += sum(x * k for x, k in zip(b, kv))
        errors = [abs(q - phi(t + h, 0)), abs(v - phi(t + h, 1))]
        largest = [max(pair) for pair in zip(largest, errors)]
    return {"largest q": largest[0], "largest v": largest[1], "q": errors[0], "v": errors[1]}


def read(directory):
    """{(eps^2, method, number of steps, quantity): error}"""
    table = {}
    with open(pathlib.Path(directory) / "verify.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["error"]:
                eps_squared = float(row["problem"].split("=")[1])
                n = round(END / float(row["step size [s]"]))
                table[eps_squared, row["method"], n, row["quantity"]] = float(row["error"])
    return table


def main():
    methods = json.loads((pathlib.Path(__file__).parent / "rosenbrock_coefficients.json").read_text())["methods"]
    with tempfile.TemporaryDirectory() as directory:
        code, _, errors = run(sys.argv[1], "verify", "prothero-robinson", "--output", directory)
        if code != 0:
            print(f"exit code {code}: {errors}")
            return 1
        table = read(directory)
    compared, worst = 0, 0.0
    for name, method in methods.items():
        for eps_squared in (1e-2, 1e-6):
            for n in (22, 44, 88, 176, 352, 704):
                for quantity, error in rosenbrock(method, eps_squared, n).items():
                    other = table[eps_squared, name, n, quantity]
                    # Six digits are written. Rounding errors are 1e-13 in q and
                    # 1e-13/eps in v.
                    tolerance = 2e-5 * error + (1e-10 if quantity.endswith("v") else 1e-13)
                    compared += 1
                    worst = max(worst, abs(other - error) / tolerance)
                    if abs(other - error) > tolerance:
                        print(f"{name}, eps^2 = {eps_squared}, {n} steps, {quantity}: program {other}, here {error}")
                        return 1
    print(f"{compared} errors agree, the worst uses {100 * worst:.0f} % of the tolerance")
    return 0


if __name__ == "__main__":
    sys.exit(main())
