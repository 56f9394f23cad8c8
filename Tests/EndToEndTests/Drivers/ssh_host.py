# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""A host that offers the game over ssh: a real sshd and a real server, with the files of deploy/ssh.

Only ports, paths and numbers of users are changed. sshd runs in a mount namespace of its own, in which the account and
its PAM service exist, so root is needed, and nothing of the machine is changed.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

# Debian's folder, which is not in every user's path.
os.environ["PATH"] += ":/usr/sbin"

USER = 47777

# What sshd sees: the account, its PAM service, and a folder for privilege separation.
NAMESPACE = """set -e
mount -t tmpfs tmpfs /run
mkdir /run/sshd
mount --bind "$1/passwd" /etc/passwd
mount --bind "$1/group" /etc/group
mount --bind "$1/pam.d" /etc/pam.d
exec "$1/facedown-sshd" -D -e -f "$1/sshd_config"
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Host:
    """The host, until `close`."""

    def __init__(self, facedown, server, deploy):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="facedown-ssh-"))
        self.deploy = pathlib.Path(deploy) / "ssh"
        self.children = []
        # The account must reach its program and its folders, wherever the checkout is.
        os.chmod(self.folder, 0o755)
        self.program = self.folder / "facedown"
        shutil.copy(facedown, self.program)
        self.port = free_port()
        hall = self.start(server, "--listen", "127.0.0.1:0", "--in-memory",
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = json.loads(hall.stdout.readline())["url"]
        self.write_files()
        for name in ["host", "ana", "eve"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        log = open(self.folder / "log", "w")
        self.sshd = self.start("unshare", "--mount", "--propagation", "private", "sh", "-c", NAMESPACE, "sh",
                               self.folder, stderr=log)
        self.wait(lambda: "Server listening" in self.log())

    def write_files(self):
        config = self.shipped("sshd_config", {
            "Port 2222": f"Port {self.port}\nListenAddress 127.0.0.1",
            "/etc/facedown/ssh/ssh_host_ed25519_key": self.folder / "host",
            "/usr/lib/facedown/facedown-ssh": self.folder / "facedown-ssh",
        })
        self.players, self.guests = self.folder / "players", self.folder / "guests"
        self.shipped("facedown-ssh", {
            "/etc/facedown/ssh/facedown-ssh.conf": self.folder / "facedown-ssh.conf",
            "/usr/bin/facedown": self.program, "/var/lib/facedown-ssh/players": self.players,
            "/run/facedown-ssh/guests": self.guests,
        }).chmod(0o755)
        self.shipped("facedown-ssh.conf", {
            "server=ws://127.0.0.1:7777": f"server={self.url}",
            "public_server=\n": "public_server=https://play.example.org\n",
        })
        for home in [self.players, self.guests]:
            home.mkdir(mode=0o700)
            os.chown(home, USER, USER)
        shutil.copytree("/etc/pam.d", self.folder / "pam.d")
        shutil.copy(self.deploy / "pam", self.folder / "pam.d/facedown-sshd")
        (self.folder / "facedown-sshd").symlink_to(shutil.which("sshd"))
        account = f"play:x:{USER}:{USER}::{self.folder}:{self.folder}/facedown-ssh\n"
        for name, line in [("passwd", account), ("group", f"play:x:{USER}:\n")]:
            (self.folder / name).write_text(pathlib.Path(f"/etc/{name}").read_text() + line)
        return config

    def shipped(self, name, changes):
        """A file of deploy/ssh with some texts replaced; each must occur in it."""
        text = (self.deploy / name).read_text()
        for old, new in changes.items():
            if old not in text:
                raise SystemExit(f"{name} has no {old!r} any more: this test has to change with it.")
            text = text.replace(old, str(new))
        path = self.folder / name
        path.write_text(text)
        return path

    def start(self, *command, **options):
        child = subprocess.Popen([str(word) for word in command], **options)
        self.children.append(child)
        return child

    def log(self):
        return (self.folder / "log").read_text()

    def wait(self, holds, seconds=20):
        """Waits until something is true, and returns it."""
        deadline = time.monotonic() + seconds
        while not (value := holds()):
            if time.monotonic() > deadline:
                raise SystemExit(f"It never came.\n{self.log()}")
            time.sleep(0.05)
        return value

    def command(self, *words, key=None, options=()):
        """The line that logs in: with a key, or else as a guest."""
        who = (["-i", str(self.folder / key), "-o", "IdentitiesOnly=yes"] if key
               else ["-o", "PubkeyAuthentication=no"])
        return ["ssh", "-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                "-o", "LogLevel=ERROR", "-p", str(self.port), *who, *map(str, options), "play@127.0.0.1",
                *(["--", *words] if words and words != ("sftp",) else words)]

    def run(self, *words, options=(), key=None, environment=None, login="-tt"):
        """Logs in with nothing to type; its exit code, and all that it said. The code is None if it stays."""
        try:
            done = subprocess.run(
                self.command(*words, key=key, options=[login, *options] if login else options),
                stdin=subprocess.DEVNULL, capture_output=True, timeout=20, env={**os.environ, **(environment or {})})
        except subprocess.TimeoutExpired as stays:
            return None, (stays.stdout or b"").decode(errors="replace")
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def clients(self):
        """The clients that run on the host, by process number, with their environments."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and os.readlink(entry / "exe") == str(self.program):
                    words = (entry / "environ").read_bytes().decode(errors="replace").split("\0")
                    found[int(entry.name)] = dict(word.split("=", 1) for word in words if "=" in word)
            except OSError:
                pass
        return found

    def client(self):
        """The only client on the host, once there is exactly one that has opened its screen."""
        [(number, environment)] = self.wait(lambda: len(found := self.clients()) == 1 and found.items())
        return number, environment

    def close(self):
        for child in reversed(self.children):
            if child.poll() is None:
                child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
        # Sessions outlive the sshd that listens.
        for number in self.clients():
            try:
                os.kill(number, 9)
            except ProcessLookupError:
                pass
        subprocess.run(["rm", "-rf", self.folder])


def main(body):
    """Runs `body` with a host for the programs named on the command line."""
    host = Host(*sys.argv[1:4])
    try:
        body(host)
    finally:
        host.close()
