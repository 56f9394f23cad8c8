# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Four players in four tmux panes play a rated match by keys; a spectator is delayed.

    rated_match.py PROGRAMS [--pictures DIR]

One of the four has the match as JSON lines and types its commands; the others see the table. The
driver knows the cards from those lines only, and everyone plays with that memory.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import tempfile
import threading
import time

NAMES = ["Ana", "Ben", "Cleo", "Dan"]
DELAY = 30.0

arguments = argparse.ArgumentParser()
arguments.add_argument("programs")
arguments.add_argument("--pictures")
options = arguments.parse_args()
facedown = os.path.join(options.programs, "facedown")
host = os.path.join(options.programs, "facedown-server")
folder = tempfile.mkdtemp(prefix="facedown-rated-")
tmux_server = f"facedown-rated-{os.getpid()}"


def tmux(*words):
    return subprocess.run(["tmux", "-L", tmux_server, "-f", "/dev/null", *words], check=True,
                          capture_output=True, text=True).stdout


def screen(pane):
    return tmux("capture-pane", "-p", "-t", pane)


def keep(pane, moment):
    """Saves a pane's screen with its colours, if pictures are requested."""
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
        text = tmux("capture-pane", "-e", "-p", "-t", pane)
        with open(os.path.join(options.pictures, f"{moment}-{pane}.ansi"), "w") as file:
            file.write(text)


def until(what, look, seconds=60):
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > deadline:
            panes = "\n".join(screen(name) for name in NAMES[1:])
            raise SystemExit(f"{what} never came.\n{panes}")
        time.sleep(0.05)


def environment(name):
    """The environment of a player, whose own home folder holds their own key."""
    home = os.path.join(folder, name)
    os.makedirs(home, exist_ok=True)
    return {"HOME": home, "XDG_CONFIG_HOME": os.path.join(home, ".config"), "COLORTERM": "truecolor"}


def run(name, *words):
    return subprocess.run([facedown, *words], env={**os.environ, **environment(name)}, text=True,
                          capture_output=True, check=True).stdout


class Lines:
    """The JSON lines of a program, each with its time of arrival."""

    def __init__(self, stream):
        self.lines = []
        self.thread = threading.Thread(target=self.read, args=(stream,), daemon=True)
        self.thread.start()

    def read(self, stream):
        for line in stream:
            self.lines.append((time.time(), json.loads(line)))

    def entries(self):
        return [(came, line["entry"]) for came, line in list(self.lines) if "entry" in line]


class Table:
    """The match as its log shows it."""

    def __init__(self):
        self.seats = {}
        self.turn = None
        self.columns = 0
        self.generation = 0
        self.faces = {}
        self.down = set()
        self.place = {}
        self.up = []
        self.ended = None
        self.count = 0

    def follow(self, entries):
        for _, entry in entries[self.count:]:
            self.count += 1
            if "seated" in entry:
                self.seats[entry["seated"]["seat"]] = entry["seated"]["player"]["name"]
            elif "dealt" in entry:
                dealt = entry["dealt"]
                self.columns = dealt["columns"]
                self.generation = dealt["generation"]
                self.down = set(dealt["slots"])
                self.place = {slot: slot for slot in self.down}
            elif "turnBegan" in entry:
                self.turn = entry["turnBegan"]["seat"]
            elif "flipped" in entry:
                slot = entry["flipped"]["card"] % 64
                self.faces[slot] = entry["flipped"]["face"]
                self.up.append(slot)
            elif "settled" in entry:
                for card in entry["settled"].get("cleared", []):
                    self.down.discard(card % 64)
                self.up = []
            elif "turnExpired" in entry:
                self.up = []
            elif "ended" in entry:
                self.ended = entry["ended"]

    def choice(self):
        """The slot that the player whose turn it is turns next."""
        free = sorted(self.down - set(self.up))
        if self.up:
            mate = [slot for slot in free if self.faces.get(slot) == self.faces[self.up[0]]]
            if mate:
                return mate[0]
        else:
            for slot in free:
                if slot in self.faces and any(
                        other != slot and self.faces.get(other) == self.faces[slot] for other in free):
                    return slot
        new = [slot for slot in free if slot not in self.faces]
        return (new or free)[0]

    def coordinates(self, slot):
        place = self.place[slot]
        return f"{chr(ord('a') + place % self.columns)}{place // self.columns + 1}"


def main():
    log = open(os.path.join(folder, "server.log"), "w")
    server = subprocess.Popen(
        [host, "--listen", "127.0.0.1:0", "--data",
         os.path.join(folder, "data"), "--until-input-ends"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=log, text=True)
    url = json.loads(server.stdout.readline())["url"]
    try:
        play(url)
    finally:
        subprocess.run(["tmux", "-L", tmux_server, "kill-server"], capture_output=True)
        server.stdin.close()
        server.wait(timeout=20)


def keep_and_verify(url):
    """Downloads and verifies the match, and checks a backup of the server's journal."""
    lines = run("Eve", "replays", url)
    match = re.search(r"\b[0-9a-hj-km-np-tv-z]{16}\b", lines)[0]
    replay = os.path.join(folder, "match.fdr")
    print(run("Eve", "download", url, match, "-o", replay).strip())
    print(run("Eve", "verify", replay).strip())
    data = os.path.join(folder, "data")
    backup = os.path.join(folder, "matches.backup")
    for words in (["backup", backup, "--data", data], ["check", backup],
                  ["restore", backup, "--data", os.path.join(folder, "restored")]):
        print(subprocess.run([host, *words], check=True, capture_output=True, text=True).stdout.strip())


def play(url):
    quick = ["quick", url, "--rated", "--seats", "4"]
    pipe = os.path.join(folder, "lines")
    for index, name in enumerate(NAMES):
        settings = [f"{key}={value}" for key, value in environment(name).items()]
        words = shlex.join(["env", *settings, facedown, *quick, "--name", name])
        if index == 0:
            words += f" --json | tee {shlex.quote(pipe)}"
        tmux("new-session", "-d", "-s", name, "-x", "100", "-y", "32",
             f"sh -c {shlex.quote(words + '; echo ended; cat')}")
    until("a room", lambda: os.path.exists(pipe) and os.path.getsize(pipe))
    told = Lines(subprocess.Popen(["tail", "-n", "+1", "-f", pipe], stdout=subprocess.PIPE,
                                  text=True).stdout)
    code = until("its code", lambda: next(
        (line["code"] for _, line in list(told.lines) if line.get("event") == "room"), None))
    table = Table()

    def look():
        table.follow(told.entries())
        return table

    until("four players", lambda: len(look().seats) == 4)
    rooms = run("Eve", "rooms", url)
    spectator = subprocess.Popen(
        [facedown, "watch", url, code, "--json", "--name", "Eve"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, env={**os.environ, **environment("Eve")}, text=True)
    watched = Lines(spectator.stdout)
    print(f"Four met at room {code} by quick match: {', '.join(table.seats.values())}.")
    for name in NAMES[1:]:
        keep(name, "waiting")
    tmux("send-keys", "-t", NAMES[0], "ready", "Enter")
    for name in NAMES[1:]:
        tmux("send-keys", "-t", name, "Enter")
    until("the deck", lambda: any("revealed" in entry for _, entry in told.entries()))
    tmux("send-keys", "-t", NAMES[1], "Space")
    begin = time.monotonic()
    asked = (None, 0.0)
    while not look().ended:
        if time.monotonic() - begin > 900:
            raise SystemExit("The match never ended.")
        state = (table.turn, len(table.up), table.count)
        isFree = len(table.up) < 2 and table.turn is not None and table.down
        if isFree and (state != asked[0] or time.monotonic() - asked[1] > 3):
            keys = table.coordinates(table.choice())
            name = table.seats[table.turn]
            tmux("send-keys", "-t", name, *([keys, "Enter"] if name == NAMES[0] else list(keys)))
            asked = (state, time.monotonic())
            if table.count % 25 == 0:
                keep(NAMES[1], f"turn-{table.count}")
        time.sleep(0.1)
    for name in NAMES[1:]:
        keep(name, "end")
    print(f"The match took {time.monotonic() - begin:.0f} s and {table.count} entries; it ended as "
          f"{table.ended['reason']}.")
    for line in table.ended["standings"]:
        print(f"  {line['rank']}. {line['player']['name']}: {line['score']} points, {line['pairs']} pairs")
    until("the spectator's end", lambda: any("ended" in entry for _, entry in watched.entries()), 60)
    running = [(came, entry) for came, entry in watched.entries()
               if int(entry["seq"]) > next(int(entry["seq"]) for _, entry in told.entries()
                                           if "committed" in entry)]
    behind = [came - int(entry["at"]) / 1e6 for came, entry in running]
    print(f"The spectator got {len(behind)} entries of the match, the first {min(behind):.3f} s and the "
          f"last {max(behind):.3f} s after their time.")
    if min(behind) < DELAY:
        raise SystemExit("That was too early.")
    board = run("Eve", "leaderboard", url)
    print(board)
    if not all(name in board for name in NAMES):
        raise SystemExit("Not everybody is on the leaderboard.")
    profile = run("Eve", "profile", NAMES[0], url)
    print(profile)
    if "1 match" not in profile or not all(name in profile for name in NAMES):
        raise SystemExit("The profile lacks the match.")
    keep_and_verify(url)
    if "rated" not in rooms and code not in rooms:
        print("(The room was not listed yet: what is listed is as far behind as viewers are.)")


main()
