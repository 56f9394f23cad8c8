# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The home page: the match that plays itself, and the ways to a table."""

import time

from table import PLAYING, UNDEALT, WAITING, until

SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) shifts.push(one.value);
  }).observe({ type: "layout-shift", buffered: true });
"""

OPEN = "() => document.querySelectorAll('#demo-felt .card.up').length"


def demo(case):
    """A match plays itself without moving anything, while somebody looks; it stops in a room."""
    for name, size in [("desktop", (1280, 800)), ("phone", (390, 844))]:
        context = case.context(size)
        context.add_init_script(SHIFTS)
        eve = case.empty("Eve", context)
        eve.page.goto(f"{case.origin}/")
        until(lambda: eve.page.evaluate(OPEN) == 2, 30, "two open cards")
        eve.picture(f"demo-{name}")
        until(lambda: eve.page.locator("#demo .card.matched").count() > 0, 40, "a pair")
        time.sleep(0.4)
        eve.picture(f"demo-pair-{name}")
        until(lambda: eve.page.locator("#demo .card.matched").count() == 0, 10, "its end")
        if name == "phone":
            # Scrolled out of sight it pauses.
            eve.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
            until(lambda: eve.page.evaluate("() => facedown.demo.since === null"), 5, "a pause")
            eve.page.evaluate("() => scrollTo(0, 0)")
            until(lambda: eve.page.evaluate("() => facedown.demo.since !== null"), 5, "its end")
        shifts = eve.page.evaluate("() => shifts")
        assert not shifts, f"what moved on the {name}: {shifts}"
        assert eve.page.evaluate("() => facedown.client.isStarted") is False, "a session"
    hidden = """(isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      return facedown.demo.shown;
    }"""
    before = eve.page.evaluate(hidden, True)
    time.sleep(1)
    assert eve.page.evaluate(hidden, False) == before, "It went on while the page was hidden."
    eve.press("Play now")
    eve.until_phase(UNDEALT, PLAYING)
    time.sleep(0.3)
    shown = eve.page.evaluate("() => [facedown.demo.since, facedown.demo.shown]")
    assert shown[0] is None, "It plays on in a room."
    eve.page.keyboard.press("q")
    until(lambda: eve.page.locator("#question").is_visible(), 5, "a question before leaving")
    eve.page.keyboard.press("y")
    until(lambda: eve.page.evaluate("() => facedown.demo.since !== null"), 10, "the match again")


def demo_still(case):
    """With less motion it is a picture: two cards are open, and nothing moves."""
    context = case.context((1280, 800), reduced_motion="reduce")
    eve = case.empty("Eve", context)
    eve.page.goto(f"{case.origin}/")
    until(lambda: eve.page.evaluate(OPEN) == 2, 30, "two open cards")
    looks = "() => document.querySelector('#demo').innerHTML"
    until(lambda: eve.page.locator("#demo .glyph.picture").count() == 2, 10, "pictures")
    before = eve.page.evaluate(looks)
    time.sleep(3)
    assert eve.page.evaluate(looks) == before, "It moves."
    eve.picture("demo-still")


def invited(case):
    """A link to a table leads there, and to nothing else until it is known to lead nowhere."""
    _, code = case.table(seats=4)
    for path, button, phase in [(code, f"Join table {code}", WAITING), (code, "Only watch", WAITING),
                                (code, None, WAITING),
                                ("ZZZZZ", "Join table ZZZZZ", None)]:
        cy = case.empty("Cy", case.context())
        cy.page.goto(f"{case.origin}/{path}")
        until(lambda: cy.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
        assert not cy.page.locator(".ways").is_visible() and not cy.page.locator("#tables").is_visible()
        if phase is not None:
            hint = cy.page.locator("#play-hint")
            until(lambda: "Ana" in hint.inner_text() and "8 pairs" in hint.inner_text(), 10, "who waits there")
        cy.picture(f"invited-{path}")
        # The name is asked for first, and Enter joins with it.
        cy.page.keyboard.type("Cy")
        if button:
            cy.press(button)
        else:
            cy.page.keyboard.press("Enter")
        if phase is None:
            until(lambda: "no room" in cy.page.locator("#status").inner_text(), 10, "a sentence")
            assert cy.page.locator(".ways").is_visible() and cy.page.locator("#play").inner_text() == "Play now"
        else:
            cy.until_phase(phase)
            assert (cy.seat() < 0) == (button == "Only watch"), cy.seat()


def ways(case):
    """Each way to a table from the home page says what it does, without a name for the fastest."""
    eve = case.empty("Eve", case.context())
    eve.page.goto(f"{case.origin}/")
    until(lambda: eve.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
    text = eve.page.locator("#home").inner_text()
    for part in [f"facedown quick {case.origin}", f"facedown join {case.origin}/K7QF2", "facedown host"]:
        assert part in text, f"{part} is missing in {text}"
    eve.page.locator("#name").fill("Eve")
    eve.press("Browse tables")
    until(lambda: eve.page.locator("#rooms li").count() > 0, 10, "the list of rooms")
    sentence = eve.page.locator("#rooms li").inner_text()
    assert "No rooms are open" in sentence and "Find a table" in sentence, sentence
    eve.picture("no-rooms")
    invited(case)
    eve.page.locator("#name").fill("")
    eve.press("Play now")
    eve.until_phase(UNDEALT, PLAYING)
    assert eve.seat() == 0
