# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A terminal that knows kitty's graphics, around tmux: plays a little of a match, and leaves.

    through_tmux.py on|off FACEDOWN [ARGUMENT ...]

Whether tmux passes commands on. Prints `on ok` or `off ok`, or the problem, and then exits with 1.
"""

import fcntl
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import time

ANSWERS = [
    (re.compile(rb"\x1b\[c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[>c"), b"\x1b[>41;4000;29c"),
    (re.compile(rb"\x1b_Gi=61,[^\x1b]*U=1;[^\x1b]*\x1b\\"), b"\x1b_Gi=61;OK\x1b\\"),
]
# A command with a part of a picture: in the first one its identity, in the last one m=0.
PART = re.compile(rb"\x1b_G(?:a=T,U=1,c=\d+,r=\d+,f=100,t=d,i=(\d+),)?m=([01]);[^\x1b]*\x1b\\")
PLACEHOLDER = "\U0010eeee".encode()
REMOVAL = re.compile(rb"\x1b_Ga=d,d=R,x=(\d+),y=(\d+),q=2\x1b\\")

passes, *command = sys.argv[1:]
server = f"facedown-{os.getpid()}"


def fail(problem):
    print(f"{passes}: {problem}")
    subprocess.run(["tmux", "-L", server, "kill-server"], capture_output=True)
    sys.exit(1)


def check(truth, problem):
    if not truth:
        fail(problem)


class Terminal:
    def __init__(self, words):
        self.output = b""
        self.answered = 0
        self.picture = None
        self.sent = set()
        self.process, self.keyboard = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", KITTY_WINDOW_ID="1", LC_ALL="C.UTF-8")
            for name in ("TMUX", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "SSH_TTY", "SSH_CONNECTION"):
                os.environ.pop(name, None)
            os.execvp(words[0], words)
        fcntl.ioctl(self.keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 100, 1000, 660))

    def turn(self):
        """Reads what there is, and answers; false once tmux has ended."""
        if not select.select([self.keyboard], [], [], 0.05)[0]:
            return True
        try:
            self.output += os.read(self.keyboard, 1 << 16)
        except OSError:
            return False
        end = self.answered
        for question, answer in ANSWERS:
            for found in question.finditer(self.output, self.answered):
                os.write(self.keyboard, answer)
                end = max(end, found.end())
        for found in PART.finditer(self.output, self.answered):
            self.picture = found[1] or self.picture
            if found[2] == b"0":
                os.write(self.keyboard, b"\x1b_Gi=%s;OK\x1b\\" % self.picture)
                self.sent.add(int(self.picture))
            end = max(end, found.end())
        # A command or a query may go on in what is read next.
        begun = self.output.rfind(b"\x1b_G", end)
        is_open = begun >= 0 and b"\x1b\\" not in self.output[begun:]
        self.answered = begun if is_open else max(end, len(self.output) - 4)
        return True

    def wait(self, condition, problem, seconds=30):
        deadline = time.monotonic() + seconds
        while not condition():
            check(time.monotonic() < deadline, f"{problem}; it ended with {self.output[-300:]!r}")
            self.turn()

    def screen(self):
        return subprocess.run(["tmux", "-L", server, "capture-pane", "-p"], capture_output=True).stdout


with tempfile.NamedTemporaryFile("w", suffix=".conf") as settings:
    settings.write(f"set -g allow-passthrough {passes}\nset -g status off\n")
    settings.flush()
    terminal = Terminal(["tmux", "-L", server, "-f", settings.name, "new-session", shlex.join(command)])
    terminal.wait(lambda: b"Enter ready" in terminal.screen(), "never got ready")
    os.write(terminal.keyboard, b"\r")
    terminal.wait(lambda: b"Space" in terminal.screen(), "never could deal")
    os.write(terminal.keyboard, b" ")
    if passes == "on":
        terminal.wait(lambda: PLACEHOLDER in terminal.output, "no picture was shown")
    else:
        start = time.monotonic()
        while time.monotonic() - start < 5:
            terminal.turn()
    os.write(terminal.keyboard, b"qy")
    deadline = time.monotonic() + 20
    while terminal.turn():
        check(time.monotonic() < deadline, "did not end")
    if passes == "on":
        gone = list(REMOVAL.finditer(terminal.output))
        check(gone and gone[-1].start() > terminal.output.rfind(PLACEHOLDER), "pictures were left behind")
        check(
            all(int(gone[-1][1]) <= id <= int(gone[-1][2]) for id in terminal.sent),
            f"not all of {terminal.sent} were removed",
        )
    else:
        check(b"\x1b_G" not in terminal.output and PLACEHOLDER not in terminal.output, "a picture came unasked")
os.waitpid(terminal.process, 0)
print(f"{passes} ok")
