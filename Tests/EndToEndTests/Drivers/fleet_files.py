# SPDX-License-Identifier: Apache-2.0
# Facedown: multiplayer Memory over WebSockets.
"""Checks the files of a fleet with the real programs.

    fleet_files.py CHECKOUT nats|haproxy|compose|kubernetes

Of the files only paths, and names of hosts that exist in a fleet alone, are changed. Prints what it has
found; problems go to standard error, and then it exits with 1.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

checkout = pathlib.Path(sys.argv[1])
deploy = checkout / "deploy"
os.environ["PATH"] += f":/usr/sbin:{checkout}/.build/kubernetes/bin"
passwords = {"NATS_NODE_PASSWORD": "node-12e4", "NATS_SYSTEM_PASSWORD": "system-0755"}


def run(*command, **variables):
    """What a program prints; its complaint is the end of this one."""
    finished = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, cwd=checkout,
        env={**os.environ, **variables})
    if finished.returncode:
        raise SystemExit(f"{command[0]}: {finished.stdout}{finished.stderr}")
    return finished.stdout + finished.stderr


def shipped(folder, name, changes):
    """A copy of a file of deploy/ with some texts replaced; each must occur in it."""
    text = (deploy / name).read_text()
    for old, new in changes.items():
        if old not in text:
            raise SystemExit(f"{name} has no {old!r} any more: this test has to change with it.")
        text = text.replace(old, str(new))
    path = pathlib.Path(folder) / pathlib.Path(name).name
    path.write_text(text)
    return path


def compose_file():
    return yaml.safe_load((deploy / "fleet/compose.yaml").read_text())


def nats(folder):
    """Both configurations, and that a wrong one would be noticed."""
    server = next(
        path for path in [
            os.environ.get("FACEDOWN_NATS_SERVER"), checkout / ".build/nats/nats-server-2.10.27"]
        if path and os.access(path, os.X_OK))
    run(deploy / "nats/make-certificates", f"{folder}/certificates", "nats-1", "node",
        "all=nats-1.nats,nats-2.nats")
    names = run("openssl", "x509", "-noout", "-ext", "subjectAltName", "-in",
                f"{folder}/certificates/all/server.pem")
    if "DNS:nats-1.nats, DNS:nats-2.nats" not in names:
        raise SystemExit(f"The certificate of several hosts has {names}.")
    authority = f"{folder}/certificates/ca/ca.pem"
    for name, purpose in [("nats-1/server", "sslserver"), ("nats-1/server", "sslclient"),
                          ("node/node", "sslclient")]:
        run("openssl", "verify", "-purpose", purpose, "-CAfile", authority,
            f"{folder}/certificates/{name}.pem")
    three = shipped(folder, "nats/server.conf", {
        "/etc/nats/tls": f"{folder}/certificates/nats-1", "/var/lib/nats": f"{folder}/data"})
    one = shipped(folder, "nats/single.conf", {"/var/lib/nats": f"{folder}/data"})
    environment = compose_file()["services"]["nats-1"]["environment"] | passwords
    print("three: valid" if "is valid" in run(server, "-t", "-c", three, **environment) else "three?")
    print("single: valid" if "is valid" in run(server, "-t", "-c", one, **passwords) else "single?")
    three.write_text(three.read_text().replace("sync_interval", "synk_interval"))
    finished = subprocess.run(
        [server, "-t", "-c", three], capture_output=True, text=True, env=os.environ | environment)
    print("misspelt: refused" if finished.returncode else "misspelt: accepted")


def haproxy(folder):
    """The proxy's configuration; every node of compose has its two places in it."""
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-subj", "/CN=play.example.org", "-keyout", f"{folder}/key.pem",
        "-out", f"{folder}/chain.pem")
    both = pathlib.Path(f"{folder}/both.pem")
    both.write_text(pathlib.Path(f"{folder}/chain.pem").read_text()
                    + pathlib.Path(f"{folder}/key.pem").read_text())
    path = shipped(folder, "fleet/haproxy.cfg", {
        "/etc/haproxy/certs/play.example.org.pem": both, "maxconn 16384": "maxconn 256",
        " node-1:7777": " 127.0.0.1:7001", " node-2:7777": " 127.0.0.1:7002",
        " relay-1:7777": " 127.0.0.1:7003"})
    said = run("haproxy", "-c", "-f", path)
    print("valid" if "valid" in said and "WARNING" not in said else said)
    text = (deploy / "fleet/haproxy.cfg").read_text()
    nodes = sorted(name for name in compose_file()["services"] if name.startswith("node-"))
    for name in nodes:
        backends = [backend for backend in text.split("\nbackend ")[1:]
                    if f"\n  server {name} {name}:7777\n" in backend]
        print(name, *[backend.split("\n")[0] for backend in backends])


def options(words):
    """The settings that a command line names, without their values."""
    return sorted({word.split("=")[0] for word in words if word.startswith("--")})


def compose(folder):
    """What docker-compose makes of the file, and that its folders are those that README.md makes."""
    text = run("docker-compose", "--file", deploy / "fleet/compose.yaml", "config", **passwords)
    services = yaml.safe_load(text)["services"]
    print(" ".join(sorted(services)))
    print("variables:", *sorted(
        set(re.findall(r"\$\{(\w+):\?\}", (deploy / "fleet/compose.yaml").read_text()))))
    nodes = [services[name] for name in ["node-1", "node-2"]]
    numbers = [re.sub(r"-1\b|/1\b", "-N", " ".join(nodes[0]["command"])),
               re.sub(r"-2\b|/2\b", "-N", " ".join(nodes[1]["command"]))]
    print("nodes differ in their number alone" if numbers[0] == numbers[1] else numbers)


def secrets(value):
    """The names of the secrets that a part of an object refers to."""
    if isinstance(value, list):
        return {name for item in value for name in secrets(item)}
    if not isinstance(value, dict):
        return set()
    found = {name for item in value.values() for name in secrets(item)}
    for key, field in [("secret", "secretName"), ("secret", "name"), ("secretKeyRef", "name")]:
        if field in (value.get(key) or {}):
            found.add(value[key][field])
    return found


def kubernetes(folder):
    """What kubectl makes of the files, against the schemas and against one another."""
    path = pathlib.Path(folder) / "all.yaml"
    path.write_text(run("kubectl", "kustomize", deploy / "kubernetes"))
    run("kubernetes-validate", "--strict", "--quiet", path)
    objects = list(yaml.safe_load_all(path.read_text()))
    print(len(objects), "objects, each as its schema says")
    misspelt = pathlib.Path(folder) / "misspelt.yaml"
    misspelt.write_text(path.read_text().replace("maxUnavailable:", "maxUnavailible:"))
    finished = subprocess.run(
        ["kubernetes-validate", "--strict", "--quiet", misspelt], capture_output=True)
    print("misspelt: refused" if finished.returncode else "misspelt: accepted")

    def named(kind):
        return {item["metadata"]["name"]: item for item in objects if item["kind"] == kind}

    workloads = named("StatefulSet") | named("Deployment")
    labels = {name: item["spec"]["template"]["metadata"]["labels"]["app"]
              for name, item in workloads.items()}
    for name, budget in named("PodDisruptionBudget").items():
        spec = budget["spec"]
        print("budget", name, spec["maxUnavailable"],
              "of", spec["selector"]["matchLabels"]["app"] == labels[name])
    # Secrets are made by hand: the files only name them.
    print("secrets:", *sorted(named("Secret")), "named:",
          *sorted({name for item in workloads.values() for name in secrets(item)}))
    # Whoever a policy lets in is a workload, and by a port that the pods have.
    for name, policy in named("NetworkPolicy").items():
        for rule in policy["spec"].get("ingress", []):
            for port in rule["ports"]:
                known = {item["name"] for workload in workloads.values()
                         for container in workload["spec"]["template"]["spec"]["containers"]
                         for item in container["ports"]}
                if port["port"] not in known:
                    raise SystemExit(f"The policy {name} opens {port['port']}, which nobody has.")
            for peer in rule.get("from", []):
                app = peer.get("podSelector", {}).get("matchLabels", {}).get("app")
                if app and app not in labels.values():
                    raise SystemExit(f"The policy {name} lets in {app}, which does not exist.")
    journal = named("NetworkPolicy")["nats"]["spec"]["ingress"]
    print("the journal is open to:", *[
        f"{peer['podSelector']['matchLabels']['app']} ({rule['ports'][0]['port']})"
        for rule in journal for peer in rule["from"]])
    # The proxy dials a Service for each node, and for the relays.
    dialled = set(re.findall(r"server \S+ (\S+):7777", (deploy / "fleet/haproxy.cfg").read_text()))
    print("dialled:", *sorted(dialled), "missing:", *sorted(dialled - set(named("Service"))))
    node = workloads["node"]["spec"]
    replicas = {f"node-{node['ordinals']['start'] + index}" for index in range(node["replicas"])}
    print("nodes:", *sorted(replicas), "not dialled:", *sorted(replicas - dialled))
    container = node["template"]["spec"]["containers"][0]
    here = options(compose_file()["services"]["node-1"]["command"])
    print("as in compose:", options(container["args"]) == here, "drains:",
          "admin drain --move" in container["lifecycle"]["preStop"]["exec"]["command"][-1],
          "within", node["template"]["spec"]["terminationGracePeriodSeconds"])


with tempfile.TemporaryDirectory(prefix="facedown-fleet-") as place:
    {"nats": nats, "haproxy": haproxy, "compose": compose, "kubernetes": kubernetes}[sys.argv[2]](place)
