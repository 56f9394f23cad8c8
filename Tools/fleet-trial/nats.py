# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A connection to NATS servers without a library, and a writer that stands in for a node.

It appends to one subject as a node does: each message names the one before, and what is unclear is
settled by reading the last message from the leader.
"""

import ctypes
import json
import os
import queue
import ssl
import socket
import threading
import time

CLONE_NEWNET = 0x40000000


def enter(space):
    """Moves this thread, and the sockets it opens, into a network namespace."""
    descriptor = os.open(f"/run/netns/{space}", os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), f"There is no namespace {space}.")
    os.close(descriptor)


class Away(Exception):
    """No server, or no answer."""


class Refused(Exception):
    """The server's answer is an error."""


class Line:
    """One connection to one server; used by one thread that is in the right namespace."""

    def __init__(self, address, name, certificates, user, password, timeout=2.0):
        self.number, self.rest, self.timeout = 0, b"", timeout
        try:
            self.socket = socket.create_connection((address, 4222), timeout=timeout)
            self.read_line()
            trust = ssl.create_default_context(cafile=f"{certificates}/ca.pem")
            if os.path.exists(f"{certificates}/node.pem"):
                trust.load_cert_chain(f"{certificates}/node.pem", f"{certificates}/node.key")
            self.socket = trust.wrap_socket(self.socket, server_hostname=name)
            options = {"user": user, "pass": password, "verbose": False, "headers": True,
                       "no_responders": True, "lang": "trial", "version": "0", "protocol": 1}
            self.inbox = f"_INBOX.{os.urandom(8).hex()}"
            self.send(f"CONNECT {json.dumps(options)}\r\nSUB {self.inbox}.* 1\r\nPING\r\n")
            while (line := self.read_line()) != b"PONG":
                if line.startswith(b"-ERR"):
                    raise Refused(line.decode())
        except OSError as error:
            raise Away(str(error)) from None

    def send(self, text):
        try:
            self.socket.sendall(text if isinstance(text, bytes) else text.encode())
        except OSError as error:
            raise Away(str(error)) from None

    def read(self, count=None):
        """A line without its end, or that many bytes."""
        while True:
            if count is None and b"\r\n" in self.rest:
                line, self.rest = self.rest.split(b"\r\n", 1)
                return line
            if count is not None and len(self.rest) >= count:
                found, self.rest = self.rest[:count], self.rest[count:]
                return found
            try:
                more = self.socket.recv(65536)
            except OSError as error:
                raise Away(str(error)) from None
            if not more:
                raise Away("The server has closed the connection.")
            self.rest += more

    read_line = read

    def ask(self, subject, body=b"", headers=None, timeout=None):
        """The answer's bytes; a status in its headers instead of bytes is refused."""
        self.publish(subject, body, headers)
        self.socket.settimeout(timeout or self.timeout)
        return self.answer()

    def ask_all(self, subject, count):
        """The answers of so many servers."""
        self.publish(subject, b"", None)
        self.socket.settimeout(self.timeout)
        return [self.answer() for _ in range(count)]

    def publish(self, subject, body, headers):
        self.number += 1
        reply = f"{self.inbox}.{self.number}"
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        if headers:
            head = ("NATS/1.0\r\n" + "".join(f"{key}: {value}\r\n" for key, value in headers.items())
                    + "\r\n").encode()
            self.send(f"HPUB {subject} {reply} {len(head)} {len(head) + len(body)}\r\n".encode()
                      + head + body + b"\r\n")
        else:
            self.send(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")

    def answer(self):
        """The next answer to the last question."""
        reply = f"{self.inbox}.{self.number}"
        while True:
            words = self.read_line().split()
            if words[:1] == [b"PING"]:
                self.send("PONG\r\n")
            elif words[:1] == [b"-ERR"]:
                raise Refused(b" ".join(words).decode())
            elif words[:1] in ([b"MSG"], [b"HMSG"]):
                payload = self.read(int(words[-1]))
                self.read(2)
                head = b""
                if words[0] == b"HMSG":
                    head, payload = payload[:int(words[-2])], payload[int(words[-2]):]
                # An answer that came too late is nobody's.
                if words[1].decode() != reply:
                    continue
                if head.startswith(b"NATS/1.0 "):
                    raise Refused(head[9:].split(b"\r\n")[0].decode())
                return payload

    def api(self, subject, body=b""):
        answer = json.loads(self.ask(f"$JS.API.{subject}", body))
        if "error" in answer:
            raise Refused(str(answer["error"]))
        return answer

    def close(self):
        self.socket.close()


class Writer(threading.Thread):
    """Appends to `trial.NAME` until it is stopped, from where a node is."""

    def __init__(self, fleet, node, name, pause=0.005):
        super().__init__(daemon=True)
        self.fleet, self.node, self.name, self.pause = fleet, node, name, pause
        # When each message was acknowledged, and when it was sent.
        self.acknowledged, self.sent = [], []
        self.problems = queue.Queue()
        self.stopping = threading.Event()
        self.sequence, self.next, self.line, self.turn, self.begun = 0, 0, None, 0, 0.0

    def connected(self):
        """A line to the next server that takes one."""
        while self.line is None and not self.stopping.is_set():
            self.turn += 1
            server = self.fleet.named("nats-")[self.turn % 3]
            try:
                self.line = Line(
                    server.networks["journal"], server.name, self.fleet.folder / "certificates/node",
                    "node", self.fleet.variables["NATS_NODE_PASSWORD"], timeout=1.0)
            except (Away, Refused):
                self.stopping.wait(0.1)
        return self.line

    def run(self):
        enter(self.fleet[self.node].space)
        while not self.stopping.is_set():
            line = self.connected()
            if line is None:
                return
            body = f"{self.name} {self.next}".encode()
            self.begun = time.monotonic()
            try:
                answer = json.loads(line.ask(
                    f"trial.{self.name}", body,
                    {"Nats-Expected-Last-Subject-Sequence": self.sequence}))
                if "error" in answer:
                    self.settle(line, body)
                else:
                    self.landed(answer["seq"])
            except Refused:
                # Nobody leads the stream: not stored, for certain.
                self.stopping.wait(0.05)
            except Away:
                line.close()
                self.line = None
                if self.connected():
                    try:
                        self.settle(self.line, body)
                    except (Away, Refused):
                        self.line = None
            self.stopping.wait(self.pause)

    def settle(self, line, body):
        """Whether the message that nobody acknowledged stands there."""
        try:
            last = line.api("STREAM.MSG.GET.TRIAL", {"last_by_subj": f"trial.{self.name}"})["message"]
        except Refused:
            return
        import base64
        if last["seq"] == self.sequence:
            return
        if base64.b64decode(last["data"]) == body:
            self.landed(last["seq"])
        else:
            self.problems.put(f"{self.name}: another's message stands at {last['seq']}.")
            self.stopping.set()

    def landed(self, sequence):
        self.sequence = sequence
        self.next += 1
        self.acknowledged.append(time.monotonic())
        self.sent.append(self.begun)

    def stop(self):
        self.stopping.set()
        self.join(10)

    def longest(self, since):
        """The longest pause between two acknowledgements after a moment, in seconds."""
        times = [since, *[at for at in self.acknowledged if at > since]]
        return max([later - at for at, later in zip(times, times[1:])], default=float("inf"))
