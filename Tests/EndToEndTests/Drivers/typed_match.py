# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A person at a keyboard whose program's output is piped: can they play, and see what happens?

    typed_match.py FACEDOWN SERVER plain|json|nobody|daily

plain: `play --plain`, its output piped. json: `create --json`, its lines piped, the person sees
standard error; a spectator joins late in plain mode. nobody: `play` without a keyboard. daily: the deal
of the day, once more, and while the server is away. Prints the relevant output of each.
"""

import json
import os
import pty
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

facedown, server, scenario = sys.argv[1:]
PAIRS = [("A1", "B1"), ("A1", "A2"), ("A1", "B2"), ("B1", "A2"), ("B1", "B2"), ("A2", "B2")]
processes = []


class Lines:
    """The output of a descriptor, line by line."""

    def __init__(self, descriptor):
        self.lines, self.heard = queue.Queue(), []
        threading.Thread(target=self.read, args=[descriptor], daemon=True).start()

    def read(self, descriptor):
        rest = b""
        try:
            while data := os.read(descriptor, 65536):
                *whole, rest = (rest + data).split(b"\n")
                for line in whole:
                    self.lines.put(line.decode().rstrip("\r"))
        except OSError:
            pass  # The terminal's last program has ended.
        self.lines.put(None)

    def wait(self, pattern):
        """The first match of a pattern in the lines that follow."""
        deadline = time.monotonic() + 60
        while True:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                line = None
            if line is None:
                raise SystemExit(f"{pattern!r} never came:\n" + "\n".join(self.heard))
            self.heard.append(line)
            if found := re.search(pattern, line):
                return found

    def rest(self):
        while (line := self.lines.get(timeout=60)) is not None:
            self.heard.append(line)
        return self.heard


class Person:
    """A program at a keyboard: its output is piped, its errors are on the terminal or piped too."""

    def __init__(self, *command, isErrorSeen=True, home=None):
        self.keyboard, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [facedown, *command], stdin=terminal, stdout=subprocess.PIPE,
            stderr=terminal if isErrorSeen else subprocess.STDOUT, start_new_session=True,
            env={**os.environ,
                 **({"HOME": home, "XDG_CONFIG_HOME": home, "FACEDOWN_IDENTITY": "own"} if home else {})})
        processes.append(self.process)
        os.close(terminal)
        self.output, self.seen = Lines(self.process.stdout.fileno()), Lines(self.keyboard)

    def type(self, line):
        os.write(self.keyboard, (line + "\n").encode())

    def play(self, told):
        """Turns all pairs of four cards until none are left."""
        gone = set()
        for first, second in PAIRS:
            if {first, second} & gone:
                continue
            self.type(first)
            told.wait(f"You turn {first}")
            self.type(second)
            if told.wait(f"(You turn {second}.*No match|You find the pair)")[1][4] == "t":
                told.wait("face down again")
            else:
                gone |= {first, second}
            if len(gone) < 4:
                told.wait("It is your turn")


    def clear(self, told):
        """Turns cards until the table is empty, remembering all; 4 rows of 6."""
        unknown = [column + row for row in "1234" for column in "ABCDEF"]
        places, turns = {}, 0
        while unknown or any(len(where) == 2 for where in places.values()):
            turns += 1
            known = next((where for where in places.values() if len(where) == 2), None)
            first = known[0] if known else unknown.pop(0)
            self.type(first)
            face = told.wait(f"You turn {first}: ([^.,]+)")[1]
            mate = next((place for place in places.get(face, []) if place != first), None)
            if not known:
                places.setdefault(face, []).append(first)
            second = mate or unknown.pop(0)
            self.type(second)
            found = told.wait(f"You find the pair|You turn {second}: ([^.,]+).*No match")
            if found[1]:
                places.setdefault(found[1], []).append(second)
                told.wait("face down again")
            else:
                del places[face]
            if unknown or places:
                told.wait("It is your turn")
        return turns


def begin(person, told):
    told.wait("1 to get ready")
    person.type("ready")
    told.wait("or wait 10 seconds")
    person.type("deal")
    told.wait("It is your turn")


def daily(home):
    host = subprocess.Popen(
        [server, "--data", f"{home}/data", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE)
    processes.append(host)
    url = Lines(host.stdout.fileno()).wait(r'"url":"([^"]+)"')[1]

    def play():
        return Person("daily", url, "--plain", isErrorSeen=False, home=home)

    person = play()
    begin(person, person.output)
    turns = person.clear(person.output)
    person.output.wait("to leave")
    person.type("leave")
    person.output.wait(f"You took {turns} turns in")
    person.output.wait("Streak: 1 day")
    print("played with", person.process.wait(60))
    again = play()
    again.output.wait(f"You took {turns} turns in")
    print("shown with", again.process.wait(60))
    host.terminate()
    host.wait(60)
    away = play()
    away.output.wait("offline; it counts nowhere")
    begin(away, away.output)
    away.type("leave")
    away.output.wait("You did not finish it")
    print("offline with", away.process.wait(60))


def main():
    if scenario == "plain":
        person = Person("play", "--plain", "--pairs", "2", "--bots", "0", isErrorSeen=False)
        begin(person, person.output)
        person.play(person.output)
        person.output.wait("to play again")
        person.type("leave")
        print("ended with", person.process.wait(60))
    elif scenario == "json":
        host = subprocess.Popen(
            [server, "--in-memory", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE)
        processes.append(host)
        url = Lines(host.stdout.fileno()).wait(r'"url":"([^"]+)"')[1]
        person = Person("create", url, "--json", "--pairs", "2", "--seats", "1")
        code = json.loads(person.output.wait('"code"').string)["code"]
        begin(person, person.seen)
        person.type("A1")
        face = person.seen.wait(r"You turn A1: ([^.]+)\.")[1]
        viewer = subprocess.Popen(
            [facedown, "watch", url, code, "--plain"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE)
        processes.append(viewer)
        heard = Lines(viewer.stdout.fileno())
        heard.wait("A match is in progress: 2 pairs")
        board = heard.wait("Row 1: (.*)")[1]
        print("late", board.replace(face, "FACE"))
        print("late", heard.wait("0 pairs").string.split(":")[1].strip())
        person.type("quit")
        person.output.rest()
        print("ended with", person.process.wait(60))
        room, *lines, verdict = [json.loads(line) for line in person.output.heard]
        print(*(next(name for name in line.get("entry", {"base": 0})
                     if name not in ("seq", "at", "cause")) for line in lines))
        print(room["event"], verdict["event"], verdict["finding"])
    elif scenario == "daily":
        with tempfile.TemporaryDirectory() as home:
            daily(home)
    else:
        bots = subprocess.run(
            [facedown, "play", "--plain", "--pairs", "2", "--reveal", "1"], capture_output=True,
            stdin=subprocess.DEVNULL, text=True, timeout=60)
        print("ended with", bots.returncode)
        print("Ada plays" if "Ada" in bots.stdout else bots.stdout)


try:
    main()
finally:
    for process in processes:
        process.kill()
        process.wait()
