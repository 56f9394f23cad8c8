#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Bad links between network namespaces, simulated by a program: for kernels without netem.

    link.py --seed 1 PREFIX NAME:RTT:LOSS [NAME:RTT:LOSS ...]

Creates a namespace PREFIX-hub and one PREFIX-NAME for each link, joined by a pair of TUN devices
whose packets this process forwards in order, after half the round trip (RTT, in milliseconds) and
lognormal jitter, with packet loss (LOSS, in per cent, each way). Both ends run the kernel's own TCP.
Namespace number N has the address 10.77.N.1, and finds the hub at 10.77.N.2.

It prints {"event":"ready"} when the links are up. Then it reads commands from standard input, one
per line: `stall NAME MILLISECONDS` drops everything on a link for a while, `forget NAME` drops all
packets of connections made so far, like a router that has lost its state. When standard input ends it
prints what it forwarded and takes everything down. It needs root and /dev/net/tun.
"""

import argparse
import ctypes
import fcntl
import heapq
import json
import math
import os
import random
import select
import signal
import struct
import subprocess
import sys
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN_WITHOUT_HEADER = 0x1001

# The same jitter as in LinkModel (Sources/FacedownTesting).
JITTER_SIGMA = 0.9


def ip(*words, check=True):
    subprocess.run(["ip", *words], check=check, stderr=None if check else subprocess.DEVNULL)


def tun_device(namespace, name):
    """A TUN device of a namespace, open in this one."""
    libc = ctypes.CDLL(None, use_errno=True)
    here = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(f"/var/run/netns/{namespace}", os.O_RDONLY)
    try:
        if libc.setns(there, CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), f"The namespace {namespace} cannot be entered")
        try:
            device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(
                device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN_WITHOUT_HEADER))
        finally:
            libc.setns(here, CLONE_NEWNET)
    finally:
        os.close(here)
        os.close(there)
    return device


def ports(packet):
    """The two ports of a TCP packet over IPv4; None for any other."""
    if len(packet) < 40 or packet[0] >> 4 != 4 or packet[9] != 6:
        return None
    start = (packet[0] & 15) * 4
    return struct.unpack_from("!HH", packet, start)


class Way:
    """One direction of a link: which packets it loses, and when the others arrive."""

    def __init__(self, link, out, seed):
        self.link = link
        self.out = out
        # A string seed gives the same numbers on every machine.
        self.random = random.Random(seed)
        self.last = 0.0

    def arrival(self, now):
        """When a packet sent now arrives; None if it is lost."""
        link = self.link
        # Drawn in any case, so that a stall does not change later draws.
        is_lost = self.random.random() < link.loss
        wait = link.jitter * math.exp(JITTER_SIGMA * self.random.gauss(0, 1))
        if is_lost or now < link.stalled_until:
            return None
        self.last = max(self.last, now + link.half + wait)
        return self.last


class Link:
    def __init__(self, text, number, prefix, seed, has_jitter):
        self.name, rtt, loss = text.split(":")
        self.namespace = f"{prefix}-{self.name}"
        self.number = number
        self.half = float(rtt) / 2000
        self.loss = float(loss) / 100
        self.jitter = (0.5 + 0.02 * float(rtt)) / 1000 if has_jitter else 0.0
        self.stalled_until = 0.0
        self.seen, self.forgotten = set(), set()
        hub = f"{prefix}-hub"
        ip("netns", "add", self.namespace)
        near = tun_device(self.namespace, "line")
        far = tun_device(hub, f"line{number}")
        mine, hubs = f"10.77.{number}.1", f"10.77.{number}.2"
        for namespace, device, own, peer in (
            (self.namespace, "line", mine, hubs), (hub, f"line{number}", hubs, mine)):
            ip("-n", namespace, "addr", "add", own, "peer", peer, "dev", device)
            ip("-n", namespace, "link", "set", device, "up", "mtu", "1500")
        ip("-n", self.namespace, "link", "set", "lo", "up")
        self.ways = {
            near: Way(self, far, f"{seed}/{self.name}/up"),
            far: Way(self, near, f"{seed}/{self.name}/down"),
        }


class Links:
    """All links, and the packets in flight."""

    def __init__(self, links):
        self.links = {link.name: link for link in links}
        self.ways = {device: way for link in links for device, way in link.ways.items()}
        self.flying = []
        self.count = self.lost = 0
        self.lateness = []
        self.commands = b""

    def run(self):
        """Forwards packets until standard input ends."""
        watched = [0, *self.ways]
        while True:
            due = self.flying[0][0] - time.monotonic() if self.flying else 0.5
            ready, _, _ = select.select(watched, [], [], max(min(due, 0.5), 0))
            for device in ready:
                if device == 0:
                    if not self.obey():
                        return
                else:
                    self.take(device)
            self.deliver()

    def take(self, device):
        way = self.ways[device]
        for _ in range(64):
            try:
                packet = os.read(device, 2048)
            except BlockingIOError:
                return
            now = time.monotonic()
            self.count += 1
            at = way.arrival(now)
            if at is not None:
                pair = ports(packet)
                if pair is not None:
                    connection = frozenset(pair)
                    way.link.seen.add(connection)
                    if connection in way.link.forgotten:
                        at = None
            if at is None:
                self.lost += 1
                continue
            heapq.heappush(self.flying, (at, self.count, way.out, packet))

    def deliver(self):
        while self.flying and self.flying[0][0] <= (now := time.monotonic()):
            at, _, out, packet = heapq.heappop(self.flying)
            self.lateness.append(now - at)
            try:
                os.write(out, packet)
            except OSError:
                # The device's queue is full: the packet is lost.
                self.lost += 1

    def obey(self):
        """Reads commands; False at the end of the input."""
        data = os.read(0, 4096)
        self.commands += data
        *commands, self.commands = self.commands.split(b"\n")
        for command in commands:
            words = command.decode().split()
            link = self.links[words[1]]
            if words[0] == "stall":
                link.stalled_until = time.monotonic() + float(words[2]) / 1000
            elif words[0] == "forget":
                link.forgotten |= link.seen
        return bool(data)

    def account(self):
        late = sorted(self.lateness) or [0.0]
        return {
            "event": "carried", "packets": self.count, "lost": self.lost,
            "late_p50_ms": round(late[len(late) // 2] * 1000, 3),
            "late_p99_ms": round(late[len(late) * 99 // 100] * 1000, 3),
        }


def main():
    parser = argparse.ArgumentParser(description="Bad links between network namespaces.")
    parser.add_argument("prefix")
    parser.add_argument("links", nargs="+", metavar="NAME:RTT:LOSS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-jitter", action="store_true")
    arguments = parser.parse_args()
    # The parent closes standard input; Ctrl-C is meant for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        # A due packet must not wait for other processes, such as a compiler.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    except OSError:
        pass
    namespaces = [f"{arguments.prefix}-hub"]
    namespaces += [f"{arguments.prefix}-{text.split(':')[0]}" for text in arguments.links]
    try:
        ip("netns", "add", namespaces[0])
        ip("-n", namespaces[0], "link", "set", "lo", "up")
        links = Links([
            Link(text, number, arguments.prefix, arguments.seed, not arguments.no_jitter)
            for number, text in enumerate(arguments.links, 1)
        ])
        print(json.dumps({"event": "ready"}), flush=True)
        links.run()
        print(json.dumps(links.account()), flush=True)
    finally:
        for namespace in namespaces:
            ip("netns", "del", namespace, check=False)


if __name__ == "__main__":
    main()
