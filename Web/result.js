// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The result of a match, over the table: podium, the winner's pairs, the course of the scores, awards.

// @ts-check

import { arrange, element, make, table, text, Written } from "./support.js";

/** The most of the winner's pairs that are fanned out. */
const mostTrophies = 12;
/** The whole fan, and between two cards of it at most, in degrees. */
const [fanWidth, fanStep] = [70, 14];

/** @param {string} kind */
const makeShape = (kind) => document.createElementNS("http://www.w3.org/2000/svg", kind);

export class Result {
  /**
   * @param {import("./client.js").Client} client
   * @param {(glyph: Written, face: number) => void} drawFace
   */
  constructor(client, drawFace) {
    this.client = client;
    this.drawFace = drawFace;
    this.sheet = element("result");
    // The ways on from the result: they are where the eyes are.
    this.onward = make("div", "buttons");
    this.lines = "";
    /** Whether the match was seen to be played, and not only its end. */
    this.wasPlayed = false;
  }

  get isShown() {
    return !this.sheet.hidden;
  }

  /**
   * @param {boolean} isOver
   * @param {boolean} mayStay whether others have gone on and this player has not
   */
  draw(isOver, mayStay) {
    if (!isOver) this.wasPlayed = true;
    if (mayStay && this.lines) return;
    const lines = isOver ? this.client.text(text.standings) : "";
    if (lines === this.lines) return;
    this.lines = lines;
    this.sheet.hidden = !lines;
    const rows = table(lines);
    const players = rows.filter(([name]) => name);
    const others = rows.filter(([name]) => !name);
    arrange(this.sheet, [
      make("h2", "", this.client.text(text.headline)),
      ...this.fan(others.filter(([, award]) => !award).map(([, , face]) => Number(face))),
      // Nobody stands beside a player alone.
      ...(players.length > 1 ? [this.podium(players)] : []), ...this.courses(players),
      ...others.filter(([, award]) => award).map(([, award]) => make("p", "award", award)), this.onward,
    ]);
    for (const paper of element("felt").querySelectorAll(".paper")) paper.remove();
    if (lines && players[0]?.[3] && this.wasPlayed) this.celebrate();
  }

  /**
   * The winner's pairs, a card each.
   * @param {number[]} faces
   */
  fan(faces) {
    if (faces.length === 0) return [];
    const fan = make("div", "fan");
    fan.ariaHidden = "true";
    const shown = faces.slice(0, mostTrophies);
    const step = Math.min(fanStep, fanWidth / shown.length);
    shown.forEach((face, index) => {
      const [card, glyph] = [make("div", "card up matched"), make("div")];
      card.style.transform = `rotate(${(index - (shown.length - 1) / 2) * step}deg)`;
      card.style.animationDelay = `${index * 0.07}s`;
      this.drawFace(new Written(glyph), face);
      card.append(glyph);
      fan.append(card);
    });
    return [fan];
  }

  /**
   * The players in their order, the first three on steps.
   * @param {string[][]} players
   */
  podium(players) {
    const list = make("ol", "podium");
    for (const [index, [name, result, seat, you]] of players.entries()) {
      const item = make("li", `seat-${Number(seat) % 8}${you ? " you" : ""}`);
      // On the steps below each other, in the lines of the others beside each other.
      const words = index < 3 ? result.replaceAll(", ", "\n") : result;
      item.append(make("span", "name", name), make("span", "step", words));
      list.append(item);
    }
    return list;
  }

  /**
   * The course of each player's score, in hundredths of the highest.
   * @param {string[][]} players
   */
  courses(players) {
    const courses = players.map(([, , seat, , course]) => ({
      seat, heights: course ? course.split(",").map(Number) : [],
    }));
    if (courses.every(({ heights }) => heights.length < 2)) return [];
    const chart = makeShape("svg");
    chart.setAttribute("class", "courses");
    chart.setAttribute("viewBox", "0 0 100 100");
    chart.setAttribute("preserveAspectRatio", "none");
    chart.setAttribute("aria-hidden", "true");
    for (const { seat, heights } of courses) {
      const line = makeShape("polyline");
      const points = heights.map((height, index) => `${(100 * index) / (heights.length - 1)},${100 - height}`);
      line.setAttribute("points", points.join(" "));
      line.setAttribute("class", `seat-${Number(seat) % 8}`);
      chart.append(line);
    }
    return [chart];
  }

  /** Paper in the seats' colours falls over the table, once. */
  celebrate() {
    const paper = make("div", "paper");
    paper.ariaHidden = "true";
    for (let index = 0; index < 40; index += 1) {
      const piece = make("i", `seat-${index % 8}`);
      piece.style.left = `${(index * 61) % 100}%`;
      piece.style.animationDelay = `${((index * 37) % 40) / 50}s`;
      paper.append(piece);
    }
    element("felt").append(paper);
    setTimeout(() => paper.remove(), 4000);
  }

  /** Forgets the match. */
  clear() {
    this.lines = "";
    this.wasPlayed = false;
    this.sheet.hidden = true;
  }
}
