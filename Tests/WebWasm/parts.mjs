// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Plays the matches of the home page in the first part of the page's module, in both parts and in the whole, and
// compares what they show:
//
//   node parts.mjs MODULE.wasm FOLDER
//
// FOLDER has first.wasm and rest.wasm. Alone, the first part must not call the rest, nor lack any of its data.

import { readFileSync } from "node:fs";

const [wholePath, folder] = process.argv.slice(2);
const { exp, log, sin, cos, atan } = Math;
const env = { exp, log, sin, cos, atan, fmod: (x, y) => x % y };
const missing = () => {
  throw new Error("The first part has called the rest.");
};
const rest = new Proxy({}, { get: () => missing });
const instance = async (path, imports) =>
  (await WebAssembly.instantiate(readFileSync(path), imports)).instance.exports;
const whole = await instance(wholePath, { env });
const alone = await instance(`${folder}/first.wasm`, { env, rest });
const both = await instance(`${folder}/first.wasm`, { env, rest });
await instance(`${folder}/rest.wasm`, { first: both });

let [passed, failed] = [0, 0];
const check = (isRight, what) => {
  if (isRight) passed += 1;
  else {
    failed += 1;
    if (failed <= 10) console.log(what);
  }
};
const step = 200_000;
// The texts of a table, of two seats, of two places and of two faces.
const texts = [0, 1, 2, 3, 4, 5, 6, 7, 12, 100, 101, 200, 210, 400, 401, 700];
const bytes = (wasm, count) => Buffer.from(wasm.memory.buffer, wasm.outputStart(), count).toString("hex");
const shown = (wasm, flags, after) => {
  const count = wasm.demoFrame(flags, after);
  const numbers = new Float64Array(wasm.memory.buffer, wasm.sceneStart(), count).join(" ");
  return [numbers, ...texts.map((which) => bytes(wasm, wasm.demoText(which)))].join("\n");
};
const recorded = readFileSync(new URL("../../Web/demo.jsonl", import.meta.url));
for (const line of recorded.toString().trimEnd().split("\n")) {
  const message = new TextEncoder().encode(line);
  const lengths = [whole, alone, both].map((wasm) => {
    const start = wasm.input(message.length);
    new Uint8Array(wasm.memory.buffer, start, message.length).set(message);
    return wasm.demo(message.length);
  });
  check(lengths[0] > 1e7 && new Set(lengths).size === 1, `The lengths are ${lengths}.`);
  for (let after = 0; after < lengths[0]; after += step) {
    for (const flags of [0, 1]) {
      const [expected, ...found] = [whole, alone, both].map((wasm) => shown(wasm, flags, after));
      check(found.every((one) => one === expected), `The parts show another frame after ${after} us.`);
    }
  }
}
// With the rest a session begins.
const session = new TextEncoder().encode(`${"k".repeat(32)}Ann\nws://127.0.0.1:1`);
for (const wasm of [whole, both]) {
  const start = wasm.input(session.length);
  new Uint8Array(wasm.memory.buffer, start, session.length).set(session);
  wasm.start(session.length, 0, 1000);
}
check(whole.output() === 1 && both.output() === 1, "No session begins.");

console.log(`parts: ${passed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
