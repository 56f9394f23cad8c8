# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Pictures of the table at fixed moments of the home page's match, compared with those in goldens/.

They are at half the size of the screen, lossless. With FACEDOWN_UPDATE_GOLDEN=1 they are made anew:
look at what has changed before committing it.
"""

import io
import json
import os
import pathlib

from PIL import Image, ImageChops

from table import until

FOLDER = pathlib.Path(__file__).resolve().parent / "goldens"
SIZES = {"desktop": (1280, 800), "tablet": (768, 1024), "telephone": (390, 844)}
# In milliseconds: the deck, dealing, a flip, two faces, back again, pairs that spin, score and vanish.
MOMENTS = [400, 1200, 2400, 4000, 5600, 6800, 15600, 16400, 22000, 26400, 28400, 37600]
# One of each kind on which colours depend.
COLOURED = [5600, 15600, 28400]
PALETTES = ["redGreen", "blueYellow", "contrast"]

# A pixel may differ by this much of 255, and this part of them by more.
TOLERANCE, PORTION = 8, 0.003

SHOW = """([time, isReduced, palette]) => {
  document.documentElement.dataset.palette = palette;
  const { demo } = facedown;
  // It may have gone on to the next match.
  if (demo.current !== 0) {
    demo.current = -1;
    demo.begin();
  }
  [demo.isReduced, demo.since, demo.shown] = [isReduced, null, time];
  demo.draw();
  return Array.from(document.querySelectorAll("#demo-felt img"), (one) => one.complete).every(Boolean);
}"""

# Text looks alike where its width does.
WIDTH = """() => {
  const context = document.createElement("canvas").getContext("2d");
  context.font = "100px " + getComputedStyle(document.body).fontFamily;
  return context.measureText("ABCD +8 1234").width;
}"""


def moments():
    """What is shown: its name, the size, the time, whether motion is reduced, the palette."""
    for size in SIZES:
        for time in MOMENTS:
            yield f"{size}-{time}", size, time, False, "standard"
    # With reduced motion the home page's match stands still.
    yield "reduced", "desktop", MOMENTS[0], True, "standard"
    for palette in PALETTES:
        for time in COLOURED:
            yield f"{palette}-{time}", "desktop", time, False, palette


def picture(page, time, is_reduced, palette):
    """The table, at half its size."""
    # The pictures of the faces may have to be loaded first.
    until(lambda: page.evaluate(SHOW, [time, is_reduced, palette]), 10, "pictures")
    image = Image.open(io.BytesIO(page.locator("#demo-felt").screenshot())).convert("RGB")
    return image.reduce(2)


def difference(one, other):
    """The portion of pixels that differ by more than the tolerance."""
    if one.size != other.size:
        return 1
    bands = ImageChops.difference(one, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[TOLERANCE + 1:]) / (one.width * one.height)


def goldens(case):
    """The table looks as it did, in each size and palette, with full and reduced motion."""
    is_update = os.environ.get("FACEDOWN_UPDATE_GOLDEN") == "1"
    made = FOLDER / "made.json"
    pages = {}
    for name, size in SIZES.items():
        tab = case.empty("Eve", case.context(size))
        tab.page.goto(f"{case.origin}/")
        until(lambda: tab.page.evaluate("() => window.facedown?.demo?.length > 0"), 30, "a match")
        pages[name] = tab.page
    here = {"chromium": case.chromium.version.split(".")[0],
            "width": round(pages["desktop"].evaluate(WIDTH), 1)}
    if is_update:
        FOLDER.mkdir(exist_ok=True)
        for old in FOLDER.glob("*.webp"):
            old.unlink()
        made.write_text(json.dumps(here) + "\n", encoding="utf-8")
    elif json.loads(made.read_text(encoding="utf-8")) != here:
        print(f"goldens: skipped, because they are of {made.read_text().strip()}, and this is {here}")
        return
    wrong = []
    for name, size, time, is_reduced, palette in moments():
        golden = FOLDER / f"{name}.webp"
        now = picture(pages[size], time, is_reduced, palette)
        if is_update:
            now.save(golden, lossless=True, quality=100, method=6)
            continue
        portion = difference(now, Image.open(golden).convert("RGB")) if golden.exists() else 1
        if portion > PORTION:
            now.save(case.pictures / f"golden-{name}.png")
            wrong.append(f"{name} by {portion:.1%}")
    assert not wrong, f"these differ; what they are now is in {case.pictures}: {', '.join(wrong)}"
