# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A terminal with one oddity: plays a little of a match on it, leaves, and checks the terminal.

    odd_terminals.py KIND FACEDOWN [ARGUMENT ...]

KIND is one of those in KINDS below. Prints `KIND ok`, or the problem, and then exits with 1.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

# A normal terminal's answer to each query, in the order of the queries.
ANSWERS = [
    (rb"\x1b\[\?(\d+)\$p", lambda found: b"\x1b[?%s;2$y" % found[1]),
    (rb"\x1bP\+q524742\x1b\\", lambda _: b"\x1bP1+r524742=38\x1b\\"),
    (rb"\x1b\[\?u", lambda _: b"\x1b[?0u"),
    (rb"\x1b\[>0q", lambda _: b"\x1bP>|kitty(0.35.1)\x1b\\"),
    (rb"\x1b\]11;\?\x1b\\", lambda _: b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"),
    (rb"\x1b\[14t", lambda _: b"\x1b[4;640;1000t"),
    (rb"\x1b\[16t", lambda _: b"\x1b[6;20;10t"),
    (rb"\x1b\[6n", lambda _: b"\x1b[1;3R"),
    (rb"\x1b\[5n", lambda _: b"\x1b[0n"),
    (rb"\x1b\[\?1;1;0S", lambda _: b"\x1b[?1;0;256S" if kind == "sixel" else b""),
    (rb"\x1b_Gi=61,[^\x1b]*\x1b\\", lambda _: b"\x1b_Gi=61;OK\x1b\\" if kind == "kitty" else b""),
    (rb"\x1b\[c", lambda _: b"\x1b[?62;4;22c" if kind == "sixel" else b"\x1b[?62;22c"),
]
# How a picture begins: kitty's graphics protocol, and sixels.
PICTURE = re.compile(rb"\x1b_Ga=t|\x1bP0;1;0q")
# What takes each kind of picture off the screen.
REMOVAL = {"kitty": b"\x1b_Ga=d,d=A,q=2\x1b\\", "sixel": b"\x1b[2J"}
QUESTION = re.compile(b"|".join(b"(?:%s)" % pattern for pattern, _ in ANSWERS))

NONSENSE = (
    b"\x1b[?99999999999999999999;;;$y\x1bP1+rzz\x1b\\\x1bP>|" + b"x" * 5000 + b"\x1b\\"
    b"\x1b]11;rgb:/\x07\x1b[999;999R\x1b[48;0;0;0;0t\x1b[6;0;0t\x1b[;;;;R\x1b[?u;u\xff\xfe\x00\x80"
    b"\x1b[<999999;0;-1M\x1b[<0;1;99999M\x1b[200~" + bytes(range(128, 256)) * 40 + b"\x1b[201~\x1b[0n\x1b[0n")

# How the answers arrive, and the size of the window. Late answers come only after the first frame,
# so a program that waits for them forever never draws one.
KINDS = {
    "good": dict(), "silent": dict(answers=False), "late": dict(late=True),
    "pieces": dict(pieces=True), "nonsense": dict(nonsense=True), "small": dict(size=(5, 20)),
    "interrupted": dict(), "kitty": dict(), "sixel": dict(),
}


class Terminal:
    def __init__(self, command, answers=True, late=False, pieces=False, nonsense=False, size=(32, 100)):
        self.answers, self.late, self.pieces, self.nonsense = answers, late, pieces, nonsense
        self.output = b""
        self.seen = 0
        self.due = []
        self.marks = {}
        self.size = struct.pack("HHHH", *size, 0, 0)
        self.keyboard, self.line = pty.openpty()
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, self.size)
        self.before = termios.tcgetattr(self.line)
        self.process = os.fork()
        if self.process == 0:
            os.setsid()
            fcntl.ioctl(self.line, termios.TIOCSCTTY, 0)
            for descriptor in range(3):
                os.dup2(self.line, descriptor)
            for name in list(os.environ):
                if name.startswith(("SSH_", "NO_COLOR", "COLORTERM", "TMUX", "TERM_")):
                    del os.environ[name]
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)

    def type(self, data):
        os.write(self.keyboard, data)

    def press(self, data):
        """Types between answers, because a terminal never inserts a key into one."""
        while self.due:
            self.turn()
        self.type(data)

    def mark(self, name, text):
        if name not in self.marks and text in self.output:
            self.marks[name] = time.monotonic()

    def turn(self, pause=0.01):
        """Reads available output, and sends answers that are due."""
        if select.select([self.keyboard], [], [], pause)[0]:
            self.output += os.read(self.keyboard, 1 << 16)
        self.mark("entered", b"\x1b[?1049h")
        self.mark("drawn", b"\x1b[2J")
        now = time.monotonic()
        if self.answers:
            for found in QUESTION.finditer(self.output, self.seen):
                self.seen = found.end()
                for pattern, answer in ANSWERS:
                    if match := re.fullmatch(pattern, found[0]):
                        data = NONSENSE if self.nonsense and found[0].endswith(b"c") else answer(match)
                        # In pieces: byte by byte once it can no longer be the Escape key.
                        pieces = [data]
                        if self.pieces:
                            pieces = [data[:3]] + [bytes([byte]) for byte in data[3:]]
                        for piece in pieces:
                            self.due.append((now, piece))
                            now += 0.002 if self.pieces else 0
        if self.late and "drawn" not in self.marks:
            return
        while self.due and self.due[0][0] <= time.monotonic():
            self.type(self.due.pop(0)[1])

    def wait(self, text, seconds=20):
        deadline = time.monotonic() + seconds
        # Colours may change within a word, and cursor movements replace unchanged spaces.
        while text not in re.sub(rb"\x1b\[[0-9]*C", b" ", re.sub(rb"\x1b\[[0-9;]*m", b"", self.output)):
            if time.monotonic() > deadline:
                fail(f"never showed {text!r}; it ended with {self.output[-300:]!r}")
            self.turn()

    def end(self, seconds=10):
        """Waits for the end of the program, and returns its status."""
        deadline = time.monotonic() + seconds
        while True:
            done, status = os.waitpid(self.process, os.WNOHANG)
            self.turn()
            if done:
                self.turn()
                return status
            if time.monotonic() > deadline:
                os.kill(self.process, signal.SIGKILL)
                fail("did not end")


def fail(problem):
    print(f"{kind}: {problem}")
    sys.exit(1)


def check(truth, problem):
    if not truth:
        fail(problem)


kind, *command = sys.argv[1:]
terminal = Terminal(command, **KINDS[kind])
terminal.wait(b"oo s" if kind == "small" else b"Enter ready")
waited = terminal.marks["drawn"] - terminal.marks["entered"]
# Nothing in a paste counts as a key, and neither does a late answer. Bytes that the kernel turns
# into signals are left out, as terminals remove them from a paste.
PASTED = bytes(byte for byte in range(256) if byte not in (0x03, 0x1a, 0x1b, 0x1c))
terminal.press(b"\x1b[200~q\rq\x1b[A" + PASTED + b"\x1b[201~")
start = time.monotonic()
while time.monotonic() - start < 1.0 or terminal.due:
    terminal.turn()
check(os.waitpid(terminal.process, os.WNOHANG)[0] == 0, "a paste or an answer was taken for keys")
if kind in ("good", "late", "pieces"):
    # What is drawn next uses the answers received so far.
    seen = len(terminal.output)
    terminal.press(b"?")
    while b"\x1b[?2026l\x1b[5n" not in terminal.output[seen:]:
        check(time.monotonic() - start < 10, "the answers are not made use of")
        terminal.turn()
    check(b"\x1b[>1u" in terminal.output, "the keyboard protocol was not switched on")
if kind == "silent":
    check(terminal.output.count(b"\x1b[5n") <= 12, "it asks on though nobody answers")
if kind in REMOVAL:
    # The deal, whose cards come to rest.
    terminal.press(b"\r")
    terminal.wait(b"Space")
    terminal.press(b" ")
    while not PICTURE.search(terminal.output):
        check(time.monotonic() - start < 30, "no picture came")
        terminal.turn()
    # Leaves, and says yes.
    terminal.press(b"qy")
else:
    check(not PICTURE.search(terminal.output), "a picture came without an answer")
    terminal.press(b"\x1b[99;5u" if kind == "interrupted" else b"\x1b\x1b" + b"q")
status = terminal.end()
if kind == "interrupted":
    check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT, f"ended with {status}")
else:
    check(status == 0, f"ended with {status}")
last = terminal.output.rfind(b"\x1b[?1049l")
check(last > terminal.output.rfind(b"\x1b[?1049h"), "the other screen was not left")
for on, off in [(b"\x1b[?1003h", b"\x1b[?1003l"), (b"\x1b[>1u", b"\x1b[<u"), (b"\x1b[?25l", b"\x1b[?25h"),
                (b"\x1b[?1004h", b"\x1b[?1004l"), (b"\x1b[?2004h", b"\x1b[?2004l")]:
    check(terminal.output.count(on) == terminal.output.count(off), f"{on!r} is not undone once")
if kind in REMOVAL:
    end = max(found.start() for found in PICTURE.finditer(terminal.output))
    check(end < terminal.output.rfind(REMOVAL[kind]) < last, "pictures were left behind")
check(termios.tcgetattr(terminal.line) == terminal.before, "the terminal's settings are others")
check(not select.select([terminal.line], [], [], 0.2)[0], "something is left for the shell to read")
print(terminal.output[last:].decode(errors="replace"))
print(f"{kind} ok: the first frame came after {waited * 1000:.0f} ms")
