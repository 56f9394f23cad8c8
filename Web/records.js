// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What the server knows of finished matches: leaderboards, profiles, replays and daily deals, in a dialog.

// @ts-check

import { profileParts } from "./profile.js";
import { action, button, element, longestInput, make, table, text } from "./support.js";

export class Records {
  /**
   * @param {import("./client.js").Client} client
   * @param {(act: () => void) => void} enter does something once the session has begun
   * @param {() => boolean} hasKey whether the player has a key, which the daily deal needs
   * @param {(player: string) => void} point makes the address that of a profile, or of none
   */
  constructor(client, enter, hasKey, point) {
    this.client = client;
    this.enter = enter;
    this.hasKey = hasKey;
    this.point = point;
    /** The ID or name of the player whose profile is shown; empty for the own one. */
    this.player = "";
    this.dialog = /** @type {HTMLDialogElement} */ (element("records"));
    /**
     * What is shown: the leaderboards, a profile, the list of replays or the daily deals.
     * @type {"leaderboards" | "profile" | "replays" | "daily"}
     */
    this.which = "leaderboards";
    this.mode = "";
    this.drawn = "";
    /** Whether the table is that of a daily deal, whose board follows. */
    this.playsDaily = false;
    element("daily").onclick = () => this.show("daily");
    element("leaderboards").onclick = () => this.show("leaderboards");
    element("profile").onclick = () => this.profile("");
    this.dialog.addEventListener("close", () => this.point(""));
    element("replays").onclick = () => this.show("replays");
    const file = /** @type {HTMLInputElement} */ (element("file"));
    file.onchange = () => {
      this.open(file.files?.[0]);
      // The same file may be chosen again.
      file.value = "";
    };
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer?.files[0]);
    });
  }

  /**
   * Shows the replay in a file.
   * @param {File | undefined} file
   */
  async open(file) {
    if (!file) return;
    this.dialog.close();
    // No more than the module takes is read, and one byte that says so.
    const bytes = new Uint8Array(await file.slice(0, longestInput + 1).arrayBuffer());
    this.enter(() => this.client.open(bytes));
  }

  /**
   * Asks the server, and shows what it answers.
   * @param {"leaderboards" | "profile" | "replays" | "daily"} which
   */
  show(which) {
    [this.which, this.drawn] = [which, ""];
    if (which !== "profile") this.point("");
    if (!this.dialog.open) this.dialog.showModal();
    this.enter(() => {
      const minutes = -new Date().getTimezoneOffset();
      if (which === "leaderboards") this.client.act(action.leaderboards);
      else if (which === "daily") this.client.act(action.daily);
      else if (which === "profile") this.client.act(action.profile, minutes, this.player);
      else this.client.act(action.replays, minutes);
    });
  }

  /**
   * Shows a player's profile.
   * @param {string} player an ID or a name; empty for the own one
   */
  profile(player) {
    this.player = player;
    this.show("profile");
  }

  /** Shows what is known now. */
  draw() {
    if (!this.dialog.open) return;
    const { which } = this;
    const lines = this.client.text(text[which]);
    const drawn = `${which} ${this.mode} ${lines}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const title = make("h2", "", {
      leaderboards: "Leaderboard", profile: "Profile", replays: "Replays", daily: "Daily deal",
    }[which]);
    title.id = "records-title";
    const buttons = make("div", "buttons");
    const close = button("Close", () => this.dialog.close());
    const isGuest = which === "profile" && !this.player && !this.hasKey();
    if (!isGuest) buttons.append(button("Refresh", () => this.show(which)));
    if (which === "profile") buttons.append(button("Leaderboard", () => this.show("leaderboards")));
    if (which === "profile" && !this.player) {
      const key = button("Your key", () => {
        this.dialog.close();
        element("key").click();
      });
      key.classList.toggle("first", isGuest);
      buttons.append(key);
    }
    if (which === "replays") buttons.append(button("Open a file", () => element("file").click()));
    buttons.append(close);
    const parts = {
      leaderboards: () => this.board(table(lines)),
      profile: () => this.shown(table(lines)),
      replays: () => this.list(table(lines)),
      daily: () => this.days(table(lines)),
    }[which]();
    const focus = document.activeElement?.textContent;
    this.dialog.replaceChildren(title, ...parts, buttons);
    // What had the focus was replaced.
    const again = Array.from(this.dialog.querySelectorAll("button"));
    const next = again.find((node) => node.textContent === focus) ?? close;
    // A profile is read from its top, and may be longer than the window.
    next.focus({ preventScroll: which === "profile" });
    if (which === "profile") this.dialog.scrollTop = 0;
  }

  /** @param {string[][]} lines */
  shown(lines) {
    const id = lines.find(([kind]) => kind === "name")?.[2];
    // A name may become somebody else's; an ID stays.
    if (id) this.point(id);
    return profileParts(lines, (player) => this.profile(player), (match) => this.watch(match));
  }

  /** A table was left: after a daily deal its board is shown. */
  left() {
    if (!this.playsDaily) return;
    this.playsDaily = false;
    this.show("daily");
  }

  /** @param {string[][]} lines */
  days([[note] = [""], [way] = [""], ...lines]) {
    const streak = lines.find(([kind]) => kind === "streak")?.[1];
    const boards = lines.flatMap(([kind, title, sentence], index) => {
      if (kind !== "board") return [];
      const end = lines.findIndex(([other], later) => later > index && other !== "player");
      const rows = lines.slice(index + 1, end < 0 ? undefined : end).map(([, ...fields], place) => {
        const row = make("tr", fields.pop());
        row.append(...fields.map((field) => make(place === 0 ? "th" : "td", "", field)));
        return row;
      });
      const board = make("table");
      board.ariaLabel = title;
      board.append(...rows);
      return [make("h3", "", title), ...(rows.length > 0 ? [board] : []), make("p", "", sentence)];
    });
    const play = button("Play today's deal", () => {
      this.dialog.close();
      this.playsDaily = true;
      this.enter(() => this.client.act(action.playDaily));
    });
    const key = button("Create a key to play", () => {
      this.dialog.close();
      element("key").click();
    });
    const go = this.hasKey() ? play : key;
    go.className = "first";
    return [
      make("p", "hint", note), ...(way ? [go] : []), ...(streak ? [make("p", "", streak)] : []), ...boards,
    ];
  }

  /**
   * Shows a replay.
   * @param {string} match
   */
  watch(match) {
    this.dialog.close();
    this.enter(() => this.client.act(action.replay, 0, match));
  }

  /** @param {string[][]} lines */
  board(lines) {
    const modes = lines.filter(([kind]) => kind === "mode");
    if (!modes.some(([, mode]) => mode === this.mode)) this.mode = modes[0]?.[1] ?? "";
    const tabs = make("div", "buttons tabs");
    tabs.setAttribute("role", "group");
    tabs.setAttribute("aria-label", "Mode");
    tabs.append(...modes.map(([, mode, title]) => {
      const tab = button(title[0].toUpperCase() + title.slice(1), () => {
        this.mode = mode;
        this.draw();
      });
      tab.ariaPressed = `${mode === this.mode}`;
      return tab;
    }));
    const begin = lines.findIndex(([kind, mode]) => kind === "mode" && mode === this.mode);
    const end = lines.findIndex(([kind], index) => index > begin && kind === "mode");
    const [shown, ...players] = lines.slice(begin, end < 0 ? undefined : end);
    const rows = players.map(([, ...fields], index) => {
      const id = fields.pop() ?? "";
      const you = fields.pop();
      const row = make("tr", you ?? "");
      row.append(...fields.map((field, column) => {
        const isName = column === 1 && id !== "";
        const cell = make(index === 0 ? "th" : "td", "", isName ? "" : field);
        if (index === 0) cell.setAttribute("scope", "col");
        if (isName) cell.append(button(field, () => this.profile(id)));
        return cell;
      }));
      return row;
    });
    const board = make("table");
    board.ariaLabel = shown?.[2] ?? "";
    board.append(...rows);
    const hint = make("p", "hint", shown?.[3]);
    if (rows.length > 0) return [tabs, board, hint];
    // Nobody is in it yet, and the sentence says how one gets there.
    const find = button("Find a rated table", () => {
      this.dialog.close();
      element("rated").click();
    });
    find.classList.add("first");
    return [tabs, hint, find];
  }

  /** @param {string[][]} lines */
  list(lines) {
    const [[note] = [""], ...replays] = lines;
    const list = make("ul", "entries");
    list.ariaLabel = "Replays";
    list.append(...replays.map(([match, ended, rules, result]) => {
      const item = make("li");
      const label = make("div");
      // The winner stands out.
      const [winner, ...others] = result.split(", ");
      const players = make("p", "", others.map((other) => `, ${other}`).join(""));
      players.prepend(make("b", "", winner));
      label.append(players, make("span", "", `${ended} · ${rules}`));
      const watch = button("Watch", () => this.watch(match));
      watch.ariaLabel = `Watch ${result}`;
      item.append(label, watch);
      return item;
    }));
    return [...(note ? [make("p", "hint", note)] : []), ...(replays.length > 0 ? [list] : [])];
  }
}
