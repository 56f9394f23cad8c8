# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Writers that race for one subject while servers fail, as nodes do that all take a room for theirs."""

import base64
import json
import signal
import threading
import time

from harness import conclude, leader, rounds, start_servers, whole, within
from nats import Away, Line, Refused, enter

SUBJECT = "trial.race"


class Racer(threading.Thread):
    """Appends to the subject that others append to; each message names the number of the one before."""

    def __init__(self, fleet, place, name):
        super().__init__(daemon=True)
        self.fleet, self.place, self.name = fleet, place, name
        self.stopping = threading.Event()
        self.acknowledged = {}
        self.lost, self.unclear = 0, 0

    def run(self):
        enter(self.fleet[self.place].space)
        line, turn, last, attempt = None, 0, None, 0
        while not self.stopping.is_set():
            try:
                if line is None:
                    turn += 1
                    server = self.fleet.named("nats-")[turn % 3]
                    line = Line(
                        server.networks["journal"], server.name,
                        self.fleet.folder / "certificates/node", "node",
                        self.fleet.variables["NATS_NODE_PASSWORD"], timeout=1.0)
                if last is None:
                    last = newest(line)
                attempt += 1
                body = json.dumps([self.name, attempt, last])
                answer = json.loads(line.ask(
                    SUBJECT, body.encode(), {"Nats-Expected-Last-Subject-Sequence": last}))
                if "error" in answer:
                    self.lost += 1
                    last = None
                else:
                    last = answer["seq"]
                    self.acknowledged[last] = body
                    # Now and then the others get ahead.
                    if attempt % 8 == 0:
                        self.stopping.wait(0.01)
                        last = None
            except Refused:
                self.stopping.wait(0.05)
                last = None
            except Away:
                self.unclear += 1
                if line:
                    line.close()
                line, last = None, None
                self.stopping.wait(0.05)


def newest(line):
    """The number of the subject's newest message; 0 if it has none."""
    try:
        return line.api("STREAM.MSG.GET.TRIAL", {"last_by_subj": SUBJECT})["message"]["seq"]
    except Refused as refusal:
        if "10037" in str(refusal):
            return 0
        raise


def kept(fleet):
    """All messages of the subject: number to body."""
    messages = {}

    def read():
        enter(fleet["node-1"].space)
        server = fleet["nats-1"]
        line = Line(
            server.networks["journal"], server.name, fleet.folder / "certificates/node", "node",
            fleet.variables["NATS_NODE_PASSWORD"], timeout=5.0)
        number = 1
        while True:
            try:
                message = line.api(
                    "STREAM.MSG.GET.TRIAL", {"next_by_subj": SUBJECT, "seq": number})["message"]
            except Refused as refusal:
                if "10037" in str(refusal):
                    return line.close()
                raise
            messages[message["seq"]] = base64.b64decode(message["data"]).decode()
            number = message["seq"] + 1

    reading = threading.Thread(target=read)
    reading.start()
    reading.join()
    return messages


def race(fleet):
    """Three writers of one subject, until it has a thousand steps for each round."""
    start_servers(fleet)
    racers = [Racer(fleet, place, f"r{number}")
              for number, place in enumerate(["node-1", "node-2", "node-1"])]
    for racer in racers:
        racer.start()

    def steps():
        return sum(len(racer.acknowledged) for racer in racers)

    faults, failures, begun = [], 0, time.monotonic()
    while steps() < 1000 * rounds:
        time.sleep(12)
        victim = fleet[leader(fleet) or "nats-1"]
        kind = failures % 3
        failures += 1
        if kind == 0:
            victim.end(signal.SIGKILL)
        elif kind == 1:
            victim.process.send_signal(signal.SIGSTOP)
        else:
            victim.plug("-cut")
        time.sleep(3)
        if kind == 0:
            victim.start()
        elif kind == 1:
            victim.process.send_signal(signal.SIGCONT)
        else:
            victim.plug()
        within(60, "all copies are current", lambda: whole(fleet))
    for racer in racers:
        racer.stopping.set()
        racer.join(10)
    within(60, "all copies are current", lambda: whole(fleet))
    took = time.monotonic() - begun
    messages, behind = kept(fleet), 0
    for number, body in messages.items():
        if json.loads(body)[2] != behind:
            faults.append(f"message {number} stands behind {behind}, and names {json.loads(body)[2]}")
        behind = number
    for racer in racers:
        for number, body in racer.acknowledged.items():
            if messages.get(number) != body:
                faults.append(f"{racer.name} was acknowledged {number}, and it is not there")
    return conclude(
        faults[:20], f"{steps()} steps of {len(racers)} writers acknowledged in {took:.0f} s, "
        f"{len(messages)} stored; {sum(racer.lost for racer in racers)} came second, "
        f"{sum(racer.unclear for racer in racers)} were unclear; servers failed {failures} times")
