# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The list of rooms from the home screen: empty, then with a room, which is joined from there.

    rooms.py FACEDOWN URL
"""

import subprocess
import sys

from pane import Pane

facedown, url = sys.argv[1:]
pane = Pane([facedown, "--drawing", "characters"], columns=90, rows=26,
            environment={"XDG_CONFIG_HOME": "/dev/null", "FACEDOWN_SERVER": url})
bot = None


def main():
    global bot
    pane.wait("the open rooms on a server")
    pane.keys("r")
    pane.wait("Show its rooms")
    pane.keys("Enter")
    pane.wait("No rooms are open here")
    print("No rooms.")
    bot = subprocess.Popen([facedown, "bot", url, "--create", "--pairs", "2", "--json"],
                           stdout=subprocess.DEVNULL)
    pane.wait("1 room, live")
    print("A room came.")
    pane.keys("Enter")
    pane.wait("What should others call you?")
    pane.keys("Enter")
    pane.wait("Enter ready")
    print("In the room.")
    pane.keys("q")
    pane.wait("1 room, live")
    print("In the list again.")
    pane.keys("Escape")
    pane.wait("Show its rooms")
    pane.keys("Escape")
    pane.wait("the open rooms on a server")
    pane.keys("Escape")
    pane.wait("▸ Quit")
    pane.keys("Enter")
    print(f"ended: {pane.state()}")


try:
    main()
finally:
    pane.close()
    if bot:
        bot.kill()
        bot.wait()
