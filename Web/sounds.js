// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What is heard at a table: a card, a pair, your turn, the deal, the end. Made of tones, without a file.

// @ts-check

import { phase, size } from "./support.js";

/**
 * Tones, each as its frequency in hertz, when it begins and how long it lasts in seconds, and its loudness.
 * @type {Record<string, [number, number, number, number][]>}
 */
const sounds = {
  card: [[1180, 0, 0.05, 0.5]],
  back: [[590, 0, 0.06, 0.35]],
  pair: [[660, 0, 0.16, 0.6], [990, 0.09, 0.26, 0.6]],
  turn: [[523, 0, 0.14, 0.7], [784, 0.13, 0.3, 0.7]],
  deal: [[392, 0, 0.05, 0.35], [440, 0.07, 0.05, 0.35], [494, 0.14, 0.05, 0.35], [587, 0.21, 0.1, 0.35]],
  end: [[523, 0, 0.2, 0.6], [659, 0.14, 0.2, 0.6], [784, 0.28, 0.2, 0.6], [1047, 0.42, 0.5, 0.6]],
};
/** How loud all of it is, of the loudest that there is. */
const loudness = 0.12;

export class Sounds {
  /** @param {boolean} isOn */
  constructor(isOn) {
    this.isOn = isOn;
    /** @type {AudioContext | null} */
    this.context = null;
    /** What the last frame showed, to hear what is new in the next one. */
    this.last = { phase: -1, shown: 0, matched: 0, isYourTurn: false };
    // Browsers let a page be heard once somebody has pressed something.
    const begin = () => {
      if (this.isOn && this.context?.state !== "running") this.begin();
    };
    addEventListener("pointerdown", begin);
    addEventListener("keydown", begin);
  }

  begin() {
    if (typeof AudioContext !== "function") return;
    this.context ??= new AudioContext();
    this.context.resume().catch(() => {});
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    if (isOn) this.begin();
    else this.context?.suspend().catch(() => {});
  }

  /**
   * Hears what a frame shows that the last one did not.
   * @param {Float64Array} numbers
   * @param {boolean} isQuiet in a replay, whose time goes forth and back
   */
  follow(numbers, isQuiet) {
    const { last } = this;
    let [shown, matched] = [0, 0];
    for (let index = 0; index < numbers[18]; index += 1) {
      const offset = size.head + size.card * index;
      if (numbers[offset + 12] & 1) matched += 1;
      else if (numbers[offset + 10] >= 0) shown += 1;
    }
    const now = { phase: numbers[3], shown, matched, isYourTurn: (numbers[14] & 1) !== 0 };
    this.last = now;
    // What a table shows that was just entered has no sound.
    if (isQuiet || last.phase < 0) return;
    if (now.phase !== last.phase) {
      if (now.phase === phase.dealing) this.play("deal");
      if (now.phase === phase.ended) this.play("end");
    } else if (matched > last.matched) this.play("pair");
    else if (shown > last.shown) this.play("card");
    else if (shown < last.shown && matched === last.matched) this.play("back");
    if (now.phase === phase.playing && now.isYourTurn && !last.isYourTurn) this.play("turn");
  }

  /** The table was left. */
  forget() {
    this.last.phase = -1;
  }

  /** @param {string} name */
  play(name) {
    const { context } = this;
    if (!this.isOn || context?.state !== "running") return;
    for (const [frequency, after, length, volume] of sounds[name]) {
      const begin = context.currentTime + after;
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(volume * loudness, begin + 0.008);
      gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
      tone.connect(gain).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + length);
    }
  }
}
