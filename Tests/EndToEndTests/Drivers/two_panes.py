# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Two players in two tmux panes: joins a room twice and plays by keys to the end.

    two_panes.py FACEDOWN URL CODE [ARGUMENT ...]

Presses Enter to be ready, then, whenever a pane says that it is its turn, types the coordinates of
one card after another. Prints each pane's last screen and how its program ended.
"""

import itertools
import os
import shlex
import subprocess
import sys
import time

facedown, url, code, *arguments = sys.argv[1:]
server = f"facedown-test-{os.getpid()}"


def tmux(*words):
    return subprocess.run(
        ["tmux", "-L", server, "-f", "/dev/null", *words], check=True, capture_output=True,
        text=True).stdout


def screen(pane):
    return tmux("capture-pane", "-p", "-t", pane)


def wait(pane, text, seconds=20):
    deadline = time.monotonic() + seconds
    while text not in screen(pane):
        if time.monotonic() > deadline:
            raise SystemExit(f"{pane} never showed {text!r}:\n{screen(pane)}")
        time.sleep(0.1)


def main():
    panes = ["ana", "ben"]
    for pane in panes:
        command = shlex.join([facedown, "join", url, code, "--name", pane.title(), *arguments])
        tmux("new-session", "-d", "-s", pane, "-x", "100", "-y", "32",
             f"env COLORTERM=truecolor sh -c '{command}; echo ended with $?; cat'")
    for pane in panes:
        wait(pane, "Enter ready")
        tmux("send-keys", "-t", pane, "Enter")
    places = itertools.cycle(["a1", "b1", "a2", "b2", "b1", "a2", "a1", "b2"])
    deadline = time.monotonic() + 90
    while not all("play again" in screen(pane) for pane in panes):
        if time.monotonic() > deadline:
            raise SystemExit("The match did not end:\n" + "\n".join(map(screen, panes)))
        for pane in panes:
            if "Your turn" in screen(pane):
                tmux("send-keys", "-t", pane, *next(places))
        time.sleep(0.3)
    for pane in panes:
        print(f"--- {pane}\n{screen(pane)}")
        tmux("send-keys", "-t", pane, "q")
        wait(pane, "ended with 0")
        state = tmux("display-message", "-p", "-t", pane, "#{alternate_on}#{cursor_flag}")
        print(f"{pane}: alternate screen and cursor {state.strip()}")


try:
    main()
finally:
    subprocess.run(["tmux", "-L", server, "kill-server"], capture_output=True)
