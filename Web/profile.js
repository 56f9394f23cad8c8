// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A player's profile, as parts of the records' dialog.

// @ts-check

import { button, make } from "./support.js";

/** The size of a chart, as the module scales it. */
const chart = { width: 240, height: 60 };

const svg = "http://www.w3.org/2000/svg";

/**
 * @param {string} kind
 * @param {Record<string, string>} attributes
 */
const shape = (kind, attributes) => {
  const node = document.createElementNS(svg, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

/**
 * A rating's course as a line, and the rating that everybody begins with as a dashed one.
 * @param {string} label
 * @param {string} start the row of the first rating
 * @param {string} points
 */
const drawing = (label, start, points) => {
  const node = shape("svg", {
    viewBox: `-3 -3 ${chart.width + 6} ${chart.height + 6}`, role: "img", "aria-label": label, class: "chart",
  });
  const [x = "0", y = "0"] = points.split(" ").at(-1)?.split(",") ?? [];
  node.append(
    shape("line", { x1: "0", x2: `${chart.width}`, y1: start, y2: start }), shape("polyline", { points }),
    shape("circle", { cx: x, cy: y, r: "3" }));
  return node;
};

/**
 * A list with a heading; nothing without items.
 * @param {string} title
 * @param {Node[]} items
 */
const part = (title, items) => {
  if (items.length === 0) return [];
  const list = make("ul", "entries whole");
  list.ariaLabel = title;
  list.append(...items);
  return [make("h3", "", title), list];
};

/**
 * An item: something strong, details, and a button.
 * @param {string} strong
 * @param {string} details
 * @param {HTMLButtonElement} [press]
 */
const item = (strong, details, press) => {
  const node = make("li");
  const label = make("div");
  label.append(make("b", "", strong), make("span", "", details));
  node.append(label, ...(press ? [press] : []));
  return node;
};

/**
 * A button whose name says which item it belongs to.
 * @param {string} label
 * @param {string} of
 * @param {() => void} press
 */
const named = (label, of, press) => {
  const node = button(label, press);
  node.ariaLabel = `${label} ${of}`;
  return node;
};

/**
 * The parts of a profile.
 * @param {string[][]} lines as the module's text has them, the note first
 * @param {(player: string) => void} open shows another player
 * @param {(match: string) => void} watch shows a replay
 * @returns {Node[]}
 */
export const profileParts = ([[note] = [""], ...lines], open, watch) => {
  /** @param {string} kind */
  const of = (kind) => lines.filter(([name]) => name === kind).map(([, ...fields]) => fields);
  const players = of("namesake").map(([name, id]) => item(name, id, named("Profile", id, () => open(id))));
  const modes = of("mode").map(([name, tally, rating = "", start = "", points = ""]) => {
    const node = item(name, rating ? `${tally}. ${rating}` : tally);
    // One match makes no line.
    if (points.includes(" ")) node.append(drawing(`The course of the rating in ${name}`, start, points));
    return node;
  });
  const opponents = of("opponent").map(([name, id, score]) =>
    item(name, score, named("Profile", name, () => open(id))));
  const matches = of("match").map(([match, ended, mode, result]) =>
    item(result, `${ended} · ${mode} · ${match}`, named("Watch", result, () => watch(match))));
  const [[name, id] = ["", ""]] = of("name");
  return [
    ...(name ? [make("p", "profile-name", name), make("p", "profile-id", id)] : []),
    ...of("text").map(([sentence]) => make("p", "", sentence)),
    ...(players.length > 0 ? part(note, players) : []),
    ...part("Ratings and matches", modes), ...part("Opponents", opponents),
    ...of("themes").map(([themes]) => make("p", "", `Favourite themes: ${themes}.`)),
    ...part("Last matches", matches),
    ...(players.length > 0 ? [] : [make("p", "hint", note)]),
  ];
};
