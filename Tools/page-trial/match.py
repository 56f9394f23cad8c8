# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What a visit loads, and a whole match between two pages while a third watches."""

import time

from table import ENDED, PLAYING, choice, until

LONGEST_MATCH = 240


def visit(case):
    """A first visit takes three requests before anything is drawn; a second asks whether the page is the same."""
    eve = case.empty("Eve")
    devtools = eve.page.context.new_cdp_session(eve.page)
    devtools.send("Network.enable")
    answers, loads = {}, []

    def loaded(event):
        answer = answers.get(event["requestId"])
        # What a cache serves has no bytes.
        if answer and event["encodedDataLength"] > 0 and not answer.get("fromDiskCache"):
            path = "/" + answer["url"].split("/", 3)[3].split("?")[0]
            loads.append((path, answer["status"], int(event["encodedDataLength"])))

    devtools.on(
        "Network.responseReceived",
        lambda event: answers.update({event["requestId"]: event["response"]}))
    devtools.on("Network.loadingFinished", loaded)
    for name, most in [("first", 3), ("second", 1)]:
        loads.clear()
        eve.page.goto(f"{case.origin}/?name=Eve")
        until(lambda: eve.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
        time.sleep(0.5)
        print(f"visit, {name}: {len(loads)} requests, {sum(size for _, _, size in loads)} bytes:",
              ", ".join(f"{path} {status} {size}" for path, status, size in loads))
        # Pictures, the match that plays itself and the rest of the module may come later.
        assert sum(path.endswith((".js", "first.wasm")) or "." not in path for path, _, _ in loads) <= most, loads


def rests(tab):
    """Whether nothing is drawn for a second."""
    before = tab.frames()
    time.sleep(1)
    return tab.frames() == before


def match(case):
    """Two pages, one of a telephone's size, play to the end while a third watches."""
    ana, ben, code = case.match(pairs=6, other={"size": (390, 844), "device_scale_factor": 3})
    eve = case.tab("Eve", path=f"/{code}/watch", size=(1024, 768))
    eve.until_phase(PLAYING)
    tabs, seen, turned, choices = (ana, ben, eve), {}, [], 0
    began = time.monotonic()
    while ana.phase() != ENDED:
        assert time.monotonic() - began < LONGEST_MATCH, "no end"
        for tab in (ana, ben):
            card = choice(tab.cards(), seen)
            if not card or not tab.is_on_turn():
                continue
            before = time.monotonic()
            tab.click(card)
            choices += 1
            for _ in range(100):
                now = next((one for one in tab.cards() if one.id == card.id), None)
                if now is None or now.rotation < 179:
                    break
            turned.append(time.monotonic() - before)
            if choices in (1, 2, 4, 6, 8, 12):
                ana.picture(f"play-{choices}")
                ben.picture(f"play-{choices}-phone")
        time.sleep(0.08)
    eve.until_phase(ENDED)
    for tab in tabs:
        tab.picture(f"end-{tab.name}")
    turned.sort()
    until(lambda: rests(ana), 30, "the end of what moves after the last pair")
    before = ana.frames()
    time.sleep(10)
    after = ana.frames() - before
    print(f"match: {choices} choices; from the click to a turned card, as polled: p50 "
          f"{turned[len(turned) // 2] * 1000:.0f} ms; frames in 10 s after the end: {after}")
    assert after <= 1, "The page draws although nothing moves."
