# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A server with its page, and tabs of browsers that play there."""

import contextlib
import json
import signal
import subprocess
import tempfile
import time

from playwright.sync_api import Error, TimeoutError


def until(condition, seconds, what):
    """Polls: Playwright's own waiting uses eval, which the page's policy forbids."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within {seconds} s")


class Server:
    """A match server of its own, so that rooms of one case are not in another's list."""

    def __init__(self, programs, uses_tls, *options, host="127.0.0.1"):
        self.programs, self.uses_tls, self.options = programs, uses_tls, options
        self.data = tempfile.TemporaryDirectory(prefix="facedown-page-server-")
        self.origin, self.host = None, host
        self.start()

    def start(self):
        """Begins, or goes on at the same address with what the last one has stored."""
        address = self.origin.split("://")[1] if self.origin else f"{self.host}:0"
        self.process = subprocess.Popen(
            [f"{self.programs}/facedown-server", "serve", "--listen", address, "--data", self.data.name]
            + (["--tls-self-signed"] if self.uses_tls else []) + list(self.options),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        address = json.loads(self.process.stdout.readline())["url"].split("://")[1]
        self.origin = f"{'https' if self.uses_tls else 'http'}://{address}"

    def end(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.end()
        self.data.cleanup()


class Elsewhere:
    """A server that runs already, perhaps behind a proxy."""

    def __init__(self, programs, origin):
        self.programs, self.origin = programs, origin

    def stop(self):
        """It runs on."""


WAITING, UNDEALT, DEALING, PLAYING, ENDED = 0, 2, 3, 4, 5


class Card:
    """A card of a frame's numbers (docs/web.md)."""

    def __init__(self, numbers):
        self.id, self.place, self.rotation, self.face = numbers[0], int(numbers[1]), numbers[4], numbers[10]
        self.is_matched, _, self.is_chosen, _ = (int(numbers[12]) >> bit & 1 == 1 for bit in range(4))
        # In a heat map, how recently it was shown.
        self.warmth = int(numbers[12]) >> 4
        # Whether it may be turned, and whether it waits for its mate.
        self.is_down = self.face < 0 and not self.is_matched and not self.is_chosen
        self.is_up = self.face >= 0 and not self.is_matched


def cards_of(numbers):
    return [Card(numbers[26 + 13 * index:39 + 13 * index]) for index in range(int(numbers[18]))]


def choice(cards, seen):
    """The card to turn, by a player who remembers the faces in `seen`; None for none now."""
    seen.update({card.id: card.face for card in cards if card.face >= 0})
    down, up = [card for card in cards if card.is_down], [card for card in cards if card.is_up]
    if not down or len(up) > 1 or any(card.is_chosen for card in cards):
        return None
    known = {}
    for card in down:
        if card.id in seen:
            known.setdefault(seen[card.id], []).append(card)
    wanted = known.get(up[0].face, []) if up else next(
        (pair for pair in known.values() if len(pair) == 2), [])
    return (wanted or [card for card in down if card.id not in seen] or down)[0]


class Case:
    """A browser's tabs at one server, and what they reported."""

    def __init__(self, chromium, server, pictures, matches):
        self.chromium, self.server, self.pictures, self.matches = chromium, server, pictures, matches
        self.origin, self.tabs = server.origin, []

    def context(self, size=(1280, 800), **options):
        """A browser without a past."""
        return self.chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, ignore_https_errors=True, **options)

    def tab(self, name, size=(1280, 800), context=None, path="/", origin=None, **options):
        tab = self.empty(name, context or self.context(size, **options))
        tab.page.goto(f"{origin or self.origin}{path}?name={name}")
        return tab

    def empty(self, name, context=None):
        """A tab that is nowhere yet."""
        tab = Tab(self, (context or self.context()).new_page(), name)
        self.tabs.append(tab)
        return tab

    def table(self, pairs=8, seats=2, **options):
        """A player alone at a table, and its code."""
        tab = self.tab("Ana", **options)
        until(lambda: tab.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
        tab.page.locator("#pairs").select_option(str(pairs))
        tab.page.locator("#players").select_option(str(seats))
        tab.page.locator("#theme").select_option("animals")
        tab.press("Open and invite")
        tab.until_phase(WAITING)
        return tab, tab.page.evaluate("() => facedown.client.text(3)")

    def match(self, pairs=8, other=None, **options):
        """Two players whose cards are dealt; `other` is what the second one's tab is like."""
        ana, code = self.table(pairs, **options)
        ben = self.tab("Ben", path=f"/{code}", **(other or {}))
        ben.until_phase(WAITING)
        ana.press("Ready")
        ben.press("Ready")
        deal(ana, ben)
        return ana, ben, code


class Tab:
    """One page, with everything that went wrong in it, what it sent, and what it was sent."""

    def __init__(self, case, page, name):
        self.case, self.page, self.name = case, page, name
        self.problems, self.sent, self.received = [], [], []
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error("
            "`${event.violatedDirective} forbids ${event.blockedURI} in ${event.sourceFile}`))")
        page.on("console", lambda message: message.type in ("error", "warning")
                and self.problems.append(message.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("websocket", self.listen)

    def listen(self, socket):
        frames = []
        self.received.append(frames)
        socket.on("framesent", lambda frame: self.sent.append((time.monotonic(), json.loads(frame))))
        socket.on("framereceived", lambda frame: frames.append(frame))

    def log(self):
        """What it was sent of its room, by connection and in order: "base", "resumed" (the first entry of a
        connection that goes on where another one ended), "entry", or "answer" (an entry before the
        connection's first log, which answers a request that was repeated); the number; an entry's own bytes
        if it came alone.

        A connection that the page closes may be sent entries after that, which the page never sees and
        asks for again.
        """
        log = []
        for frames in self.received:
            kind, is_joined = "resumed", False
            for message, text in ((json.loads(text), text) for text in frames):
                joined = message.get("joined", {})
                if "base" in joined:
                    log.append(("base", int(joined["base"].get("seq", 0)), ""))
                    kind = "entry"
                is_joined = is_joined or "joined" in message
                alone = [message["entry"]] if "entry" in message else []
                if alone and not is_joined:
                    log.append(("answer", int(alone[0]["seq"]), text))
                    continue
                for entry in joined.get("tail", []) + alone:
                    log.append((kind, int(entry["seq"]), text if alone else ""))
                    kind = "entry"
        return log

    def press(self, label):
        self.page.get_by_role("button", name=label, exact=True).first.click()

    def numbers(self):
        """The numbers of a frame; None while the table is not shown."""
        try:
            return self.page.evaluate(
                """() => {
                  if (!window.facedown || document.getElementById("match").hidden) return null;
                  const numbers = facedown.client.frame();
                  return numbers && Array.from(numbers);
                }""")
        except Error as error:
            if "Execution context was destroyed" in str(error):
                return None
            raise

    def phase(self):
        numbers = self.numbers()
        return numbers and numbers[3]

    def until_phase(self, *phases):
        until(lambda: self.phase() in phases, 30, f"phase {phases} for {self.name}")

    def cards(self):
        return cards_of(self.numbers())

    def click(self, card):
        self.page.locator("#places button").nth(card.place).click()

    def seat(self):
        return self.numbers()[9]

    def is_on_turn(self):
        return int(self.numbers()[14]) & 1 == 1

    def frames(self):
        """How many frames were drawn."""
        return self.page.evaluate("() => facedown.show.frames")

    def requests(self):
        """The ids of the requests that were sent, in order."""
        return [int(body["id"]) for _, message in self.sent for kind, body in message.items()
                if kind != "ping" and "id" in body]

    def picture(self, name):
        self.page.screenshot(path=str(self.case.pictures / f"{name}.png"))


def deal(tab, *others):
    """Has `tab` deal, unless the clock did so before, and waits until all of them play."""
    tab.until_phase(UNDEALT, DEALING, PLAYING)
    button = tab.page.get_by_role("button", name="Deal", exact=True)
    # The server deals after ten seconds, which a busy machine takes to look for the button.
    with contextlib.suppress(TimeoutError):
        if tab.phase() == UNDEALT:
            button.click(timeout=10_000)
    for one in (tab, *others):
        one.until_phase(PLAYING)


def on_turn(*tabs):
    found = []
    until(lambda: found or [found.append(tab) for tab in tabs if tab.is_on_turn()], 60, "a turn")
    return found[0]


def turn_a_card(tab):
    card = next(card for card in tab.cards() if card.is_down)
    tab.click(card)
    until(lambda: any(one.id == card.id and one.face >= 0 for one in tab.cards()), 10, "a turned card")


def play_out(*tabs, seconds=120):
    """Plays a match to its end, by players who remember every face they have seen."""
    seen, end = {}, time.monotonic() + seconds
    while tabs[0].phase() != ENDED:
        assert time.monotonic() < end, "no end"
        for tab in tabs:
            card = choice(tab.cards(), seen)
            if card and tab.is_on_turn():
                tab.click(card)
                time.sleep(0.4)
        time.sleep(0.08)
