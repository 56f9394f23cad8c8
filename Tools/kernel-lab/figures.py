# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Computes figures from the output of measuring clients.

All clients' timestamps are from one clock, because all network namespaces share the kernel's. The
client beside the server knows the server's time to within a few hundredths of a millisecond, and is
the reference for all other estimates.
"""

import bisect
import statistics

# A client's estimates count from ten seconds after its first one.
SETTLED_US = 10_000_000
# Latencies count from here on: a fresh connection has no round-trip measurement yet.
OPENING_US = 3_000_000


def quantile(values, share):
    """The quantile `share` of the values; None without values."""
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else None


class Truth:
    """The server's time on the machine's clock, from the client beside the server."""

    def __init__(self, lines):
        beliefs = [line for line in lines if line["event"] == "clock"]
        self.offset = statistics.median(line["server"] - line["at"] for line in beliefs)
        self.bound_ms = statistics.median(line["bound_us"] for line in beliefs) / 1000

    def machine(self, server):
        return server - self.offset


def clock_figures(clients, truth):
    """Errors of estimates: against the reference, and between the players of a room."""
    off, between, bounds, broken = [], [], [], 0
    beliefs = {}
    for client, lines in clients.items():
        told = [line for line in lines if line["event"] == "clock"]
        told = [line for line in told if line["at"] >= told[0]["at"] + SETTLED_US]
        errors = [(line["at"], line["server"] - line["at"] - truth.offset) for line in told]
        beliefs[client] = errors
        off += [abs(error) / 1000 for _, error in errors]
        bounds += [line["bound_us"] / 1000 for line in told]
        broken += sum(
            abs(error) > line["bound_us"] + 1000 for (_, error), line in zip(errors, told))
    for near, far in ((name, name.replace("ana", "ben")) for name in beliefs if "ana" in name):
        others = beliefs.get(far, [])
        instants = [at for at, _ in others]
        for at, error in beliefs[near]:
            index = bisect.bisect(instants, at)
            if 0 < index:
                between.append(abs(error - others[index - 1][1]) / 1000)
    return {
        "clock_p50_ms": quantile(off, 0.5), "clock_p99_ms": quantile(off, 0.99),
        "between_p99_ms": quantile(between, 0.99), "beyond_bound": broken,
        "bound_p50_ms": quantile(bounds, 0.5),
    }


def flip_figures(clients, truth):
    """Latency from a press to its effect, on the player's screen and on everyone's."""
    seen = {}
    for client, lines in clients.items():
        for line in lines:
            if line["event"] == "flip":
                seen.setdefault((line["room"], line["seq"]), []).append(line)
    viewers = max((len(lines) for lines in seen.values()), default=0)
    motion, everywhere, own_late, other_late, spread, up = [], [], [], [], [], []
    for lines in seen.values():
        for line in lines:
            (own_late if line["pressed"] is not None else other_late).append(line["late_us"] > 0)
            if line["pressed"] is None:
                continue
            if line["moved"] is not None:
                motion.append((line["moved"] - line["pressed"]) / 1000)
            if line["sent"] is not None:
                up.append((truth.machine(line["received"]) - line["sent"]) / 1000)
        pressed = [line["pressed"] for line in lines if line["pressed"] is not None]
        faced = [line["faced"] for line in lines if line["faced"] is not None]
        # Only flips that everyone has seen count here.
        if pressed and len(faced) == viewers:
            everywhere.append((max(faced) - pressed[0]) / 1000)
            spread.append((max(faced) - min(faced)) / 1000)
    return {
        "flips": len(everywhere), "viewers": viewers,
        "motion_p50_ms": quantile(motion, 0.5), "motion_p99_ms": quantile(motion, 0.99),
        "face_p50_ms": quantile(everywhere, 0.5), "face_p95_ms": quantile(everywhere, 0.95),
        "face_spread_p50_ms": quantile(spread, 0.5), "face_spread_p95_ms": quantile(spread, 0.95),
        "late_own_percent": 100 * statistics.fmean(own_late) if own_late else None,
        "late_other_percent": 100 * statistics.fmean(other_late) if other_late else None,
        "choices_up": up,
    }


def link_figures(clients, truth):
    """One-way latencies of pings and pongs."""
    up, down = [], []
    for lines in clients.values():
        told = [line for line in lines if line["event"] == "exchange"]
        for line in told:
            if line["asked"] >= told[0]["asked"] + OPENING_US:
                up.append((truth.machine(line["received"]) - line["asked"]) / 1000)
                down.append((line["came"] - truth.machine(line["answered"])) / 1000)
    return up, down


def cell_figures(clients, reference):
    """All figures of one combination of round trip and loss."""
    truth = Truth(reference)
    figures = flip_figures(clients, truth)
    choices = figures.pop("choices_up")
    up, down = link_figures(clients, truth)
    figures.update(clock_figures(clients, truth))
    up += choices
    figures["ups"] = len(up)
    for name, values in (("up", up), ("down", down)):
        for share in (0.5, 0.97, 0.99):
            figures[f"{name}_p{round(share * 100)}_ms"] = quantile(values, share)
    figures["truth_bound_ms"] = truth.bound_ms
    return figures


def recoveries(clients, broken_at):
    """The downtime in ms of each client that lost its connection at `broken_at` or later.

    Clients that never noticed are left out; None for a client that has not reconnected.
    """
    times = []
    for lines in clients.values():
        gone = [line["at"] for line in lines
                if line["event"] == "interrupted" and line["at"] >= broken_at]
        if not gone:
            continue
        back = [line["at"] for line in lines if line["event"] == "back" and line["at"] > gone[0]]
        times.append((back[0] - broken_at) / 1000 if back else None)
    return times
