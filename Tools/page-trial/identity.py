# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A player's key: made, saved, brought, forgotten, proven, and used in one window at a time."""

import base64
import json
import pathlib
import shutil
import subprocess
import tempfile
import time

from looks import violations
from records import home
from table import PLAYING, UNDEALT, WAITING, Case, Server, deal, play_out, until

# An Ed25519 key as some programs write it: with its public half (RFC 5958).
NEWER = base64.b64encode(
    bytes.fromhex("3051020101300506032b657004220420") + bytes(range(32)) + bytes.fromhex("812100")
    + bytes.fromhex("03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")).decode()
NEWER_ID = "kzdvvj2umnduyauf35o36k6kw462mujv"


def pem(label, body):
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----\n".encode()


def dialog(tab):
    """Opens the dialog about the key."""
    tab.press("Your key")
    shown = tab.page.locator("#identity")
    until(lambda: shown.is_visible() and shown.locator("button").count() > 0, 10, "the dialog")
    return shown


def shown_id(tab):
    return tab.page.locator("#identity dd").last.inner_text()


def make_key(tab, folder):
    """Makes a key; returns the player's ID, and the file."""
    shown = dialog(tab)
    tab.press("Create a key")
    until(lambda: "Your key is ready" in shown.inner_text(), 10, "a key")
    with tab.page.expect_download() as download:
        tab.press("Save the key file")
    assert download.value.suggested_filename == "identity.pem", download.value.suggested_filename
    file = pathlib.Path(folder, f"{tab.name}.pem")
    download.value.save_as(file)
    file.chmod(0o600)
    return shown_id(tab), file


def bring(tab, content, name="identity.pem"):
    tab.page.locator("#key-file").set_input_files(
        {"name": name, "mimeType": "application/x-pem-file", "buffer": content})


def terminal(case, *arguments):
    """What `facedown identity` prints of a key: the player's ID."""
    program = pathlib.Path(case.server.programs, "facedown")
    lines = subprocess.run([program, "identity", *arguments], check=True, text=True, capture_output=True).stdout
    return next(line.split()[1] for line in lines.splitlines() if line.startswith("Player"))


def proven_id(tab):
    """The ID that the server knows the tab's player by, at the last table it sat down at; None for a guest.

    The home page and a search for a table have connections of their own, as guests.
    """
    found = []
    for frames in tab.received:
        messages = [json.loads(text) for text in frames]
        if any("actor" in message.get("joined", {}) for message in messages):
            found += [message["welcome"].get("playerId") for message in messages if "welcome" in message]
    assert found, f"{tab.name} has sat down at no table"
    return found[-1] or None


def identity(case):
    """A key is made, saved and proven; a reload keeps it; it can be forgotten, and the file brings it back."""
    found = []
    for name, size in (("desktop", (1280, 800)), ("phone", (390, 844))):
        with tempfile.TemporaryDirectory() as folder:
            eve = home(case, "Eve", size=size)
            shown = dialog(eve)
            eve.picture(f"key-none-{name}")
            found += violations(eve, f"no key, {name}")
            eve.press("Close")
            player, file = make_key(eve, folder)
            eve.picture(f"key-made-{name}")
            found += violations(eve, f"a new key, {name}")
            assert player == terminal(case, "--identity", file), "facedown sees another player in the file"
            if shutil.which("openssl"):
                again = subprocess.run(["openssl", "pkey", "-in", file], check=True, capture_output=True).stdout
                assert again == file.read_bytes(), "openssl writes it differently"
            eve.page.keyboard.press("Escape")
            until(lambda: not shown.is_visible(), 5, "the end of the dialog")
            # Nothing that a script could read is kept.
            kept = eve.page.evaluate("""() => facedown.client && new Promise((resolve) => {
              indexedDB.open("facedown").onsuccess = (event) => {
                const read = event.target.result.transaction("identity").objectStore("identity").get("own");
                read.onsuccess = () => resolve([read.result.key.extractable, Object.keys(read.result).join()]);
              };
            })""")
            assert kept == [False, "publicKey,key"], kept
            eve.page.reload()
            until(lambda: eve.page.locator("#home:not(.loading)").is_visible(), 20, "the home page")
            assert f"begins with {player[:4]}." in eve.page.locator("#rated-hint").inner_text()
            eve.picture(f"key-home-{name}")
            eve.press("Find a rated table")
            eve.until_phase(WAITING)
            assert proven_id(eve) == player, f"{proven_id(eve)} is not {player}"
            # Seats at rated tables are not for anybody with the link.
            invitation = eve.page.locator("#invitation").inner_text()
            assert "Others watch with this code" in invitation and "/watch" in invitation, invitation
            eve.picture(f"key-waiting-{name}")
            # The session stays proven without another proof.
            proofs = [message for _, message in eve.sent if "prove" in message]
            eve.page.reload()
            eve.until_phase(WAITING)
            assert len([message for _, message in eve.sent if "prove" in message]) == len(proofs) == 1
            eve.page.keyboard.press("q")
            until(lambda: eve.page.locator("#home").is_visible(), 10, "the home page again")
            dialog(eve)
            assert shown_id(eve) == player
            eve.picture(f"key-kept-{name}")
            found += violations(eve, f"a key, {name}")
            eve.press("Forget this key")
            assert "ratings are lost" in shown.inner_text()
            eve.picture(f"key-forget-{name}")
            found += violations(eve, f"forgetting a key, {name}")
            eve.press("Keep it")
            assert shown_id(eve) == player
            # By keys alone.
            eve.page.get_by_role("button", name="Forget this key", exact=True).focus()
            eve.page.keyboard.press("Enter")
            eve.page.keyboard.press("Tab")
            eve.page.keyboard.press("Enter")
            until(lambda: "Create a key" in shown.inner_text(), 10, "no key")
            eve.press("Close")
            eve.press("Find a rated table")
            status = eve.page.locator("#status")
            until(lambda: "press Your key" in status.inner_text(), 10, "what a guest is told")
            box = status.bounding_box()
            assert 0 <= box["y"] <= size[1] - box["height"], f"{box} is out of sight"
            dialog(eve)
            bring(eve, file.read_bytes())
            until(lambda: "Player ID" in shown.inner_text(), 10, "the key again")
            assert shown_id(eve) == player
            eve.page.close()
    assert not found, found


def bad_keys(case):
    """What is no key is said in a sentence; where there can be none, a guest plays."""
    eve = home(case, "Eve")
    shown = dialog(eve)
    status = shown.locator("[role=status]")
    # The key of RFC 8032's first test, and damaged copies of it.
    whole = "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMRESSVo8nQyWmdWgzruFX9g"
    for content, sentence in [
        (b"", "That is no key"), (b"\xff\xfe\0x" * 3000, "That is no key"),
        (pem("PRIVATE KEY", whole[:-4]), "damaged"), (pem("PRIVATE KEY", "AAAA"), "damaged"),
        (pem("PRIVATE KEY", whole.replace("M", "*")), "damaged"), (pem("PRIVATE KEY", ""), "damaged"),
        (pem("PRIVATE KEY", whole)[:-12], "damaged"),
        (pem("ENCRYPTED PRIVATE KEY", whole), "passphrase"), (pem("PUBLIC KEY", whole), "public half"),
        (pem("OPENSSH PRIVATE KEY", whole), "wrong kind"), (pem("RSA PRIVATE KEY", whole), "wrong kind"),
        # The same length, for X25519.
        (pem("PRIVATE KEY", whole.replace("K2VwB", "K2VuB")), "wrong kind"),
    ]:
        bring(eve, content)
        until(lambda: sentence in status.inner_text(), 10, f"{sentence} for {content[:60]}")
        assert eve.page.evaluate("() => document.querySelector('#identity .first').textContent") == "Create a key"
    eve.picture("key-bad")
    assert not violations(eve, "a bad key")
    bring(eve, pem("PRIVATE KEY", NEWER))
    until(lambda: "Player ID" in shown.inner_text(), 10, "a key in the newer form")
    assert shown_id(eve) == NEWER_ID, shown_id(eve)
    for name, script, sentence in [
        ("storage", "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', "
         "'SecurityError'); } });", "does not let the page keep a key"),
        ("secure", "Object.defineProperty(crypto, 'subtle', { value: undefined });", "https://"),
        ("ed25519", "crypto.subtle.importKey = async () => { throw new DOMException('no', "
         "'NotSupportedError'); };", "Ed25519"),
    ]:
        context = case.context()
        context.add_init_script(script)
        tab = home(case, "Ana", context=context)
        shown = dialog(tab)
        if name == "storage":
            tab.press("Create a key")
        until(lambda: sentence in shown.inner_text(), 10, f"the sentence about {name}")
        tab.picture(f"key-{name}")
        assert not violations(tab, f"no key for {name}")
        tab.press("Close")
        tab.press("Play now")
        tab.until_phase(UNDEALT, PLAYING)
        tab.page.close()


def rated(case):
    """Two players with keys, one of them the terminal's, play a rated match, are in the leaderboard, and go on."""
    with tempfile.TemporaryDirectory() as folder:
        ana, ben = home(case, "Ana"), home(case, "Ben", size=(390, 844))
        player, _ = make_key(ana, folder)
        ana.press("Close")
        file = pathlib.Path(folder, "terminal.pem")
        other = terminal(case, "--make", file)
        dialog(ben)
        bring(ben, file.read_bytes())
        until(lambda: ben.page.locator("#identity dd").count() > 0, 10, "the terminal's key")
        assert shown_id(ben) == other
        ben.press("Close")
    for tab in (ana, ben):
        tab.press("Find a rated table")
        tab.until_phase(WAITING)
    assert (proven_id(ana), proven_id(ben)) == (player, other)
    assert "rated" in ana.page.evaluate("() => facedown.client.text(7)")
    for tab in (ana, ben):
        tab.press("Ready")
    deal(ana, ben)
    play_out(ana, ben, seconds=240)
    ana.picture("rated-end")
    # Another match is another table.
    for tab in (ana, ben):
        until(tab.page.locator("#result").is_visible, 10, "the result")
        until(lambda: "Your first rating:" in tab.page.locator("#news").inner_text(), 15, "the change of the rating")
        tab.press("Play again")
        tab.until_phase(WAITING)
        assert "rated" in tab.page.evaluate("() => facedown.client.text(7)")
        assert not tab.page.locator("#result").is_visible(), "the last match's result lies over the next table"
        log = tab.page.locator("#log").inner_text()
        assert "pair" not in log, f"sentences of another room: {log}"
    assert ana.page.evaluate("() => facedown.client.text(3)") == ben.page.evaluate("() => facedown.client.text(3)")
    for tab, name in ((ana, "Ana"), (ben, "Ben")):
        tab.page.keyboard.press("q")
        until(lambda: tab.page.locator("#home").is_visible(), 10, "the home page")
        tab.press("Leaderboard")
        row = tab.page.locator("#records tr.you")
        until(lambda: row.count() == 1, 10, f"{name}'s row")
        assert name in row.inner_text(), row.inner_text()
        assert tab.page.locator("#records tr").count() == 3
        tab.picture(f"rated-leaderboard-{name}")
    profiles(case, ana, ben, player)


def profiles(case, ana, ben, player):
    """Names on the leaderboard lead to profiles, which have links and lead to replays and opponents."""
    found = []
    for tab in (ana, ben):
        tab.page.locator("#records td button", has_text="Ana").click()
        shown = tab.page.locator("#records")
        until(lambda: "Opponents" in shown.inner_text(), 10, "a profile")
        words = shown.inner_text()
        assert player in words and "1 match" in words and "Rating" in words, words
        assert ("(you)" in shown.locator(".profile-name").inner_text()) == (tab is ana), words
        assert f"profile={player}" in tab.page.evaluate("() => location.search")
        assert shown.evaluate("(node) => node.scrollTop") == 0, "a profile begins at its end"
        tab.picture(f"profile-{tab.name}")
        found += violations(tab, f"a profile for {tab.name}")
        wide = shown.evaluate("(node) => node.scrollWidth - node.clientWidth")
        assert wide <= 0, f"the profile scrolls sideways by {wide} for {tab.name}"
    ana.page.get_by_role("button", name="Profile Ben", exact=True).click()
    until(lambda: "Ben" in ana.page.locator(".profile-name").inner_text(), 10, "the opponent's profile")
    ana.press("Close")
    until(lambda: "profile=" not in ana.page.evaluate("() => location.search"), 5, "the address of the home page")
    ana.press("My profile")
    until(lambda: "Ana (you)" in ana.page.locator("#records").inner_text(), 10, "the own profile")
    ana.page.locator("#records").get_by_role("button", name="Watch").first.click()
    until(lambda: "no such match" in ana.page.locator("#status").inner_text()
          or ana.page.locator("#playback").is_visible(), 10, "the replay")
    # A link, for somebody who has no key.
    eve = case.empty("Eve")
    eve.page.goto(f"{case.origin}/?name=Eve&profile={player}")
    until(lambda: "Last matches" in eve.page.locator("#records").inner_text(), 20, "the profile of a link")
    assert "(you)" not in eve.page.locator("#records").inner_text()
    assert not found, found


def windows(case):
    """While one window plays with the key, the next plays as a guest; the next after it has the key again."""
    with tempfile.TemporaryDirectory() as folder:
        ana = home(case, "Ana")
        player, _ = make_key(ana, folder)
        ana.press("Close")
    ana.press("Play now")
    ana.until_phase(UNDEALT, PLAYING)
    assert proven_id(ana) == player
    twin = home(case, "Ana", context=ana.page.context)
    twin.press("Find a rated table")
    status = twin.page.locator("#status")
    until(lambda: "close that window" in status.inner_text(), 10, "why it is a guest")
    twin.press("Play now")
    twin.until_phase(UNDEALT, PLAYING)
    assert proven_id(twin) is None
    log = twin.page.locator("#log")
    until(lambda: "already playing in another window" in log.inner_text(), 10, "that it is a guest")
    twin.picture("key-taken")
    # A reload is no other window.
    ana.page.reload()
    ana.until_phase(UNDEALT, PLAYING)
    assert proven_id(ana) == player and not ana.page.locator("#halt").is_visible()
    ana.page.close()
    next_one = home(case, "Ana", context=twin.page.context)
    next_one.press("Play now")
    next_one.until_phase(UNDEALT, PLAYING)
    assert proven_id(next_one) == player


def unproven(case):
    """A server that does not know the name it is dialled by says so, and the player goes on as a guest."""
    server = Server(case.server.programs, case.server.uses_tls, "--public-name", "play.example.org:443")
    try:
        other = Case(case.chromium, server, case.pictures, case.matches)
        other.tabs = case.tabs
        with tempfile.TemporaryDirectory() as folder:
            ana = home(other, "Ana")
            make_key(ana, folder)
            ana.press("Close")
        status = ana.page.locator("#status")
        for _ in range(2):
            ana.press("Find a rated table")
            until(lambda: "play.example.org:443" in status.inner_text(), 10, "the server's names")
        ana.picture("key-unproven")
        ana.press("Play now")
        ana.until_phase(UNDEALT, PLAYING)
        ana.page.close()
    finally:
        server.stop()


def daily(case):
    """The deal of the day needs a key, is played once, and its board follows."""
    found = []
    for name, size in (("desktop", (1280, 800)), ("phone", (390, 844))):
        with tempfile.TemporaryDirectory() as folder:
            eve = home(case, f"Eve {name}", size=size)
            shown = eve.page.locator("#records")
            eve.press("Daily deal")
            until(lambda: "you have not played it" in shown.inner_text()
                  or "Nobody has finished it yet" in shown.inner_text(), 10, "today's board")
            eve.picture(f"daily-{name}")
            found += violations(eve, f"daily deal, {name}")
            eve.press("Create a key to play")
            until(lambda: eve.page.locator("#identity").is_visible(), 5, "the way to a key")
            eve.page.keyboard.press("Escape")
            make_key(eve, folder)
            eve.page.keyboard.press("Escape")
            eve.press("Daily deal")
            until(lambda: shown.get_by_role("button", name="Play today's deal").is_visible(), 10, "the button")
            eve.press("Play today's deal")
            deal(eve)
            assert len(eve.cards()) == 24, len(eve.cards())
            if name == "desktop":
                play_out(eve)
                eve.picture("daily-end")
                assert eve.page.get_by_role("button", name="Play again").count() == 0
            eve.page.keyboard.press("q")
            if name == "phone":
                eve.page.keyboard.press("y")
            said = "You took" if name == "desktop" else "You did not finish it"
            until(lambda: shown.is_visible() and said in shown.inner_text(), 10, "the board")
            assert shown.get_by_role("button", name="Play today's deal").count() == 0
            eve.picture(f"daily-board-{name}")
            found += violations(eve, f"the board of the day, {name}")
            eve.press("Close")
    assert not found, found
