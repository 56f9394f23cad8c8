// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Plays a match in the module compiled for wasm32, and compares its scenes with a file of numbers,
// one scene a line, with which the native build is compared as well:
//
//   node scenes.mjs MODULE.wasm SCENES.csv

import { readFileSync } from "node:fs";

const [modulePath, scenesPath] = process.argv.slice(2);
const { exp, log, sin, cos, atan } = Math;
const env = { exp, log, sin, cos, atan, fmod: (x, y) => x % y };
const bytes = readFileSync(modulePath);
const { instance } = await WebAssembly.instantiate(bytes, { env });
const wasm = instance.exports;

const meets = (value, expected) =>
  Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected));

const lines = readFileSync(scenesPath, "utf8").split("\n").filter((line) => line !== "");
const count = wasm.play();
let passed = 0;
let failed = Math.abs(count - lines.length);
lines.slice(0, count).forEach((line, index) => {
  const expected = line.split(",").map(Number);
  const length = wasm.stageScene(index);
  const numbers = Array.from({ length }, (_, position) => wasm.number(position));
  const wrong = expected.findIndex((value, position) => !meets(numbers[position], value));
  if (length === expected.length && wrong === -1) passed += 1;
  else {
    failed += 1;
    console.log(
      `Scene ${index}: ${length} numbers of ${expected.length}; ` +
        `number ${wrong} is ${numbers[wrong]} instead of ${expected[wrong]}.`,
    );
  }
});
console.log(`${bytes.length} bytes of wasm: ${passed} scenes passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
