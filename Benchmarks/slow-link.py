# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Delay from a key press to its effect over a slow connection, during repeated deals.

    slow-link.py FACEDOWN [--rate KIB] [--seconds N] [--silent] [--size COLSxROWS] [ARGUMENT ...]

A buffer of 512 KiB, as in ssh and routers, sits between the program and the terminal and is drained
at a fixed rate. The terminal answers status queries, or with --silent does not, which leaves the
program without acknowledgements, and so without its window of two frames. The deck is dealt, taken
back and dealt again (r, Enter, space); while cards fly, the help is opened (?), and the time until it
shows is measured.
Prints one line: medians and maxima, frames, bytes.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time

BUFFER = 512 * 1024
ANSWERS = {
    b"\x1b[5n": b"\x1b[0n", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[16t": b"\x1b[6;20;10t"}

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--rate", type=float, default=200, help="KiB a second")
parser.add_argument("--seconds", type=float, default=20)
parser.add_argument("--silent", action="store_true")
parser.add_argument("--size", default="120x40")
arguments, rest = parser.parse_known_args()
rest = [argument for argument in rest if argument != "--"]
rate = arguments.rate * 1024
columns, rows = map(int, arguments.size.split("x"))

process, keyboard = pty.fork()
if process == 0:
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    for name in ("TMUX", "SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT", "NO_COLOR"):
        os.environ.pop(name, None)
    command = rest or ["play", "--pairs", "12", "--seats", "1", "--reveal", "1"]
    os.execv(arguments.program, [arguments.program, *command])
fcntl.ioctl(keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * 10, rows * 20))



class Screen:
    """The part of a terminal that our frames use: text, positions, queries."""

    TOKEN = re.compile(rb"\x1b\[([?>=<]?[0-9;$]*)([@-~])|\x1b[P_][^\x1b]*\x1b\\|\x1b\][^\x1b]*\x1b\\|([\x00-\x1a\x1c-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})")

    def __init__(self):
        self.rest = b""
        self.questions = []
        self.frames = 0
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0

    def feed(self, data):
        self.rest += data
        end = 0
        # An incomplete sequence waits for more.
        while found := self.TOKEN.match(self.rest, end):
            end = found.end()
            if found[3]:
                self.put(found[3].decode(errors="replace"))
            elif found[2]:
                self.control(found[1], found[2])
        self.rest = self.rest[end:]

    def put(self, text):
        if text >= " " and self.row < rows and self.column < columns:
            self.cells[self.row][self.column] = text
            self.column += 1

    def control(self, parameters, final):
        numbers = [int(part) for part in parameters.split(b";") if part.isdigit()]
        if final == b"H":
            self.row, self.column = (numbers + [1, 1])[0] - 1, (numbers + [1, 1])[1] - 1
        elif final == b"G":
            self.column = numbers[0] - 1
        elif final == b"C":
            self.column += numbers[0] if numbers else 1
        elif final == b"J":
            self.cells = [[" "] * columns for _ in range(rows)]
        # Output is synchronized: this ends a frame.
        if final == b"l" and parameters == b"?2026":
            self.frames += 1
        if final in (b"n", b"c", b"p", b"t"):
            self.questions.append(b"\x1b[" + parameters + final)

    def shows(self, text):
        return any(text in "".join(line) for line in self.cells)


queue = bytearray()  # in flight
screen = Screen()
total = 0
last = time.monotonic()
credit = 0.0


def turn():
    """Advances by one step: bytes enter the link, others leave it and are answered."""
    global last, credit, total
    room = len(queue) < BUFFER
    ready = select.select([keyboard] if room else [], [], [], 0.001)[0]
    if ready:
        try:
            data = os.read(keyboard, 1 << 14)
        except OSError:
            return False
        total += len(data)
        queue.extend(data)
    now = time.monotonic()
    # An idle link accumulates no capacity.
    credit = min(credit + (now - last) * rate, rate * 0.01)
    last = now
    count = min(int(credit), len(queue))
    credit -= count
    screen.feed(bytes(queue[:count]))
    del queue[:count]
    for question in screen.questions:
        if not arguments.silent and question in ANSWERS:
            os.write(keyboard, ANSWERS[question])
    screen.questions = []
    return True


def wait(text, shows=True, seconds=60):
    """The time until a text appears, or disappears."""
    start = time.monotonic()
    while screen.shows(text) != shows:
        if time.monotonic() - start > seconds or not turn():
            sys.exit("The terminal never showed %r:\n%s" % (
                text, "\n".join("".join(line).rstrip() for line in screen.cells)))
    return time.monotonic() - start


def press_until(keys, text):
    """Presses keys, again if they were too early, until a text appears."""
    deadline = time.monotonic() + 20
    while not screen.shows(text) and time.monotonic() < deadline:
        os.write(keyboard, keys)
        pressed = time.monotonic()
        while not screen.shows(text) and time.monotonic() - pressed < 2:
            turn()
    wait(text, seconds=0)


wait("Enter ready")
press_until(b"\r", "Space deal")
os.write(keyboard, b" ")
wait("Arrows")
delays = []
total = screen.frames = 0
start = time.monotonic()
while time.monotonic() - start < arguments.seconds:
    # Alone at a table a restart is immediate, and asked about first.
    press_until(b"ry", "Enter ready")
    press_until(b"\r", "Space deal")
    os.write(keyboard, b" ")
    dealt = time.monotonic()
    while (now := time.monotonic()) - dealt < 2.2:
        os.write(keyboard, b"?")
        delays.append(wait("close this") * 1000)
        os.write(keyboard, b"?")
        wait("close this", shows=False)
        while time.monotonic() - now < 0.25:
            turn()
elapsed = time.monotonic() - start
os.kill(process, signal.SIGTERM)
delays.sort()
window = "no window" if arguments.silent else "window 2"
print(
    f"{arguments.rate:.0f} KiB/s, {window}: key to screen {statistics.median(delays):.0f} ms median, "
    f"{delays[int(len(delays) * 0.9)]:.0f} ms 90 %, {delays[-1]:.0f} ms worst of {len(delays)}; "
    f"{screen.frames / elapsed:.0f} frames/s, {total / elapsed / 1024:.0f} KiB/s")
