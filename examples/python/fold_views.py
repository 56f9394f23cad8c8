#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Folds logs into views as docs/views.md says, and compares each view with the expected one.

    fold_views.py FILE...     FILE: a vector, as in examples/views

Needs Python 3.9 and nothing else. Prints a line for each file; the exit status is 1 if a view differs.
"""

import json
import sys

# Fields of 64 bits: strings in JSON, numbers here.
LONG = {
    "seq", "at", "phaseBeganAt", "lastRevealAt", "lastShuffledAt", "lastTurningPoint",
    "beganAt", "stagger", "duration", "playableAt", "deadline", "changedAt", "runningSince",
    "revealAt", "judgedAt", "refund", "givenBack",
}
# The server's own times, in microseconds (Pace).
REVEAL_LIMIT, DEAL_LIMIT = 5_000_000, 10_000_000
DEAL_SPREAD, FLIGHT = 2_000_000, 500_000


def read(value, key=None):
    """JSON with numbers as numbers, and without fields that are false or empty.

    A missing field means the same; but an empty `entropy` is a share not revealed in time."""
    if isinstance(value, dict):
        fields = {name: read(item, name) for name, item in value.items()}
        return {
            name: item for name, item in fields.items()
            if item not in ("", [], None) and item is not False or name == "entropy"
        }
    if isinstance(value, list):
        return [read(item) for item in value]
    return int(value) if key in LONG and isinstance(value, str) else value


# Bonuses.


def stop(bonus, time):
    """Stops a bonus at a time."""
    since = bonus.pop("runningSince", None)
    if since is not None and time > since:
        bonus["remainingMs"] = max(0, bonus["remainingMs"] - (time - since) // 1000)


def start(bonus, time):
    """Lets a bonus drain from a time on, if anything is left of it."""
    stop(bonus, time)
    if bonus["remainingMs"] > 0:
        bonus["runningSince"] = time


# The tally, which is absent from a view if it has counted nothing.

NOTHING_COUNTED = {"taken": 0, "sinceShuffle": 0, "quiet": 0}


def tally(view):
    return view.setdefault("tally", dict(NOTHING_COUNTED))


def hear_news(view):
    tally(view)["quiet"] = 0
    tally(view).pop("untilStalemate", None)


def pass_on(view, is_quiet):
    counted = tally(view)
    counted["sinceShuffle"] += 1
    if is_quiet:
        counted["quiet"] += 1
        if "untilStalemate" in counted:
            counted["untilStalemate"] = max(counted["untilStalemate"] - 1, 0)


def pass_turn_on(view):
    pass_on(view, all(card(view, id).get("seen") for id in view.get("faceUp", [])))


# Parts of a view.


def card(view, id):
    """The card with this id if it is of the present deal, else None."""
    slot = id - 64 * view["generation"]
    return view["cards"][slot] if 0 <= slot < len(view.get("cards", [])) else None


def free_chair():
    return {"expiredTurns": 0, "score": 0, "pairs": 0}


def enter(view, phase):
    view["phase"], view["phaseBeganAt"] = phase, view["at"]


def is_running(view):
    return view["phase"] not in ("PHASE_WAITING", "PHASE_ENDED")


def credit(view, changes):
    for change in changes:
        view["seats"][change["seat"]]["score"] = change["total"]


def end_turn(view, seat):
    if view.get("turn", {}).get("seat") == seat:
        pass_turn_on(view)
        del view["turn"]


def fresh_card(view, slot):
    settings = view["settings"]
    is_scored = settings["mode"] in ("MODE_MEMORIZE", "MODE_TEAMS")
    return {
        "card": 64 * view["generation"] + slot, "place": slot, "state": "STATE_DOWN",
        "bonus": {"remainingMs": settings["bonusLimitMs"] if is_scored else 0},
        "changedAt": view["at"],
    }


# The effect of each event.


def opened(view, event):
    kept = ("seq", "at", "owner", "lastActor", "generation", "turnOrder")
    seats = [
        {**free_chair(), **{name: seat[name] for name in ("player", "actor")}}
        if "actor" in seat else free_chair()
        for seat in view.get("seats", [])
    ]
    room = {name: view[name] for name in kept if name in view}
    view.clear()
    view.update(
        room, seats=seats, matchId=event["matchId"], rows=0, columns=0, lastRevealAt=0,
        shuffleCount=0, lastTurningPoint=room["seq"])
    enter(view, "PHASE_WAITING")
    configured(view, event)


def configured(view, event):
    view["settings"], view["theme"] = event["settings"], event["theme"]
    count = event["settings"]["seats"]
    seats = view["seats"][:count]
    view["seats"] = seats + [free_chair() for _ in range(count - len(seats))]
    for seat in view["seats"]:
        seat.pop("ready", None)
        seat.pop("entropyCommit", None)


def seated(view, event):
    view["lastActor"] = max(view["lastActor"], event["actor"])
    seat = view["seats"][event["seat"]]
    known = seat.get("player", {}).get("id")
    if "actor" not in seat or known is None or known != event["player"].get("id"):
        seat.clear()
        seat.update(free_chair())
    seat["player"], seat["actor"] = event["player"], event["actor"]


def vacated(view, event):
    if view["phase"] == "PHASE_WAITING":
        view["seats"][event["seat"]] = free_chair()
    else:
        view["seats"][event["seat"]].pop("actor", None)


def owner_changed(view, event):
    view.pop("owner", None)
    view.update({"owner": event["actor"]} if "actor" in event else {})


def readied(view, event):
    seat = view["seats"][event["seat"]]
    seat["ready"] = True
    seat.pop("entropyCommit", None)
    if "entropyCommit" in event:
        seat["entropyCommit"] = event["entropyCommit"]


def committed(view, event):
    view["seedCommit"] = event["seedCommit"]
    enter(view, "PHASE_COMMITTING")
    leave_committing(view)


def revealed(view, event):
    view["seats"][event["seat"]]["entropy"] = event.get("entropy", "")
    leave_committing(view)


def leave_committing(view):
    waits = any("entropyCommit" in seat and "entropy" not in seat for seat in view["seats"])
    if view["phase"] == "PHASE_COMMITTING" and not waits:
        enter(view, "PHASE_UNDEALT")


def consented(view, event):
    view["seats"][event["seat"]]["consented"] = True


def dealt(view, event):
    enter(view, "PHASE_DEALING")
    for name in ("generation", "rows", "columns", "turnOrder", "leaves"):
        view[name] = event[name]
    view["dealOrder"], view["shuffleCount"] = event["slots"], 0
    for name in ("faceUp", "lastShuffledAt", "tally", "turn"):
        view.pop(name, None)
    view["lastTurningPoint"] = view["seq"]
    view["deal"] = {"beganAt": view["at"]}
    view["deal"].update({name: event[name] for name in ("stagger", "duration", "playableAt")})
    view["cards"] = [fresh_card(view, slot) for slot in range(len(event["slots"]))]


def turn_began(view, event):
    if view["phase"] != "PHASE_PLAYING":
        enter(view, "PHASE_PLAYING")
    view["turn"] = {"seat": event["seat"], "beganAt": view["at"]}
    if "deadline" in event:
        view["turn"]["deadline"] = event["deadline"]
    view["lastTurnSeat"], view["lastTurningPoint"] = event["seat"], view["seq"]
    for seat in view["seats"]:
        seat.pop("consented", None)


def flipped(view, event):
    turned, seat = card(view, event["card"]), view["seats"][event["seat"]]
    is_match = event["outcome"] == "OUTCOME_MATCH"
    if not turned.get("seen") or is_match:
        hear_news(view)
    view.setdefault("faceUp", []).append(event["card"])
    view["lastRevealAt"] = event["revealAt"]
    seat["expiredTurns"] = 0
    credit(view, event.get("scoreChanges", []))
    turned.update(
        state="STATE_UP", face=event["face"], bonus=dict(event["bonus"]),
        changedAt=event["revealAt"])
    if event["outcome"] != "OUTCOME_FIRST":
        view.pop("turn", None)
    if is_match:
        seat["pairs"] += 1
        for id in view["faceUp"]:
            card(view, id)["state"] = "STATE_MATCHED"
            stop(card(view, id)["bonus"], event["judgedAt"])


def settled(view, event):
    up, cleared = view.get("faceUp", []), event.get("cleared", [])
    if up:
        tally(view)["taken"] += 1
    if len(up) > 1:
        if not cleared:
            pass_turn_on(view)
        elif view["settings"]["mode"] == "MODE_ONE_FLIP":
            pass_on(view, False)
    for id in event.get("turnedBack", []):
        turned = card(view, id)
        stop(turned["bonus"], view["at"])
        turned.update(state="STATE_DOWN", seen=True, changedAt=view["at"])
        turned.pop("face", None)
    for id in cleared:
        stop(card(view, id)["bonus"], view["at"])
        card(view, id).update(state="STATE_CLEARED", changedAt=view["at"])
    view["faceUp"] = [id for id in up if id not in event.get("turnedBack", []) + cleared]


def shuffled(view, event):
    if "generation" in event:
        deal_again(view, event)
    else:
        for each in view["cards"]:
            each["place"] = event["permutation"][each["place"]]
    view["lastShuffledAt"] = view["at"]
    view["shuffleCount"] += 1
    tally(view)["sinceShuffle"] = 0
    if "seat" in event:
        view["seats"][event["seat"]]["shuffled"] = True


def deal_again(view, event):
    gone = [slot for slot, each in enumerate(view["cards"]) if each["state"] == "STATE_CLEARED"]
    view["generation"] = event["generation"]
    view["dealOrder"] = event["slots"] + gone
    for slot, each in enumerate(view["cards"]):
        each["card"] = 64 * view["generation"] + slot
    for slot, leaf in zip(sorted(event["slots"]), event["leaves"]):
        view["cards"][slot] = fresh_card(view, slot)
        view["leaves"][slot] = leaf
    view.pop("turn", None)
    hear_news(view)
    view["lastTurningPoint"] = view["seq"]
    count = len(event["slots"])
    stagger = DEAL_SPREAD // count
    began = event["playableAt"] - (stagger * (count - 1) + FLIGHT)
    view["deal"] = {
        "beganAt": max(view["at"], began), "stagger": stagger, "duration": FLIGHT,
        "playableAt": event["playableAt"],
    }


def turn_expired(view, event):
    credit(view, event.get("scoreChanges", []))
    view["seats"][event["seat"]]["expiredTurns"] += 1
    if "turn" in view:
        pass_turn_on(view)
        del view["turn"]


def skipped(view, event):
    seat = view["seats"][event["seat"]]
    seat["skipped"] = True
    seat.pop("standIn", None)
    if "standIn" in event:
        seat["standIn"] = event["standIn"]
    end_turn(view, event["seat"])


def returned(view, event):
    seat = view["seats"][event["seat"]]
    seat["expiredTurns"] = 0
    seat.pop("skipped", None)
    seat.pop("standIn", None)


def resigned(view, event):
    view["seats"][event["seat"]]["resigned"] = True
    end_turn(view, event["seat"])


def stalemate_warning(view, event):
    tally(view)["untilStalemate"] = event["turnsLeft"]


def ended(view, event):
    enter(view, "PHASE_ENDED")
    view.pop("turn", None)
    view["standings"], view["endReason"] = event["standings"], event["reason"]
    view["seed"], view["lastTurningPoint"] = event.get("seed", ""), view["seq"]
    for each in view.get("cards", []):
        stop(each["bonus"], view["at"])


def clock_adjusted(view, event):
    """Adds the pause that ends now to what was running, and stops bonuses for as long."""
    end = view["at"]
    since = end - event["givenBack"]

    def lost(begin, limit):
        return max(end - max(begin, since), 0) if limit > since else 0

    phase = view["phase"]
    if phase in ("PHASE_COMMITTING", "PHASE_UNDEALT"):
        limit = REVEAL_LIMIT if phase == "PHASE_COMMITTING" else DEAL_LIMIT
        view["phaseBeganAt"] += lost(view["phaseBeganAt"], view["phaseBeganAt"] + limit)
    elif phase == "PHASE_DEALING":
        deal = view["deal"]
        deal["playableAt"] += lost(deal["beganAt"], deal["playableAt"])
    elif phase == "PHASE_PLAYING":
        turn = view.get("turn", {})
        if "deadline" in turn:
            turn["deadline"] += lost(turn["beganAt"], turn["deadline"])
        if view.get("faceUp") and view["lastRevealAt"] >= since:
            view["lastRevealAt"] = max(view["lastRevealAt"], end)
        for each in view["cards"]:
            begin = each["bonus"].get("runningSince")
            if begin is not None:
                stop(each["bonus"], since)
                start(each["bonus"], max(begin, end))


EVENTS = {
    "opened": opened, "configured": configured, "seated": seated, "vacated": vacated,
    "ownerChanged": owner_changed, "readied": readied, "committed": committed,
    "revealed": revealed, "consented": consented, "dealt": dealt, "turnBegan": turn_began,
    "flipped": flipped, "settled": settled, "shuffled": shuffled, "turnExpired": turn_expired,
    "skipped": skipped, "returned": returned, "resigned": resigned,
    "stalemateWarning": stalemate_warning, "ended": ended, "clockAdjusted": clock_adjusted,
}


def fold(view, entry):
    """Folds the next entry of the log into a view."""
    assert entry["seq"] == view["seq"] + 1, "A log is folded in order and without gaps."
    view["seq"], view["at"] = entry["seq"], entry["at"]
    # An event of a later protocol changes nothing else.
    for name in entry.keys() & EVENTS.keys():
        EVENTS[name](view, entry[name])
    if view.get("tally") == NOTHING_COUNTED:
        del view["tally"]


# Vectors.


def take(expected, changes):
    """Applies a step's changes to the expected view: new values by field, null for fields that are
    gone; for cards and seats, new elements by index."""
    for name, value in changes.items():
        if value is None:
            del expected[name]
        elif name in ("cards", "seats") and isinstance(value, dict):
            for index, element in value.items():
                expected[name][int(index)] = element
        else:
            expected[name] = value


def differences(vector):
    """Yields a line for each difference, entry by entry."""
    expected = vector["base"]
    view = read(expected)
    for step in vector["steps"]:
        entry = read(step["entry"])
        fold(view, entry)
        take(expected, step["changes"])
        mine, theirs = read(view), read(expected)
        for name in sorted(mine.keys() | theirs.keys()):
            if mine.get(name) != theirs.get(name):
                yield f"entry {entry['seq']}: {name} is {mine.get(name)}, not {theirs.get(name)}"
        view = theirs
    if read(view) != read(vector["view"]):
        yield "the last view differs"


def main(paths):
    if not paths:
        raise SystemExit(__doc__)
    status = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            vector = json.load(file)
        found = list(differences(vector))
        for line in found:
            print(f"{path}: {line}")
        print(f"{path}: {len(vector['steps'])} entries, {len(found)} differences")
        status = status or bool(found)
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
