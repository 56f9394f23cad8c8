# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What players see of each other beside the match."""

import json
import time

from table import PLAYING, UNDEALT, WAITING, deal, on_turn, play_out, turn_a_card, until


def ghost(tab):
    """The seat whose cursor is shown as a ghost, and where; None for none."""
    seat, x, y, opacity = tab.numbers()[22:26]
    return (seat, x, y) if seat >= 0 and opacity > 0 else None


def settings(tab, control, is_on):
    tab.page.evaluate("() => document.getElementById('settings').showModal()")
    tab.page.locator(control).set_checked(is_on)
    tab.press("Done")


def ghosts(case):
    """The other player sees where the one on turn points, by pointer or keys, unless one of them does not want it."""
    ana, ben, _ = case.match()
    actor = on_turn(ana, ben)
    other = ben if actor is ana else ana
    assert ghost(other) is None
    actor.page.locator("#places button").nth(5).hover()
    until(lambda: ghost(other) is not None, 5, "a ghost")
    assert ghost(other)[0] == actor.seat() and ghost(actor) is None
    until(lambda: ghost(other)[1:] == (1.5 * 2.5, 1.5 * 3.5), 5, "its way to the place")
    shown = other.page.locator("#felt .ghost")
    assert float(shown.evaluate("(node) => node.style.opacity")) > 0
    other.picture("ghost")
    until(lambda: ghost(other) is None, 8, "its end")
    actor.page.locator("#places button").nth(6).focus()
    until(lambda: ghost(other) is not None, 5, "a ghost of the keys")
    settings(other, "#ghosts-setting", False)
    assert ghost(other) is None
    settings(other, "#ghosts-setting", True)
    settings(actor, "#ghosts-setting", False)
    sent = len(actor.sent)
    actor.page.locator("#places button").nth(9).hover()
    time.sleep(1)
    assert not any("point" in message for _, message in actor.sent[sent:]) and ghost(other) is None


# Counts tones from now on.
LISTEN = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.tones += 1;
    return make.call(this);
  };
}"""
# As a browser treats a page behind another one: it has no frames, not even the one it waits for.
HIDE = """() => {
  window.requestAnimationFrame = () => 0;
  facedown.show.ask();
  Object.defineProperty(document, "hidden", { get: () => true });
}"""


def heard(tab):
    return tab.page.evaluate("() => window.tones")


def noticed(case):
    """Cards and turns are heard where that is wanted; the title of a page behind another one says whose turn it is."""
    ana, ben, _ = case.match()
    actor = on_turn(ana, ben)
    other = ben if actor is ana else ana
    for tab in (actor, other):
        tab.page.evaluate(LISTEN)
    other.page.evaluate(HIDE)
    settings(other, "#sounds-setting", False)
    title = other.page.title()
    assert "our turn" not in title, title
    for _ in range(16):
        if other.is_on_turn():
            break
        if actor.is_on_turn():
            turn_a_card(actor)
        time.sleep(0.3)
    until(other.is_on_turn, 10, "the other's turn")
    until(lambda: "our turn" in other.page.title(), 5, "the title")
    assert heard(actor) >= 2, f"{heard(actor)} tones for two cards"
    assert heard(other) == 0, "It is heard although that is not wanted."
    settings(other, "#sounds-setting", True)
    turn_a_card(other)
    until(lambda: heard(other) > 0, 5, "a card")


def again(case):
    """A result stays until its own player goes on, and lies over the cards that a player who resigns leaves behind."""
    ana, ben, _ = case.match(pairs=2)
    play_out(ana, ben)
    result = ben.page.locator("#result")
    until(result.is_visible, 10, "the result")
    ana.press("Play again")
    ben.until_phase(WAITING)
    time.sleep(1)
    assert result.is_visible() and not ana.page.locator("#result").is_visible()
    ben.picture("again")
    result.get_by_role("button", name="Ready").click()
    ben.until_phase(UNDEALT, PLAYING)
    assert not result.is_visible()
    deal(ana, ben)
    ana.page.keyboard.press("q")
    ana.page.keyboard.press("y")
    until(result.is_visible, 10, "the result after a resignation")
    ben.picture("resigned")
    box = result.bounding_box()
    for part in (0.2, 0.5, 0.8):
        assert ben.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('#result') !== null",
            [box["x"] + part * box["width"], box["y"] + 0.5 * box["height"]]), "Something lies over the result."


def phrases(case):
    """A phrase is chosen from a list, and both players read it."""
    ana, ben, _ = case.match()
    ana.press("say something")
    until(lambda: ana.page.locator("#question").is_visible(), 5, "the phrases")
    ana.picture("phrases")
    ana.page.locator("#question button", has_text="Good luck!").click()
    for tab, sentence in ((ana, "You say: Good luck!"), (ben, "Ana says: Good luck!")):
        until(lambda: "Good luck!" in tab.page.locator("#seats").inner_text(), 5, "the phrase at the seat")
        until(lambda: tab.page.locator("#news").inner_text() == sentence, 5, sentence)


def viewers(case):
    """A viewer's reaction is shown to all beside the number of viewers, without a name."""
    ana, _, code = case.match()
    eve = case.tab("Quentin", path=f"/{code}/watch")
    eve.until_phase(PLAYING)
    eve.press("clap")
    for tab in (ana, eve):
        until(lambda: "1 watching: clap" in tab.page.locator("#facts").inner_text(), 5, "the viewer's reaction")
        assert "Quentin" not in tab.page.locator("#match").inner_text()
    ana.picture("viewer-reacts")


def live(case):
    """A public match is shown on the home page while it is played, unless the visitor does not want it."""
    case.match()
    eve = case.tab("Eve")
    line = eve.page.locator("#live")
    shown = "Ana and Ben"
    until(lambda: line.is_visible() and shown in line.inner_text(), 20, "the match of others")
    eve.picture("live")
    settings(eve, "#live-setting", False)
    until(lambda: not line.is_visible(), 5, "the match that plays itself")
    received = len(eve.received)
    eve.page.reload()
    time.sleep(4)
    assert not line.is_visible(), "It is shown after all."
    kinds = {kind for frames in eve.received[received:] for text in frames for kind in json.loads(text)}
    assert "rooms" in kinds and "joined" not in kinds, f"{kinds} came."
    settings(eve, "#live-setting", True)
    until(lambda: line.is_visible() and shown in line.inner_text(), 20, "the match of others again")
    line.click()
    eve.until_phase(PLAYING)
    assert eve.seat() == -1
