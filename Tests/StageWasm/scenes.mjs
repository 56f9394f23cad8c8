// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Plays a match, a client's session, a player's screen and bots in the module compiled for wasm32,
// and compares their scenes, steps, frames and choices with files of numbers, one a line, with which the native
// build is compared as well:
//
//   node scenes.mjs MODULE.wasm SCENES.csv SESSION.csv FRAMES.csv CHOICES.csv

import { readFileSync } from "node:fs";

const [modulePath, scenesPath, sessionPath, framesPath, choicesPath] = process.argv.slice(2);
const { exp, log, sin, cos, atan } = Math;
const env = { exp, log, sin, cos, atan, fmod: (x, y) => x % y };
const bytes = readFileSync(modulePath);
const { instance } = await WebAssembly.instantiate(bytes, { env });
const wasm = instance.exports;

const meets = (value, expected) =>
  Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected));

// Compares `count` rows, which `select` makes current, with a file; returns how many pass and fail.
const compare = (name, path, count, select) => {
  const lines = readFileSync(path, "utf8").split("\n").filter((line) => line !== "");
  let passed = 0;
  let failed = Math.abs(count - lines.length);
  lines.slice(0, count).forEach((line, index) => {
    const expected = line.split(",").map(Number);
    const length = select(index);
    const numbers = Array.from({ length }, (_, position) => wasm.number(position));
    const wrong = expected.findIndex((value, position) => !meets(numbers[position], value));
    if (length === expected.length && wrong === -1) passed += 1;
    else {
      failed += 1;
      console.log(
        `${name} ${index}: ${length} numbers of ${expected.length}; ` +
          `number ${wrong} is ${numbers[wrong]} instead of ${expected[wrong]}.`,
      );
    }
  });
  return { passed, failed };
};

const session = compare("Step", sessionPath, wasm.playSession(), wasm.selectStep);
console.log(`A client's session: ${session.passed} steps passed, ${session.failed} failed`);
const frames = compare("Frame", framesPath, wasm.playScreen(), wasm.selectFrame);
console.log(`A player's screen: ${frames.passed} frames passed, ${frames.failed} failed`);
const bots = compare("Bot", choicesPath, wasm.playBots(), wasm.selectBot);
console.log(`Bots: ${bots.passed} passed, ${bots.failed} failed`);
const scenes = compare("Scene", scenesPath, wasm.play(), wasm.stageScene);
console.log(
  `${bytes.length} bytes of wasm: ${scenes.passed} scenes passed, ${scenes.failed} failed`,
);
const isGood = [session, frames, bots, scenes].every(({ passed, failed }) => failed === 0 && passed > 0);
process.exit(isGood ? 0 : 1);
