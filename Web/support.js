// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What the page's parts share: elements, storage, and the numbers of the module's boundary.

// @ts-check

/** The numbers of what `act` does, as in docs/web.md. */
export const action = {
  choose: 0, shuffle: 2, rematch: 5, leave: 6, react: 9, create: 10, join: 11, watch: 12, key: 13,
  quick: 14, rooms: 15, motion: 16, leaderboards: 17, replays: 18,
  replay: 19, seek: 20, open: 21, profile: 22, daily: 23, playDaily: 24, point: 25, ghosts: 26,
};

/** The keys that mean something in a replay alone. */
export const replayKeys = ["Home", "End", "PageUp", "PageDown"];

/** Deal, ready and rematch: what the match waits for. */
export const mainActions = [1, 3, 5];

/** The most bytes that the module takes at once. */
export const longestInput = 4 << 20;

/**
 * The numbers of keys that are no characters.
 * @type {Record<string, number>}
 */
export const keys = {
  ArrowUp: 1, ArrowDown: 2, ArrowLeft: 3, ArrowRight: 4, Enter: 5, Escape: 6,
  Home: 7, End: 8, PageUp: 9, PageDown: 10,
};

/** The numbers of texts. */
export const text = {
  headline: 0, message: 1, news: 2, room: 3, title: 4, facts: 5, theme: 6, rules: 7, dialog: 8,
  actions: 9, reactions: 10, sharing: 11, standings: 12, choices: 13, rooms: 14, leaderboards: 15,
  replays: 16, playback: 17, marks: 18, verdict: 19, profile: 20, daily: 21, seat: 100, place: 200, code: 700,
};

/** How many numbers the parts of a frame have. */
export const size = { head: 26, card: 13, number: 6, seat: 5 };

/** The phases of a match. */
export const phase = { waiting: 0, committing: 1, undealt: 2, dealing: 3, playing: 4, ended: 5 };

/** @param {string} id */
export const element = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
};

/**
 * @param {string} kind
 * @param {string} className
 * @param {string} content
 */
export const make = (kind, className = "", content = "") => {
  const node = document.createElement(kind);
  node.className = className;
  node.textContent = content;
  return node;
};

/**
 * @param {string} label
 * @param {() => void} press
 */
export const button = (label, press) => {
  const node = /** @type {HTMLButtonElement} */ (make("button", "", label));
  node.type = "button";
  node.onclick = press;
  return node;
};

/**
 * Gives a parent these children and takes away all others. Those that stay are not removed in between, since a
 * press on a button would be lost.
 * @param {Element} parent
 * @param {Element[]} children
 */
export const arrange = (parent, children) => {
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => {
    const present = parent.children[index];
    if (present !== child) parent.insertBefore(child, present ?? null);
  });
};

/**
 * The fields of a text of lines with tabs between fields.
 * @param {string} lines
 */
export const table = (lines) => (lines ? lines.split("\n").map((line) => line.split("\t")) : []);

/** Writes a value only where it changed: to write is what costs. */
export class Written {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {Map<string, string>} */
    this.last = new Map();
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  isNew(name, value) {
    if (this.last.get(name) === value) return false;
    this.last.set(name, value);
    return true;
  }

  /**
   * @param {"transform" | "opacity" | "zIndex" | "background" | "backgroundPosition" | "willChange"} name
   * @param {string} value
   */
  style(name, value) {
    if (this.isNew(name, value)) this.node.style[name] = value;
  }

  /** @param {string} value */
  text(value) {
    if (this.isNew("#text", value)) this.node.textContent = value;
  }

  /** @param {string} value */
  className(value) {
    if (this.isNew("#class", value)) this.node.className = value;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  attribute(name, value) {
    if (this.isNew(name, value)) this.node.setAttribute(name, value);
  }
}

/** The frames of what is drawn: the next one at once, or when something changes. */
export class Frames {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.isAsked = false;
    this.timer = 0;
  }

  ask() {
    const draw = () => {
      if (!this.isAsked) return;
      this.stop();
      this.isAsked = false;
      this.draw();
    };
    if (!this.isAsked) {
      this.stop();
      this.isAsked = true;
      requestAnimationFrame(draw);
    }
    // A page that is hidden, or was before its frame came, has none, but its title and its sounds tell whose
    // turn it is.
    if (document.hidden && !this.timer) this.timer = setTimeout(draw, 500);
  }

  /**
   * Asks for the frame after one that was drawn.
   * @param {number} motion 0 still, 1 counting, 2 moving
   * @param {number} wait until the next change, in milliseconds; negative for never
   */
  follow(motion, wait) {
    if (this.isAsked) return;
    if (motion === 2) this.ask();
    else if (motion === 1) this.timer = setTimeout(() => this.ask(), 90);
    // `setTimeout` would fire at once for more.
    else if (wait >= 0) this.timer = setTimeout(() => this.ask(), Math.min(wait, 2 ** 31 - 1));
  }

  /** Asks for no more. */
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}

/** A value in a browser's storage, or only in memory where that is forbidden. */
export class Kept {
  /**
   * @param {"sessionStorage" | "localStorage"} where
   * @param {string} name
   */
  constructor(where, name) {
    this.where = where;
    this.name = name;
    this.value = "";
    try {
      // Reading the property alone throws where storage is forbidden.
      this.value = window[where].getItem(name) ?? "";
    } catch {}
  }

  /** @param {string} value */
  set(value) {
    this.value = value;
    try {
      if (value) window[this.where].setItem(this.name, value);
      else window[this.where].removeItem(this.name);
    } catch {}
  }
}
