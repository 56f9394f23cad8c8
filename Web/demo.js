// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The match on the home page: a public one of the server, while there is one, and else recorded ones that
// play themselves, in an instance of the module without a session and without its second part. Both are drawn
// as any other match is. It pauses while nobody can see it.

// @ts-check

import { Board } from "./board.js";
import { give, instantiate, numbersOf, textOf } from "./client.js";
import { element, Frames, make, size, table, text, Written } from "./support.js";

/** How long the result stays before the next match begins, in milliseconds. */
const pause = 2000;

export class Demo {
  /**
   * @param {WebAssembly.Module} module its first part
   * @param {boolean} isReduced whether it stands still
   * @param {boolean} showsLive whether to show a public match, if there is one
   */
  constructor(module, isReduced, showsLive) {
    this.wasm = instantiate(module);
    /**
     * What looks for a public match, once there is the whole module.
     * @type {import("./live.js").Live | null}
     */
    this.live = null;
    /** Whether what is drawn is of the public match. */
    this.isLive = false;
    this.isReduced = isReduced;
    this.showsLive = showsLive;
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
      { text: (which) => this.text(which) }, felt, () => this.frames.ask());
    this.picture = new Written(element("demo-felt"));
    this.words = new Written(element("demo-words"));
    this.caption = new Written(element("live"));
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

  /**
   * A text of the match that is drawn.
   * @param {number} which
   */
  text(which) {
    if (this.live && this.isLive) return this.live.text(which);
    return textOf(this.wasm, this.wasm.demoText(which));
  }

  /**
   * From now on a public match is shown while there is one.
   * @param {import("./live.js").Live} live
   * @param {(code: string) => void} watch watches the match in a room
   */
  follow(live, watch) {
    this.live = live;
    live.showsMatches = this.mayBeLive;
    this.caption.node.onclick = () => watch(live.text(text.room));
    this.look();
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

  /**
   * @param {boolean} isReduced
   * @param {boolean} showsLive
   */
  prefer(isReduced, showsLive) {
    this.isReduced = isReduced;
    this.showsLive = showsLive;
    if (this.live && this.live.showsMatches !== this.mayBeLive) {
      this.live.end();
      this.live.showsMatches = this.mayBeLive;
    }
    this.look();
  }

  get mayBeLive() {
    return this.showsLive && !this.isReduced;
  }

  get isVisible() {
    return this.isOnScreen && !document.hidden;
  }

  /** Goes on or pauses, after somebody has begun or ceased to look. */
  look() {
    const now = performance.now();
    if (this.since !== null) this.shown += now - this.since;
    this.since = this.isVisible && !this.isReduced ? now : null;
    this.live?.want(this.isVisible);
    if (this.isVisible) this.frames.ask();
    else this.frames.stop();
  }

  /** The home page is left. */
  leave() {
    this.live?.end();
  }

  draw() {
    if (!this.isVisible || this.length === 0) return;
    // One match is gone before the other comes, on the same table.
    const share = this.live && this.mayBeLive ? this.live.opacity : 0;
    const isLive = share > 0.5;
    const isFading = share > 0 && share < 1;
    for (const part of [this.picture, this.words, this.caption]) {
      part.style("opacity", `${Math.abs(2 * share - 1)}`);
    }
    if (isLive !== this.isLive) {
      this.isLive = isLive;
      if (!isLive) this.begin();
    }
    this.caption.node.hidden = !isLive;
    if (this.live && isLive) this.drawLive(this.live, isFading);
    else this.drawRecorded(isFading);
  }

  /**
   * @param {import("./live.js").Live} live
   * @param {boolean} isFading
   */
  drawLive(live, isFading) {
    const frame = live.frame();
    if (frame) {
      const { numbers, wait } = frame;
      this.board.draw(numbers);
      this.drawSeats(numbers);
      const caption = live.text(text.title);
      this.caption.text(caption);
      this.caption.attribute("aria-label", `Watch: ${caption}`);
      this.frames.follow(isFading ? 2 : numbers[0], wait);
    } else if (isFading) {
      // What was drawn last fades.
      this.frames.ask();
    }
  }

  /** @param {boolean} isFading */
  drawRecorded(isFading) {
    const time = this.shown + (this.since === null ? 0 : performance.now() - this.since);
    if (time >= this.length + pause) return this.begin();
    const numbers = numbersOf(this.wasm, this.wasm.demoFrame(this.isReduced ? 1 : 0, time * 1000));
    this.board.draw(numbers);
    this.drawSeats(numbers);
    const [motion, next] = numbers;
    if (isFading) this.frames.ask();
    if (this.since === null) return;
    this.frames.follow(motion, next < 0 ? this.length + pause - time : next / 1000 - time);
  }

  /** @param {Float64Array} numbers */
  drawSeats(numbers) {
    // Its place is that of the line which leads to a public match.
    this.headline.text(this.isLive ? "" : this.text(text.headline));
    let offset = size.head + size.card * numbers[18] + size.number * numbers[19];
    for (let index = 0; index < numbers[20]; index += 1, offset += size.seat) {
      const seat = (this.seats[index] ??= this.seat());
      const [, name = "", , score = ""] = table(this.text(text.seat + index))[0] ?? [];
      seat.row.node.hidden = false;
      seat.row.className(`seat-${index}${numbers[offset + 3] & 8 ? " turn" : ""}`);
      seat.name.text(name);
      seat.score.text(score);
    }
    for (const { row } of this.seats.slice(numbers[20])) row.node.hidden = true;
  }

  /** A line for another seat. */
  seat() {
    const [row, name, score] = [make("span"), make("i"), make("b")];
    row.append(name, score);
    element("demo-seats").append(row);
    return { row: new Written(row), name: new Written(name), score: new Written(score) };
  }
}
