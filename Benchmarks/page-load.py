# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What serving the page costs the matches: entries' latencies at players, without pages and with them.

    page-load.py SERVER LAB [--rooms N] [--pages N] [--seconds N]

N rooms of four players; then the same beside N first visits a second, each over a connection of its own with
the document, the script and the module in brotli. Prints both, and how many visits were whole.
"""

import argparse
import json
import re
import socket
import subprocess
import threading
import time

parser = argparse.ArgumentParser()
parser.add_argument("server")
parser.add_argument("lab")
parser.add_argument("--rooms", type=int, default=250)
parser.add_argument("--pages", type=int, default=50)
parser.add_argument("--seconds", type=int, default=30)
options = parser.parse_args()


class Visits:
    """First visits at a steady rate, until they are stopped."""

    def __init__(self, port, rate):
        self.port, self.rate = port, rate
        self.whole, self.broken, self.bytes, self.times = 0, 0, 0, []
        self.lock, self.end = threading.Lock(), threading.Event()
        # Without an encoding, to be read here.
        document = self.get("/", "identity")[1].decode()
        place = re.search(r'src="(/web/\w+/)page\.js"', document)[1]
        self.paths = ["/", place + "page.js", place + "first.wasm", place + "rest.wasm"]

    def get(self, path, encoding="br"):
        line = socket.create_connection(("127.0.0.1", self.port), 20)
        with line:
            line.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                          f"Accept: text/html, */*\r\nAccept-Encoding: {encoding}\r\nConnection: close\r\n\r\n").encode())
            parts = []
            while part := line.recv(1 << 18):
                parts.append(part)
        head, _, body = b"".join(parts).partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        assert head.startswith(b"HTTP/1.1 200") and int(length[1]) == len(body), head[:60]
        return head, body

    def visit(self):
        began = time.monotonic()
        try:
            received = sum(len(self.get(path)[1]) for path in self.paths)
        except (OSError, AssertionError):
            with self.lock:
                self.broken += 1
            return
        with self.lock:
            self.whole += 1
            self.bytes += received
            self.times.append(time.monotonic() - began)

    def run(self):
        due = time.monotonic()
        while not self.end.is_set():
            threading.Thread(target=self.visit, daemon=True).start()
            due += 1 / self.rate
            time.sleep(max(0, due - time.monotonic()))


def measure(rate):
    server = subprocess.Popen(
        [options.server, "--listen", "127.0.0.1:0", "--in-memory", "--max-connections", "20000"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    url = json.loads(server.stdout.readline())["url"]
    visits = Visits(int(url.rsplit(":", 1)[1]), rate) if rate else None
    if visits:
        threading.Thread(target=visits.run, daemon=True).start()
    run = subprocess.run(
        [options.lab, "load", "play", "--url", url, "--server-pid", str(server.pid), "--rooms",
         str(options.rooms), "--seats", "4", "--seconds", str(options.seconds)],
        capture_output=True, text=True, check=True)
    if visits:
        visits.end.set()
        time.sleep(1)
    server.terminate()
    server.wait()
    figures = json.loads(run.stdout)
    delays = figures["players_ms"]
    print(f"{options.rooms * 4} players, {rate or 'no'} visits a second: entries after "
          f"{delays['p50']:.2f} ms (p99 {delays['p99']:.2f}), {figures['server_cpu_percent']:.0f} % of a "
          f"processor, {figures['lost_entries']} entries lost", flush=True)
    if visits:
        times = sorted(visits.times)
        print(f"{visits.whole} visits whole, {visits.broken} not; {visits.bytes / visits.whole / 1000:.0f} KB "
              f"each, after {times[len(times) // 2] * 1000:.0f} ms "
              f"(p99 {times[int(len(times) * 0.99)] * 1000:.0f})")


measure(0)
measure(options.pages)
