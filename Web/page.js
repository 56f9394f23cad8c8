// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The page: sockets, time and pixels around the module that decides everything (docs/web.md).

// @ts-check

import { Board } from "./board.js";
import { Client } from "./client.js";
import { Demo } from "./demo.js";
import { Home, Settings } from "./home.js";
import { Identity } from "./identity.js";
import { KeyDialog } from "./keydialog.js";
import { Live } from "./live.js";
import { Panel } from "./panel.js";
import { Playback } from "./playback.js";
import { Records } from "./records.js";
import { Sounds } from "./sounds.js";
import { action, button, element, Frames, Kept, keys, make, phase, replayKeys, size } from "./support.js";

/** How often the words beside the table are renewed while something moves, in milliseconds. */
const wordsEvery = 100;

/** Draws when the scene asks for it. */
class Show {
  /**
   * @param {Client} client
   * @param {() => void} openSettings
   * @param {(match: string) => void} onReplay
   * @param {Sounds} sounds
   */
  constructor(client, openSettings, onReplay, sounds) {
    this.client = client;
    this.sounds = sounds;
    this.scheduled = new Frames(() => client.run(() => this.draw()));
    this.board = new Board(client, element("felt"), () => this.ask());
    this.panel = new Panel(
      client, openSettings, (glyph, face) => this.board.drawFace(glyph, face));
    // What stands around the felt changes its size.
    new ResizeObserver(() => this.ask()).observe(element("felt"));
    this.playback = new Playback(
      client, (key) => this.panel.press(key), onReplay, () => this.panel.clearLog());
    this.frames = 0;
    this.named = "";
    this.wordsAt = -Infinity;
    this.phase = -1;
  }

  ask() {
    this.scheduled.ask();
  }

  draw() {
    const numbers = this.client.frame();
    if (!numbers) return;
    this.frames += 1;
    // Words never tell of a phase that the picture has left.
    const isNewPhase = this.phase !== numbers[3];
    this.phase = numbers[3];
    this.board.draw(numbers);
    const [motion, next] = numbers;
    const now = performance.now();
    if (motion !== 2 || isNewPhase || now - this.wordsAt >= wordsEvery) {
      this.wordsAt = now;
      this.panel.draw(numbers);
      this.playback.draw();
    }
    this.playback.drawPosition(numbers);
    this.sounds.follow(numbers, this.playback.isShown);
    this.panel.drawClocks(numbers);
    // Which cards show and where they lie is all that a place's name says.
    let named = `${numbers[4]} ${numbers[5]}`;
    for (let index = 0; index < numbers[18]; index += 1) {
      const offset = size.head + size.card * index;
      named += ` ${numbers[offset + 1]},${numbers[offset + 10]},${numbers[offset + 12] & 1}`;
    }
    if (named !== this.named) {
      this.named = named;
      this.board.name();
    }
    // The sentences that have become due.
    this.client.carryOut();
    const wait = Math.max((next - this.client.clock.read().now) / 1000, 0);
    this.scheduled.follow(motion, next < 0 ? -1 : wait);
  }

  /** The room was left. */
  clear() {
    this.scheduled.stop();
    this.panel.clear();
    this.playback.draw();
    this.sounds.forget();
  }
}

/** @param {Event} event */
const stay = (event) => event.preventDefault();

/**
 * Says why nothing goes on, and offers one way out if there is any.
 * @param {string} sentence
 * @param {string} label
 * @param {() => void} press
 */
const halt = (sentence, label = "", press = () => {}) => {
  const dialog = /** @type {HTMLDialogElement} */ (element("halt"));
  const go = button(label, () => {
    dialog.close();
    press();
  });
  go.classList.add("first");
  dialog.replaceChildren(make("p", "", sentence), ...(label ? [go] : []));
  // There is nothing behind it to return to.
  dialog.addEventListener("cancel", stay);
  if (!dialog.open) dialog.showModal();
};

/**
 * Shows a sentence for a while.
 * @param {string} sentence
 */
const note = (sentence) => {
  const notice = element("notice");
  notice.textContent = sentence;
  notice.hidden = false;
  setTimeout(() => {
    notice.hidden = true;
  }, 6000);
};

/**
 * What keys do at the table, unless a field or a dialog has them.
 * @param {KeyboardEvent} event
 * @param {Show} show
 */
const takeKey = (event, show) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const { board, panel, playback } = show;
  const { target, key } = event;
  if (document.querySelector("dialog[open]:not(#question)")) return;
  if (target instanceof HTMLSelectElement) return;
  if (target instanceof HTMLInputElement && target !== playback.position) return;
  if (target === panel.log && key.startsWith("Arrow")) return;
  const isPlace = target instanceof Element && board.places?.contains(target);
  if (panel.dialog.open) {
    // Tab, Enter and Space move among the answers and press them.
    if (["Tab", "Enter", " ", "Escape"].includes(key)) return;
  } else if (playback.isShown) {
    // Enter and Space press another button.
    if ((key === "Enter" || key === " ") && target instanceof HTMLButtonElement && !isPlace) return;
  } else if (replayKeys.includes(key)) {
    return;
  } else if (board.arrow(key)) {
    return event.preventDefault();
  } else if (key === "Enter" || key === " ") {
    // On a place they turn its card, and on another button they press it.
    if (target instanceof HTMLButtonElement && !isPlace) return;
    if (isPlace && show.phase === phase.playing) return;
    if (show.phase === phase.playing) return;
  }
  if (key === "c" && !panel.dialog.open && !panel.invitation.hidden) return panel.copy?.click();
  if (key.length > 1 && !(key in keys)) return;
  event.preventDefault();
  panel.press(key);
};

/**
 * A part of the module; without it, a sentence in its place.
 * @param {"first.wasm" | "rest.wasm"} name
 * @returns {Promise<WebAssembly.Module | undefined>}
 */
const load = async (name) => {
  const advice = "You can play in a terminal: facedown join, with this page's link.";
  if (typeof WebAssembly !== "object") {
    halt(`This browser cannot run the game: it has no WebAssembly. ${advice}`);
    return undefined;
  }
  try {
    return await WebAssembly.compileStreaming(fetch(new URL(name, import.meta.url)));
  } catch (error) {
    // A browser that refuses the module has a different reason from one that does not get it.
    const isRefused = error instanceof WebAssembly.CompileError;
    console.error(error);
    if (isRefused) halt(`This browser cannot run the game: it is too old. ${advice}`);
    else halt("The game did not arrive. Check your connection.", "Try again", () => location.reload());
    return undefined;
  }
};

const main = async () => {
  const query = new URLSearchParams(location.search);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const server = query.get("server") ?? `${scheme}://${location.host}`;
  const [, code = "", part = ""] = location.pathname.split("/");
  // A QR code has capitals only.
  const role = part.toLowerCase();
  const name = /** @type {HTMLInputElement} */ (element("name"));
  const keptName = new Kept("localStorage", "facedown.name");
  const snapshot = new Kept("sessionStorage", "facedown.session");
  // A link to a room that the session is not in begins anew; a seat elsewhere waits as after any break.
  const formerRoom = snapshot.value.split("\n")[5] ?? "";
  if (code && code.toUpperCase() !== formerRoom) snapshot.set("");
  const wasRestored = snapshot.value !== "";
  const places = { home: element("home"), match: element("match"), coming: element("coming") };
  /** @param {"home" | "match" | "coming"} which */
  const reveal = (which) => {
    for (const [name, node] of Object.entries(places)) node.hidden = name !== which;
  };
  /**
   * Makes the address that of the home page, of a replay or of a profile.
   * @param {string} value
   * @param {"replay" | "profile"} what
   */
  const point = (value, what = "replay") => {
    const fields = new URLSearchParams(location.search);
    fields.delete("replay");
    fields.delete("profile");
    if (value) fields.set(what, value);
    const rest = fields.toString();
    history.replaceState(null, "", `/${rest && `?${rest}`}`);
  };
  name.value = query.get("name") ?? keptName.value;
  const replay = code || formerRoom ? "" : query.get("replay") ?? "";
  const profile = code || formerRoom || replay ? "" : query.get("profile") ?? "";
  const isExpected = replay || (wasRestored ? formerRoom : code && (role === "watch" || name.value));
  // What needs no module is shown before it has come.
  reveal(isExpected ? "coming" : "home");
  /** @param {string} name */
  const kept = (name) => new Kept("localStorage", `facedown.${name}`);
  const settings = new Settings(
    { palette: kept("palette"), motion: kept("motion"), ghosts: kept("ghosts"), live: kept("live"),
      sounds: kept("sounds") });
  const sounds = new Sounds(settings.isOn("sounds"));
  const identity = new Identity();
  // The demo on the home page plays while the rest of the module comes, which a table needs at once.
  const early = isExpected ? load("rest.wasm") : null;
  const first = await load("first.wasm");
  if (!first) return;
  const demo = new Demo(first, settings.isReduced, settings.isOn("live"));
  const [rest] = await Promise.all([early ?? load("rest.wasm"), identity.load()]);
  if (!rest) return;
  /** @type {Show} */
  let show;
  /** @type {Home} */
  let home;
  /** @type {Records} */
  let records;
  /** @type {Client} */
  const client = new Client([first, rest], server, snapshot, {
    draw: () => show.ask(),
    open: () => {
      const [, path = "", way = ""] = location.pathname.split("/");
      const room = snapshot.value.split("\n")[5] ?? "";
      const isWatching = snapshot.value.split("\n")[7] === "spectator";
      const wanted = isWatching ? "watch" : "";
      // After a reload the address says where to return to.
      if (room && (path !== room || way !== wanted)) {
        history.replaceState(null, "", `/${room}${wanted && "/watch"}${location.search}`);
      }
      reveal("match");
      demo.leave();
      show.ask();
    },
    left: () => {
      show.clear();
      reveal("home");
      point("");
      document.title = "Facedown";
      home.invite("");
      records.left();
    },
    say: (sentence) => {
      if (!places.match.hidden) return show.panel.say(sentence);
      reveal("home");
      home.say(sentence);
    },
    over: (sentence) => halt(sentence, "Continue here", () => client.renew()),
    rooms: () => home.listRooms(),
    records: () => records.draw(),
    crashed: () => {
      note("Something went wrong in this page; it goes on where it was.");
      // A replay without a room is not kept.
      if (places.match.hidden || snapshot.value.split("\n")[5]) return;
      reveal("home");
      point("");
    },
    stopped: () => {
      // What a reload would only repeat is not kept.
      if (wasRestored) snapshot.set("");
      const way = wasRestored ? "Reload it to begin anew." : "Reload it; your seat waits for you.";
      halt(`Something goes wrong in this page again and again. ${way}`, "Reload", () => location.reload());
    },
  });
  settings.changed = {
    motion: (isReduced) => {
      client.act(action.motion, isReduced ? 1 : 0);
      demo.prefer(isReduced, settings.isOn("live"));
    },
    ghosts: (isOn) => {
      client.showsGhosts = isOn;
      client.act(action.ghosts, isOn ? 1 : 0);
    },
    live: (isOn) => demo.prefer(settings.isReduced, isOn),
    sounds: (isOn) => sounds.turn(isOn),
  };
  // It may have changed meanwhile.
  demo.prefer(settings.isReduced, settings.isOn("live"));
  client.showsGhosts = settings.isOn("ghosts");
  const openSettings = () => settings.open();
  // At a table the address stays that of the room.
  show = new Show(client, openSettings, (match) => snapshot.value.split("\n")[5] || point(match), sounds);
  for (const opener of document.querySelectorAll(".open-settings")) {
    /** @type {HTMLButtonElement} */ (opener).onclick = openSettings;
  }
  // A session keeps its name and its key: with another one, another session begins.
  const renounce = () => {
    snapshot.set("");
    client.stop();
  };
  const begin = async () => {
    const isFree = await identity.take(server);
    // Another press may have begun it meanwhile.
    if (client.isStarted) return;
    client.start(name.value || "Guest", settings.isReduced, isFree ? identity.player : null, !isFree);
  };
  /** @param {() => void} act */
  const enter = async (act) => {
    if (client.isStarted && client.name !== (name.value || "Guest")) renounce();
    keptName.set(name.value);
    if (!client.isStarted) await begin();
    act();
  };
  new KeyDialog(client, identity, renounce);
  /** @type {HTMLInputElement} */ (element("code")).value = code;
  home = new Home(client, enter);
  if (code && role !== "watch") home.invite(code.toUpperCase());
  // Behind a dialog that closes for a table or a replay, the address is no longer the home page's.
  records = new Records(client, enter, () => identity.player !== null, (player) => {
    if (!places.home.hidden && (player || new URLSearchParams(location.search).has("profile"))) {
      point(player, "profile");
    }
  });
  // One press: whoever wants a name has entered one.
  demo.follow(
    new Live([first, rest], server, () => demo.frames.ask(), (lines) => home.offerTables(lines)),
    (code) => enter(() => client.act(action.watch, 0, code)));
  places.home.classList.remove("loading");
  Object.assign(window, { facedown: { client, show, demo } });
  document.addEventListener("visibilitychange", () => document.hidden || client.woke());
  addEventListener("pageshow", (event) => event.persisted && client.woke());
  addEventListener("online", () => client.woke());
  document.addEventListener("keydown", (event) => places.match.hidden || takeKey(event, show));
  if (profile) records.profile(profile);
  else if (replay) enter(() => client.act(action.replay, 0, replay));
  else if (wasRestored) begin();
  else if (isExpected) enter(() => client.act(role === "watch" ? action.watch : action.join, 0, code));
};

main();
