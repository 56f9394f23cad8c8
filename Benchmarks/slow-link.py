# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""How soon a key is seen over a slow link, while the cards of a match are shuffled.

    slow-link.py FACEDOWN [--rate KIB] [--seconds N] [--silent] [--size COLSxROWS] [ARGUMENT ...]

Between the program and the terminal stands a buffer of 512 KiB, as in ssh and routers, drained at a
fixed rate. Behind it is a terminal that answers status queries, or with --silent none, which leaves
the program without its window of two frames. Every 0.4 s the cards are shuffled (s); in between the
first letter of a card's coordinates is typed, and the time until it stands in the last line is
taken. Prints one line: medians and worst, frames, bytes.
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
ANSWERS = {b"\x1b[5n": b"\x1b[0n", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[?2026$p": b"\x1b[?2026;2$y"}
QUESTION = re.compile(b"|".join(re.escape(question) for question in ANSWERS))

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--rate", type=float, default=200, help="KiB a second")
parser.add_argument("--seconds", type=float, default=20)
parser.add_argument("--silent", action="store_true")
parser.add_argument("--size", default="120x40")
arguments, rest = parser.parse_known_args()
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

queue = bytearray()  # under way
shown = bytearray()  # what the terminal has read lately
seen = 0             # of it, looked at for questions
total = frames = 0
last = time.monotonic()
credit = 0.0


def turn():
    """Lets a moment pass: bytes go into the link, others come out of it and are answered."""
    global last, credit, total, frames, seen
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
    # An idle link saves nothing up.
    credit = min(credit + (now - last) * rate, rate * 0.01)
    last = now
    count = min(int(credit), len(queue))
    credit -= count
    shown.extend(queue[:count])
    del queue[:count]
    for found in QUESTION.finditer(shown, seen):
        seen = found.end()
        frames += found[0] == b"\x1b[5n"
        if not arguments.silent:
            os.write(keyboard, ANSWERS[found[0]])
    if len(shown) > 1 << 16:
        del shown[:1 << 15]
        seen = max(seen - (1 << 15), 0)
    return True


def wait(text, seconds=60):
    """The time until a text is read; from now on, or already there."""
    start = time.monotonic()
    while text not in shown:
        if time.monotonic() - start > seconds or not turn():
            sys.exit(f"The terminal never showed {text!r}: {bytes(shown[-500:])!r}")
    return time.monotonic() - start


def press(keys):
    del shown[:seen]
    globals()["seen"] = 0
    os.write(keyboard, keys)


wait(b"ready")
press(b"\r")
wait(b"Space deal")
press(b" ")
wait(b"Arrows")
delays = []
total = frames = 0
start = shuffled = time.monotonic()
while time.monotonic() - start < arguments.seconds:
    os.write(keyboard, b"s")
    shuffled = time.monotonic()
    while time.monotonic() - shuffled < 0.2:
        turn()
    press(b"b")
    delays.append(wait(b"B_") * 1000)
    os.write(keyboard, b"\x1b")
    while time.monotonic() - shuffled < 0.4:
        turn()
elapsed = time.monotonic() - start
os.kill(process, signal.SIGTERM)
delays.sort()
window = "no window" if arguments.silent else "window 2"
print(
    f"{arguments.rate:.0f} KiB/s, {window}: key to screen {statistics.median(delays):.0f} ms median, "
    f"{delays[int(len(delays) * 0.9)]:.0f} ms 90 %, {delays[-1]:.0f} ms worst of {len(delays)}; "
    f"{frames / elapsed:.0f} frames/s, {total / elapsed / 1024:.0f} KiB/s")
