# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Power cuts of all NATS servers, whose disks are file systems in files.

A copy of such a file holds what the file system has handed to its disk, and nothing that only the kernel's
memory has: what a disk holds after its power was cut, if it does not lie about what it has written.
"""

import signal
import subprocess
import time

from harness import (
    begin, conclude, finished, rounds, settled, spread, start_players, start_servers, stream, whole,
    within, writers)
from machines import sh


class Disk:
    """A server's volume as a file system of its own."""

    def __init__(self, fleet, name):
        self.place, self.number = fleet.source(name), 0
        self.images = fleet.folder / "disks"
        self.images.mkdir(exist_ok=True)
        self.image = self.images / f"{name}.0"
        sh(f"truncate -s 2G {self.image}; mkfs.ext4 -q -E lazy_itable_init=1 {self.image}")
        self.mount()

    def mount(self):
        sh(f"mount -o loop {self.image} {self.place}")

    def cut(self):
        """Puts what the disk holds at this moment in its place; nobody may be writing to it."""
        self.number += 1
        former, self.image = self.image, self.image.with_suffix(f".{self.number}")
        sh(f"cp --sparse=always {former} {self.image}")

    def replace(self):
        """Begins with the copy, once the server is gone."""
        self.unmount()
        self.mount()

    def unmount(self):
        # Other services' namespaces may keep the former file system until they end.
        subprocess.run(["umount", "--lazy", self.place], stderr=subprocess.DEVNULL)


def cut(fleet, disks):
    """Cuts the power of all servers at once; they stay dark."""
    servers = fleet.named("nats-")
    for server in servers:
        server.process.send_signal(signal.SIGSTOP)
    for disk in disks:
        disk.cut()
    for server in servers:
        server.end(signal.SIGKILL)
    for disk in disks:
        disk.replace()


def power(fleet):
    """Power cuts under matches and writers; then one of servers that do not sync, which has to lose."""
    disks = [Disk(fleet, server.name) for server in fleet.named("nats-")]
    try:
        return cuts(fleet, disks)
    finally:
        for disk in disks:
            disk.unmount()


def cuts(fleet, disks):
    start_servers(fleet)
    start_players(fleet)
    faults, waits, total, seconds = [], [], 0, 0.0
    for turn in range(rounds):
        matches = begin(fleet, range(2 * turn, 2 * turn + 2), pairs=32)
        for match in matches:
            match.underway()
        begun = time.monotonic()
        found = writers(fleet, 16, prefix=f"cut{turn}-", pause=0)
        time.sleep(3)
        seconds += time.monotonic() - begun
        total += sum(len(writer.acknowledged) for writer in found)
        since = time.monotonic()
        cut(fleet, disks)
        for server in fleet.named("nats-"):
            server.start()
        within(90, "all copies are current", lambda: whole(fleet))
        faults += settled(fleet, found)
        more, back = finished(matches, since)
        faults += more
        waits += back
    if faults:
        # With the logs as they are now.
        return conclude(faults, f"{rounds} times")
    for service in [*fleet.named("node-"), *fleet.named("relay-"), fleet["proxy"]]:
        service.end(signal.SIGKILL)
    lost = unsynced(fleet, disks)
    if not lost:
        faults.append("servers that do not sync lost nothing, so that these were no power cuts")
    return conclude(
        faults, f"{rounds} times under {total / seconds:.0f} steps a second, {total} acknowledged; players "
        f"back {spread(waits)}; servers that do not sync lost {lost}")


def unsynced(fleet, disks):
    """How many acknowledged messages are gone after a power cut of servers that do not sync."""
    fleet.edits["../nats/server.conf"] = lambda text: "".join(
        line for line in text.splitlines(keepends=True) if "sync_interval" not in line)
    for server in fleet.named("nats-"):
        server.end(signal.SIGTERM)
        server.start()
    within(60, "all copies are current", lambda: whole(fleet))
    found = writers(fleet, 8, prefix="unsynced-", pause=0)
    for writer in found:
        writer.stop()
    cut(fleet, disks)
    for server in fleet.named("nats-"):
        server.start()
    within(90, "all copies are current", lambda: whole(fleet))
    subjects = stream(fleet)["state"].get("subjects", {})
    return sum(max(0, len(writer.acknowledged) - subjects.get(f"trial.{writer.name}", 0))
               for writer in found)
