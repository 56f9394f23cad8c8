// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// What stands beside the table: players, sentences, buttons, questions. Its sentences are the module's.

// @ts-check

import {
  action, arrange, button, element, keys, mainActions, make, phase, size, table, text, Written,
} from "./support.js";
import { Result } from "./result.js";

/** What follows the player's own name in sentences. */
const yourMark = " (you)";
/** How many sentences the log keeps. */
const logLength = 100;

/**
 * The key that the first of a dialog's keys stands for, such as `n` of `n, Esc`.
 * @param {string} names
 */
const firstKey = (names) => names.split(",")[0].trim();

/**
 * Where a reaction is in the sheet of six.
 * @param {number} index
 */
const reactionPlace = (index) => `${20 * index}% 0`;

export class Panel {
  /**
   * @param {import("./client.js").Client} client
   * @param {() => void} openSettings
   * @param {(glyph: Written, face: number) => void} drawFace
   */
  constructor(client, openSettings, drawFace) {
    this.client = client;
    this.headline = new Written(element("headline"));
    this.news = new Written(element("news"));
    this.verdict = new Written(element("verdict"));
    this.facts = new Written(element("facts"));
    this.rules = new Written(element("rules"));
    const log = element("log");
    this.log = log;
    // Until the player scrolls back, the last sentence is in view, also when the log becomes smaller.
    this.isAtEnd = true;
    let height = 0;
    const follow = () => {
      height = log.clientHeight;
      if (this.isAtEnd) log.scrollTop = log.scrollHeight;
    };
    new ResizeObserver(follow).observe(log);
    log.onscroll = () => {
      if (log.clientHeight !== height) return follow();
      this.isAtEnd = log.scrollHeight - log.scrollTop - height < 40;
    };
    this.seats = element("seats");
    this.dialog = /** @type {HTMLDialogElement} */ (element("question"));
    this.invitation = element("invitation");
    /** @type {HTMLButtonElement | undefined} */
    this.copy = undefined;
    this.result = new Result(client, drawFace);
    element("help").onclick = () => this.press("?");
    element("match-settings").onclick = openSettings;
    /**
     * What was last drawn, by the element's name.
     * @type {Map<string, string>}
     */
    this.drawn = new Map();
    /**
     * The buttons of the actions, by what they do.
     * @type {Map<string, HTMLElement>}
     */
    this.buttons = new Map();
    /** @type {ReturnType<Panel["row"]>[]} */
    this.rows = [];
    // Escape, too, is answered by the module.
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.press("Escape");
    });
  }

  /** @param {string} key */
  press(key) {
    const number = keys[key] ?? 0;
    if (number > 0) this.client.act(action.key, number);
    else if ([...key].length === 1) this.client.act(action.key, 0, key);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  isNew(name, value) {
    if (this.drawn.get(name) === value) return false;
    this.drawn.set(name, value);
    return true;
  }

  row() {
    const item = make("li");
    const clock = make("div", "clock");
    const mark = make("span", "mark");
    clock.append(mark);
    const label = make("div");
    const [name, details, shown] = [make("span", "name"), make("small"), make("span", "shown")];
    const [score, picture, word] = [make("b"), make("i"), make("span")];
    const [who, rating] = [make("div", "who"), make("span", "rating")];
    // Beside the name, which may be too long for its place.
    const you = make("i");
    who.append(name, you, rating);
    label.append(who, details);
    shown.append(picture, word);
    item.append(clock, label, shown, score);
    this.seats.append(item);
    return {
      item: new Written(item), clock: new Written(clock), mark: new Written(mark),
      name: new Written(name), you: new Written(you), details: new Written(details), picture: new Written(picture),
      word: new Written(word), score: new Written(score), rating: new Written(rating),
    };
  }

  /**
   * Draws what changes with every frame.
   * @param {Float64Array} numbers
   */
  drawClocks(numbers) {
    let offset = size.head + size.card * numbers[18] + size.number * numbers[19];
    for (let seat = 0; seat < numbers[20]; seat += 1, offset += size.seat) {
      const row = this.rows[seat];
      if (!row) continue;
      const isTurn = (numbers[offset + 3] & 8) !== 0;
      const fraction = isTurn ? (numbers[11] >= 0 ? numbers[11] : 1) : 0;
      row.clock.style(
        "background",
        `conic-gradient(currentColor ${(360 * fraction).toFixed(1)}deg, var(--ring-track) 0)`);
    }
  }

  /**
   * Draws the words.
   * @param {Float64Array} numbers
   */
  draw(numbers) {
    const { client } = this;
    this.headline.text(client.text(text.headline));
    const message = client.text(text.message);
    this.news.text(message || client.text(text.news));
    this.news.className(message && numbers[14] & 4 ? "bad" : "");
    const [[tone = "", verdict = ""] = []] = table(client.text(text.verdict));
    this.verdict.text(verdict);
    this.verdict.className(tone);
    const title = client.text(text.title);
    if (title && title !== document.title) document.title = title;
    this.facts.text(client.text(text.facts));
    this.rules.text(numbers[3] === phase.waiting ? "" : client.text(text.rules));
    let offset = size.head + size.card * numbers[18] + size.number * numbers[19];
    const isLost = (numbers[14] & 8) !== 0;
    let isReady = false;
    for (let seat = 0; seat < numbers[20]; seat += 1, offset += size.seat) {
      const row = (this.rows[seat] ??= this.row());
      const flags = numbers[offset + 3];
      const [mark = "", name = "", details = "", score = "", rating = "", reaction = "", word = ""] =
        table(client.text(text.seat + seat))[0] ?? [];
      row.item.className(
        `seat seat-${seat % 8}${flags & 8 ? " turn" : ""}${flags & 1 ? "" : " free"}`);
      row.mark.text(mark);
      isReady ||= (flags & 18) === 18;
      const isYou = (flags & 2) !== 0 && name.endsWith(yourMark);
      row.name.text(isYou ? name.slice(0, -yourMark.length) : name);
      row.you.text(isYou ? "You" : "");
      row.rating.text(rating);
      // A clock that the server may have stopped does not run here either.
      if (!isLost) row.details.text(details);
      row.score.text(score);
      row.picture.className(reaction ? "reaction" : "");
      row.picture.style("backgroundPosition", reactionPlace(Number(reaction)));
      row.word.text(word);
    }
    for (const row of this.rows.splice(numbers[20])) row.item.node.remove();
    const isYourTurn = numbers[3] === phase.playing && (numbers[14] & 1) === 1;
    element("match").classList.toggle("mine", isYourTurn);
    element("match").classList.toggle("lost", isLost);
    element("match").classList.toggle("playing", numbers[3] === phase.playing);
    // Once the last pair has left the table.
    const isOver = numbers[3] === phase.ended && numbers[0] !== 2;
    const isWaiting = numbers[3] === phase.waiting;
    this.result.draw(isOver, isWaiting && numbers[9] >= 0 && !isReady);
    element("match").classList.toggle("over", numbers[3] === phase.ended || this.result.isShown);
    this.drawInvitation(isWaiting && !this.result.isShown);
    this.drawActions(this.result.isShown);
    this.drawReactions();
    this.drawDialog();
  }

  /** @param {boolean} hasResult whether the result is shown, which then has the ways on from there */
  drawActions(hasResult) {
    const lines = this.client.text(text.actions);
    // Whoever waits for others invites them first.
    const isInviting = !this.invitation.hidden && this.invitation.classList.contains("inviting");
    if (!this.isNew("actions", `${hasResult}${isInviting}${lines}`)) return;
    /** @type {HTMLElement[][]} */
    const [here, onward] = [[], []];
    /** @type {Map<string, HTMLElement>} */
    const buttons = new Map();
    for (const [kind, argument, words, label] of table(lines)) {
      const name = [kind, argument, words, label].join("\t");
      const node = this.buttons.get(name)
        ?? button(label, () => this.client.act(Number(kind), Number(argument), words));
      buttons.set(name, node);
      const isMain = mainActions.includes(Number(kind));
      node.classList.toggle("first", isMain && !isInviting);
      node.classList.toggle("leave", words === "q");
      (hasResult && (isMain || Number(kind) === action.replay) ? onward : here).push(node);
    }
    this.buttons = buttons;
    arrange(this.result.onward, onward);
    arrange(element("actions"), here);
  }

  drawReactions() {
    const lines = this.client.text(text.reactions);
    if (!this.isNew("reactions", lines)) return;
    element("reactions").replaceChildren(
      ...table(lines).map(([word], index) => {
        const node = button("", () => this.client.act(action.react, index));
        const picture = make("i", "reaction");
        picture.style.backgroundPosition = reactionPlace(index);
        node.append(picture);
        node.ariaLabel = word;
        node.title = word;
        return node;
      }));
    if (!lines) return;
    const say = button("", () => this.press("t"));
    say.append(make("i", "bubble"));
    say.ariaLabel = say.title = "say something";
    element("reactions").append(say);
  }

  /** Shows what the module asks or explains; every answer is a key. */
  drawDialog() {
    const lines = this.client.text(text.dialog);
    if (!this.isNew("dialog", lines)) return;
    if (!lines) return this.dialog.close();
    const [[kind, title, ...mode], ...rows] = table(lines);
    const heading = make("h2", "", title);
    heading.id = "question-title";
    if (kind !== "question") heading.className = "keys-title";
    if (kind === "question") {
      const answers = make("div", "answers");
      for (const [names, meaning, chosen] of rows) {
        const answer = button(
          meaning.charAt(0).toUpperCase() + meaning.slice(1), () => this.press(firstKey(names)));
        const hint = make("kbd", "", names);
        hint.ariaHidden = "true";
        answer.append(hint);
        if (chosen) answer.classList.add("first");
        answers.append(answer);
      }
      this.dialog.replaceChildren(heading, answers);
    } else {
      const list = make("dl", "keys");
      for (const [names, meaning] of rows) list.append(make("dt", "", names), make("dd", "", meaning));
      const rules = make("ul", "rules");
      rules.append(...mode.map((rule) => make("li", "", rule)));
      const pages = make("div", "pages");
      // Keys scroll it.
      pages.tabIndex = 0;
      const subject = element("playback").hidden ? "How to play" : "Watching a replay";
      pages.append(make("h2", "", subject), rules, heading, list);
      this.dialog.replaceChildren(pages, button("Close", () => this.press("?")));
    }
    if (!this.dialog.open) this.dialog.showModal();
    // Where Enter selects nothing, the last answer changes nothing.
    const answers = this.dialog.querySelectorAll("button");
    const chosen = this.dialog.querySelector(".first") ?? answers[answers.length - 1];
    if (chosen instanceof HTMLElement) chosen.focus({ preventScroll: true });
  }

  /** @param {boolean} isWaiting */
  drawInvitation(isWaiting) {
    const lines = isWaiting ? this.client.text(text.sharing) : "";
    const rules = isWaiting ? this.client.text(text.rules) : "";
    if (!this.isNew("invitation", `${isWaiting}${lines}${rules}`)) return;
    this.invitation.hidden = !isWaiting;
    const [title, way, code] = table(lines)[0] ?? [];
    // With every seat taken, the link is for spectators alone.
    this.invitation.classList.toggle("full", way === "watch");
    this.invitation.classList.toggle("inviting", way === "join");
    if (!code) return this.invitation.replaceChildren(make("p", "rules", rules));
    const link = `${location.origin}/${code}${way === "watch" ? "/watch" : ""}`;
    const copy = button("Copy the link", async () => {
      try {
        await navigator.clipboard.writeText(link);
        copy.textContent = "Copied";
      } catch {
        // Without a secure context there is no clipboard: the link is selected instead.
        getSelection()?.selectAllChildren(address);
      }
    });
    copy.classList.toggle("first", way === "join");
    this.copy = copy;
    const address = make("p", "link", link);
    const ways = make("div", "buttons");
    ways.append(copy);
    // Telephones have a list of programs to send it with.
    if (navigator.canShare?.({ url: link })) {
      ways.append(button("Share", () => navigator.share({ url: link }).catch(() => {})));
    }
    this.invitation.replaceChildren(
      make("p", "", title), make("p", "code", code), address, ways, ...this.qrCode(way, code),
      make("p", "rules", rules));
  }

  /**
   * The link as a picture, for telephones nearby: they reach no name that means this machine alone.
   * @param {string} way
   * @param {string} code
   */
  qrCode(way, code) {
    if (way !== "join" || /^(localhost$|127\.|\[::1])/.test(location.hostname)) return [];
    const picture = new Image();
    picture.className = "qr";
    picture.alt = "QR code of the link";
    picture.src = `/web/qr/${code}.svg`;
    return [picture];
  }

  /**
   * Adds a sentence to the log, which screen readers read.
   * @param {string} sentence
   */
  say(sentence) {
    const { log } = this;
    log.append(make("p", "", sentence));
    if (this.isAtEnd) log.scrollTop = log.scrollHeight;
    while (this.log.childElementCount > logLength) this.log.firstElementChild?.remove();
  }

  /** Forgets what happened: a replay begins or ends, or the room was left. */
  clearLog() {
    this.log.replaceChildren();
  }

  /** Forgets the room that was left. */
  clear() {
    this.drawn.clear();
    this.clearLog();
    this.result.clear();
    if (this.dialog.open) this.dialog.close();
    for (const row of this.rows.splice(0)) row.item.node.remove();
  }
}
