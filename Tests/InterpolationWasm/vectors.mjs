// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Runs a file of vectors through the module compiled for wasm32, with JavaScript's mathematics:
//
//   node vectors.mjs MODULE.wasm VECTORS.csv
//
// The grammar of tracks is that of `facedown-lab vectors animation`; so are the tolerances.

import { readFileSync } from "node:fs";

const [modulePath, vectorsPath] = process.argv.slice(2);
const { exp, log, sin, cos, atan } = Math;
const env = { exp, log, sin, cos, atan, fmod: (x, y) => x % y };
const bytes = readFileSync(modulePath);
const { instance } = await WebAssembly.instantiate(bytes, { env });
const wasm = instance.exports;

const handles = {
  linear: [0, 0, 1, 1],
  easeIn: [0.42, 0, 1, 1],
  easeOut: [0, 0, 0.58, 1],
  easeInOut: [0.42, 0, 0.58, 1],
};

function call(text) {
  const match = /^(\w+)\(([^)]*)\)$/.exec(text);
  if (match === null) throw new Error(`'${text}' is no call.`);
  const [, name, list] = match;
  const values = list.split(",").map((word) => {
    if (word === "true" || word === "false") return word === "true" ? 1 : 0;
    const number = Number(word);
    if (!Number.isFinite(number)) throw new Error(`'${word}' is no number.`);
    return number;
  });
  if (name in handles) wasm.timingCurve(...handles[name], ...values);
  else wasm[name](...values);
}

function build(track) {
  wasm.reset();
  for (const segment of track.split(";")) {
    const [, time, target, calls] = /^([^>]+)>([^:]+):(.+)$/.exec(segment);
    for (const text of calls.split(/(?<=\))\./)) call(text);
    wasm.change(Number(time), Number(target));
  }
}

const meets = (value, expected, tolerance) =>
  Math.abs(value - expected) <= tolerance * Math.max(1, Math.abs(expected));

let passed = 0;
let failed = 0;
for (const line of readFileSync(vectorsPath, "utf8").split("\n").slice(1)) {
  if (line === "") continue;
  const [, id, quoted, plain, ...numbers] =
    /^([^,]*),(?:"([^"]*)"|([^,]*)),([^,]*),([^,]*),([^,]*)$/.exec(line);
  const [time, value, velocity] = numbers.map(Number);
  build(quoted ?? plain);
  const [shown, rate] = [wasm.value(time), wasm.velocity(time)];
  if (meets(shown, value, 1e-9) && meets(rate, velocity, 1e-7)) passed += 1;
  else {
    failed += 1;
    console.log(`${id}: expected ${value} moving by ${velocity}, got ${shown} moving by ${rate}.`);
  }
}

// Two children are shown, one of them leaving, and the geometry is half way.
if (wasm.stage() !== 211) {
  failed += 1;
  console.log(`The container and the geometry gave ${wasm.stage()} instead of 211.`);
}
console.log(`${bytes.length} bytes of wasm: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
