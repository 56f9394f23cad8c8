# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.

"""Reads a server's strace output and checks that each entry was synced before it was sent.

An entry is recognised by its bytes: a binary WebSocket frame whose message is a ServerMessage with
the field `entry` first. Between two sends that begin with an entry the journal must have been synced.
Prints the first three sends, each with the sync before it, and the number of sends.
"""

import re
import sys

ENTRY_FIELD = int(sys.argv[2])
call = re.compile(r"^(\d+) +(\w+)\((\d+)<([^>]*)>(.*)$")
interrupted = {}
synced = None
checked = 0
wrong = 0
for line in open(sys.argv[1], errors="replace"):
    match = call.match(line)
    if not match:
        # A sync interrupted by another thread's call in the trace ends on a separate line.
        if re.search(r"<\.\.\. (fsync|fdatasync) resumed>", line):
            synced = interrupted.pop(line.split()[0], synced)
        continue
    name, what, rest = match.group(2), match.group(4), match.group(5)
    if name in ("fsync", "fdatasync"):
        if what.endswith("journal.sqlite-wal"):
            if "unfinished" in line:
                interrupted[match.group(1)] = line.strip()
            else:
                synced = line.strip()
        continue
    text = re.search(r'"((?:[^"\\]|\\.)*)"', rest)
    if not what.startswith(("TCP", "socket")) or not text:
        continue
    payload = text.group(1).encode("latin-1", "replace").decode("unicode_escape").encode("latin-1", "replace")
    if len(payload) < 4 or payload[0] != 0x82:
        continue
    body = payload[4:] if payload[1] == 126 else payload[2:]
    tag = (ENTRY_FIELD << 3) | 2
    encoded = bytes([tag]) if tag < 128 else bytes([tag & 0x7F | 0x80, tag >> 7])
    if not body.startswith(encoded):
        continue
    checked += 1
    if synced is None:
        wrong += 1
        print("sent without a sync before it:", line.strip()[:160])
    elif checked <= 3:
        print("synced:", synced[:160])
        print("  sent:", line.strip()[:160])
    synced = None
print(f"{checked} sends of entries, {wrong} of them without a sync since the one before")
sys.exit(1 if wrong or not checked else 0)
