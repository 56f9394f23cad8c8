#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

"""Reads Autobahn's reports (index.json). For each it prints a table with a row per section, and the
names of all cases that were not OK; then `N passed, M failed`. Exits with 1 if a case failed.

A case passes if Autobahn rates it OK, NON-STRICT or INFORMATIONAL: the last two concern what the RFC
leaves open. Autobahn rates how the connection was closed separately, and it is listed separately: a
case can be OK and its close not."""

import json
import sys

SECTIONS = {
    1: "framing", 2: "pings and pongs", 3: "reserved bits", 4: "opcodes", 5: "fragmentation",
    6: "UTF-8", 7: "closing", 9: "limits", 10: "pieces",
}
KINDS = ["OK", "NON-STRICT", "INFORMATIONAL"]


def order(name):
    return [int(part) for part in name.split(".")]


def tell(label, cases):
    """Prints one report; returns how many passed and failed."""
    print(f"Our {label}:")
    print(f"  {'section':<20} {'cases':>5} {'ok':>5} {'non-strict':>10} {'informational':>13} "
          f"{'failed':>6}")
    totals = [0] * 5
    for number in sorted({order(name)[0] for name in cases}):
        behaviours = [c["behavior"] for name, c in cases.items() if order(name)[0] == number]
        counts = [behaviours.count(kind) for kind in KINDS]
        row = [len(behaviours), *counts, len(behaviours) - sum(counts)]
        totals = [total + count for total, count in zip(totals, row)]
        print_row(f"{number:>2} {SECTIONS.get(number, '')}", row)
    print_row("all", totals)
    for heading, key, good in [
        ("not OK", "behavior", ["OK"]), ("close not OK", "behaviorClose", ["OK", "INFORMATIONAL"])
    ]:
        for name in sorted(cases, key=order):
            if cases[name][key] not in good:
                print(f"  {heading}: {name} {cases[name][key]}")
    return totals[0] - totals[4], totals[4]


def print_row(name, row):
    print(f"  {name:<20} {row[0]:>5} {row[1]:>5} {row[2]:>10} {row[3]:>13} {row[4]:>6}")


def main():
    passed = failed = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            for label, cases in json.load(file).items():
                counts = tell(label, cases)
                passed += counts[0]
                failed += counts[1]
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
