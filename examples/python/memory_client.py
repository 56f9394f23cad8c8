#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A whole Facedown client in one page: it joins a room and plays a match by memory.

It speaks the subprotocol facedown.v1.json: each WebSocket message is one JSON object with one key
that names it; 64-bit numbers come as strings, bytes as base64. It needs Python 3.9 and the package
websockets (Debian: python3-websockets).

    memory_client.py URL CODE [NAME]             take a seat in the room with this code
    memory_client.py URL --create [NAME [PAIRS]] open a room and print its code
"""

import asyncio
import json
import ssl
import sys
import time

import websockets


def number(message, field, default=0):
    """An integer field; fields that hold their default may be missing."""
    return int(message.get(field, default))


class Client:
    def __init__(self, socket):
        self.socket = socket
        self.requests = 0
        self.server_ahead = 0.0  # microseconds from our clock to the server's
        self.actor = self.seat = None
        self.seen_seq = 0
        self.match = None  # settings of the open match
        self.cards = {}  # card -> face while known and on the table, None while not
        self.up = []  # cards showing
        self.turn = None  # (seat, when it begins)
        self.standings = None

    async def say(self, **message):
        await self.socket.send(json.dumps(message))

    async def request(self, **message):
        """A request carries a number that only rises."""
        self.requests += 1
        for body in message.values():
            body["id"] = str(self.requests)
        await self.say(**message)

    async def intend(self, **action):
        """An intent also says what its sender has seen."""
        await self.request(intent={"seenSeq": str(self.seen_seq), **action})

    def local_microseconds(self):
        return time.monotonic_ns() // 1000

    async def until(self, server_time):
        """Waits for an instant of the server's clock, and a little longer to be sure."""
        wait = server_time - self.server_ahead - self.local_microseconds()
        await asyncio.sleep(max(0.0, wait / 1e6) + 0.005)

    async def play(self, code, name, pairs):
        await self.say(hello={"agent": "facedown-example-python", "name": name})
        await self.say(ping={"id": "1", "t0": str(self.local_microseconds())})
        if code is None:
            await self.request(createRoom={"settings": {"pairs": pairs, "seats": 2}})
        else:
            await self.request(joinRoom={"code": code, "role": "ROLE_PLAYER"})
        async for text in self.socket:
            (kind, body), = json.loads(text).items()
            handle = getattr(self, "on_" + kind, None)
            if handle:
                await handle(body)
            if self.standings is not None:
                return self.standings
        raise SystemExit("The connection ended before the match did.")

    async def on_pong(self, pong):
        now = self.local_microseconds()
        there = number(pong, "t1") - number(pong, "t0")
        back = number(pong, "t2") - now
        self.server_ahead = (there + back) / 2

    async def on_joined(self, joined):
        self.actor, self.seat = joined["actor"], joined["seat"]
        print(json.dumps({"event": "room", "code": joined["code"]}), flush=True)
        for entry in joined.get("tail", []):
            await self.on_entry(entry)

    async def on_refused(self, refused):
        code, facts = refused["code"], refused.get("facts", {})
        print(f"refused: {code} {facts}", file=sys.stderr)
        if code == "play/too_early":
            await asyncio.sleep(int(facts.get("wait_us", "10000")) / 1e6)
            await self.choose()
        elif code.startswith("room/"):
            raise SystemExit(1)

    async def on_closing(self, closing):
        raise SystemExit(f"The server closed the connection: {closing.get('reason')}")

    async def on_entry(self, entry):
        self.seen_seq = number(entry, "seq")
        at = number(entry, "at")
        if "seated" in entry and entry["seated"].get("actor") == self.actor:
            await self.intend(ready={})
        elif "committed" in entry and self.seat == 0:
            # We committed to nothing, so there is nothing to reveal; the deck waits for a tap.
            await asyncio.sleep(0.2)
            await self.intend(deal={})
        elif "dealt" in entry:
            dealt = entry["dealt"]
            first = number(dealt, "generation") * 64
            self.cards = {first + slot: None for slot in dealt["slots"]}
            self.up = []
        elif "turnBegan" in entry:
            self.turn = (number(entry["turnBegan"], "seat"), at)
            await self.choose()
        elif "flipped" in entry:
            flipped = entry["flipped"]
            self.cards[flipped["card"]] = number(flipped, "face")
            self.up.append(flipped["card"])
            if flipped["outcome"] == "OUTCOME_FIRST":
                self.turn = (self.turn[0], number(flipped, "revealAt"))
                await self.choose()
        elif "settled" in entry:
            self.up = []
            for card in entry["settled"].get("cleared", []):
                del self.cards[card]
        elif "ended" in entry:
            self.standings = entry["ended"]["standings"]

    async def choose(self):
        """Turns a card if it is our turn: a mate we know, a pair we know, or something new."""
        if self.turn is None or self.turn[0] != self.seat or len(self.up) > 1:
            return
        await self.until(self.turn[1])
        down = [card for card in self.cards if card not in self.up]
        known = {}
        for card in down:
            if self.cards[card] is not None:
                known.setdefault(self.cards[card], []).append(card)
        unknown = [card for card in down if self.cards[card] is None]
        if self.up:
            wanted = known.get(self.cards[self.up[0]], [])
        else:
            wanted = next((cards for cards in known.values() if len(cards) == 2), [])
        await self.intend(choose={"card": (wanted or unknown or down)[0]})


async def main(arguments):
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    url, code = arguments[0].rstrip("/") + "/v1/play", arguments[1]
    name = arguments[2] if len(arguments) > 2 else "Python"
    pairs = int(arguments[3]) if len(arguments) > 3 else 8
    tls = ssl.create_default_context() if url.startswith("wss:") else None
    async with websockets.connect(
        url, subprotocols=["facedown.v1.json"], compression=None, ssl=tls, max_size=2**20
    ) as socket:
        room = None if code == "--create" else code
        for line in await Client(socket).play(room, name, pairs):
            print(json.dumps({"standing": line}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
