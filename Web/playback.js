// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The time line and the buttons of a replay, below the table.

// @ts-check

import { action, button, element, make, table, text } from "./support.js";

/** The time line has this many steps, as the module's fractions. */
const steps = 10000;

export class Playback {
  /**
   * @param {import("./client.js").Client} client
   * @param {(key: string) => void} press
   * @param {(match: string) => void} onShown a replay has begun to be shown, which a link leads to
   * @param {() => void} onChange another replay is shown, or none any more
   */
  constructor(client, press, onShown, onChange) {
    this.client = client;
    this.press = press;
    this.onShown = onShown;
    this.onChange = onChange;
    this.bar = element("playback");
    this.position = /** @type {HTMLInputElement} */ (element("position"));
    this.clock = make("span", "clocks");
    this.speed = make("span", "speed");
    /**
     * The buttons, by their keys.
     * @type {Map<string, HTMLButtonElement>}
     */
    this.buttons = new Map();
    /**
     * What happened, in order: when, and the button that leads there.
     * @type {{at: number, press: HTMLButtonElement}[]}
     */
    this.moves = [];
    this.list = element("moves");
    this.move = -1;
    this.match = "";
    this.marks = "";
    this.drawn = "";
    this.start = 0;
    this.length = 1;
    this.position.oninput = () => client.act(action.seek, Number(this.position.value));
  }

  /** Whether a replay is shown. */
  get isShown() {
    return this.match !== "";
  }

  /** Shows the words, or nothing without a replay. */
  draw() {
    const lines = this.client.text(text.playback);
    if (lines === this.drawn) return;
    this.drawn = lines;
    const [[match, start, end, clock, speed, link] = [""], ...rows] = table(lines);
    const isNew = match !== this.match;
    this.match = match;
    this.bar.hidden = !match;
    this.list.hidden = !match;
    if (isNew) this.onChange();
    if (!match) return;
    this.start = Number(start);
    this.length = Math.max(Number(end) - this.start, 1);
    if (isNew) this.begin(rows);
    for (const [key, symbol, label, pressed] of rows) {
      const node = this.buttons.get(key);
      if (!node) continue;
      if (node.textContent !== symbol) node.textContent = symbol;
      [node.ariaLabel, node.title] = [label, label];
      if (key !== "r" && key !== "h") continue;
      node.ariaPressed = `${pressed === "pressed"}`;
      // Where there is room the style shows it.
      node.dataset.label = label;
      if (key === "h") element("heat").hidden = pressed !== "pressed";
    }
    this.clock.textContent = clock;
    this.speed.textContent = speed;
    this.position.setAttribute("aria-valuetext", clock);
    if (isNew && link) this.onShown(match);
  }

  /**
   * Makes the buttons and the marks of a replay.
   * @param {string[][]} rows
   */
  begin(rows) {
    this.buttons = new Map(rows.map(([key, symbol]) => {
      const node = button(symbol, () => this.press(key));
      if (key === " ") node.classList.add("first");
      return [key, node];
    }));
    const [before, play, next, heat, back, slower, faster] = this.buttons.values();
    element("controls").replaceChildren(
      before, play, next, this.clock, heat, back, slower, this.speed, faster);
    const events = table(this.client.text(text.marks));
    element("marks").replaceChildren(...events.map(([at, kind, seat]) => {
      const mark = make("i", `${kind}${seat ? ` seat-${Number(seat) % 8}` : ""}`);
      mark.style.left = `${(100 * (Number(at) - this.start)) / this.length}%`;
      return mark;
    }));
    this.moves = events.filter(([, , , sentence]) => sentence).map(([at, , , sentence]) => (
      { at: Number(at), press: button(sentence, () => this.seek(Number(at))) }));
    this.move = -1;
    this.list.replaceChildren(...this.moves.map(({ press }) => {
      const item = make("li");
      item.append(press);
      return item;
    }));
    // Nobody waits once more for the players to come; a frame is being drawn just now.
    const deal = events.find(([, kind]) => kind === "deal");
    if (deal) queueMicrotask(() => this.seek(Number(deal[0])));
  }

  /**
   * Goes to a time of the match.
   * @param {number} at
   */
  seek(at) {
    this.client.act(action.seek, Math.ceil((steps * (at - this.start)) / this.length));
  }

  /**
   * Marks the last of what has happened by a time, and brings it into view.
   * @param {number} time
   */
  drawMove(time) {
    let { move } = this;
    while (move + 1 < this.moves.length && this.moves[move + 1].at <= time) move += 1;
    while (move >= 0 && this.moves[move].at > time) move -= 1;
    if (move === this.move) return;
    this.moves[this.move]?.press.removeAttribute("aria-current");
    this.move = move;
    const press = this.moves[move]?.press;
    press?.setAttribute("aria-current", "true");
    const { list } = this;
    const top = press?.parentElement?.offsetTop ?? list.offsetTop;
    list.scrollTop = top - list.offsetTop - list.clientHeight / 2;
  }

  /**
   * Moves the thumb to the time of a frame.
   * @param {Float64Array} numbers
   */
  drawPosition(numbers) {
    if (!this.isShown) return;
    const part = (numbers[2] - this.start) / this.length;
    this.position.value = `${Math.round(steps * part)}`;
    this.bar.style.setProperty("--part", part.toFixed(4));
    this.drawMove(numbers[2]);
  }
}
