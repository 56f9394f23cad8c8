# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Bots and viewers that come through the proxy, and what each of them was sent and when."""

import json
import subprocess
import threading
import time


class Player:
    """A client whose JSON lines are read as they arrive."""

    def __init__(self, fleet, *words):
        self.lines, self.times = [], []
        self.changed = threading.Condition()
        definition = fleet.definition("outside")
        self.process = fleet.run(
            fleet.outside, ["facedown", *words], definition, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        fleet.players.append(self)
        self.errors = []
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(
            target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(json.loads(line))
                self.times.append(time.monotonic())
                self.changed.notify_all()
        with self.changed:
            self.lines.append(None)
            self.times.append(time.monotonic())
            self.changed.notify_all()

    def wait(self, holds, count=1, within=60):
        """Waits for that many lines; returns whether they came."""
        def enough():
            return sum(1 for line in self.lines if line is not None and holds(line)) >= count
        with self.changed:
            self.changed.wait_for(lambda: enough() or None in self.lines, timeout=within)
            return enough()

    def flips(self, count, within=60):
        return self.wait(lambda line: "flipped" in line.get("entry", {}), count, within)

    def entries(self):
        """(number, when it came, entry) in the order in which they came."""
        with self.changed:
            return [(int(line["entry"]["seq"]), at, line["entry"])
                    for line, at in zip(self.lines, self.times) if line and "entry" in line]

    def back(self, since):
        """How long after a moment its next entry came, in seconds; None if none did."""
        return next((at - since for _, at, _ in self.entries() if at > since), None)

    def longest(self, begin, end):
        """The longest pause between two entries, the later of which came at `begin` or after it and the
        earlier before `end`."""
        times = [at for _, at, _ in self.entries()]
        return max((later - at for at, later in zip(times, times[1:])
                    if later >= begin and at < end), default=0.0)

    def finish(self, within=120):
        """Waits until it has left by itself; returns a complaint, or None."""
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            return "a client did not come to the end of its match"
        self.wait(lambda line: False, within=5)
        return None if code == 0 else f"a client ended with {code}: {''.join(self.errors)[-300:]}"

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


class Match:
    """Two bots in a room through the proxy, and a viewer."""

    world = "wss://play.example.org"

    def __init__(self, fleet, number, viewer, pairs):
        url = self.world
        trust = ["--ca", str(fleet.folder / "public.pem"), "--json"]
        self.ada = Player(
            fleet, "bot", url, *trust, "--pace", "fast", "--name", f"Ada {number}", "--create",
            "--pairs", str(pairs), "--seats", "2", "--reveal", "1", "--seed", str(2 * number + 1))
        if not self.ada.wait(lambda line: "code" in line):
            raise SystemExit(f"No room was opened: {''.join(self.ada.errors)[-500:]}")
        self.code = next(line["code"] for line in self.ada.lines if line and "code" in line)
        self.viewer = Player(fleet, "watch", viewer, self.code, *trust)
        if not self.viewer.wait(lambda line: True):
            raise SystemExit(f"Nobody could watch: {''.join(self.viewer.errors)[-500:]}")
        self.ben = Player(
            fleet, "bot", url, *trust, "--pace", "fast", "--name", f"Ben {number}", "--room",
            self.code, "--seed", str(2 * number + 2))

    @property
    def players(self):
        return [self.ada, self.ben]

    def underway(self, flips=4):
        if not self.ada.flips(flips):
            raise SystemExit(f"{self.code} is not played: {''.join(self.ada.errors)[-500:]}")

    def faults(self):
        """Waits for its end; a sentence for each thing that is missing or there twice."""
        faults, logs = [], []
        clients = [("Ada", self.ada), ("Ben", self.ben), ("the viewer", self.viewer)]
        for name, client in clients:
            complaint = client.finish()
            if complaint:
                faults.append(f"{self.code}, {name}: {complaint}")
            numbers = [number for number, _, _ in client.entries()]
            if numbers != sorted(set(numbers)):
                faults.append(f"{self.code}, {name}: entries came twice or in another order")
            if numbers and numbers != list(range(numbers[0], numbers[-1] + 1)):
                faults.append(f"{self.code}, {name}: entries are missing")
            logs.append({number: entry for number, _, entry in client.entries()})
        for log in logs[1:]:
            if any(logs[0][number] != log[number] for number in logs[0].keys() & log.keys()):
                faults.append(f"{self.code}: two clients were sent different entries")
        if not any("ended" in entry for entry in logs[0].values()):
            faults.append(f"{self.code}: it has not ended")
        return faults

    def ends(self):
        return any("ended" in entry for _, _, entry in self.ada.entries())
