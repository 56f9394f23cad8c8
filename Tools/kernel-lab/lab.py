#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The real programs over the real kernel's TCP, at several round trips and losses.

    lab.py PROGRAMS [--quick] [--rtt MS ...] [--loss PERCENT ...] [--seconds N] [--rooms N] ...

PROGRAMS is the folder of facedown-server and facedown-lab. For each combination of round trip and
loss the server has a namespace of its own; all rooms' first players, second players and spectators
share one each, behind a link. Prints a row of CSV for each combination, then one for each kind of
break. If it cannot run here it says why and exits with 0.
"""

import argparse
import os
import shutil
import signal
import sys
import time

import figures
import sockets
from session import Session

COLUMNS = [
    "flips", "motion_p50_ms", "motion_p99_ms", "face_p50_ms", "face_p95_ms", "face_spread_p50_ms",
    "face_spread_p95_ms", "late_own_percent", "late_other_percent", "clock_p50_ms", "clock_p99_ms",
    "between_p99_ms", "bound_p50_ms", "beyond_bound", "ups", "up_p50_ms", "up_p97_ms", "up_p99_ms",
    "down_p50_ms", "down_p97_ms", "down_p99_ms", "truth_bound_ms", "link_late_p99_ms",
]

# Timeouts until clients are in their rooms, and until they have reconnected.
ENTERING_SECONDS = 12
BREAK_SECONDS = {"closed": 8, "dead": 16}


def reason_not_to_run(programs):
    """Why the lab cannot run here, as a sentence; None if it can."""
    if os.geteuid() != 0:
        return "creating network namespaces needs root"
    if not os.path.exists("/dev/net/tun"):
        return "this system has no /dev/net/tun to carry packets over"
    for tool in ("ip", "ss"):
        if shutil.which(tool) is None:
            return f"{tool} is missing (package iproute2)"
    for program in ("facedown-server", "facedown-lab"):
        if not os.access(f"{programs}/{program}", os.X_OK):
            return f"{program} is not built"
    return Session.reason_not_to_open()


def note(sentence):
    print(sentence, file=sys.stderr, flush=True)


def shown(value):
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def measure(arguments, rtt, loss, rounds):
    """One combination of round trip and loss: its figures, and its recovery times by kind of break."""
    length = arguments.seconds
    breaking = rounds * sum(BREAK_SECONDS.values())
    with Session(arguments.programs, rtt, loss, arguments.seed) as session:
        session.enter(arguments.rooms, length + breaking + ENTERING_SECONDS)
        time.sleep(length)
        if not arguments.told_sockets:
            arguments.told_sockets = True
            tell_sockets(session)
        until = time.clock_gettime(time.CLOCK_BOOTTIME) * 1e6
        away = {kind: [] for kind in BREAK_SECONDS}
        for _ in range(rounds):
            for kind, seconds in BREAK_SECONDS.items():
                broken_at = session.break_off("ben", kind)
                time.sleep(seconds)
                away[kind] += figures.recoveries(session.lines_of("ben"), broken_at)
        clients = session.clients(before=until)
        row = figures.cell_figures(clients, session.reference())
        row["link_late_p99_ms"] = session.end()["late_p99_ms"]
        for event in ("refused", "left", "broken", "disconnected", "failed"):
            count = session.count(event)
            if count:
                note(f"# rtt {rtt} loss {loss}: {event} {count} times {session.details(event)}")
    return row, away


def tell_sockets(session):
    """The sockets' options, and the kernel's view of the connections."""
    for name, process in (("server", session.server.pid), ("client", session.players["ben"].pid)):
        for item in sorted(sockets.options(process)):
            note(f"# {name}'s sockets: " + " ".join(f"{key}={value}" for key, value in item))
    note("# " + session.kernel_view())


def main():
    parser = argparse.ArgumentParser(description="The real programs over the real kernel's TCP.")
    parser.add_argument("programs")
    parser.add_argument("--quick", action="store_true", help="two round trips, two losses, briefly")
    parser.add_argument("--rtt", type=float, nargs="+", default=[20, 80, 200, 400])
    parser.add_argument("--loss", type=float, nargs="+", default=[0, 1, 2, 5])
    parser.add_argument("--seconds", type=int, default=60, help="of play for each combination")
    parser.add_argument("--rooms", type=int, default=6)
    parser.add_argument("--breaks", type=int, default=3, help="rounds of breaks at each round trip")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.rtt, arguments.loss = [20, 200], [0, 2]
        arguments.seconds, arguments.breaks = 20, 0
    reason = reason_not_to_run(arguments.programs)
    if reason:
        print(f"The kernel lab is skipped: {reason}.")
        return
    # Both Ctrl-C and SIGTERM take everything down.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    arguments.told_sockets = False
    print(",".join(["rtt_ms", "loss_percent", *COLUMNS]), flush=True)
    recovered = []
    for loss in arguments.loss:
        for rtt in arguments.rtt:
            # Breaks are measured as in the simulator, at a loss of 2 %.
            rounds = arguments.breaks if loss == 2 else 0
            row, away = measure(arguments, rtt, loss, rounds)
            print(",".join([f"{rtt:g}", f"{loss:g}", *(shown(row[name]) for name in COLUMNS)]),
                  flush=True)
            recovered += [(kind, rtt, times) for kind, times in away.items() if rounds]
    if recovered:
        print("break,rtt_ms,count,back_p50_ms,back_max_ms,never")
    for kind, rtt, times in sorted(recovered):
        back = [milliseconds for milliseconds in times if milliseconds is not None]
        print(",".join(map(shown, [
            kind, f"{rtt:g}", len(times), figures.quantile(back, 0.5), max(back, default=None),
            len(times) - len(back)])), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
