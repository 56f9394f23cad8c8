// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A player's profile, as parts of the records' dialog.

// @ts-check

import { button, make } from "./support.js";

/** The size of a chart, as the module scales it. */
const chartSize = { width: 240, height: 60 };

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * @param {string} kind
 * @param {Record<string, string>} attributes
 */
const svgNode = (kind, attributes) => {
  const node = document.createElementNS(svgSpace, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

/**
 * A rating's course as a line, and the rating that everybody begins with as a dashed one.
 * @param {string} label
 * @param {string} start the row of the first rating
 * @param {string} points
 * @param {string} high
 * @param {string} low
 */
const ratingLine = (label, start, points, high, low) => {
  const node = svgNode("svg", {
    viewBox: `-3 -3 ${chartSize.width + 46} ${chartSize.height + 6}`, role: "img", "aria-label": label, class: "chart",
  });
  const [x = "0", y = "0"] = points.split(" ").at(-1)?.split(",") ?? [];
  node.append(
    svgNode("line", { x1: "0", x2: `${chartSize.width}`, y1: start, y2: start }), svgNode("polyline", { points }),
    svgNode("circle", { cx: x, cy: y, r: "3" }));
  for (const [row, rating] of [[8, high], [chartSize.height, low]]) {
    const scale = svgNode("text", { x: `${chartSize.width + 6}`, y: `${row}` });
    scale.textContent = `${rating}`;
    node.append(scale);
  }
  return node;
};

/**
 * A list with a heading; nothing without items.
 * @param {string} title
 * @param {Node[]} items
 */
const profileList = (title, items) => {
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
const profileItem = (strong, details, press) => {
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
const labelled = (label, of, press) => {
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
  const players = of("namesake").map(([name, id]) => profileItem(name, id, labelled("Profile", id, () => open(id))));
  const modes = of("mode").map(([name, tally, rating = "", start = "", points = "", high = "", low = ""]) => {
    const node = profileItem(name, rating ? `${tally}. ${rating}` : tally);
    // One match makes no line.
    if (points.includes(" ")) {
      node.append(ratingLine(`The course of the rating in ${name}`, start, points, high, low));
    }
    return node;
  });
  const opponents = of("opponent").map(([name, id, score]) =>
    profileItem(name, score, labelled("Profile", name, () => open(id))));
  const matches = of("match").map(([match, ended, mode, result]) =>
    profileItem(result, `${ended} · ${mode}`, labelled("Watch", result, () => watch(match))));
  const [[name, id] = ["", ""]] = of("name");
  return [
    ...(name ? [make("p", "profile-name", name), make("p", "profile-id", `Player ID ${id}`)] : []),
    ...of("text").map(([sentence]) => make("p", "", sentence)),
    ...(players.length > 0 ? profileList(note, players) : []),
    ...profileList("Ratings and matches", modes), ...profileList("Opponents", opponents),
    ...of("themes").flatMap(([themes]) => [make("h3", "", "Favourite themes"), make("p", "", themes)]),
    ...profileList("Last matches", matches),
    ...(players.length > 0 ? [] : [make("p", "hint", note)]),
  ];
};
