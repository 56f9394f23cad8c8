# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What players over ssh cost, and how soon they see what they press.

    ssh_cost.py FACEDOWN SERVER DEPLOY

Seven guests sit in a waiting room for a minute: processor time, memory and processes of their sshd, scripts and
clients. Then the demo runs over links with a round trip of 0, 50, 100 and 200 ms: the time from a key to the help that it
opens, thirty times each. No test runs this; deploy/ssh/README.md has its figures.
"""

import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
import statistics
import struct
import subprocess
import termios
import threading
import time
from fcntl import ioctl

import ssh_host

PLAYERS = 7
SECONDS = 60
STYLES = re.compile(rb"\x1b\[[0-9;]*m")
MOVES = re.compile(rb"\x1b\[[0-9]*C")
ANSWERS = {b"\x1b[5n": b"\x1b[0n", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}
QUESTION = re.compile(b"|".join(map(re.escape, ANSWERS)))


class Terminal:
    """A terminal of 100 by 32 cells with an ssh client in it, which confirms what it has read."""

    def __init__(self, command):
        self.output, self.seen, self.confirmed = b"", 0, 0
        self.process, self.keyboard = pty.fork()
        if self.process == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execvp(command[0], command)
        ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 32, 100, 0, 0))

    def turn(self, pause=0.002):
        if not select.select([self.keyboard], [], [], pause)[0]:
            return
        try:
            self.output += os.read(self.keyboard, 1 << 16)
        except OSError:
            raise SystemExit(f"The session ended: {self.output[-500:]!r}")
        for found in QUESTION.finditer(self.output, self.seen):
            self.seen = found.end()
            self.confirmed += found[0] == b"\x1b[5n"
            os.write(self.keyboard, ANSWERS[found[0]])

    def until(self, text, seconds=60):
        """Reads until a text has come since the last one; how long that took."""
        began = time.monotonic()
        while text not in MOVES.sub(b" ", STYLES.sub(b"", self.output)):
            if time.monotonic() > began + seconds:
                raise SystemExit(f"{text!r} never came: {self.output[-2000:]!r}")
            self.turn()
        self.output, self.seen = b"", 0
        return time.monotonic() - began

    def rest(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def type(self, text):
        os.write(self.keyboard, text)


class Link:
    """A port that leads to another with a delay each way."""

    def __init__(self, port, delay):
        self.delay = delay
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=[port], daemon=True).start()

    def accept(self, port):
        while True:
            near, _ = self.listener.accept()
            far = socket.create_connection(("127.0.0.1", port))
            for one, other in [(near, far), (far, near)]:
                for end in (one, other):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.carry, args=[one, other], daemon=True).start()

    def carry(self, one, other):
        waiting, changed = [], threading.Condition()

        def send():
            while True:
                with changed:
                    changed.wait_for(lambda: waiting)
                    due, data = waiting.pop(0)
                time.sleep(max(due - time.monotonic(), 0))
                try:
                    other.sendall(data)
                except OSError:
                    return
                if not data:
                    return other.close()

        threading.Thread(target=send, daemon=True).start()
        data = b"-"
        while data:
            try:
                data = one.recv(65536)
            except OSError:
                data = b""
            with changed:
                waiting.append((time.monotonic() + self.delay, data))
                changed.notify()


def processes(host):
    """The processes of the sessions, by kind."""
    found = {"sshd": [], "script": [], "client": []}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes()
            user = (entry / "status").read_text().split("Uid:\t")[1].split()[0]
            if words.startswith(b"facedown-sshd: play"):
                found["sshd"].append(entry)
            elif user == str(ssh_host.USER) and b"facedown-ssh" in words.split(b"\0")[1]:
                found["script"].append(entry)
            elif words.startswith(str(host.program).encode()) and user == str(ssh_host.USER):
                found["client"].append(entry)
        except (OSError, IndexError):
            pass
    return found


def ticks(entry):
    fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def idle(host):
    room = host.start(host.program, "bot", host.url, "--create", "--guest", "--seats", "8", "--json",
                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    code = json.loads(room.stdout.readline())["code"]
    players = []
    # One after another: five logins under way from one address are the limit.
    for _ in range(PLAYERS):
        players.append(Terminal(host.command(code, options=["-t"])))
        players[-1].until(b"Enter ready")

    def rest(seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for player in players:
                player.turn(0.02)
                player.output, player.seen = b"", 0

    rest(10)
    found = processes(host)
    before = {kind: sum(map(ticks, entries)) for kind, entries in found.items()}
    rest(SECONDS)
    each = os.sysconf("SC_CLK_TCK") * PLAYERS
    for kind, entries in found.items():
        used = (sum(map(ticks, entries)) - before[kind]) / each * 1000
        memory = sum(int(re.search(r"\nPss:\s+(\d+)", (entry / "smaps_rollup").read_text())[1]) for entry in entries)
        threads = sum(len(list((entry / "task").iterdir())) for entry in entries)
        print(f"{kind}: {len(entries) / PLAYERS:.1f} processes, {threads / PLAYERS:.1f} tasks, {used:.0f} ms of processor "
              f"in {SECONDS} s, {memory / 1024 / PLAYERS:.1f} MiB a player", flush=True)
    for player in players:
        player.type(b"q")
    host.wait(lambda: len(host.clients()) == 1)
    room.terminate()


def delays(host):
    for trip in [0, 50, 100, 200]:
        port = Link(host.port, trip / 2000).port
        command = host.command(options=["-t"])
        command[command.index("-p") + 1] = str(port)
        player = Terminal(command)
        player.until(b"against bots")
        player.type(b"d")
        player.rest(2)
        player.type(b"\r")
        player.rest(2)
        player.output, player.seen, frames, times = b"", 0, player.confirmed, []
        # Long enough that each opening of the help is seen as one.
        began, pause = time.monotonic(), 0.3 + trip * 3 / 1000
        for _ in range(30):
            player.rest(pause)
            player.output, player.seen = b"", 0
            player.type(b"?")
            times.append(player.until(b"backwards or forwards") * 1000)
            player.rest(pause)
            player.type(b"?")
        times.sort()
        rate = (player.confirmed - frames) / (time.monotonic() - began)
        print(f"round trip {trip} ms: key to screen {statistics.median(times):.0f} ms, 90 % {times[26]:.0f} ms, worst "
              f"{times[-1]:.0f} ms; {rate:.0f} frames a second", flush=True)
        os.kill(player.process, signal.SIGTERM)
        host.wait(lambda: not host.clients(), seconds=30)


def measured(host):
    delays(host)
    idle(host)


ssh_host.main(measured)
