#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# Renders the pictures of all faces into the two atlases of Sources/CEmojiAtlas, so that players need
# neither the font nor a font library, and all see the same pictures.
#
# Needs Debian's fonts-noto-color-emoji and python3-pil; run it with Debian's /usr/bin/python3 after
# a change of themes.csv. An atlas is one QOI image (qoiformat.org): the pictures one below the
# other, in the order of their first use in the table. Alpha is premultiplied, and colours keep only
# their six upper bits, which is invisible at this size and makes the files a quarter smaller.

import struct
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Sources/MatchUI/Words/themes.csv"
ATLASES = ROOT / "Sources/CEmojiAtlas"
FONT = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
# The font's only size, and the box of its pictures.
FONT_SIZE, STRIKE = 109, (136, 128)
# A box of 36 by 32 holds a picture of 34 by 32, the strike's proportions.
SIZES = [(36, 32), (18, 16)]


def pictures():
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    # The faces of one theme are shapes and have none.
    return list(dict.fromkeys(filter(None, (line.split(",")[2] for line in lines))))


def draw(picture, font):
    """The font's picture, with premultiplied alpha."""
    canvas = Image.new("RGBA", (STRIKE[0] * 2, STRIKE[1] * 2))
    ImageDraw.Draw(canvas).text((32, 32), picture, font=font, embedded_color=True)
    box = canvas.getbbox()
    if box is None or box[2] - box[0] > STRIKE[0] or box[3] - box[1] > STRIKE[1]:
        raise SystemExit(f"The font has no single picture of {picture}.")
    left = (box[0] + box[2] - STRIKE[0]) // 2
    upper = (box[1] + box[3] - STRIKE[1]) // 2
    return canvas.crop((left, upper, left + STRIKE[0], upper + STRIKE[1])).convert("RGBa")


def shrink(strike, size):
    """The picture at an atlas's size, centred in its box, with 8-bit alpha."""
    scale = min(size[0] / STRIKE[0], size[1] / STRIKE[1])
    inner = (round(STRIKE[0] * scale), round(STRIKE[1] * scale))
    place = ((size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2)
    box = Image.new("RGBa", size)
    box.paste(strike.resize(inner, Image.Resampling.BOX), place)
    data = box.tobytes()
    for at in range(0, len(data), 4):
        # A colour never exceeds its alpha, or compositing would overflow.
        alpha = min(255, round(data[at + 3] / 85 * 5) * 17)
        colours = (min(alpha, value & 0xFC | value >> 6) for value in data[at : at + 3])
        yield (*colours, alpha)


def qoi(pixels, width, height):
    """A QOI image, by its specification of 2022-01-05."""
    data = bytearray(b"qoif" + struct.pack(">IIBB", width, height, 4, 0))
    seen, last, run = [(0, 0, 0, 0)] * 64, (0, 0, 0, 255), 0
    for pixel in pixels:
        if pixel == last:
            run += 1
            if run == 62:
                data.append(0xC0 | run - 1)
                run = 0
            continue
        if run:
            data.append(0xC0 | run - 1)
            run = 0
        red, green, blue, alpha = pixel
        slot = (red * 3 + green * 5 + blue * 7 + alpha * 11) % 64
        steps = [(new - old + 128) % 256 - 128 for new, old in zip(pixel, last)]
        by_green = (steps[0] - steps[1], steps[2] - steps[1])
        if seen[slot] == pixel:
            data.append(slot)
        elif alpha != last[3]:
            data += bytes([0xFF, *pixel])
        elif all(-2 <= step <= 1 for step in steps[:3]):
            data.append(0x40 | steps[0] + 2 << 4 | steps[1] + 2 << 2 | steps[2] + 2)
        elif -32 <= steps[1] <= 31 and all(-8 <= step <= 7 for step in by_green):
            data += bytes([0x80 | steps[1] + 32, by_green[0] + 8 << 4 | by_green[1] + 8])
        else:
            data += bytes([0xFE, red, green, blue])
        seen[slot], last = pixel, pixel
    if run:
        data.append(0xC0 | run - 1)
    return bytes(data) + bytes(7) + b"\x01"


def main():
    font = ImageFont.truetype(FONT, FONT_SIZE)
    strikes = [draw(picture, font) for picture in pictures()]
    for width, height in SIZES:
        pixels = [pixel for strike in strikes for pixel in shrink(strike, (width, height))]
        data = qoi(pixels, width, height * len(strikes))
        path = ATLASES / f"emoji-{width}x{height}.qoi"
        path.write_bytes(data)
        print(f"{path.relative_to(ROOT)}: {len(strikes)} pictures, {len(data)} bytes")


main()
