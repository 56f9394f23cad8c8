# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What a page shows of finished matches: leaderboards, the list of replays, and the replays themselves."""

import base64
import time

from cases import forget_trap, trap
from looks import violations
from table import ENDED, cards_of, play_out, until

VERIFIED = "Verified: the deal was fair,"


def finished(case, **options):
    """Two players after a match of three pairs."""
    ana, ben, code = case.match(pairs=3, **options)
    play_out(ana, ben)
    return ana, ben, code


def home(case, name, **options):
    tab = case.tab(name, **options)
    until(lambda: tab.page.locator("#home").is_visible(), 20, "the home page")
    return tab


def records(case):
    """Leaderboards and replays are listed in a dialog; what there is not is said in a sentence."""
    found = []
    for name, size in (("desktop", (1280, 800)), ("phone", (390, 844))):
        eve = home(case, "Eve", size=size)
        dialog = eve.page.locator("#records")
        eve.press("Leaderboard")
        until(lambda: "Nobody is rated in memorize" in dialog.inner_text(), 10, "an empty board")
        eve.page.get_by_role("button", name="Classic", exact=True).click()
        assert "Nobody is rated in classic" in dialog.inner_text(), dialog.inner_text()
        eve.picture(f"leaderboard-{name}")
        assert eve.page.locator("#records").get_by_role("button", name="Find a rated table").is_visible()
        found += violations(eve, f"leaderboard, {name}")
        eve.press("Close")
        eve.press("Replays")
        until(lambda: "There are no replays for you" in dialog.inner_text(), 10, "an empty list")
        found += violations(eve, f"replays, {name}")
        eve.page.keyboard.press("Escape")
        until(lambda: not dialog.is_visible(), 5, "the end of the dialog")
        eve.press("My profile")
        until(lambda: "Guests have no profile" in dialog.inner_text(), 10, "why there is none")
        eve.picture(f"no-profile-{name}")
        found += violations(eve, f"no profile, {name}")
        eve.press("Close")
    finished(case)
    eve.press("Replays")
    until(lambda: dialog.locator("li").count() == 1, 10, "the match")
    assert "memorize, 3 pairs" in dialog.inner_text(), dialog.inner_text()
    eve.picture("replays-phone")
    found += violations(eve, "a list of replays")
    nobody = case.tab("Cy", path="/")
    nobody.page.goto(f"{case.origin}/?name=Cy&replay=nothing")
    until(lambda: "no such match" in nobody.page.locator("#status").inner_text(), 10, "a sentence")
    for player in ("Nobody", "\u202e" * 200):
        nobody.page.goto(f"{case.origin}/?name=Cy&profile={player}")
        until(lambda: "Nobody of that name" in nobody.page.locator("#records").inner_text(), 10,
              "why there is no profile")
    assert not found, found


def replay(case):
    """A replay is watched by keys and pointer, verified, linked to, and opened from a file."""
    found = []
    ana, ben, code = finished(case, other={"size": (390, 844), "device_scale_factor": 2})
    until(lambda: VERIFIED in ana.page.locator("#news").inner_text(), 10, "the verdict after the match")
    for tab in (ana, ben):
        tab.press("Watch the replay")
        watch(tab, found)
        tab.page.keyboard.press("Escape")
        until(lambda: not tab.page.locator("#playback").is_visible(), 5, "the end of the replay")
        assert tab.phase() == ENDED and tab.page.evaluate("() => location.pathname") == f"/{code}"
    # The next match leads back to its table.
    ana.press("Watch the replay")
    until(ana.page.locator("#playback").is_visible, 5, "the replay")
    ben.press("Play again")
    until(lambda: not ana.page.locator("#playback").is_visible(), 10, "the table of the next match")
    assert ana.phase() != ENDED and ana.seat() >= 0
    linked(case, found)
    assert not found, found


def watch(tab, found):
    """Plays, steps, scrubs, reverses and reads what a replay says."""
    keys, bar = tab.page.keyboard, tab.page.locator("#playback")
    until(bar.is_visible, 5, "the replay")
    assert VERIFIED in tab.page.locator("#verdict").inner_text()
    before = tab.numbers()[2]
    time.sleep(0.5)
    assert tab.numbers()[2] > before, "it does not play"
    keys.press("5")
    keys.press("Space")
    before, frames = tab.numbers(), tab.frames()
    assert before[0] == 0, "it is not paused"
    time.sleep(1)
    assert tab.numbers()[2] == before[2] and tab.frames() - frames <= 2, "it draws while it is paused"
    keys.press("ArrowRight")
    assert tab.numbers()[2] == before[2] + 1e6
    keys.press("]")
    after = tab.numbers()[2]
    assert after > before[2], "no next event"
    keys.press("[")
    assert tab.numbers()[2] < after, "no previous event"
    keys.press("+")
    until(lambda: bar.locator(".speed").inner_text() == "\u00d72", 5, "the faster speed")
    tab.press("Heat map")
    until(lambda: bar.locator("[aria-pressed=true]").count() == 1, 5, "the heat map")
    warm = sum(card.warmth > 0 for card in cards_of(tab.numbers()))
    assert tab.page.locator("#felt [class*=warm-]").count() == warm
    found += violations(tab, f"a replay for {tab.name}")
    tab.picture(f"replay-{tab.name}")
    moves = tab.page.locator("#moves button")
    if moves.first.is_visible():
        turned = moves.filter(has_text="turns").first
        turned.click()
        until(lambda: turned.get_attribute("aria-current") == "true", 5, "the event that was pressed")
    assert "takes seat" not in tab.page.locator("#log").inner_text(), "It began before the deal."
    # The pointer: at a quarter of the time line, and on the buttons.
    line = tab.page.locator("#position").bounding_box()
    tab.page.mouse.click(line["x"] + line["width"] / 4, line["y"] + line["height"] / 2)
    start, end = (float(field) for field in tab.page.evaluate(
        "() => facedown.client.text(17)").split("\n")[0].split("\t")[1:3])
    part = (tab.numbers()[2] - start) / (end - start)
    assert 0.2 < part < 0.3, part
    # The time line has the focus now, and keys still mean what they mean in the terminal.
    keys.press("Home")
    assert tab.numbers()[2] == start
    keys.press("End")
    assert tab.numbers()[2] == end
    tab.press("Play backwards")
    tab.press("Play")
    time.sleep(0.5)
    assert tab.numbers()[2] < end, "it does not play backwards"
    assert not [card for card in cards_of(tab.numbers()) if card.is_chosen], "a card was chosen"
    keys.press("?")
    until(lambda: tab.page.locator("#question").is_visible(), 5, "the help")
    assert "previous or next event" in tab.page.locator("#question").inner_text()
    keys.press("Escape")
    until(lambda: not tab.page.locator("#question").is_visible(), 5, "the end of the help")


def linked(case, found):
    """A replay from the list has a link; a file is verified; what is no replay is refused in words."""
    eve = home(case, "Eve")
    eve.press("Replays")
    eve.page.locator("#records li button").first.click()
    until(lambda: "replay=" in eve.page.evaluate("() => location.search"), 10, "a link")
    eve.page.reload()
    until(lambda: VERIFIED in eve.page.locator("#verdict").inner_text(), 20, "the replay after a reload")
    eve.picture("replay-linked")
    trap(eve)
    until(lambda: eve.page.locator("#home").is_visible(), 5, "the home page after a trap")
    eve.press("Replays")
    eve.page.locator("#records li button").first.click()
    until(lambda: eve.page.locator("#playback").is_visible(), 10, "the replay again")
    forget_trap(eve)
    eve.page.keyboard.press("q")
    until(lambda: eve.page.locator("#home").is_visible(), 5, "the home page again")
    assert "replay=" not in eve.page.evaluate("() => location.search")
    for name, content, sentence in [
        ("other.fdr", b"hello", "not a replay"), ("newer.fdr", b"facedown-replay/2\n", "another version"),
        ("large.fdr", b"x" * (5 << 20), "larger than 4 MiB"),
    ]:
        eve.page.locator("#file").set_input_files(
            {"name": name, "mimeType": "application/octet-stream", "buffer": content})
        until(lambda: sentence in eve.page.locator("#status").inner_text(), 10, f"the sentence on {name}")
    drop(eve, b"hello")
    until(lambda: "not a replay" in eve.page.locator("#status").inner_text(), 10, "the sentence on a drop")
    found += violations(eve, "home after a file")


def drop(tab, content):
    """Drops a file on the page."""
    tab.page.evaluate(
        """(text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], "a.fdr"));
          dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
        }""", base64.b64encode(content).decode())
