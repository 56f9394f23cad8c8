# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What the example client sends over a new connection after a request was lost with the old one.

    lost_request.py CLIENT

A server in this file seats the client, gives it a turn, and drops the connection and the request as
soon as the client chooses a card. Prints a line for each message of the second connection: the kind of
the request and its number, and for joinRoom the entry it resumes from. The first retry is refused with
intent/expired, as by a server that saw a higher number first, to see the client's next request.
"""

import asyncio
import json
import sys

import websockets

ENTRIES = [
    {"opened": {"matchId": "m", "settings": {}, "theme": "animals"}},
    {"seated": {"seat": 0, "player": {"name": "Python"}, "actor": 1}},
    {"readied": {"seat": 0}},
    {"committed": {"seedCommit": "AA==", "entropyCommits": [""]}},
    {
        "dealt": {
            "generation": 1, "slots": [0, 1, 2, 3], "rows": 2, "columns": 2, "turnOrder": [0],
            "playableAt": "1",
        }
    },
    {"turnBegan": {"seat": 0}},
]
STANDINGS = [{"rank": 1, "seat": 0, "player": {"name": "Python"}, "score": 0, "pairs": 0}]


def entry(seq, event):
    return {"seq": str(seq), "at": "1", **event}


def joined(**more):
    return {
        "code": "ABCDE", "roomId": "r", "actor": 1, "seat": 0, "role": "ROLE_PLAYER", **more
    }


async def main(client):
    connections = 0
    done = asyncio.Event()

    async def serve(socket, *_):
        nonlocal connections
        connections += 1
        is_first = connections == 1

        async def say(**message):
            await socket.send(json.dumps(message))

        async for text in socket:
            (kind, body), = json.loads(text).items()
            if kind == "hello":
                if not is_first:
                    print("hello", body.get("resumeToken"))
                more = {} if is_first else {"highestRequestId": "1"}
                await say(welcome={"sessionId": "s", "resumeToken": "dG9rZW4=", **more})
            elif kind == "joinRoom" and is_first:
                tail = [entry(seq, event) for seq, event in enumerate(ENTRIES, 1)]
                await say(joined=joined(id=body["id"], base={"seq": "0", "phase": "PHASE_WAITING"},
                                        tail=tail))
            elif kind == "intent" and is_first:
                return socket.transport.abort()
            elif kind == "joinRoom":
                print("joinRoom", body["id"], body["roomId"], body["afterSeq"])
                await say(joined=joined(id=body["id"]))
            elif kind == "intent":
                print("choose", body["id"])
                if body["id"] == "2":
                    await say(refused={"id": "2", "code": "intent/expired"})
                else:
                    await say(entry=entry(len(ENTRIES) + 1, {"ended": {"standings": STANDINGS}}))
                    done.set()

    async with websockets.serve(serve, "127.0.0.1", 0, subprotocols=["facedown.v1.json"]) as server:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            "/usr/bin/python3", client, f"ws://127.0.0.1:{port}", "ABCDE",
            stdout=asyncio.subprocess.DEVNULL)
        await asyncio.wait_for(done.wait(), 30)
        print("exit", await asyncio.wait_for(process.wait(), 30))


asyncio.run(main(sys.argv[1]))
