#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""One match on three screens side by side: a player near by, one far away, and a spectator.

    side-by-side.py PROGRAMS [--near MS] [--far MS] [--watching MS] [--loss PERCENT] [--seconds N]

PROGRAMS is the folder of facedown, facedown-server and facedown-lab. Each screen is a pane of tmux
in the terminal this runs in, and each program reaches the server through a relay of its own that
makes its connection as slow and lossy as requested. A script with perfect memory plays both seats by
sending keys. Ends with the match, or after the given time.
"""

import argparse
import json
import os
import shlex
import subprocess
import threading
import time


class Child:
    """A child process whose output is read line by line, and which ends with this one."""

    def __init__(self, *words):
        # The pipe stays open: the programs end when it does.
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)

    def lines(self):
        for text in self.process.stdout:
            yield json.loads(text)

    def url(self):
        return next(line["url"] for line in self.lines() if line.get("event") == "listening")


class Screens:
    """A tmux pane for each program, side by side, with titles."""

    def __init__(self, titles):
        self.titles = titles
        self.name = f"facedown-side-{os.getpid()}"
        # Each frame is written as a whole, in the terminal's own colours.
        self.settings = [
            ("status", "off"), ("pane-border-status", "top"), ("escape-time", "0"),
            ("pane-border-format", "#[fg=colour252,bold] #{pane_title} "),
            ("pane-border-style", "fg=colour240"), ("pane-active-border-style", "fg=colour240"),
            ("default-terminal", "tmux-256color"),
            ("terminal-overrides", ",*:Tc:Sync=\\E[?2026%?%p1%{1}%-%tl%eh%;"),
            ("allow-set-title", "off"),
        ]

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-L", self.name, "-f", "/dev/null", *words], check=True, capture_output=True,
            text=True).stdout

    def open(self, title, words, columns, rows):
        command = shlex.join(["env", "COLORTERM=truecolor", *words])
        # If the program fails, its message stays visible.
        command = f"{command} || sleep 20"
        if title == self.titles[0]:
            self.tmux(
                "new-session", "-d", "-s", "match", "-x", str(columns), "-y", str(rows), command)
            for setting in self.settings:
                subprocess.run(
                    ["tmux", "-L", self.name, "set-option", "-g", *setting], capture_output=True)
        else:
            self.tmux("split-window", "-h", "-t", "match", command)
            self.tmux("select-layout", "-t", "match", "even-horizontal")
        self.tmux("select-pane", "-t", f"match.{self.titles.index(title)}", "-T", title)

    def press(self, pane, *keys):
        for key in keys:
            self.tmux("send-keys", "-t", f"match.{pane}", key)
            time.sleep(0.09)

    def text(self, pane):
        return self.tmux("capture-pane", "-p", "-t", f"match.{pane}")

    def wait(self, pane, words, seconds=20):
        deadline = time.monotonic() + seconds
        while words not in self.text(pane):
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.titles[pane]} never showed {words!r}:\n{self.text(pane)}")
            time.sleep(0.1)


class Player:
    """Plays both seats, with the spectator's knowledge."""

    def __init__(self, entries, screens):
        self.entries, self.screens = entries, screens
        self.faces, self.gone, self.columns, self.slots = {}, set(), 0, []
        self.up, self.isOver = [], False

    def play(self):
        for entry in self.entries:
            kind = next((key for key in entry if key not in ("seq", "at", "cause")), None)
            what = entry.get(kind) or {}
            if kind == "dealt":
                self.columns, self.slots = what["columns"], sorted(what["slots"])
            elif kind == "turnBegan":
                self.up = []
                # A player waits until their own screen shows their turn.
                self.screens.wait(what.get("seat", 0), "Your turn")
                time.sleep(0.3)
                self.choose(what.get("seat", 0))
            elif kind == "flipped":
                slot = what["card"] % 64
                self.faces[slot] = what.get("face", 0)
                self.up.append(slot)
                if len(self.up) == 1:
                    time.sleep(0.9)
                    self.choose(what.get("seat", 0))
            elif kind == "settled":
                self.gone |= {card % 64 for card in what.get("cleared", [])}
                self.up = []
            elif kind == "ended":
                self.isOver = True
                return

    def choose(self, seat):
        slot = self.known_mate() if self.up else self.known_pair()
        if slot is None:
            # Unseen cards are picked all over the table, by a rule rather than at random.
            hidden = [slot for slot in self.slots if slot not in self.faces]
            hidden = hidden or [slot for slot in self.slots
                                if slot not in self.gone and slot not in self.up]
            slot = hidden[len(hidden) * 2 // 3]
        row, column = divmod(slot, self.columns)
        self.screens.press(seat, chr(ord("a") + column), str(row + 1))

    def known_mate(self):
        first = self.up[0]
        return next((slot for slot, face in self.faces.items()
                     if slot != first and face == self.faces[first]), None)

    def known_pair(self):
        left = [slot for slot in self.faces if slot not in self.gone]
        return next((one for one in left for other in left
                     if one != other and self.faces[one] == self.faces[other]), None)


def main():
    parser = argparse.ArgumentParser(description="One match on three screens.")
    parser.add_argument("programs")
    parser.add_argument("--near", type=int, default=20)
    parser.add_argument("--far", type=int, default=400)
    parser.add_argument("--watching", type=int, default=80)
    parser.add_argument("--loss", type=float, default=2)
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    columns, rows = os.get_terminal_size()
    programs = arguments.programs
    server = Child(
        f"{programs}/facedown-server", "--in-memory", "--until-input-ends", "--listen",
        "127.0.0.1:0")
    address = server.url()

    def far(rtt):
        return Child(
            f"{programs}/facedown-lab", "relay", address, "--rtt", str(rtt), "--loss",
            str(arguments.loss), "--seed", str(arguments.seed), "--no-congestion").url()

    roundtrips = [arguments.near, arguments.far, arguments.watching]
    screens = Screens([
        f"Ana plays · {roundtrips[0]} ms", f"Ben plays · {roundtrips[1]} ms",
        f"Eve watches · {roundtrips[2]} ms"])
    near, distant, watching = map(far, roundtrips)
    facedown = f"{programs}/facedown"
    screens.open(
        screens.titles[0],
        [facedown, "create", near, "--name", "Ana", "--pairs", str(arguments.pairs), "--theme",
         "animals", "--reveal", "1"], columns, rows)
    try:
        screens.wait(0, "Enter ready")
        rooms = subprocess.run(
            [facedown, "rooms", "--json", address], check=True, capture_output=True, text=True)
        code = json.loads(rooms.stdout)["rooms"]["rooms"][0]["code"]
        screens.open(
            screens.titles[1], [facedown, "join", distant, code, "--name", "Ben"], columns, rows)
        screens.open(
            screens.titles[2], [facedown, "watch", watching, code, "--name", "Eve"], columns, rows)
        watcher = Child(facedown, "watch", address, code, "--json", "--name", "Lab")
        player = Player((line["entry"] for line in watcher.lines() if "entry" in line), screens)

        def go():
            screens.wait(1, "Enter ready")
            screens.press(0, "Enter")
            screens.press(1, "Enter")
            screens.wait(0, "deal")
            time.sleep(0.5)
            screens.press(0, "Enter")
            player.play()
            time.sleep(4)
            screens.tmux("kill-server")

        threading.Thread(target=go, daemon=True).start()
        limit = threading.Timer(arguments.seconds, screens.tmux, ["kill-server"])
        limit.daemon = True
        limit.start()
        subprocess.run(["tmux", "-L", screens.name, "attach", "-t", "match"])
    finally:
        subprocess.run(["tmux", "-L", screens.name, "kill-server"], capture_output=True)


if __name__ == "__main__":
    main()
