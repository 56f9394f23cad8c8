# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What can happen to a page."""

import json
import threading
import time

from table import ENDED, PLAYING, UNDEALT, WAITING, choice, deal, on_turn, turn_a_card, until


def reload(case):
    """A reload in the waiting room, before the deal and in a turn returns to the same seat."""
    ana, code = case.table()
    ben = case.tab("Ben", path=f"/{code}")
    ben.until_phase(WAITING)

    def again(*phases):
        seat, before = ana.seat(), len(ana.sent)
        ana.page.reload()
        ana.until_phase(*phases)
        assert ana.seat() == seat, "another seat"
        # What the page sent before it went away may be noted late.
        hello = next(message["hello"] for _, message in ana.sent[before:] if "hello" in message)
        assert hello.get("resumeToken"), f"no token: {hello}"
        ids = ana.requests()
        assert ids == sorted(set(ids)), f"ids do not rise: {ids}"

    again(WAITING)
    ana.press("Ready")
    again(WAITING)
    ben.press("Ready")
    ana.until_phase(UNDEALT)
    # The share that was committed to before the reload has been opened after it.
    again(UNDEALT, PLAYING)
    deal(ana)
    turn_a_card(on_turn(ana, ben))
    began = time.monotonic()
    again(PLAYING)
    print(f"reload: back in play after {time.monotonic() - began:.2f} s")
    tab = on_turn(ana, ben)
    turn_a_card(tab)
    assert ana.page.locator("#news").inner_text(), "no news"
    # A spectator, too.
    eve = case.tab("Eve", path=f"/{code}/watch")
    eve.until_phase(PLAYING)
    eve.page.reload()
    eve.until_phase(PLAYING)
    assert eve.seat() == -1


def cut(case):
    """A connection that is cut comes back; what was pressed meanwhile arrives once."""
    ana, ben, _ = case.match()
    tab = on_turn(ana, ben)
    tab.page.evaluate("() => { for (const socket of facedown.client.sockets.values()) socket.close(); }")
    turn_a_card(tab)
    choices = [message["intent"] for _, message in tab.sent if "choose" in message.get("intent", {})]
    assert len({choice["id"] for choice in choices}) == 1, choices


def duplicate(case):
    """The newer of two tabs with one session wins; the older says so and takes it back at a press."""
    ana, ben, code = case.match()
    kept = ana.page.evaluate("() => sessionStorage.getItem('facedown.session')")
    context = case.context()
    context.add_init_script(
        f"if (!sessionStorage.getItem('facedown.session')) "
        f"sessionStorage.setItem('facedown.session', {json.dumps(kept)});")
    twin = case.tab("Ana", context=context, path=f"/{code}")
    twin.until_phase(PLAYING)
    assert twin.seat() == ana.seat()
    until(lambda: ana.page.locator("#halt").is_visible(), 10, "the older tab's sentence")
    sentence = ana.page.locator("#halt p").inner_text()
    assert "another window" in sentence, sentence
    ana.picture("taken-over")
    time.sleep(1.5)
    assert ana.page.locator("#halt").is_visible(), "the older tab came back by itself"
    assert not twin.page.locator("#halt").is_visible(), "the newer tab was told to stop"
    ana.press("Continue here")
    ana.until_phase(PLAYING)
    until(lambda: twin.page.locator("#halt").is_visible(), 10, "the newer tab's sentence")
    turn_a_card(on_turn(ana, ben))


def storage(case):
    """Where storage is forbidden the page plays, and goes on after a trap."""
    context = case.context()
    context.add_init_script(
        "for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name,"
        " { get() { throw new DOMException('forbidden', 'SecurityError'); } });")
    ana, _, _ = case.match(context=context)
    trap(ana)
    ana.until_phase(PLAYING)
    forget_trap(ana)


# (module (func (export "run") unreachable))
UNREACHABLE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, 114, 117, 110, 0, 0,
               10, 5, 1, 3, 0, 0, 11]


def trap(tab):
    """Puts a trap in place of the module's next tick, and waits for it."""
    tab.page.evaluate(
        """(bytes) => {
          const module = new WebAssembly.Module(new Uint8Array(bytes));
          const { run } = new WebAssembly.Instance(module).exports;
          facedown.client.wasm = { ...facedown.client.wasm, nextWake: run, received: run };
          facedown.client.woke();
        }""", UNREACHABLE)


def forget_trap(tab):
    """Takes the trap that was asked for, and nothing else, from the problems."""
    tab.problems = [problem for problem in tab.problems if "unreachable" not in problem]


def traps(case):
    """After a trap the page goes on where it was; after two in ten seconds it stops and says so."""
    ana, ben, _ = case.match()
    seat = ana.seat()
    trap(ana)
    until(lambda: ana.page.locator("#notice").is_visible(), 5, "the sentence about a trap")
    ana.until_phase(PLAYING)
    assert ana.seat() == seat
    turn_a_card(on_turn(ana, ben))
    trap(ana)
    until(lambda: ana.page.locator("#halt").is_visible(), 5, "the sentence about two traps")
    assert ana.page.evaluate("() => facedown.client.sockets.size") == 0
    ana.picture("stopped")
    ana.press("Reload")
    ana.until_phase(PLAYING)
    assert ana.seat() == seat
    forget_trap(ana)


def corrupt(case):
    """Memory that is overwritten ends in a trap or in nonsense that is refused, and the page goes on."""
    ana, _, _ = case.match()
    ana.page.evaluate(
        """() => {
          const { memory } = facedown.client.wasm;
          new Uint8Array(memory.buffer, 1 << 20).fill(0xff);
          facedown.client.woke();
        }""")
    ana.until_phase(PLAYING)
    ana.problems = []


def old(case):
    """A browser that cannot run the module, or does not get it, says so."""
    for name, sentence, prepare in [
        ("without", "has no WebAssembly",
         lambda context: context.add_init_script("delete globalThis.WebAssembly")),
        ("refused", "is too old", lambda context: context.route("**/first.wasm", lambda route: route.fulfill(
            body=b"\0asm\x02\0\0\0", content_type="application/wasm"))),
        ("lost", "did not arrive",
         lambda context: context.route("**/first.wasm", lambda route: route.abort())),
        ("half", "did not arrive",
         lambda context: context.route("**/rest.wasm", lambda route: route.abort())),
    ]:
        context = case.context()
        prepare(context)
        tab = case.tab("Ana", context=context)
        until(lambda: tab.page.locator("#halt").is_visible(), 10, f"the sentence of {name}")
        shown = tab.page.locator("#halt p").inner_text()
        assert sentence in shown, shown
        tab.picture(f"old-{name}")
        # The browser reports what was asked for, and later that the module was not used.
        tab.page.close()
        tab.problems.clear()


def chaser(case):
    """A ping follows a choice soon, and none follows a ping."""
    ana, ben, _ = case.match()
    time.sleep(14)
    tab = on_turn(ana, ben)
    begun = len(tab.sent)
    turn_a_card(tab)
    time.sleep(0.5)
    sent = tab.sent[begun:]
    chosen = next(at for at, message in sent if "choose" in message.get("intent", {}))
    pings = [(at - chosen) * 1000 for at, message in sent if "ping" in message and at >= chosen]
    print(f"chaser: pings after a choice, in ms: {[round(ping) for ping in pings]}")
    # On a busy machine they are heard of at odd times.
    assert 1 <= len(pings) <= 2, pings


def keyboard(case):
    """A match is played with the keyboard alone, from the home page to the next match."""
    ana = case.tab("Ana")
    until(lambda: ana.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
    keys = ana.page.keyboard
    ana.page.locator("#pairs").focus()
    keys.press("Home")
    ana.page.locator("#create button[value=bots]").focus()
    keys.press("Enter")
    ana.until_phase(UNDEALT, PLAYING)
    if ana.phase() == UNDEALT:
        keys.press("Space")
    ana.until_phase(PLAYING)
    keys.press("?")
    until(lambda: ana.page.locator("#question").is_visible(), 5, "the help")
    ana.picture("help")
    keys.press("Escape")
    until(lambda: not ana.page.locator("#question").is_visible(), 5, "the end of the help")
    keys.press("q")
    until(lambda: ana.page.locator("#question").is_visible(), 5, "a question before leaving")
    ana.picture("leave")
    keys.press("n")
    until(lambda: not ana.page.locator("#question").is_visible(), 5, "the answer to it")
    assert len(ana.page.locator("#places button[tabindex='0']").all()) == 1, "not one tab stop"
    began, typed = time.monotonic(), False
    seen = {}
    while ana.phase() != ENDED:
        assert time.monotonic() - began < 120, "no end"
        card = choice(ana.cards(), seen)
        if card and ana.is_on_turn():
            columns, place = int(ana.numbers()[5]), card.place
            if not typed:
                keys.type(f"{chr(97 + place % columns)}{place // columns + 1}")
                typed = True
            else:
                while True:
                    focus = ana.page.evaluate("() => facedown.show.board.focus")
                    x, y = focus % columns, focus // columns
                    goal = place % columns, place // columns
                    isOnPlace = ana.page.evaluate(
                        "() => document.activeElement?.closest('#places') !== null")
                    if (x, y) == goal and isOnPlace:
                        break
                    keys.press("ArrowRight" if x < goal[0] else "ArrowLeft" if x > goal[0]
                               else "ArrowDown" if y < goal[1] else "ArrowUp")
                keys.press("Enter")
            time.sleep(0.3)
        time.sleep(0.1)
    until(lambda: ana.page.locator("#result").is_visible(), 20, "the result")
    time.sleep(1)
    assert ana.page.locator("#result .podium li").count() == 2
    assert ana.page.locator("#result .fan .card").count() == 2
    ana.picture("result")
    ana.page.evaluate("() => document.activeElement?.blur()")
    keys.press("Enter")
    ana.until_phase(WAITING, 1, UNDEALT, 3, PLAYING)
    lines = ana.page.locator("#log p").all_inner_texts()
    assert any("turn" in line for line in lines) and len(lines) > 6, lines
    print("keyboard: the log has", len(lines), "sentences, such as:", lines[-4:])


def faces(case):
    """Faces are letters until the theme's sheet is there, and pictures from then on."""
    context = case.context()
    held = threading.Event()
    routes = []
    context.route("**/faces/*", lambda route: routes.append(route) if not held.is_set()
                  else route.continue_())
    ana, ben, _ = case.match(context=context)
    turn_a_card(on_turn(ana, ben))
    time.sleep(0.6)
    letters = ana.page.locator(".glyph.letters").first.inner_text()
    assert len(letters) == 3 and letters.isupper(), letters
    held.set()
    for route in routes:
        route.continue_()
    until(lambda: ana.page.locator(".glyph.picture").count() > 0, 10, "pictures")
    ana.picture("faces")


def motion(case):
    """A player who prefers less motion sees no card at an angle, by the system's setting or the page's."""
    context = case.context(reduced_motion="reduce")
    ana, ben, _ = case.match(context=context)
    angles = set()

    def turn():
        tab = on_turn(ana, ben)
        tab.click(next(card for card in tab.cards() if card.is_down))
        end = time.monotonic() + 1
        while time.monotonic() < end:
            angles.update(round(card.rotation) for card in ana.cards())

    turn()
    assert angles <= {0, 180}, f"angles with less motion: {sorted(angles)}"
    ana.page.evaluate("() => document.getElementById('settings').showModal()")
    ana.page.locator("#motion").select_option("full")
    ana.press("Done")
    turn()
    assert not angles <= {0, 180}, "no motion after it was chosen"


def leave(tab):
    tab.press("Leave")
    if tab.page.locator("#question").is_visible():
        tab.press("leave")
    until(lambda: tab.page.locator("#home:not(.loading)").is_visible(), 10, "the home page again")
    assert tab.page.evaluate("() => location.pathname") == "/"


def lists(case):
    """Open rooms are on the home page and in the list, joined from there, and found by a quick match."""
    ana, code = case.table()
    ben = case.tab("Ben")
    until(lambda: ben.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
    offers = ben.page.locator("#rooms li")
    until(lambda: offers.count() == 1 and code in offers.inner_text(), 10, "the table on the home page")
    ben.picture("tables")
    leave(ana)
    until(lambda: offers.count() == 0 or not offers.first.is_visible(), 10, "no table any more")
    _, code = case.table()
    until(lambda: offers.count() == 1 and code in offers.inner_text(), 10, "the next table")
    ben.press("Browse tables")
    until(lambda: ben.page.locator("#rooms li").count() > 0, 10, "the list")
    ben.picture("rooms")
    ben.page.get_by_role("button", name=f"Join {code}").click()
    ben.until_phase(WAITING)
    assert ben.page.evaluate("() => location.pathname") == f"/{code}"
    leave(ben)
    # The session goes on without a room; a link takes it to one all the same.
    ben.page.goto(f"{case.origin}/{code}")
    ben.until_phase(WAITING)
    leave(ben)
    ben.press("Find a table")
    ben.until_phase(WAITING)
    cy = case.tab("Cy", path="/ZZZZZ")
    until(lambda: "no room" in cy.page.locator("#status").inner_text(), 10, "a sentence")
