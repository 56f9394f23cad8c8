// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The player's key: WebCrypto signs with it, and IndexedDB keeps it in a form that no script can read.

// @ts-check

/** @typedef {{publicKey: Uint8Array, key: CryptoKey}} Player */

/** The most bytes of a key file, as in the terminal. */
const longestKeyFile = 4096;
/** How long a page waits for the key, which the page before a reload may still hold, in milliseconds. */
const claimPatience = 500;
/** How long storage may take to open before it counts as forbidden, in milliseconds. */
const storagePatience = 3000;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const keyHead = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/**
 * A key in the form that WebCrypto takes.
 * @param {Uint8Array} seed
 */
const pkcs8Of = (seed) => Uint8Array.from([...keyHead, ...seed]);

/**
 * The same as text, as `facedown` and `openssl genpkey -algorithm ed25519` write it.
 * @param {Uint8Array} seed
 */
export const pemOf = (seed) =>
  `-----BEGIN PRIVATE KEY-----\n${btoa(String.fromCharCode(...pkcs8Of(seed)))}\n-----END PRIVATE KEY-----\n`;

const wrongKind =
  "That key is of the wrong kind: it must be an Ed25519 key, as made by  facedown identity --make FILE.";
const damaged = "That key is damaged: choose another copy of it.";

/**
 * The 32 bytes of the key in a file, or a sentence that says what is wrong with the file.
 * @param {string} pem
 * @returns {Uint8Array | string}
 */
export const seedOf = (pem) => {
  const labels = Array.from(pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g), ([, label]) => label);
  if (labels.length === 0) return "That is no key: choose an identity.pem of this page or of facedown.";
  if (labels.includes("ENCRYPTED PRIVATE KEY") || pem.includes("Proc-Type: 4,ENCRYPTED")) {
    return "That key has a passphrase: remove it first, with  openssl pkey -in FILE -out identity.pem.";
  }
  if (labels.every((label) => /PUBLIC KEY|CERTIFICATE/.test(label))) {
    return "That is only the public half of a key: choose the file with the private key.";
  }
  if (!labels.includes("PRIVATE KEY")) return wrongKind;
  const [, body = ""] = /-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  /** @type {Uint8Array} */
  let bytes;
  try {
    bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
  } catch {
    return damaged;
  }
  if (bytes.length < keyHead.length || bytes[0] !== keyHead[0]) return damaged;
  // A newer version of the form has the public key behind the private one.
  const isEd25519 = keyHead.slice(5, 12).every((byte, index) => bytes[5 + index] === byte);
  if (!isEd25519) return wrongKind;
  const isWhole = bytes[1] === bytes.length - 2 && bytes[4] <= 1 && bytes.length >= keyHead.length + 32
    && keyHead.slice(12).every((byte, index) => bytes[12 + index] === byte);
  return isWhole ? bytes.slice(keyHead.length, keyHead.length + 32) : damaged;
};

/** @returns {Promise<IDBDatabase>} */
const openStorage = () => new Promise((resolve, reject) => {
  // Where storage is forbidden, this throws, fails or never answers.
  const request = indexedDB.open("facedown", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("identity");
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  setTimeout(() => reject(new DOMException("It does not answer.", "TimeoutError")), storagePatience);
});

/**
 * Reads or writes what is kept.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} work
 */
const stored = async (mode, work) => {
  const database = await openStorage();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction("identity", mode);
      const request = work(transaction.objectStore("identity"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
};

/**
 * Whether what was kept is a key; anything else counts as none.
 * @param {any} kept
 * @returns {kept is Player}
 */
const isPlayer = (kept) =>
  kept?.publicKey instanceof Uint8Array && kept.publicKey.length === 32 && kept.key instanceof CryptoKey
  && kept.key.algorithm.name === "Ed25519";

/**
 * A key as it is kept, which no script can read.
 * @param {Uint8Array} seed
 * @returns {Promise<Player>}
 */
export const playerOf = async (seed) => {
  const bytes = pkcs8Of(seed);
  const readable = await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", true, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", readable);
  const publicKey = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
  return {
    publicKey: Uint8Array.from(publicKey, (one) => one.charCodeAt(0)),
    key: await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", false, ["sign"]),
  };
};

/** The player's key, or none for a guest. */
export class Identity {
  constructor() {
    /** @type {Player | null} */
    this.player = null;
    this.claimed = "";
    /** @type {Promise<boolean>} */
    this.claim = Promise.resolve(true);
    /** @type {() => void} */
    this.letGo = () => {};
  }

  /** Reads the key that is kept; another window may have changed it. */
  async load() {
    if (!globalThis.crypto?.subtle) return;
    try {
      const kept = await stored("readonly", (store) => store.get("own"));
      this.player = isPlayer(kept) ? kept : null;
    } catch {
      this.player = null;
    }
  }

  /** A sentence that says why this browser can have no key; empty if it can have one. */
  async obstacle() {
    if (!globalThis.crypto?.subtle) {
      return "Browsers keep keys only for addresses with https://, and this one has none. You play as a guest.";
    }
    try {
      await playerOf(new Uint8Array(32));
      return "";
    } catch {
      return "This browser cannot sign with Ed25519: Chromium 137, Firefox 129 and Safari 17 can. You play as a guest.";
    }
  }

  /**
   * Makes a key and keeps it.
   * @returns {Promise<{pem: string, problem: string}>} its file, which there is only now; and if it is not
   *   kept, a sentence
   */
  async make() {
    // Any 32 bytes are an Ed25519 private key (RFC 8032, 5.1.5).
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const problem = await this.keep(seed);
    return { pem: problem ? "" : pemOf(seed), problem };
  }

  /**
   * Keeps the key in a file.
   * @param {File} file
   * @returns {Promise<string>} a sentence, if that is not possible
   */
  async bring(file) {
    try {
      const seed = seedOf(await file.slice(0, longestKeyFile + 1).text());
      return typeof seed === "string" ? seed : await this.keep(seed);
    } catch {
      return "That file cannot be read: choose another copy of it.";
    }
  }

  /**
   * @param {Uint8Array} seed
   * @returns {Promise<string>}
   */
  async keep(seed) {
    try {
      const player = await playerOf(seed);
      // Never in place of another, which would be lost.
      await stored("readwrite", (store) => store.add(player, "own"));
      this.player = player;
      return "";
    } catch {
      await this.load();
      return this.player
        ? "Another window of this browser has kept a key meanwhile; it is this one."
        : "This browser does not let the page keep a key: allow it to store data. You play as a guest.";
    }
  }

  /**
   * Removes the key from this browser.
   * @returns {Promise<string>} a sentence, if that is not possible
   */
  async forget() {
    try {
      await stored("readwrite", (store) => store.delete("own"));
      this.player = null;
      this.release();
      return "";
    } catch {
      return "The key could not be removed: clear this page's data in your browser's settings.";
    }
  }

  /**
   * Takes the key for a session at a server, until this page ends or lets go of it.
   *
   * Where a second connection proves a key, it takes the first one's seat. While one window plays with
   * it, the next plays as a guest.
   * @param {string} server
   * @returns {Promise<boolean>} whether no other window plays there with it
   */
  async take(server) {
    await this.load();
    const name = this.player ? `facedown ${this.player.publicKey} ${server}` : "";
    if (name === this.claimed) return this.claim;
    this.release();
    this.claimed = name;
    if (name) {
      const cancel = new AbortController();
      const wait = () => setTimeout(async () => {
        const { held = [] } = await navigator.locks.query();
        // Nobody holds it on a slow machine whose answer is on its way.
        if (held.some((lock) => lock.name === name)) cancel.abort();
        else timeout = wait();
      }, claimPatience);
      let timeout = wait();
      this.claim = new Promise((resolve) => {
        navigator.locks.request(name, { signal: cancel.signal }, () => {
          clearTimeout(timeout);
          resolve(true);
          return new Promise((release) => {
            this.letGo = () => release(undefined);
          });
        }).catch(() => {
          // The next session tries again.
          if (this.claimed === name) this.release();
          resolve(false);
        });
      });
    }
    return this.claim;
  }

  /** Lets another window play with the key. */
  release() {
    this.letGo();
    this.letGo = () => {};
    this.claimed = "";
    this.claim = Promise.resolve(true);
  }
}

/**
 * What a player's key makes of a statement.
 * @param {Player} player
 * @param {Uint8Array} statement
 */
export const sign = async (player, statement) =>
  new Uint8Array(await crypto.subtle.sign("Ed25519", player.key, statement));
