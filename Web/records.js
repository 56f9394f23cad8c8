// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What the server knows of finished matches: leaderboards and replays, in a dialog.

// @ts-check

import { action, button, element, longestInput, make, table, text } from "./support.js";

export class Records {
  /**
   * @param {import("./client.js").Client} client
   * @param {(act: () => void) => void} enter does something once the session has begun
   */
  constructor(client, enter) {
    this.client = client;
    this.enter = enter;
    this.dialog = /** @type {HTMLDialogElement} */ (element("records"));
    /**
     * What is shown: the leaderboards or the list of replays.
     * @type {"leaderboards" | "replays"}
     */
    this.which = "leaderboards";
    this.mode = "";
    this.drawn = "";
    element("leaderboards").onclick = () => this.show("leaderboards");
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
   * @param {"leaderboards" | "replays"} which
   */
  show(which) {
    [this.which, this.drawn] = [which, ""];
    if (!this.dialog.open) this.dialog.showModal();
    this.enter(() => {
      if (which === "leaderboards") this.client.act(action.leaderboards);
      else this.client.act(action.replays, -new Date().getTimezoneOffset());
    });
  }

  /** Shows what is known now. */
  draw() {
    if (!this.dialog.open) return;
    const isBoard = this.which === "leaderboards";
    const lines = this.client.text(isBoard ? text.leaderboards : text.replays);
    const drawn = `${this.which} ${this.mode} ${lines}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const title = make("h2", "", isBoard ? "Leaderboard" : "Replays");
    title.id = "records-title";
    const buttons = make("div", "buttons");
    const close = button("Close", () => this.dialog.close());
    buttons.append(button("Refresh", () => this.show(this.which)));
    if (!isBoard) buttons.append(button("Open a file", () => element("file").click()));
    buttons.append(close);
    const parts = isBoard ? this.board(table(lines)) : this.list(table(lines));
    const focus = document.activeElement?.textContent;
    this.dialog.replaceChildren(title, ...parts, buttons);
    // What had the focus was replaced.
    const again = Array.from(this.dialog.querySelectorAll("button"));
    (again.find((node) => node.textContent === focus) ?? close).focus();
  }

  /** @param {string[][]} lines */
  board(lines) {
    const modes = lines.filter(([kind]) => kind === "mode");
    if (!modes.some(([, mode]) => mode === this.mode)) this.mode = modes[0]?.[1] ?? "";
    const tabs = make("div", "buttons tabs");
    tabs.setAttribute("role", "group");
    tabs.setAttribute("aria-label", "Mode");
    tabs.append(...modes.map(([, mode, title]) => {
      const tab = button(title, () => {
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
      const you = fields.pop();
      const row = make("tr", you ?? "");
      row.append(...fields.map((field) => {
        const cell = make(index === 0 ? "th" : "td", "", field);
        if (index === 0) cell.setAttribute("scope", "col");
        return cell;
      }));
      return row;
    });
    const board = make("table");
    board.ariaLabel = shown?.[2] ?? "";
    board.append(...rows);
    return [tabs, ...(rows.length > 0 ? [board] : []), make("p", "hint", shown?.[3])];
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
      const watch = button("Watch", () => {
        this.dialog.close();
        this.enter(() => this.client.act(action.replay, 0, match));
      });
      watch.ariaLabel = `Watch ${result}`;
      item.append(label, watch);
      return item;
    }));
    return [...(note ? [make("p", "hint", note)] : []), ...(replays.length > 0 ? [list] : [])];
  }
}
