# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What players and spectators read in plain mode when a server goes away.

    goodbye.py FACEDOWN SERVER host|killed|own|quit|seats

host: the host leaves, and the server with it. killed: a server is killed by SIGKILL and another
starts in its place. own: the server of a host's program is killed. quit: a host's program gets
SIGQUIT, with the runtime's crash reports on. seats: a guest leaves, joins again and is removed.
Prints each program's messages and exit code.
"""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time

facedown, server, scenario = sys.argv[1:]
programs = []


class Program:
    """A program whose lines are read as they arrive, and whose input stays open."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        programs.append(self)

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def wait(self, pattern):
        """The first match of a pattern in the lines that follow."""
        deadline = time.monotonic() + 60
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                line = None
            if line is None:
                raise SystemExit(f"{pattern!r} never came:\n" + "\n".join(seen))
            seen.append(line)
            if found := re.search(pattern, line):
                return found

    def end(self):
        """The last line and the exit code."""
        code = self.process.wait(60)
        last = ""
        while (line := self.lines.get(timeout=10)) is not None:
            last = line or last
        return f"{code}: {last}"

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


def host():
    program = Program(facedown, "host", "--plain", "--listen", "127.0.0.1:0", "--name", "Ada")
    return program, program.wait(r"facedown join (\S+)")[1]


def child(program):
    """The process id of a program's own server."""
    tasks = f"/proc/{program.process.pid}/task"
    names = subprocess.run(["sh", "-c", f"cat {tasks}/*/children"], capture_output=True, text=True)
    return int(names.stdout.split()[0])


def main():
    if scenario == "host":
        ada, link = host()
        ben = Program(facedown, "join", link, "--plain", "--name", "Ben")
        ben.wait("room")
        eve = Program(facedown, "watch", link, "--plain", "--name", "Eve")
        eve.wait("Ben takes seat 2")
        began = time.monotonic()
        ada.type("leave")
        print("ben", ben.end())
        print("eve", eve.end())
        print(f"{time.monotonic() - began:.2f} s", file=sys.stderr)
        print("ada", ada.end().split(":")[0])
    elif scenario == "killed":
        first = Program(server, "--in-memory", "--listen", "127.0.0.1:0")
        url = first.wait(r'"url":"([^"]+)"')[1]
        ada = Program(facedown, "create", url, "--plain", "--name", "Ada")
        ada.wait("This is room")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(60)
        print("ada", ada.wait("Connection lost; trying again")[0])
        Program(server, "--in-memory", "--listen", url.removeprefix("ws://"))
        print("ada", ada.end())
    elif scenario == "seats":
        ada, link = host()
        ben = Program(facedown, "join", link, "--plain", "--name", "Ben")
        ben.wait("You take seat 2")
        ben.type("leave")
        print("ben", ben.end().split(":")[0])
        print("ada", ada.wait(".*leaves seat 2.*")[0])
        ben = Program(facedown, "join", link, "--plain", "--name", "Ben")
        print("ben", ben.wait(".*(leaves?|loses?) seat 2.*")[0])
        print("ben", ben.wait(".*takes? seat 2.*")[0])
        ada.type("remove 2")
        print("ada", ada.wait(".*(leaves?|loses?|removes?).*seat 2.*")[0])
        print("ben", ben.end())
    elif scenario == "quit":
        os.environ["SWIFT_BACKTRACE"] = "enable=yes,interactive=no"
        ada, _ = host()
        ada.process.send_signal(signal.SIGQUIT)
        code = ada.process.wait(60)
        said = [line for line in iter(lambda: ada.lines.get(timeout=10), None) if "crash" in line]
        print("ada", code, *said)
    else:
        ada, _ = host()
        subprocess.run(["kill", "-9", str(child(ada))], check=True)
        print("ada", ada.end())


try:
    main()
finally:
    for program in programs:
        program.process.kill()
        program.process.wait()
