# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""The services of a compose file without a container engine: each in a network namespace of its own.

A service gets its own root (an overlay of this machine's, read-only where the file says so), its volumes,
its user, its addresses and the names of the others, and runs the file's very command. Needs root.
"""

import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import tempfile
import time

import yaml


def sh(line):
    subprocess.run(["sh", "-ec", line], check=True)


def fewer_connections(proxy):
    """The proxy's file, for fewer connections where this machine has not enough descriptors."""
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= 40000:
        return proxy
    if "maxconn 16384" not in proxy:
        raise SystemExit("haproxy.cfg has no `maxconn 16384` any more: change this with it.")
    return proxy.replace("maxconn 16384", "maxconn 4096")


class Service:
    """One service: its namespace, and its process while that runs."""

    def __init__(self, fleet, name, networks):
        self.fleet, self.name, self.networks = fleet, name, networks
        self.space = f"{fleet.prefix}-{name}"
        self.process = None
        sh(f"ip netns add {self.space}; ip -n {self.space} link set lo up")
        for number, (network, address) in enumerate(networks.items()):
            port = self.port(network)
            sh(f"ip -n {self.space} link add eth{number} type veth "
               f"peer name {port} netns {fleet.switch}\n"
               f"ip -n {fleet.switch} link set {port} master {network} up\n"
               f"ip -n {self.space} address add {address}/24 dev eth{number}\n"
               f"ip -n {self.space} link set eth{number} up")
        # As container engines have it.
        sh(f"ip netns exec {self.space} sysctl -q net.ipv4.ip_unprivileged_port_start=0")

    def port(self, network):
        """The switch's end of its cable."""
        return f"{network[0]}{self.networks[network].split('.')[-1]}"

    def plug(self, side=""):
        """Connects its cables to one side of a partition; everybody begins on the same."""
        for network in self.networks:
            sh(f"ip -n {self.fleet.switch} link set {self.port(network)} master {network}{side}")

    def start(self, words=None):
        """Runs the service's command, or another one."""
        definition = self.fleet.definition(self.name)
        words = words or definition["words"]
        log = open(self.fleet.folder / f"{self.name}.log", "ab")
        self.process = self.fleet.run(
            self, words, definition, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def ask(self, *words, timeout=30):
        """Runs a program beside the service, as `docker compose exec` does; returns its result."""
        definition = self.fleet.definition(self.name)
        child = self.fleet.run(
            self, list(words), definition, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        try:
            out, errors = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            child.kill()
            out, errors = child.communicate()
        return child.returncode, out, errors

    def end(self, by=signal.SIGTERM, within=40):
        """Sends a signal and waits; returns the exit code and how many seconds that took."""
        if self.process is None:
            return None, 0.0
        begin = time.monotonic()
        self.process.send_signal(by)
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process = None
        return code, time.monotonic() - begin

    def stop(self):
        """Ends it as `docker compose stop` does; returns what `end` does."""
        return self.end(self.fleet.definition(self.name)["stop"])

    def log(self):
        path = self.fleet.folder / f"{self.name}.log"
        return path.read_text(errors="replace") if path.exists() else ""


class Fleet:
    """All services of deploy/fleet/compose.yaml, and the outside, where players are."""

    outside_address = "172.30.78.200"

    def __init__(self, checkout, programs, nats):
        self.checkout = pathlib.Path(checkout)
        self.prefix = f"fd{os.getpid()}"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="facedown-fleet-", dir=checkout / ".build"))
        os.chmod(self.folder, 0o755)
        self.binaries = {
            "nats-server": nats, "haproxy": "/usr/sbin/haproxy",
            "facedown-server": programs / "facedown-server", "facedown": programs / "facedown"}
        self.variables = {
            f"NATS_{name}_PASSWORD": f"{name.lower()}-{os.urandom(12).hex()}"
            for name in ["NODE", "SYSTEM"]}
        self.compose = yaml.safe_load((checkout / "deploy/fleet/compose.yaml").read_text())
        # What a trial changes: service -> function of its words and environment, and file of the
        # compose file's volumes -> function of its text.
        self.changes = {}
        self.edits = {"./haproxy.cfg": fewer_connections}
        self.services = {}
        self.switch = f"{self.prefix}-switch"
        self.players = []
        self.make_certificates()
        sh(f"ip netns add {self.switch}")
        for network in self.compose["networks"]:
            for bridge in [network, f"{network}-cut"]:
                sh(f"ip -n {self.switch} link add {bridge} type bridge; "
                   f"ip -n {self.switch} link set {bridge} up")
        for name, definition in self.compose["services"].items():
            self.services[name] = Service(
                self, name,
                {key: value["ipv4_address"] for key, value in definition["networks"].items()})
        self.outside = Service(self, "outside", {"players": self.outside_address})
        self.write_hosts()

    def __getitem__(self, name):
        return self.services[name]

    def named(self, start):
        return [service for name, service in self.services.items() if name.startswith(start)]

    # MARK: What services find

    def make_certificates(self):
        certificates = self.folder / "certificates"
        names = [name for name in self.compose["services"] if name.startswith("nats-")]
        subprocess.run(
            [self.checkout / "deploy/nats/make-certificates", certificates, *names, "node"],
            check=True)
        os.chmod(certificates, 0o755)
        sh(f"chown -R 7777:7777 {certificates}/node")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-days", "2", "-subj", "/CN=play.example.org", "-addext",
             "subjectAltName=DNS:play.example.org", "-keyout", self.folder / "key.pem", "-out",
             self.folder / "public.pem"], check=True, capture_output=True)
        both = certificates / "play.example.org.pem"
        both.write_text((self.folder / "public.pem").read_text()
                        + (self.folder / "key.pem").read_text())
        os.chown(both, 99, 99)
        os.chmod(both, 0o400)
        self.authority_hash = subprocess.run(
            ["openssl", "x509", "-noout", "-subject_hash", "-in", self.folder / "public.pem"],
            check=True, capture_output=True, text=True).stdout.strip()

    def write_hosts(self):
        """What the engine's name service says, one file a network."""
        for network in self.compose["networks"]:
            lines = ["127.0.0.1 localhost"]
            for name, definition in self.compose["services"].items():
                place = definition["networks"].get(network)
                if place:
                    names = [name, *place.get("aliases", [])]
                    lines.append(f"{place['ipv4_address']} {' '.join(names)}")
            (self.folder / f"hosts-{network}").write_text("\n".join(lines) + "\n")

    def definition(self, name):
        """A service as the file has it: words, environment, user, volumes."""
        if name == "outside":
            return {"words": [], "user": 65534, "volumes": [], "tmpfs": [], "read_only": False,
                    "environment": {"HOME": "/nonexistent", "FACEDOWN_IDENTITY": "guest"}}
        service = self.compose["services"][name]
        words = service["entrypoint"] + service["command"]
        environment = dict(service.get("environment", {}))
        if name in self.changes:
            words, environment = self.changes[name](list(words), environment)
        return {
            "words": [self.filled(word) for word in words],
            "environment": {key: self.filled(value) for key, value in environment.items()},
            "user": {"nats": 0, "haproxy": 99, "facedown": 7777}[service["image"].split(":")[0]],
            "volumes": service.get("volumes", []), "tmpfs": service.get("tmpfs", []),
            "read_only": service.get("read_only", False),
            "files": service.get("ulimits", {}).get("nofile"),
            "stop": signal.Signals[service.get("stop_signal", "SIGTERM")],
        }

    def filled(self, text):
        return re.sub(r"\$\{(\w+):\?\}", lambda found: self.variables[found[1]], text)

    def source(self, text):
        """Where a volume's files are."""
        if text.startswith("./certificates"):
            return self.folder / text[2:]
        if text.startswith("."):
            path = (self.checkout / "deploy/fleet" / text).resolve()
            if text not in self.edits:
                return path
            edited = self.folder / path.name
            edited.write_text(self.edits[text](path.read_text()))
            return edited
        folder = self.folder / "volumes" / text
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    # MARK: Running

    def run(self, service, words, definition, **options):
        """Starts a program where a service is; the process is the program itself."""
        root = self.folder / "root"
        root.mkdir(exist_ok=True)
        lines = [
            f"mount -t tmpfs -o mode=755 tmpfs {root}",
            f"mkdir {root}/upper {root}/work {root}/all; chmod 755 {root}/upper",
            f"mount -t overlay overlay -o lowerdir=/,upperdir={root}/upper,workdir={root}/work {root}/all",
            f"cd {root}/all",
            # All that a container would not see either.
            "mount -t tmpfs -o mode=755 tmpfs run; mkdir -p -m 1777 run/lock",
            "cat /dev/null >etc/hosts",
            *[f"cat {self.folder}/hosts-{network} >>etc/hosts" for network in service.networks],
            f"cat {self.folder}/public.pem >>etc/ssl/certs/ca-certificates.crt",
            f"cp {self.folder}/public.pem etc/ssl/certs/{self.authority_hash}.0",
            "for place in proc sys dev; do mount --rbind /$place $place; done",
        ]
        for name, path in self.binaries.items():
            lines.append(f"touch usr/local/bin/{name}; mount --bind {path} usr/local/bin/{name}")
        for volume in definition["volumes"]:
            source, target, *mode = volume.split(":")
            source = self.source(source)
            place = shlex.quote(target.lstrip("/"))
            parent = os.path.dirname(target.lstrip("/"))
            make = f"mkdir -p {place}" if source.is_dir() else f"mkdir -p {parent}; touch {place}"
            lines.append(f"{make}; mount --bind {source} {place}")
            if mode == ["ro"]:
                lines.append(f"mount -o remount,bind,ro {place}")
        for entry in definition["tmpfs"]:
            target, _, settings = entry.partition(":")
            # Shared by all programs of a service.
            held = self.folder / "tmpfs" / service.name / target.lstrip("/")
            owner = re.search(r"uid=(\d+)", settings)
            held.mkdir(parents=True, exist_ok=True)
            os.chown(held, int(owner[1]) if owner else 0, -1)
            lines.append(f"mkdir -p .{target}; mount --bind {held} .{target}")
        if definition["read_only"]:
            lines.append("mount -o remount,ro .")
        environment = definition["environment"] | {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        command = ["env", "-i", *[f"{key}={value}" for key, value in environment.items()],
                   "setpriv", f"--reuid={definition['user']}", f"--regid={definition['user']}",
                   "--clear-groups", "--no-new-privs", "--", *map(str, words)]
        if definition.get("files"):
            # Not every machine lets root raise it.
            lines.append(f"ulimit -n {definition['files']} 2>/dev/null || ulimit -n $(ulimit -Hn)")
        lines.append(f"exec chroot . {shlex.join(command)}")
        script = "\n".join(lines)
        return subprocess.Popen(
            ["ip", "netns", "exec", service.space, "unshare", "--mount", "--propagation", "private",
             "sh", "-ec", script], **options)

    def stop(self):
        for player in self.players:
            player.end()
        for service in [*self.services.values(), self.outside]:
            service.end(signal.SIGKILL)
        for space in [*[service.space for service in self.services.values()],
                      self.outside.space, self.switch]:
            subprocess.run(["ip", "netns", "del", space], stderr=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", self.folder])
