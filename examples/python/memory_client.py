#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A complete Facedown client on one page: it joins a room and plays a match from memory.

It uses the subprotocol facedown.v1.json: each WebSocket message is one JSON object with one key
that names it; 64-bit numbers are strings, bytes are base64. If its connection breaks, it reconnects
and resumes. It needs Python 3.9 and the package websockets (Debian: python3-websockets).

    memory_client.py URL CODE [NAME]             take a seat in the room with this code
    memory_client.py URL --create [NAME [PAIRS]] open a room and print its code
"""

import asyncio
import json
import ssl
import sys
import time

import websockets

# The back-off before each attempt to reconnect, in seconds.
BACK_OFF = [0.1, 0.25, 0.5, 1, 2, 4] + [5] * 22


def number(message, field, default=0):
    """An integer field; a field that has its default value may be missing."""
    return int(message.get(field, default))


class Client:
    def __init__(self, name):
        self.name = name
        self.socket = None
        self.session = self.token = None  # from the last welcome
        self.requests = 0
        self.pending = {}  # id -> unanswered request
        self.server_ahead = 0.0  # microseconds from our clock to the server's
        self.room = None  # from joined: code, roomId
        self.actor = self.seat = None
        self.seen_seq = 0
        self.phase = None  # waiting, committing, playing
        self.is_ready = False
        self.shares = set()  # seats that have not revealed their share of the deal yet
        self.cards = {}  # card on the table -> its face, None if unknown
        self.up = []  # face-up cards
        self.turn = None  # (seat, when it begins)
        self.standings = None

    # Sending.

    async def say(self, **message):
        await self.socket.send(json.dumps(message))

    async def request(self, keep=True, **message):
        """Sends a request under the next id; if `keep`, it is repeated until it is answered."""
        self.requests += 1
        for body in message.values():
            body["id"] = str(self.requests)
        if keep:
            self.pending[self.requests] = message
        await self.say(**message)

    async def intend(self, **action):
        """Sends an intent, with the number of the last entry seen."""
        await self.request(intent={"seenSeq": str(self.seen_seq), **action})

    async def converse(self, socket):
        """Uses one connection until it breaks or the match is over."""
        self.socket = socket
        hello = {"agent": "facedown-example-python", "name": self.name}
        if self.token:
            hello["resumeToken"] = self.token
        await self.say(hello=hello)
        await self.say(ping={"id": "1", "t0": str(self.local_microseconds())})
        # The server accepts a session's ids only in ascending order: unanswered requests come
        # first, under their old ids, and the request to resume the room comes last.
        for id in sorted(self.pending):
            await self.say(**self.pending[id])
        if self.room:
            await self.request(
                keep=False,
                joinRoom={**self.room, "role": "ROLE_PLAYER", "afterSeq": str(self.seen_seq)},
            )
        async for text in socket:
            (kind, body), = json.loads(text).items()
            handle = getattr(self, "on_" + kind, None)
            if handle:
                await handle(body)
            if self.standings is not None:
                return

    # Receiving.

    async def on_welcome(self, welcome):
        if self.session not in (None, welcome["sessionId"]):
            raise SystemExit("The server no longer knows this session, so the seat is lost.")
        self.session, self.token = welcome["sessionId"], welcome["resumeToken"]
        self.requests = max(self.requests, number(welcome, "highestRequestId"))

    async def on_pong(self, pong):
        now = self.local_microseconds()
        there = number(pong, "t1") - number(pong, "t0")
        back = number(pong, "t2") - now
        self.server_ahead = (there + back) / 2

    async def on_joined(self, joined):
        if self.room is None:
            print(json.dumps({"event": "room", "code": joined["code"]}), flush=True)
        self.pending.pop(number(joined, "id"), None)
        self.room = {"code": joined["code"], "roomId": joined["roomId"]}
        self.actor, self.seat = joined["actor"], joined["seat"]
        if "base" in joined:
            self.start_from(joined["base"])
        for entry in joined.get("tail", []):
            self.fold(entry)
        await self.act()

    async def on_entry(self, entry):
        self.fold(entry)
        await self.act()

    async def on_refused(self, refused):
        code, facts = refused["code"], refused.get("facts", {})
        self.pending.pop(number(refused, "id"), None)
        print(f"refused: {code} {facts}", file=sys.stderr)
        if code == "play/too_early":
            await asyncio.sleep(int(facts.get("wait_us", "10000")) / 1e6)
            await self.act()
        elif code == "intent/expired":
            # It never reached the server before the connection broke: once the tail has arrived,
            # the client decides again and asks under a new id.
            pass
        elif code.startswith("room/"):
            raise SystemExit(1)

    async def on_closing(self, closing):
        if "retryAfterMs" not in closing:
            raise SystemExit(f"The server closed the connection: {closing.get('reason')}")
        await asyncio.sleep(number(closing, "retryAfterMs") / 1000)

    # State.

    def start_from(self, base):
        """Sets the state to that of the room in a base view."""
        self.seen_seq = number(base, "seq")
        self.phase = base["phase"].removeprefix("PHASE_").lower()
        seats = base.get("seats", [])
        self.is_ready = self.seat < len(seats) and seats[self.seat].get("ready", False)
        self.shares = {
            seat
            for seat, chair in enumerate(seats)
            if chair.get("entropyCommit") and "entropy" not in chair
        }
        known = self.cards
        self.cards = {
            card["card"]: known.get(card["card"])
            for card in base.get("cards", [])
            if card["state"] != "STATE_CLEARED"
        }
        self.up = list(base.get("faceUp", []))
        turn = base.get("turn")
        self.turn = (number(turn, "seat"), number(turn, "beganAt")) if turn else None
        self.standings = base.get("standings")

    def fold(self, entry):
        """Folds the next entry of the room's log into the state."""
        cause = entry.get("cause", {})
        if number(cause, "actor") == self.actor:
            self.pending.pop(number(cause, "id"), None)
        if number(entry, "seq") != self.seen_seq + 1:
            return  # Already known; or a repeated answer, which comes again in its place.
        self.seen_seq = number(entry, "seq")
        at = number(entry, "at")
        if "opened" in entry or "configured" in entry:
            self.phase, self.is_ready = "waiting", False
        elif "readied" in entry and number(entry["readied"], "seat") == self.seat:
            self.is_ready = True
        elif "committed" in entry:
            self.phase = "committing"
            commits = entry["committed"].get("entropyCommits", [])
            self.shares = {seat for seat, commit in enumerate(commits) if commit}
        elif "revealed" in entry:
            self.shares.discard(number(entry["revealed"], "seat"))
        elif "dealt" in entry:
            dealt = entry["dealt"]
            first = number(dealt, "generation") * 64
            self.cards = {first + slot: None for slot in dealt["slots"]}
            self.phase, self.up, self.turn = "playing", [], None
        elif "turnBegan" in entry:
            self.turn = (number(entry["turnBegan"], "seat"), at)
        elif "flipped" in entry:
            flipped = entry["flipped"]
            self.cards[flipped["card"]] = number(flipped, "face")
            self.up.append(flipped["card"])
            first = flipped["outcome"] == "OUTCOME_FIRST"
            self.turn = (flipped["seat"], number(flipped, "revealAt")) if first else None
        elif "settled" in entry:
            self.up = []
            for card in entry["settled"].get("cleared", []):
                del self.cards[card]
        elif "shuffled" in entry and "generation" in entry["shuffled"]:
            # A blind shuffle: the remaining cards have new numbers.
            first = number(entry["shuffled"], "generation") * 64
            self.cards = {first + slot: None for slot in entry["shuffled"]["slots"]}
            self.turn = None
        elif "turnExpired" in entry:
            self.turn = None
        elif "ended" in entry:
            self.standings = entry["ended"]["standings"]

    # Acting.

    async def act(self):
        """Sends the next request, one at a time."""
        if self.pending or self.standings is not None:
            return
        if self.phase == "waiting" and not self.is_ready:
            await self.intend(ready={})
        elif self.phase in ("committing", "undealt") and not self.shares and self.seat == 0:
            # We committed to no share, so there is none to reveal; the deck waits to be dealt.
            await asyncio.sleep(0.2)
            await self.intend(deal={})
        elif self.turn is not None and self.turn[0] == self.seat:
            await self.until(self.turn[1])
            await self.intend(choose={"card": self.choice()})

    def choice(self):
        """The card to turn: a known mate, one of a known pair, or an unknown card."""
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
        return (wanted or unknown or down)[0]

    def local_microseconds(self):
        return time.monotonic_ns() // 1000

    async def until(self, server_time):
        """Waits until a time on the server's clock, and a little longer to be safe."""
        wait = server_time - self.server_ahead - self.local_microseconds()
        await asyncio.sleep(max(0.0, wait / 1e6) + 0.005)


async def play(url, client):
    """Plays a match over as many connections as it takes."""
    tls = ssl.create_default_context() if url.startswith("wss:") else None
    attempts = iter([0] + BACK_OFF)
    while client.standings is None:
        wait = next(attempts, None)
        if wait is None:
            raise SystemExit("The server cannot be reached any more.")
        await asyncio.sleep(wait)
        try:
            async with websockets.connect(
                url, subprotocols=["facedown.v1.json"], compression=None, ssl=tls, max_size=2**20
            ) as socket:
                before = client.seen_seq
                try:
                    await client.converse(socket)
                finally:
                    if client.seen_seq > before:
                        attempts = iter(BACK_OFF)
        except (OSError, asyncio.TimeoutError, websockets.exceptions.WebSocketException):
            if client.session is None:
                raise SystemExit("The server cannot be reached.")
    return client.standings


async def main(arguments):
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    url, code = arguments[0].rstrip("/") + "/v1/play", arguments[1]
    client = Client(arguments[2] if len(arguments) > 2 else "Python")
    if code == "--create":
        pairs = int(arguments[3]) if len(arguments) > 3 else 8
        first = {"createRoom": {"settings": {"pairs": pairs, "seats": 2}}}
    else:
        first = {"joinRoom": {"code": code, "role": "ROLE_PLAYER"}}
    # Sent with the first hello, and repeated until it is answered.
    client.requests = 1
    client.pending[1] = {kind: {**body, "id": "1"} for kind, body in first.items()}
    for line in await play(url, client):
        print(json.dumps({"standing": line}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
