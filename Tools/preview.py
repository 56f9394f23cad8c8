#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Draws Web/preview.jpg, what messengers show for a link: a table of the page's recorded match.

    .build/playwright/bin/python3 -B Tools/preview.py [--programs FOLDER]

It needs facedown-server built with the page, chromium, and Playwright (scripts/fetch-playwright). The picture
is one moment of the match that plays itself on the home page, drawn by the page's own board.
"""

import argparse
import pathlib
import shutil
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools/page-trial"))

from playwright.sync_api import sync_playwright  # noqa: E402

from table import Server, until  # noqa: E402

# The home page without anything but its table, as large as the picture, and the name over it.
STYLE = """
  body { overflow: hidden; }
  #home { max-width: none; padding: 0; }
  #home header { display: block; }
  #home .start, .ways, footer, #demo p { display: none; }
  #demo { position: fixed; inset: 0; aspect-ratio: auto; border-radius: 0; box-shadow: none; }
  #demo-felt { inset: 0 40px 0 470px; }
  .title { position: fixed; z-index: 1; left: 64px; top: 200px; width: 400px; }
  #home h1 { font-size: 84px; color: #fff; text-shadow: 0 4px 16px #0008; }
  .title p { font-size: 30px; line-height: 1.35; color: #d6e8dd; text-shadow: 0 2px 8px #0008; }
"""

# Shows one moment: by default that in which the points of a pair fly.
MOMENT = """(moment) => {
  const { demo } = facedown;
  demo.look = () => {};
  demo.since = null;
  demo.shown = moment;
  demo.isOnScreen = true;
  demo.frames.ask();
}"""


def main():
    parser = argparse.ArgumentParser(prog="preview.py")
    parser.add_argument("--programs", default=str(ROOT / ".build/debug"))
    parser.add_argument("--moment", type=float, default=18570, help="milliseconds from the match's beginning")
    parser.add_argument("--output", default=str(ROOT / "Web/preview.jpg"))
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("preview.py: chromium is missing (Debian: apt-get install chromium)")
    server = Server(options.programs, False)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium)
            # The page's policy allows no style but its own.
            context = browser.new_context(viewport={"width": 1200, "height": 630}, bypass_csp=True)
            page = context.new_page()
            page.goto(server.origin)
            until(lambda: page.locator("#demo-felt .card").count() > 0, 20, "the match")
            page.add_style_tag(content=STYLE)
            page.evaluate("() => dispatchEvent(new Event('resize'))")
            page.evaluate(MOMENT, options.moment)
            until(lambda: page.locator("#demo .glyph.picture").count() > 0, 20, "pictures")
            time.sleep(0.5)
            page.screenshot(path=options.output, type="jpeg", quality=88)
            browser.close()
    finally:
        server.stop()
    size = pathlib.Path(options.output).stat().st_size
    print(f"{options.output}: {size} bytes")


if __name__ == "__main__":
    main()
