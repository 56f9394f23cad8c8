# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A match of three: two players over ssh, one with a key and one without, and a bot of its own program.

    ssh_match.py FACEDOWN SERVER DEPLOY

The two sit in terminals, type coordinates when it is their turn, and try to save the replay. Prints how it went, and to
standard error how long they took from the command to their seats.
"""

import itertools
import json
import subprocess
import sys
import threading
import time

import ssh_host
from pane import Pane


def play(host):
    entries = []
    bot = host.start(host.program, "bot", host.url, "--create", "--guest", "--pairs", "3", "--seats", "3", "--reveal", "1",
                     "--json", "--pace", "fast", "--name", "Ada", "--seed", "1",
                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    code = json.loads(bot.stdout.readline())["code"]
    reader = threading.Thread(
        target=lambda: entries.extend(json.loads(line).get("entry", {}) for line in bot.stdout), daemon=True)
    reader.start()
    panes = {}
    try:
        for name, word, key in [("ana", code, "ana"), ("guest", code.lower(), None)]:
            began = time.monotonic()
            panes[name] = Pane(host.command(word, key=key, options=["-t"]), columns=100, rows=32)
            panes[name].wait("Enter ready")
            print(f"{name}: in the waiting room after {time.monotonic() - began:.2f} s", file=sys.stderr)
        link = f"play.example.org/{code}"
        print("the waiting room's link leads to the public address"
              if link in panes["ana"].screen() else panes["ana"].screen())
        for pane in panes.values():
            pane.keys("Enter")
        take_turns(host, panes.values())
        for name, pane in panes.items():
            pane.keys("s")
            pane.wait("Nothing is saved")
            offered = "s save " in pane.screen()
            print(f"{name}: the match is over; saving is {'offered' if offered else 'refused and not offered'}")
            pane.keys("q")
            pane.wait("ended with 0")
    finally:
        for pane in panes.values():
            pane.close()
    bot.wait(30)
    reader.join(10)
    report(host, entries)


def take_turns(host, panes):
    places = itertools.cycle(
        [place for pair in itertools.combinations(["a1", "b1", "c1", "a2", "b2", "c2"], 2) for place in pair])

    def over():
        for pane in panes:
            screen = pane.screen()
            if "Space deal" in screen:
                pane.keys("Space")
            if "Your turn" in screen:
                pane.keys(*next(places))
        return all("play again" in pane.screen() for pane in panes)

    host.wait(over, seconds=120)


def report(host, entries):
    numbers = [int(entry["seq"]) for entry in entries if "seq" in entry]
    whole = numbers == list(range(numbers[0], numbers[-1] + 1))
    print("the bot has every entry" if whole else "entries are missing")
    print("ended:", *(entry["ended"]["reason"] for entry in entries if "ended" in entry))
    for entry in entries:
        player = entry.get("seated", {}).get("player")
        if player:
            kind = "a bot" if player.get("bot") else "a key" if player.get("key", player.get("id")) else "a guest"
            print(f"{player['name']}: {kind}")
    homes = [home.name for home in host.players.iterdir()]
    public = subprocess.run(["ssh-keygen", "-lf", host.folder / "ana.pub"], capture_output=True, text=True)
    own = public.stdout.split()[1].replace("/", "_")
    print("one home, named by the key" if homes == [own] else homes)
    kept = sorted(str(path.relative_to(host.players / own)) for path in (host.players / own).rglob("*")
                  if path.is_file())
    print("it keeps", *kept)
    host.wait(lambda: not list(host.guests.iterdir()))
    print("the guest's home is gone")


ssh_host.main(play)
