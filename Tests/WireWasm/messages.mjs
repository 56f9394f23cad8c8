// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Decodes messages in the module compiled for wasm32, with the stand-in for swift-protobuf, and
// compares what it makes of them with what swift-protobuf made of them natively:
//
//   node messages.mjs MODULE.wasm MESSAGES.txt
//
// A line has the sender, the encoding, the bytes in base 64, and either `refused` or the same
// message encoded again, in both encodings, in base 64.

import { readFileSync } from "node:fs";

const [modulePath, messagesPath] = process.argv.slice(2);
const { exp, log, sin, cos, atan } = Math;
const env = { exp, log, sin, cos, atan, fmod: (x, y) => x % y };
const bytes = readFileSync(modulePath);
const module = await WebAssembly.compile(bytes);
let wasm;
const restart = async () => {
  wasm = (await WebAssembly.instantiate(module, { env })).exports;
};
await restart();

const base64 = (count) =>
  Buffer.from(Array.from({ length: count }, (_, index) => wasm.byte(index))).toString("base64");

// What the module makes of a message, in the form of a line's end.
const outcome = (isServer, isJSON, message) => {
  wasm.begin();
  for (let index = 0; index < message.length; index += 4) {
    const part = message.subarray(index, index + 4);
    wasm.add(part.reduceRight((sum, byte) => (sum << 8) | byte, 0), part.length);
  }
  const refusal = isServer ? wasm.decodeServer(isJSON) : wasm.decodeClient(isJSON);
  if (refusal > 0) return "refused";
  return [true, false].map((form) => base64(wasm.encode(isServer, form)) || "=").join(" ");
};

const counts = { passed: 0, failed: 0, refused: 0 };
for (const line of readFileSync(messagesPath, "utf8").split("\n").filter((line) => line !== "")) {
  const [sender, form, text, ...rest] = line.split(" ");
  const expected = rest.join(" ");
  const message = Buffer.from(text, "base64");
  let found;
  try {
    found = outcome(sender === "server", form === "json", message);
  } catch (error) {
    // A trap ends the instance.
    found = `${error}`;
    await restart();
  }
  if (found === expected) {
    counts.passed += 1;
    if (expected === "refused") counts.refused += 1;
  } else {
    counts.failed += 1;
    if (counts.failed <= 10) {
      const shown = form === "json" ? message.toString() : message.toString("hex");
      console.log(`${sender} ${form} ${shown.slice(0, 400)}\n  ${found}\n  instead of ${expected}`);
    }
  }
}
const { passed, failed, refused } = counts;
console.log(
  `${bytes.length} bytes of wasm: ${passed} messages passed, ${refused} of them refused, ` +
    `${failed} failed`,
);
process.exit(failed === 0 && passed > refused && refused > 0 ? 0 : 1);
