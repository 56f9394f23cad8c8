# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Pages beside a terminal, over a slow connection, and across the death of their server."""

import json
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from table import ENDED, PLAYING, WAITING, choice, deal, on_turn, turn_a_card, until

LONGEST_MATCH = 300


class Terminal:
    """The terminal program in a terminal of its own, played by keys."""

    def __init__(self, programs, words):
        self.home = tempfile.TemporaryDirectory(prefix="facedown-terminal-")
        self.socket = f"{self.home.name}/tmux"
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "32", "env", f"HOME={self.home.name}",
            f"XDG_CONFIG_HOME={self.home.name}", f"XDG_STATE_HOME={self.home.name}",
            f"{programs}/facedown", *words)

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-S", self.socket, *words], check=True, capture_output=True, text=True).stdout

    def type(self, keys):
        self.tmux("send-keys", "-l", keys)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def stop(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], check=False, capture_output=True)
        self.home.cleanup()


class Onlooker:
    """A viewer without a screen, and the entries it has been sent by number."""

    def __init__(self, programs, url):
        self.entries = {}
        self.process = subprocess.Popen(
            [f"{programs}/facedown", "watch", url, "--json"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            entry = json.loads(line).get("entry")
            if entry:
                self.entries[int(entry["seq"])] = entry

    def stop(self):
        self.process.terminate()
        self.process.wait()


def played(tabs, until_done, other=None):
    """Plays by `tabs` and, if it is nobody's turn there, by `other`, until that says so."""
    seen, began = {}, time.monotonic()
    while not until_done():
        assert time.monotonic() - began < LONGEST_MATCH, "no end"
        numbers = tabs[0].numbers()
        if numbers and numbers[3] == PLAYING:
            tab = next((tab for tab in tabs if tab.phase() == PLAYING and tab.is_on_turn()), None)
            card = choice((tab or tabs[0]).cards(), seen)
            if card and tab:
                tab.click(card)
            elif card and other:
                other(card, int(numbers[5]))
        time.sleep(0.1)


def pairs_found(tab):
    numbers = tab.numbers()
    first = int(26 + 13 * numbers[18] + 6 * numbers[19])
    return sum(numbers[first + 5 * seat + 1] for seat in range(int(numbers[20])))


def logs_agree(tabs, onlooker=None):
    """Whatever was sent to two of them is the same bytes, and nothing is missing between two entries.

    Returns how many entries were compared.
    """
    known, compared = {}, 0
    for tab in tabs:
        last = None
        for kind, sequence, text in tab.log():
            if kind == "answer":
                assert known.setdefault(sequence, text) == text, f"{tab.name}: {text}"
                continue
            follows = kind == "base" or last is None or sequence == last + 1 or (
                kind == "resumed" and sequence <= last)
            assert follows, f"{tab.name}: {last}, {kind} {sequence}"
            last = sequence
            if text:
                compared += sequence in known
                assert known.setdefault(sequence, text) == text, f"{tab.name}: {text}"
    for sequence, entry in (onlooker.entries if onlooker else {}).items():
        if sequence in known:
            compared += 1
            assert json.loads(known[sequence])["entry"] == entry, f"{sequence}: {known[sequence]}, {entry}"
    return compared


def company(case):
    """Two pages, one over 400 ms and 2 % of loss, and a terminal play while a viewer watches."""
    if not shutil.which("tmux"):
        print("company: skipped, because tmux is missing (Debian: apt-get install tmux)")
        return
    relay = subprocess.Popen(
        [f"{case.server.programs}/facedown-lab", "relay", case.server.origin.replace("http", "ws"), "--rtt",
         "400", "--loss", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address = json.loads(relay.stdout.readline())["url"].split("://")[1]
    ana, code = case.table(pairs=12, seats=3)
    ben = case.tab("Ben", origin=f"http://{address}", path=f"/{code}", size=(390, 844))
    terminal = Terminal(case.server.programs, ["join", f"{case.origin}/{code}", "--name", "Cy"])
    eve = Onlooker(case.server.programs, f"{case.origin}/{code}")
    try:
        ben.until_phase(WAITING)
        until(lambda: ana.numbers()[17] == 1, 20, "the viewer")
        until(lambda: "Cy" in ana.page.locator("#seats").inner_text(), 20, "the terminal's player")
        for tab in (ana, ben):
            tab.press("Ready")
        terminal.type("r")
        deal(ana, ben)
        played([ana, ben], lambda: pairs_found(ana) >= 4, by_keys(terminal))
        ana.page.reload()
        ana.until_phase(PLAYING)
        played([ana, ben], lambda: pairs_found(ana) >= 8, by_keys(terminal))
        ben.page.evaluate("() => { for (const socket of facedown.client.sockets.values()) socket.close(); }")
        played([ana, ben], lambda: ana.phase() == ENDED, by_keys(terminal))
        ben.until_phase(ENDED)
        until(lambda: "Verified" in terminal.screen(), 20, "the end in the terminal")
        compared = logs_agree((ana, ben), eve)
        print(f"company: {len(ana.log())} and {len(ben.log())} entries, {len(eve.entries)} at the viewer; "
              f"{compared} compared")
        assert compared > 80, "hardly anything was compared"
    except AssertionError:
        print(terminal.screen())
        raise
    finally:
        terminal.stop()
        eve.stop()
        relay.stdin.close()
        relay.wait()


def by_keys(terminal):
    """Turns a card in the terminal by its coordinates."""
    def turn(card, columns):
        terminal.type(f"{chr(97 + card.place % columns)}{card.place // columns + 1}")
        time.sleep(0.4)
    return turn


def killed(case):
    """The server is killed in a turn and started again: the match goes on to its end, and nothing is lost."""
    across(case, signal.SIGKILL)


def deployed(case):
    """The server is ended and started again, as for an update: the match goes on, and nothing is lost."""
    across(case, signal.SIGTERM)


def across(case, by):
    ana, ben, code = case.match(pairs=6)
    eve = case.tab("Eve", path=f"/{code}/watch")
    eve.until_phase(PLAYING)
    waits = []
    for _ in range(2):
        turn_a_card(on_turn(ana, ben))
        before = [len(tab.log()) for tab in (ana, ben, eve)]
        case.server.end(by)
        # The table stays where it is, and shows that it waits.
        is_lost = "() => document.getElementById('match').classList.contains('lost')"
        until(lambda: all(tab.page.evaluate(is_lost) for tab in (ana, ben, eve)), 10, "the lost connection")
        assert ana.phase() == PLAYING
        ana.picture(f"lost-{by.name}")
        case.server.start()
        since = time.monotonic()
        # To ask for the phase lets the browser's events in.
        until(lambda: all(tab.phase() == PLAYING and len(tab.log()) > count
                          for tab, count in zip((ana, ben, eve), before)), 20, "everybody's return")
        waits.append(time.monotonic() - since)
        until(lambda: not any(tab.page.evaluate(is_lost) for tab in (ana, ben, eve)), 10, "the connection again")
        # What the browser says of a server that is not there.
        for tab in (ana, ben, eve):
            tab.problems = [problem for problem in tab.problems if "WebSocket" not in problem]
    played([ana, ben], lambda: ana.phase() == ENDED)
    for tab in (ben, eve):
        tab.until_phase(ENDED)
    compared = logs_agree((ana, ben, eve))
    print(f"{by.name}: everybody back after {' and '.join(f'{wait:.1f}' for wait in waits)} s; "
          f"{compared} entries compared")
    assert compared > 30, "hardly anything was compared"


def rematches(case):
    """Match after match against a bot: nodes and listeners are as after the third, and memory is bounded."""
    ana = case.tab("Ana")
    until(lambda: ana.page.locator("#home").is_visible(), 20, "the home page")
    ana.page.locator("#pairs").select_option("2")
    ana.page.locator("#players").select_option("2")
    ana.press("Play against bots")
    devtools = ana.page.context.new_cdp_session(ana.page)
    for command in ("Performance.enable", "HeapProfiler.enable"):
        devtools.send(command)
    counts = []
    for turn in range(case.matches):
        deal(ana)
        # Of every match the beginning, which is the same in all of them; a result depends on who won.
        devtools.send("HeapProfiler.collectGarbage")
        metrics = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
        counts.append((
            ana.page.evaluate("() => facedown.client.wasm.memory.buffer.byteLength"),
            ana.page.evaluate("() => document.querySelectorAll(':not(#log *)').length"),
            int(metrics["JSEventListeners"]), int(metrics["JSHeapUsedSize"])))
        played([ana], lambda: ana.phase() == ENDED)
        ana.press("Play again")
    print("rematches: memory of the module, elements but those of the log, listeners, script's heap:",
          *(counts[turn] for turn in sorted({0, 2, len(counts) // 2, len(counts) - 1})))
    third, last = counts[2], counts[-1]
    # What happens to be on the table in the end takes a few.
    assert last[1] <= third[1] + 20 and last[2] <= third[2] + 5, counts
    # The log of the room grows to a few hundred entries before it is folded.
    assert last[0] <= 4 << 20 and last[3] <= third[3] + (1 << 20), counts
    # A last page of memory may come before the hundredth match, and none after.
    if len(counts) >= 130:
        assert last[0] == counts[100][0], counts
