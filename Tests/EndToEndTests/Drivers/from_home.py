# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""From the home screen into a match against a bot and back, by keys or by mouse alone.

    from_home.py FACEDOWN SETTINGS keys|mouse DRAWING

Stays on the home screen for a while first, which must not delay the match. Plays two pairs to
the end; the window changes its size while the cards are being dealt. Prints how the program ended
and the state of the terminal.
"""

import itertools
import sys
import time

from pane import Pane

facedown, settings, how, drawing = sys.argv[1:]
byMouse = how == "mouse"
began = time.monotonic()
pane = Pane([facedown, "--drawing", drawing], columns=100, rows=30,
            environment={"XDG_CONFIG_HOME": settings})


def do(key, text, after=0):
    """Presses a key, or clicks on a text."""
    if byMouse:
        pane.click(text, after)
    else:
        pane.wait(text)
        pane.keys(key)


def places():
    """The cells of a two-by-two board's places, found by the coordinates on the screen."""
    lines = pane.screen().splitlines()
    letters = next((line for line in lines if line.split()[:2] == ["A", "B"]), None)
    if letters is None:
        return []
    columns = [letters.index("A"), letters.index("B")]
    first = lines.index(letters) + 1
    rows = [row for number in "12" for row, line in enumerate(lines[first:], first)
            if line[:columns[0]].split()[-1:] == [number] or line.split()[:1] == [number]][:2]
    return [(column, row) for row in rows for column in columns]


def main():
    pane.wait("Play  ")
    while not byMouse and time.monotonic() < began + 12:
        time.sleep(0.1)
    do("p", "Play  ")
    pane.wait("Against bots")
    for _ in range(6):
        pane.click("Pairs   ", pane_arrow()) if byMouse else pane.keys("Left")
    pane.wait(" 2 ")
    if byMouse:
        pane.click("[ Play ]", 3)
    else:
        pane.keys("Enter")
    left = time.monotonic()
    pane.wait("Enter ready")
    # If the match's clock differed from the home screen's, its first frame would be this late.
    if not byMouse and time.monotonic() - left >= left - began:
        raise SystemExit("Who stayed at home has to wait for a match.")
    do("Enter", "Enter ready")
    do("Space", "Space deal")
    pane.tmux("resize-window", "-t", "pane", "-x", "76", "-y", "26")
    pane.wait("Your turn", "'s turn")
    pane.tmux("resize-window", "-t", "pane", "-x", "100", "-y", "30")
    names = itertools.cycle(["a1", "b1", "a2", "b2", "b1", "a2", "a1", "b2"])
    numbers = itertools.cycle([0, 1, 2, 3, 1, 2, 0, 3])
    deadline = time.monotonic() + 120
    while "play again" not in pane.screen():
        if time.monotonic() > deadline:
            raise SystemExit(f"The match did not end:\n{pane.screen()}")
        if "Your turn" in pane.screen():
            if not byMouse:
                pane.keys(*next(names))
            elif len(found := places()) == 4:
                pane.press(*found[next(numbers)])
        time.sleep(0.3)
    print("The match is over.")
    do("q", "q leave")
    pane.wait("against bots on this machine")
    print("Home again.")
    do("q", "q quit")
    print(f"ended: {pane.state()}")


def pane_arrow():
    """The distance from the label to the arrow that lowers the number of pairs."""
    line = next(line for line in pane.screen().splitlines() if "Pairs   " in line)
    return line.index("◂") - line.index("Pairs   ")


try:
    main()
finally:
    pane.close()
