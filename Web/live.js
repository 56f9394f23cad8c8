// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Open tables and a public match on the home page, over a connection and in an instance of the module of its
// own. Whatever goes wrong is in the console alone: there is then nothing to show.

// @ts-check

import { Client } from "./client.js";
import { action, text } from "./support.js";

/**
 * After how long a look the page connects, and hangs up when nobody looks, and after how long it connects
 * again, in milliseconds.
 */
const patience = { look: 1000, away: 10000, again: 30000 };
/** How long the server may take to answer that the match is left, in milliseconds. */
const parting = 300;

export class Live {
  /**
   * @param {[WebAssembly.Module, WebAssembly.Module]} parts of the module
   * @param {string} server `ws://host:port` of the page
   * @param {() => void} onDraw
   * @param {(lines: string) => void} onTables there are these open tables
   */
  constructor(parts, server, onDraw, onTables) {
    this.parts = parts;
    this.server = server;
    this.onDraw = onDraw;
    this.onTables = onTables;
    /** Whether to watch a match, too. */
    this.showsMatches = true;
    /** @type {Client | null} */
    this.client = null;
    this.timer = 0;
    this.isWanted = false;
  }

  /**
   * Somebody begins or ceases to look.
   * @param {boolean} isWanted
   */
  want(isWanted) {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => (isWanted ? this.begin() : this.end()), isWanted ? patience.look : patience.away);
  }

  begin() {
    if (this.client) return;
    const nothing = () => {};
    /** @type {Client} */
    const client = new Client(this.parts, this.server, null, {
      draw: () => this.onDraw(), rooms: () => this.onTables(this.text(text.rooms)),
      open: nothing, left: nothing, records: nothing, say: nothing, crashed: nothing,
      // What has been shown still fades.
      over: () => setTimeout(() => this.drop(client), 1000),
      stopped: () => this.drop(client),
    });
    this.client = client;
    client.look(this.showsMatches);
  }

  /** Leaves the match and hangs up: what is shown goes at once. */
  end() {
    clearTimeout(this.timer);
    this.isWanted = false;
    this.onTables("");
    const { client } = this;
    if (!client) return;
    this.client = null;
    client.on.left = () => client.stop();
    client.act(action.leave);
    setTimeout(() => client.stop(), parting);
    this.onDraw();
  }

  /** @param {Client} client */
  drop(client) {
    client.stop();
    if (this.client !== client) return;
    this.client = null;
    this.onTables("");
    this.onDraw();
    if (this.isWanted) this.timer = setTimeout(() => this.begin(), patience.again);
  }

  /** How much of the match is to be seen, 0 to 1. */
  get opacity() {
    return this.client?.opacity() ?? 0;
  }

  /** The numbers of a frame, and how long until the next one is due, in milliseconds; nothing without a match. */
  frame() {
    const { client } = this;
    const numbers = client?.run(() => client.frame());
    if (!client || !numbers) return null;
    const next = numbers[1];
    const wait = next < 0 ? -1 : Math.max((next - client.clock.read().now) / 1000, 0);
    return { numbers, wait };
  }

  /** @param {number} which */
  text(which) {
    const { client } = this;
    return client?.run(() => client.text(which)) ?? "";
  }
}
