# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What the page looks like, for eyes, for ears and at twice the size of text."""

import shutil
import subprocess
import time

from table import Case, PLAYING, Server, UNDEALT, WAITING, deal, on_turn, turn_a_card, until


def looks(case):
    """Every palette, size and phase, for the eye; and no text is lost at twice its size."""
    sizes = {"desktop": (1280, 800), "phone": (390, 844), "tablet": (768, 1024)}
    for name, size in sizes.items():
        tab = case.tab("Ana", size=size)
        until(lambda: tab.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
        tab.picture(f"home-{name}")
        tab.page.close()
    ana, code = case.table(pairs=12)
    ben = case.tab("Ben", size=sizes["phone"], path=f"/{code}", device_scale_factor=2)
    ben.until_phase(WAITING)
    tablet = case.tab("Eve", size=sizes["tablet"], path=f"/{code}/watch")
    tablet.until_phase(WAITING)
    for tab, name in ((ana, "desktop"), (ben, "phone"), (tablet, "tablet")):
        tab.picture(f"waiting-{name}")
    ana.press("Ready")
    ben.press("Ready")
    ana.until_phase(UNDEALT)
    time.sleep(0.6)
    ana.picture("deck-desktop")
    before = ben.page.evaluate("() => facedown.show.board.isUpright")
    deal(ana, ben, tablet)
    for _ in range(2):
        turn_a_card(on_turn(ana, ben))
    time.sleep(0.5)
    for palette in ("standard", "redGreen", "blueYellow", "contrast"):
        ana.page.evaluate(f"() => {{ document.documentElement.dataset.palette = '{palette}'; }}")
        ana.picture(f"play-{palette}")
    ana.page.evaluate("() => { document.documentElement.dataset.palette = 'standard'; }")
    ben.picture("play-phone")
    ben.page.reload()
    ben.until_phase(PLAYING)
    assert ben.page.evaluate("() => facedown.show.board.isUpright") == before, "a reload turned the table"
    tablet.picture("play-tablet")
    ana.page.emulate_media(forced_colors="active")
    ana.picture("play-forced")
    ana.page.emulate_media(forced_colors="none")
    for tab in (ana, ben, tablet):
        tab.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        time.sleep(0.3)
        tab.picture(f"twice-{tab.name}")
        wide = tab.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{tab.name} scrolls sideways by {wide} at 200 %"
        lost = tab.page.evaluate(
            """() => Array.from(document.querySelectorAll("#headline, #actions button, .seat .name"))
              .filter((node) => node.offsetWidth === 0 || node.offsetHeight === 0)
              .map((node) => node.textContent)""")
        assert not lost, f"{tab.name} loses {lost} at 200 %"
        tab.page.evaluate("() => { document.documentElement.style.fontSize = ''; }")


def qr(case):
    """A telephone reads the link of a waiting room from its picture, unless the link is of this machine alone."""
    ana, _ = case.table()
    assert ana.page.locator("#invitation .qr").count() == 0, "a picture that leads nowhere"
    if not shutil.which("zbarimg"):
        print("qr: not read, because zbarimg is missing (Debian: apt-get install zbar-tools)")
        return
    server = Server(case.server.programs, case.server.uses_tls, host="0.0.0.0")
    try:
        for name, size in (("desktop", (1280, 800)), ("phone", (390, 844))):
            other = Case(case.chromium, server, case.pictures, case.matches)
            other.tabs = case.tabs
            ana, code = other.table(size=size)
            ana.picture(f"invitation-{name}")
            picture = case.pictures / f"qr-{name}.png"
            ana.page.locator("#invitation .qr").screenshot(path=str(picture))
            read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True).stdout
            assert read.strip() == f"{server.origin}/{code}".upper(), read
    finally:
        server.stop()


def violations(tab, what):
    """What axe finds wrong now; nothing where it is missing."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        print(f"axe: {what} is not looked at, because axe-playwright-python from PyPI is missing")
        return []
    return [(what, violation["id"], [node["target"] for node in violation["nodes"]][:3])
            for violation in Axe().run(tab.page).response["violations"]]


def access(case):
    """axe finds nothing wrong in any phase, size and palette."""
    found = []

    def check(tab, what):
        found.extend(violations(tab, what))

    home = case.tab("Cy")
    until(lambda: home.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
    check(home, "home")
    home.page.locator(".open-settings").first.click()
    check(home, "settings")
    ana, code = case.table()
    check(ana, "waiting")
    ana.page.keyboard.press("b")
    until(lambda: ana.page.locator("#question").is_visible(), 5, "a question")
    check(ana, "question")
    ana.page.keyboard.press("n")
    ben = case.tab("Ben", path=f"/{code}", size=(390, 844))
    ben.until_phase(WAITING)
    ana.press("Ready")
    ben.press("Ready")
    ana.until_phase(UNDEALT)
    check(ben, "deck")
    deal(ana)
    turn_a_card(on_turn(ana, ben))
    time.sleep(0.6)
    check(ben, "play on a telephone")
    for palette in ("standard", "redGreen", "blueYellow", "contrast"):
        ana.page.evaluate(f"() => {{ document.documentElement.dataset.palette = '{palette}'; }}")
        check(ana, f"play in {palette}")
    assert not found, found
