# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The real program's output and processor time in a terminal, beside the documented limits.

    play-figures.py FACEDOWN [--size COLSxROWS] [--idle SECONDS] [--drawing sextants|halves|kitty|sixel]

Plays a match alone in a pseudo terminal that answers every question at once: deals, rests, turns a
card, turns one more, shuffles. Prints one line for each: frames, bytes per frame, share of a core
(processor time of the client's threads), and wake-ups (voluntary context switches of its threads).
At the end, the delay from a key press to the first byte.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import statistics
import struct
import sys
import termios
import time

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--size", default="120x40")
parser.add_argument("--idle", type=float, default=10, help="seconds")
parser.add_argument("--drawing", default="sextants")
arguments = parser.parse_args()
columns, rows = map(int, arguments.size.split("x"))
STATUS = b"\x1b[5n"
ANSWERS = {
    STATUS: b"\x1b[0n", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[16t": b"\x1b[6;20;10t"}
QUESTION = re.compile(rb"\x1b\[(?:5n|c|\?2026\$p|16t)")

client, keyboard = pty.fork()
if client == 0:
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    for name in ("TMUX", "SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT", "NO_COLOR"):
        os.environ.pop(name, None)
    os.execv(arguments.program, [
        arguments.program, "play", "--pairs", "12", "--seats", "1", "--reveal", "1", "--turn-limit", "0",
        "--drawing", arguments.drawing, "--stats"])
fcntl.ioctl(keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * 10, rows * 20))


class Session:
    """The terminal: answers queries, and records the frames' bytes and times."""

    def __init__(self):
        self.text = b""
        self.open = b""
        self.asked = 0
        self.frames = []
        self.first = None

    def turn(self, seconds=0.005):
        """Reads available output within a timeout; returns whether there was any."""
        if not select.select([keyboard], [], [], seconds)[0]:
            return False
        try:
            data = os.read(keyboard, 1 << 16)
        except OSError:
            return False
        self.first = self.first or time.monotonic()
        self.text = (self.text + data)[-400_000:]
        self.open += data
        start = answered = 0
        for question in QUESTION.finditer(self.open, self.asked):
            os.write(keyboard, ANSWERS[question[0]])
            answered = question.end()
            if question[0] == STATUS:
                self.frames.append(answered - start)
                start = answered
        # A query may be split.
        self.open = self.open[start:]
        self.asked = max(answered - start, len(self.open) - 8, 0)
        return True

    def shows(self, text):
        plain = re.sub(rb"\x1b\[[^@-~]*[@-~]", b"", self.text)
        return text in plain.decode(errors="replace")

    def press(self, keys):
        self.first = None
        os.write(keyboard, keys)

    def wait(self, text, keys=None):
        start = pressed = time.monotonic()
        if keys:
            self.text = b""
            self.press(keys)
        while not self.shows(text):
            now = time.monotonic()
            if now - start > 30:
                sys.exit("The terminal never showed %r." % text)
            if keys and now - pressed > 2:
                self.press(keys)
                pressed = now
            self.turn()

    def run(self, seconds):
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            self.turn(end - now)


def used():
    """Nanoseconds of processor time and voluntary switches of the client's threads."""
    nanoseconds = switches = 0
    for task in os.listdir("/proc/%d/task" % client):
        folder = "/proc/%d/task/%s" % (client, task)
        with open(folder + "/schedstat") as file:
            nanoseconds += int(file.read().split()[0])
        with open(folder + "/status") as file:
            switches += int(re.search(r"\nvoluntary_ctxt_switches:\s*(\d+)", file.read())[1])
    return nanoseconds, switches


def measure(name, seconds, keys=b""):
    session.frames = []
    before = used()
    start = time.monotonic()
    if keys:
        session.press(keys)
    session.run(seconds)
    elapsed = time.monotonic() - start
    nanoseconds, switches = (after - was for after, was in zip(used(), before))
    sizes = session.frames
    print(
        f"{name}: {len(sizes)} frames in {elapsed:.1f} s, "
        f"{sum(sizes) / max(len(sizes), 1):.0f} bytes a frame, {max(sizes, default=0)} at most; "
        f"{nanoseconds / elapsed / 1e7:.2f} % of a core, {switches} wake-ups", flush=True)


session = Session()
session.wait("Enter ready")
session.wait("Space deal", b"\r")
measure("deal", 2.6, b" ")
# The first pings, by which the clock is set, are closer together.
session.run(12)
measure("idle", arguments.idle)
measure("one flip", 0.55, b"\r")
session.run(1)
session.press(b"\x1b[C")
session.run(0.3)
measure("one more flip", 0.55, b"\r")
session.run(3)
measure("shuffle", 0.6, b"s")
session.run(1.5)
delays = []
for number in range(20):
    start = time.monotonic()
    session.press(b"\x1b[C" if number % 2 else b"\x1b[D")
    while session.first is None and time.monotonic() - start < 1:
        session.turn(0.0005)
    delays.append((time.monotonic() - start) * 1000)
    session.run(0.11)
print(f"key to first byte: {statistics.median(delays):.1f} ms median, {max(delays):.1f} ms worst of {len(delays)}")
os.write(keyboard, b"q")
session.run(0.3)
os.write(keyboard, b"q")
session.text = b""
while session.turn(2):
    pass
print(re.sub(rb"\x1b\[[^@-~]*[@-~]|\r", b"", session.text).decode(errors="replace").strip()[-900:])
