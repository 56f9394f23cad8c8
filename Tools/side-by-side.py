#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""One match side by side, filmed: a player in a terminal, and one in a browser.

    side-by-side.py PROGRAMS FILM [--near MS] [--far MS] [--loss PERCENT] [--pairs N] [--seconds N]

PROGRAMS is the folder of facedown, facedown-server (with its page) and facedown-lab; FILM the lossless
film to write. It runs in the window of a terminal, opens Chromium to the right of it by Playwright, and
films both from the deal on. Each screen reaches the server through a relay of its own that makes its
connection as slow and lossy as requested. A script with perfect memory plays both seats, by keys and by
clicks.
"""

import argparse
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from playwright.sync_api import sync_playwright


class Child:
    """A child process whose output is read line by line, and which ends with this one."""

    def __init__(self, *words):
        # The pipe stays open: the programs end when it does.
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)

    def lines(self):
        for text in self.process.stdout:
            yield json.loads(text)

    def url(self):
        return next(line["url"] for line in self.lines() if line.get("event") == "listening")


class Terminal:
    """A player in this terminal, in the only pane of a tmux, which can be read and typed into."""

    def __init__(self, title, words):
        self.socket = f"facedown-side-{os.getpid()}"
        columns, rows = os.get_terminal_size()
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows),
                  # All colours, which this tmux passes on: see terminal-overrides.
                  shlex.join(["env", "TERM=tmux-direct", *words]))
        # Each frame is written as a whole, in the terminal's own colours.
        for setting in [
            ("status", "off"), ("escape-time", "0"), ("pane-border-status", "top"),
            ("pane-border-format", f"#[fg=colour252,bold] {title} "),
            ("default-terminal", "tmux-256color"),
            ("terminal-overrides", ",*:Tc:Sync=\\E[?2026%?%p1%{1}%-%tl%eh%;"),
        ]:
            self.tmux("set-option", "-g", *setting)

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-L", self.socket, "-f", "/dev/null", *words], check=True, capture_output=True,
            text=True).stdout

    def show(self):
        """Until the session ends."""
        subprocess.run(["tmux", "-L", self.socket, "attach"])

    def end(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True)

    def press(self, *keys):
        for key in keys:
            self.tmux("send-keys", key)
            time.sleep(0.09)

    def has(self, words):
        return words in self.tmux("capture-pane", "-p")

    def choose(self, slot, columns):
        row, column = divmod(slot, columns)
        self.press(chr(ord("a") + column), str(row + 1))


class Browser:
    """A player in a window of Chromium without tabs."""

    def __init__(self, playwright, url, place, size):
        self.folder = tempfile.TemporaryDirectory(prefix="facedown-side-")
        self.context = playwright.chromium.launch_persistent_context(
            self.folder.name, executable_path=shutil.which("chromium"), headless=False,
            no_viewport=True, ignore_default_args=["--enable-automation"],
            args=["--test-type", f"--app={url}", f"--window-position={place[0]},{place[1]}",
                  f"--window-size={size[0]},{size[1]}"])
        self.page = self.context.pages[0]

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).first.click()

    def has(self, words):
        return words in self.page.locator("body").inner_text()

    def choose(self, slot, _):
        self.page.locator("#places button").nth(slot).click()


def wait(screen, words, seconds=20):
    deadline = time.monotonic() + seconds
    while not screen.has(words):
        if time.monotonic() > deadline:
            raise TimeoutError(f"A {type(screen).__name__.lower()} never showed {words!r}.")
        time.sleep(0.05)


class Player:
    """Plays both seats, with a spectator's knowledge."""

    def __init__(self, entries, screens):
        self.entries, self.screens = entries, screens
        self.faces, self.gone, self.columns, self.slots = {}, set(), 0, []
        self.up = []

    def play(self, end):
        """Until the match is over, or a time."""
        for entry in self.entries:
            if time.monotonic() > end:
                return
            kind = next((key for key in entry if key not in ("seq", "at", "cause")), None)
            what = entry.get(kind) or {}
            if kind == "dealt":
                self.columns, self.slots = what["columns"], sorted(what["slots"])
            elif kind == "turnBegan":
                self.up = []
                # A player waits until their own screen shows their turn.
                wait(self.screens[what.get("seat", 0)], "Your turn")
                time.sleep(0.3)
                self.choose(what.get("seat", 0))
            elif kind == "flipped":
                slot = what["card"] % 64
                self.faces[slot] = what.get("face", 0)
                self.up.append(slot)
                if len(self.up) == 1:
                    time.sleep(0.9)
                    self.choose(what.get("seat", 0))
            elif kind == "settled":
                self.gone |= {card % 64 for card in what.get("cleared", [])}
                self.up = []
            elif kind == "ended":
                time.sleep(4)
                return

    def choose(self, seat):
        slot = self.known_mate() if self.up else self.known_pair()
        if slot is None:
            # Unseen cards are picked all over the table, by a rule rather than at random.
            hidden = [slot for slot in self.slots if slot not in self.faces]
            hidden = hidden or [slot for slot in self.slots
                                if slot not in self.gone and slot not in self.up]
            slot = hidden[len(hidden) * 2 // 3]
        self.screens[seat].choose(slot, self.columns)

    def known_mate(self):
        first = self.up[0]
        return next((slot for slot, face in self.faces.items()
                     if slot != first and face == self.faces[first]), None)

    def known_pair(self):
        left = [slot for slot in self.faces if slot not in self.gone]
        return next((one for one in left for other in left
                     if one != other and self.faces[one] == self.faces[other]), None)


def window_size():
    """The size of this terminal's window in pixels."""
    window = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--class", "lxterminal"], check=True,
        capture_output=True, text=True).stdout.split()[0]
    shell = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", window], check=True, capture_output=True,
        text=True).stdout
    values = dict(line.split("=") for line in shell.split())
    return int(values["WIDTH"]), int(values["HEIGHT"])


@contextlib.contextmanager
def filming(film, size):
    """Films the upper left of the display, 25 frames a second."""
    width, height = (side // 2 * 2 for side in size)
    camera = subprocess.Popen(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-draw_mouse", "0", "-framerate", "25",
         "-video_size", f"{width}x{height}", "-i", f"{os.environ['DISPLAY']}+0,0",
         "-c:v", "libx264rgb", "-qp", "0", "-preset", "ultrafast", film],
        stdin=subprocess.PIPE)
    try:
        yield
    finally:
        camera.communicate(b"q")


def play(arguments, terminal, links, code):
    """The match, on both screens."""
    address, distant = links
    width, height = window_size()
    watcher = Child(f"{arguments.programs}/facedown", "watch", address, code, "--json", "--name", "Lab")
    with sync_playwright() as playwright:
        page = distant.replace("ws://", "http://")
        browser = Browser(
            playwright, f"{page}/{code}?name=Ben", (width, 0), (width, height))
        screens = [terminal, browser]
        entries = (line["entry"] for line in watcher.lines() if "entry" in line)
        wait(browser, "Ready")
        browser.press("Ready")
        terminal.press("Enter")
        wait(terminal, "deal")
        time.sleep(0.5)
        with filming(arguments.film, (2 * width, height)):
            terminal.press("Enter")
            Player(entries, screens).play(time.monotonic() + arguments.seconds)
        browser.context.close()


def film(arguments):
    """Everything, in this terminal."""
    programs = arguments.programs
    server = Child(
        f"{programs}/facedown-server", "--in-memory", "--until-input-ends", "--listen",
        "127.0.0.1:0")
    address = server.url()
    relays = [
        Child(f"{programs}/facedown-lab", "relay", address, "--rtt", str(rtt), "--loss",
              str(arguments.loss), "--seed", str(arguments.seed), "--no-congestion")
        for rtt in (arguments.near, arguments.far)]
    near, distant = (relay.url() for relay in relays)
    terminal = Terminal(
        f"Ana, in a terminal · {arguments.near} ms",
        [f"{programs}/facedown", "create", near, "--name", "Ana", "--pairs", str(arguments.pairs),
         "--theme", "animals", "--reveal", "1", "--guest"])
    problems = []

    def go():
        try:
            wait(terminal, "Enter ready")
            rooms = subprocess.run(
                [f"{programs}/facedown", "rooms", "--json", address], check=True, capture_output=True,
                text=True)
            code = json.loads(rooms.stdout)["rooms"]["rooms"][0]["code"]
            play(arguments, terminal, (address, distant), code)
        except Exception as error:
            problems.append(error)
        finally:
            terminal.end()

    try:
        threading.Thread(target=go, daemon=True).start()
        terminal.show()
    finally:
        terminal.end()
    if problems:
        raise problems[0]


def main():
    parser = argparse.ArgumentParser(description="One match side by side.")
    parser.add_argument("programs")
    parser.add_argument("film")
    parser.add_argument("--near", type=int, default=20)
    parser.add_argument("--far", type=int, default=200)
    parser.add_argument("--loss", type=float, default=2)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        film(arguments)
    except Exception:
        # The window closes now: what went wrong stays beside the film.
        with open(f"{arguments.film}.log", "w", encoding="utf-8") as log:
            traceback.print_exc(file=log)
        sys.exit(1)


if __name__ == "__main__":
    main()
