# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Every way out of a match in a tmux pane: signals, Ctrl-Z and back, q. The shell must still work.

    ways_out.py FACEDOWN [ARGUMENT ...]

Prints a line for each way, and exits with 1 if one did not restore the terminal.
"""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time

command = shlex.join(sys.argv[1:])
server = f"facedown-test-{os.getpid()}"
folder = tempfile.mkdtemp()
SIGNALS = ["TERM", "HUP", "INT", "QUIT", "ABRT", "SEGV", "ILL", "TRAP", "BUS"]
PANES = SIGNALS + ["stop"]


def tmux(*words):
    return subprocess.run(
        ["tmux", "-L", server, "-f", "/dev/null", *words], check=True, capture_output=True,
        text=True).stdout


def screen(pane):
    return tmux("capture-pane", "-p", "-t", pane)


def wait(pane, what, holds, seconds=30):
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise SystemExit(f"{pane}: {what} did not come:\n{screen(pane)}")
        time.sleep(0.05)


def wait_for(pane, text):
    wait(pane, repr(text), lambda: text in screen(pane))


def state(pane):
    return tmux(
        "display-message", "-p", "-t", pane,
        "#{alternate_on}#{cursor_flag}#{mouse_any_flag}#{mouse_sgr_flag}").strip()


def type_line(pane, line):
    tmux("send-keys", "-t", pane, "-l", line)
    tmux("send-keys", "-t", pane, "Enter")


def children(pane):
    """The programs that the pane's shell runs."""
    shell = tmux("display-message", "-p", "-t", pane, "#{pane_pid}").strip()
    with open(f"/proc/{shell}/task/{shell}/children") as file:
        return [int(number) for number in file.read().split()]


def settings(pane, name):
    path = f"{folder}/{pane}-{name}"
    type_line(pane, f"stty -g > {path}.new && mv {path}.new {path}")
    wait(pane, "stty", lambda: os.path.exists(path))
    with open(path) as file:
        return file.read()


def expect_whole(pane, before):
    wait(pane, "the shell's own screen", lambda: state(pane) == "0100")
    if settings(pane, "after") != before:
        raise SystemExit(f"{pane}: the terminal's settings are others.")
    # No leftover answer of the terminal precedes the input, and what is typed is echoed.
    type_line(pane, f"echo us''able-{pane}")
    wait_for(pane, f"usable-{pane}")
    if "command not found" in screen(pane) or "[0n" in screen(pane):
        raise SystemExit(f"{pane}: the shell was given something to read:\n{screen(pane)}")


def main():
    before = {}
    for pane in PANES:
        tmux("new-session", "-d", "-s", pane, "-x", "100", "-y", "32",
             "env PS1='$ ' SWIFT_BACKTRACE=enable=no bash --norc --noprofile")
        before[pane] = settings(pane, "before")
        type_line(pane, f"ulimit -c 0; {command}")
    for pane in SIGNALS:
        wait_for(pane, "Enter ready")
        if state(pane) != "1011":
            raise SystemExit(f"{pane}: full screen is {state(pane)}")
        number = getattr(signal, f"SIG{pane}")
        os.kill(children(pane)[0], number)
        wait(pane, "the end", lambda: not children(pane))
        type_line(pane, "echo over $?")
        wait_for(pane, f"over {128 + number}")
        expect_whole(pane, before[pane])
        print(f"SIG{pane}: the terminal is whole")
    pane = "stop"
    wait_for(pane, "Enter ready")
    tmux("send-keys", "-t", pane, "C-z")
    wait_for(pane, "Stopped")
    expect_whole(pane, before[pane])
    os.remove(f"{folder}/{pane}-after")
    type_line(pane, "fg")
    wait_for(pane, "Enter ready")
    wait(pane, "full screen", lambda: state(pane) == "1011")
    tmux("send-keys", "-t", pane, "q")
    wait(pane, "the end", lambda: not children(pane))
    expect_whole(pane, before[pane])
    print("Ctrl-Z and fg, then q: the terminal is whole")


try:
    main()
finally:
    subprocess.run(["tmux", "-L", server, "kill-server"], capture_output=True)
    subprocess.run(["rm", "-r", folder])
