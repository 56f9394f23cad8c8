# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Watches a demo from the menu, then a recording, in a tmux pane.

    time_travel.py FACEDOWN RECORDING

Uses keys and the mouse; prints what was shown and how the programs ended.
"""

import os
import re
import shlex
import subprocess
import sys
import time

facedown, recording = sys.argv[1:]
server = f"facedown-test-{os.getpid()}"
rows, columns = 30, 100


def tmux(*words):
    return subprocess.run(
        ["tmux", "-L", server, "-f", "/dev/null", *words], check=True, capture_output=True,
        text=True).stdout


def screen():
    return tmux("capture-pane", "-p", "-t", "pane")


def wait(pattern, seconds=30):
    deadline = time.monotonic() + seconds
    while not re.search(pattern, screen()):
        if time.monotonic() > deadline:
            raise SystemExit(f"The pane never showed {pattern!r}:\n{screen()}")
        time.sleep(0.1)


def press(*keys):
    tmux("send-keys", "-t", "pane", *keys)


def click(column, row):
    """A left click on a cell, both counted from 1, as a terminal reports it."""
    for end in "Mm":
        sequence = f"\x1b[<0;{column};{row}{end}"
        tmux("send-keys", "-t", "pane", "-H", *[f"{byte:02x}" for byte in sequence.encode()])


def run(name, *arguments):
    command = shlex.join([facedown, *arguments])
    tmux("respawn-pane", "-k", "-t", "pane",
         f"env COLORTERM=truecolor sh -c '{command}; echo {name} ended with $?; cat'")


def look_at_demos():
    run("demo", "demo")
    wait("▸ Turning a card")
    press("Down", "Down", "Down", "Enter")
    wait("Moving, leaning, shrinking(\n.*)*space pause")
    press("Space")
    wait("‖ 0:")
    press("n")
    wait("From the deck and back")
    press("Escape")
    wait("Enter play")
    press("q")
    wait("demo ended with 0")


def look_at_recording():
    run("replay", "replay", recording)
    wait("▶ 0:0")
    press("Space")
    wait("‖ 0:")
    press("Home")
    wait(r"‖ 0:00\.00")
    press("Right", "Right", "Right")
    wait(r"‖ 0:03\.00")
    press(".")
    wait(r"‖ 0:03\.01")
    press("Left")
    wait(r"‖ 0:02\.01")
    # The last cell of the time line is its end.
    click(columns - 1, rows - 1)
    wait(r"1\. \S Ben")
    print(screen())
    press("q")
    wait("replay ended with 0")


def main():
    tmux("new-session", "-d", "-s", "pane", "-x", str(columns), "-y", str(rows), "cat")
    look_at_demos()
    look_at_recording()
    flags = tmux("display-message", "-p", "-t", "pane",
                 "#{alternate_on}#{cursor_flag}#{mouse_any_flag}").strip()
    print(f"alternate screen, cursor and mouse {flags}")


try:
    main()
finally:
    subprocess.run(["tmux", "-L", server, "kill-server"], capture_output=True)
