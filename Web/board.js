// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The table: places as buttons that never move, and under them the picture, drawn from numbers.

// @ts-check

import { action, size, text, Written } from "./support.js";

/** A sheet of faces has this many columns of pictures of 136 by 128 pixels. */
const sheetColumns = 8;
/** The largest angle at which a card is drawn, in degrees. */
const edge = 86;
/** The rows of a sheet as high as it is wide. */
const sheetShape = (sheetColumns * 136) / 128;

/** What a table is of: its texts by number, and what a press on a place does.
 *  @typedef {{text: (which: number) => string, act?: (kind: number, argument: number) => void}} Source */

/** The picture of a table, and its places where there are any. */
export class Board {
  /**
   * @param {Source} source
   * @param {HTMLElement} felt with the elements `.table`, `.drawing` and, where cards can be turned, `.places`
   */
  constructor(source, felt, onFaces = () => {}) {
    this.source = source;
    this.felt = felt;
    this.onFaces = onFaces;
    this.table = part(felt, ".table");
    this.picture = part(felt, ".drawing");
    this.places = /** @type {HTMLElement | null} */ (felt.querySelector(".places"));
    /** @type {Map<number, {card: Written, shadow: Written, glyph: Written, shade: Written, pie: Written}>} */
    this.cards = new Map();
    /**
     * Flying numbers, and where each began.
     * @type {Map<string, {number: Written, x: number, y: number}>}
     */
    this.numbers = new Map();
    /** @type {Written[]} */
    this.buttons = [];
    /** @type {HTMLElement[]} */
    this.marks = [];
    this.deck = this.make("shadow deck");
    this.deckCard = this.make("card deck");
    this.ghost = this.make("ghost");
    for (const part of [this.deck, this.deckCard, this.ghost]) part.style("opacity", "0");
    this.shape = "";
    this.turning = "";
    this.theme = "";
    this.isUpright = false;
    /** A table unit in pixels. */
    this.unit = 40;
    this.focus = 0;
    /**
     * The letters of faces.
     * @type {Map<number, string>}
     */
    this.letters = new Map();
    /** The rows of the theme's sheet of faces; 0 until it is there. */
    this.sheetRows = 0;
  }

  /**
   * Fetches the sheet of a theme; until it is there, faces show their letters.
   * @param {string} theme
   */
  fetchFaces(theme) {
    [this.theme, this.sheetRows] = [theme, 0];
    this.letters.clear();
    const sheet = new Image();
    sheet.src = new URL(`faces/${theme}.${theme === "shapes" ? "svg" : "png"}`, import.meta.url).href;
    sheet.decode().then(
      () => {
        if (this.theme !== theme) return;
        this.sheetRows = Math.round((sheet.naturalHeight / sheet.naturalWidth) * sheetShape);
        this.felt.style.setProperty("--faces", `url("${sheet.src}")`);
        this.onFaces();
      },
      // Without it, the letters stay.
      () => {});
  }

  /** @param {string} className */
  make(className) {
    const node = document.createElement("div");
    node.className = className;
    this.picture.append(node);
    return new Written(node);
  }

  /**
   * Where a point of the table is on the screen: on upright ones x and y are exchanged.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    return this.isUpright ? [y, x] : [x, y];
  }

  /**
   * Lays the table out; after a change of its size or of the window's.
   * @param {number} rows
   * @param {number} columns
   */
  layOut(rows, columns) {
    const { felt, places } = this;
    const shape = `${rows} ${columns} ${felt.clientWidth} ${felt.clientHeight}`;
    if (shape === this.shape) return;
    this.shape = shape;
    // Where cards can be turned, their places have letters and numbers beside them, and the felt an edge.
    const [gapX, gapY, border] = places ? [1.1, 1.1, 14] : [0.6, 0.6, 0];
    /**
     * A table unit in pixels, where that much room is for as many cards.
     * @param {number} w
     * @param {number} h
     * @param {number} across
     * @param {number} down
     */
    const unit = (w, h, across, down) =>
      Math.min((w - border) / (across * 2.5 + gapX), (h - border) / (down * 3.5 + gapY));
    // Cards stay upright: their places are exchanged, not turned.
    const turning = `${rows} ${columns} ${innerWidth} ${innerHeight}`;
    if (turning !== this.turning) {
      this.turning = turning;
      const [w, h] = places ? usualRoom() : [felt.clientWidth, felt.clientHeight];
      this.isUpright = rows > 0 && unit(w, h, rows, columns) > 1.04 * unit(w, h, columns, rows);
    }
    const [across, down] = this.isUpright ? [rows, columns] : [columns, rows];
    const [w, h] = [across * 2.5, down * 3.5];
    const u = rows > 0 ? unit(felt.clientWidth, felt.clientHeight, across, down) : 40;
    this.unit = u;
    this.table.style.fontSize = `${u}px`;
    this.table.style.width = `${w}em`;
    this.table.style.height = `${h}em`;
    if (places) {
      places.style.gridTemplateColumns = `repeat(${across}, 1fr)`;
      places.style.gridTemplateRows = `repeat(${down}, 1fr)`;
    }
    for (const mark of this.marks) mark.remove();
    this.marks = [];
    for (let index = 0; places && index < across; index += 1) {
      this.mark("column", this.isUpright ? `${index + 1}` : letter(index), (index + 0.5) * 2.5, -0.3);
    }
    for (let index = 0; places && index < down; index += 1) {
      this.mark("row", this.isUpright ? letter(index) : `${index + 1}`, -0.3, (index + 0.5) * 3.5);
    }
    for (let place = 0; place < rows * columns; place += 1) {
      const [column, row] = [place % columns, Math.floor(place / columns)];
      const [a, d] = this.isUpright ? [row, column] : [column, row];
      this.mark("slot", "", (a + 0.5) * 2.5, (d + 0.5) * 3.5);
      if (!places) continue;
      if (!this.buttons[place]) {
        const button = document.createElement("button");
        button.type = "button";
        button.tabIndex = place === this.focus ? 0 : -1;
        button.onclick = () => this.source.act?.(action.choose, place);
        button.onfocus = () => {
          this.moveFocus(place);
          this.source.act?.(action.point, place);
        };
        button.onpointerenter = () => this.source.act?.(action.point, place);
        places.append(button);
        this.buttons.push(new Written(button));
      }
      const { style } = this.buttons[place].node;
      style.gridColumn = `${a + 1}`;
      style.gridRow = `${d + 1}`;
    }
    for (const button of this.buttons.splice(rows * columns)) button.node.remove();
    this.columns = columns;
  }

  /** @param {number} place */
  moveFocus(place) {
    this.buttons[this.focus]?.node.setAttribute("tabindex", "-1");
    this.focus = place;
    this.buttons[place]?.node.setAttribute("tabindex", "0");
  }

  /**
   * Moves the focus by arrow keys, in directions of the screen.
   * @param {string} key
   */
  arrow(key) {
    const columns = this.columns || 1;
    const rows = this.buttons.length / columns;
    let [x, y] = [this.focus % columns, Math.floor(this.focus / columns)];
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step || rows < 1) return false;
    const [dx, dy] = this.at(step[0], step[1]);
    x = Math.min(Math.max(x + dx, 0), columns - 1);
    y = Math.min(Math.max(y + dy, 0), rows - 1);
    this.buttons[y * columns + x]?.node.focus();
    return true;
  }

  /**
   * @param {string} className
   * @param {string} text
   * @param {number} x
   * @param {number} y
   */
  mark(className, text, x, y) {
    const node = document.createElement("div");
    node.className = className;
    node.textContent = text;
    // Letters have a font of their own, so their `em` is no table unit.
    node.style.left = `${x * this.unit}px`;
    node.style.top = `${y * this.unit}px`;
    this.picture.prepend(node);
    this.marks.push(node);
  }

  /**
   * @param {Written} glyph
   * @param {number} face
   */
  drawFace(glyph, face) {
    if (this.sheetRows === 0) {
      const known = this.letters.get(face) ?? this.source.text(text.code + face);
      this.letters.set(face, known);
      glyph.className("glyph letters");
      glyph.text(known);
      return;
    }
    const [column, row] = [face % sheetColumns, Math.floor(face / sheetColumns)];
    const down = this.sheetRows > 1 ? (100 * row) / (this.sheetRows - 1) : 0;
    glyph.text("");
    glyph.className("glyph picture");
    glyph.style("backgroundPosition", `${(100 * column) / (sheetColumns - 1)}% ${down}%`);
  }

  /**
   * Draws a frame.
   * @param {Float64Array} numbers
   */
  draw(numbers) {
    const theme = this.source.text(text.theme);
    if (theme && theme !== this.theme) this.fetchFaces(theme);
    this.layOut(numbers[4], numbers[5]);
    const [cards, flying] = [numbers[18], numbers[19]];
    this.drawDeck(numbers);
    this.drawGhost(numbers);
    const seen = new Set();
    let offset = size.head;
    for (let index = 0; index < cards; index += 1, offset += size.card) {
      const id = numbers[offset];
      seen.add(id);
      this.drawCard(id, numbers.subarray(offset, offset + size.card));
    }
    for (const [id, parts] of this.cards) {
      if (seen.has(id)) continue;
      parts.card.node.remove();
      parts.shadow.node.remove();
      this.cards.delete(id);
    }
    const shown = new Set();
    for (let index = 0; index < flying; index += 1, offset += size.number) {
      const [seq, delta, x, y, opacity] = numbers.subarray(offset, offset + size.number);
      const key = `${seq} ${index}`;
      shown.add(key);
      let flight = this.numbers.get(key);
      if (!flight) {
        flight = { number: this.make("number"), x, y };
        this.numbers.set(key, flight);
      }
      const { number } = flight;
      number.text(delta > 0 ? `+${delta}` : `\u2212${-delta}`);
      number.className(delta > 0 ? "number gain" : "number loss");
      number.style("opacity", opacity.toFixed(3));
      number.style("zIndex", "900");
      // A number rises on every screen, also where x and y are exchanged.
      const home = this.scaled(flight.x, flight.y);
      const [a, d] = [home[0] + x - flight.x, Math.max(home[1] + y - flight.y, 0.5)];
      number.style("transform", `translate(${a.toFixed(3)}em, ${d.toFixed(3)}em) translate(-50%, -50%)`);
    }
    for (const [key, { number }] of this.numbers) {
      if (shown.has(key)) continue;
      number.node.remove();
      this.numbers.delete(key);
    }
  }

  /** @param {Float64Array} numbers */
  drawDeck(numbers) {
    const count = numbers[6];
    const isShown = count > 0 ? "1" : "0";
    const [x, y] = this.scaled(numbers[7], numbers[8]);
    this.deck.style("opacity", isShown);
    this.deckCard.style("opacity", isShown);
    this.deck.style("transform", `translate(${x + 0.05}em, ${y + 0.34}em)`);
    this.deckCard.style("transform", `translate(${x}em, ${y}em)`);
  }

  /**
   * Where the player whose turn it is points.
   * @param {Float64Array} numbers
   */
  drawGhost(numbers) {
    const [seat, cx, cy, opacity] = numbers.subarray(22, 26);
    this.ghost.style("opacity", opacity.toFixed(3));
    if (seat < 0) return;
    const [x, y] = this.scaled(cx, cy);
    this.ghost.className(`ghost seat-${seat % 8}`);
    this.ghost.style("transform", `translate(${x.toFixed(3)}em, ${y.toFixed(3)}em)`);
  }

  /**
   * A centre in table units, as laid out.
   * @param {number} x
   * @param {number} y
   */
  scaled(x, y) {
    return this.isUpright ? [(y / 3.5) * 2.5, (x / 2.5) * 3.5] : [x, y];
  }

  /**
   * @param {number} id
   * @param {Float64Array} numbers
   */
  drawCard(id, numbers) {
    const [, , cx, cy, rotation, spin, scale, opacity, lift, z, face, bonus, flags] = numbers;
    let parts = this.cards.get(id);
    if (!parts) {
      const [shadow, card] = [this.make("shadow"), this.make("card")];
      const [glyph, pie, shade] = ["glyph", "pie", "shade"].map((name) => {
        const node = document.createElement("div");
        node.className = name;
        card.node.append(node);
        return new Written(node);
      });
      parts = { card, shadow, glyph, shade, pie };
      this.cards.set(id, parts);
    }
    const [x, y] = this.scaled(cx, cy);
    const isUp = rotation < 90;
    // One element: the face below 90 degrees, beyond that the back, turned by 180.
    // It has an edge, so that it is seen at a right angle too, where a replay may be paused.
    const turn = isUp ? Math.min(rotation, edge) : Math.max(rotation - 180, -edge);
    const isMoving = lift > 0.001 || (turn !== 0 && turn !== 180) || scale !== 1;
    const place = `translate(${x.toFixed(4)}em, ${y.toFixed(4)}em)`;
    const plane = spin % 360 === 0 ? "" : ` rotate(${spin.toFixed(3)}deg)`;
    const depth = turn === 0 ? "" : ` perspective(10em) rotateY(${turn.toFixed(3)}deg)`;
    const big = scale * (1 + 0.06 * lift);
    const { card, shadow, glyph, shade, pie } = parts;
    card.style(
      "transform", place + plane + depth + (big === 1 ? "" : ` scale(${big.toFixed(4)})`));
    card.style("opacity", opacity === 1 ? "" : opacity.toFixed(3));
    card.style("zIndex", `${2 + Math.round(z * 8)}`);
    card.style("willChange", isMoving ? "transform" : "");
    card.className(
      `card${isUp ? " up" : ""}${flags & 1 ? " matched" : ""}${flags & 2 ? " highlighted" : ""}` +
        `${flags & 4 ? " chosen" : ""}${flags & 8 ? " refused" : ""}${flags >> 4 ? ` warm-${flags >> 4}` : ""}`);
    const thin = Math.max(Math.abs(Math.cos((turn * Math.PI) / 180)), 0.04);
    shadow.style(
      "transform",
      `translate(${(x + 0.05 + 0.2 * lift).toFixed(3)}em, ${(y + 0.1 + 0.35 * lift).toFixed(3)}em)` +
        `${plane} scale(${(scale * thin * (1 + 0.1 * lift)).toFixed(3)}, ` +
        `${(scale * (1 + 0.1 * lift)).toFixed(3)})`);
    shadow.style("opacity", (opacity * (1 - 0.45 * lift)).toFixed(3));
    shade.style("opacity", turn === 0 ? "0" : (0.45 * Math.sin((Math.abs(turn) * Math.PI) / 180)).toFixed(3));
    if (isUp && face >= 0) {
      this.drawFace(glyph, face);
    } else {
      glyph.text("");
      glyph.className("glyph");
    }
    pie.style(
      "background",
      isUp && bonus >= 0
        ? `conic-gradient(var(--pie) ${(360 * bonus).toFixed(1)}deg, var(--pie-rest) 0)` : "none");
  }

  /** Names the places; after what is on them has changed. */
  name() {
    this.buttons.forEach((button, place) => {
      button.attribute("aria-label", this.source.text(text.place + place));
    });
  }
}

/**
 * The room that a match usually leaves for its table, in pixels.
 *
 * It follows from the window alone, without a telephone's address bar: what stands around the table comes and
 * goes, and a reload must not turn the table, because players remember where cards lie.
 * @returns {[number, number]}
 */
const usualRoom = () => {
  const probe = document.createElement("div");
  probe.className = "probe";
  document.body.append(probe);
  const height = probe.offsetHeight;
  probe.remove();
  // As in page.css: the players are below the table, or beside it in a column of 20 rem.
  const isStacked = matchMedia("(max-width: 48rem), (orientation: portrait)").matches;
  return isStacked ? [innerWidth, 0.68 * height] : [innerWidth - 320, height];
};

/**
 * @param {HTMLElement} node
 * @param {string} selector
 * @returns {HTMLElement}
 */
const part = (node, selector) => {
  const found = node.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`The page has no element ${selector}.`);
  return found;
};

/** @param {number} index */
const letter = (index) => String.fromCharCode(65 + (index % 26));
