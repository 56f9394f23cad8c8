# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Two programs of one user at one table, where they count as two players.

    windows.py FACEDOWN

One hosts, the other joins, both with the same home and so the same key. Prints their messages.
"""

import os
import re
import subprocess
import sys
import tempfile
import threading

facedown = sys.argv[1]
programs = []


def start(home, *words):
    environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config"}
    environment.pop("FACEDOWN_IDENTITY", None)
    program = subprocess.Popen(
        [facedown, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, env=environment)
    programs.append(program)
    # Kills a program that prints nothing more, which also ends the wait for its line.
    timer = threading.Timer(60, program.kill)
    timer.daemon = True
    timer.start()
    return program


def wait(program, pattern):
    seen = []
    for line in program.stdout:
        seen.append(line)
        if found := re.search(pattern, line):
            return found
    raise SystemExit(f"{pattern!r} never came:\n" + "".join(seen))


with tempfile.TemporaryDirectory() as home:
    try:
        ada = start(home, "host", "--plain", "--listen", "127.0.0.1:0", "--name", "Ada")
        link = wait(ada, r"facedown join (\S+)")[1]
        ben = start(home, "join", link, "--plain", "--name", "Ben")
        print("ben", wait(ben, r"You are already playing.*")[0])
        print("ada", wait(ada, r"Ben takes seat 2")[0])
    finally:
        for program in programs:
            program.kill()
            program.wait()
