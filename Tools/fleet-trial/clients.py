# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Clients that ask two nodes for the same thing: requests repeated elsewhere, and strangers who look for a
match at the same moment."""

import asyncio
import json
import random
import ssl
import threading
import time

import websockets

from harness import admin, conclude, rounds, spread, start_players, start_servers
from nats import enter

PROXY = "172.30.78.10"


async def dial(fleet, node):
    """A connection to a node, or to the one that an address leads to."""
    trust = ssl.create_default_context(cafile=fleet.folder / "public.pem")
    return await websockets.connect(
        f"wss://play.example.org/n/{node}/v1/play", host=PROXY, ssl=trust, compression=None,
        server_hostname="play.example.org", subprotocols=["facedown.v1.json"])


def hello(token=None, room=""):
    body = {"agent": "trial/1", "name": "Trial", "moves": True, "room": room}
    return body | ({"resumeToken": token} if token else {})


def node_of(url):
    return int(url.rsplit("/", 1)[1])


class Client:
    """A connection to one node, by the proxy's path of it."""

    def __init__(self, fleet, node):
        self.fleet, self.node, self.socket = fleet, node, None

    async def open(self, token=None, room=""):
        """Says hello; returns the welcome."""
        self.socket = await dial(self.fleet, self.node)
        await self.send("hello", hello(token, room))
        return await self.heard("welcome")

    async def send(self, kind, body):
        await self.socket.send(json.dumps({kind: body}))

    async def heard(self, *kinds):
        """The next message of one of these kinds; refusals and `closing` are faults if not among them."""
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), 15))
            kind = next(iter(message))
            if kind in kinds:
                return message[kind] if len(kinds) == 1 else (kind, message[kind])
            if kind in ("refused", "closing"):
                raise RuntimeError(f"{kind}: {message[kind]}")

    async def seated(self, token, request):
        """Waits for the answer to a request; follows `moved` once. Returns the room's code."""
        kind, body = await self.heard("joined", "moved")
        if kind == "moved":
            await self.socket.close()
            self.node = node_of(body["url"])
            await self.open(token)
            await self.send(*request)
            body = await self.heard("joined")
        return body["code"]

    def vanish(self):
        """Ends the connection without a word."""
        self.socket.transport.abort()


class Player(Client):
    """Alone in a match: chooses the same card all the time, and notes when each answer came.

    Nearly every answer is a refusal, which a node that does not decide for the room cannot give.
    """

    async def begin(self):
        """Opens a room and has its cards dealt."""
        self.token = (await self.open())["resumeToken"]
        self.answers, self.open_requests, self.last = [], {}, 0
        self.request = 0
        await self.ask("createRoom", {"settings": {"pairs": 32, "seats": 1, "mode": "MODE_ZEN"}})
        joined = await self.heard("joined")
        self.code, self.room = joined["code"], joined["roomId"]
        self.last = int(joined.get("tail", [{"seq": 0}])[-1]["seq"])
        await self.ask("intent", {"ready": {}})
        await self.entry("committed")
        await self.ask("intent", {"deal": {}})
        await self.entry("dealt")
        self.open_requests.clear()

    async def ask(self, kind, body):
        self.request += 1
        body = {"id": str(self.request)} | body
        if kind == "intent":
            body["seenSeq"] = str(self.last)
        self.open_requests[str(self.request)] = (kind, body)
        await self.send(kind, body)

    async def entry(self, kind):
        while kind not in (entry := await self.heard("entry")):
            pass
        self.last = int(entry["seq"])

    async def play(self):
        """Asks a hundred times a second until it is cancelled, and follows the room."""
        asking = asyncio.create_task(self.press())
        try:
            warm = None
            while True:
                message = json.loads(await self.socket.recv())
                kind, body = next(iter(message.items()))
                if kind == "moving":
                    warm = (body["url"], await dial(self.fleet, node_of(body["url"])))
                elif kind == "moved":
                    await self.follow(body["url"], warm)
                    warm = None
                elif kind == "entry":
                    self.last = int(body["seq"])
                    self.answered(body.get("cause", {}).get("id"))
                elif kind == "refused":
                    if body["code"].split("/")[0] != "play":
                        raise RuntimeError(f"refused: {body}")
                    self.answered(body["id"])
                elif kind == "closing":
                    raise RuntimeError(f"closing: {body}")
        finally:
            asking.cancel()

    def answered(self, number):
        if self.open_requests.pop(number, None):
            self.answers.append(time.monotonic())

    async def press(self):
        while True:
            if not self.following:
                await self.ask("intent", {"choose": {"card": 64}})
            await asyncio.sleep(0.01)

    following = False

    async def follow(self, url, warm):
        """Goes where the room has gone, over the connection that is open already if it leads there."""
        self.following = True
        former = self.socket
        self.node = node_of(url)
        self.socket = warm[1] if warm and warm[0] == url else await dial(self.fleet, self.node)
        closing = asyncio.create_task(former.close())
        await self.send("hello", hello(self.token, self.code))
        for kind, body in list(self.open_requests.values()):
            await self.send(kind, body)
        self.request += 1
        await self.send("joinRoom", {
            "id": str(self.request), "code": self.code, "role": "ROLE_PLAYER", "roomId": self.room,
            "afterSeq": str(self.last)})
        await self.heard("welcome")
        self.following = False
        await closing


def run(fleet, trial):
    """Runs a coroutine where players are; returns its result."""
    result = []

    def loop():
        enter(fleet.outside.space)
        try:
            result.append(asyncio.run(trial()))
        except BaseException as error:
            result.append(error)

    thread = threading.Thread(target=loop)
    thread.start()
    thread.join()
    if isinstance(result[0], BaseException):
        raise result[0]
    return result[0]


def start(fleet):
    """Everything, with nodes that take any number of connections and rooms of one address."""
    for node in fleet.named("node-"):
        fleet.changes[node.name] = lambda words, environment: (
            words + ["--no-address-limits", "--intents=1000", "--messages=10000",
                     "--message-burst=100000", "--read-bytes=10000000"], environment)
    start_servers(fleet)
    start_players(fleet)


def codes(fleet):
    """The codes of all rooms that any node decides for."""
    found = []
    for node in fleet.named("node-"):
        _, out, _ = admin(node, "rooms", "--json")
        lines = [json.loads(line) for line in out.splitlines()]
        found += [line["room"]["code"] for line in lines if "room" in line]
    return found


def rooms(fleet):
    """Each round opens a room by a request that is sent to one node and repeated at the other."""
    start(fleet)
    faults, opened, unheard = [], [], 0
    source = random.Random(1)

    async def once(number):
        nonlocal unheard
        first, second = Client(fleet, 1 + number % 2), Client(fleet, 2 - number % 2)
        token = (await first.open())["resumeToken"]
        request = ("createRoom", {"id": "1", "settings": {"pairs": 2, "seats": 2}})
        await first.send(*request)
        answer = None
        try:
            answer = (await asyncio.wait_for(first.heard("joined"), source.random() * 0.1))["code"]
        except asyncio.TimeoutError:
            unheard += 1
        first.vanish()
        await second.open(token)
        await second.send(*request)
        code = await second.seated(token, request)
        if answer not in (None, code):
            faults.append(f"one request opened {answer} and {code}")
        return code, second

    async def batch(numbers):
        pairs = await asyncio.gather(*[once(number) for number in numbers])
        # Rooms of earlier batches may still be closing.
        there = sorted(code for code in codes(fleet) if code not in opened)
        if there != sorted(code for code, _ in pairs):
            faults.append(f"{len(there)} rooms for {len(pairs)} requests: {there}")
        opened.extend(code for code, _ in pairs)
        for _, client in pairs:
            await client.send("leaveRoom", {"id": "2"})
            await client.heard("left")
            await client.socket.close()

    async def trial():
        for begun in range(0, rounds, 20):
            await batch(range(begun, min(begun + 20, rounds)))

    run(fleet, trial)
    if len(set(opened)) != rounds:
        faults.append(f"{rounds} requests opened {len(set(opened))} rooms")
    return conclude(
        faults, f"{rounds} requests, each sent to one node and repeated at the other, opened "
        f"{len(set(opened))} rooms; {unheard} first answers were not heard")


def quick(fleet):
    """Each round two strangers ask two nodes for a quick match at the same moment; a third watches the
    other node's list of rooms."""
    start(fleet)
    faults, waits, behind, homes = [], [], [], [0, 0]

    async def trial():
        onlookers = [Client(fleet, 1), Client(fleet, 2)]
        listed = {}

        async def look(onlooker):
            while True:
                body = await onlooker.heard("rooms")
                for room in body.get("rooms", []):
                    listed.setdefault((room["code"], onlooker.node), time.monotonic())

        watching = []
        for onlooker in onlookers:
            await onlooker.open()
            await onlooker.send("listRooms", {"watch": True})
            watching.append(asyncio.create_task(look(onlooker)))
        for number in range(rounds):
            strangers = [Client(fleet, 1), Client(fleet, 2)]
            tokens = [(await stranger.open())["resumeToken"] for stranger in strangers]
            request = ("quickMatch", {"id": "1", "mode": "MODE_MEMORIZE", "seats": 2 + number % 7})
            begun = time.monotonic()
            for stranger in strangers:
                await stranger.send(*request)
            found = await asyncio.gather(*[
                stranger.seated(token, request) for stranger, token in zip(strangers, tokens)])
            waits.append(time.monotonic() - begun)
            if found[0] != found[1]:
                faults.append(f"round {number}: two tables, {found[0]} and {found[1]}")
            home = strangers[0].node
            homes[home - 1] += 1
            for _ in range(100):
                if (found[0], 3 - home) in listed:
                    break
                await asyncio.sleep(0.01)
            if (found[0], 3 - home) in listed:
                behind.append(max(0.0, listed[found[0], 3 - home] - begun))
            else:
                faults.append(f"round {number}: {found[0]} is not in the other node's list")
            for stranger in strangers:
                await stranger.send("leaveRoom", {"id": "2"})
                await stranger.heard("left")
                await stranger.socket.close()
        for task in watching:
            task.cancel()

    run(fleet, trial)
    return conclude(
        faults[:20], f"{rounds} times two strangers, at {homes[0]} and {homes[1]} tables of the two nodes; "
        f"both seated {spread(waits)} after they asked; in the other node's list {spread(behind)} after "
        f"that request")


def pauses(fleet):
    """Each round moves a match, whose player asks for something a hundred times a second."""
    start(fleet)
    faults, gaps = [], []

    async def trial():
        player = Player(fleet, 1)
        await player.begin()
        playing = asyncio.create_task(player.play())
        here = 1
        for number in range(rounds):
            await asyncio.sleep(0.3)
            begun, counted = time.monotonic(), len(player.answers)
            # In a thread, because the player must not wait for it.
            code, out, errors = await asyncio.to_thread(
                admin, fleet[f"node-{here}"], "move", player.code, f"node-{3 - here}")
            if code:
                faults.append(f"move {number}: {out}{errors}")
                continue
            here = 3 - here
            for _ in range(100):
                if playing.done() or (player.node == here and not player.following):
                    break
                await asyncio.sleep(0.05)
            else:
                faults.append(f"move {number}: the player is at node {player.node}")
            await asyncio.sleep(0.3)
            if playing.done():
                playing.result()
            answers = [begun, *player.answers[counted:]]
            gaps.append(max(later - at for at, later in zip(answers, answers[1:])))
        playing.cancel()
        return player

    player = run(fleet, trial)
    return conclude(
        faults[:20], f"{len(gaps)} moves; the longest pause between two answers in each {spread(gaps, 3)}; "
        f"{len(player.answers)} answers, {len(player.open_requests)} requests unanswered in the end")
