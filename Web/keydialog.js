// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The dialog in which a player makes, brings, sees and forgets a key.

// @ts-check

import { button, element, make } from "./support.js";

const purpose =
  "A key takes the place of an account: with it you have a rating, a profile and the daily deal, and nobody else " +
  "can play as you. Without one you are a guest.";
const isSafari = /Safari/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);
const keeping =
  "This browser keeps the key for this page, and lets nobody read it. " +
  (isSafari ? "It drops the key after seven days without a visit. " : "") +
  "The file identity.pem brings it back, here or in a terminal.";
const made =
  "Your key is ready. Save its file now: it is offered only once, and without it a lost key and its " +
  "ratings cannot be recovered. Whoever has the file can play as you.";
const forgetting =
  "Forget your key? Without its file identity.pem it cannot be recovered, and its ratings are lost.";

/**
 * Saves a key file where the browser saves what it downloads.
 * @param {string} pem
 */
const saveKey = (pem) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pem], { type: "application/x-pem-file" }));
  link.download = "identity.pem";
  link.click();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

export class KeyDialog {
  /**
   * @param {import("./client.js").Client} client
   * @param {import("./identity.js").Identity} identity
   * @param {() => void} onChange the player has another key, or none
   */
  constructor(client, identity, onChange) {
    this.client = client;
    this.identity = identity;
    this.onChange = onChange;
    this.dialog = /** @type {HTMLDialogElement} */ (element("identity"));
    this.title = make("h2", "", "Your key");
    this.title.id = "identity-title";
    this.status = make("p");
    this.status.setAttribute("role", "status");
    this.isBusy = false;
    element("key").onclick = () => this.open();
    const file = /** @type {HTMLInputElement} */ (element("key-file"));
    file.onchange = () => {
      const chosen = file.files?.[0];
      if (chosen) this.work(async () => this.settle(await identity.bring(chosen)));
    };
    // The same file may be chosen again.
    file.onclick = () => {
      file.value = "";
    };
    // What is not kept is offered only once.
    this.dialog.onclose = () => this.dialog.replaceChildren();
    this.explain();
  }

  /** Says on the home page for whom a rated match counts. */
  explain() {
    const { player } = this.identity;
    element("rated-hint").textContent = player
      ? `The result counts for your rating. Your ID begins with ${this.client.idOf(player).slice(0, 4)}.`
      : "At a rated table the result counts for your rating. It needs a key: press Your key.";
  }

  /**
   * Does one thing at a time.
   * @param {() => Promise<void>} act
   */
  async work(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await act();
    } finally {
      this.isBusy = false;
    }
  }

  async open() {
    await this.work(async () => {
      await this.identity.load();
      const obstacle = await this.identity.obstacle();
      this.explain();
      this.status.textContent = obstacle;
      if (obstacle) this.show([make("p", "", purpose)], []);
      else this.draw();
    });
  }

  /** Shows the key, or how to get one. */
  draw() {
    if (this.identity.player) {
      return this.show(this.facts(), [], [button("Forget this key", () => this.ask())]);
    }
    const keep = button("Create a key", () => this.work(async () => {
      const { pem, problem } = await this.identity.make();
      this.settle(problem);
      if (pem) this.offer(pem);
    }));
    keep.classList.add("first");
    const bring = button("Use a key file", () => element("key-file").click());
    this.show([make("p", "", purpose), make("p", "hint", keeping)], [keep, bring]);
  }

  /** The key in letters. */
  facts() {
    const { player } = this.identity;
    const id = player ? this.client.idOf(player) : "";
    const list = make("dl");
    list.append(make("dt", "", "Player ID"), make("dd", "", id));
    return [list, make("p", "hint", keeping)];
  }

  /**
   * Offers the file of a new key.
   * @param {string} pem
   */
  offer(pem) {
    const save = button("Save the key file", () => saveKey(pem));
    save.classList.add("first");
    this.show([make("p", "", made), ...this.facts()], [save], [], "Close without the file");
    save.addEventListener("click", () => {
      const close = this.dialog.querySelector(".close");
      if (close) close.textContent = "Close";
    });
  }

  /** Asks before the key is forgotten. */
  ask() {
    this.status.textContent = "";
    const forget = button("Forget it", () => this.work(async () => this.settle(await this.identity.forget())));
    const keep = button("Keep it", () => this.draw());
    keep.classList.add("first");
    this.show([make("p", "", forgetting)], [keep, forget]);
  }

  /**
   * Shows what has become of the key.
   * @param {string} problem
   */
  settle(problem) {
    this.status.textContent = problem;
    const isOther = this.client.player?.publicKey.join() !== this.identity.player?.publicKey.join();
    if (isOther) this.onChange();
    this.explain();
    this.draw();
  }

  /**
   * @param {HTMLElement[]} parts
   * @param {HTMLElement[]} buttons
   * @param {HTMLElement[]} others those behind the one that closes
   * @param {string} closing
   */
  show(parts, buttons, others = [], closing = "Close") {
    const row = make("div", "buttons");
    const close = button(closing, () => this.dialog.close());
    close.classList.add("close");
    row.append(...buttons, close, ...others);
    this.dialog.replaceChildren(this.title, ...parts, this.status, row);
    if (!this.dialog.open) this.dialog.showModal();
    // What had the focus was replaced.
    row.querySelector("button")?.focus();
  }
}
