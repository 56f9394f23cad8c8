// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Plays recorded matches in the page's module, and compares its frames with those that the native
// stage made at the same times; then feeds it what no server sends:
//
//   node matches.mjs MODULE.wasm MATCHES.bin
//
// The file has records: a byte that says what happened, the local time as a double, the number of
// bytes as 32 bits, and the bytes; all with the lowest byte first.

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

const [modulePath, matchesPath] = process.argv.slice(2);
const { exp, log, sin, cos, atan } = Math;
const env = { exp, log, sin, cos, atan, fmod: (x, y) => x % y };
const bytes = readFileSync(modulePath);
const module = await WebAssembly.compile(bytes);
let wasm;
const restart = async () => {
  wasm = (await WebAssembly.instantiate(module, { env })).exports;
};
await restart();

const give = (message) => {
  const start = wasm.input(message.length);
  new Uint8Array(wasm.memory.buffer, start, message.length).set(message);
};
const drain = () => {
  let count = 0;
  while (wasm.output() !== 0) count += 1;
  return count;
};

const [begin, opened, received, tick, frame, act, text] = [1, 2, 3, 4, 5, 6, 7];
const file = readFileSync(matchesPath);
const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
let [matches, passed, failed, worst, messages, texts] = [0, 0, 0, 0, 0, 0];
const kept = [];
const times = [];
for (let offset = 0; offset < file.length; ) {
  const kind = view.getUint8(offset);
  const now = view.getFloat64(offset + 1, true);
  const count = view.getUint32(offset + 9, true);
  const content = file.subarray(offset + 13, offset + 13 + count);
  offset += 13 + count;
  if (kind === begin) {
    await restart();
    give(content);
    wasm.start(count, 0, now);
    matches += 1;
  } else if (kind === opened) wasm.opened(1, now);
  else if (kind === received) {
    give(content);
    wasm.received(1, count, now);
    messages += 1;
    if (messages % 20 === 0 || kept.length < 8 || content.includes('"replay"')) kept.push(content);
  } else if (kind === tick) wasm.tick(now);
  else if (kind === act) {
    give(content.subarray(5));
    wasm.act(content[0], view.getInt32(offset - count + 1, true), count - 5, now);
  } else if (kind === text) {
    const length = wasm.text(view.getUint16(offset - count, true));
    const found = new Uint8Array(wasm.memory.buffer, wasm.outputStart(), length);
    if (Buffer.compare(found, content.subarray(2)) === 0) texts += 1;
    else {
      failed += 1;
      console.log(`match ${matches}: ${Buffer.from(found)} is not ${Buffer.from(content.subarray(2))}`);
    }
  }
  else if (kind === frame) {
    const before = performance.now();
    const length = wasm.frame(now);
    times.push(performance.now() - before);
    const found = new Float64Array(wasm.memory.buffer, wasm.sceneStart(), length);
    let largest = length * 8 === count ? 0 : Infinity;
    let place = -1;
    for (let index = 0; index < length && largest !== Infinity; index += 1) {
      const expected = view.getFloat64(offset - count + 8 * index, true);
      const difference = Math.abs(found[index] - expected) / Math.max(1, Math.abs(expected));
      if (!(difference <= largest)) [largest, place] = [difference, index];
    }
    worst = Math.max(worst, largest);
    if (largest <= 1e-9) passed += 1;
    else {
      failed += 1;
      if (failed <= 10) {
        console.log(`match ${matches}, ${now}: ${length} numbers of ${count / 8}; ${place} differs`);
      }
    }
  }
  drain();
}
const memory = wasm.memory.buffer.byteLength;
// The matches of the home page are read, and shown from their beginning to their end.
const recorded = readFileSync(new URL("../../Web/demo.jsonl", import.meta.url));
for (const line of recorded.toString().trimEnd().split("\n")) {
  const message = new TextEncoder().encode(line);
  give(message);
  const length = wasm.demo(message.length);
  const shown = [0, 0.5, 1].map((part) => wasm.demoFrame(0, part * length));
  if (length > 1e7 && shown.every((count) => count > 0)) passed += 1;
  else failed += 1;
}
// The example of docs/identity.md, signed by the same code as in a browser; Node has WebCrypto too.
const keySeed = Uint8Array.from({ length: 32 }, (_, index) => index);
const base64 = (one) => Buffer.from(one).toString("base64");
const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), keySeed]);
const file64 = `-----BEGIN PRIVATE KEY-----\n${base64(der)}\n-----END PRIVATE KEY-----\n`;
globalThis.crypto ??= webcrypto;
// Without a package.json beside it, Node takes the file for no module.
const script = readFileSync(new URL("../../Web/identity.js", import.meta.url));
const { playerOf, pemOf, seedOf, sign } = await import(`data:text/javascript;base64,${base64(script)}`);
const player = await playerOf(seedOf(file64));
const said = new TextDecoder();
const outputs = () => {
  const found = [];
  for (let output = wasm.output(); output !== 0; output = wasm.output()) {
    found.push([output, new Uint8Array(wasm.memory.buffer, wasm.outputStart(), wasm.outputCount()).slice()]);
  }
  return found;
};
await restart();
const beginning = Buffer.concat([keySeed, player.publicKey, Buffer.from("Ana\nwss://Play.Example.org")]);
give(beginning);
wasm.start(beginning.length, 2, 1e6);
wasm.opened(1, 1e6);
const hello = JSON.parse(said.decode(outputs().find(([kind]) => kind === 3)[1])).hello;
const challenge = keySeed.map((byte) => byte + 32);
const welcome = Buffer.from(JSON.stringify({ welcome: {
  sessionId: "k3v9", resumeToken: "AQ==", serverTime: "1", clockEpoch: "1", serverVersion: "t",
  challenge: base64(challenge),
  limits: {
    messageBytes: 4096, messagePieces: 64, bytesPerSecond: 65536, messageBurst: 60, messagesPerSecond: 20,
    intentsPerSecond: 5, nameCharacters: 24, sessionHoldMs: 600000,
  },
} }));
give(welcome);
wasm.received(1, welcome.length, 1e6);
const statement = outputs().find(([kind]) => kind === 4)?.[1] ?? new Uint8Array();
const signature = await sign(player, statement);
give(signature);
wasm.signed(1, signature.length, 1e6);
const prove = outputs().map(([, message]) => said.decode(message)).find((one) => one.includes("prove")) ?? "{}";
give(player.publicKey);
// The call may grow the memory, so its buffer is asked for afterwards.
const idLength = wasm.player(32);
const id = Buffer.from(wasm.memory.buffer, wasm.outputStart(), idLength).toString();
for (const [what, found, expected] of [
  ["public key", hello.publicKey, base64(Buffer.from(
    "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8", "hex"))],
  ["player ID", id, "kzdvvj2umnduyauf35o36k6kw462mujv"],
  ["signature", JSON.parse(prove).prove?.signature, base64(Buffer.from(
    "9edb9fcbd61bc7fb6eeb25b032d1ae40ec8da762a37b68485340de73b7d59071" +
    "75949b83d1fcfe51c71cc6112a66444bfcd2e85b796c847e6b702fe9bf0aa20f", "hex"))],
  ["key file", pemOf(keySeed), file64],
]) {
  if (found === expected) passed += 1;
  else {
    failed += 1;
    console.log(`the ${what} is ${found}, not ${expected}`);
  }
}
times.sort((one, other) => one - other);
const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(3);
console.log(
  `${matches} matches, ${messages} messages, ${texts} texts; a frame takes ${at(0.5)} ms p50, ${at(0.99)} ms p99; ` +
    `the largest difference is ${worst}; ${memory / 1024} KiB of memory`,
);

// A page reads or refuses whatever arrives, and any call in any state; seeded, so that a run can be
// repeated.
let seed = 22;
const below = (bound) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 4294967296) * bound);
};
let trapped = 0;
let inputs = 0;
for (let round = 0; round < 300; round += 1) {
  await restart();
  let now = 1e6;
  let key = new Uint8Array(48).map(() => below(256));
  // A snapshot, whole or with some wrong characters.
  if (round % 4 === 1) {
    const share = "a5".repeat(32);
    const text = `Ana\nws://h:1\n1\ns\n01\n5\n${share}\nK7QF2\nr\nplayer\n1\n3\nm`;
    const rest = new TextEncoder().encode(text).map((byte) => (below(60) === 0 ? below(256) : byte));
    key = Uint8Array.from([...key.subarray(0, 32), ...rest]);
  }
  try {
    if (round % 10 !== 0) {
      give(key);
      wasm.start(key.length, below(4), now);
      drain();
      wasm.opened(1, now);
    }
    // Welcome and joined first, mostly, so that the rest meets a table.
    if (round % 3 !== 0) {
      for (const message of kept.slice(0, 2)) {
        give(message);
        wasm.received(1, message.length, now);
      }
    }
    for (let step = 0; step < 40; step += 1) {
      inputs += 1;
      now += below(3) === 0 ? 1e9 * Math.random() : below(50000);
      const message = Uint8Array.from(kept[below(kept.length)]);
      for (let change = below(4); change > 0 && message.length > 0; change -= 1) {
        // A digit becomes another more often than anything else: that is still JSON.
        const place = below(message.length);
        const isDigit = message[place] >= 0x30 && message[place] <= 0x39;
        message[place] = isDigit ? 0x30 + below(10) : below(4) === 0 ? below(256) : message[place];
      }
      switch (below(10)) {
        case 0: wasm.tick(now); break;
        case 1: wasm.ended(1 + below(3), below(2), now); break;
        case 2: wasm.woke(now); break;
        case 3:
          give(key);
          wasm.act(below(24) - 1, below(4) === 0 ? 2147483647 : below(80) - 8, below(9), now);
          break;
        case 4:
          wasm.frame(below(9) === 0 ? NaN : now);
          wasm.nextWake(now);
          give(message);
          wasm.demo(message.length);
          wasm.demoFrame(below(4), below(9) === 0 ? NaN : now);
          wasm.demoText(below(1001));
          break;
        case 5: wasm.opened(1 + below(3), now); break;
        case 6: for (let which = -1; which < 1001; which += 13) wasm.text(which); break;
        case 7: give(key); wasm.signed(1, below(64), now); break;
        default:
          give(message);
          wasm.received(1 + (below(8) === 0 ? 1 : 0), message.length, now);
      }
      drain();
    }
    wasm.frame(now);
  } catch (error) {
    trapped += 1;
    if (trapped <= 3) console.log(`round ${round}: ${error.stack}`);
  }
}
console.log(`${inputs} inputs that are wrong or come at a wrong time: ${trapped} rounds trapped`);
console.log(`${bytes.length} bytes of wasm: ${passed} checks passed, ${failed} failed`);
process.exit(failed === 0 && trapped === 0 && passed > 0 ? 0 : 1);
