# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The trials of scripts/fleet-trial, whose head explains them.

    trial.py CHECKOUT PROGRAMS NATS NAME ROUNDS

PROGRAMS is the folder of facedown and facedown-server, NATS a nats-server. The last line has the figures;
exit status 1 if anything was lost.
"""

import signal
import sys
import time

import clients
import disks
import races
from harness import (
    admin, asked, begin, checkout, conclude, finished, leader, name, nats, owner, page, programs, ready,
    rooms, rounds, settled, spread, start_players, start_servers, stream, streams, underway, whole, within, writers)
from machines import Fleet

# MARK: Trials that need no nodes


def servers(fleet):
    """The servers' files: a cluster, its certificates and its users."""
    faults = []
    took = start_servers(fleet)
    found = stream(fleet)
    copies = {found["cluster"]["leader"], *[copy["name"] for copy in found["cluster"]["replicas"]]}
    if copies != {"nats-1", "nats-2", "nats-3"}:
        faults.append(f"copies are on {copies}")
    answers = ""

    def answered():
        nonlocal answers
        answers = asked(fleet, "node-1", "system", "$SYS.REQ.SERVER.PING.JSZ", count=3)
        return not isinstance(answers, str)

    within(30, lambda: f"all three servers say what they are: {answers}", answered)
    for answer in answers:
        if not answer["data"].get("config", {}).get("sync_always"):
            faults.append(f"{answer['server']['name']} does not sync")
    if {answer["server"]["name"] for answer in answers} != copies:
        faults.append("not every server says whether it syncs")
    for server in fleet.named("nats-"):
        if "TLS route handshake error" in server.log():
            faults.append(f"{server.name} and another server do not accept each other's certificates")
    for user, subject, certificates, what in [
        ("system", "$SYS.REQ.SERVER.PING.VARZ", "node", "the system account may ask for more"),
        ("node", "$SYS.REQ.SERVER.PING.JSZ", "node", "a node asks the system account"),
        ("nobody", "$JS.API.INFO", "node", "a wrong password is accepted"),
        ("node", "$JS.API.INFO", "ca", "no certificate is needed"),
    ]:
        answer = asked(fleet, "node-1", user, subject, certificates=certificates)
        if not isinstance(answer, str):
            faults.append(what)
    return conclude(faults, f"a stream of three copies, each synced, {took:.1f} s after the start")


def proxy(fleet):
    """The proxy's file in front of two nodes: newcomers, paths, a drain and a death."""
    faults = []
    start_servers(fleet)
    start_players(fleet)
    for path, expected in [("/", "200"), ("/n/1/", "200"), ("/n/2/", "200"), ("/n/9/", "200"),
                           ("/metrics", "404"), ("/n/1/metrics", "404"), ("/n/x/", "404")]:
        status = page(fleet, path)[0]
        if status != expected:
            faults.append(f"{path} is {status}")
    for path in ["/v1/play", "/n/1/v1/play", "/n/2/v1/play"]:
        status, out = page(fleet, path, upgrade=True)
        if status != "101":
            faults.append(f"{path} does not upgrade: {out[:100]}")
    matches = begin(fleet, range(6))
    held = [sum(match.code in rooms(node) for match in matches) for node in fleet.named("node-")]
    if not all(held):
        faults.append(f"newcomers went to one node alone: {held}")
    for match in matches:
        faults += match.faults()
    # A node that dies: newcomers go to the other one.
    fleet["node-1"].end(signal.SIGKILL)
    since = time.monotonic()
    refused = 0
    while time.monotonic() - since < 5:
        if page(fleet, "/")[0] != "200":
            refused += 1
        time.sleep(0.1)
    if page(fleet, "/n/1/")[0] != "503":
        faults.append("the path of a dead node answers")
    if page(fleet, "/n/2/")[0] != "200":
        faults.append("the other node's path does not answer")
    fleet["node-1"].start()
    took = within(20, "it is back behind the proxy", lambda: page(fleet, "/n/1/")[0] == "200")
    return conclude(
        faults, f"{len(matches)} matches, {held[0]} and {held[1]} at the nodes; {refused} newcomers "
        f"refused in 5 s after a kill -9; back behind the proxy {took:.1f} s after its start")


def leader_trial(fleet):
    start_servers(fleet)
    start_players(fleet)
    found, faults, elections, stalls, recoveries, waits = writers(fleet), [], [], [], [], []
    for turn in range(rounds):
        matches = underway(fleet, turn)
        victim = fleet[leader(fleet)]
        since = time.monotonic()
        victim.end(signal.SIGKILL)
        elections.append(within(
            30, "another server leads", lambda: leader(fleet) not in (None, victim.name)))
        time.sleep(5)
        stalls.append(max(writer.longest(since) for writer in found))
        victim.start()
        recoveries.append(within(60, f"{victim.name} has caught up", lambda: whole(fleet)))
        more, back = finished(matches, since)
        faults += more
        waits += back
    faults += settled(fleet, found)
    if max(stalls) > 10:
        faults.append(f"nothing was stored for {max(stalls):.1f} s")
    total = sum(len(writer.acknowledged) for writer in found)
    return conclude(
        faults, f"{rounds} times; another led after {spread(elections)}; the longest pause of "
        f"{len(found)} writers {spread(stalls)}, of players {spread(waits)}; {total} messages; caught up "
        f"{spread(recoveries)} after its start")


def nats_term(fleet):
    start_servers(fleet)
    start_players(fleet)
    found, faults, stalls = writers(fleet), [], []
    for turn in range(rounds):
        for server in fleet.named("nats-"):
            matches = underway(fleet, turn)
            since = time.monotonic()
            led = leader(fleet) == server.name
            code, took = server.stop()
            time.sleep(4)
            stalls.append(max(writer.longest(since) for writer in found))
            print(f"{server.name}{', the leader,' if led else ''} ended with {code} after {took:.1f} s; "
                  f"the longest pause was {stalls[-1]:.2f} s")
            server.start()
            within(60, f"{server.name} has caught up", lambda: whole(fleet))
            faults += finished(matches, since)[0]
    faults += settled(fleet, found)
    if max(stalls) > 5:
        faults.append(f"nothing was stored for {max(stalls):.1f} s")
    total = sum(len(writer.acknowledged) for writer in found)
    return conclude(
        faults, f"three servers one after the other, {rounds} times; the longest pauses {spread(stalls)}; "
        f"{total} messages")


def partition(fleet):
    """node-1 and a server on one side, all else on the other: one that follows, then the leader."""
    start_servers(fleet)
    start_players(fleet)
    faults, waits, claims = [], {False: [], True: []}, {False: [], True: []}
    for turn in range(rounds):
        for leads in (False, True):
            more, claimed, back = cut_off(fleet, 2 * turn + leads, leads)
            faults += more
            claims[leads] += claimed
            waits[leads] += back
    return conclude(
        faults, f"{rounds} times each; with a server that follows: taken over after {spread(claims[False])}, "
        f"players back {spread(waits[False])}; with the leader: {spread(claims[True])} and "
        f"{spread(waits[True])}")


def cut_off(fleet, turn, leads):
    """Cuts node-1 off together with a server that leads the rooms' stream or does not; returns what was
    wrong, and how long it took until its matches were taken over and its players were back."""
    matches, found = underway(fleet, turn), writers(fleet, prefix=f"cut{turn}-")
    here = [writer for writer in found if writer.node == "node-1"]
    lost = [match for match in matches if owner(fleet, match) is fleet["node-1"]]
    server = next(server for server in fleet.named("nats-") if (server.name == leader(fleet)) == leads)
    leading = [name for name in streams(fleet) if leader(fleet, name) == server.name]
    for service in [fleet["node-1"], server]:
        service.plug("-cut")
    since, claims = time.monotonic(), {}
    while time.monotonic() - since < 15:
        held = rooms(fleet["node-2"])
        claims |= {match.code: time.monotonic() - since for match in lost
                   if match.code in held and match.code not in claims}
        time.sleep(0.1)
    # What was sent before the cable was pulled may be found stored much later.
    accepted = sum(at > since for writer in here for at in writer.sent)
    for service in [fleet["node-1"], server]:
        service.plug()
    healed = time.monotonic()
    within(60, "all copies are current", lambda: whole(fleet))
    within(30, "the writers of that side go on",
           lambda: all(writer.acknowledged[-1] > healed for writer in here))
    faults = settled(fleet, found)
    more, waits = finished(lost, since)
    faults += more + finished([match for match in matches if match not in lost], since)[0]
    within(60, "node-1 is ready", lambda: ready(fleet["node-1"]) == "200")
    if accepted:
        faults.append(f"{accepted} messages were accepted on the side of the minority")
    if len(claims) != len(lost):
        faults.append(f"{len(lost) - len(claims)} matches were not taken over")
    print(f"{server.name}, which led {leading}: taken over after {spread(claims.values())}, players back "
          f"{spread(waits)}, {len(faults)} things wrong", flush=True)
    return faults, list(claims.values()), waits


# MARK: Trials of nodes


def match_trial(fleet):
    start_servers(fleet)
    start_players(fleet)
    matches = begin(fleet, range(4), pairs=8)
    faults = [fault for match in matches for fault in match.faults()]
    entries = sum(len(match.ada.entries()) for match in matches)
    watched = sum(len(match.viewer.entries()) for match in matches)
    return conclude(
        faults, f"{len(matches)} matches to their end through the proxy, {entries} entries, "
        f"{watched} seen by viewers")


def struck(fleet, strike, recover, limit):
    """Matches whose node is struck in mid-match, again and again.

    `strike` takes the node and returns what `recover` needs to bring everything back.
    """
    start_servers(fleet)
    start_players(fleet)
    faults, waits, seen, claims, hit = [], [], [], [], 0
    for turn in range(rounds):
        matches = begin(fleet, range(2 * turn, 2 * turn + 2))
        for match in matches:
            match.underway()
        victim = owner(fleet, matches[0])
        if victim is None:
            raise SystemExit("No node has the room of the first match.")
        lost = [match for match in matches if match.code in rooms(victim)]
        survivor = next(node for node in fleet.named("node-") if node is not victim)
        since = time.monotonic()
        broken = strike(victim)
        hit += len(lost)
        within(40, "the matches are taken over",
               lambda: all(match.code in rooms(survivor) for match in lost))
        claims.append(time.monotonic() - since)
        for match in lost:
            for player in match.players:
                within(40, "a player is back", lambda player=player: player.back(since) is not None)
                waits.append(player.back(since))
            within(40, "the viewer is back",
                   lambda match=match: match.viewer.back(since) is not None)
            seen.append(match.viewer.back(since))
        recover(victim, broken)
        for match in matches:
            faults += match.faults()
        within(60, f"{victim.name} is ready", lambda: ready(victim) == "200")
    if max(waits, default=0) > limit:
        faults.append(f"a player was back after {max(waits):.1f} s only")
    return conclude(
        faults, f"{rounds} times, {hit} matches; seen at the other node within {spread(claims)}; players "
        f"back {spread(waits)}; viewers {spread(seen)}")


def kill(fleet):
    return struck(
        fleet, lambda victim: victim.end(signal.SIGKILL), lambda victim, _: victim.start(), 5)


def machine(fleet):
    """The cables are pulled: nothing is refused or closed, there is only silence."""
    return struck(
        fleet, lambda victim: victim.plug("-cut"), lambda victim, _: victim.plug(), 12)


def both(fleet):
    def strike(victim):
        server = fleet[leader(fleet)]
        for service in [victim, server]:
            service.process.send_signal(signal.SIGKILL)
        for service in [victim, server]:
            service.end(signal.SIGKILL)
        return server

    def recover(victim, server):
        server.start()
        victim.start()
        within(60, "all copies are current", lambda: whole(fleet))

    return struck(fleet, strike, recover, 15)


def move(fleet):
    start_servers(fleet)
    start_players(fleet)
    faults, pauses, usual = [], [], []
    matches = begin(fleet, range(4), pairs=20)
    for match in matches:
        match.underway(flips=12)
    moves = []
    for turn in range(rounds):
        for match in matches:
            if match.ends():
                continue
            here = owner(fleet, match)
            target = next(node for node in fleet.named("node-") if node is not here)
            since = time.monotonic()
            code, out, errors = admin(here, "move", match.code, target.name)
            if code:
                faults.append(f"{match.code} was not moved: {out}{errors}")
                continue
            within(10, f"{target.name} has {match.code}", lambda: match.code in rooms(target))
            moves.append((match, since, time.monotonic()))
            time.sleep(0.5)
    for match, begun, done in moves:
        for player in match.players:
            pauses.append(player.longest(begun, done))
    # The same players between moves: what bots take to think, and cards to turn back.
    for match in matches:
        times = [(begun, done) for moved, begun, done in moves if moved is match]
        for (_, done), (begun, _) in zip(times, times[1:]):
            usual += [player.longest(done, begun) for player in match.players]
    drained = []
    for node in fleet.named("node-"):
        since = time.monotonic()
        code, out, errors = admin(node, "drain", "--move")
        if code:
            faults.append(f"{node.name} does not drain: {out}{errors}")
        ended = node.process.wait(60)
        node.process = None
        drained.append(time.monotonic() - since)
        if ended:
            faults.append(f"{node.name} ended with {ended}")
        node.start()
        within(60, f"{node.name} is ready", lambda node=node: ready(node) == "200")
        time.sleep(2.5)
    for match in matches:
        faults += match.faults()
    return conclude(
        faults, f"{len(moves)} moves of {len(matches)} matches, the longest pause between two entries "
        f"{spread(pauses)}, without a move {spread(usual)}; both nodes drained and restarted meanwhile, "
        f"{' and '.join(f'{took:.1f}' for took in drained)} s")


trials = {"servers": servers, "proxy": proxy, "match": match_trial, "kill": kill, "machine": machine,
          "both": both, "move": move,
          "leader": leader_trial, "nats-term": nats_term, "partition": partition,
          "race": races.race, "power": disks.power, "rooms": clients.rooms, "quick": clients.quick,
          "pauses": clients.pauses}


def show_logs(fleet):
    """The end of each service's log."""
    for service in fleet.services.values():
        log = service.log()
        if not log:
            continue
        # A crash is followed by a long list of what was loaded.
        crash = max(log.rfind("Fatal error"), log.rfind("Program crashed"))
        part = log[crash - 300:][:4000] if crash > 300 else log[-1500:]
        print(f"-- the end of {service.name}'s log\n{part}", file=sys.stderr)


fleet, status = Fleet(checkout, programs, nats), 1
try:
    status = trials[name](fleet)
except SystemExit as end:
    # Before the logs: some show the first lines alone.
    print(end, file=sys.stderr)
finally:
    if status:
        show_logs(fleet)
    fleet.stop()
sys.exit(status)
