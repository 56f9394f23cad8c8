# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The page in Debian's Firefox, which Playwright cannot drive."""

import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from table import ENDED, PLAYING, UNDEALT, WAITING, cards_of, choice, until


def firefox(case):
    """Firefox makes a key, proves it at a rated table, opens one against a bot, and plays to the end."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        print("firefox: skipped, because Firefox is missing (Debian: apt-get install firefox-esr)")
        return
    with tempfile.TemporaryDirectory(prefix="facedown-firefox-") as profile, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        pathlib.Path(profile, "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        process = subprocess.Popen(
            [program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
             "--profile", profile], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            play(case, port)
        finally:
            process.terminate()
            process.wait()


def play(case, port):
    from marionette_driver.by import By
    from marionette_driver.marionette import Marionette

    driver = Marionette("127.0.0.1", port=port)
    driver.raise_for_port(timeout=60, check_process_status=False)
    driver.start_session({"acceptInsecureCerts": True})
    driver.navigate(f"{case.origin}/?name=Ana")

    def numbers():
        return driver.execute_script(
            "const page = window.wrappedJSObject.facedown;"
            "if (!page || document.getElementById('match').hidden) return null;"
            "const numbers = page.client.frame(); return numbers && Array.from(numbers);")

    until(lambda: driver.execute_script("return Boolean(window.wrappedJSObject.facedown)"), 30, "the page")
    prove(driver, By, numbers)
    driver.execute_script("document.getElementById('pairs').value = '6'")
    driver.find_element(By.CSS_SELECTOR, "#create button[value=bots]").click()
    until(lambda: (numbers() or [0] * 4)[3] in (UNDEALT, PLAYING), 30, "the deck")
    # The cards are dealt at a press, or by themselves after ten seconds.
    until(lambda: numbers()[3] == PLAYING or driver.execute_script(
        "document.querySelector('#actions button.first')?.click()"), 30, "play")
    began, seen, turned = time.monotonic(), {}, 0
    while (frame := numbers())[3] != ENDED:
        assert time.monotonic() - began < 120, "no end"
        card = choice(cards_of(frame), seen)
        if card and int(frame[14]) & 1:
            driver.find_elements(By.CSS_SELECTOR, "#places button")[card.place].click()
            turned += 1
        time.sleep(0.3)
    assert turned, "The bot took every pair."
    frames = driver.execute_script("return window.wrappedJSObject.facedown.show.frames")
    picture = case.pictures / "firefox.png"
    picture.write_bytes(driver.screenshot(format="binary"))
    # Everything that the console has of the page: errors of scripts and violations of its policy, too.
    with driver.using_context("chrome"):
        problems = driver.execute_script(
            "return Services.console.getMessageArray()"
            ".filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith(arguments[0]))"
            ".map((one) => one.errorMessage)", script_args=[case.origin])
    driver.delete_session()
    assert not problems, problems
    print(f"firefox: {turned} cards turned, {frames} frames")


def prove(driver, By, numbers):
    """Makes a key, and finds a rated table with it after a reload, which leaves the room again."""

    def shown(condition, what):
        until(lambda: driver.execute_script(f"return {condition}"), 30, what)

    driver.find_element(By.ID, "key").click()
    shown("document.querySelector('#identity .first')?.textContent === 'Create a key'", "the dialog")
    driver.find_element(By.CSS_SELECTOR, "#identity .first").click()
    shown("document.querySelector('#identity .first')?.textContent === 'Save the key file'", "a key")
    fingerprint = driver.find_element(By.CSS_SELECTOR, "#identity dd").text
    driver.refresh()
    shown("Boolean(window.wrappedJSObject.facedown)", "the page again")
    assert f"begins with {fingerprint[:4]}." in driver.find_element(By.ID, "rated-hint").text, fingerprint
    driver.find_element(By.ID, "rated").click()
    until(lambda: numbers() is not None, 30, "a rated table")
    assert numbers()[3] == WAITING
    driver.execute_script("window.wrappedJSObject.facedown.client.act(6)")
    shown("!document.getElementById('home').hidden", "the home page again")
