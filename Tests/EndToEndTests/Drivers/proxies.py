# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A match over wss:// through a real proxy, with the configuration that deploy/ ships.

    proxies.py FACEDOWN SERVER DEPLOY nginx|haproxy [COMMAND...]

The page for browsers and its files are fetched through the proxy. Two bots play a whole match through
it, while it is reloaded and drops its connections after a second. Then two addresses open connections up to their limit, and try to exceed it with a
forged X-Forwarded-For. With a command, that runs instead, with the proxy's address
as its last argument. Of the shipped files only ports, paths, the proxy's user, its limit of open
files and that second are changed. Prints the results.
"""

import gzip
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

facedown, server, deploy, kind, *command = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp(prefix=f"facedown-{kind}-"))
children = []
# Debian's folders, which are not in every user's path.
os.environ["PATH"] += ":/usr/sbin"


def start(*command, **options):
    child = subprocess.Popen([str(word) for word in command], **options)
    children.append(child)
    return child


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def shipped(name, changes):
    """A file of deploy/ with some texts replaced; each must occur in it."""
    text = (pathlib.Path(deploy) / name).read_text()
    for old, new in changes.items():
        if old not in text:
            raise SystemExit(f"{name} has no {old!r} any more: this test has to change with it.")
        text = text.replace(old, str(new))
    path = folder / pathlib.Path(name).name
    path.write_text(text)
    return path


def make_certificate():
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=play.example.org", "-addext",
         "subjectAltName=DNS:play.example.org,IP:127.0.0.1", "-keyout", folder / "key.pem",
         "-out", folder / "chain.pem"], check=True, capture_output=True)
    both = (folder / "chain.pem").read_text() + (folder / "key.pem").read_text()
    (folder / "both.pem").write_text(both)


class Nginx:
    """nginx, which logs a connection when it ends."""

    def __init__(self, upstream, port):
        plain = free_port()
        site = shipped("nginx/facedown.conf", {
            "server 127.0.0.1:7777": f"server 127.0.0.1:{upstream}",
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
            "/etc/letsencrypt/live/play.example.org/fullchain.pem": folder / "chain.pem",
            "/etc/letsencrypt/live/play.example.org/privkey.pem": folder / "key.pem",
        })
        # An ordinary user cannot change users; root's workers must be able to read the certificate.
        user = "root" if os.getuid() == 0 else ""
        paths = "".join(
            f"  {name}_temp_path {folder}/{name};\n"
            for name in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        main = shipped("nginx/nginx.conf", {
            "user www-data;": f"user {user};" if user else "",
            "worker_rlimit_nofile 32768;": "",
            "worker_connections 16384;": "worker_connections 256;",
            "/run/nginx.pid": folder / "nginx.pid",
            "/var/log/nginx": folder,
            "/etc/nginx/conf.d/facedown.conf": site,
            "worker_shutdown_timeout 10m;": "worker_shutdown_timeout 1s;",
            "http {\n": "http {\n" + paths,
        })
        self.command = ["nginx", "-e", folder / "error.log", "-p", folder, "-c", main]
        checked = subprocess.run([*self.command, "-t"], capture_output=True, text=True)
        if checked.returncode:
            raise SystemExit(checked.stderr)
        self.process = start(*self.command, "-g", "daemon off;")

    def reload(self):
        subprocess.run([*self.command, "-s", "reload"], check=True, capture_output=True)

    def upgrades(self):
        return len(re.findall(r'"GET /v1/play [^"]*" 101 ', (folder / "access.log").read_text()))


class HAProxy:
    """HAProxy as master and workers, which logs a connection when it begins."""

    def __init__(self, upstream, port):
        self.seen = []
        self.log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.log.bind(str(folder / "log"))
        threading.Thread(target=self.read, daemon=True).start()
        changes = {
            "/dev/log": folder / "log",
            "bind :80": f"bind 127.0.0.1:{free_port()}",
            "bind :443": f"bind 127.0.0.1:{port}",
            "/etc/haproxy/certs/play.example.org.pem": folder / "both.pem",
            "127.0.0.1:7777 check": f"127.0.0.1:{upstream} check",
            "hard-stop-after 10m": "hard-stop-after 1s",
            # HAProxy does not start with a limit above what the system allows a test.
            "maxconn 16384": "maxconn 256",
        }
        if os.getuid() != 0:
            changes |= {"  user haproxy\n": "", "  group haproxy\n": ""}
        settings = shipped("haproxy/haproxy.cfg", changes)
        checked = subprocess.run(
            ["haproxy", "-c", "-f", settings], capture_output=True, text=True)
        if checked.returncode or "WARNING" in checked.stderr:
            raise SystemExit(checked.stdout + checked.stderr)
        os.chmod(folder, 0o711)
        os.chmod(folder / "log", 0o777)
        self.process = start("haproxy", "-W", "-f", settings, stderr=subprocess.DEVNULL)

    def read(self):
        while True:
            self.seen.append(self.log.recv(65536).decode(errors="replace"))

    def reload(self):
        self.process.send_signal(signal.SIGUSR2)

    def upgrades(self):
        return sum(1 for line in self.seen if "GET /v1/play" in line and " 101 " in line)


def wait_for(port):
    """Waits until the proxy passes a plain request on to the server."""
    trust = ssl.create_default_context(cafile=str(folder / "chain.pem"))
    deadline = time.monotonic() + 30
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port)) as line:
                with trust.wrap_socket(line, server_hostname="127.0.0.1") as secure:
                    secure.sendall(b"GET / HTTP/1.1\r\nHost: play.example.org\r\n\r\n")
                    answer = secure.recv(4096)
                    if b" 200 " in answer:
                        return
        except OSError as error:
            answer = error
        if time.monotonic() > deadline:
            raise SystemExit(f"{kind} never answered: {answer}")
        time.sleep(0.1)


def fetch(port, method, path, *fields):
    """The status, the header fields and the body of a response through the proxy."""
    trust = ssl.create_default_context(cafile=str(folder / "chain.pem"))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        with trust.wrap_socket(line, server_hostname="127.0.0.1") as secure:
            secure.sendall("\r\n".join([
                f"{method} {path} HTTP/1.1", "Host: play.example.org", "Accept: text/html",
                "Accept-Encoding: gzip", "Connection: close", *fields, "", ""]).encode())
            answer = b""
            while piece := secure.recv(65536):
                answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    named = dict(line.lower().split(": ", 1) for line in lines[1:])
    return lines[0].split(" ")[1], named, body


def browse(port):
    """The page through the proxy: what passes, whole and confined, and what does not."""
    status, fields, body = fetch(port, "GET", "/K7QF2/watch")
    page = body.decode()
    confined = all(name in fields for name in [
        "content-security-policy", "cross-origin-opener-policy", "strict-transport-security"])
    print(f"the page: {status}, {'confined' if confined else fields}")
    unchanged = fetch(port, "GET", "/", f"If-None-Match: {fields['etag']}")
    print(f"the page again: {unchanged[0]}, {len(unchanged[2])} bytes")
    module = re.search(r'"(/web/\w+/first\.wasm)"', page)[1]
    status, fields, body = fetch(port, "GET", module)
    whole = len(body) == int(fields["content-length"]) and gzip.decompress(body)[:4] == b"\0asm"
    print(f"its module: {status}, {'whole' if whole else len(body)}, {fields['cache-control']}")
    status, fields, body = fetch(port, "HEAD", module)
    print(f"its module's head: {status}, {len(body)} bytes")
    others = [("POST", "/"), ("POST", "/K7QF2"), ("DELETE", module), ("GET", "/healthz"),
              ("GET", "/metrics"), ("GET", "/K7QF2/play"), ("GET", "/K7QF2x")]
    kept = {fetch(port, method, path)[0] for method, path in others} <= {"403", "404", "405"}
    print("nothing else" if kept else "something else passes", flush=True)


class Bot:
    """A bot whose JSON lines are read as they arrive."""

    def __init__(self, name, port, *arguments):
        self.lines = []
        self.changed = threading.Condition()
        self.process = start(
            facedown, "bot", f"wss://127.0.0.1:{port}", "--ca", folder / "chain.pem", "--json",
            "--pace", "fast", "--name", name, *arguments, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.lines.append(None)
            self.changed.notify_all()

    def wait(self, count, holds):
        """Waits until that many of its lines match, or until it has ended."""
        with self.changed:
            self.changed.wait_for(
                lambda: None in self.lines or sum(1 for line in self.lines if holds(line)) >= count,
                timeout=60)

    def entries(self):
        """Its log entries by number, after it has exited successfully."""
        code = self.process.wait(90)
        self.wait(1, lambda line: line is None)
        if code:
            raise SystemExit(f"A bot ended with {code}: {self.process.stderr.read()}")
        found = [line["entry"] for line in self.lines if line and "entry" in line]
        return {int(entry["seq"]): entry for entry in found}


def play(port, proxy):
    ada = Bot("Ada", port, "--create", "--pairs", "8", "--reveal", "1", "--seed", "1")
    ada.wait(1, lambda line: line is not None)
    room = ada.lines[0]["code"]
    ben = Bot("Ben", port, "--room", room, "--seed", "2")
    ada.wait(5, lambda line: line is not None and "flipped" in line.get("entry", {}))
    before = len(ada.lines)
    proxy.reload()
    one, two = ada.entries(), ben.entries()
    common = sorted(one.keys() & two.keys())
    same = all(one[seq] == two[seq] for seq in common)
    whole = sorted(one) == list(range(min(one), max(one) + 1)) and common[-1] == max(one)
    ended = [line["ended"]["reason"] for line in one.values() if "ended" in line]
    print("the same entries without a gap" if same and whole else "entries are missing", flush=True)
    print(f"ended: {', '.join(ended)}; reloaded {'in' if before < len(ada.lines) else 'after'} it")


def knock(port, source, *fields):
    """The HTTP status of a WebSocket handshake from an address, and the connection."""
    trust = ssl.create_default_context(cafile=str(folder / "chain.pem"))
    line = socket.create_connection(("127.0.0.1", port), source_address=(source, 0), timeout=20)
    secure = trust.wrap_socket(line, server_hostname="127.0.0.1")
    secure.sendall("\r\n".join([
        "GET /v1/play HTTP/1.1", "Host: play.example.org", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: facedown.v1.json", *fields, "", ""]).encode())
    return secure.recv(4096).split(b" ")[1].decode(), secure


def count(port):
    kept = []

    def ask(who, source, *fields):
        status, line = knock(port, source, *fields)
        kept.append(line)
        print(f"{who}: {status}", flush=True)

    for _ in range(3):
        ask("one address", "127.0.0.9")
    ask("the same, forging another", "127.0.0.9", "X-Forwarded-For: 198.51.100.7")
    ask("the same, forging two", "127.0.0.9", "X-Forwarded-For: 198.51.100.7, 198.51.100.8",
        "Forwarded: for=198.51.100.7", "X-Forwarded-For: 198.51.100.9")
    ask("another, forging the first", "127.0.0.8", "X-Forwarded-For: 127.0.0.9")
    for line in kept:
        line.close()


def main():
    make_certificate()
    port = free_port()
    hall = start(
        server, "--listen", "127.0.0.1:0", "--in-memory", "--trusted-proxy", "127.0.0.1",
        "--public-name", f"127.0.0.1:{port}", "--public-name", "play.example.org", "--address-connections", "3",
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    url = json.loads(hall.stdout.readline())["url"]
    proxy = {"nginx": Nginx, "haproxy": HAProxy}[kind](int(url.rsplit(":", 1)[1]), port)
    wait_for(port)
    if command:
        sys.exit(start(*command, f"https://127.0.0.1:{port}").wait())
    browse(port)
    play(port, proxy)
    print("both came back through it" if proxy.upgrades() >= 4 else "nobody had to come back")
    count(port)


try:
    main()
finally:
    for child in reversed(children):
        if child.poll() is None:
            child.terminate()
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
    subprocess.run(["rm", "-rf", folder])
