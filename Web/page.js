// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The page: sockets, time and pixels around the module that decides everything (docs/web.md).

// @ts-check

/** The names of what `act` does, as in docs/web.md. */
const action = {
  choose: 0, deal: 1, shuffle: 2, ready: 3, restart: 4, rematch: 5, leave: 6, addBot: 7, remove: 8,
  react: 9, create: 10, join: 11, watch: 12,
};
/** The numbers of a frame's parts. */
const size = { head: 22, card: 13, number: 6, seat: 5 };
/** Colours of the seats, in order; each seat has a mark as well. */
const colours = [
  "#f19066", "#6fc3ff", "#c6e36b", "#f6c453", "#d68cf0", "#67e0c3", "#ff8fa3", "#cfd8dc",
];

/** @param {string} id */
const element = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
};

/** Writes a value only where it changed: to write is what costs. */
class Written {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {Map<string, string>} */
    this.last = new Map();
  }

  /** @param {"transform" | "opacity" | "zIndex" | "background" | "willChange" | "color"} name
   *  @param {string} value */
  style(name, value) {
    if (this.last.get(name) === value) return;
    this.last.set(name, value);
    this.node.style[name] = value;
  }

  /** @param {string} value */
  text(value) {
    if (this.last.get("#text") === value) return;
    this.last.set("#text", value);
    this.node.textContent = value;
  }

  /** @param {string} value */
  className(value) {
    if (this.last.get("#class") === value) return;
    this.last.set("#class", value);
    this.node.className = value;
  }

  /** @param {string} name @param {string} value */
  attribute(name, value) {
    if (this.last.get(name) === value) return;
    this.last.set(name, value);
    this.node.setAttribute(name, value);
  }
}

/** Microseconds of a clock that never goes back and counts through sleep. */
class Clock {
  constructor() {
    this.offset = 0;
    this.difference = Date.now() - performance.now();
  }

  /** The time, and whether the machine has slept since the last question. */
  read() {
    const difference = Date.now() - performance.now();
    // `performance.now()` stands still while most systems sleep. A wall clock that is set back is
    // no sleep.
    const slept = difference - this.difference;
    this.difference = difference;
    if (slept > 50) this.offset += slept;
    return { now: Math.round((performance.now() + this.offset) * 1000), hasSlept: slept > 50 };
  }
}

/** The module, its sockets and its timer. */
class Client {
  /** @param {any} wasm the module's exports
   *  @param {string} server `ws://host:port` of the page
   *  @param {{draw: () => void, open: () => void, left: () => void, say: (text: string) => void}} on */
  constructor(wasm, server, on) {
    this.wasm = wasm;
    this.server = server;
    this.on = on;
    this.clock = new Clock();
    /** @type {Map<number, WebSocket>} */
    this.sockets = new Map();
    this.timer = 0;
    this.last = 0;
  }

  /** The time for an input: first thing in an event's handler. */
  now() {
    const { now, hasSlept } = this.clock.read();
    if (hasSlept && this.last > 0) this.wasm.woke(now);
    this.last = now;
    return now;
  }

  /** Puts bytes where the module reads them. @param {Uint8Array} bytes */
  give(bytes) {
    const start = this.wasm.input(bytes.length);
    if (start === 0) return false;
    new Uint8Array(this.wasm.memory.buffer, start, bytes.length).set(bytes);
    return true;
  }

  /** @param {number} count */
  taken(count) {
    // A copy: the next call may move what was written.
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.outputStart(), count).slice();
  }

  /** @param {number} which */
  text(which) {
    return new TextDecoder().decode(this.taken(this.wasm.text(which)));
  }

  /** @param {string} name @param {boolean} isReduced */
  start(name, isReduced) {
    const key = crypto.getRandomValues(new Uint8Array(32));
    const rest = new TextEncoder().encode(`${name}\n${this.server}`);
    const all = new Uint8Array(32 + rest.length);
    all.set(key);
    all.set(rest, 32);
    const now = this.now();
    this.give(all);
    this.wasm.start(all.length, isReduced ? 1 : 0, now);
    this.carryOut();
  }

  /** @param {number} kind @param {number} argument @param {string} text */
  act(kind, argument = 0, text = "") {
    const now = this.now();
    const bytes = new TextEncoder().encode(text);
    this.give(bytes);
    this.wasm.act(kind, argument, bytes.length, now);
    this.carryOut();
  }

  /** The page was hidden, cached or offline: time may have passed unnoticed. */
  woke() {
    const now = this.now();
    this.wasm.woke(now);
    this.wasm.tick(now);
    this.carryOut();
  }

  carryOut() {
    for (;;) {
      const kind = this.wasm.output();
      if (kind === 0) break;
      const link = this.wasm.outputLink();
      const bytes = this.taken(this.wasm.outputCount());
      switch (kind) {
        case 1: this.dial(link, new TextDecoder().decode(bytes)); break;
        case 2: this.hangUp(link); break;
        case 3: this.send(link, bytes); break;
        case 5: this.on.draw(); break;
        case 6: this.on.open(); break;
        case 7: this.on.left(); break;
        case 8: this.on.say(new TextDecoder().decode(bytes)); break;
      }
    }
    this.rearm();
  }

  rearm() {
    clearTimeout(this.timer);
    const { now } = this.clock.read();
    const wake = this.wasm.nextWake(now);
    if (wake < 0) return;
    // Rounded up, and never so long that `setTimeout` would fire at once.
    const wait = Math.min(Math.max(Math.ceil((wake - now) / 1000), 0), 2 ** 31 - 1);
    this.timer = setTimeout(() => {
      this.wasm.tick(this.now());
      this.carryOut();
    }, wait);
  }

  /** @param {number} link @param {string} address */
  dial(link, address) {
    const socket = new WebSocket(address || `${this.server}/v1/play`, ["facedown.v1.json"]);
    this.sockets.set(link, socket);
    const isCurrent = () => this.sockets.get(link) === socket;
    const timeout = setTimeout(() => socket.close(), 10000);
    socket.onopen = () => {
      clearTimeout(timeout);
      if (!isCurrent()) return;
      this.wasm.opened(link, this.now());
      this.carryOut();
    };
    socket.onmessage = (event) => {
      if (!isCurrent()) return;
      const now = this.now();
      const bytes = new TextEncoder().encode(String(event.data));
      if (!this.give(bytes)) return socket.close();
      this.wasm.received(link, bytes.length, now);
      this.carryOut();
    };
    socket.onclose = () => {
      clearTimeout(timeout);
      if (!isCurrent()) return;
      this.sockets.delete(link);
      this.wasm.ended(link, 1, this.now());
      this.carryOut();
    };
  }

  /** @param {number} link */
  hangUp(link) {
    const socket = this.sockets.get(link);
    this.sockets.delete(link);
    socket?.close(1000);
  }

  /** @param {number} link @param {Uint8Array} bytes */
  send(link, bytes) {
    const socket = this.sockets.get(link);
    if (socket?.readyState === WebSocket.OPEN) socket.send(new TextDecoder().decode(bytes));
  }
}

/** The picture and the places of a table. */
class Board {
  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.table = element("table");
    this.picture = element("picture");
    this.places = element("places");
    /** @type {Map<number, {card: Written, shadow: Written, glyph: Written, shade: Written, pie: Written}>} */
    this.cards = new Map();
    /** Flying numbers, and where each began. @type {Map<string, {number: Written, x: number, y: number}>} */
    this.numbers = new Map();
    /** @type {Written[]} */
    this.buttons = [];
    /** @type {HTMLElement[]} */
    this.marks = [];
    this.deck = this.make("shadow deck");
    this.deckCard = this.make("card deck");
    this.shape = "";
    this.theme = "";
    this.isUpright = false;
    this.focus = 0;
    /** @type {Map<number, {glyph: string, isLetters: boolean}>} */
    this.faces = new Map();
  }

  /** @param {string} className */
  make(className) {
    const node = document.createElement("div");
    node.className = className;
    this.picture.append(node);
    return new Written(node);
  }

  /** Where a point of the table is on the screen: on upright ones x and y are exchanged.
   *  @param {number} x @param {number} y */
  at(x, y) {
    return this.isUpright ? [y, x] : [x, y];
  }

  /** Lays the table out; after a change of its size or of the window's.
   *  @param {number} rows @param {number} columns */
  layOut(rows, columns) {
    const felt = element("felt");
    const shape = `${rows} ${columns} ${felt.clientWidth} ${felt.clientHeight}`;
    if (shape === this.shape) return;
    this.shape = shape;
    const [gapX, gapY] = [1.2, 1];
    const [width, height] = [columns * 2.5, rows * 3.5];
    /** @param {number} w @param {number} h */
    const unit = (w, h) =>
      Math.min(felt.clientWidth / (w + gapX), felt.clientHeight / (h + gapY));
    // Cards stay upright: their places are exchanged, not turned.
    const [uprightWidth, uprightHeight] = [rows * 2.5, columns * 3.5];
    this.isUpright =
      rows > 0 && unit(uprightWidth, uprightHeight) > 1.08 * unit(width, height);
    const [w, h] = this.isUpright ? [uprightWidth, uprightHeight] : [width, height];
    const u = rows > 0 ? unit(w, h) : 40;
    this.table.style.fontSize = `${u}px`;
    this.table.style.width = `${w}em`;
    this.table.style.height = `${h}em`;
    const [across, down] = this.isUpright ? [rows, columns] : [columns, rows];
    this.places.style.gridTemplateColumns = `repeat(${across}, 1fr)`;
    this.places.style.gridTemplateRows = `repeat(${down}, 1fr)`;
    for (const mark of this.marks) mark.remove();
    this.marks = [];
    for (let index = 0; index < across; index += 1) {
      this.mark("column", this.isUpright ? `${index + 1}` : letter(index), (index + 0.5) * 2.5, -0.2);
    }
    for (let index = 0; index < down; index += 1) {
      this.mark("row", this.isUpright ? letter(index) : `${index + 1}`, -0.25, (index + 0.5) * 3.5);
    }
    for (let place = 0; place < rows * columns; place += 1) {
      const [column, row] = [place % columns, Math.floor(place / columns)];
      const [a, d] = this.isUpright ? [row, column] : [column, row];
      this.mark("slot", "", (a + 0.5) * 2.5, (d + 0.5) * 3.5);
      if (!this.buttons[place]) {
        const button = document.createElement("button");
        button.type = "button";
        button.tabIndex = place === this.focus ? 0 : -1;
        button.onclick = () => this.client.act(action.choose, place);
        button.onfocus = () => this.moveFocus(place);
        this.places.append(button);
        this.buttons.push(new Written(button));
      }
      const { style } = this.buttons[place].node;
      style.gridColumn = `${a + 1}`;
      style.gridRow = `${d + 1}`;
    }
    for (const button of this.buttons.splice(rows * columns)) button.node.remove();
    this.columns = columns;
  }

  /** @param {number} place */
  moveFocus(place) {
    this.buttons[this.focus]?.node.setAttribute("tabindex", "-1");
    this.focus = place;
    this.buttons[place]?.node.setAttribute("tabindex", "0");
  }

  /** Moves the focus by arrow keys, in directions of the screen. @param {string} key */
  arrow(key) {
    const columns = this.columns || 1;
    const rows = this.buttons.length / columns;
    let [x, y] = [this.focus % columns, Math.floor(this.focus / columns)];
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!step || rows < 1) return false;
    const [dx, dy] = this.at(step[0], step[1]);
    x = Math.min(Math.max(x + dx, 0), columns - 1);
    y = Math.min(Math.max(y + dy, 0), rows - 1);
    this.buttons[y * columns + x]?.node.focus();
    return true;
  }

  /** @param {string} className @param {string} text @param {number} x @param {number} y */
  mark(className, text, x, y) {
    const node = document.createElement("div");
    node.className = className;
    node.textContent = text;
    // The small letters have a font of their own, in whose units this is.
    const scale = className === "slot" ? 1 : 1 / 0.42;
    node.style.left = `${x * scale}em`;
    node.style.top = `${y * scale}em`;
    this.picture.prepend(node);
    this.marks.push(node);
  }

  /** @param {number} face */
  face(face) {
    const known = this.faces.get(face);
    if (known) return known;
    const glyph = this.client.text(1000 + face);
    const made = { glyph: glyph || this.client.text(700 + face), isLetters: glyph === "" };
    this.faces.set(face, made);
    return made;
  }

  /** Draws a frame. @param {Float64Array} numbers */
  draw(numbers) {
    const theme = this.client.text(6);
    if (theme !== this.theme) [this.theme, this.faces] = [theme, new Map()];
    this.layOut(numbers[4], numbers[5]);
    const [cards, flying] = [numbers[18], numbers[19]];
    this.drawDeck(numbers);
    const seen = new Set();
    let offset = size.head;
    for (let index = 0; index < cards; index += 1, offset += size.card) {
      const id = numbers[offset];
      seen.add(id);
      this.drawCard(id, numbers.subarray(offset, offset + size.card));
    }
    for (const [id, parts] of this.cards) {
      if (seen.has(id)) continue;
      parts.card.node.remove();
      parts.shadow.node.remove();
      this.cards.delete(id);
    }
    const shown = new Set();
    for (let index = 0; index < flying; index += 1, offset += size.number) {
      const [seq, delta, x, y, opacity] = numbers.subarray(offset, offset + size.number);
      const key = `${seq} ${index}`;
      shown.add(key);
      let flight = this.numbers.get(key);
      if (!flight) {
        flight = { number: this.make("number"), x, y };
        this.numbers.set(key, flight);
      }
      const { number } = flight;
      number.text(delta > 0 ? `+${delta}` : `\u2212${-delta}`);
      number.style("color", delta > 0 ? "#7fd688" : "#ff9b9b");
      number.style("opacity", opacity.toFixed(3));
      number.style("zIndex", "900");
      // A number rises on every screen, also where x and y are exchanged.
      const home = this.scaled(flight.x, flight.y);
      const [a, d] = [home[0] + x - flight.x, home[1] + y - flight.y];
      number.style("transform", `translate(${a.toFixed(3)}em, ${d.toFixed(3)}em) translate(-50%, -50%)`);
    }
    for (const [key, { number }] of this.numbers) {
      if (shown.has(key)) continue;
      number.node.remove();
      this.numbers.delete(key);
    }
  }

  /** @param {Float64Array} numbers */
  drawDeck(numbers) {
    const count = numbers[6];
    const isShown = count > 0 ? "1" : "0";
    const [x, y] = this.scaled(numbers[7], numbers[8]);
    const lift = Math.min(count, 20) * 0.012;
    this.deck.style("opacity", isShown);
    this.deckCard.style("opacity", isShown);
    this.deck.style("transform", `translate(${x}em, ${y + 0.08 + lift}em)`);
    this.deckCard.style("transform", `translate(${x}em, ${y - lift}em)`);
  }

  /** A centre in table units, as laid out. @param {number} x @param {number} y */
  scaled(x, y) {
    return this.isUpright ? [(y / 3.5) * 2.5, (x / 2.5) * 3.5] : [x, y];
  }

  /** @param {number} id @param {Float64Array} numbers */
  drawCard(id, numbers) {
    const [, , cx, cy, rotation, spin, scale, opacity, lift, z, face, bonus, flags] = numbers;
    let parts = this.cards.get(id);
    if (!parts) {
      const [shadow, card] = [this.make("shadow"), this.make("card")];
      const [glyph, pie, shade] = ["glyph", "pie", "shade"].map((name) => {
        const node = document.createElement("div");
        node.className = name;
        card.node.append(node);
        return new Written(node);
      });
      parts = { card, shadow, glyph, shade, pie };
      this.cards.set(id, parts);
    }
    const [x, y] = this.scaled(cx, cy);
    const isUp = rotation < 90;
    // One element: the face below 90 degrees, beyond that the back, turned by 180.
    const turn = isUp ? rotation : rotation - 180;
    const isMoving = lift > 0.001 || (turn !== 0 && turn !== 180) || scale !== 1;
    const place = `translate(${x.toFixed(4)}em, ${y.toFixed(4)}em)`;
    const plane = spin % 360 === 0 ? "" : ` rotate(${spin.toFixed(3)}deg)`;
    const depth = turn === 0 ? "" : ` perspective(10em) rotateY(${turn.toFixed(3)}deg)`;
    const big = scale * (1 + 0.06 * lift);
    const { card, shadow, glyph, shade, pie } = parts;
    card.style(
      "transform", place + plane + depth + (big === 1 ? "" : ` scale(${big.toFixed(4)})`));
    card.style("opacity", opacity === 1 ? "" : opacity.toFixed(3));
    card.style("zIndex", `${2 + Math.round(z * 8)}`);
    card.style("willChange", isMoving ? "transform" : "");
    card.className(
      `card${isUp ? " up" : ""}${flags & 1 ? " matched" : ""}${flags & 2 ? " highlighted" : ""}` +
        `${flags & 4 ? " chosen" : ""}${flags & 8 ? " refused" : ""}`);
    const thin = Math.max(Math.abs(Math.cos((turn * Math.PI) / 180)), 0.04);
    shadow.style(
      "transform",
      `translate(${(x + 0.05 + 0.2 * lift).toFixed(3)}em, ${(y + 0.1 + 0.35 * lift).toFixed(3)}em)` +
        `${plane} scale(${(scale * thin * (1 + 0.1 * lift)).toFixed(3)}, ` +
        `${(scale * (1 + 0.1 * lift)).toFixed(3)})`);
    shadow.style("opacity", (opacity * (1 - 0.45 * lift)).toFixed(3));
    shade.style("opacity", turn === 0 ? "0" : (0.45 * Math.sin((Math.abs(turn) * Math.PI) / 180)).toFixed(3));
    if (isUp && face >= 0) {
      const { glyph: text, isLetters } = this.face(face);
      glyph.text(text);
      glyph.className(isLetters ? "glyph letters" : "glyph");
    } else {
      glyph.text("");
    }
    pie.style(
      "background",
      isUp && bonus >= 0
        ? `conic-gradient(#58b673 ${(360 * bonus).toFixed(1)}deg, #58b67333 0)` : "none");
  }

  /** Names the places; after what is on them has changed. */
  name() {
    this.buttons.forEach((button, place) => {
      button.attribute("aria-label", this.client.text(200 + place));
    });
  }
}

/** @param {number} index */
const letter = (index) => String.fromCharCode(65 + (index % 26));

/** Players, sentences and buttons beside the table. */
class Panel {
  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.headline = new Written(element("headline"));
    this.news = new Written(element("news"));
    this.facts = new Written(element("facts"));
    this.log = element("log");
    this.seats = element("seats");
    this.actions = element("actions");
    this.said = "";
    this.offered = "";
    /** @type {{item: Written, clock: Written, name: Written, details: Written, score: Written}[]} */
    this.rows = [];
  }

  row() {
    const item = document.createElement("li");
    const clock = document.createElement("div");
    clock.className = "clock";
    const label = document.createElement("div");
    const [name, details, score] = ["span", "small", "b"].map((kind) => document.createElement(kind));
    label.append(name, details);
    item.append(clock, label, score);
    this.seats.append(item);
    const [writtenItem, writtenClock] = [item, clock].map((node) => new Written(node));
    const [writtenName, writtenDetails, writtenScore] = [name, details, score].map(
      (node) => new Written(node));
    return {
      item: writtenItem, clock: writtenClock, name: writtenName, details: writtenDetails,
      score: writtenScore,
    };
  }

  /** @param {Float64Array} numbers */
  draw(numbers) {
    const phase = numbers[3];
    const headline = this.client.text(0);
    this.headline.text(headline);
    const message = this.client.text(1);
    const news = message || this.client.text(2);
    this.news.text(news);
    this.news.className(message && numbers[14] & 4 ? "bad" : "");
    this.say(news || headline);
    const title = this.client.text(4);
    if (title && title !== document.title) document.title = title;
    const [room, line] = [this.client.text(3), this.client.text(5)];
    const watching = numbers[17] > 0 ? `${numbers[17]} watching` : "";
    this.facts.text([room && `Room ${room}`, line, watching].filter((part) => part).join(" · "));
    let offset = size.head + size.card * numbers[18] + size.number * numbers[19];
    let mine = 0;
    let isFree = false;
    for (let seat = 0; seat < numbers[20]; seat += 1, offset += size.seat) {
      const [score, pairs, , flags] = numbers.subarray(offset, offset + size.seat);
      const row = (this.rows[seat] ??= this.row());
      if (flags & 2) mine = flags;
      if (!(flags & 1)) isFree = true;
      row.item.className(flags & 8 ? "turn" : "");
      row.name.text(this.client.text(100 + seat));
      row.details.text(phase < 3 ? "" : `${pairs} ${pairs === 1 ? "pair" : "pairs"}`);
      row.score.text(phase < 3 ? "" : `${score}`);
      row.score.style("color", colours[seat % colours.length]);
      const fraction = flags & 8 && numbers[11] >= 0 ? numbers[11] : flags & 8 ? 1 : 0;
      row.clock.style(
        "background",
        `conic-gradient(${colours[seat % colours.length]} ${(360 * fraction).toFixed(1)}deg, #24413f 0)`);
    }
    for (const row of this.rows.splice(numbers[20])) row.item.node.remove();
    this.offer(numbers, mine, isFree);
  }

  /** The buttons for what may be done now.
   *  @param {Float64Array} numbers @param {number} mine @param {boolean} isFree */
  offer(numbers, mine, isFree) {
    const phase = numbers[3];
    /** @type {[string, number, number, string][]} */
    const choices = [];
    if (numbers[9] >= 0) {
      if (phase === 0 && !(mine & 16)) choices.push(["Ready", action.ready, 0, ""]);
      if (phase === 0 && mine & 4 && isFree) choices.push(["Add a bot", action.addBot, 0, "easy"]);
      if (phase === 2) choices.push(["Deal", action.deal, 0, ""]);
      if (phase === 4 && numbers[14] & 1 && numbers[14] & 2) {
        choices.push(["Shuffle", action.shuffle, 0, ""]);
      }
      if (phase === 5) choices.push(["Play again", action.rematch, 0, ""]);
    }
    choices.push(["Leave", action.leave, 0, ""]);
    const offered = choices.map(([name]) => name).join();
    if (offered === this.offered) return;
    this.offered = offered;
    this.actions.replaceChildren(
      ...choices.map(([name, kind, argument, text]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = name;
        button.onclick = () => this.client.act(kind, argument, text);
        return button;
      }));
  }

  /** Says a sentence to those who listen, once. @param {string} sentence */
  say(sentence) {
    if (!sentence || sentence === this.said) return;
    this.said = sentence;
    const line = document.createElement("p");
    line.textContent = sentence;
    this.log.append(line);
    while (this.log.childElementCount > 100) this.log.firstElementChild?.remove();
  }
}

/** Draws when the scene asks for it. */
class Show {
  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.board = new Board(client);
    this.panel = new Panel(client);
    this.isAsked = false;
    this.timer = 0;
    this.frames = 0;
    this.named = "";
  }

  ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    clearTimeout(this.timer);
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.draw();
    });
  }

  draw() {
    const { wasm, clock } = this.client;
    const { now } = clock.read();
    const count = wasm.frame(now);
    if (count === 0) return;
    // A copy: asking for a text may move or grow the memory.
    const numbers = new Float64Array(wasm.memory.buffer, wasm.sceneStart(), count).slice();
    this.frames += 1;
    this.board.draw(numbers);
    this.panel.draw(numbers);
    const [motion, next] = numbers;
    // Which cards show and where they lie is all that a place's name says.
    let named = `${numbers[4]} ${numbers[5]}`;
    for (let index = 0; index < numbers[18]; index += 1) {
      const offset = size.head + size.card * index;
      named += ` ${numbers[offset + 1]},${numbers[offset + 10]},${numbers[offset + 12] & 1}`;
    }
    if (named !== this.named) {
      this.named = named;
      this.board.name();
    }
    if (motion === 2) this.ask();
    else if (motion === 1) this.timer = setTimeout(() => this.ask(), 90);
    else if (next >= 0) {
      this.timer = setTimeout(() => this.ask(), Math.min(Math.max((next - now) / 1000, 0), 2 ** 31 - 1));
    }
  }
}

const main = async () => {
  const { exp, log, sin, cos, atan } = Math;
  const env = { exp, log, sin, cos, atan, fmod: (/** @type {number} */ x, /** @type {number} */ y) => x % y };
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/web/web.wasm"), { env });
  const query = new URLSearchParams(location.search);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const server = query.get("server") ?? `${scheme}://${location.host}`;
  const [, code = "", role = ""] = location.pathname.split("/");
  const [home, match] = [element("home"), element("match")];
  /** @type {Show} */
  let show;
  const client = new Client(instance.exports, server, {
    draw: () => show.ask(),
    open: () => {
      [home.hidden, match.hidden] = [true, false];
      show.ask();
    },
    left: () => {
      [home.hidden, match.hidden] = [false, true];
      document.title = "Facedown";
    },
    say: (text) => show.panel.say(text),
  });
  show = new Show(client);
  Object.assign(window, { facedown: { client, show } });
  const name = /** @type {HTMLInputElement} */ (element("name"));
  const codeField = /** @type {HTMLInputElement} */ (element("code"));
  name.value = query.get("name") ?? "";
  codeField.value = code;
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isStarted = false;
  /** @param {string} way */
  const enter = (way) => {
    if (!isStarted) client.start(name.value || "Guest", isReduced);
    isStarted = true;
    if (way === "create") client.act(action.create, Number(query.get("pairs") ?? 8));
    else client.act(way === "watch" ? action.watch : action.join, 0, codeField.value.trim());
  };
  element("enter").onsubmit = (event) => {
    event.preventDefault();
    const { submitter } = /** @type {SubmitEvent} */ (event);
    enter(/** @type {HTMLButtonElement | null} */ (submitter)?.value ?? "join");
  };
  addEventListener("resize", () => show.ask());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isStarted) client.woke();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && isStarted) client.woke();
  });
  addEventListener("online", () => isStarted && client.woke());
  document.addEventListener("keydown", (event) => {
    if (match.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (show.board.arrow(event.key)) event.preventDefault();
    else if (event.key === "s") client.act(action.shuffle);
    else if (event.key === "r") client.act(action.restart);
  });
  if (code && role === "watch") enter("watch");
  else if (code && name.value) enter("join");
  else home.hidden = false;
};

main();
