# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The page for browsers as a real server serves it, over sockets of its own.

    pages.py FACEDOWN SERVER CHECKOUT sources|answers|slow|crowd

`sources` makes the page's files once more from what is in Web/ and .build/wasm and compares them with what
is served. `answers` asks for what is there and what is not. `slow` reads the largest file at 20 KB a second,
and sends half a request. `crowd` asks 500 times at once while two bots play. Prints the results.
"""

import base64
import collections
import gzip
import hashlib
import json
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request

facedown, server, checkout, part = sys.argv[1:]
root = pathlib.Path(checkout)


class Server:
    """A server with these options, in memory."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [server, "--listen", "127.0.0.1:0", "--in-memory", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.said = json.loads(self.process.stdout.readline())
        self.url = self.said["url"]
        self.port = int(self.url.rsplit(":", 1)[1])
        self.tls = self.url.startswith("wss:")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def connect(self, buffer=None):
        line = socket.socket()
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(60)
        line.connect(("127.0.0.1", self.port))
        if not self.tls:
            return line
        trust = ssl.create_default_context()
        trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
        return trust.wrap_socket(line)

    def ask(self, path, *fields, method="GET", host=None, accept="text/html", encoding="br, gzip"):
        """Status, header fields and body; a field with None is not sent."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}"]
        lines += [f"Accept: {accept}"] if accept else []
        lines += [f"Accept-Encoding: {encoding}"] if encoding else []
        with self.connect() as line:
            line.sendall("\r\n".join([*lines, *fields, "", ""]).encode())
            return answer(read(line))

    def get(self, path, **options):
        return self.ask(path, **options)


def read(line):
    pieces = []
    while piece := line.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


def answer(raw):
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    return (int(lines[0].split(" ")[1]),
            dict((name.lower(), value) for name, value in (line.split(": ", 1) for line in lines[1:])),
            body)


def plain(body, coding):
    if coding == "gzip":
        return gzip.decompress(body)
    if coding == "br":
        return subprocess.run(["brotli", "-d", "-c"], input=body, capture_output=True, check=True).stdout
    return body


def check(name, holds):
    print(f"{name}: {'yes' if holds else 'NO'}", flush=True)


def minified(name, *options):
    return subprocess.run(
        ["esbuild", root / "Web" / name, "--minify", "--charset=utf8",
         "--target=chrome111,firefox113,safari16.4", *options],
        capture_output=True, check=True, text=True).stdout


def sources():
    with Server() as here:
        status, fields, body = here.get("/", encoding=None)
        page = body.decode()
        place = re.search(r'src="(/web/\w+/)page\.js"', page)[1]
        style = re.search("<style>(.*?)</style>", page, re.S)[1]
        named = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        check("the policy names the style", f"'sha256-{named}'" in fields["content-security-policy"])
        css = minified("page.css").replace("url(", f"url({place}")
        check("the style is the sources'", style == css)
        rest = re.sub('<link rel="preload"[^\n]*\n<style>.*?</style>\n', "", page, flags=re.S)
        source = (root / "Web/index.html").read_text()
        source = re.sub('<link rel="stylesheet"[^\n]*\n', "", source)
        check("the document is the sources'",
              rest.replace(f'"http://127.0.0.1:{here.port}/', '"/') == source.replace('"/web/', f'"{place}'))
        check("its preview has an absolute address",
              f'"og:image" content="http://127.0.0.1:{here.port}{place}preview.jpg"' in page
              and here.get(place + "preview.jpg")[0] == 200)
        check("the form for browsers is the same", plain(here.get("/K7QF2")[2], "br").decode()
              == page.replace(f'"http://127.0.0.1:{here.port}/', '"/'))
        forms = {}
        for coding in ["br", "gzip"]:
            for name in ["page.js", "first.wasm", "rest.wasm"]:
                status, fields, body = here.get(place + name, encoding=coding)
                forms[name, coding] = plain(body, coding)
        for name in ["first.wasm", "rest.wasm"]:
            part = (root / ".build/wasm/parts" / name).read_bytes()
            check(f"{name} is the compiled one", forms[name, "br"] == forms[name, "gzip"] == part)
        script = minified("page.js", "--bundle", "--format=esm")
        for coding in ["br", "gzip"]:
            check(f"the script of its modules, by {coding}", forms["page.js", coding].decode() == script)
        others = [file for file in (root / "Web").rglob("*")
                  if file.is_file() and file.suffix not in [".html", ".css", ".js"]]
        same = True
        for file in others:
            status, fields, body = here.get(place + str(file.relative_to(root / "Web")))
            same &= plain(body, fields.get("content-encoding")) == file.read_bytes()
        check("the pictures are the sources'", same and len(others) > 0)


def answers():
    with Server("--public-name", "play.example.org", "--metrics", "127.0.0.1:0") as here:
        place = re.search(rb'src="(/web/\w+/)page\.js"', here.get("/", encoding=None)[2])[1].decode()
        seen, total = collections.Counter(), 0
        for path in ["/", "/K7QF2", "/k7qf2/watch", "/ABCDEFGH", place + "page.js", place + "first.wasm"]:
            for method in ["GET", "HEAD"]:
                status, fields, body = here.ask(path, method=method)
                length = int(fields["content-length"])
                total += len(body)
                seen[status, len(body) == (length if method == "GET" else 0), length > 0] += 1
        check("GET has content, HEAD only its length", seen == {(200, True, True): 12})
        status, fields, body = here.get("/")
        again = here.ask("/K7QF2", f"If-None-Match: {fields['etag']}")
        check("unchanged is 304, without content", again[0] == 304 and not again[2]
              and again[1]["etag"] == fields["etag"] and "content-length" not in again[1])
        check("the document is asked for again, the files never", fields["cache-control"] == "no-cache"
              and here.get(place + "page.js")[1]["cache-control"]
              == "public, max-age=31536000, immutable")
        check("programs get the line", all(
            here.get("/", accept=accept)[2].startswith(b"Facedown ") for accept in [None, "*/*"]))
        check("no accepted form is 406, in a sentence", all(
            (got := here.get(place + "page.js", encoding=encoding))[0] == 406
            and got[2].startswith(b"This file is sent compressed only: accept br or gzip")
            for encoding in [None, "identity", "zstd, br;q=0, gzip;q=0"]))
        check("nothing else is there", all(here.get(path)[0] == 404 for path in [
            "/index.html", "/web/", place, place + "page.css", "/web/0/page.js", "/K7QF2/play",
            "/K7QF", "/K7QF2/watch/1", "/%4b7QF2/"]))
        check("POST is 405", here.ask("/", "Content-Length: 0", method="POST")[0] == 405)
        named = {name: here.get("/K7QF2", host=name)[0] for name in [
            "play.example.org", f"play.example.org:{here.port}", "localhost", "192.0.2.1", "[::1]:80",
            "evil.example", "play.example.org.evil.example"]}
        check("no page under a foreign name", list(named.values()) == [200] * 5 + [403] * 2)
        upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                   "Sec-WebSocket-Protocol: facedown.v1.json"]
        refused = here.ask("/v1/play", *upgrade, "Origin: http://evil.example", host="evil.example")
        check("and no socket for it", refused[0] == 403 and b"--public-name evil.example" in refused[2])
        isolation = [
            "cross-origin-opener-policy" in here.get("/", host=host)[1]
            for host in ["192.0.2.1", "localhost"]]
        check("isolation only where origins are secure", isolation == [False, True])
        # An answer counts when its socket has taken it, which may be after the client has it.
        time.sleep(0.2)
        text = urllib.request.urlopen(here.said["metrics"] + "/metrics").read().decode()
        figures = dict(re.findall(r"^(facedown_page\S*) (\S+)$", text, re.M))
        check("all was counted", int(figures["facedown_page_bytes_total"]) > total > 200_000
              and figures["facedown_pages_torn_total"] == "0"
              and figures['facedown_page_responses_total{kind="unchanged"}'] == "1")
    with Server("--tls-self-signed") as here:
        status, fields, body = here.get("/", host="192.0.2.1")
        check("over TLS it is isolated", fields["cross-origin-embedder-policy"] == "require-corp")
        module = re.search(r'"(/web/\w+/first\.wasm)"', plain(body, "br").decode())[1]
        body = here.get(module)[2]
        check("over TLS files are whole",
              plain(body, "br") == (root / ".build/wasm/parts/first.wasm").read_bytes())
    with Server("--no-web") as here:
        check("--no-web leaves the line", here.get("/")[2].startswith(b"Facedown ")
              and here.get("/K7QF2")[0] == here.get(place + "page.js")[0] == 404)


def slow():
    with Server("--metrics", "127.0.0.1:0") as here:
        place = re.search(rb'src="(/web/\w+/)page\.js"', here.get("/", encoding=None)[2])[1].decode()
        whole = here.get(place + "first.wasm")[2]
        half = here.connect()
        half.sendall(b"GET / HT")
        began = time.monotonic()
        with here.connect(buffer=4096) as line:
            line.sendall(f"GET {place}first.wasm HTTP/1.1\r\nHost: localhost\r\n"
                         "Accept-Encoding: br\r\n\r\n".encode())
            raw = b""
            while piece := line.recv(2048):
                raw += piece
                wait = began + len(raw) / 20_000 - time.monotonic()
                if wait > 0:
                    time.sleep(wait)
        took = time.monotonic() - began
        check("20 KB a second: untorn", answer(raw)[2] == whole)
        check("and not faster", took > len(whole) / 20_000 - 1)
        half.settimeout(1)
        check("half a request was hung up on", half.recv(100) == b"")


def crowd():
    with Server("--metrics", "127.0.0.1:0") as here:
        place = re.search(rb'src="(/web/\w+/)page\.js"', here.get("/", encoding=None)[2])[1].decode()
        whole = here.get(place + "first.wasm")[2]

        def bot(name, *options):
            return subprocess.Popen(
                [facedown, "bot", here.url, "--json", "--name", name, *options],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

        ada = bot("Ada", "--create", "--pairs", "8", "--seed", "1")
        lines = [json.loads(ada.stdout.readline())]
        ben = bot("Ben", "--room", lines[0]["code"], "--seed", "2")
        while not any("flipped" in line.get("entry", {}) for line in lines):
            lines.append(json.loads(ada.stdout.readline()))
        clients = []
        for _ in range(500):
            line = here.connect()
            line.sendall(f"GET {place}first.wasm HTTP/1.1\r\nHost: localhost\r\n"
                         "Accept-Encoding: br\r\n\r\n".encode())
            clients.append(line)
        results = collections.Counter()
        for line in clients:
            status, fields, body = answer(read(line))
            results[status, body == whole or fields.get("retry-after") == "2"] += 1
            line.close()
        check("each of 500 got all, or was told to come back",
              sum(results.values()) == 500 and set(results) <= {(200, True), (503, True)})
        check("64 at the least got all", results[200, True] >= 64)
        lines += [json.loads(line) for line in ada.stdout]
        ben.communicate(timeout=60)
        seqs = [int(line["entry"]["seq"]) for line in lines if "entry" in line]
        ended = [line["entry"]["ended"]["reason"] for line in lines if "ended" in line.get("entry", {})]
        check("the match went on, whole", ended == ["END_REASON_FINISHED"]
              and seqs == list(range(seqs[0], seqs[0] + len(seqs))) and ada.wait() == ben.wait() == 0)
        text = urllib.request.urlopen(here.said["metrics"] + "/metrics").read().decode()
        late = re.search(r"^facedown_loop_delay_recent_max_seconds (\S+)$", text, re.M)[1]
        print(f"{results[200, True]} whole, {results[503, True]} later; the loop was late by {late} s at"
              " most", file=sys.stderr)
        check("none was torn", "\nfacedown_pages_torn_total 0\n" in text)


{"sources": sources, "answers": answers, "slow": slow, "crowd": crowd}[part]()
