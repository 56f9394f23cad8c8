# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""One server with its players and spectators in namespaces, until everything is taken down."""

import json
import os
import subprocess
import sys
import threading
import time

PORT = 7777
# Players and spectators by name, each behind the link of its number.
ROLES = ["ana", "ben", "eve"]


class Output:
    """The JSON lines of a process, read as they arrive."""

    def __init__(self, process):
        self.lines = []
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.read, args=(process.stdout,), daemon=True)
        self.thread.start()

    def read(self, stream):
        for text in stream:
            line = json.loads(text)
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()

    def until(self, event, count, seconds):
        """Waits for a number of lines of an event."""
        deadline = time.monotonic() + seconds
        with self.changed:
            while True:
                found = [line for line in self.lines if line["event"] == event]
                if len(found) >= count:
                    return found
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"Only {len(found)} of {count} {event} lines arrived.")
                self.changed.wait(left)


class Session:
    def __init__(self, programs, rtt, loss, seed):
        self.programs, self.seed = programs, seed
        self.prefix = f"facedown{os.getpid()}"
        self.links = [f"{name}:{rtt}:{loss}" for name in ROLES]
        self.started, self.outputs, self.players = [], {}, {}
        self.link = self.server = None

    @staticmethod
    def reason_not_to_open():
        """Why namespaces cannot be created here, as a sentence; None if they can."""
        name = f"facedown{os.getpid()}-try"
        made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
        if made.returncode == 0:
            return None
        return f"network namespaces cannot be created ({made.stderr.strip()})"

    def __enter__(self):
        folder = os.path.dirname(os.path.abspath(__file__))
        self.link = self.start(
            "link", [sys.executable, f"{folder}/link.py", "--seed", str(self.seed), self.prefix,
                     *self.links], stdin=subprocess.PIPE)
        try:
            self.outputs["link"].until("ready", 1, 10)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        others = [process for process in self.started if process is not self.link]
        for process in others:
            process.terminate()
        for process in others:
            self.wait(process)
        self.link.stdin.close()
        self.wait(self.link)

    @staticmethod
    def wait(process):
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start(self, name, words, **options):
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, start_new_session=True,
            **{"stdin": subprocess.DEVNULL, **options})
        self.started.append(process)
        self.outputs[name] = Output(process)
        return process

    def inside(self, place, name, program, *words):
        """Starts one of our programs in a namespace, with high priority."""
        return self.start(
            name, ["ip", "netns", "exec", f"{self.prefix}-{place}", "nice", "-n", "-10",
                   f"{self.programs}/{program}", *map(str, words)])

    # Running.

    def enter(self, rooms, seconds):
        """Starts all clients: the first players open rooms, spectators and second players follow."""
        self.server = self.inside(
            "hub", "server", "facedown-server", "--in-memory", "--listen", f"0.0.0.0:{PORT}")
        self.outputs["server"].until("listening", 1, 10)

        def measure(place, *words):
            host = "127.0.0.1" if place == "hub" else f"10.77.{ROLES.index(place) + 1}.2"
            self.players[place] = self.inside(
                place, place, "facedown-lab", "measure", f"ws://{host}:{PORT}", "--name", place,
                "--seconds", seconds, "--seed", self.seed * 1000 + len(self.players) * 100, *words)

        measure("hub")
        measure("ana", "--create", rooms)
        opened = self.outputs["ana"].until("room", rooms, 20)
        codes = [line["room"] for line in sorted(opened, key=lambda line: line["client"])]
        measure("eve", "--watch", *codes)
        self.outputs["eve"].until("room", rooms, 20)
        measure("ben", "--join", *codes)
        self.outputs["ben"].until("room", rooms, 20)

    def break_off(self, place, kind):
        """Breaks all connections of a namespace; returns when, on the machine's clock, in us."""
        at = time.clock_gettime(time.CLOCK_BOOTTIME) * 1e6
        if kind == "dead":
            print(f"forget {place}", file=self.link.stdin, flush=True)
        else:
            # The kernel closes them and notifies both sides, as when a machine changes networks.
            subprocess.run(
                ["ip", "netns", "exec", f"{self.prefix}-{place}", "ss", "-4tK", "dport", "=",
                 f":{PORT}"], check=True, stdout=subprocess.DEVNULL)
        return at

    def end(self):
        """Takes the links down; returns what they forwarded."""
        for process in self.players.values():
            process.terminate()
        self.link.stdin.close()
        return self.outputs["link"].until("carried", 1, 10)[0]

    # Recorded output.

    def lines_of(self, place):
        """The output lines of a namespace's clients, by client."""
        clients = {}
        with self.outputs[place].changed:
            for line in self.outputs[place].lines:
                clients.setdefault(line["client"], []).append(line)
        return clients

    def clients(self, before):
        """The output lines of all clients behind links up to a time, by client."""
        found = {}
        for place in ROLES:
            for client, lines in self.lines_of(place).items():
                found[client] = [
                    line for line in lines
                    if (line.get("at") or line.get("came") or line.get("arrived") or 0) < before]
        return found

    def reference(self):
        return [line for lines in self.lines_of("hub").values() for line in lines]

    def events(self, event):
        return [line for place in ROLES for lines in self.lines_of(place).values()
                for line in lines if line["event"] == event]

    def count(self, event):
        return len(self.events(event))

    def details(self, event):
        return sorted({line["detail"] for line in self.events(event)})

    def kernel_view(self):
        """One connection as the server's kernel sees it."""
        told = subprocess.run(
            ["ip", "netns", "exec", f"{self.prefix}-hub", "ss", "-tinoH", "state", "established",
             "sport", "=", f":{PORT}", "dst", "10.77.2.1"],
            capture_output=True, text=True, check=True)
        words = " ".join(told.stdout.split("\n")[:2]).split()
        return "the kernel's view: " + " ".join(words)
