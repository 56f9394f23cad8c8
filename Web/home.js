// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The home page, its forms, and the settings.

// @ts-check

import { action, button, element, make, table, text } from "./support.js";

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (element(id));

/**
 * @param {string} id
 * @param {[string, string][]} options
 * @param {string} chosen
 */
const offer = (id, options, chosen) => {
  const select = /** @type {HTMLSelectElement} */ (element(id));
  select.replaceChildren(...options.map(([value, title]) => new Option(title, value)));
  select.value = chosen;
};

/** What there is to do while the list of rooms is empty. */
const nobody =
  "No rooms are open just now. Press Find a table and wait for the next player, open a table and send its " +
  "link to somebody, or play against bots.";

export class Home {
  /**
   * @param {import("./client.js").Client} client
   * @param {(act: () => void) => void} enter does something once the session has begun
   */
  constructor(client, enter) {
    this.client = client;
    this.enter = enter;
    /** Where to say what came of the last press: beside what was pressed. */
    this.status = element("status");
    const pairs = [2, 3, 4, 6, 8, 9, 10, 12, 15, 18, 20, 24, 28, 30, 32];
    offer("pairs", pairs.map((count) => [`${count}`, `${count}`]), "8");
    offer("players", [2, 3, 4, 5, 6, 7, 8].map((count) => [`${count}`, `${count}`]), "2");
    const seconds = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120];
    offer(
      "turn", seconds.map((count) => [`${count}`, count ? `${count} seconds` : "as long as you like"]),
      "30");
    const choices = table(client.run(() => client.text(text.choices)) ?? "");
    for (const kind of ["theme", "mode", "shuffle", "level"]) {
      const options = choices.filter(([name]) => name === kind);
      offer(
        kind, options.map(([, value, title]) => [value, title]),
        kind === "level" ? "medium" : options[0]?.[1] ?? "");
    }
    const hints = new Map(choices.map(([kind, value, , hint]) => [`${kind} ${value}`, hint]));
    const explain = () => {
      element("mode-hint").textContent = hints.get(`mode ${field("mode").value}`) ?? "";
      element("shuffle-hint").textContent = hints.get(`shuffle ${field("shuffle").value}`) ?? "";
    };
    const modes = new Map(choices.filter(([kind]) => kind === "mode").map(([, value, title]) => [value, title]));
    const seek = () => {
      element("quick-hint").textContent =
        `Finds a ${modes.get(field("mode").value)} table for ${field("players").value} players.`;
    };
    for (const id of ["mode", "players"]) field(id).addEventListener("change", seek);
    seek();
    field("mode").onchange = explain;
    field("shuffle").onchange = explain;
    explain();
    const forms = /** @type {[string, (how: string) => void][]} */ ([
      ["enter", (how) => this.join(how)], ["create", (how) => this.create(how)],
    ]);
    for (const [id, submit] of forms) {
      element(id).onsubmit = (event) => {
        event.preventDefault();
        const { submitter } = /** @type {SubmitEvent} */ (event);
        submit(/** @type {HTMLButtonElement | null} */ (submitter)?.value ?? "");
      };
    }
    const play = /** @type {HTMLButtonElement} */ (element("play"));
    // One press: whoever wants a name has entered one.
    play.onclick = () => enter(() =>
      (this.invitation ? client.act(action.join, 0, this.invitation) : this.open(true)));
    play.disabled = false;
    element("who").onsubmit = (event) => {
      event.preventDefault();
      play.click();
    };
    element("look").onclick = () => enter(() => client.act(action.watch, 0, this.invitation));
    element("terminal-quick").textContent = `facedown quick ${location.origin}`;
    element("terminal-join").textContent = `facedown join ${location.origin}/K7QF2`;
    for (const [id, isRated] of /** @type {[string, number][]} */ ([["quick", 0], ["rated", 1]])) {
      element(id).onclick = () => this.ask(() =>
        client.act(action.quick, isRated, `${field("mode").value}\t${field("players").value}`));
    }
    element("list").onclick = () => this.ask(() => client.act(action.rooms));
    /** The code of the table that the page's address invites to; empty for none. */
    this.invitation = "";
    /** Whether the list has all rooms, as was asked for, and not open tables alone. */
    this.hasAll = false;
    this.listed = "";
  }

  /**
   * Makes the first button the way to the table that the page's address is for, with nothing else around it, or
   * to a match against a bot.
   * @param {string} code empty for no table
   */
  invite(code) {
    this.invitation = code;
    element("home").classList.toggle("invited", code !== "");
    element("look").hidden = !code;
    element("play").textContent = code ? `Join table ${code}` : "Play now";
    // A keyboard on a telephone would cover the rest.
    if (code && !field("name").value && matchMedia("(hover: hover)").matches) field("name").focus();
    element("play-hint").textContent = code
      ? "You are invited to a table. Enter the name that the others will see, and join."
      : "Starts a match against a bot. Or play live with up to seven others. Nothing to install.";
  }

  /** The code in what was typed or pasted: a code, or a link. */
  get code() {
    const typed = field("code").value.trim();
    const parts = typed.replace(/\/watch\/?$/i, "").split("/").filter((part) => part);
    return parts.at(-1) ?? "";
  }

  /**
   * @param {() => void} act
   * @param {string} status where to say what comes of it
   */
  ask(act, status = "status") {
    this.say("");
    this.status = element(status);
    if (!(/** @type {HTMLFormElement} */ (element("who")).reportValidity())) return;
    this.enter(act);
  }

  /** @param {string} how */
  join(how) {
    if (!this.code) {
      this.say("");
      this.status = element("code-status");
      this.say("Which room? Enter its code, such as K7QF2, or paste its link.");
      field("code").focus();
      return;
    }
    this.ask(
      () => this.client.act(how === "watch" ? action.watch : action.join, 0, this.code), "code-status");
  }

  /** @param {string} how */
  create(how) {
    this.ask(() => this.open(how === "bots"));
  }

  /**
   * Opens a table as the form says.
   * @param {boolean} isAlone whether bots take the other seats
   */
  open(isAlone) {
    const fields = ["pairs", "players", "mode", "theme", "turn", "shuffle"].map((id) => field(id).value);
    fields.push(isAlone ? "unlisted" : field("audience").value, isAlone ? field("level").value : "");
    this.client.act(action.create, 0, fields.join("\t"));
  }

  /** Shows the list of rooms as it is now. */
  listRooms() {
    const isFirst = !this.hasAll;
    this.hasAll = true;
    this.list(this.client.text(text.rooms));
    if (isFirst) element("tables").scrollIntoView({ block: "nearest" });
  }

  /**
   * Shows open tables, unless the list of rooms is shown.
   * @param {string} lines
   */
  offerTables(lines) {
    if (!this.hasAll) this.list(lines);
  }

  /** @param {string} lines */
  list(lines) {
    const list = element("rooms");
    element("tables").hidden = !lines && !this.hasAll;
    // The list knows who sits at the table that the page's address is for, if it is public.
    const [, , players, details] = table(lines).find(([code]) => code === this.invitation) ?? [];
    if (details) element("play-hint").textContent = `${players || "Nobody yet"}: ${details}`;
    if (lines && lines === this.listed) return;
    this.listed = lines;
    const items = table(lines).map(([code, way, players, details]) => {
      const item = make("li");
      const label = make("div");
      label.append(make("b", "", players || "Nobody yet"), make("span", "", `${details} \u00b7 ${code}`));
      const enter = button(way === "join" ? "Join" : "Watch", () =>
        this.ask(() => this.client.act(way === "join" ? action.join : action.watch, 0, code)));
      enter.ariaLabel = `${way === "join" ? "Join" : "Watch"} ${code}`;
      item.append(label, enter);
      return item;
    });
    const focus = list.contains(document.activeElement) ? document.activeElement?.ariaLabel : null;
    list.replaceChildren(
      ...(items.length > 0 ? items : [make("li", "", nobody)]));
    if (!focus) return;
    // What had the focus was replaced.
    const next = Array.from(list.querySelectorAll("button")).find((node) => node.ariaLabel === focus);
    (next ?? element("list")).focus();
  }

  /** @param {string} sentence */
  say(sentence) {
    // A table that nobody can join is no invitation: every other way is shown.
    if (sentence) this.invite("");
    this.status.textContent = sentence;
    // What was pressed may be far below.
    if (sentence) this.status.scrollIntoView({ block: "nearest" });
  }
}

/** What a player has set, kept by the browser. */
export class Settings {
  /**
   * @param {Record<"palette" | "motion" | "ghosts" | "live" | "sounds", import("./support.js").Kept>} kept
   */
  constructor(kept) {
    this.kept = kept;
    /**
     * Who is told of changes, once there is somebody.
     * @type {{motion: (isReduced: boolean) => void, ghosts: (isOn: boolean) => void,
     *   live: (isOn: boolean) => void, sounds: (isOn: boolean) => void} | null}
     */
    this.changed = null;
    this.system = matchMedia("(prefers-reduced-motion: reduce)");
    this.dialog = /** @type {HTMLDialogElement} */ (element("settings"));
    const colours = /** @type {HTMLSelectElement} */ (field("palette"));
    const known = Array.from(colours.options, (option) => option.value);
    colours.value = known.includes(kept.palette.value) ? kept.palette.value : known[0];
    const paint = () => {
      document.documentElement.dataset.palette = colours.value;
    };
    paint();
    colours.onchange = () => {
      kept.palette.set(colours.value);
      paint();
    };
    const moves = /** @type {HTMLSelectElement} */ (field("motion"));
    moves.value = ["full", "reduced"].includes(kept.motion.value) ? kept.motion.value : "";
    const apply = () => {
      document.documentElement.classList.toggle("reduced", this.isReduced);
      this.changed?.motion(this.isReduced);
    };
    moves.onchange = () => {
      kept.motion.set(moves.value);
      apply();
    };
    this.system.onchange = apply;
    for (const name of /** @type {const} */ (["sounds", "ghosts", "live"])) {
      const choice = /** @type {HTMLInputElement} */ (field(`${name}-setting`));
      choice.checked = this.isOn(name);
      choice.onchange = () => {
        kept[name].set(choice.checked ? "" : "off");
        this.changed?.[name](choice.checked);
      };
    }
    document.documentElement.classList.toggle("reduced", this.isReduced);
  }

  /** @param {"ghosts" | "live" | "sounds"} name */
  isOn(name) {
    return this.kept[name].value !== "off";
  }

  get isReduced() {
    const { motion } = this.kept;
    return motion.value ? motion.value === "reduced" : this.system.matches;
  }

  open() {
    this.dialog.showModal();
  }
}
