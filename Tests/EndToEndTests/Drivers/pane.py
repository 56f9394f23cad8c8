# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A program in a tmux pane, with keys and clicks as input and screens as output."""

import itertools
import os
import shlex
import subprocess
import time
import unicodedata


class Pane:
    """Runs a command in a tmux server of its own until `close`."""

    numbers = itertools.count(1)

    def __init__(self, command, columns=80, rows=24, environment=None):
        self.server = f"facedown-test-{os.getpid()}-{next(Pane.numbers)}"
        # The developer's own key must not be used.
        settings = {
            "COLORTERM": "truecolor", "FACEDOWN_IDENTITY": "guest", **(environment or {})}
        words = shlex.join(["env", *(f"{name}={value}" for name, value in settings.items()), *command])
        self.tmux("new-session", "-d", "-s", "pane", "-x", str(columns), "-y", str(rows),
                  f"sh -c {shlex.quote(words + '; echo ended with $?; stty -a; cat')}")

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-L", self.server, "-f", "/dev/null", *words], check=True,
            capture_output=True, text=True).stdout

    def close(self):
        subprocess.run(["tmux", "-L", self.server, "kill-server"], capture_output=True)

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "pane")

    def wait(self, *texts, seconds=60):
        """Waits until one of several texts is on the screen, and returns it."""
        deadline = time.monotonic() + seconds
        while True:
            screen = self.screen()
            for text in texts:
                if text in screen:
                    return text
            if time.monotonic() > deadline:
                raise SystemExit(f"{texts} never came:\n{screen}")
            time.sleep(0.05)

    def keys(self, *keys):
        self.tmux("send-keys", "-t", "pane", *keys)

    def press(self, column, row):
        """Presses and releases the left button on a cell, counted from 0."""
        for end in "Mm":
            report = f"\x1b[<0;{column + 1};{row + 1}{end}"
            self.tmux("send-keys", "-t", "pane", "-H", *(f"{byte:02x}" for byte in report.encode()))

    def click(self, text, after=0):
        """Clicks on a cell of a text on the screen."""
        self.wait(text)
        for row, line in enumerate(self.screen().splitlines()):
            if text in line:
                return self.press(cells(line[:line.index(text)]) + after, row)
        raise SystemExit(f"{text!r} is gone:\n{self.screen()}")

    def state(self):
        """The terminal after the program: alternate screen, cursor, mouse, and whether it echoes."""
        self.wait("ended with")
        flags = self.tmux("display-message", "-p", "-t", "pane",
                          "#{alternate_on}#{cursor_flag}#{mouse_any_flag}")
        self.wait("icanon")
        isEchoing = " echo " in self.screen().replace(";", " ") and "-icanon" not in self.screen()
        return f"{flags.strip()} {'echo' if isEchoing else 'raw'}"


def cells(text):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
