#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

# Renders the pictures of all faces into the three atlases of Sources/CEmojiAtlas and into the page's
# sheets, one a theme and one of the reactions, in Web/faces, so that players need neither the font nor a
# font library, and all see the same pictures.
#
# Needs Debian's fonts-noto-color-emoji and python3-pil; run it with Debian's /usr/bin/python3 after
# a change of themes.csv or ReactionWords.swift. An atlas is one QOI image (qoiformat.org): the pictures one below the
# other, in the order of their first use in the table. Alpha is premultiplied, and colours keep only
# their six upper bits, which is invisible at this size and makes the files a quarter smaller. A sheet
# is a PNG of 256 colours in the font's own size, eight pictures a row, in the order of the ranks; that of
# the reactions has half that size and one row.

import re
import struct
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "Sources/MatchUI/Words/themes.csv"
REACTIONS = ROOT / "Sources/MatchUI/Words/ReactionWords.swift"
ATLASES = ROOT / "Sources/CEmojiAtlas"
FONT = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
# The font's only size, and the box of its pictures.
FONT_SIZE, STRIKE = 109, (136, 128)
# A box of 36 by 32 holds a picture of 34 by 32, the strike's proportions.
SIZES = [(72, 64), (36, 32), (18, 16)]
SHEETS = ROOT / "Web/faces"
SHEET_COLUMNS = 8


def pictures():
    # The faces of one theme are shapes and have none.
    return list(dict.fromkeys(picture for theme in themes().values() for picture in theme))


def themes():
    """The pictures of each theme that has pictures, by rank."""
    themes = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        theme, _, picture = line.split(",")[:3]
        if picture:
            themes.setdefault(theme, []).append(picture)
    return themes


def reactions():
    """The pictures of the reactions, in their order."""
    return re.findall(r'case \.\w+: "([^\x00-\x7f]+)"', REACTIONS.read_text(encoding="utf-8"))


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


# The outlines of ShapeFace.swift around the origin, a unit being 56 pixels, and their colours.
OUTLINES = {
    "disc": ("#0072b2", "M-.92 0a.92.92 0 1 0 1.84 0a.92.92 0 1 0-1.84 0z"),
    "square": ("#b34a00", "M-.8-.8h1.6v1.6h-1.6z"),
    "triangle": ("#00795b", "M0-.92L.91.66H-.91z"),
    "diamond": ("#a83279", "M0-1L.8 0 0 1-.8 0z"),
    "star": ("#a07800", "M0-1L.24-.32.95-.31.38.12.59.81 0 .4-.59.81-.38.12-.95-.31-.24-.32z"),
    "heart": ("#c01f36", "M0 .7L-.84-.14A.396.396 0 0 1 0-.72A.396.396 0 0 1 .84-.14z"),
    "cross": ("#3b3f46", "M-.4-.9h.8v.5h.5v.8h-.5v.5h-.8v-.5h-.5v-.8h.5z"),
    "moon": ("#5b3fa8", "M.43-.81A.92.92 0 1 0 .79.47A.6.6 0 1 1 .43-.81z"),
}
# What is visible of the inside: all of it, nothing, the left half, or stripes.
FILLINGS = {
    "solid": "M-1-1h2v2h-2z", "hollow": "", "halved": "M-1-1h1v2h-1z",
    "striped": "".join(f"M-1{y:+.2f}h2v.2h-2z" for y in (-0.9, -0.5, -0.1, 0.3, 0.7)),
}


def shapes():
    """The sheet of the theme without pictures, as SVG."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    names = [line.split(",")[3].split() for line in lines if line.startswith("shapes,")]
    rows = -(-len(names) // SHEET_COLUMNS)
    width, height = STRIKE[0] * SHEET_COLUMNS, STRIKE[1] * rows
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "<!-- Facedown: multiplayer Memory over WebSockets. -->", "<defs>",
    ]
    parts += [f'<path id="{name}" d="{path}"/>' for name, (_, path) in OUTLINES.items()]
    parts += [
        f'<clipPath id="{name}"><path d="{path}"/></clipPath>' for name, path in FILLINGS.items()]
    parts.append("</defs>")
    for index, (filling, outline) in enumerate(names):
        x = STRIKE[0] * (index % SHEET_COLUMNS + 0.5)
        y = STRIKE[1] * (index // SHEET_COLUMNS + 0.5)
        colour = OUTLINES[outline][0]
        parts.append(
            f'<g transform="translate({x:g} {y:g}) scale(56)" fill="{colour}" stroke="{colour}">'
            f'<use href="#{outline}" stroke="none" clip-path="url(#{filling})"/>'
            f'<use href="#{outline}" fill="none" stroke-width=".13" stroke-linejoin="round"/></g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


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


def save(sheet, name, count):
    """Writes a sheet of so many pictures."""
    path = SHEETS / f"{name}.png"
    sheet.quantize(256, Image.Quantize.LIBIMAGEQUANT, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {count} pictures, {path.stat().st_size} bytes")


def main():
    font = ImageFont.truetype(FONT, FONT_SIZE)
    strikes = [draw(picture, font) for picture in pictures()]
    for width, height in SIZES:
        pixels = [pixel for strike in strikes for pixel in shrink(strike, (width, height))]
        data = qoi(pixels, width, height * len(strikes))
        path = ATLASES / f"emoji-{width}x{height}.qoi"
        path.write_bytes(data)
        print(f"{path.relative_to(ROOT)}: {len(strikes)} pictures, {len(data)} bytes")
    SHEETS.mkdir(exist_ok=True)
    for theme, names in themes().items():
        rows = -(-len(names) // SHEET_COLUMNS)
        sheet = Image.new("RGBA", (STRIKE[0] * SHEET_COLUMNS, STRIKE[1] * rows))
        for index, name in enumerate(names):
            place = (index % SHEET_COLUMNS * STRIKE[0], index // SHEET_COLUMNS * STRIKE[1])
            sheet.paste(draw(name, font).convert("RGBA"), place)
        save(sheet, theme, len(names))
    width, height = STRIKE[0] // 2, STRIKE[1] // 2
    sheet = Image.new("RGBA", (width * len(reactions()), height))
    for index, name in enumerate(reactions()):
        small = draw(name, font).resize((width, height), Image.Resampling.BOX)
        sheet.paste(small.convert("RGBA"), (index * width, 0))
    save(sheet, "reactions", len(reactions()))
    path = SHEETS / "shapes.svg"
    path.write_text(shapes(), encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


main()
