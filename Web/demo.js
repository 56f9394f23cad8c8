// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The match that plays itself on the home page: recorded ones, in an instance of the module without a
// session, drawn as any other match is. It pauses while nobody can see it.

// @ts-check

import { Board } from "./board.js";
import { give, instantiate, numbersOf, textOf } from "./client.js";
import { element, Frames, make, size, table, text, Written } from "./support.js";

/** How long the result stays before the next match begins, in milliseconds. */
const pause = 2000;

export class Demo {
  /**
   * @param {WebAssembly.Module} module
   * @param {boolean} isReduced whether it stands still
   */
  constructor(module, isReduced) {
    this.wasm = instantiate(module);
    this.isReduced = isReduced;
    this.isOnScreen = false;
    /**
     * The matches, and which of them is shown.
     * @type {Uint8Array[]}
     */
    this.matches = [];
    this.current = -1;
    this.length = 0;
    /** How much of it was shown before the last pause, and since when it plays; in milliseconds. */
    this.shown = 0;
    /** @type {number | null} */
    this.since = null;
    this.frames = new Frames(() => this.draw());
    const felt = element("demo-felt");
    this.board = new Board(
      { text: (which) => textOf(this.wasm, this.wasm.demoText(which)) }, felt,
      () => this.frames.ask());
    this.headline = new Written(element("demo-headline"));
    /** @type {{row: Written, name: Written, score: Written}[]} */
    this.seats = [];
    new IntersectionObserver((entries) => {
      this.isOnScreen = entries.at(-1)?.isIntersecting ?? false;
      this.look();
    }).observe(felt);
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("resize", () => this.frames.ask());
    fetch(new URL("demo.jsonl", import.meta.url)).then((answer) => answer.text()).then(
      (lines) => {
        this.matches = lines.trimEnd().split("\n").map((line) => new TextEncoder().encode(line));
        this.begin();
      },
      // Without it, the table stays empty.
      () => {});
  }

  /** Begins the next match. */
  begin() {
    this.current = (this.current + 1) % this.matches.length;
    const match = this.matches[this.current];
    if (!give(this.wasm, match)) return;
    this.length = this.wasm.demo(match.length) / 1000;
    this.shown = 0;
    if (this.since !== null) this.since = performance.now();
    this.frames.ask();
  }

  /** @param {boolean} isReduced */
  prefer(isReduced) {
    this.isReduced = isReduced;
    this.look();
  }

  get isVisible() {
    return this.isOnScreen && !document.hidden;
  }

  /** Goes on or pauses, after somebody has begun or ceased to look. */
  look() {
    const now = performance.now();
    if (this.since !== null) this.shown += now - this.since;
    this.since = this.isVisible && !this.isReduced ? now : null;
    if (this.isVisible) this.frames.ask();
    else this.frames.stop();
  }

  draw() {
    if (!this.isVisible || this.length === 0) return;
    const time = this.shown + (this.since === null ? 0 : performance.now() - this.since);
    if (time >= this.length + pause) return this.begin();
    const numbers = numbersOf(this.wasm, this.wasm.demoFrame(this.isReduced ? 1 : 0, time * 1000));
    this.board.draw(numbers);
    this.drawSeats(numbers);
    const [motion, next] = numbers;
    if (this.since === null) return;
    this.frames.follow(motion, next < 0 ? this.length + pause - time : next / 1000 - time);
  }

  /** @param {Float64Array} numbers */
  drawSeats(numbers) {
    this.headline.text(textOf(this.wasm, this.wasm.demoText(text.headline)));
    let offset = size.head + size.card * numbers[18] + size.number * numbers[19];
    for (let index = 0; index < numbers[20]; index += 1, offset += size.seat) {
      const seat = (this.seats[index] ??= this.seat());
      const [, name = "", , score = ""] =
        table(textOf(this.wasm, this.wasm.demoText(text.seat + index)))[0] ?? [];
      seat.row.className(`seat-${index}${numbers[offset + 3] & 8 ? " turn" : ""}`);
      seat.name.text(name);
      seat.score.text(score);
    }
  }

  seat() {
    const [row, name, score] = [make("span"), make("i"), make("b")];
    row.append(name, score);
    element("demo-seats").append(row);
    return { row: new Written(row), name: new Written(name), score: new Written(score) };
  }
}
