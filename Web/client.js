// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The module with its sockets and its time: everything between the page and what decides.

// @ts-check

import { sign } from "./identity.js";
import { action } from "./support.js";

/** @typedef {{draw: () => void, open: () => void, left: () => void, say: (text: string) => void,
 *   over: (text: string) => void, rooms: () => void, records: () => void,
 *   crashed: () => void, stopped: () => void}} Events */

/** Microseconds of a clock that never goes back and counts through sleep. */
class Clock {
  constructor() {
    this.offset = 0;
    this.difference = Date.now() - performance.now();
  }

  /** The time, and whether the machine has slept since the last question. */
  read() {
    const difference = Date.now() - performance.now();
    // `performance.now()` stands still while most systems sleep. A wall clock that is set back is
    // no sleep.
    const slept = difference - this.difference;
    this.difference = difference;
    if (slept > 50) this.offset += slept;
    return { now: Math.round((performance.now() + this.offset) * 1000), hasSlept: slept > 50 };
  }
}

/**
 * A new instance's exports.
 * @param {WebAssembly.Module} first
 * @param {WebAssembly.Module} [second] the rest, which the match on the home page alone does without
 * @returns {any}
 */
export const instantiate = (first, second) => {
  const { exp, log, sin, cos, atan } = Math;
  const fmod = (/** @type {number} */ x, /** @type {number} */ y) => x % y;
  const missing = () => {
    throw new Error("The first part of the module has called the rest, which is not there.");
  };
  const { exports } = new WebAssembly.Instance(first, {
    env: { exp, log, sin, cos, atan, fmod }, rest: new Proxy({}, { get: () => missing }),
  });
  if (second) new WebAssembly.Instance(second, { first: exports });
  return exports;
};

/**
 * Puts bytes where the module reads them; whether they fit.
 * @param {any} wasm
 * @param {Uint8Array} bytes
 */
export const give = (wasm, bytes) => {
  const start = wasm.input(bytes.length);
  if (start === 0) return false;
  new Uint8Array(wasm.memory.buffer, start, bytes.length).set(bytes);
  return true;
};

// Copies: the next call may move what was written, and grow the memory.

/**
 * The bytes of the last output or text.
 * @param {any} wasm
 * @param {number} count
 */
const bytesOf = (wasm, count) => new Uint8Array(wasm.memory.buffer, wasm.outputStart(), count).slice();

/**
 * The last text.
 * @param {any} wasm
 * @param {number} count
 */
export const textOf = (wasm, count) => new TextDecoder().decode(bytesOf(wasm, count));

/**
 * The numbers of the last frame.
 * @param {any} wasm
 * @param {number} count
 */
export const numbersOf = (wasm, count) =>
  new Float64Array(wasm.memory.buffer, wasm.sceneStart(), count).slice();

/** How soon after a trap another one makes the page give up, in milliseconds. */
const crashWindow = 10000;

export class Client {
  /**
   * @param {[WebAssembly.Module, WebAssembly.Module]} parts of the module
   * @param {string} server `ws://host:port` of the page
   * @param {import("./support.js").Kept | null} snapshot what a new instance continues; nothing for one that
   *   has no session
   * @param {Events} on
   */
  constructor(parts, server, snapshot, on) {
    this.parts = parts;
    this.server = server;
    this.snapshot = snapshot;
    this.on = on;
    this.clock = new Clock();
    this.isStarted = false;
    this.wasm = instantiate(...this.parts);
    /** @type {Map<number, WebSocket>} */
    this.sockets = new Map();
    this.timer = 0;
    this.last = 0;
    this.crashedAt = -Infinity;
    this.name = "";
    this.isReduced = false;
    this.showsGhosts = true;
    /** @type {import("./identity.js").Player | null} */
    this.player = null;
    this.isKeyTaken = false;
  }

  /**
   * Begins a session, or continues that of the snapshot.
   * @param {string} name
   * @param {boolean} isReduced
   * @param {import("./identity.js").Player | null} player nothing for a guest
   * @param {boolean} isKeyTaken whether that is because another window plays with the key
   */
  start(name, isReduced, player, isKeyTaken) {
    [this.name, this.isReduced, this.isStarted] = [name, isReduced, true];
    [this.player, this.isKeyTaken] = [player, isKeyTaken];
    this.run(() => {
      const key = [...crypto.getRandomValues(new Uint8Array(32)), ...player?.publicKey ?? []];
      const parts = [name.replaceAll("\n", " "), this.server];
      if (this.snapshot?.value) parts.push(this.snapshot.value);
      const rest = new TextEncoder().encode(parts.join("\n"));
      const all = Uint8Array.from([...key, ...rest]);
      const flags = (isReduced ? 1 : 0) | (player ? 2 : 0) | (isKeyTaken ? 4 : 0);
      const now = this.now();
      give(this.wasm, all);
      this.wasm.start(all.length, flags, now);
      if (!this.showsGhosts) this.wasm.act(action.ghosts, 0, 0, now);
      this.carryOut();
    });
  }

  /**
   * Begins to look for open tables, in place of a session.
   * @param {boolean} showsMatches whether for a public match too
   */
  look(showsMatches) {
    this.isStarted = true;
    this.run(() => {
      const key = crypto.getRandomValues(new Uint8Array(32));
      const all = Uint8Array.from([...key, ...new TextEncoder().encode(`Guest\n${this.server}`)]);
      const now = this.now();
      give(this.wasm, all);
      this.wasm.start(all.length, showsMatches ? 8 : 24, now);
      this.carryOut();
    });
  }

  /** How much of a public match is to be seen, 0 to 1. */
  opacity() {
    return this.run(() => this.wasm.opacity(this.clock.read().now)) ?? 0;
  }

  /** Continues in a new instance: after a trap, or when the client has stopped. */
  renew() {
    clearTimeout(this.timer);
    this.closeAll();
    this.wasm = instantiate(...this.parts);
    this.start(this.name, this.isReduced, this.player, this.isKeyTaken);
  }

  /** Ends for good. */
  stop() {
    clearTimeout(this.timer);
    this.closeAll();
    this.isStarted = false;
  }

  closeAll() {
    for (const link of [...this.sockets.keys()]) this.hangUp(link);
  }

  /**
   * Runs what calls the module: a trap ends the instance, not the page.
   * @template T
   * @param {() => T} work
   * @returns {T | undefined}
   */
  run(work) {
    try {
      return work();
    } catch (error) {
      // An overflow of the stack is a RangeError.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      console.error(error);
      const now = performance.now();
      const isRepeated = now - this.crashedAt < crashWindow;
      this.crashedAt = now;
      if (isRepeated || !this.snapshot) {
        this.stop();
        this.on.stopped();
      } else {
        this.on.crashed();
        this.renew();
      }
      return undefined;
    }
  }

  /** The time for an input: first thing in an event's handler. */
  now() {
    const { now, hasSlept } = this.clock.read();
    if (hasSlept && this.last > 0) this.wasm.woke(now);
    this.last = now;
    return now;
  }

  /**
   * The ID that servers know a player by.
   * @param {import("./identity.js").Player} player
   */
  idOf({ publicKey }) {
    return this.run(() => {
      give(this.wasm, publicKey);
      return textOf(this.wasm, this.wasm.player(publicKey.length));
    }) ?? "";
  }

  /** @param {number} which */
  text(which) {
    return textOf(this.wasm, this.wasm.text(which));
  }

  /**
   * @param {number} kind
   * @param {number} argument
   * @param {string} text
   */
  act(kind, argument = 0, text = "") {
    if (!this.isStarted) return;
    this.run(() => {
      const now = this.now();
      const bytes = new TextEncoder().encode(text);
      give(this.wasm, bytes);
      this.wasm.act(kind, argument, bytes.length, now);
      this.carryOut();
    });
  }

  /**
   * Shows the replay in a file.
   * @param {Uint8Array} bytes
   */
  open(bytes) {
    if (!this.isStarted) return;
    this.run(() => {
      const now = this.now();
      const isGiven = give(this.wasm, bytes);
      this.wasm.act(action.open, isGiven ? 0 : 1, isGiven ? bytes.length : 0, now);
      this.carryOut();
    });
  }

  /** Stages a frame; nothing if there is nothing to show. */
  frame() {
    const { now } = this.clock.read();
    const count = this.wasm.frame(now);
    return count === 0 ? null : numbersOf(this.wasm, count);
  }

  /** The page was hidden, cached or offline: time may have passed unnoticed. */
  woke() {
    if (!this.isStarted) return;
    this.run(() => {
      const now = this.now();
      this.wasm.woke(now);
      this.wasm.tick(now);
      this.carryOut();
    });
  }

  carryOut() {
    for (;;) {
      const kind = this.wasm.output();
      if (kind === 0) break;
      const link = this.wasm.outputLink();
      const bytes = bytesOf(this.wasm, this.wasm.outputCount());
      const text = () => new TextDecoder().decode(bytes);
      switch (kind) {
        case 1: this.dial(link, text()); break;
        case 2: this.hangUp(link); break;
        case 3: this.send(link, text()); break;
        case 4: this.sign(link, bytes); break;
        case 5: this.on.draw(); break;
        case 6: this.on.open(); break;
        case 7: this.on.left(); break;
        case 8: this.on.say(text()); break;
        case 9: this.snapshot?.set(text()); break;
        case 10: this.on.over(text()); break;
        case 11: this.on.rooms(); break;
        case 12: this.on.records(); break;
      }
    }
    this.rearm();
  }

  rearm() {
    clearTimeout(this.timer);
    const { now } = this.clock.read();
    const wake = this.wasm.nextWake(now);
    if (wake < 0) return;
    // Rounded up, and never so long that `setTimeout` would fire at once.
    const wait = Math.min(Math.max(Math.ceil((wake - now) / 1000), 0), 2 ** 31 - 1);
    this.timer = setTimeout(() => this.run(() => {
      this.wasm.tick(this.now());
      this.carryOut();
    }), wait);
  }

  /**
   * @param {number} link
   * @param {string} address
   */
  dial(link, address) {
    const socket = new WebSocket(address || `${this.server}/v1/play`, ["facedown.v1.json"]);
    this.sockets.set(link, socket);
    // A socket of an earlier instance has the same number.
    const isCurrent = () => this.sockets.get(link) === socket;
    const timeout = setTimeout(() => socket.close(), 10000);
    socket.onopen = () => {
      clearTimeout(timeout);
      if (!isCurrent()) return;
      this.run(() => {
        this.wasm.opened(link, this.now());
        this.carryOut();
      });
    };
    socket.onmessage = (event) => {
      if (!isCurrent()) return;
      this.run(() => {
        const now = this.now();
        const bytes = new TextEncoder().encode(String(event.data));
        if (!give(this.wasm, bytes)) return socket.close();
        this.wasm.received(link, bytes.length, now);
        this.carryOut();
      });
    };
    socket.onclose = () => {
      clearTimeout(timeout);
      if (!isCurrent()) return;
      this.sockets.delete(link);
      this.run(() => {
        this.wasm.ended(link, 1, this.now());
        this.carryOut();
      });
    };
  }

  /** @param {number} link */
  hangUp(link) {
    const socket = this.sockets.get(link);
    this.sockets.delete(link);
    if (!socket) return;
    // A browser reports an error if a socket is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(1000);
    else socket.close(1000);
  }

  /**
   * @param {number} link
   * @param {string} message
   */
  send(link, message) {
    const socket = this.sockets.get(link);
    if (socket?.readyState === WebSocket.OPEN) socket.send(message);
  }

  /**
   * @param {number} link
   * @param {Uint8Array} statement
   */
  async sign(link, statement) {
    const socket = this.sockets.get(link);
    if (!this.player) return;
    // The server refuses an empty signature, and the player is a guest.
    const signature = await sign(this.player, statement).catch(() => {
      this.on.say("This browser could not sign with your key: you play as a guest until the page is loaded again.");
      return new Uint8Array();
    });
    // Another session, or another instance after a trap, asks for its own.
    if (!socket || this.sockets.get(link) !== socket) return;
    this.run(() => {
      const now = this.now();
      give(this.wasm, signature);
      this.wasm.signed(link, signature.length, now);
      this.carryOut();
    });
  }
}
