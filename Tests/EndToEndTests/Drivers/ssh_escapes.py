# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""What a login over ssh must not do, tried one by one against a real sshd.

    ssh_escapes.py FACEDOWN SERVER DEPLOY

Prints a line for each attempt: `refused`, or what it achieved. What counts is the effect on the host (processes, their
environments, files, connections), and the client's words where there is none.
"""

import contextlib
import os
import pathlib
import pty
import signal
import socket
import struct
import subprocess
import termios
import threading
import time
from fcntl import ioctl

import ssh_host
from pane import Pane

ONLY_MATCHES = "This host has matches of Memory only"
NO_TERMINAL = "The game needs a terminal"
HOME = "against bots"


def tell(name, isRefused, otherwise=""):
    print(f"{name}: {'refused' if isRefused else f'NOT REFUSED {otherwise}'}", flush=True)


@contextlib.contextmanager
def session(host, *words, **login):
    """A pane with the home screen, or a room, over ssh; and that session's client on the host."""
    environment = login.pop("environment", None)
    pane = Pane(host.command(*words, **login), columns=100, rows=32, environment=environment)
    try:
        pane.wait(HOME)
        yield pane, *host.client()
    finally:
        pane.close()
        host.wait(lambda: not host.clients())


def commands(host):
    """Other commands than a room's code."""
    marker = host.folder / "marker"
    for command in [
        "id", "sh", "sh -c id", "bash -i", "facedown play", "join K7QF2", "K7QF2 K7QF2", "watch ",
        "watch  K7QF2", "watch K7QF2 --json", "watch --help", "--help", "K7QF2;id", "K7QF2\nid", "K7QF2|id", "K7QF2&id",
        "$(id)", "`id`", "K7Q*2", "K7QF\u00e9", "../etc", "/etc/passwd", "ws://127.0.0.1:1/K7QF2", "K7QF2K7QF2", "K7Q",
        " K7QF2", "K7QF2 ", f"K7QF2>{marker}", "-c id", "x" * 100_000,
    ]:
        code, said = host.run(command)
        name = command if len(command) < 40 else f"{command[:10]}... ({len(command)} letters)"
        tell(f"the command {name!r}", code == 1 and ONLY_MATCHES in said and "uid=" not in said, said)
    for words, name in [((), "no command"), (("K7QF2",), "a code"), (("id",), "id")]:
        code, said = host.run(*words, login="-T")
        tell(f"without a terminal, {name}", code == 1 and (NO_TERMINAL in said or ONLY_MATCHES in said), said)
    code, said = host.run("sftp", login="-s")
    tell("the subsystem sftp", code != 0 and "subsystem request failed" in said, said)
    for mode in ["-s", "-O"]:
        words = ["scp", mode, *host.command()[1:-1], "/etc/hostname", f"play@127.0.0.1:{marker}"]
        words[words.index("-p")] = "-P"
        done = subprocess.run(words, capture_output=True, text=True, timeout=30)
        tell(f"scp {mode}", done.returncode != 0 and not marker.exists(), done.stderr)
    for user in ["root", "nobody", "sshd", "nosuchuser"]:
        words = host.command(options=["-T"])
        words[-1] = f"{user}@127.0.0.1"
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
        tell(f"the account {user}", done.returncode == 255 and "Permission denied" in done.stderr, done.stderr)


def reaches(address):
    """Whether something behind a forwarded address answers like the match server."""
    line = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
    line.settimeout(5)
    try:
        line.connect(address)
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return b"HTTP/1.1" in line.recv(4096)
    except OSError:
        return False
    finally:
        line.close()


def reaches_by_socks(port, target):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        try:
            line.sendall(b"\x05\x01\x00")
            line.recv(2)
            line.sendall(b"\x05\x01\x00\x01" + socket.inet_aton("127.0.0.1") + struct.pack("!H", target))
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return b"HTTP/1.1" in line.recv(4096) + line.recv(4096)
        except OSError:
            return False


def forwarding(host):
    """Connections beside the terminal."""
    target = int(host.url.rsplit(":", 1)[1])
    if not reaches(("127.0.0.1", target)):
        raise SystemExit("The server does not answer as these tests expect.")
    port, here, there = ssh_host.free_port(), str(host.folder / "here"), str(host.folder / "there")
    with session(host, options=["-t", "-L", f"{port}:127.0.0.1:{target}"]):
        tell("port forwarding -L", not reaches(("127.0.0.1", port)))
    with session(host, options=["-t", "-D", port]):
        tell("port forwarding -D", not reaches_by_socks(port, target))
    with session(host, options=["-t", "-L", f"{here}:127.0.0.1:{target}"]):
        tell("forwarding from a local socket, -L", not reaches(here))
    # A server's socket that the account may open, unless sshd does not connect to it.
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(there)
        os.chmod(there, 0o777)
        listener.listen()
        listener.settimeout(2)
        with session(host, options=["-t", "-L", f"{port}:{there}"]):
            reaches(("127.0.0.1", port))
            try:
                listener.accept()
                came = True
            except TimeoutError:
                came = False
            tell("forwarding to a socket of the host, -L", not came)
    for name, where in [("port forwarding -R", f"{port}:127.0.0.1:{target}"),
                        ("forwarding from a socket of the host, -R", f"{host.guests}/back:127.0.0.1:{target}")]:
        code, said = host.run(options=["-o", "ExitOnForwardFailure=yes", "-R", where])
        refused = "remote port forwarding failed" in said.lower() and not reaches(("127.0.0.1", port))
        tell(name, code == 255 and refused and not list(host.guests.iterdir()), said)
    code, said = host.run(options=["-W", f"127.0.0.1:{target}"], login=None)
    tell("forwarding of standard input, -W", code == 255 and "stdio forwarding failed" in said, said)
    code, said = host.run(options=["-o", "ExitOnForwardFailure=yes", "-w", "any:any"])
    if "Could not request tunnel forwarding" in said:
        print("a tunnel, -w: not tried, because the client can have none")
    else:
        tell("a tunnel, -w", "Tunnel forwarding failed" in said, said)
    agent = subprocess.run(["ssh-agent", "-s", "-a", host.folder / "agent"], capture_output=True, text=True)
    number = int(agent.stdout.split("SSH_AGENT_PID=")[1].split(";")[0])
    try:
        with session(host, options=["-t", "-A"], environment={"SSH_AUTH_SOCK": host.folder / "agent"}) as seen:
            tell("agent forwarding -A", "SSH_AUTH_SOCK" not in given(seen[1]), given(seen[1]))
    finally:
        os.kill(number, signal.SIGTERM)
    with session(host, options=["-t", "-Y"], environment={"DISPLAY": "127.0.0.1:99"}) as (_, client, _):
        tell("X11 forwarding -Y", "DISPLAY" not in given(client), given(client))
    with session(host, options=["-t", "-o", "EnableEscapeCommandline=yes"]) as (pane, _, _):
        # At once, because the terminal's answers to the client would come between.
        pane.keys("Enter", "~", "C")
        pane.wait("ssh>")
        pane.keys(*f"-L{port}:127.0.0.1:{target}", "Enter")
        # Once the server has refused, or not.
        pane.wait("Forwarding port.", "ssh>")
        tell("forwarding by ~C", not reaches(("127.0.0.1", port)))


def given(client):
    """The environment that sshd gave the login of a guest: that of the script that waits for the client."""
    words = pathlib.Path(f"/proc/{status(client)['PPid']}/environ").read_bytes().decode(errors="replace").split("\0")
    return dict(word.split("=", 1) for word in words if "=" in word)


def environments(host):
    """Variables and terminals of the other side's choice."""
    expected = {
        "TMPDIR", "HOME", "PATH", "LANG", "TERM", "USER", "FACEDOWN_SHARED", "FACEDOWN_SERVER",
        "FACEDOWN_PUBLIC_SERVER", "FACEDOWN_IDENTITY",
    }
    wanted = {"LC_ALL": "tr_TR.UTF-8", "LANG": "xx", "LD_PRELOAD": "/tmp/x.so", "FACEDOWN_SHARED": "off",
              "FACEDOWN_SERVER": "ws://127.0.0.1:1", "PATH": "/tmp", "ENV": "/tmp/x", "BASH_ENV": "/tmp/x", "HOME": "/root"}
    sets = ["-o", "SetEnv=" + " ".join(f"{name}={value}" for name, value in wanted.items())]
    sends = [word for name in ["LC_*", "FACEDOWN_*", "LD_*", "COLORTERM"] for word in ("-o", f"SendEnv={name}")]
    for name, options, own in [
        ("SetEnv", sets, {}),
        ("SendEnv", sends, {"LC_TIME": "C", "FACEDOWN_SERVER": "ws://127.0.0.1:1"}),
    ]:
        with session(host, options=["-t", *options], environment=own) as (_, client, seen):
            kept = set(seen) == expected and seen["FACEDOWN_SERVER"] == host.url and seen["LANG"] == "C.UTF-8"
            tell(f"variables by {name}", kept and seen["FACEDOWN_SHARED"] == "on", seen)
            let = [word for word in given(client).items() if word in {**wanted, **own}.items()]
            tell(f"variables by {name}, before the script", not let, let)
    for name, term in [("../../../x", "../../../x"), ("with an escape", "x\x1b]0;y\x07"), ("of 5000 letters", "x" * 5000),
                       ("with a line feed", "xterm\nLD_PRELOAD=x"), ("with a space", "xterm x"), ("empty", "")]:
        with session(host, options=["-t"], environment={"TERM": term}) as (_, _, seen):
            tell(f"a TERM {name}", seen["TERM"] == "xterm" and set(seen) == expected, seen)
    with session(host, options=["-t"], environment={"TERM": "xterm-kitty"}) as (_, _, seen):
        print(f"a TERM of the usual form: {'kept' if seen['TERM'] == 'xterm-kitty' else seen}")


def status(number):
    lines = pathlib.Path(f"/proc/{number}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def signals(host):
    """Stopping and killing, and what is left of a session."""
    with session(host, options=["-t"]) as (pane, client, _):
        pane.keys("C-z")
        os.kill(client, signal.SIGTSTP)
        time.sleep(0.5)
        pane.keys("?")
        pane.wait("Esc close")
        tell("stopping by Ctrl-Z and SIGTSTP", not status(client)["State"].startswith("T"), status(client))
        tell("the privileges of root", status(client)["Uid"].split() == [str(ssh_host.USER)] * 4)
        pane.keys("?")
        host.wait(lambda: "Esc close" not in pane.screen())
        tell("hosting a server", "Leaderboard" in pane.screen() and "Host" not in pane.screen(), pane.screen())
    for name, key in [("Ctrl-\\", "C-\\"), ("Ctrl-C", "C-c")]:
        with session(host, options=["-t"]) as (pane, client, _):
            pane.keys(key)
            pane.wait("ended with")
            tell(f"a shell after {name}", "$" not in pane.screen() and not pathlib.Path(f"/proc/{client}").exists())
    with session(host, options=["-t"]) as (pane, client, environment):
        home = pathlib.Path(environment["HOME"])
        there = home.exists()
        pane.close()
        host.wait(lambda: not home.exists())
        tell("a guest's home after the line was cut", there)


def windows(host):
    """A window of 65535 by 65535 cells."""
    end, other = pty.openpty()
    ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 65535, 65535, 65535, 65535))
    ssh = host.start(*host.command(options=["-t"]), stdin=other, stdout=other, stderr=other, start_new_session=True)
    os.close(other)
    received = []

    def read():
        with contextlib.suppress(OSError):
            while data := os.read(end, 65536):
                received.append(len(data))

    threading.Thread(target=read, daemon=True).start()
    client, _ = host.client()
    # A program built for debugging takes seconds for such a frame.
    host.wait(lambda: sum(received) > 100_000, seconds=90)
    time.sleep(3)
    # A million cells are drawn at most, in 133 MiB by a program built for debugging.
    most = int(status(client)["VmHWM"].split()[0]) / 1024
    tell("the host's memory by a window of 65535 by 65535", most < 256, f"{most:.0f} MiB")
    ssh.terminate()
    host.wait(lambda: not host.clients(), seconds=60)


def sessions(host):
    """More than one session, and more than five logins at once."""
    line = host.folder / "line"
    with session(host, options=["-t", "-M", "-S", line]):
        code, said = host.run(options=["-S", line, "-o", "ProxyCommand=false"])
        tell("a second session over one connection", code == 255 and len(host.clients()) == 1, said)
    idle = [socket.create_connection(("127.0.0.1", host.port), timeout=10) for _ in range(6)]
    # sshd's greeting, or the end of the connection.
    greeted = [bool(line.recv(64).startswith(b"SSH-2.0-")) for line in idle]
    tell("a sixth login under way from one address", greeted == [True] * 5 + [False], greeted)
    for line in idle:
        line.close()


def tried(host):
    for attempts in [commands, forwarding, environments, signals, windows, sessions]:
        attempts(host)


ssh_host.main(tried)
